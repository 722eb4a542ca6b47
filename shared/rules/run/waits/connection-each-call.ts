/** Connections are opened for calls instead of being kept. */
import { byPeer, FEWEST, isOfServer, timeInServerMs } from '../../../analysis/waits-of-run.ts';
import { showHidden } from '../../../base/show-hidden.ts';
import type { Milliseconds, Percent } from '../../../base/units.ts';
import { formatMs, formatPercent } from '../../../format/figures.ts';
import type { RunReport, WaitFigures } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

interface EachCall {
  readonly kind: 'connection-each-call';
  readonly to: string;
  readonly percent: Percent;
  readonly meanMs: Milliseconds;
}

/** Connections that are kept are opened once for many calls. */
const MANY_FROM: Percent = 50;
/** Of the time in the server. */
const SHARE_FROM: Percent = 1;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443 };

/** Null: it is not one of TCP. */
function portOf(to: string): number | null {
  const [, scheme = '', port] = /^([a-z]{1,20}):\/\/[^/]{0,300}?(?::(\d{1,5}))?$/.exec(to) ?? [];
  return port === undefined ? (DEFAULT_PORTS[scheme] ?? null) : Number(port);
}

const callsOf = (rows: readonly WaitFigures[]): number => rows.reduce((sum, { calls }) => sum + calls, 0);

function findEachCall(run: RunReport): EachCall | null {
  const inServer = timeInServerMs(run);
  const opened = (run.waits ?? []).filter(({ kind, route }) => kind === 'connect' && route === null);
  const peers = byPeer(run, isOfServer);
  const found = peers.flatMap((rows): EachCall[] => {
    const port = portOf(rows[0]!.to);
    // Of two servers with the same port it is not known whose connections they are.
    const isAlone = peers.filter(([one]) => portOf(one!.to) === port).length === 1;
    const of = port === null || !isAlone ? [] : opened.filter(({ to }) => portOf(to) === port);
    const [calls, connections] = [callsOf(rows), callsOf(of)];
    const ms = of.reduce((sum, one) => sum + one.inProgressMs.mean * one.calls, 0);
    const percent = Math.min(100, (100 * connections) / calls);
    if (connections < FEWEST || percent < MANY_FROM || 100 * ms < SHARE_FROM * inServer) return [];
    return [{ kind: 'connection-each-call', to: rows[0]!.to, percent, meanMs: ms / connections }];
  });
  return found.sort((a, b) => b.meanMs - a.meanMs)[0] ?? null;
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
