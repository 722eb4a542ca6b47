/** The threads that were seen do not account for the CPU time of their process. */
import { describeUnseenThreads } from '../../../analysis/other-threads.ts';
import type { RunReport } from '../../../model/report.ts';
import { warning } from '../../rule.ts';

export const unseenThreads = warning<RunReport>('unseen-threads', describeUnseenThreads);
