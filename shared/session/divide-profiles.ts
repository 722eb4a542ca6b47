/**
 * The profiles of a run with what its threads did: on CPU, blocked, waiting for a core. Where neither the kernel nor Node has told how long a
 * thread ran, in all or most of its time, it is estimated from the CPU time of its process, which is divided among its threads by their samples that work.
 */
import type { Microseconds, Percent, Ratio } from '../base/units.ts';
import { type DividedBy, MAIN_THREAD, type Profile } from '../model/profile/profile.ts';
import { CPU_TIME, isSelected } from '../model/profile/selection.ts';
import type { ThreadIntervals, ThreadTimes } from '../model/thread-times.ts';
import { countWorking, divideSamples } from '../profile/time/divide-samples.ts';
import type { ServerSeries } from './server-series.ts';

/** Where nothing was told of the process, samples that work are taken to have worked for as long as they were to be apart. */
const ESTIMATED_US: Microseconds = 250_000;

/** Of the samples of a thread, or of its time: if less was told, it counts as one of which nothing was told. */
export const TOLD_FROM: Ratio = 0.9;

interface Known {
  readonly threadTimes: (pid: number) => ThreadTimes | null;
  readonly server: ServerSeries;
}

/** The pass without inlining has another time axis than what is known of threads. */
const isTimed = isSelected({ ...CPU_TIME, unit: 'microseconds' });

/**
 * `profiles`: of one recording, times since `originUs` on the engine's clock, before they are clipped. `endUs`: since then, when the load ended and
 * all samples that were to come have come; null: it has not, or samples are not of all of the time.
 */
export function divideProfiles(
  profiles: readonly Profile[],
  { threadTimes, server }: Known,
  originUs: Microseconds,
  endUs: Microseconds | null,
): Profile[] {
  const estimates = new Map<number, Map<Profile, ThreadIntervals>>();
  const known = new Map([...new Set(profiles.map(({ pid }) => pid))].map((pid) => [pid, threadTimes(pid)]));
  return profiles.map((profile) => {
    if (!isTimed(profile) || profile.weights !== null) return profile;
    const times = known.get(profile.pid) ?? null;
    const told = times?.threads.find(({ thread }) => thread.thread === profile.thread);
    const intervals = told && shifted(told.intervals, -originUs);
    if (times && intervals && isTold(profile, intervals)) return divide(profile, intervals, times.by, endUs);
    const ofProcess = profiles.filter((one) => one.pid === profile.pid && isTimed(one));
    const estimated = estimates.get(profile.pid) ?? estimateThreads(ofProcess, server, originUs);
    estimates.set(profile.pid, estimated);
    return divide(profile, estimated.get(profile)!, 'estimate', endUs);
  });
}

/** A profile that ends before the load and the last that is known of its thread is one whose last slice has not come. */
function divide(profile: Profile, intervals: ThreadIntervals, by: DividedBy, endUs: Microseconds | null): Profile {
  const division = divideSamples(profile, intervals, by);
  const until = Math.min(endUs ?? 0, intervals.end.at(-1) ?? 0);
  return { ...profile, division: until > profile.endTime ? { ...division, lostUntil: until } : division };
}

/** Nothing is left of samples outside of the intervals. */
function isTold({ sampleTime }: Profile, { start, end }: ThreadIntervals): boolean {
  const until = end[end.length - 1] ?? start;
  const inside = sampleTime.reduce((count, time) => count + (time >= start && time < until ? 1 : 0), 0);
  return until > start && inside >= TOLD_FROM * sampleTime.length;
}

function shifted({ start, end, ...rest }: ThreadIntervals, by: Microseconds): ThreadIntervals {
  return { ...rest, start: start + by, end: end.map((time) => time + by) };
}

/** CPU time of a process in the times between its samples; NaN: not known. */
interface ProcessTimes {
  readonly start: Microseconds;
  readonly end: Float64Array;
  readonly cpu: Float64Array;
  /** That of other threads than the main one. */
  readonly others: Float64Array;
}

function estimateThreads(profiles: readonly Profile[], server: ServerSeries, originUs: Microseconds): Map<Profile, ThreadIntervals> {
  const times = timesOfProcess(server, profiles, originUs);
  const { start, end, cpu, others } = times;
  const working = profiles.map((profile) => countWorking(profile, start, end));
  const isMain = profiles.map(({ thread }) => thread === MAIN_THREAD);
  const lastSample = Math.max(...profiles.map(({ endTime }) => endTime));
  return new Map(
    profiles.map((profile, p) => {
      const ran = end.map((until, at) => {
        const lasted = until - (at === 0 ? start : end[at - 1]!);
        if (Number.isNaN(cpu[at]!)) return Math.min(lasted, working[p]![at]! * profile.intervalUs);
        const isTold = !Number.isNaN(others[at]!);
        if (isTold && isMain[p]) return Math.min(lasted, Math.max(0, cpu[at]! - others[at]!));
        const all = working.reduce((sum, counts, q) => sum + (isTold && isMain[q] ? 0 : counts[at]!), 0);
        // After all samples, whose process went on without handing over more.
        if (all === 0) return isMain[p] && until > lastSample ? Math.min(lasted, cpu[at]!) : 0;
        return Math.min(lasted, ((isTold ? others[at]! : cpu[at]!) * working[p]![at]!) / all);
      });
      return [profile, { start, end, ran, waited: new Float64Array(end.length), stopped: new Uint16Array(end.length) }];
    }),
  );
}

/** Of all the time of its profiles. */
function timesOfProcess(server: ServerSeries, profiles: readonly Profile[], originUs: Microseconds): ProcessTimes {
  const table = server.table();
  const start = Math.min(...profiles.map(({ startTime }) => startTime));
  const until = Math.max(...profiles.map(({ endTime }) => endTime));
  const [end, cpu, others]: [number[], number[], number[]] = [[], [], []];
  let last = start;
  const add = (at: Microseconds, usedPercent: Percent, othersPercent: Percent): void => {
    end.push(at);
    cpu.push((usedPercent / 100) * (at - last));
    others.push((othersPercent / 100) * (at - last));
    last = at;
  };
  const addUntold = (to: Microseconds): void => {
    while (last < to) add(Math.min(to, last + ESTIMATED_US), Number.NaN, Number.NaN);
  };
  let isFirst = true;
  for (let row = 0; row < table.at.length; row++) {
    const at = table.at[row]! - originUs;
    if (table.pid[row] !== profiles[0]!.pid) continue;
    // The first sample says nothing of the time before it.
    if (isFirst) addUntold(at);
    else if (at > last) add(at, table.cpuPercent[row]!, table.otherThreadsPercent[row]!);
    isFirst = false;
  }
  addUntold(until);
  return { start, end: Float64Array.from(end), cpu: Float64Array.from(cpu), others: Float64Array.from(others) };
}
