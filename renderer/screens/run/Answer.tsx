import { type AnswerPart, computeAnswer } from '../../../shared/analysis/answer.ts';
import type { RunReport } from '../../../shared/model/report.ts';
import { formatCount, formatMs, formatPercent, formatRate } from '../../i18n/format.ts';
import { useText } from '../../i18n/i18n.tsx';
import css from './Answer.module.css';

/** The answer in a sentence, before any picture. Its room is kept while there is none yet. */
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

/** What the reader takes home; set larger. */
function isHeadline({ kind }: AnswerPart): boolean {
  return kind !== 'completed' && kind !== 'loop';
}

function Part({ part, live }: { part: AnswerPart; live: boolean }) {
  const text = useText('run.answer');
  const share = useShare();
  switch (part.kind) {
    case 'failures': {
      const { failed, unexpected } = part;
      const percents = { failedPercent: share(part.failedPercent), unexpectedPercent: share(part.unexpectedPercent) };
      if (failed === 0) return <strong className={css.bad}>{text('unexpectedOnly', { unexpected, ...percents })} </strong>;
      if (unexpected === 0) return <strong className={css.bad}>{text('failedOnly', { failed, ...percents })} </strong>;
      return <strong className={css.bad}>{text('failedBoth', { failed, unexpected: formatCount(unexpected), ...percents })} </strong>;
    }
    case 'within':
      return <strong>{text('within', { percent: formatPercent(part.percent, 0), time: formatMs(part.ms) })} </strong>;
    case 'not-enough':
      return <strong>{text('notEnough', { count: part.count })} </strong>;
    case 'completed': {
      const values = { completed: formatCount(part.completed), sent: formatCount(part.sent) };
      return (
        <span>
          {part.perSecond === null
            ? text('completed', values)
            : text('completedRate', { ...values, rate: formatRate(part.perSecond) })}{' '}
        </span>
      );
    }
    case 'loop':
      return <span>{text('loop', { percent: formatPercent(part.percent) })} </span>;
    case 'nothing':
      return <span>{live ? text('nothingYet') : text('nothing')}</span>;
  }
}

/** A share that is not zero is never shown as zero. */
function useShare(): (percent: number) => string {
  const text = useText('run.answer');
  return (percent) => (percent > 0 && percent < 0.1 ? text('lessThan', { percent: formatPercent(0.1) }) : formatPercent(percent));
}
