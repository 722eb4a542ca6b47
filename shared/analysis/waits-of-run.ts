/** What the rules about waiting look at: the route that most time goes to, its calls, and pools of connections. */
import type { Milliseconds, Percent } from '../base/units.ts';
import type { RouteFigures, RunReport, WaitFigures } from '../model/report.ts';
import { ASKED_OF_SERVERS, IN_THREAD_POOL } from '../model/waits.ts';

/** With fewer calls or requests, one odd one is a large part of a mean. */
export const FEWEST: number = 20;
/** With more calls of which it is not known whose they were, what a response waited for is told too short. */
const LEAST_KNOWN: Percent = 90;

export const isOfServer = ({ kind }: Pick<WaitFigures, 'kind'>): boolean => ASKED_OF_SERVERS.has(kind);
export const isOfThread = ({ kind }: Pick<WaitFigures, 'kind'>): boolean => IN_THREAD_POOL.has(kind);

export function measuredMs({ load, window }: Pick<RunReport, 'load' | 'window'>): Milliseconds {
  return window === null ? load.durationMs : window.toMs - window.fromMs;
}

/** Of the requests in the server, altogether; what waits is a part of it. */
export function timeInServerMs({ routes }: Pick<RunReport, 'routes'>): Milliseconds {
  return (routes?.routes ?? []).reduce((sum, { serverMs, requests }) => sum + (serverMs?.mean ?? 0) * requests, 0);
}

/** The one whose requests were in the server for the longest time altogether, if it is known what that time is made of. */
export function mainRoute({ routes }: Pick<RunReport, 'routes'>): (RouteFigures & Required<Pick<RouteFigures, 'parts'>>) | null {
  const time = ({ serverMs, requests }: RouteFigures): number => (serverMs?.mean ?? 0) * requests;
  const [longest] = [...(routes?.routes ?? [])].sort((a, b) => time(b) - time(a));
  if (longest?.parts == null || longest.requests < FEWEST || (routes?.callsKnownPercent ?? 100) < LEAST_KNOWN) return null;
  return { ...longest, parts: longest.parts };
}

/** What the requests of a route of one server waited for; of the only route of a run, that is all. */
export function waitsOfRoute(
  { waits, routes }: Pick<RunReport, 'waits' | 'routes'>,
  { route, member }: Pick<RouteFigures, 'route' | 'member'>,
): readonly WaitFigures[] {
  const isOnly = routes?.routes.length === 1;
  return (waits ?? []).filter((one) => (isOnly ? one.route === null : one.route === route && one.member === member));
}

/** Calls that share connections, or threads. */
export interface Shared {
  readonly to: string;
  readonly calls: number;
  /** How many there were: as many as are allowed, or the most that were used at once. */
  readonly size: number;
  readonly isLimit: boolean;
  /** Of those calls of which it is known. */
  readonly meanLineMs: Milliseconds;
  readonly meanProgressMs: Milliseconds;
  /** On average, by Little's law (a number is a rate times a time): used at once, and used or waited for. */
  readonly used: number;
  readonly wanted: number;
  /** Of the time in the server of all requests. */
  readonly lineShare: Percent;
}

/** Of all routes; null: nothing is known of a line, or there were too few calls, or they are of several processes, each with its own. */
export function sharedBy(run: RunReport, rows: readonly WaitFigures[]): Shared | null {
  const [first] = rows;
  const calls = rows.reduce((sum, one) => sum + one.calls, 0);
  const known = rows.reduce((sum, { inLineMs }) => sum + (inLineMs?.count ?? 0), 0);
  const [time, inServer] = [measuredMs(run), timeInServerMs(run)];
  if (first === undefined || calls < FEWEST || known < calls / 2 || time <= 0 || inServer <= 0 || run.routes?.processes !== undefined)
    return null;
  const lineMs = rows.reduce((sum, { inLineMs }) => sum + (inLineMs === null ? 0 : inLineMs.mean * inLineMs.count), 0);
  const progressMs = rows.reduce((sum, { inProgressMs, calls: count }) => sum + inProgressMs.mean * count, 0);
  const limit = Math.max(0, ...rows.map(({ atOnce }) => atOnce.limit ?? 0));
  return {
    ...{ to: first.to, calls, isLimit: limit > 0 },
    size: limit > 0 ? limit : Math.max(...rows.map(({ atOnce }) => atOnce.max)),
    meanLineMs: lineMs / known,
    meanProgressMs: progressMs / calls,
    used: progressMs / time,
    wanted: (progressMs + lineMs) / time,
    lineShare: (100 * lineMs) / inServer,
  };
}

/** Rows of all routes, by whom they are waited for. */
export function byPeer({ waits }: Pick<RunReport, 'waits'>, isWanted: (one: WaitFigures) => boolean): readonly (readonly WaitFigures[])[] {
  const peers = new Map<string, WaitFigures[]>();
  for (const one of waits ?? []) {
    if (one.route !== null || !isWanted(one)) continue;
    const rows = peers.get(one.to) ?? [];
    peers.set(one.to, rows);
    rows.push(one);
  }
  return [...peers.values()];
}
