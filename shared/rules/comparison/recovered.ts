/** Read from the journal of a process that was ended. */
import { say } from '../../words/said.ts';
import { comparisonWarning } from './compared.ts';

export const recovered = comparisonWarning('recovered', (compared) => (compared.recovered ? [say('comparisonWarning.recovered')] : []), {
  ofGrids: true,
});
