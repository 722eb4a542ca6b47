/** Requests that went wrong, by variant: a server that fails quickly looks fast. Runs that were excluded for this are counted, too. */
import { type KnownOutcomes, knownOutcomesOf } from '../../analysis/verdicts/by-tool.ts';
import type { Ratio } from '../../base/units.ts';
import { variantLetter } from '../../model/comparison/comparison.ts';
import { STOPPED_PASS } from '../../model/comparison/exclusion.ts';
import { type Enumeration, type Said, say } from '../../words/said.ts';
import { sayShare } from '../share.ts';
import { type Compared, finishedOf } from './compared.ts';

/** Shares below are a few resets at the end of a connection's life. */
const SAID_SHARE = 0.01;
/** Smaller differences between variants are not reported. */
const SAID_DIFFERENCE = 0.001;

/** Measured runs that were not cut short. */
export function wholeRunsOf(compared: Compared) {
  return finishedOf(compared).filter(({ kind, failed }) => kind === 'measured' && failed !== STOPPED_PASS);
}

/** Null: not told. */
type Count = (outcomes: KnownOutcomes) => number | null;

/** "A none, B 12.5 %", over all runs of each variant; null: nothing to report. What a file does not say is not known, and not none. */
export function tellShares(compared: Compared, partOf: Count, wholeOf: Count): Enumeration | null {
  const told = compared.setup.variants.map((_, variant) => shareOf(compared, variant, partOf, wholeOf));
  const known = told.filter((share): share is Ratio => typeof share === 'number');
  const [least, most] = known.length === 0 ? [0, 0] : [Math.min(...known), Math.max(...known)];
  const isSaid = most > SAID_SHARE || most - least >= SAID_DIFFERENCE || told.includes('not told');
  if (!isSaid) return null;
  const list = told.map((share, variant) => say('comparisonWarning.value', { variant: variantLetter(variant), value: sayOne(share) }));
  return { list, by: 'comma' };
}

/** `unread`: its load command said nothing that can be read, which is said elsewhere. */
function shareOf(compared: Compared, of: number, partOf: Count, wholeOf: Count): Ratio | 'not told' | 'unread' {
  let [part, whole] = [0, 0];
  for (const { variant, report } of wholeRunsOf(compared)) {
    if (variant !== of) continue;
    const outcomes = knownOutcomesOf(report);
    if (outcomes === null) return 'unread';
    const [own, all] = [partOf(outcomes), wholeOf(outcomes)];
    if (own === null || all === null) return 'not told';
    part += own;
    whole += all;
  }
  return whole === 0 ? 0 : part / whole;
}

function sayOne(share: Ratio | 'not told' | 'unread'): Said {
  if (typeof share !== 'number') return say('comparisonWarning.shareUnknown');
  return share === 0 ? say('comparisonWarning.shareNone') : sayShare(share, 'comparisonWarning');
}
