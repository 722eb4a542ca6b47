import { type ReactNode, useState } from 'react';
import { saySilenceGoingOn } from '../../../../shared/analysis/silence.ts';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import type { HotFunction, RunReport } from '../../../../shared/model/report.ts';
import type { CompareExperiment } from '../../../../shared/model/setup/experiment.ts';
import { placeOfCode } from '../../../../shared/phrases/code-place.ts';
import type { RunProgress } from '../../../../shared/protocol/run-contract.ts';
import { answerOf } from '../../../../shared/report/sentences.ts';
import { type AnswerPart, BAD_NEWS, computeAnswer, experimentOf, lineOf, tellAnswer } from '../../../../shared/rules/answer.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { hashOf } from '../../../state/route.ts';
import css from './Answer.module.css';

interface AnswerProps {
  readonly run: RunReport | null;
  readonly live: boolean;
  /** While it is live. */
  readonly progress: RunProgress | null;
  /** A window, a route, a thread or a process is chosen, which these sentences do not follow: they say so. */
  readonly isOfMore: boolean;
  /** Since it was live: the lines keep their places. */
  readonly watched: boolean;
  /** One line, until more is asked for: the room is that of what is below. */
  readonly isShort: boolean;
  /** Shows a function in the flame graph. */
  readonly onFrame: (frame: HotFunction) => void;
  /** Sets up a comparison of the run with another; null: its set-up is not known. */
  readonly onCompare: ((experiment: CompareExperiment) => void) | null;
}

/** The result in sentences, above all charts. Its space is reserved, so that they do not move. */
export function Answer(props: AnswerProps) {
  const { run, live, progress, isOfMore, onFrame, onCompare } = props;
  const text = useText('run.answer');
  if (run?.byCommand !== undefined) return <AnswerOfCommand {...props} run={run} />;
  const parts = run === null ? [] : computeAnswer(run);
  const line = (name: ReturnType<typeof lineOf>) =>
    parts
      .filter((part) => lineOf(part) === name)
      .map((part) => <Part key={part.kind} run={run!} part={part} live={live} onFrame={onFrame} onCompare={onCompare} />);
  const why = line('why');
  const silence = live && run !== null && progress !== null ? saySilenceGoingOn(progress, run) : null;
  return (
    <Lines
      {...props}
      headline={
        <>
          {isOfMore && <WholeRun />}
          {silence !== null && <strong className={css.bad}>{wordSaid(silence)} </strong>}
          {live && parts.length > 0 && <span className="muted">{text('soFar')} </span>}
          {line('headline')}
        </>
      }
      why={why}
      known={
        why.length > 0 && (
          <a className={css.help} href={hashOf({ screen: 'help', page: 'ANSWER', ...sectionAbout(parts) })}>
            {text('help')}
          </a>
        )
      }
      rest={line('rest')}
    />
  );
}

interface LinesProps extends Pick<AnswerProps, 'watched' | 'isShort'> {
  readonly headline: ReactNode;
  readonly why?: ReactNode;
  /** Where it is explained. */
  readonly known?: ReactNode;
  readonly rest: ReactNode;
}

function Lines({ headline, why, known, rest, watched, isShort }: LinesProps) {
  const text = useText('run.answer');
  const [isOpened, setOpened] = useState(false);
  const toggle = isShort && (
    <button type="button" className={css.toggle} aria-expanded={isOpened} onClick={() => setOpened(!isOpened)}>
      {text(isOpened ? 'less' : 'whole')}
    </button>
  );
  if (isShort && !isOpened)
    return (
      <section className={css.short} aria-label={text('label')}>
        <p className={css.line}>
          {headline}
          {why}
        </p>
        {known}
        {toggle}
      </section>
    );
  return (
    <section className={css.answer} data-watched={watched} aria-label={text('label')}>
      <p className={css.headline}>{headline}</p>
      <p>
        {why}
        {known}
      </p>
      <p className={css.rest}>
        {rest} {toggle}
      </p>
    </section>
  );
}

/** Where a command made the load, in the words in which results of its tool are told. */
function AnswerOfCommand({ run, live, watched, isOfMore, isShort }: AnswerProps & { readonly run: RunReport }) {
  const text = useText('run.answer');
  const { lead, why, rest, bad } = answerOf(run);
  return (
    <Lines
      watched={watched}
      isShort={isShort}
      headline={
        <>
          {isOfMore && <WholeRun />}
          {live ? text('commandGoesOn') : <strong className={bad ? css.bad : undefined}>{lead}</strong>}
        </>
      }
      rest={!live && [...why, ...rest].join(' ')}
    />
  );
}

function WholeRun() {
  const text = useText('run.answer');
  return (
    <span className="muted" title={text('wholeRunMore')}>
      {text('wholeRun')}{' '}
    </span>
  );
}

/** The first section of the page that is about one of the sentences; what is about others follows it. */
function sectionAbout(parts: readonly AnswerPart[]): { readonly section?: string } {
  const has = (kind: RegExp) => parts.some((part) => kind.test(part.kind));
  if (has(/^waits-/)) return { section: 'work-and-waiting' };
  return has(/^code/) ? { section: 'which-code' } : {};
}

interface PartProps extends Pick<AnswerProps, 'live' | 'onFrame' | 'onCompare'> {
  readonly part: AnswerPart;
  readonly run: RunReport;
}

function Part({ part, run, live, onFrame, onCompare }: PartProps) {
  const text = useText('run.answer');
  const said = live && part.kind === 'nothing' ? text('nothingYet') : tellAnswer(part);
  if (BAD_NEWS.includes(part.kind)) return <strong className={css.bad}>{said} </strong>;
  if (lineOf(part) === 'headline' && part.kind !== 'nothing') return <strong>{said} </strong>;
  const experiment = experimentOf(part, run);
  if (experiment?.kind === 'compare' && onCompare !== null)
    return (
      <span>
        {said}{' '}
        <button type="button" className={css.frame} onClick={() => onCompare(experiment)}>
          {text('compareButton', { connections: Number(experiment.changes['load.connections'] ?? 0) })}
        </button>{' '}
      </span>
    );
  const frame = 'own' in part ? part.own : null;
  return <span>{frame === null ? said : <WithFrame said={said} frame={frame} onFrame={onFrame} />} </span>;
}

/** The sentence with the place in it as a link to the frame. */
function WithFrame({ said, frame, onFrame }: { said: string; frame: HotFunction } & Pick<AnswerProps, 'onFrame'>) {
  const text = useText('run.answer');
  const place = placeOfCode(frame);
  const at = said.indexOf(place);
  return (
    <>
      {said.slice(0, at)}
      <button type="button" className={css.frame} title={text('showFrame')} onClick={() => onFrame(frame)}>
        {place}
      </button>
      {said.slice(at + place.length)}
    </>
  );
}
