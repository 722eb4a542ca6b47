/** How far measured latencies lie from what queueing theory says, in a sentence or two. */
import type { Queue } from '../analysis/queueing.ts';
import { formatDifference, formatMs, formatNumber, formatSignificant } from '../format/figures.ts';
import { variantLetter } from '../model/comparison/comparison.ts';
import { text } from '../words/words.ts';

export function tellQueue({ serviceMs, perSecond, utilization, theoryMs, measuredMs, random, runs, off, disturbedMs }: Queue): string {
  const facts = {
    letter: variantLetter(random),
    service: formatMs(serviceMs),
    rate: formatSignificant(perSecond),
    busy: formatNumber(100 * utilization),
    measured: formatMs(measuredMs),
    runs: runs.filter(({ variant }) => variant === random).length,
  };
  if (disturbedMs !== null) {
    const known = { known: theoryMs === null ? 'no' : 'yes', theory: formatMs(theoryMs) };
    return text('compare.queue.disturbed', { ...facts, even: formatMs(disturbedMs), ...known });
  }
  if (theoryMs === null) return text('compare.queue.full', facts);
  const theory = { ...facts, theory: formatMs(theoryMs) };
  if (off === null) return text('compare.queue.near', theory);
  const { median, low, high } = off;
  return text('compare.queue.told', {
    ...theory,
    off: formatDifference(median),
    low: formatDifference(low),
    high: formatDifference(high),
  });
}
