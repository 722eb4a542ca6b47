/** The throughput of a variant whose responses stopped is not that of a server that responds (the argument: stopped-variants.ts). */
import { findStoppedRuns } from '../../analysis/verdicts/stopped-variants.ts';
import { say } from '../../words/said.ts';
import { comparisonWarning } from './compared.ts';

export const silentVariants = comparisonWarning('silent-variants', ({ setup, passes }) => {
  const letters = setup.variants.flatMap((_, variant) => findStoppedRuns(passes, variant)?.variant ?? []);
  return letters.length === 0 ? [] : [say('comparisonWarning.silent', { variants: { list: letters, by: 'and' } })];
});
