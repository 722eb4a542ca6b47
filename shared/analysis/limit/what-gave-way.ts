/** What of a server was full at the rate that it did not hold, and which of its requests showed it. */
import type { Percent, Ratio } from '../../base/units.ts';
import type { GaveWay, JudgedLevel, LimitCount } from '../../model/limit.ts';
import type { LimitBound, LimitQuestion } from '../../model/load/limit-question.ts';
import type { LevelFigures, PeerWaits, RunReport, WaitFigures } from '../../model/report.ts';
import { IN_THREAD_POOL } from '../../model/waits.ts';
import { coreOfLoop } from '../core-of-loop.ts';
import { allowedBeyond } from './judge.ts';

/** Of the event loop: with as little time left, it is what requests wait for. */
const FULL: Ratio = 0.9;
/** With arrivals at random queues are long before that. */
const BUSY: Ratio = 0.7;
/** Of the response time: with so much of it in line for a connection or a thread, that is what is missing. */
const IN_LINE: Ratio = 1 / 3;
const AT_PEER: Ratio = 1 / 2;

interface Broken {
  readonly question: LimitQuestion;
  readonly broke: JudgedLevel;
  /** Of its time. */
  readonly server: RunReport['server'];
  readonly machine: RunReport['machine'];
  readonly waits: readonly WaitFigures[] | null;
  readonly waitsByPeer: readonly PeerWaits[];
  readonly figures: LevelFigures | undefined;
}

/** Null: it is not known. */
export function findGaveWay({ question, broke, server, machine, waits, waitsByPeer, figures }: Broken): GaveWay | null {
  const { because } = broke;
  if (because?.by === 'bound' && isOfErrors(question.bounds[because.nth]!, broke.counts[because.nth]!)) return ofErrors(broke);
  const loop = Math.max(0, ...server.map(({ elu }) => elu?.mean ?? 0));
  const isLoopKnown = server.some(({ elu }) => elu !== null);
  const busyPercent = isLoopKnown ? 100 * loop : null;
  const noCorePercent = withoutCore(server, machine);
  if (loop >= FULL) return { resource: 'main thread', busyPercent: 100 * loop, noCorePercent };
  const responseMs = figures?.latencyMs?.mean ?? null;
  const line = responseMs === null ? null : longestLine(waits ?? [], waitsByPeer, responseMs * broke.came);
  if (line !== null) return { ...line, busyPercent };
  if (loop >= BUSY) return { resource: 'main thread', busyPercent: 100 * loop, noCorePercent };
  const peer = [...(waits ?? [])]
    .filter(({ kind, route }) => route === null && kind !== 'timer')
    .sort((a, b) => (b.share ?? 0) - (a.share ?? 0))[0];
  if (peer !== undefined && !IN_THREAD_POOL.has(peer.kind) && (peer.share ?? 0) >= 100 * AT_PEER)
    return { resource: 'peer', to: peer.to, sharePercent: peer.share!, busyPercent };
  const cpu = Math.max(0, ...server.map(({ cpuPercent }) => cpuPercent.mean));
  return isLoopKnown || cpu < 100 * FULL ? null : { resource: 'processor', busyPercent: cpu, noCorePercent };
}

/** How long the busiest event loop was ready to turn and had no core. Null: it had one for nearly all of that time, or it is not known. */
function withoutCore(server: Broken['server'], machine: Broken['machine']): Percent | null {
  const loops = server.flatMap((one) => (one.elu === null ? [] : [{ ...one, elu: one.elu }]));
  const [busiest] = loops.sort((a, b) => b.elu.mean - a.elu.mean);
  const core = busiest === undefined ? null : coreOfLoop({ machine }, busiest);
  return core && (core.waitedPercent ?? Math.max(0, 100 * busiest!.elu.mean - core.ranPercent));
}

/** A percentile counts them as slow. */
function isOfErrors(bound: LimitBound, { requests, beyond, wrong }: LimitCount): boolean {
  return bound.of === 'errors' || (bound.of === 'latency' && beyond - wrong <= allowedBeyond(bound.percentile) * requests);
}

function ofErrors({ kinds }: JudgedLevel): GaveWay {
  const all = Object.entries(kinds).map(([kind, count]) => ({ kind, count }));
  return { resource: 'errors', kinds: all.sort((a, b) => b.count - a.count) };
}

type Line = Omit<Extract<GaveWay, { resource: 'pool' | 'worker threads' }>, 'busyPercent'>;

/** `responseMs`: of all requests together. Null: no line is long enough. */
function longestLine(waits: readonly WaitFigures[], peers: readonly PeerWaits[], responseMs: number): Line | null {
  const lines = peers.flatMap(({ to, inLineMs, atOnce }): Line[] => {
    if (inLineMs === null || responseMs === 0) return [];
    const inLinePercent = Math.min(100, (100 * inLineMs.mean * inLineMs.count) / responseMs);
    const isOfThreads = waits.some((one) => one.to === to && IN_THREAD_POOL.has(one.kind));
    return [{ resource: isOfThreads ? 'worker threads' : 'pool', to, atOnce: atOnce.limit ?? atOnce.max, inLinePercent }];
  });
  const [longest] = lines.sort((a, b) => b.inLinePercent - a.inLinePercent);
  return longest !== undefined && longest.inLinePercent >= 100 * IN_LINE ? longest : null;
}

/** Null: the question names it, there is one request, or it is not known. */
export function findRequest({ bounds }: LimitQuestion, { because }: JudgedLevel, figures: LevelFigures | undefined): string | null {
  const bound = because?.by === 'bound' ? bounds[because.nth]! : null;
  if (bound !== null && bound.request !== null) return bound.request;
  const all = figures?.byRequest ?? [];
  const worst = (of: (one: (typeof all)[number]) => number): string | null => {
    const [first] = [...all].sort((a, b) => of(b) - of(a));
    return first === undefined || of(first) === 0 ? null : first.name;
  };
  if (bound?.of === 'errors') return worst(({ requests: { failed, unexpected, dropped } }) => failed + unexpected + dropped);
  const percentile = bound?.of === 'latency' ? String(bound.percentile) : '50';
  return worst(({ latencyMs }) => latencyMs?.percentiles[percentile] ?? latencyMs?.mean ?? 0);
}
