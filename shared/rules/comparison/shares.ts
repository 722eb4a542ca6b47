/** Requests that went wrong, by variant: a server that fails quickly looks fast. Runs that were excluded for this are counted, too. */
import { requestsOf } from '../../analysis/verdicts/by-tool.ts';
import { variantLetter } from '../../model/comparison/comparison.ts';
import { STOPPED_PASS } from '../../model/comparison/exclusion.ts';
import type { RunReport } from '../../model/report.ts';
import { type Enumeration, say } from '../../words/said.ts';
import { sayShare } from '../share.ts';
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
  const list = shares.map((share, variant) => {
    const value = share === 0 ? say('comparisonWarning.shareNone') : sayShare(share, 'comparisonWarning');
    return say('comparisonWarning.value', { variant: variantLetter(variant), value });
  });
  return { list, by: 'comma' };
}
