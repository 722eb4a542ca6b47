/** Warnings of a comparison that say what others did on the machine meanwhile, and of runs that were not steady, as they are then. */
import { isVerbatim, type Said, type SaidKey } from './said.ts';

const OF_OTHERS: readonly SaidKey[] = ['comparisonWarning.foreign', 'comparisonWarning.steal'];
const OF_UNSTEADY_RUNS: readonly SaidKey[] = ['comparisonWarning.unsteady', 'comparisonWarning.unsteadyWarming'];

const isOneOf = (keys: readonly SaidKey[], said: Said): boolean => !isVerbatim(said) && (keys as readonly string[]).includes(said.key);

export function isOfBusyMachine(said: Said): boolean {
  return isOneOf([...OF_OTHERS, ...OF_UNSTEADY_RUNS], said);
}

/** Others were busy in at least half of the runs. */
export function wereMostDisturbed(warnings: readonly Said[]): boolean {
  return warnings.some((said) => {
    if (isVerbatim(said) || !isOneOf(OF_OTHERS, said)) return false;
    const { disturbed, count } = said.params ?? {};
    return typeof disturbed === 'number' && typeof count === 'number' && 2 * disturbed >= count;
  });
}
