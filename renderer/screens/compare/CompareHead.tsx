import { type ReactNode, useState } from 'react';
import {
  type ComparisonSetup,
  DEFAULT_PAIRS,
  hasResultOfTool,
  MINIMUM_PAIRS_FOR_VERDICT,
} from '../../../shared/model/comparison/comparison.ts';
import { type ComparisonInfo, isOver } from '../../../shared/model/comparison/comparison-info.ts';
import { gridAxes } from '../../../shared/model/comparison/grid-command.ts';
import { formatsOf } from '../../../shared/model/export-formats.ts';
import type { Failure } from '../../../shared/model/failure.ts';
import { plansOf } from '../../../shared/phrases/load-plan.ts';
import { namesOf } from '../../../shared/phrases/variant-name.ts';
import type { SessionInfo } from '../../../shared/protocol/session-contract.ts';
import { request } from '../../bridge.ts';
import { VariantMark } from '../../charts/VariantMark.tsx';
import { CanShow } from '../../comparison/CanShow.tsx';
import { PageDialog } from '../../comparison/PageDialog.tsx';
import { PairsReach } from '../../comparison/PairsReach.tsx';
import { StartButton } from '../../forms/CannotRun.tsx';
import { formatElapsed } from '../../i18n/format.ts';
import { useText } from '../../i18n/i18n.tsx';
import { SessionHead } from '../../session/SessionHead.tsx';
import { StartFailure } from '../../session/StartFailure.tsx';
import { useEngineRequest } from '../../state/engine-request.ts';
import { compareAgain } from '../../state/forms/compare-draft.ts';
import { navigate } from '../../state/route.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/Input.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { asSeries } from './as-series.ts';
import css from './CompareHead.module.css';

/** What is compared, where it is kept, and what can be done with it. */
export function CompareHead({ session, info }: { session: SessionInfo; info: ComparisonInfo }) {
  const text = useText('compare.head');
  const metric = useText('compare.metricInText');
  const [wantsMore, setWantsMore] = useState(false);
  const page = useText('study.page');
  const [wantsPage, setWantsPage] = useState(false);
  const ofGrid = useText('grid');
  const { study, setup, made } = info;
  const { grid } = setup;
  // Nobody is asked to guess a table.
  const hasPage = study !== null && grid === undefined;
  return (
    <>
      <SessionHead
        session={session}
        live={!isOver(info.state)}
        exports={formatsOf('report').map((format) => ({ format }))}
        moreExports={hasPage ? [{ label: page('open'), onSelect: () => setWantsPage(true) }] : []}
        facts={
          <>
            {grid === undefined &&
              namesOf(info).map((name, index) => (
                <span key={name}>
                  <VariantMark index={index} /> {name}
                </span>
              ))}
            {grid === undefined && plansOf(setup).map((plan) => <span key={plan}>{plan}</span>)}
            {grid !== undefined ? (
              <span>{ofGrid('size', { cells: setup.variants.length, cases: grid.cases.length, topologies: grid.topologies.length })}</span>
            ) : (
              <span>
                {made === 'sessions' ? text('sessions', { count: setup.variants.length }) : text('pairs', { count: setup.pairs })}
              </span>
            )}
            {made === 'series' && grid === undefined && <span>{text('question', { metric: metric(setup.question) })}</span>}
          </>
        }
        actions={
          <>
            {hasPage && (
              <Button onClick={() => navigate({ screen: 'study', name: study.stored?.folder ?? study.name, sessionId: session.id })}>
                {text('study')}
              </Button>
            )}
            {grid !== undefined && gridAxes(setup, grid) !== null && <Button onClick={() => compareAgain(setup)}>{text('edit')}</Button>}
            {grid === undefined && !hasResultOfTool(setup) && (
              <>
                <Button onClick={() => compareAgain(asSeries(info))}>{text('edit')}</Button>
                <Button onClick={() => setWantsMore(true)}>{made === 'sessions' ? text('againSessions') : text('again')}</Button>
              </>
            )}
          </>
        }
      />
      {wantsPage && <PageDialog sessionId={session.id} info={info} onClose={() => setWantsPage(false)} />}
      {wantsMore && <MoreDialog sessionId={session.id} info={info} onClose={() => setWantsMore(false)} />}
    </>
  );
}

const strong = (words: ReactNode) => <b>{words}</b>;

/** Starts a new series with its own verdict; it never extends an old one. Its duration and what it can show are stated before it starts. */
function MoreDialog({ sessionId, info, onClose }: { sessionId: string; info: ComparisonInfo; onClose: () => void }) {
  const text = useText('compare.more');
  const isSeries = info.made === 'series';
  const [wanted, setWanted] = useState(Math.max(info.setup.pairs, DEFAULT_PAIRS));
  const [failure, setFailure] = useState<Failure | null>(null);
  const good = Number.isInteger(wanted) && wanted >= 1 && wanted <= 200;
  const start = async () => {
    const reply = await request('compare.again', { sessionId, pairs: wanted });
    if (!reply.ok) return setFailure(reply.failure);
    onClose();
    navigate({ screen: 'compare', sessionId: reply.value.sessionId });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isSeries ? text('title') : text('titleSessions')}
      description={isSeries ? text('text') : text('textSessions')}
      onSubmit={() => void start()}
      footer={
        <StartButton type="submit" variant="primary" disabled={!good}>
          {text('start')}
        </StartButton>
      }
    >
      <Field label={text('pairs')} error={good ? undefined : text('range')}>
        {(control) => <NumberInput {...control} value={wanted} onChange={setWanted} />}
      </Field>
      {good && <Before comparison={{ ...asSeries(info), pairs: wanted }} />}
      {failure !== null && <StartFailure failure={failure} onGone={() => setFailure(null)} onRetry={start} />}
    </Dialog>
  );
}

/** How long it takes, and what it can show. */
function Before({ comparison }: { comparison: ComparisonSetup }) {
  const text = useText('compare.setup');
  const more = useText('compare.more');
  const { data, failure } = useEngineRequest('compare.estimate', { comparison });
  return (
    <div className={css.before}>
      {!data && failure !== null ? (
        <ErrorNotice failure={failure} />
      ) : (
        <p>{data ? text.rich('time', { time: formatElapsed(data.totalMs), b: strong }) : text('timeAsking')}</p>
      )}
      <PairsReach pairs={comparison.pairs} question={comparison.question} variants={comparison.variants} />
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
