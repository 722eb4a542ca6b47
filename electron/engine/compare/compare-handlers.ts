/** What answers the requests about comparisons. */
import { fail } from '../../../shared/model/failure.ts';
import { comparisonRequests } from '../../../shared/protocol/comparison-contract.ts';
import type { Handlers } from '../handlers.ts';

type ComparisonRequestName = keyof typeof comparisonRequests;
export type ComparisonHandlers = Pick<Handlers, ComparisonRequestName>;

export function createComparisonHandlers(): ComparisonHandlers {
  const refuse = async () => fail('not-available', 'Comparing is not in this build.');
  return Object.fromEntries(Object.keys(comparisonRequests).map((name) => [name, refuse])) as unknown as ComparisonHandlers;
}
