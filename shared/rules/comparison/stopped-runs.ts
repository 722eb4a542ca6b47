/** Runs that a stop by the user cut short. */
import { STOPPED_PASS } from '../../model/comparison/exclusion.ts';
import { say } from '../../words/said.ts';
import { comparisonWarning } from './compared.ts';

export const stoppedRuns = comparisonWarning('stopped-runs', ({ passes, ending }) => {
  const stopped = passes.filter(({ kind, excluded }) => kind === 'measured' && excluded === STOPPED_PASS).length;
  return stopped > 0 && ending === 'stopped' ? [say('comparisonWarning.stopped', { count: stopped })] : [];
});
