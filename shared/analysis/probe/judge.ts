/**
 * What can be read from requests that are sent all at once, and from closed load held at several levels.
 *
 *   16 at once: ████████████████            all after one service time
 *   17 at once: ████████████████ ▏▏▏▏█      one of them waited for a whole one
 */
import type { Milliseconds, PerSecond } from '../../base/units.ts';
import type { ProbeLevel, ProbeReason, ProbeStep } from '../../model/probe.ts';

/** Below, the machine and the network take as long as the service. */
export const SHORTEST_SERVICE: Milliseconds = 2;
/** Times of requests that did not wait: up to here. A second service time begins well above. */
const AT_ONCE = 1.4;
const WAITED = 1.7;
/** What a burst of requests costs the machine itself. */
const SLACK: Milliseconds = 1;
/** Closed load at levels of which the last three differ by less is saturated. */
const FLAT = 0.05;
const LEVELS_FOR_FLAT = 3;
/** The step says it exactly, the throughput roughly: it must not say something else. */
const AGREES = 0.2;
/** A busy machine delays a request by less: from here on a step that was confirmed stands alone. */
const CERTAIN: Milliseconds = 20;
/** Of a service time that another request waits for: a worker in its way, or none. */
const IN_THE_WAY = 0.5;
const NOT_IN_THE_WAY = 0.2;

/** `none`: none waited. A number: how many responses came after one service time, the others after two or more. Null: neither. */
export function readStep({ times, failed }: ProbeStep, serviceMs: Milliseconds): 'none' | number | null {
  if (failed > 0 || times.length === 0) return null;
  const atOnce = times.filter((time) => time <= AT_ONCE * serviceMs + SLACK).length;
  if (atOnce === times.length) return 'none';
  const waited = times.filter((time) => hasWaited(time, serviceMs)).length;
  return atOnce > 0 && atOnce + waited === times.length ? atOnce : null;
}

export function hasWaited(time: Milliseconds, serviceMs: Milliseconds): boolean {
  return time >= WAITED * serviceMs;
}

/** What shows the step: the most requests at once of which none waited, and the fewest of which one did; where none ever did, the former alone. */
export function decisiveSteps(steps: readonly ProbeStep[], serviceMs: Milliseconds): readonly ProbeStep[] {
  const seen = steps.map((step) => ({ step, saw: readStep(step, serviceMs) }));
  const waiting = seen.filter(({ saw }) => typeof saw === 'number').sort((a, b) => a.step.connections - b.step.connections)[0]?.step;
  const free = seen
    .filter(({ step, saw }) => saw === 'none' && step.connections < (waiting?.connections ?? Number.POSITIVE_INFINITY))
    .sort((a, b) => b.step.connections - a.step.connections)[0]?.step;
  return [free, waiting].filter((step) => step !== undefined);
}

export function highestThroughput(levels: readonly Pick<ProbeLevel, 'throughput'>[]): PerSecond {
  return Math.max(...levels.map(({ throughput }) => throughput));
}

/** Highest throughput times service time, as by Little's law; null: throughput still grew at the last level. */
export function capacityOf(levels: readonly ProbeLevel[], serviceMs: Milliseconds): number | null {
  if (!isFlat(levels)) return null;
  return (highestThroughput(levels) * serviceMs) / 1e3;
}

/** What the levels beyond `slots` reach, in requests at once; null: there is none. */
export function reachedBeyond(levels: readonly ProbeLevel[], slots: number, serviceMs: Milliseconds): number | null {
  const beyond = levels.filter(({ connections }) => connections > slots).map(({ throughput }) => throughput);
  return beyond.length === 0 ? null : (Math.max(...beyond) * serviceMs) / 1e3;
}

export function isFlat(levels: readonly ProbeLevel[]): boolean {
  const last = levels.slice(-LEVELS_FOR_FLAT).map(({ throughput }) => throughput);
  return last.length === LEVELS_FOR_FLAT && Math.min(...last) > 0 && Math.max(...last) / Math.min(...last) <= 1 + FLAT;
}

/** Whether more connections than `max` may show a limit: the level with that many reached more than any before it. */
export function stillGrows(levels: readonly Pick<ProbeLevel, 'connections' | 'throughput'>[], max: number): boolean {
  const last = levels.at(-1);
  return last !== undefined && last.connections >= max && last.throughput > (1 + FLAT) * highestThroughput(levels.slice(0, -1));
}

export interface Seen {
  readonly serviceMs: Milliseconds;
  /** From the steps, confirmed; null: no step was found. */
  readonly slots: number | null;
  /** The largest burst had no step. */
  readonly neverWaited: boolean;
  readonly capacity: number | null;
  /** Throughput still grew at the level with the most connections that were allowed. */
  readonly grows: boolean;
  /** Highest throughput of the levels beyond `slots`, times service time; null: there was none. */
  readonly reached: number | null;
  /** Why it ended before all was tried; null: it did not. */
  readonly cut: Extract<ProbeReason, 'budget' | 'stopped' | 'no-answer'> | null;
}

export function judgeWorkers({ serviceMs, slots, neverWaited, capacity, grows, reached, cut }: Seen): {
  readonly workers: number | null;
  readonly reason: ProbeReason | null;
} {
  const unknown = (reason: ProbeReason) => ({ workers: null, reason });
  if (cut === 'no-answer') return unknown(cut);
  if (slots !== null) {
    const slack = Math.max(0.5, AGREES * slots);
    const isMore = reached !== null && reached > slots + slack;
    const isLess = capacity !== null && capacity < slots - slack;
    if (isMore || isLess) return unknown('not-steady');
    if (reached === null && serviceMs < CERTAIN) return unknown(cut ?? 'not-steady');
    return { workers: slots, reason: null };
  }
  if (serviceMs < SHORTEST_SERVICE) return unknown('too-fast');
  if (cut !== null) return unknown(cut);
  return unknown(neverWaited || grows ? 'not-saturated' : 'not-steady');
}

/** `aloneMs`, `meanwhileMs`: of another route, which takes next to nothing itself. Null: between the two. */
export function judgeSynchronous(serviceMs: Milliseconds, aloneMs: Milliseconds, meanwhileMs: Milliseconds): boolean | null {
  const waited = meanwhileMs - aloneMs;
  if (waited >= IN_THE_WAY * serviceMs) return true;
  return waited <= NOT_IN_THE_WAY * serviceMs + SLACK ? false : null;
}
