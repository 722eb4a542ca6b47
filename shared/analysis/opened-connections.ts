/** How often connections are opened for calls to other servers, and how long that takes. */
import type { Milliseconds, Percent } from '../base/units.ts';
import type { RunReport, WaitFigures } from '../model/report.ts';
import { byPeer, FEWEST, isOfServer } from './waits-of-run.ts';

export interface OpenedFor {
  readonly to: string;
  /** Of the calls. */
  readonly percent: Percent;
  /** Of one connection, and of all together. */
  readonly meanMs: Milliseconds;
  readonly totalMs: Milliseconds;
}

/** Connections that are kept are opened once for many calls. */
const MANY_FROM: Percent = 50;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443 };
/** As the agent calls them. */
const HANDSHAKE = 'TLS handshake';

/** Null: it is not one of TCP. */
function portOf(to: string): number | null {
  const [, scheme = '', port] = /^([a-z]{1,20}):\/\/[^/]{0,300}?(?::(\d{1,5}))?$/.exec(to) ?? [];
  return port === undefined ? (DEFAULT_PORTS[scheme] ?? null) : Number(port);
}

const callsOf = (rows: readonly WaitFigures[]): number => rows.reduce((sum, { calls }) => sum + calls, 0);
const msOf = (rows: readonly WaitFigures[]): Milliseconds => rows.reduce((sum, one) => sum + one.inProgressMs.mean * one.calls, 0);

/** `of`: all that is done to open a connection, or its TLS alone. Only where a connection is opened for many of the calls; the longest in all first. */
export function openedForCalls(run: RunReport, of: 'all' | 'tls'): OpenedFor[] {
  const opening = (run.waits ?? []).filter(({ kind, route }) => kind === 'connect' && route === null);
  const peers = byPeer(run, isOfServer);
  const found = peers.flatMap((rows): OpenedFor[] => {
    const port = portOf(rows[0]!.to);
    // Of two servers with the same port it is not known whose connections they are.
    const isAlone = peers.filter(([one]) => portOf(one!.to) === port).length === 1;
    const ofPort = port === null || !isAlone ? [] : opening.filter(({ to }) => portOf(to) === port);
    const counted = ofPort.filter(({ name }) => (name === HANDSHAKE) === (of === 'tls'));
    const connections = callsOf(counted);
    const percent = Math.min(100, (100 * connections) / callsOf(rows));
    if (connections < FEWEST || percent < MANY_FROM) return [];
    const totalMs = msOf(of === 'tls' ? counted : ofPort);
    return [{ to: rows[0]!.to, percent, meanMs: totalMs / connections, totalMs }];
  });
  return found.sort((a, b) => b.totalMs - a.totalMs);
}
