/** Rounds that were run again in place of others that could not be measured. */
import { say } from '../../words/said.ts';
import { comparisonWarning } from './compared.ts';

export const replacedRounds = comparisonWarning('replaced-rounds', ({ passes, setup: { pairs: planned } }) => {
  const rounds = new Set(passes.filter(({ kind, round }) => kind === 'measured' && round >= planned).map(({ round }) => round)).size;
  return rounds === 0 ? [] : [say('comparisonWarning.replaced', { count: rounds, planned })];
});
