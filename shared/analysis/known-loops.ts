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

/** What listens has no agent, and of the processes that have one none was seen to listen: what is known of them is nothing of the server. */
export function isServerUnseen({ server }: Pick<RunReport, 'server'>): boolean {
  const serving = server.filter(({ serves }) => serves);
  return serving.length > 0 && serving.every(({ elu }) => elu === null);
}

/** Of all processes that worked: one without an agent, or without figures for most of the time, may have done what the others did not. */
export function knowsLoops({ server, load }: Seen): boolean {
  if (isServerUnseen({ server })) return false;
  const unknown = server.filter((one) => !isKnown(one, load)).reduce((sum, one) => sum + cpuInRun(one, load), 0);
  return server.some((one) => isKnown(one, load)) && unknown < NEGLIGIBLE_CPU;
}

export type WithLoop = ServerFigures & { readonly elu: NonNullable<ServerFigures['elu']> };

/** The process of the busiest one; null: it says nothing of the server, because a process whose loop is not known has worked more. */
export function busiestLoop(run: Seen): WithLoop | null {
  const known = knownOf(run).sort((one, other) => other.elu.mean - one.elu.mean);
  const [busiest] = known;
  return busiest !== undefined && (knowsLoops(run) || busiest.elu.mean >= MOSTLY_BUSY) ? busiest : null;
}

/**
 * Whose loop it is that is spoken of: the busiest of so many cluster workers, or processes; or that of the only process that reports, beside others
 * that worked. Null: the only one there is.
 */
export interface LoopOwner {
  readonly of: 'workers' | 'processes' | 'reporting';
  readonly count: number;
}

export function ownerOfLoop(run: Seen, busiest: WithLoop): LoopOwner | null {
  const owner = ownerOf(knownOf(run), busiest);
  return owner ?? (knowsLoops(run) ? null : { of: 'reporting', count: 1 });
}

/** Of the processes of which the same is known. */
export function ownerOf(known: readonly ServerFigures[], one: ServerFigures): LoopOwner | null {
  const workers = known.filter(({ role }) => role === 'cluster worker').length;
  if (one.role === 'cluster worker' && workers > 1) return { of: 'workers', count: workers };
  return known.length > 1 ? { of: 'processes', count: known.length } : null;
}

/** Without those that only wait in a call for what they have started, such as `spawnSync` of the server: such a loop counts as busy. */
function knownOf({ server, load }: Seen): WithLoop[] {
  const known = server.filter((one) => isKnown(one, load));
  const serving = known.filter(({ serves }) => serves);
  if (serving.length === 0) return known;
  return known.filter(({ serves, elu, cpuPercent }) => serves || elu.mean < MOSTLY_BUSY || cpuPercent.mean >= NEGLIGIBLE_CPU);
}

function isKnown(one: ServerFigures, load: Seen['load']): one is WithLoop {
  return one.elu !== null && shareOf(one, load) >= SEEN_FOR;
}

/** Of a core, over all of the run, also where the process was there for a part of it. */
export function cpuInRun(one: ServerFigures, load: Seen['load']): Percent {
  return one.cpuPercent.mean * shareOf(one, load);
}

function shareOf({ seenMs }: ServerFigures, { durationMs }: Seen['load']): Ratio {
  return seenMs === undefined ? 1 : Math.min(1, seenMs / durationMs);
}
