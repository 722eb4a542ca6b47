/**
 * Where the time of requests in the server goes, by route (model/time-parts.ts).
 *
 * When a request waited for a call is known exactly (wait-stretches.ts). What the main thread did meanwhile is known where a sample was taken, one a
 * millisecond: most requests of a fast server have none. Which part of the time of a kind (in progress at one peer, in line for it, not waiting) it
 * worked for the request itself, for others or not at all is therefore estimated for all requests of a route together, as that part of the samples in
 * this time, each with the time until the next one. When samples are taken has nothing to do with when requests begin and end, so that this holds for
 * requests that are shorter than the time between two samples, too; to let each sample reach to the next one within a single request would not.
 */
import { firstAbove, firstNotBelow } from '../base/ascending.ts';
import type { Microseconds, Percent } from '../base/units.ts';
import { measuredOf, toDistribution } from '../load/distribution.ts';
import { isCollector, isIdle, isUnsampled } from '../model/profile/frame-kind.ts';
import type { Profile } from '../model/profile/profile.ts';
import type { CallSequence, RouteFigures } from '../model/report.ts';
import { UNKNOWN_REQUEST } from '../model/served.ts';
import { TIME_PARTS, type TimePart, type TimePartName } from '../model/time-parts.ts';
import { ASKED_OF_SERVERS, NO_OWNER, UNKNOWN_LINE, UNKNOWN_OWNER, WAIT_KINDS } from '../model/waits.ts';
import { weigherOf } from '../profile/time/sample-weights.ts';
import { type Lists, listsByPlace, NONE, valuesByPlace } from './lists-by-place.ts';
import type { ServedPart } from './request-filter.ts';
import type { ServedRequests } from './served-requests.ts';
import type { Waits } from './wait-rows.ts';
import { countedStretches, type Stretch } from './wait-stretches.ts';

const US_PER_MS = 1_000;
/** The standard error of a share by fewer samples may be above 5 percent of all. */
const FEWEST_SAMPLES = 100;

/** `waitsMs`: how long each request was in line or in progress. `parts`: in the order of TIME_PARTS, of a part the longest first. */
export type PlaceTime = Pick<RouteFigures, 'waitsMs' | 'parts' | 'sequence'>;

/** Calls of requests; `originUs`: time 0 on the engine's clock. */
export interface WaitedFor {
  readonly waits: Waits;
  readonly originUs: Microseconds;
}

/** Of each of these groups of requests, rows of `served` in ascending order; null: too few samples were taken meanwhile. */
export function partsOfGroups(
  profiles: readonly Profile[],
  waited: WaitedFor,
  served: ServedRequests,
  groups: readonly Int32Array[],
): readonly (readonly TimePart[] | null)[] {
  const reader = new TimeReader(profiles, waited, served);
  return groups.map((rows) => {
    const time = new TimeOfRoute();
    for (const row of rows) reader.add(row, time);
    return time.toParts(waited.waits);
  });
}

/**
 * `profiles`: of main threads whose samples are told apart by requests, times since time 0. `placeOf`: of
 * each row of `served`, which of the `places` it counts for; NONE: for none.
 */
export function computeRouteParts(
  profiles: readonly Profile[],
  waited: WaitedFor,
  served: ServedRequests,
  placeOf: Int32Array,
  places: number,
): readonly PlaceTime[] {
  const reader = new TimeReader(profiles, waited, served);
  const all = Array.from({ length: places }, () => new TimeOfRoute());
  const waitedUs = new Float64Array(served.rows);
  placeOf.forEach((place, row) => {
    if (place === NONE) return;
    const route = all[place]!;
    waitedUs[row] = reader.add(row, route);
    route.addSequence(reader.areApart(row));
  });
  const waitedByPlace = valuesByPlace(places, placeOf, (row) => waitedUs[row]!);
  return all.map((one, place) => ({
    waitsMs: toDistribution(measuredOf(waitedByPlace[place]!)),
    parts: one.toParts(waited.waits),
    sequence: one.sequence,
  }));
}

/** The time of single requests: calls and samples are put in order once for all of them. */
class TimeReader {
  private readonly threads: ReadonlyMap<number, SampledThread>;
  private readonly calls: CallsOfRequests;
  private readonly table: ReturnType<ServedRequests['table']>;

  constructor(profiles: readonly Profile[], { waits, originUs }: WaitedFor, served: ServedRequests) {
    this.threads = new Map(profiles.map((profile) => [profile.pid, new SampledThread(profile, served, originUs)]));
    this.calls = new CallsOfRequests(waits, served);
    this.table = served.table();
  }

  /** How long it waited. */
  add(row: number, into: TimeOfRoute): Microseconds {
    const { start, end, pid } = this.table;
    const [from, to] = [start[row]!, end[row]!];
    const thread = this.threads.get(pid[row]!) ?? null;
    thread?.begin(row, from);
    return into.add(this.calls.stretchesOf(row, from, to), from, to, thread);
  }

  areApart(row: number): boolean | null {
    return this.calls.areApart(row);
  }
}

/** Of so many of the calls that ended in a part of the run it is known whose they were: the others are in no part. Null: there was none. */
export function callsKnown(waits: Waits, part: ServedPart): Percent | null {
  const { end, request } = waits.table();
  let [calls, known] = [0, 0];
  for (let row = 0; row < waits.rows; row++) {
    if (request[row] === NO_OWNER || end[row]! < part.from || end[row]! >= part.to) continue;
    calls += 1;
    if (request[row] !== UNKNOWN_OWNER) known += 1;
  }
  return calls === 0 ? null : (100 * known) / calls;
}

/** Two calls of which one needs the reply of the other are common; of a page that could ask for its parts at once there are more. */
const FEWEST_CALLS = 3;
const isOfServer = (kind: number): boolean => ASKED_OF_SERVERS.has(WAIT_KINDS[kind]!);

/** What a peer is waited for in, as one number. */
const [IN_PROGRESS, IN_LINE] = [0, 1];
const keyOf = (kind: number, to: number, how: number): number => (to * WAIT_KINDS.length + kind) * 2 + how;

/** Calls by the request they are of. */
class CallsOfRequests {
  private readonly lists: Lists;
  private readonly table: ReturnType<Waits['table']>;

  constructor(waits: Waits, served: ServedRequests) {
    this.table = waits.table();
    const { pid, request } = this.table;
    const rowsOf = new Map([...served.pids].map((one) => [one, served.rowsOf(one)]));
    this.lists = listsByPlace(served.rows, waits.rows, (call) => rowsOf.get(pid[call]!)?.(request[call]!) ?? NONE);
  }

  /** When it waited for what, within [from, to). */
  stretchesOf(row: number, from: Microseconds, to: Microseconds): readonly Stretch[] {
    let call = this.lists.first[row]!;
    if (call === NONE) return NO_STRETCHES;
    const { start, end, line, kind, to: peer } = this.table;
    const lists: readonly Stretch[][] = [[], [], [], []];
    for (; call !== NONE; call = this.lists.next[call]!) {
      // That a file is written meanwhile, or a timer set, says less than that a server has not replied.
      const [progress, inLine] = isOfServer(kind[call]!) ? [lists[0]!, lists[1]!] : [lists[2]!, lists[3]!];
      const asked = start[call]!;
      progress.push({ from: Math.max(from, asked), to: Math.min(to, end[call]!), of: keyOf(kind[call]!, peer[call]!, IN_PROGRESS) });
      const waited = line[call]!;
      if (waited === 0 || waited === UNKNOWN_LINE) continue;
      inLine.push({ from: Math.max(from, asked - waited), to: Math.min(to, asked), of: keyOf(kind[call]!, peer[call]!, IN_LINE) });
    }
    return countedStretches(...lists);
  }

  /** Whether no two of its calls to other servers overlapped. Null: it made too few. */
  areApart(row: number): boolean | null {
    const { start, end, line, kind } = this.table;
    const calls: (readonly [from: Microseconds, to: Microseconds])[] = [];
    for (let call = this.lists.first[row]!; call !== NONE; call = this.lists.next[call]!) {
      if (!isOfServer(kind[call]!)) continue;
      const inLine = line[call]! === UNKNOWN_LINE ? 0 : line[call]!;
      calls.push([start[call]! - inLine, end[call]!]);
    }
    if (calls.length < FEWEST_CALLS) return null;
    calls.sort(([a], [b]) => a - b);
    return calls.every(([from], i) => i === 0 || from >= calls[i - 1]![1]);
  }
}

const NO_STRETCHES: readonly Stretch[] = [];

/** The samples of a main thread, read for one request after the other. */
class SampledThread {
  /** Since time 0. */
  private readonly time: Float64Array;
  /** How much the samples before each weigh: all of them, and those in which the thread was known to be busy. */
  private readonly sampled: Float64Array;
  private readonly busy: Float64Array;
  /** Samples by the request that was worked for. */
  private readonly ownSamples: Lists;
  /** When nobody looked, since time 0 and in order. */
  private readonly gaps: { readonly from: Microseconds[]; readonly to: Microseconds[] };
  /** The next sample, and the next one of the request that is read for. */
  private at = 0;
  private own = NONE;

  constructor(
    profile: Profile,
    served: ServedRequests,
    private readonly originUs: Microseconds,
  ) {
    const { sampleTime, sampleNode, frame, frames, requests, pid, startTime, endTime } = profile;
    const [idle, collector, unsampled] = [frames.map(isIdle), frames.map(isCollector), frames.map(isUnsampled)];
    const count = sampleTime.length;
    const weigh = weigherOf(profile, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 'wall');
    [this.time, this.sampled, this.busy] = [sampleTime, new Float64Array(count + 1), new Float64Array(count + 1)];
    const gaps = { from: [Number.NEGATIVE_INFINITY], to: [sampleTime[0] ?? startTime] };
    const addGap = (from: Microseconds, to: Microseconds): void => {
      gaps.from.push(from);
      gaps.to.push(to);
    };
    for (let i = 0; i < count; i++) {
      const of = frame[sampleNode[i]!]!;
      const { weight } = weigh(i);
      const isBusy = !idle[of] && requests![i] !== UNKNOWN_REQUEST;
      this.sampled[i + 1] = this.sampled[i]! + (unsampled[of] ? 0 : weight);
      this.busy[i + 1] = this.busy[i]! + (isBusy ? weight : 0);
      if (unsampled[of]) addGap(sampleTime[i]!, sampleTime[i]! + weight);
    }
    addGap(endTime, Number.POSITIVE_INFINITY);
    this.gaps = gaps;
    const rowOf = served.rowsOf(pid);
    this.ownSamples = listsByPlace(served.rows, count, (i) => {
      const request = requests![i]!;
      const of = frame[sampleNode[i]!]!;
      return request <= 0 || idle[of] || collector[of] ? NONE : rowOf(request);
    });
  }

  /** Goes to the beginning of a request. */
  begin(row: number, from: Microseconds): void {
    this.at = firstNotBelow(this.time, from - this.originUs);
    const { first, next } = this.ownSamples;
    this.own = first[row]!;
    while (this.own !== NONE && this.own < this.at) this.own = next[this.own]!;
  }

  /** Reads on, from where it was read to the last time. */
  addTo(into: TimeOfKind, from: Microseconds, to: Microseconds): void {
    const { at: low, sampled, busy } = this;
    const high = this.firstFrom(low, to - this.originUs);
    for (; this.own !== NONE && this.own < high; this.own = this.ownSamples.next[this.own]!)
      into.ownUs += sampled[this.own + 1]! - sampled[this.own]!;
    into.samples += high - low;
    into.sampledUs += sampled[high]! - sampled[low]!;
    into.busyUs += busy[high]! - busy[low]!;
    into.unseenUs += this.unseenIn(from - this.originUs, to - this.originUs);
    this.at = high;
  }

  /** The first sample not below a time, from one on: most stretches have few. */
  private firstFrom(low: number, at: Microseconds): number {
    const { time } = this;
    let [first, step] = [low, 1];
    while (first + step <= time.length && time[first + step - 1]! < at) {
      first += step;
      step *= 2;
    }
    return firstNotBelow(time, at, first, Math.min(first + step, time.length));
  }

  private unseenIn(from: Microseconds, to: Microseconds): Microseconds {
    const { gaps } = this;
    let sum = 0;
    for (let gap = firstAbove(gaps.to, from); gap < gaps.from.length && gaps.from[gap]! < to; gap++)
      sum += Math.min(to, gaps.to[gap]!) - Math.max(from, gaps.from[gap]!);
    return sum;
  }
}

/** Time of one kind, and what the samples in it weigh. */
class TimeOfKind {
  us: Microseconds = 0;
  /** So much of it nobody looked at. */
  unseenUs: Microseconds = 0;
  samples = 0;
  /** All of them; those in which the thread was known to be busy, and those in which it worked for the request. */
  sampledUs: Microseconds = 0;
  busyUs: Microseconds = 0;
  ownUs: Microseconds = 0;

  /** Of the time that was looked at: worked for the request itself, and for others. */
  divide(): { readonly workUs: Microseconds; readonly othersUs: Microseconds } {
    if (this.sampledUs === 0) return { workUs: 0, othersUs: 0 };
    const each = (this.us - this.unseenUs) / this.sampledUs;
    return { workUs: each * this.ownUs, othersUs: each * (this.busyUs - this.ownUs) };
  }
}

/** The requests of a route. */
class TimeOfRoute {
  private requests = 0;
  private readonly notWaiting = new TimeOfKind();
  /** By keyOf. */
  private readonly waiting = new Map<number, TimeOfKind>();
  private judged = 0;
  private apart = 0;

  addSequence(areApart: boolean | null): void {
    if (areApart === null) return;
    this.judged += 1;
    if (areApart) this.apart += 1;
  }

  get sequence(): CallSequence | null {
    return this.judged === 0 ? null : { requests: this.judged, percent: (100 * this.apart) / this.judged };
  }

  /** A request, to whose beginning `thread` has gone; null: there are no samples of it. How long it waited. */
  add(stretches: readonly Stretch[], from: Microseconds, to: Microseconds, thread: SampledThread | null): Microseconds {
    let [at, waited] = [from, 0];
    for (const one of stretches) {
      addTo(this.notWaiting, at, one.from, thread);
      addTo(this.waitingFor(one.of), one.from, one.to, thread);
      waited += one.to - one.from;
      at = one.to;
    }
    addTo(this.notWaiting, at, to, thread);
    this.requests += 1;
    return waited;
  }

  private waitingFor(key: number): TimeOfKind {
    const known = this.waiting.get(key);
    if (known !== undefined) return known;
    const added = new TimeOfKind();
    this.waiting.set(key, added);
    return added;
  }

  toParts({ names }: Waits): readonly TimePart[] | null {
    const { requests, notWaiting } = this;
    const samples = [...this.waiting.values()].reduce((sum, one) => sum + one.samples, notWaiting.samples);
    if (requests === 0 || samples < FEWEST_SAMPLES) return null;
    const part = (
      name: TimePartName,
      us: Microseconds,
      of: Pick<TimePart, 'kind' | 'to'> = NO_PEER,
      busyUs: Microseconds = 0,
    ): TimePart => ({
      ...{ part: name, kind: of.kind, to: of.to },
      ...{ meanMs: us / requests / US_PER_MS, totalMs: us / US_PER_MS, busyMs: busyUs / requests / US_PER_MS },
    });
    const { workUs, othersUs } = notWaiting.divide();
    let allWorkUs = workUs;
    const ofPeers = [...this.waiting].map(([key, time]) => {
      const { workUs: worked, othersUs: busy } = time.divide();
      allWorkUs += worked;
      const to = names[Math.floor(key / 2 / WAIT_KINDS.length)]!;
      const kind = WAIT_KINDS[Math.floor(key / 2) % WAIT_KINDS.length]!;
      return key % 2 === IN_LINE
        ? part('inLine', time.us - worked, { kind, to })
        : part('inProgress', time.us - worked, { kind, to }, busy);
    });
    const parts = [
      ...[part('work', allWorkUs), part('others', othersUs), part('unexplained', Math.max(0, notWaiting.us - workUs - othersUs))],
      ...ofPeers.filter(({ totalMs }) => totalMs > 0),
    ];
    return parts.sort((a, b) => TIME_PARTS.indexOf(a.part) - TIME_PARTS.indexOf(b.part) || b.totalMs - a.totalMs);
  }
}

const NO_PEER = { kind: null, to: null };

function addTo(time: TimeOfKind, from: Microseconds, to: Microseconds, thread: SampledThread | null): void {
  if (to <= from) return;
  time.us += to - from;
  if (thread === null) time.unseenUs += to - from;
  else thread.addTo(time, from, to);
}
