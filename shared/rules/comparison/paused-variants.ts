/** Responses paused in runs of a variant (../run/responses/pauses.ts), of which percentiles, and verdicts on them, know little. */

import { findPauses } from '../../analysis/silence.ts';
import type { Milliseconds } from '../../base/units.ts';
import { variantLetter } from '../../model/comparison/comparison.ts';
import { say } from '../../words/said.ts';
import { findWithin } from '../run/latency/within.ts';
import { comparisonWarning, countedOf, finishedOf } from './compared.ts';

/** Of the runs of a variant: fewer may be the machine. */
const SAID_SHARE = 1 / 2;

export const pausedVariants = comparisonWarning('paused-variants', (compared) => {
  const counted = countedOf(finishedOf(compared));
  return compared.setup.variants.flatMap((_, variant) => {
    const reports = counted.flatMap((pass) => (pass.variant === variant ? [pass.report] : []));
    const longest: Milliseconds[] = reports.flatMap((report) => {
      const said = findWithin(report);
      return (said && findPauses(report, said)?.longest.ms) ?? [];
    });
    if (longest.length <= reports.length * SAID_SHARE) return [];
    const time = { figure: Math.max(...longest), as: 'elapsed' } as const;
    return [say('comparisonWarning.paused', { paused: longest.length, count: reports.length, variant: variantLetter(variant), time })];
  });
});
