/** Warnings of a comparison that say what others did on the machine meanwhile, and of runs that were not steady, as they are then. */
import { firstOf, isOneOf, isVerbatim, type Said, type SaidKey } from '../words/said.ts';

export type Others = 'programs' | 'host';

const OF_OTHERS: Readonly<Record<Others, SaidKey>> = { programs: 'comparisonWarning.foreign', host: 'comparisonWarning.steal' };
const OF_UNSTEADY_RUNS: readonly SaidKey[] = ['comparisonWarning.unsteady'];

/** Of others, or of runs that were not steady. */
export function isOfUnquietRuns(said: Said): boolean {
  return isOneOf(said, [...Object.values(OF_OTHERS), ...OF_UNSTEADY_RUNS]);
}

/** Who of them is told to have been busy, in any of the runs. */
export function othersIn(warnings: readonly Said[]): Others[] {
  return (['programs', 'host'] as const).filter((others) => find(warnings, others) !== undefined);
}

/** Who was busy in most of the runs; null: nobody. */
export function othersInMost(warnings: readonly Said[]): Others | null {
  const inMost = othersIn(warnings).find((others) => {
    const { disturbed, count } = find(warnings, others)!.params ?? {};
    return typeof disturbed === 'number' && typeof count === 'number' && 2 * disturbed > count;
  });
  return inMost ?? null;
}

function find(warnings: readonly Said[], others: Others) {
  return warnings
    .map(firstOf)
    .flatMap((said) => (isVerbatim(said) ? [] : [said]))
    .find(({ key }) => key === OF_OTHERS[others]);
}
