import { type AnswerPart, computeAnswer, isHeadline } from '../../../shared/analysis/answer.ts';
import type { RunReport } from '../../../shared/model/report.ts';
import { tellAnswer } from '../../../shared/words/answer.ts';
import { useText } from '../../i18n/i18n.tsx';
import css from './Answer.module.css';

/** The result in a sentence, above all charts. Its space is reserved while there is none yet. */
export function Answer({ run, live }: { run: RunReport | null; live: boolean }) {
  const text = useText('run.answer');
  const parts = run === null ? [] : computeAnswer(run);
  const show = (part: AnswerPart) => <Part key={part.kind} part={part} live={live} />;
  return (
    <section className={css.answer} aria-label={text('label')}>
      <p className={css.headline}>{parts.filter(isHeadline).map(show)}</p>
      <p className={css.rest}>{parts.filter((part) => !isHeadline(part)).map(show)}</p>
    </section>
  );
}

const BAD: readonly AnswerPart['kind'][] = ['failures', 'load-failed'];

function Part({ part, live }: { part: AnswerPart; live: boolean }) {
  const text = useText('run.answer');
  const said = live && part.kind === 'nothing' ? text('nothingYet') : tellAnswer(part);
  if (BAD.includes(part.kind)) return <strong className={css.bad}>{said} </strong>;
  return isHeadline(part) && part.kind !== 'nothing' ? <strong>{said} </strong> : <span>{said} </span>;
}
