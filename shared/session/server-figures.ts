/** Server figures of a report: each process over the measured phase or a window of it. */
import { median } from '../base/statistics/statistics.ts';
import type { Microseconds, Percent, Ratio } from '../base/units.ts';
import type { ServerSample, TargetProcess } from '../model/run.ts';
import type { ServerFigures } from '../model/server-figures.ts';
import type { ServerSeries } from './server-series.ts';

const US_PER_MS = 1_000;

/** A sample and the time it speaks for: of what is since the previous one of the same process, the part that counts. */
interface Weighed {
  readonly sample: ServerSample;
  readonly us: Microseconds;
  /** Of the interval. */
  readonly part: Ratio;
}

/**
 * Of a shorter load the intervals at both ends are no small part: they count whole, however little of them is inside, as nothing but the load
 * happens between the sample before it and the one after it.
 */
const SHORT_US: Microseconds = 1_000_000;

/**
 * One row for each process seen within (from, to], both on the engine's clock: of the intervals that are at least half inside, the part that
 * is. `isWhole`: it is all of the load, and of a process that has no such interval those count that are partly inside. `busy`: by row, how busy its event
 * loop was, where that is known better than the sample says (loop-in-calls.ts).
 */
export function computeServerFigures(
  series: ServerSeries,
  processes: readonly TargetProcess[],
  fromUs: Microseconds,
  toUs: Microseconds,
  isWhole: boolean,
  busy: Float32Array | null = null,
): ServerFigures[] {
  const byPid = new Map<number, { readonly most: Weighed[]; readonly some: Weighed[] }>();
  const previous = new Map<number, Microseconds>();
  const isShort = isWhole && toUs - fromUs < SHORT_US;
  for (let row = 0; row < series.rows; row++) {
    const [pid, at] = [series.get('pid', row), series.get('at', row)];
    const since = previous.get(pid) ?? at;
    previous.set(pid, at);
    const inside = Math.min(at, toUs) - Math.max(since, fromUs);
    const isFirst = since === at && at > fromUs && at <= toUs;
    if (!isFirst && inside <= 0) continue;
    const us = isShort ? at - since : Math.max(inside, 0);
    const sample = busy === null ? series.row(row) : { ...series.row(row), elu: busy[row]! };
    const weighed = { sample, us, part: us === 0 ? 0 : us / (at - since) };
    const known = byPid.get(pid) ?? { most: [], some: [] };
    byPid.set(pid, known);
    known[isFirst || isShort || inside >= (at - since) / 2 ? 'most' : 'some'].push(weighed);
  }
  return [...byPid].flatMap(([pid, { most, some }]) => {
    const samples = most.length === 0 && isWhole ? some : most;
    if (samples.length === 0) return [];
    const process = processes.find((one) => one.pid === pid);
    return {
      ...figuresOf(pid, process?.role ?? 'child', samples),
      ...(process?.member === undefined ? {} : { member: process.member }),
      ...(process?.servesFrom === undefined ? {} : { serves: true as const }),
    };
  });
}

/** If less of the time than this was sampled, the rest is not extrapolated. */
const ENOUGH_SEEN = 0.8;

/** CPU time of some processes within (from, to] on the engine's clock, all threads; null: they were not sampled for most of it. */
export function computeCpuTime(
  series: ServerSeries,
  pids: ReadonlySet<number>,
  fromUs: Microseconds,
  toUs: Microseconds,
): Microseconds | null {
  const previous = new Map<number, Microseconds>();
  let [cpu, seen] = [0, 0];
  for (let row = 0; row < series.rows; row++) {
    const [pid, at] = [series.get('pid', row), series.get('at', row)];
    if (!pids.has(pid)) continue;
    const us = Math.min(at, toUs) - Math.max(previous.get(pid) ?? at, fromUs);
    previous.set(pid, at);
    if (us <= 0) continue;
    cpu += (series.get('cpuPercent', row) / 100) * us;
    seen += us;
  }
  return seen >= ENOUGH_SEEN * (toUs - fromUs) * previous.size && seen > 0 ? cpu : null;
}

/** Samples come every quarter of a second: each part has some of every process. */
const PART_US: Microseconds = 500_000;
/** A median of fewer says no more than the mean. */
const LEAST_PARTS = 3;

/** CPU of all processes together, in percent of one core: the median over the whole parts of (from, to]. Null: there are too few of them. */
export function computeMedianCpu(series: ServerSeries, fromUs: Microseconds, toUs: Microseconds): { medianPercent: Percent } | null {
  const parts = new Array<Microseconds>(Math.floor((toUs - fromUs) / PART_US)).fill(0);
  const previous = new Map<number, Microseconds>();
  for (let row = 0; row < series.rows; row++) {
    const [pid, at, cpuPercent] = [series.get('pid', row), series.get('at', row), series.get('cpuPercent', row)];
    // What a sample tells is of the time since the one before it.
    const since = previous.get(pid);
    previous.set(pid, at);
    if (since === undefined) continue;
    const last = Math.min(parts.length - 1, Math.floor((at - fromUs) / PART_US));
    for (let part = Math.max(0, Math.floor((since - fromUs) / PART_US)); part <= last; part++) {
      const start = fromUs + part * PART_US;
      parts[part]! += (cpuPercent / 100) * Math.max(0, Math.min(at, start + PART_US) - Math.max(since, start));
    }
  }
  if (parts.length < LEAST_PARTS || previous.size === 0) return null;
  return { medianPercent: (100 * median(parts)) / PART_US };
}

function figuresOf(pid: number, role: ServerFigures['role'], samples: readonly Weighed[]): ServerFigures {
  const inside = samples.filter(({ sample }) => !Number.isNaN(sample.elu));
  return {
    pid,
    role,
    sampled: { intervals: samples.length, ms: samples.reduce((sum, { us }) => sum + us, 0) / US_PER_MS },
    cpuPercent: maxOfSeveral(samples, (sample) => sample.cpuPercent),
    rssBytes: meanAndMax(samples, (sample) => sample.rss),
    ownBytes: ownBytesOf(inside),
    elu: inside.length === 0 ? null : maxOfSeveral(inside, (sample) => sample.elu),
    loopDelayMs: inside.length === 0 ? null : { max: meanAndMax(inside, (sample) => sample.loopStall).max / US_PER_MS },
    gc: inside.length === 0 ? null : gcOf(inside),
    seenMs: samples.reduce((sum, { us }) => sum + us, 0) / US_PER_MS,
    otherThreadsPercent: otherThreadsOf(inside),
    system: systemOf(samples),
  };
}

/** Null: not known. */
function ownBytesOf(samples: readonly Weighed[]): ServerFigures['rssBytes'] | null {
  const known = samples.filter(({ sample }) => Number.isFinite(sample.ownBytes));
  return known.length === 0 ? null : meanAndMax(known, (sample) => sample.ownBytes!);
}

/** The mean; null: not known. */
function otherThreadsOf(samples: readonly Weighed[]): number | null {
  const known = samples.filter(({ sample }) => Number.isFinite(sample.otherThreadsPercent));
  return known.length === 0 ? null : meanAndMax(known, (sample) => sample.otherThreadsPercent!).mean;
}

/** Null: not known. */
function systemOf(samples: readonly Weighed[]): ServerFigures['system'] {
  const known = samples.filter(({ sample }) => Number.isFinite(sample.threads));
  const last = known[known.length - 1];
  if (last === undefined) return null;
  const most = (name: 'threads' | 'openFiles'): number => known.reduce((max, { sample }) => Math.max(max, sample[name] ?? 0), 0);
  const timed = known.filter(({ sample, us }) => us > 0 && Number.isFinite(sample.voluntarySwitches));
  const seconds = timed.reduce((sum, { us }) => sum + us, 0) / 1e6;
  const perSecond = (name: 'voluntarySwitches' | 'involuntarySwitches'): number =>
    seconds === 0 ? 0 : timed.reduce((sum, { sample, part }) => sum + part * (sample[name] ?? 0), 0) / seconds;
  const limit = last.sample.openFilesLimit ?? Number.NaN;
  return {
    threads: { max: most('threads') },
    openFiles: { max: most('openFiles'), limit: Number.isFinite(limit) ? limit : null },
    switchesPerSecond: { voluntary: perSecond('voluntarySwitches'), involuntary: perSecond('involuntarySwitches') },
  };
}

/** The mean is over time: a sample that took long to come (a blocked loop) weighs as much as the time it covers. */
function meanAndMax(samples: readonly Weighed[], figureOf: (sample: ServerSample) => number): { mean: number; max: number } {
  let [sum, weight, plain, max] = [0, 0, 0, Number.NEGATIVE_INFINITY];
  for (const { sample, us } of samples) {
    const value = figureOf(sample);
    sum += value * us;
    weight += us;
    plain += value;
    if (value > max) max = value;
  }
  return { mean: weight > 0 ? sum / weight : plain / samples.length, max };
}

/** Of what is itself a mean over its interval: one of them has no highest. */
function maxOfSeveral(samples: readonly Weighed[], figureOf: (sample: ServerSample) => number): { mean: number; max: number | null } {
  const { mean, max } = meanAndMax(samples, figureOf);
  return { mean, max: samples.length === 1 ? null : max };
}

function gcOf(samples: readonly Weighed[]): { count: number; totalMs: number } {
  let [count, us] = [0, 0];
  for (const { sample } of samples) {
    count += sample.gcCount;
    us += sample.gcTime;
  }
  return { count, totalMs: us / US_PER_MS };
}
