/** Processes of the server that ended under load, and those that took their places: what was seen of them, and of requests meanwhile. */
import type { Microseconds } from '../base/units.ts';
import type { RestartFigures } from '../model/report.ts';
import type { ExitInfo, TargetProcess } from '../model/run.ts';
import type { ProcessLife } from '../model/server-figures.ts';
import type { FailureTimes } from './failure-times.ts';

const US_PER_MS = 1_000;

type Server = TargetProcess & { readonly servesFrom: Microseconds };
type Ended = Server & { readonly ended: NonNullable<TargetProcess['ended']> };

/** Within (from, to] on the engine's clock. Null: no process that served the load was seen to end. */
export function computeRestarts(
  processes: readonly TargetProcess[],
  failures: FailureTimes,
  origin: Microseconds,
  from: Microseconds,
  to: Microseconds,
): RestartFigures | null {
  const isIn = (at: Microseconds) => at > from && at <= to;
  const servers = processes.filter((one): one is Server => one.servesFrom !== undefined);
  const gone = servers.filter((one): one is Ended => one.ended !== undefined && isIn(one.ended.at));
  if (gone.length === 0) return null;
  const spans = gone.map(({ ended, member }) => {
    const later = servers.filter((one) => one.member === member && one.servesFrom > ended.at).map(({ servesFrom }) => servesFrom);
    return { from: ended.at - origin, to: Math.min(...later, to) - origin };
  });
  return {
    ended: gone.length,
    // A worker that was started before the load may begin to listen late.
    startedAgain: servers.filter(({ servesFrom, startedAt = servesFrom }) => isIn(servesFrom) && isIn(startedAt)).length,
    isOneOfSeveral: gone.some((one) => servers.some((other) => other !== one && servedAt(other, one))),
    exits: countExits(gone.map(({ ended }) => ended.exit)),
    failed: failures.countIn(spans),
  };
}

/** The other one listened when this one ended. */
function servedAt(other: Server, { member, ended: { at } }: Ended): boolean {
  return other.member === member && other.servesFrom <= at && (other.ended === undefined || other.ended.at > at);
}

function countExits(exits: readonly (ExitInfo | null)[]): RestartFigures['exits'] {
  const counts = new Map<string, { code: number | null; signal: string | null; count: number }>();
  for (const exit of exits) {
    const { code, signal } = exit ?? { code: null, signal: null };
    const known = counts.get(`${code} ${signal}`) ?? { code, signal, count: 0 };
    counts.set(`${code} ${signal}`, { ...known, count: known.count + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}

/** Since time 0; before it, times are negative. */
export function lifeOf(process: TargetProcess | undefined, origin: Microseconds): ProcessLife {
  const since = (at: Microseconds | undefined) => (at === undefined ? null : (at - origin) / US_PER_MS);
  return { startedMs: since(process?.startedAt), endedMs: since(process?.ended?.at), exit: process?.ended?.exit ?? null };
}
