/** What requests waited for, by peer and by what was asked of it. */
import type { Microseconds } from '../base/units.ts';
import { ExactDistribution, toDistribution } from '../load/distribution.ts';
import type { WaitFigures, WaitsFigures } from '../model/report.ts';
import { hasReply, IN_THREAD_POOL, NO_OWNER, UNKNOWN_LINE, UNKNOWN_OWNER, WAIT_KINDS } from '../model/waits.ts';
import { computeNoReply } from './no-reply.ts';
import { endedIn, type ServedPart, tookOf } from './request-filter.ts';
import type { ServedRequests } from './served-requests.ts';
import type { Waits } from './wait-rows.ts';
import { isWaitIn, type Span, spanOf, waitedUs } from './wait-spans.ts';

type Row = Pick<ReturnType<Waits['row']>, 'start' | 'end' | 'line' | 'request' | 'pid' | 'status'>;

/** Rows of the same peer, statement and kind. */
class Group {
  calls = 0;
  known = 0;
  readonly progress = new ExactDistribution();
  readonly line = new ExactDistribution();
  /** Of requests that are known, and ended in the part: row of the request, since when it waited, until when. */
  readonly spans: Span[] = [];

  constructor(
    readonly kind: number,
    readonly to: number,
    readonly name: number,
  ) {}
}

/** Calls to one peer in one process. */
class Peer {
  readonly starts: Microseconds[] = [];
  readonly ends: Microseconds[] = [];
  limit = 0;
  /** When each begins follows from a model (agent/waits/thread-pool.ts), which may be wrong by a moment. */
  isOfThreads = false;
}

/**
 * A wait counts where it ended, one of no request does not; in shares it counts where its request ended. `part`: also of the requests that it is compared
 * with; `originUs`: time 0 on the clock of the rows. Null: it was not recorded.
 */
export function computeWaits(waits: Waits, served: ServedRequests, part: ServedPart, originUs: Microseconds = 0): WaitsFigures | null {
  if (!waits.isKnown) return null;
  const groups = new Map<string, Group>();
  const peers = new Map<string, Peer>();
  let outside = 0;
  // The columns as they are: there may be millions of rows, and a run that goes on asks each second.
  const { start, end, line, request, pid, kind, to, name, status, limit } = waits.table();
  for (let row = 0; row < waits.rows; row++) {
    const one: Row = {
      ...{ start: start[row]!, end: end[row]!, line: line[row]! },
      ...{ request: request[row]!, pid: pid[row]!, status: status[row]! },
    };
    const isIn = isWaitIn(one, part);
    if (one.request === NO_OWNER) {
      if (isIn) outside += 1;
      continue;
    }
    if (hasReply(WAIT_KINDS[kind[row]!]!, one.status)) {
      const key = `${kind[row]} ${to[row]} ${name[row]}`;
      const group = groups.get(key) ?? new Group(kind[row]!, to[row]!, name[row]!);
      groups.set(key, group);
      const span = spanOf(one, served, part);
      if (span !== null) group.spans.push(span);
      if (isIn) addTo(group, one);
    }
    if (!isIn) continue;
    const at = `${one.pid} ${to[row]}`;
    const peer = peers.get(at) ?? new Peer();
    peers.set(at, peer);
    peer.starts.push(one.start);
    peer.ends.push(one.end);
    peer.limit = Math.max(peer.limit, limit[row]!);
    peer.isOfThreads = IN_THREAD_POOL.has(WAIT_KINDS[kind[row]!]!);
  }
  const { requests, tookUs } = countServed(served, part);
  const atOnce = atOnceByPeer(peers);
  const rows = [...groups.values()]
    .filter(({ calls }) => calls > 0)
    .map((group) => ({ figures: toFigures(group, waits, { requests, tookUs, served }, atOnce.get(group.to)!), weight: weightOf(group) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ figures }) => figures);
  const noReply = computeNoReply(waits, { served, part, tookUs, originUs });
  return { rows, outside, lost: waits.lost, ...(noReply.length === 0 ? {} : { noReply }) };
}

function addTo(group: Group, { start, end, line, request }: Row): void {
  group.calls += 1;
  group.progress.record(Math.round(end - start));
  if (line !== UNKNOWN_LINE) group.line.record(line);
  if (request !== UNKNOWN_OWNER) group.known += 1;
}

const weightOf = ({ progress, line }: Group): number => sumOf(progress) + sumOf(line);
const sumOf = (of: ExactDistribution): number => (of.count === 0 ? 0 : of.mean * of.count);

function countServed(served: ServedRequests, part: ServedPart): { requests: number; tookUs: Microseconds } {
  let [requests, tookUs] = [0, 0];
  for (let row = 0; row < served.rows; row++) {
    if (!endedIn(served, row, part)) continue;
    requests += 1;
    tookUs += tookOf(served, row);
  }
  return { requests, tookUs };
}

/** The most in one process, and what it allows. */
function atOnceByPeer(peers: ReadonlyMap<string, Peer>): Map<number, WaitFigures['atOnce']> {
  const found = new Map<number, WaitFigures['atOnce']>();
  for (const [key, { starts, ends, limit, isOfThreads }] of peers) {
    const to = Number(key.split(' ')[1]);
    const most = mostAtOnce(starts, ends);
    const max = isOfThreads && limit > 0 ? Math.min(most, limit) : most;
    const known = found.get(to);
    if (known === undefined || max > known.max) found.set(to, { max, limit: limit === 0 ? null : limit });
  }
  return found;
}

function mostAtOnce(starts: Microseconds[], ends: Microseconds[]): number {
  starts.sort((a, b) => a - b);
  ends.sort((a, b) => a - b);
  let [most, ended] = [0, 0];
  for (let begun = 0; begun < starts.length; begun++) {
    while (ends[ended]! <= starts[begun]!) ended += 1;
    // One that took no time was under way, too.
    most = Math.max(most, begun + 1 - ended, 1);
  }
  return most;
}

interface Base {
  readonly requests: number;
  readonly tookUs: Microseconds;
  readonly served: ServedRequests;
}

function toFigures(group: Group, { names }: Waits, { requests, tookUs, served }: Base, atOnce: WaitFigures['atOnce']): WaitFigures {
  const { kind, to, name, calls, known, progress, line } = group;
  return {
    kind: WAIT_KINDS[kind]!,
    to: names[to]!,
    name: names[name] || null,
    route: null,
    calls,
    perRequest: requests === 0 ? null : calls / requests,
    inProgressMs: toDistribution(progress)!,
    inLineMs: toDistribution(line),
    atOnce,
    share: tookUs === 0 ? null : (100 * waitedUs(group.spans, served)) / tookUs,
    knownPercent: (100 * known) / calls,
  };
}
