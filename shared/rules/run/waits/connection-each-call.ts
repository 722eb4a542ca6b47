/** Connections are opened for calls instead of being kept. */
import { type OpenedFor, openedForCalls } from '../../../analysis/opened-connections.ts';
import { timeInServerMs } from '../../../analysis/waits-of-run.ts';
import { showHidden } from '../../../base/show-hidden.ts';
import type { Percent } from '../../../base/units.ts';
import { formatMs, formatPercent } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

interface EachCall extends OpenedFor {
  readonly kind: 'connection-each-call';
}

/** Of the time in the server. */
const SHARE_FROM: Percent = 1;

function findEachCall(run: RunReport): EachCall | null {
  const inServer = timeInServerMs(run);
  const [most] = openedForCalls(run, 'all').filter(({ totalMs }) => 100 * totalMs >= SHARE_FROM * inServer);
  return most === undefined ? null : { kind: 'connection-each-call', ...most };
}

export const connectionEachCall: Rule<RunReport, EachCall> = {
  id: 'connection-each-call',
  severity: 'info',
  line: 'rest',
  codes: ['connection-each-call'],
  find: findEachCall,
  says: ({ to, percent, meanMs }) =>
    text('run.answer.connectionEachCall', { to: showHidden(to), percent: formatPercent(percent, 0), time: formatMs(meanMs) }),
  advice: () => say('advice.keepConnections'),
};
