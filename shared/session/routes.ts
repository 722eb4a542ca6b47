/** Which route eats the machine: requests and CPU time of each route, and the CPU time that belongs to none. */
import type { Microseconds, Percent, TimeWindow } from '../base/units.ts';
import { measuredOf, toDistribution } from '../load/distribution.ts';
import { isCollector, isIdle } from '../model/profile/frame-kind.ts';
import type { Profile } from '../model/profile/profile.ts';
import type { RouteFigures, RoutesCpu, RoutesFigures, SharedFigures } from '../model/report.ts';
import { AFTER_RESPONSE, FIRST_SHARED, NO_REQUEST, type SharedExchanges, UNKNOWN_REQUEST } from '../model/served.ts';
import { clipToProfile, weigherOf } from '../profile/time/sample-weights.ts';
import { NONE, valuesByPlace } from './lists-by-place.ts';
import { FIRST_FAILED_STATUS, type ServedPart } from './request-filter.ts';
import { callsKnown, computeRouteParts, type WaitedFor } from './route-parts.ts';
import { RoutePlaces } from './route-places.ts';
import type { ServedRequests } from './served-requests.ts';
import { sharesAsked } from './shared-work.ts';

const US_PER_MS = 1_000;
/** Its name is in a report that did not come any more. */
const UNNAMED = 'others';

/** CPU time by what it was for, µs; the idle time of the main thread is in none. */
interface Sampled {
  /** By place of the route. */
  readonly byRoute: Float64Array;
  /** By name. */
  readonly shared: Map<string, Microseconds>;
  afterResponse: Microseconds;
  collector: Microseconds;
  outside: Microseconds;
  unfinished: Microseconds;
  unknown: Microseconds;
  samples: number;
}

interface Totals extends Sampled {
  /** All of it. */
  readonly active: Microseconds;
  readonly ofRequests: Microseconds;
}

/** What is known of a run besides. */
interface Known {
  readonly memberOf?: (pid: number) => string | undefined;
  readonly waited?: WaitedFor;
}

/**
 * `profiles`: times since time 0. `part`: which requests count. Null: nothing is known of requests in the server. A request counts where it
 * ended; a sample where it was taken, also for a request that ended later.
 */
export function computeRoutes(
  profiles: readonly Profile[],
  served: ServedRequests,
  part: ServedPart,
  window: TimeWindow | null,
  { memberOf, waited }: Known = {},
): RoutesFigures | null {
  if (!served.isKnown) return null;
  const places = new RoutePlaces(served, memberOf);
  const told = profiles.filter(({ requests }) => requests !== undefined);
  const sampled = told.length === 0 ? null : sampleRoutes(told, served, window, places);
  const placeOf = places.placesIn(part);
  const time = waited?.waits.isKnown ? computeRouteParts(told, waited, served, placeOf, places.count) : null;
  const processes = served.pids.size;
  const routes = countRequests(served, placeOf, places.count)
    .map(
      ({ requests, failed, took, running }, place): RouteFigures => ({
        ...places.nameOf(place),
        requests,
        failed,
        serverMs: toDistribution(measuredOf(took)),
        ...(sampled === null ? NO_CPU : { cpuMs: toDistribution(measuredOf(running)), ...onCpu(sampled, place) }),
        ...(time === null ? NO_PARTS : time[place]),
      }),
    )
    .filter(({ requests, onCpuMs }) => requests > 0 || (onCpuMs ?? 0) > 0)
    .sort((a, b) => weightOf(b) - weightOf(a) || b.requests - a.requests);
  return {
    routes,
    cpu: sampled && cpuOf(sampled),
    ...sharedOf(sampled, served, part),
    callsKnownPercent: waited?.waits.isKnown ? callsKnown(waited.waits, part) : null,
    ...(processes > 1 ? { processes } : {}),
    ...costOf(served, waited?.originUs ?? 0),
    lost: served.lost,
  };
}

function costOf({ costs, givenUp }: ServedRequests, originUs: Microseconds): Pick<RoutesFigures, 'cost'> {
  const told = givenUp ?? [...costs].sort((a, b) => b.timePercent - a.timePercent)[0];
  if (told === undefined) return {};
  const { timePercent, cpuPercent } = told;
  return { cost: { timePercent, cpuPercent, givenUpAtMs: givenUp && (givenUp.time - originUs) / US_PER_MS } };
}

function sharedOf(
  sampled: Totals | null,
  served: ServedRequests,
  part: ServedPart,
): Pick<RoutesFigures, 'shared' | 'afterResponseMs' | 'unattributedPercent' | 'isCpuTime'> {
  const work = served.sharedWork;
  if (sampled === null) return { shared: null, afterResponseMs: null, unattributedPercent: null, isCpuTime: null };
  const { active, outside, unfinished, unknown, afterResponse } = sampled;
  const unattributedPercent = active === 0 ? null : (100 * (outside + unfinished + unknown)) / active;
  if (work === null) return { shared: null, afterResponseMs: null, unattributedPercent, isCpuTime: false };
  const exchanges = exchangesByName(served, work.exchanges, part);
  const shared = [...sampled.shared]
    .map(([name, us]): SharedFigures => {
      const asked = sharesAsked(exchanges.get(name) ?? []);
      const askedBy = asked && Object.fromEntries([...asked].map(([route, percent]) => [served.routes[route]!, percent]));
      return { name, ms: us / US_PER_MS, share: shareOf(us, sampled), askedBy };
    })
    .sort((a, b) => b.ms - a.ms);
  return { shared, afterResponseMs: afterResponse / US_PER_MS, unattributedPercent, isCpuTime: work.isCpuTime };
}

function exchangesByName(
  served: ServedRequests,
  all: readonly SharedExchanges[],
  { from, to }: ServedPart,
): Map<string, SharedExchanges[]> {
  const byName = new Map<string, SharedExchanges[]>();
  for (const one of all) {
    const name = served.sharedName(one.pid, one.shared);
    // Those of a second are told when the next report is made.
    if (name === undefined || one.time < from || one.time >= to) continue;
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [one]);
    else known.push(one);
  }
  return byName;
}

const NO_CPU = { cpuMs: null, onCpuMs: null, share: null };
const NO_PARTS = { waitsMs: null, parts: null, sequence: null };

function onCpu(sampled: Totals, place: number): Pick<RouteFigures, 'onCpuMs' | 'share'> {
  const us = sampled.byRoute[place]!;
  return { onCpuMs: us / US_PER_MS, share: shareOf(us, sampled) };
}

function shareOf(us: Microseconds, { ofRequests }: Totals): Percent | null {
  return ofRequests === 0 ? null : (100 * us) / ofRequests;
}

/** What the busiest come first by: on the CPU, or in the server altogether. */
function weightOf({ onCpuMs, serverMs, requests }: RouteFigures): number {
  return onCpuMs ?? (serverMs === null ? 0 : serverMs.mean * requests);
}

function sampleRoutes(profiles: readonly Profile[], served: ServedRequests, window: TimeWindow | null, places: RoutePlaces): Totals {
  const sampled: Sampled = {
    byRoute: new Float64Array(places.count),
    shared: new Map(),
    afterResponse: 0,
    collector: 0,
    outside: 0,
    unfinished: 0,
    unknown: 0,
    samples: 0,
  };
  for (const profile of profiles) addSamples(profile, served, window, places, sampled);
  const { byRoute, shared, afterResponse, collector, outside, unfinished, unknown } = sampled;
  const ofRequests = [...byRoute, ...shared.values()].reduce((sum, us) => sum + us, afterResponse + unfinished);
  return { ...sampled, ofRequests, active: ofRequests + collector + outside + unknown };
}

function cpuOf({ active, ofRequests, collector, outside, unfinished, unknown, samples }: Totals): RoutesCpu {
  const ms = (us: Microseconds): number => us / US_PER_MS;
  return {
    activeMs: ms(active),
    requestsMs: ms(ofRequests),
    collectorMs: ms(collector),
    outsideMs: ms(outside),
    unfinishedMs: ms(unfinished),
    unknownMs: ms(unknown),
    samples: Math.round(samples),
  };
}

function addSamples(profile: Profile, served: ServedRequests, window: TimeWindow | null, places: RoutePlaces, into: Sampled): void {
  const { sampleNode, sampleTime, frame, frames, pid } = profile;
  const requests = profile.requests!;
  const { from, to } = clipToProfile(profile, window);
  const isIdleFrame = frames.map(isIdle);
  const isCollectorFrame = frames.map(isCollector);
  const weigh = weigherOf(profile, from, to);
  for (let i = 0; i < sampleTime.length; i++) {
    const { weight, count } = weigh(i);
    const of = frame[sampleNode[i]!]!;
    if (weight <= 0 || isIdleFrame[of]) continue;
    const request = requests[i]!;
    if (isCollectorFrame[of]) into.collector += weight;
    else if (request === UNKNOWN_REQUEST) into.unknown += weight;
    else if (request === NO_REQUEST) into.outside += weight;
    else {
      into.samples += count;
      addOfRequests(request, pid, weight, served, places, into);
    }
  }
}

/** Of one request, of what several share, or after a response. */
function addOfRequests(
  request: number,
  pid: number,
  weight: Microseconds,
  served: ServedRequests,
  places: RoutePlaces,
  into: Sampled,
): void {
  if (request === AFTER_RESPONSE) {
    into.afterResponse += weight;
  } else if (request <= FIRST_SHARED) {
    const name = served.sharedName(pid, FIRST_SHARED - request) ?? UNNAMED;
    into.shared.set(name, (into.shared.get(name) ?? 0) + weight);
  } else {
    const row = served.rowOf(pid, request);
    if (row < 0) into.unfinished += weight;
    else into.byRoute[places.placeOf(row)]! += weight;
  }
}

interface Counted {
  readonly requests: number;
  readonly failed: number;
  readonly running: Float64Array;
  readonly took: Float64Array;
}

/** By place of the route. */
function countRequests(served: ServedRequests, placeOf: Int32Array, places: number): Counted[] {
  const { start, end, running, status } = served.table();
  const took = valuesByPlace(places, placeOf, (row) => end[row]! - start[row]!);
  const ran = valuesByPlace(places, placeOf, (row) => running[row]!);
  const failed = new Uint32Array(places);
  placeOf.forEach((place, row) => {
    if (place !== NONE && status[row]! >= FIRST_FAILED_STATUS) failed[place]! += 1;
  });
  return took.map((times, place) => ({ requests: times.length, failed: failed[place]!, took: times, running: ran[place]! }));
}
