/** At the end of the run no response came (the argument and the thresholds: silence.ts). The other figures are of the time before. */
import { findStopped, saySilence } from '../../../analysis/silence.ts';
import type { RunReport } from '../../../model/report.ts';
import type { Said } from '../../../words/said.ts';
import type { Rule } from '../../rule.ts';

interface Silent {
  readonly kind: 'silent';
  readonly says: Said;
}

export const stoppedAnswering: Rule<RunReport, Silent> = {
  id: 'stopped-answering',
  about: 'silence',
  severity: 'trust',
  line: 'headline',
  codes: ['silent'],
  warns: true,
  // Averages over a time in which responses came and one in which none did are of neither, and so is how busy an event loop was. No warm-up would help, and whatever limited the load before,
  // throughput ended because no response arrived.
  silences: ['rate', 'level-change', 'waiting', 'loops', 'generator-limit', 'unsteady', 'generator-limited'],
  find: (run) => {
    const stopped = findStopped(run);
    return stopped && { kind: 'silent', says: saySilence(stopped, run.load) };
  },
  says: ({ says }) => says,
  evidence: (run) => {
    const stopped = findStopped(run);
    return [
      { name: 'silentMs', value: stopped?.ms ?? 0, unit: 'ms' },
      { name: 'inFlight', value: stopped?.inFlight ?? 0, unit: '' },
    ];
  },
};
