/** Requests that went wrong, by variant: a server that fails quickly looks fast. Runs that were excluded for this are counted, too. */
import { variantLetter } from '../../../model/comparison.ts';
import { STOPPED_PASS } from '../../../model/exclusion.ts';
import type { RunReport } from '../../../model/report.ts';
import { type Enumeration, type Said, say } from '../../../words/said.ts';
import { requestsOf } from '../../by-tool.ts';
import { type Compared, finishedOf } from './compared.ts';

/** Shares below are a few resets at the end of a connection's life. */
const SAID_SHARE = 0.01;
/** Smaller differences between variants are not reported. */
const SAID_DIFFERENCE = 0.001;

type Requests = RunReport['requests'];

/** Measured runs that were not cut short. */
export function wholeRunsOf(compared: Compared) {
  return finishedOf(compared).filter(({ kind, failed }) => kind === 'measured' && failed !== STOPPED_PASS);
}

/** "A none, B 12.5 %", over all runs of each variant; null: nothing to report. */
export function tellShares(
  compared: Compared,
  partOf: (requests: Requests) => number,
  wholeOf: (requests: Requests) => number,
): Enumeration | null {
  const whole = wholeRunsOf(compared);
  const shares = compared.setup.variants.map((_, of) => {
    const runs = whole.filter(({ variant }) => variant === of).map(({ report }) => requestsOf(report));
    const sum = (figure: (requests: Requests) => number): number => runs.reduce((all, run) => all + figure(run), 0);
    return sum(wholeOf) === 0 ? 0 : sum(partOf) / sum(wholeOf);
  });
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  if (most <= SAID_SHARE && most - least < SAID_DIFFERENCE) return null;
  const list = shares.map((share, variant) => say('comparisonWarning.value', { variant: variantLetter(variant), value: sayShare(share) }));
  return { list, by: 'comma' };
}

/** Never "none" for something that happened, never "100 %" for something that did not always. */
function sayShare(share: number): Said {
  if (share === 0) return say('comparisonWarning.shareNone');
  if (share < 0.001) return say('comparisonWarning.shareLess');
  if (share > 0.999 && share < 1) return say('comparisonWarning.shareMore');
  return say('comparisonWarning.share', { percent: Number((share * 100).toFixed(1)) });
}
