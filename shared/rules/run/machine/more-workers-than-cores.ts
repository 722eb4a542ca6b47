/** More load processes than cores take the server's. */
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';

export const moreWorkersThanCores = warning<RunReport>('more-workers-than-cores', ({ load: { workers }, machine }) =>
  !machine || workers < 2 || workers <= machine.cores ? [] : [say('runWarning.workers', { workers, cores: machine.cores })],
);
