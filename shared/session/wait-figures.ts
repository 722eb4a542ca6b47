/** What requests waited for, by peer and by what was asked of it. */
import type { Microseconds, Percent } from '../base/units.ts';
import { measuredOf, toDistribution } from '../load/distribution.ts';
import type { PeerWaits, WaitFigures, WaitsFigures } from '../model/report.ts';
import { hasReply, IN_THREAD_POOL, NO_OWNER, UNKNOWN_LINE, UNKNOWN_OWNER, WAIT_KINDS } from '../model/waits.ts';
import { listsByPlace, NONE, valuesByPlace } from './lists-by-place.ts';
import { computeNoReply } from './no-reply.ts';
import { type ServedPart, tookOf } from './request-filter.ts';
import { RoutePlaces } from './route-places.ts';
import type { ServedRequests } from './served-requests.ts';
import type { Waits } from './wait-rows.ts';
import { askedAt, isWaitIn, type Span, waitedUs } from './wait-spans.ts';

/** Of all routes together, so that a program with a path for each request does not make a document of a hundred megabytes. */
export const MOST_BY_ROUTE = 1_000;

interface Further {
  /** Time 0 on the clock of the rows. */
  readonly originUs?: Microseconds;
  /** Of a group: of which member a process is. */
  readonly memberOf?: (pid: number) => string | undefined;
}

/**
 * Of all requests together, and where they are of several routes, by route. A wait counts where it ended, one of no request does not; in shares, and in
 * what is by route, it counts where its request ended. `part`: also of the requests that it is compared with. Null: it was not recorded.
 */
export function computeWaits(
  waits: Waits,
  served: ServedRequests,
  part: ServedPart,
  { originUs = 0, memberOf }: Further = {},
): WaitsFigures | null {
  if (!waits.isKnown) return null;
  const calls = new Calls(waits, part);
  const places = new RoutePlaces(served, memberOf);
  const byRoute = new RequestGroups(calls, served, places.placesIn(part), places.count);
  const isOfSeveral = byRoute.requests.filter((count) => count > 0).length > 1;
  const routes = isOfSeveral ? byRoute.rows((place) => places.nameOf(place), MOST_BY_ROUTE) : [];
  const noReply = computeNoReply(waits, { served, part, tookUs: sumOf(byRoute.tookUs), originUs });
  return {
    ...{ rows: [...calls.rows(byRoute), ...routes], byPeer: calls.byPeer(sumOf(byRoute.requests)) },
    ...{ outside: calls.outside, lost: waits.lost },
    ...(noReply.length === 0 ? {} : { noReply }),
  };
}

/** Of some requests, by their rows: all that they waited for. How many there were at once is of all requests of the part. */
export function computeWaitsOf(
  waits: Waits,
  served: ServedRequests,
  requests: Int32Array,
  part: ServedPart,
  route: string | null,
): readonly WaitFigures[] | null {
  if (!waits.isKnown) return null;
  const placeOf = new Int32Array(served.rows).fill(NONE);
  for (const row of requests) placeOf[row] = 0;
  return new RequestGroups(new Calls(waits, part), served, placeOf, 1).rows(() => ({ route }));
}

type Columns = ReturnType<Waits['table']>;
type Told = Pick<WaitFigures, 'calls' | 'inProgressMs' | 'inLineMs'>;

/** Numbers what has a key, in the order in which it comes. */
class Numbers {
  private readonly byKey = new Map<number, number>();

  of(key: number): number {
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    this.byKey.set(key, this.byKey.size);
    return this.byKey.size - 1;
  }

  get count(): number {
    return this.byKey.size;
  }

  entries(): Iterable<[key: number, nth: number]> {
    return this.byKey;
  }
}

/** Every call that was recorded; those of the same peer, kind and statement that got a reply are a group. */
class Calls {
  /** The columns as they are: there may be millions of rows, and a run that goes on asks each second. */
  readonly of: Columns;
  /** By call; NONE: it got no reply. */
  readonly groupOf: Int32Array;
  /** By group. */
  private readonly first: readonly number[];
  /** The group of each call that got its reply in the part and is of a request, be it not known of which; NONE: another. */
  private readonly counted: Int32Array;
  private readonly known: readonly Percent[];
  private readonly atOnce: ReadonlyMap<number, WaitFigures['atOnce']>;
  /** Calls of no request that ended in the part. */
  readonly outside: number;

  constructor(
    private readonly waits: Waits,
    part: ServedPart,
  ) {
    this.of = waits.table();
    const { kind, to, name, start, end, request, status } = this.of;
    [this.groupOf, this.counted] = [new Int32Array(waits.rows).fill(NONE), new Int32Array(waits.rows).fill(NONE)];
    const [groups, first] = [new Numbers(), [] as number[]];
    const isInPart = new Uint8Array(waits.rows);
    let outside = 0;
    for (let call = 0; call < waits.rows; call++) {
      if (hasReply(WAIT_KINDS[kind[call]!]!, status[call]!)) {
        const group = groups.of((kind[call]! * waits.names.length + to[call]!) * waits.names.length + name[call]!);
        if (group === first.length) first.push(call);
        this.groupOf[call] = group;
      }
      if (!isWaitIn({ start: start[call]!, end: end[call]!, status: status[call]! }, part)) continue;
      if (request[call] === NO_OWNER) {
        outside += 1;
        continue;
      }
      isInPart[call] = 1;
      this.counted[call] = this.groupOf[call]!;
    }
    [this.first, this.outside] = [first, outside];
    this.known = this.knownPercents();
    this.atOnce = this.mostAtOnceByPeer((call) => isInPart[call] === 1);
  }

  get groups(): number {
    return this.first.length;
  }

  /** Of all requests, those with the most waiting first. `by`: what of the response times they are. */
  rows(by: RequestGroups): WaitFigures[] {
    const [waited, tookUs] = [by.waitedByGroup(), sumOf(by.tookUs)];
    const requests = sumOf(by.requests);
    return toldByPlace(this.of, this.groups, this.counted)
      .flatMap((told, group) =>
        told === null ? [] : [this.figuresOf(group, told, { requests, waitedUs: waited[group]!, tookUs }, { route: null })],
      )
      .sort(byWaiting);
  }

  /** Of all requests, so many of them, those with the most waiting first. */
  byPeer(requests: number): PeerWaits[] {
    const { to, request } = this.of;
    const peers = new Numbers();
    const placeOf = this.counted.map((group, call) => (group === NONE ? NONE : peers.of(to[call]!)));
    const known = new Uint32Array(peers.count);
    placeOf.forEach((place, call) => {
      if (place !== NONE && request[call] !== UNKNOWN_OWNER) known[place]! += 1;
    });
    const told = toldByPlace(this.of, peers.count, placeOf);
    return [...peers.entries()]
      .map(([name, place]): PeerWaits => {
        // A place is made for a call.
        const { calls, ...times } = told[place]!;
        const perRequest = requests === 0 ? null : calls / requests;
        const atOnce = this.atOnce.get(name)!;
        return { to: this.waits.names[name]!, calls, perRequest, ...times, atOnce, knownPercent: (100 * known[place]!) / calls };
      })
      .sort(byWaiting);
  }

  figuresOf(
    group: number,
    told: Told,
    { requests, waitedUs, tookUs }: { readonly requests: number; readonly waitedUs: Microseconds; readonly tookUs: Microseconds },
    of: Pick<WaitFigures, 'route' | 'member'>,
  ): WaitFigures {
    const { kind, to, name, limit } = this.of;
    const { names } = this.waits;
    const call = this.first[group]!;
    return {
      ...{ kind: WAIT_KINDS[kind[call]!]!, to: names[to[call]!]!, name: names[name[call]!] || null, ...of },
      ...{ calls: told.calls, perRequest: requests === 0 ? null : told.calls / requests },
      ...{ inProgressMs: told.inProgressMs, inLineMs: told.inLineMs },
      atOnce: this.atOnce.get(to[call]!) ?? { max: 1, limit: limit[call]! || null },
      share: tookUs === 0 ? null : (100 * waitedUs) / tookUs,
      knownPercent: this.known[group]!,
    };
  }

  /** Of the calls of each group that ended in the part, for how many it is known of which request they are; of the whole run where none did. */
  private knownPercents(): Percent[] {
    const all = Array.from({ length: this.groups }, () => ({ calls: 0, known: 0, inPart: 0, knownInPart: 0 }));
    const { request } = this.of;
    for (let call = 0; call < this.groupOf.length; call++) {
      if (request[call] === NO_OWNER || this.groupOf[call] === NONE) continue;
      const one = all[this.groupOf[call]!]!;
      const [isKnown, isIn] = [Number(request[call] !== UNKNOWN_OWNER), Number(this.counted[call] !== NONE)];
      one.calls += 1;
      one.known += isKnown;
      one.inPart += isIn;
      one.knownInPart += isKnown * isIn;
    }
    return all.map(({ calls, known, inPart, knownInPart }) => (inPart > 0 ? (100 * knownInPart) / inPart : (100 * known) / calls));
  }

  /** The most calls to a peer in one process, with a reply or without, and what it allows. */
  private mostAtOnceByPeer(isCounted: (call: number) => boolean): Map<number, WaitFigures['atOnce']> {
    const { pid, to, kind, start, end, limit } = this.of;
    const peers = new Numbers();
    const about: { readonly isOfThreads: boolean; limit: number }[] = [];
    const peerOf = this.counted.map((_, call) => {
      if (!isCounted(call)) return NONE;
      const peer = peers.of(pid[call]! * this.waits.names.length + to[call]!);
      if (peer === about.length) about.push({ isOfThreads: IN_THREAD_POOL.has(WAIT_KINDS[kind[call]!]!), limit: 0 });
      about[peer]!.limit = Math.max(about[peer]!.limit, limit[call]!);
      return peer;
    });
    const starts = valuesByPlace(about.length, peerOf, (call) => start[call]!);
    const ends = valuesByPlace(about.length, peerOf, (call) => end[call]!);
    const found = new Map<number, WaitFigures['atOnce']>();
    for (const [key, peer] of peers.entries()) {
      const at = key % this.waits.names.length;
      const allowed = about[peer]!;
      const most = mostAtOnce(starts[peer]!, ends[peer]!);
      // When each begins in a thread follows from a model (agent/waits/thread-pool.ts), which may be wrong by a moment.
      const max = allowed.isOfThreads && allowed.limit > 0 ? Math.min(most, allowed.limit) : most;
      if (max > (found.get(at)?.max ?? 0)) found.set(at, { max, limit: allowed.limit || null });
    }
    return found;
  }
}

/** Both in ascending order. */
function mostAtOnce(starts: Float64Array, ends: Float64Array): number {
  let [most, ended] = [0, 0];
  for (let begun = 0; begun < starts.length; begun++) {
    while (ends[ended]! <= starts[begun]!) ended += 1;
    // One that took no time was under way, too.
    most = Math.max(most, begun + 1 - ended, 1);
  }
  return most;
}

/** How long calls took, by where each belongs; null: none belongs there. */
function toldByPlace({ start, end, line }: Columns, places: number, placeOf: Int32Array): (Told | null)[] {
  const progress = valuesByPlace(places, placeOf, (call) => Math.round(end[call]! - start[call]!));
  const inLine = valuesByPlace(places, placeOf, (call) => (line[call] === UNKNOWN_LINE ? NONE : line[call]!));
  return progress.map((took, place) => {
    const inProgressMs = toDistribution(measuredOf(took));
    return inProgressMs && { calls: took.length, inProgressMs, inLineMs: toDistribution(measuredOf(inLine[place]!)) };
  });
}

/** In line and in progress altogether. */
const waitingOf = ({ inProgressMs, inLineMs }: Told): number =>
  inProgressMs.mean * inProgressMs.count + (inLineMs === null ? 0 : inLineMs.mean * inLineMs.count);

const byWaiting = (one: Told, other: Told): number => waitingOf(other) - waitingOf(one);

const sumOf = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);

/** The calls of requests, by where each request belongs and by group. */
class RequestGroups {
  /** By place. */
  readonly requests: Uint32Array;
  readonly tookUs: Float64Array;
  /** Place and group of each entry, and how long requests waited for one of these calls or more. */
  private readonly entries: { readonly place: number; readonly group: number; waitedUs: Microseconds }[] = [];
  private readonly numbers = new Numbers();
  /** By call; NONE: it is of no such request. */
  private readonly entryOf: Int32Array;

  /** `placeOf`: of each row of `served`, which of the `places` it counts for; NONE: for none. */
  constructor(
    private readonly calls: Calls,
    served: ServedRequests,
    placeOf: Int32Array,
    places: number,
  ) {
    const { pid, request, start, end, line } = calls.of;
    [this.requests, this.tookUs] = [new Uint32Array(places), new Float64Array(places)];
    this.entryOf = new Int32Array(calls.groupOf.length).fill(NONE);
    const rowsOf = new Map([...served.pids].map((one) => [one, served.rowsOf(one)]));
    const { first, next } = listsByPlace(served.rows, calls.groupOf.length, (call) =>
      calls.groupOf[call] === NONE ? NONE : (rowsOf.get(pid[call]!)?.(request[call]!) ?? NONE),
    );
    placeOf.forEach((place, row) => {
      if (place === NONE) return;
      this.requests[place]! += 1;
      this.tookUs[place]! += tookOf(served, row);
      const spans = new Map<number, Span[]>();
      for (let call = first[row]!; call !== NONE; call = next[call]!) {
        const entry = this.entryFor(place, calls.groupOf[call]!);
        this.entryOf[call] = entry;
        const span: Span = [row, askedAt(start[call]!, line[call]!), end[call]!];
        const others = spans.get(entry);
        if (others === undefined) spans.set(entry, [span]);
        else others.push(span);
      }
      for (const [entry, of] of spans) this.entries[entry]!.waitedUs += waitedUs(of, served);
    });
  }

  private entryFor(place: number, group: number): number {
    const entry = this.numbers.of(place * this.calls.groups + group);
    if (entry === this.entries.length) this.entries.push({ place, group, waitedUs: 0 });
    return entry;
  }

  /** Over all places. */
  waitedByGroup(): Float64Array {
    const waited = new Float64Array(this.calls.groups);
    for (const { group, waitedUs } of this.entries) waited[group]! += waitedUs;
    return waited;
  }

  /** Those with the most waiting first, at most so many. */
  rows(nameOf: (place: number) => Pick<WaitFigures, 'route' | 'member'>, most = Number.POSITIVE_INFINITY): WaitFigures[] {
    const shown = this.heaviest(most);
    const places = new Int32Array(this.entries.length).fill(NONE);
    shown.forEach((entry, place) => {
      places[entry] = place;
    });
    const placeOf = this.entryOf.map((entry) => (entry === NONE ? NONE : places[entry]!));
    return toldByPlace(this.calls.of, shown.length, placeOf)
      .flatMap((told, at) => {
        const { place, group, waitedUs } = this.entries[shown[at]!]!;
        if (told === null) return [];
        const base = { requests: this.requests[place]!, waitedUs, tookUs: this.tookUs[place]! };
        return [this.calls.figuresOf(group, told, base, nameOf(place))];
      })
      .sort(byWaiting);
  }

  /** What is told of each entry is not made for those that are not told. */
  private heaviest(most: number): readonly number[] {
    const all = [...this.entries.keys()];
    if (all.length <= most) return all;
    const { start, end, line } = this.calls.of;
    const waiting = new Float64Array(all.length);
    this.entryOf.forEach((entry, call) => {
      if (entry !== NONE) waiting[entry]! += end[call]! - askedAt(start[call]!, line[call]!);
    });
    return all.sort((one, other) => waiting[other]! - waiting[one]!).slice(0, most);
  }
}
