/** The run is shorter than it was meant to be. */

import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';

export const endedEarly = warning<RunReport>('ended-early', ({ ending }) => {
  switch (ending) {
    case 'stopped':
      return [say('runWarning.stopped')];
    case 'target-exited':
      return [say('runWarning.targetExited')];
    case 'recovered':
      return [say('runWarning.recovered')];
    case 'failed':
      return [say('runWarning.failed')];
    default:
      return [];
  }
});
