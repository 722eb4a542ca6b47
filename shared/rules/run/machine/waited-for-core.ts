/** The threads of the profile had no core for a good part of the time in which they could have run (the thresholds: ../../waited-for-core.ts). */
import { waitedForCoreMs } from '../../../analysis/waited-for-core.ts';
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';

export const waitedForCore = warning<RunReport>('waited-for-core', (run) => {
  const waited = waitedForCoreMs(run);
  if (waited === null) return [];
  const cpu = { figure: run.profile!.threadCpuMs, as: 'time' } as const;
  return [say('runWarning.waitedForCore', { cpu, waited: { figure: waited, as: 'time' } })];
});
