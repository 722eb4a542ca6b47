/** Runs that are compared, side by side. */
import type { Pass } from '../../model/comparison/pass.ts';
import type { RunReport } from '../../model/report.ts';

type Counted = Pick<Pass, 'variant' | 'round'> & { readonly report: RunReport };

export interface RunPair {
  readonly left: RunReport;
  readonly right: RunReport;
}

/** Of rounds in which both have one. */
export function pairsOf(counted: readonly Counted[], a: number, b: number): RunPair[] {
  return counted
    .filter(({ variant }) => variant === a)
    .flatMap(({ report: left, round }) => {
      const right = counted.find((one) => one.variant === b && one.round === round)?.report;
      return right === undefined ? [] : [{ left, right }];
    });
}
