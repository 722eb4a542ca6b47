/**
 * What a thread did, from two sources: the kernel says how long it was on a core in each interval of some 50 ms, and samples say where.
 *
 *   interval       |  ran 20 ms   waited for a core 5 ms  |   of 50 ms
 *   samples        | f  f  g  spawnSync  spawnSync  (idle) |
 *   on CPU         | f 13.3 ms    g 6.7 ms                 |   20 ms, shared out by counting samples
 *   off CPU        | spawnSync 16.7 ms       idle 8.3 ms   |   25 ms, likewise
 *
 * Samples are counted and their distances are not used: a thread that has to wait for a core is sampled once when it goes on, with a distance
 * as long as the wait, in whatever function it was interrupted. So the parts of a thread always add up to its time.
 */
import type { Microseconds } from '../../base/units.ts';
import { isIdle, isUnsampled } from '../../model/profile/frame-kind.ts';
import type { DividedBy, DividedIntervals, Division, LineTicks, Profile, ThreadParts } from '../../model/profile/profile.ts';
import type { ThreadIntervals } from '../../model/thread-times.ts';
import { WAITS, WAITS_AND_WORKS, WORKS } from '../lines/wait-lines.ts';
import { BLOCKS, isSamplerItself, isUnread, LEAST_WORK, MAY_BLOCK, readCalls } from './blocking-calls.ts';

/** How one sample is to be read; the parts add up to 1, or to 0 where it is of nothing. */
interface Reading {
  readonly works: number;
  readonly blocks: number;
  /** It works or it blocks. */
  readonly either: number;
  readonly isIdle: boolean;
}

const NOTHING: Reading = { works: 0, blocks: 0, either: 0, isIdle: false };
const IDLE: Reading = { ...NOTHING, isIdle: true };
const WORK: Reading = { ...NOTHING, works: 1 };
const BLOCK: Reading = { ...NOTHING, blocks: 1 };
const EITHER: Reading = { ...NOTHING, either: 1 };

/** `profile`: of time; `known`: of its thread, on the clock of its samples. What lies outside the intervals has neither. */
export function divideSamples(profile: Profile, known: ThreadIntervals, by: DividedBy): Division {
  const { sampleTime } = profile;
  const count = sampleTime.length;
  const [cpu, blocked, counted] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  const readings = readSamples(profile);
  const intervals = fitted(known, gapsOf(profile));
  const { end, sampled, ran, waited, stopped, idle, unseen } = intervals;
  let first = 0;
  while (first < count && sampleTime[first]! < intervals.start) first++;
  for (let at = 0; at < end.length; at++) {
    let last = first;
    while (last < count && sampleTime[last]! < end[at]!) last++;
    const off = Math.max(0, sampled[at]! - ran[at]! - waited[at]! - stopped[at]!);
    const sums = sumUp(readings, first, last);
    const blockedPart = partBlocked(sums, off, sampled[at]! - waited[at]!);
    const workOf = ({ works, blocks, either }: Reading): number =>
      works + LEAST_WORK * blocks + Math.max(LEAST_WORK, 1 - blockedPart) * either;
    const blockOf = ({ blocks, either }: Reading): number => blocks + blockedPart * either;
    const [work, block] = [workOf(sums), blockOf(sums)];
    const isSeen = work > LEAST_WORK;
    if (!isSeen) unseen[at] = ran[at]!;
    const offShare = block + sums.idle === 0 ? 0 : off / (block + sums.idle);
    intervals.blocked[at] = block * offShare;
    idle[at] = Math.max(0, off - block * offShare);
    for (let i = first; i < last; i++) {
      const reading = readings[i]!;
      counted[i] = workOf(reading);
      if (isSeen) cpu[i] = (ran[at]! * workOf(reading)) / work;
      blocked[i] = blockOf(reading) * offShare;
    }
    first = last;
  }
  return { by, knowsWaits: by === 'kernel', cpu, blocked, counted, intervals };
}

/** How many samples of each of some intervals work, as far as their stacks say. */
export function countWorking(profile: Profile, start: Microseconds, end: Float64Array): Float64Array {
  const { sampleTime } = profile;
  const readings = readSamples(profile);
  let sample = 0;
  while (sample < sampleTime.length && sampleTime[sample]! < start) sample++;
  return end.map((until) => {
    let sum = 0;
    for (; sample < sampleTime.length && sampleTime[sample]! < until; sample++) sum += readings[sample]!.works;
    return sum;
  });
}

type Sums = Reading & { readonly idle: number };

function sumUp(readings: readonly Reading[], first: number, last: number): Sums {
  let [works, blocks, either, idle] = [0, 0, 0, 0];
  for (let i = first; i < last; i++) {
    const one = readings[i]!;
    works += one.works;
    blocks += one.blocks;
    either += one.either;
    if (one.isIdle) idle++;
  }
  return { works, blocks, either, idle, isIdle: false };
}

/**
 * Of the samples that work or block the part that blocked: as many as are needed for samples off CPU to be as large a part of all samples as
 * `off` is of the time. So a program that reads a file from memory works, and one that reads a pipe waits.
 */
function partBlocked({ works, blocks, either, idle }: Sums, off: Microseconds, time: Microseconds): number {
  if (either === 0 || time <= 0) return 0;
  const expected = ((works + blocks + either + idle) * off) / time;
  return Math.min(1, Math.max(0, (expected - blocks - idle) / either));
}

/** By sample. */
function readSamples(profile: Profile): Reading[] {
  const { frames, frame, sampleNode, sampleTime, lines } = profile;
  const calls = readCalls(profile);
  const ofNode = Array.from(frame, (of, node): Reading => {
    const one = frames[of]!;
    if (isUnsampled(one) || isSamplerItself(profile, node)) return NOTHING;
    if (isIdle(one)) return IDLE;
    if (calls[node] === BLOCKS) return BLOCK;
    return calls[node] === MAY_BLOCK || isUnread(one) ? EITHER : WORK;
  });
  const waits = lines?.waits === undefined ? null : new WaitingNodes(lines, lines.waits);
  return Array.from(sampleNode, (node, i) => (ofNode[node] === WORK && waits?.readingOf(node, sampleTime[i]!)) || ofNode[node]!);
}

/** Nodes with lines that wait: V8 counts the samples of each line of a node in a slice, and does not say it of single samples. */
class WaitingNodes {
  readonly #whole: ReadonlyMap<number, Reading>;
  #slice = -1;
  #ofSlice: ReadonlyMap<number, Reading> = new Map();

  constructor(
    private readonly lines: LineTicks,
    private readonly waits: Uint8Array,
  ) {
    this.#whole = this.#read(0, lines.node.length, null);
  }

  /** Null: it has no such lines. Samples come in order of time. */
  readingOf(node: number, time: Microseconds): Reading | null {
    const whole = this.#whole.get(node);
    if (whole === undefined) return null;
    const { start, first, node: entries } = this.lines;
    let slice = this.#slice;
    while (slice + 1 < start.length && start[slice + 1]! <= time) slice++;
    if (slice !== this.#slice) {
      this.#slice = slice;
      this.#ofSlice = this.#read(first[slice]!, first[slice + 1] ?? entries.length, this.#whole);
    }
    return this.#ofSlice.get(node) ?? whole;
  }

  /** Of those of `wanted`; null: of those that wait anywhere. */
  #read(first: number, last: number, wanted: ReadonlyMap<number, Reading> | null): Map<number, Reading> {
    const { node, ticks } = this.lines;
    const sums = new Map<number, [number, number, number]>();
    for (let entry = first; entry < last; entry++) {
      const of = sums.get(node[entry]!) ?? [0, 0, 0];
      sums.set(node[entry]!, of);
      of[this.waits[entry]!]! += ticks[entry]!;
    }
    const readings = new Map<number, Reading>();
    for (const [of, sum] of sums) {
      const all = sum[WORKS]! + sum[WAITS]! + sum[WAITS_AND_WORKS]!;
      if (all > 0 && (wanted === null ? sum[WORKS]! < all : wanted.has(of)))
        readings.set(of, { works: sum[WORKS]! / all, blocks: sum[WAITS]! / all, either: sum[WAITS_AND_WORKS]! / all, isIdle: false });
    }
    return readings;
  }
}

/** Times between two recordings, in which no samples were taken. */
function gapsOf({ frames, frame, sampleNode, sampleTime, endTime }: Profile): [Microseconds, Microseconds][] {
  const isGap = frames.map(isUnsampled);
  const gaps: [Microseconds, Microseconds][] = [];
  if (!isGap.includes(true)) return gaps;
  sampleNode.forEach((node, i) => {
    if (isGap[frame[node]!]) gaps.push([sampleTime[i]!, sampleTime[i + 1] ?? endTime]);
  });
  return gaps;
}

/**
 * The kernel is up to a tick late with the time of a thread that runs, and tells how long it waited for a core only when that is over. So one
 * interval has too little of it and the next one more than it lasts: the surplus is of the intervals before.
 */
function fitted({ start, end, ran, waited, stopped }: ThreadIntervals, gaps: readonly [Microseconds, Microseconds][]): DividedIntervals {
  const count = end.length;
  const zeros = (): Float64Array => new Float64Array(count);
  const fit = {
    start,
    end,
    sampled: zeros(),
    ran: zeros(),
    waited: zeros(),
    stopped: zeros(),
    blocked: zeros(),
    idle: zeros(),
    unseen: zeros(),
  };
  let [surplus, waitSurplus] = [0, 0];
  for (let at = count - 1; at >= 0; at--) {
    const begin = at === 0 ? start : end[at - 1]!;
    const wall = Math.max(0, end[at]! - begin);
    const all = ran[at]! + surplus;
    const most = Math.min(all, wall);
    surplus = all - most;
    const allWaits = waited[at]! + waitSurplus;
    const waits = Math.min(allWaits, wall - most);
    waitSurplus = allWaits - waits;
    const part = wall === 0 ? 0 : 1 - overlap(gaps, begin, end[at]!) / wall;
    fit.sampled[at] = wall * part;
    fit.ran[at] = most * part;
    fit.waited[at] = waits * part;
    if (stopped[at] === 1) fit.stopped[at] = (wall - most - waits) * part;
  }
  return fit;
}

function overlap(gaps: readonly [Microseconds, Microseconds][], from: Microseconds, to: Microseconds): Microseconds {
  return gaps.reduce((sum, [begin, end]) => sum + Math.max(0, Math.min(end, to) - Math.max(begin, from)), 0);
}

/** Of the time from `from` to `to`, in which intervals at its edges count by their part. */
export function partsBetween({ intervals, knowsWaits }: Division, from: Microseconds, to: Microseconds): ThreadParts {
  const { start, end, sampled, ran, waited, stopped, blocked, idle, unseen } = intervals;
  let [sampledUs, cpuUs, unseenUs, blockedUs, waitedUs, idleUs, stoppedUs] = [0, 0, 0, 0, 0, 0, 0];
  let begin = start;
  for (let at = 0; at < end.length && begin < to; at++) {
    const inside = Math.min(end[at]!, to) - Math.max(begin, from);
    if (inside > 0) {
      const part = inside / (end[at]! - begin);
      sampledUs += sampled[at]! * part;
      cpuUs += ran[at]! * part;
      unseenUs += unseen[at]! * part;
      blockedUs += blocked[at]! * part;
      waitedUs += waited[at]! * part;
      idleUs += idle[at]! * part;
      stoppedUs += stopped[at]! * part;
    }
    begin = end[at]!;
  }
  return { sampledUs, cpuUs, unseenUs, blockedUs, waitedUs: knowsWaits ? waitedUs : null, idleUs, stoppedUs };
}

/** The division of some samples: those at the places `kept`. */
export function pickDivision(division: Division, kept: readonly number[]): Division {
  const pick = (values: Float64Array): Float64Array => Float64Array.from(kept, (i) => values[i]!);
  return { ...division, cpu: pick(division.cpu), blocked: pick(division.blocked), counted: pick(division.counted) };
}
