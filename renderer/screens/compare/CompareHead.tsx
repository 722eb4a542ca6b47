import { type ReactNode, useState } from 'react';
import { type ComparisonSetup, DEFAULT_PAIRS, MINIMUM_PAIRS_FOR_VERDICT } from '../../../shared/model/comparison.ts';
import type { Failure } from '../../../shared/model/failure.ts';
import type { ComparisonInfo } from '../../../shared/protocol/comparison-contract.ts';
import type { RequestParams, SessionInfo } from '../../../shared/protocol/contract.ts';
import { downloadUrl, request } from '../../bridge.ts';
import { VariantMark } from '../../charts/VariantMark.tsx';
import { CanShow } from '../../comparison/CanShow.tsx';
import { namesOf } from '../../comparison/variant-name.ts';
import { desktop } from '../../desktop.ts';
import { StartButton } from '../../forms/CannotRun.tsx';
import { RenameDialog, SaveDialog } from '../../forms/SessionDialogs.tsx';
import { formatElapsed } from '../../i18n/format.ts';
import { useText } from '../../i18n/i18n.tsx';
import { fileName, planText } from '../../i18n/plan-text.ts';
import { compareAgain } from '../../state/compare-draft.ts';
import { isOver } from '../../state/comparisons.ts';
import { useEngineRequest } from '../../state/engine-request.ts';
import { navigate } from '../../state/route.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { offerDownload } from '../../ui/download.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/Input.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { showToast } from '../../ui/Toast.tsx';
import css from './CompareHead.module.css';

type Format = RequestParams<'export.text'>['format'];

/** What is compared, where it is kept, and what can be done with it. */
export function CompareHead({ session, info }: { session: SessionInfo; info: ComparisonInfo }) {
  const text = useText('compare.head');
  const run = useText('run.head');
  const [open, setOpen] = useState<'save' | 'rename' | 'more' | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const over = isOver(info.state);
  const { study, setup, made } = info;
  const exportAs = async (format: Format) => {
    const answer = await request('export.text', { sessionId: session.id, format });
    setFailure(answer.ok ? null : answer.failure);
    if (!answer.ok) return;
    offerDownload(answer.value.fileName, answer.value.text);
    showToast(text('exported', { name: answer.value.fileName }));
  };
  return (
    <header className={css.head}>
      <div className={css.names}>
        <h1>{session.name}</h1>
        <Facts>
          {namesOf(info).map((name, index) => (
            <span key={name}>
              <VariantMark index={index} /> {name}
            </span>
          ))}
          <span>{planText(setup.variants[0]!.setup.load, run)}</span>
          <span>{made === 'sessions' ? text('sessions', { count: setup.variants.length }) : text('pairs', { count: setup.pairs })}</span>
          <span title={session.path ?? undefined}>
            {session.path !== null ? run('savedAt', { path: fileName(session.path) }) : over ? run('notSaved') : run('saving')}
          </span>
        </Facts>
      </div>
      {over && (
        <div className={css.actions}>
          {study !== null && (
            <Button onClick={() => navigate({ screen: 'study', name: study.name, sessionId: session.id })}>{text('study')}</Button>
          )}
          <Button onClick={() => compareAgain(asSeries(info))}>{text('edit')}</Button>
          <Button onClick={() => setOpen('more')}>{made === 'sessions' ? text('againSessions') : text('again')}</Button>
          <Menu
            trigger={<Button>{run('saveAs')}</Button>}
            items={[
              ...(desktop === null ? [{ label: run('download'), href: downloadUrl(session.id), download: true }] : []),
              { label: run('saveToPath'), onSelect: () => setOpen('save') },
              'separator',
              { label: run('rename'), onSelect: () => setOpen('rename') },
            ]}
          />
          <Menu
            trigger={<Button>{text('export')}</Button>}
            items={[
              { label: text('exportHtml'), onSelect: () => void exportAs('html') },
              { label: text('exportMarkdown'), onSelect: () => void exportAs('markdown') },
              { label: text('exportJson'), onSelect: () => void exportAs('json') },
            ]}
          />
        </div>
      )}
      {failure !== null && (
        <div className={css.failure}>
          <ErrorNotice failure={failure} />
        </div>
      )}
      {open === 'save' && <SaveDialog info={session} onClose={() => setOpen(null)} />}
      {open === 'rename' && <RenameDialog info={session} onClose={() => setOpen(null)} />}
      {open === 'more' && <MoreDialog sessionId={session.id} info={info} onClose={() => setOpen(null)} />}
    </header>
  );
}

/** Saved runs were made one by one; anew they are run as comparisons are. */
function asSeries({ setup, made }: ComparisonInfo): ComparisonSetup {
  return made === 'sessions' ? { ...setup, pairs: DEFAULT_PAIRS, profiled: true } : setup;
}

const strong = (words: ReactNode) => <b>{words}</b>;

/** A new series with a verdict of its own, never a longer old one. What it takes and can show is said before it starts. */
function MoreDialog({ sessionId, info, onClose }: { sessionId: string; info: ComparisonInfo; onClose: () => void }) {
  const text = useText('compare.more');
  const isSeries = info.made === 'series';
  const [wanted, setWanted] = useState(Math.max(info.setup.pairs, DEFAULT_PAIRS));
  const [failure, setFailure] = useState<Failure | null>(null);
  const good = Number.isInteger(wanted) && wanted >= 1 && wanted <= 200;
  const start = async () => {
    const answer = await request('compare.again', { sessionId, pairs: wanted });
    if (!answer.ok) return setFailure(answer.failure);
    onClose();
    navigate({ screen: 'compare', sessionId: answer.value.sessionId });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isSeries ? text('title') : text('titleSessions')}
      description={isSeries ? text('text') : text('textSessions')}
      footer={
        <StartButton variant="primary" disabled={!good} onClick={() => void start()}>
          {text('start')}
        </StartButton>
      }
    >
      <Field label={text('pairs')} error={good ? undefined : text('range')}>
        {(control) => <NumberInput {...control} value={wanted} onChange={setWanted} />}
      </Field>
      {good && <Before comparison={{ ...asSeries(info), pairs: wanted }} />}
      {failure !== null && <ErrorNotice failure={failure} />}
    </Dialog>
  );
}

/** How long it takes, and what it can show. */
function Before({ comparison }: { comparison: ComparisonSetup }) {
  const text = useText('compare.setup');
  const more = useText('compare.more');
  const { data } = useEngineRequest('compare.estimate', { comparison });
  return (
    <div className={css.before}>
      <p>{data ? text.rich('time', { time: formatElapsed(data.totalMs), b: strong }) : text('timeAsking')}</p>
      {comparison.pairs < MINIMUM_PAIRS_FOR_VERDICT && <p>{more('few', { needed: String(MINIMUM_PAIRS_FOR_VERDICT) })}</p>}
      {data && comparison.pairs > 1 && (
        <>
          <h3>{text('canShow')}</h3>
          <CanShow estimate={data} comparison={comparison} />
        </>
      )}
    </div>
  );
}
