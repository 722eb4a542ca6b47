/** CPU time of threads that the profile, or the figure of the event loop, does not show (the thresholds: other-threads.ts). */
import { describeOtherThreads } from '../../../analysis/other-threads.ts';
import type { RunReport } from '../../../model/report.ts';
import { warning } from '../../rule.ts';

export const busyThreads = warning<RunReport>('busy-threads', describeOtherThreads);
