/** The run is shorter than it was meant to be. */

import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';

export const endedEarly = warning<RunReport>('ended-early', ({ ending, requests }) => {
  switch (ending) {
    case 'stopped':
      return [say('runWarning.stopped')];
    case 'target-exited':
      return [say('runWarning.targetExited')];
    case 'recovered':
      return [say('runWarning.recovered')];
    case 'failed':
      // Before the first request there are no figures; why is said by the failure.
      return requests.sent === 0 ? [] : [say('runWarning.failed')];
    default:
      return [];
  }
});
