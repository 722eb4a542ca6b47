/** Whether what the event loops of a server did is known well enough to say that it was busy or idle. */
import type { Percent, Ratio } from '../base/units.ts';
import type { RunReport } from '../model/report.ts';
import type { ServerFigures } from '../model/server-figures.ts';

/** CPU of processes that only start others. */
export const NEGLIGIBLE_CPU: Percent = 5;
/** A process that was there for less of the time (one that crashed, or took its place) says nothing about the rest of it. */
const SEEN_FOR: Ratio = 0.5;
/** Beside a proxy or a database, a loop that is busy for most of the time is worth saying by itself. */
const MOSTLY_BUSY: Ratio = 0.5;

type Seen = Pick<RunReport, 'server' | 'load'>;

/** Of all processes that worked: one without an agent, or without figures for most of the time, may have done what the others did not. */
export function knowsLoops({ server, load }: Seen): boolean {
  const unknown = server.filter((one) => !isKnown(one, load)).reduce((sum, one) => sum + one.cpuPercent.mean * shareOf(one, load), 0);
  return server.some((one) => isKnown(one, load)) && unknown < NEGLIGIBLE_CPU;
}

export type WithLoop = ServerFigures & { readonly elu: NonNullable<ServerFigures['elu']> };

/** The process of the busiest one; null: it says nothing of the server, because a process whose loop is not known has worked more. */
export function busiestLoop(run: Seen): WithLoop | null {
  const known = run.server.filter((one) => isKnown(one, run.load)).sort((one, other) => other.elu.mean - one.elu.mean);
  const [busiest] = known;
  return busiest !== undefined && (knowsLoops(run) || busiest.elu.mean >= MOSTLY_BUSY) ? busiest : null;
}

/** Whose loop it is that is spoken of: the busiest of so many cluster workers, or processes. Null: the only one that is known. */
export interface LoopOwner {
  readonly of: 'workers' | 'processes';
  readonly count: number;
}

export function ownerOfLoop({ server, load }: Seen, busiest: WithLoop): LoopOwner | null {
  const known = server.filter((one) => isKnown(one, load));
  const workers = known.filter(({ role }) => role === 'cluster worker').length;
  if (busiest.role === 'cluster worker' && workers > 1) return { of: 'workers', count: workers };
  return known.length > 1 ? { of: 'processes', count: known.length } : null;
}

function isKnown(one: ServerFigures, load: Seen['load']): one is WithLoop {
  return one.elu !== null && shareOf(one, load) >= SEEN_FOR;
}

function shareOf({ seenMs }: ServerFigures, { durationMs }: Seen['load']): Ratio {
  return seenMs === undefined ? 1 : Math.min(1, seenMs / durationMs);
}
