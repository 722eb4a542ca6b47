import { useState } from 'react';
import { type Failure, type Outcome, succeed } from '../../shared/model/failure.ts';
import { LEFT_OUT, type LeftOut } from '../../shared/model/left-out.ts';
import { tellLeftOut } from '../../shared/phrases/left-out.ts';
import type { PrivateFact } from '../../shared/privacy/fact-collector.ts';
import type { SessionInfo } from '../../shared/protocol/session-contract.ts';
import { desktop } from '../desktop.ts';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { saveCopyWithDialog } from '../state/save-as.ts';
import { downloadSession } from '../transfers.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Choice.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorNotice, Notice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Progress.tsx';
import { showToast } from '../ui/Toast.tsx';
import css from './PrivateDialog.module.css';

interface PrivateDialogProps {
  readonly info: SessionInfo;
  /** Makes a report without these, in place of a copy, and says where it is; absent: a copy is saved. */
  readonly makeReport?: (without: readonly LeftOut[]) => Promise<Outcome<string>>;
  readonly onClose: () => void;
}

/** What a session's file, or a report of it, reveals about whoever recorded it, before it is passed on. */
export function PrivateDialog({ info, makeReport, onClose }: PrivateDialogProps) {
  const text = useText('privacy.file');
  const copy = useText('privacy.copy');
  const report = useText('privacy.report');
  const { data, failure } = useEngineRequest('session.private', { sessionId: info.id });
  const [without, setWithout] = useState<readonly LeftOut[]>([]);
  const [saving, setSaving] = useState(false);
  const [notSaved, setNotSaved] = useState<Failure | null>(null);
  const choices = data ? choicesOf(data.facts) : [];
  const words = makeReport
    ? { title: report('title'), text: report('text'), choose: report('choose'), save: report('save') }
    : { title: text('title'), text: text('text'), choose: copy('title'), save: copy('save') };
  const save = async () => {
    setSaving(true);
    const said = await (makeReport?.(without) ?? saveCopy(info, without, copy));
    setSaving(false);
    if (said === null) return;
    if (!said.ok) return setNotSaved(said.failure);
    showToast(said.value);
    onClose();
  };
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={words.title}
      description={words.text}
      onSubmit={() => void save()}
      footer={
        (makeReport || choices.length > 0) && (
          <Button type="submit" variant="primary" disabled={saving || (makeReport ? !data : without.length === 0)}>
            {saving ? copy('saving') : words.save}
          </Button>
        )
      }
    >
      {notSaved !== null && <ErrorNotice failure={notSaved} />}
      {failure !== null && <ErrorNotice failure={failure} />}
      {!data && failure === null && <Spinner label={text('loading')} />}
      {data && (
        <div className={css.content}>
          {data.leftOut.length > 0 && <Notice tone="info">{tellLeftOut(data.leftOut)}</Notice>}
          {data.keepsValues && <Notice tone="warn">{text('kept')}</Notice>}
          {choices.length > 0 && <Choices title={words.choose} choices={choices} without={without} onChange={setWithout} />}
          <FactTable facts={data.facts} />
          <p className="muted">
            {text('runs', { count: data.runs })} {!data.keepsValues && text('notKept')} {text('absent')}
          </p>
        </div>
      )}
    </Dialog>
  );
}

/** Downloaded in a browser, to a place the system asks for in the desktop window. What is said of it; null: no place was chosen. */
async function saveCopy(
  info: SessionInfo,
  without: readonly LeftOut[],
  text: ReturnType<typeof useText<'privacy.copy'>>,
): Promise<Outcome<string> | null> {
  if (desktop === null) {
    const begun = await downloadSession(info.id, without);
    return begun.ok ? succeed(text('downloading')) : begun;
  }
  const saved = await saveCopyWithDialog(info, without);
  return saved?.ok ? succeed(text('saved', { path: saved.value.path })) : saved;
}

interface Choice {
  readonly part: LeftOut;
  readonly count: number;
}

/** The facts of the table that belong to each part. */
const SUBJECTS: Readonly<Record<LeftOut, readonly PrivateFact['about'][]>> = {
  bodies: ['answerBodies'],
  headers: ['answerHeaders'],
  output: ['output'],
  source: ['source'],
  values: ['environment', 'headers', 'arguments', 'parameters', 'bodies'],
  statements: ['statements'],
  hosts: ['hosts'],
  notes: ['notes'],
  paths: ['paths'],
};

/** Only parts that this session has. */
function choicesOf(facts: readonly PrivateFact[]): Choice[] {
  const countOf = (part: LeftOut) =>
    facts.filter(({ about }) => SUBJECTS[part].includes(about)).reduce((sum, { count, hidden }) => sum + count - hidden, 0);
  return LEFT_OUT.map((part) => ({ part, count: countOf(part) })).filter(({ count }) => count > 0);
}

function Choices(props: {
  title: string;
  choices: readonly Choice[];
  without: readonly LeftOut[];
  onChange: (without: readonly LeftOut[]) => void;
}) {
  const text = useText('privacy.copy');
  const hints: Partial<Record<LeftOut, string>> = {
    ...{ output: text('hint.output'), values: text('hint.values'), paths: text('hint.paths') },
    ...{ statements: text('hint.statements'), hosts: text('hint.hosts') },
  };
  return (
    <fieldset className={css.choices}>
      <legend>{props.title}</legend>
      <p className="muted">{text('text')}</p>
      {props.choices.length > 1 && (
        <Checkbox
          label={text('all')}
          checked={props.choices.every(({ part }) => props.without.includes(part))}
          onChange={(checked) => props.onChange(checked ? props.choices.map(({ part }) => part) : [])}
        />
      )}
      {props.choices.map(({ part, count }) => (
        <Checkbox
          key={part}
          label={text(`choice.${part}`, { count })}
          hint={hints[part]}
          checked={props.without.includes(part)}
          onChange={(checked) => props.onChange(props.without.filter((one) => one !== part).concat(checked ? [part] : []))}
        />
      ))}
    </fieldset>
  );
}

/** Not a regular table: examples are paths, which have to be shown in full. */
function FactTable({ facts }: { facts: readonly PrivateFact[] }) {
  const text = useText('privacy.file');
  return (
    <table className={css.facts} aria-label={text('title')}>
      <colgroup>
        <col className={css.what} />
        <col />
      </colgroup>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{text('subject')}</th>
          <th scope="col">{text('amount')}</th>
        </tr>
      </thead>
      <tbody>
        {facts.map((fact) => (
          <Fact key={fact.about} fact={fact} />
        ))}
      </tbody>
    </table>
  );
}

/** Counted in characters. */
const TEXTS: readonly PrivateFact['about'][] = ['answerBodies', 'output', 'source', 'messages', 'notes'];

function Fact({ fact: { about: subject, count, hidden, parts, example } }: { fact: PrivateFact }) {
  const text = useText('privacy.file');
  const about = useText('privacy.about');
  const many = TEXTS.includes(subject) ? text('characters', { count }) : text('count', { count });
  return (
    <tr>
      <th scope="row" className={subject === 'suspicious' ? css.suspicious : undefined}>
        {about(subject)}
      </th>
      <td>
        {hidden === 0 ? many : text('leftOut', { amount: many, hidden })}{' '}
        <span className="muted">{text('where', { parts: parts.join(', ') })}</span>
        {example !== null && <div className={css.example}>{example}</div>}
      </td>
    </tr>
  );
}
