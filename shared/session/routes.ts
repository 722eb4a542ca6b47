/** Which route eats the machine: requests and CPU time of each route, and the CPU time that belongs to none. */
import type { Microseconds, Percent, TimeWindow } from '../base/units.ts';
import { ExactDistribution, toDistribution } from '../load/distribution.ts';
import { isCollector, isIdle } from '../model/profile/frame-kind.ts';
import type { Profile } from '../model/profile/profile.ts';
import type { RouteFigures, RoutesCpu, RoutesFigures, SharedFigures } from '../model/report.ts';
import { AFTER_RESPONSE, FIRST_SHARED, NO_REQUEST, type SharedExchanges, UNKNOWN_REQUEST } from '../model/served.ts';
import { clipToProfile, weigherOf } from '../profile/time/sample-weights.ts';
import { endedIn, FIRST_FAILED_STATUS, type ServedPart, tookOf } from './request-filter.ts';
import { computeRouteParts, type PlaceTime } from './route-parts.ts';
import { RoutePlaces } from './route-places.ts';
import type { ServedRequests } from './served-requests.ts';
import { sharesAsked } from './shared-work.ts';
import type { Waits } from './wait-rows.ts';

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
  /** `originUs`: time 0 on the engine's clock. */
  readonly waited?: { readonly waits: Waits; readonly originUs: Microseconds };
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
  const time = waited?.waits.isKnown ? computeRouteParts(told, waited, served, part, places) : null;
  const processes = served.pids.size;
  const routes = countRequests(served, part, places)
    .map(
      ({ requests, failed, took, running }, place): RouteFigures => ({
        ...places.nameOf(place),
        requests,
        failed,
        serverMs: toDistribution(took),
        ...(sampled === null ? NO_CPU : { cpuMs: toDistribution(running), ...onCpu(sampled, place) }),
        ...partsOf(time?.byPlace[place]),
      }),
    )
    .filter(({ requests, onCpuMs }) => requests > 0 || (onCpuMs ?? 0) > 0)
    .sort((a, b) => weightOf(b) - weightOf(a) || b.requests - a.requests);
  return {
    routes,
    cpu: sampled && cpuOf(sampled),
    ...sharedOf(sampled, served, part),
    callsKnownPercent: time?.knownPercent ?? null,
    ...(processes > 1 ? { processes } : {}),
    lost: served.lost,
  };
}

function partsOf(time: PlaceTime | undefined): Pick<RouteFigures, 'waitsMs' | 'parts' | 'sequence'> {
  if (time === undefined) return { waitsMs: null, parts: null, sequence: null };
  const { waited, parts, sequence } = time;
  return { waitsMs: toDistribution(waited), parts, sequence };
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
  requests: number;
  failed: number;
  readonly running: ExactDistribution;
  readonly took: ExactDistribution;
}

/** By place of the route. */
function countRequests(served: ServedRequests, part: ServedPart, places: RoutePlaces): Counted[] {
  const counted = Array.from(
    { length: places.count },
    (): Counted => ({ requests: 0, failed: 0, running: new ExactDistribution(), took: new ExactDistribution() }),
  );
  for (let row = 0; row < served.rows; row++) {
    if (!endedIn(served, row, part)) continue;
    const one = counted[places.placeOf(row)]!;
    one.requests += 1;
    if (served.get('status', row) >= FIRST_FAILED_STATUS) one.failed += 1;
    one.running.record(served.get('running', row));
    one.took.record(tookOf(served, row));
  }
  return counted;
}
