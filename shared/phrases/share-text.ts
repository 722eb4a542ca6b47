import type { Percent } from '../base/units.ts';
import { formatPercent } from '../format/figures.ts';
import { text } from '../words/words.ts';

/** A share that is not zero is never shown as zero. */
export function shareText(percent: Percent): string {
  return percent > 0 && percent < 0.1 ? text('run.answer.lessThan', { percent: formatPercent(0.1) }) : formatPercent(percent);
}
