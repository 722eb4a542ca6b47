/** TLS is agreed on again for calls, and responses wait for that. */
import { type OpenedFor, openedForCalls } from '../../../analysis/opened-connections.ts';
import { timeInServerMs } from '../../../analysis/waits-of-run.ts';
import { showHidden } from '../../../base/show-hidden.ts';
import type { Percent } from '../../../base/units.ts';
import { formatMs, formatPercent } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

interface SlowTls extends OpenedFor {
  readonly kind: 'slow-tls';
}

/** Of the time in the server: a handshake always takes its way there and back; where it is less than this, something else makes responses slow. */
const SHARE_FROM: Percent = 10;

function findSlowTls(run: RunReport): SlowTls | null {
  const inServer = timeInServerMs(run);
  const [most] = openedForCalls(run, 'tls').filter(({ totalMs }) => 100 * totalMs >= SHARE_FROM * inServer);
  return most === undefined ? null : { kind: 'slow-tls', ...most };
}

export const slowTls: Rule<RunReport, SlowTls> = {
  id: 'slow-tls',
  severity: 'info',
  line: 'why',
  codes: ['slow-tls'],
  // It says what of that takes so long.
  silences: ['connection-each-call'],
  find: findSlowTls,
  says: ({ to, percent, meanMs }) =>
    text('run.answer.slowTls', { to: showHidden(to), percent: formatPercent(percent, 0), time: formatMs(meanMs) }),
  advice: () => say('advice.keepConnections'),
};
