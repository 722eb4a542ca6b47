/** One request as its client and its server saw it, put together on one clock. */
import { firstNotBelow } from '../base/ascending.ts';
import { groupBy } from '../base/group-by.ts';
import { joinStretches, lengthOf, type Stretch, within } from '../base/stretches.ts';
import type { Microseconds } from '../base/units.ts';
import { isCollector, isIdle } from '../model/profile/frame-kind.ts';
import type { Profile } from '../model/profile/profile.ts';
import {
  type CallMeanwhile,
  type ClientRequest,
  flightOf,
  type RequestTimes,
  STORY_PARTS,
  type StoryPart,
  type StoryStretch,
  type WorkMeanwhile,
} from '../model/request-story.ts';
import { FIRST_HTTP_STATUS } from '../model/run.ts';
import { NO_REQUEST, type ServedRequest, UNKNOWN_REQUEST } from '../model/served.ts';
import { type OutgoingWait, UNKNOWN_LINE } from '../model/waits.ts';
import { callReader } from '../profile/time/blocked-calls.ts';
import { weigherOf } from '../profile/time/sample-weights.ts';
import type { ServedRequests } from '../session/served-requests.ts';

/** Both sides round to microseconds of one clock. */
const ROUNDING: Microseconds = 2;

/**
 * The server's row of a request of the client: on the connection with these ports the one that the server began with between sending and
 * response. Null: there is none. `originUs`: time 0 on the engine's clock. `loadedPort`: where the client sent it; a server behind a proxy sees
 * connections of the proxy, whose ports may be the same by chance. Null: not known.
 */
export function findServed(
  served: ServedRequests,
  request: ClientRequest,
  originUs: Microseconds,
  loadedPort: number | null,
): ServedRequest | null {
  for (let row = 0; row < served.rows; row++) {
    if (isServedAs(served, row, request, originUs, loadedPort) === 'yes') return served.row(row);
  }
  return null;
}

/** Whether a row of the server is a request of the client. `later`: neither it nor any that the server read after it. */
export function isServedAs(
  served: ServedRequests,
  row: number,
  { intended, start, latency, status, port }: ClientRequest,
  originUs: Microseconds,
  loadedPort: number | null,
): 'yes' | 'no' | 'later' {
  const read = served.get('start', row);
  if (read > intended + latency + originUs + ROUNDING) return 'later';
  if (served.get('port', row) !== port || read < start + originUs - ROUNDING) return 'no';
  const isOther =
    (loadedPort !== null && served.get('localPort', row) !== loadedPort) ||
    (status >= FIRST_HTTP_STATUS && served.get('status', row) !== status);
  return isOther ? 'no' : 'yes';
}

/**
 * `profile`: of the main thread of the process that served it, times since time 0; `request` and `served` are the same one. `waits`: of that
 * request; null: not recorded.
 */
export function tellStory(
  request: ClientRequest,
  served: ServedRequest,
  all: ServedRequests,
  profile: Profile,
  originUs: Microseconds,
  waits: readonly OutgoingWait[] | null,
): RequestTimes {
  const { intended, start, connect, latency } = request;
  const calls = [...callsBefore(all, served), ...(waits ?? []).map(toCall)]
    .map(({ start: made, end, ...call }): CallMeanwhile => ({ ...call, from: made - originUs - intended, us: end - made }))
    .sort((a, b) => a.from - b.from);
  const complete = intended + latency;
  const sent = Math.min(start, complete);
  const read = clamp(served.start - originUs, sent, complete);
  const left = clamp(served.end - originUs, read, complete);
  // Of a connection that was opened before its first request was due, the time to connect is no part of this.
  const connected = Math.min(sent + connect, read);
  const inServer = new Stretches(intended);
  inServer.add('late', intended, sent);
  inServer.add('connect', sent, connected);
  inServer.add('queue', connected, read);
  const outside = waits === null ? null : outsideOf(calls, intended);
  const { samples, blockedIn, busyWaitingUs } = addSamples(profile, served.request, read, left, outside, inServer);
  inServer.add('wire', left, complete);
  const { stretches, totals } = inServer;
  return {
    latencyUs: latency,
    stretches,
    totals,
    route: all.routes[served.route] ?? '',
    pid: served.pid,
    request: served.request,
    runningUs: profile.requests === undefined ? null : served.running,
    isCpuTime: all.sharedWork?.isCpuTime ?? false,
    blockedIn,
    busyWaitingUs,
    meanwhile: workBetween(profile, all, served.request, sent, left),
    calls,
    waitedFor: peersOf(calls, stretches),
    samples,
    intervalUs: profile.intervalUs,
    flight: flightOf(request),
  };
}

type Call = Omit<CallMeanwhile, 'from' | 'us'> & Pick<OutgoingWait, 'start' | 'end'>;

/** Recorded before waits were a part of their own. */
function callsBefore({ calls }: ServedRequests, { pid, request }: ServedRequest): Call[] {
  return calls
    .filter((one) => one.pid === pid && one.request === request)
    .map(({ to, start, end, status }) => {
      const [name = '', ...origin] = to.split(' ');
      return { kind: 'http', to: origin.join(' '), name, start, end, lineUs: null, status };
    });
}

/** A query has no status. */
function toCall({ kind, to, name, start, end, line, status }: OutgoingWait): Call {
  return { kind, to, name, start, end, lineUs: line === UNKNOWN_LINE ? null : line, status: kind === 'http' ? status : null };
}

/** When calls of a request were in line or in progress, and when in progress; nothing of either overlaps. */
interface Outside {
  readonly waited: readonly Stretch[];
  readonly inProgress: readonly Stretch[];
}

function outsideOf(calls: readonly CallMeanwhile[], zero: Microseconds): Outside {
  return {
    waited: joinStretches(calls.map((call) => timeOf(call, zero))),
    inProgress: joinStretches(calls.map((call) => timeOf({ ...call, lineUs: 0 }, zero))),
  };
}

/** In line, as far as that is known, and in progress. */
function timeOf({ from, us, lineUs }: CallMeanwhile, zero: Microseconds = 0): Stretch {
  return { from: zero + from - (lineUs ?? 0), to: zero + from + us };
}

/** The peers of calls by how long one of these was in line or in progress while the request was `waiting`. */
function peersOf(calls: readonly CallMeanwhile[], stretches: readonly StoryStretch[]): string[] {
  const waiting = stretches.filter(({ part }) => part === 'waiting');
  return [...groupBy(calls, ({ to }) => to)]
    .map(([to, own]) => {
      const joined = joinStretches(own.map((call) => timeOf(call)));
      return { to, us: waiting.reduce((sum, { from, to: until }) => sum + lengthOf(within(joined, from, until)), 0) };
    })
    .filter(({ us }) => us > 0)
    .sort((a, b) => b.us - a.us)
    .map(({ to }) => to);
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** Joined where the same part goes on. */
class Stretches {
  readonly stretches: StoryStretch[] = [];
  readonly totals = Object.fromEntries(STORY_PARTS.map((part) => [part, 0])) as Record<StoryPart, Microseconds>;

  constructor(private readonly zero: Microseconds) {}

  add(part: StoryPart, from: Microseconds, to: Microseconds): void {
    if (to <= from) return;
    this.totals[part] += to - from;
    const last = this.stretches.at(-1);
    if (last?.part === part) this.stretches[this.stretches.length - 1] = { ...last, to: to - this.zero };
    else this.stretches.push({ part, from: from - this.zero, to: to - this.zero });
  }
}

/** What no sample covers is not known. `outside`: null: not recorded. `samples`: how many were taken in [from, to). */
function addSamples(
  profile: Profile,
  own: number,
  from: Microseconds,
  to: Microseconds,
  outside: Outside | null,
  into: Stretches,
): Pick<RequestTimes, 'samples' | 'blockedIn' | 'busyWaitingUs'> {
  const partOf = partReader(profile, own);
  let callOf: ReturnType<typeof callReader> | null = null;
  const calls = new Map<string, Microseconds>();
  let [at, samples, busyWaitingUs] = [from, 0, 0];
  for (const { sample, begins, ends } of samplesBetween(profile, from, to)) {
    const part = partOf(sample);
    into.add('unknown', at, begins);
    if (outside === null || OF_ITS_CODE.has(part)) into.add(part, begins, ends);
    else {
      addWaiting(profile, sample, { begins, ends, part: part === 'idle' ? 'unexplained' : part }, outside.waited, into);
      if (part !== 'idle') busyWaitingUs += lengthOf(within(outside.inProgress, begins, ends));
    }
    if (part === 'blocked') {
      // Most requests meet none, and it reads all of the profile.
      callOf ??= callReader(profile);
      const { call } = callOf(profile.sampleNode[sample]!);
      calls.set(call, (calls.get(call) ?? 0) + ends - begins);
    }
    at = ends;
    if (profile.sampleTime[sample]! >= from) samples += 1;
  }
  into.add('unknown', at, to);
  const [most] = [...calls].sort(([, a], [, b]) => b - a);
  return { samples, blockedIn: most === undefined || most[0] === '' ? null : most[0], busyWaitingUs };
}

/** In which a request does not wait for its calls, whatever of them is in progress. */
const OF_ITS_CODE: ReadonlySet<StoryPart> = new Set(['running', 'blocked', 'busy']);

/** A sample may come late by one interval: that is usual on a machine whose cores are all in use. */
const INTERVALS_TO_NEXT = 2;

/**
 * Time in which a call was in line or in progress is waiting, whatever the main thread did for others meanwhile, as in the parts of a route
 * (session/route-parts.ts); the rest is `part`. A sample says what was at its moment, and stands for the time until the next one is due: so does
 * whether a call was in line or in progress then. One that was taken before the request had been read stands for its first call. What is longer is
 * split by the calls.
 */
function addWaiting(
  { sampleTime, intervalUs }: Profile,
  sample: number,
  { begins, ends, part }: Pick<PartOfSample, 'begins' | 'ends'> & { readonly part: StoryPart },
  waited: readonly Stretch[],
  into: Stretches,
): void {
  const moment = sampleTime[sample]!;
  const due = clamp(moment + INTERVALS_TO_NEXT * intervalUs, begins, ends);
  const isWaiting = (moment < begins ? within(waited, begins, due) : within(waited, moment, moment + 1)).length > 0;
  into.add(isWaiting ? 'waiting' : part, begins, due);
  let at = due;
  for (const { from, to } of within(waited, due, ends)) {
    into.add(part, at, from);
    into.add('waiting', from, to);
    at = to;
  }
  into.add(part, at, ends);
}

function partReader(profile: Profile, own: number): (sample: number) => StoryPart {
  const { frames, frame, sampleNode, requests } = profile;
  const idle = frames.map(isIdle);
  const collector = frames.map(isCollector);
  const [works, blocks] = [weigherOf(profile, -Infinity, Infinity), weigherOf(profile, -Infinity, Infinity, 'blocked')];
  const isBlocked = (sample: number): boolean => blocks(sample).weight > works(sample).weight;
  return (sample) => {
    const of = frame[sampleNode[sample]!]!;
    if (idle[of]) return 'idle';
    if (collector[of]) return 'collector';
    if (requests === undefined) return isBlocked(sample) ? 'blocked' : 'busy';
    const request = requests[sample] ?? UNKNOWN_REQUEST;
    if (request === own) return isBlocked(sample) ? 'blocked' : 'running';
    if (request === UNKNOWN_REQUEST) return 'unknown';
    // For nobody alone, too: on shared connections, and after the responses of others.
    return request <= NO_REQUEST ? 'outside' : 'others';
  };
}

/** What the main thread did for other requests, calls that wait included, by their routes. */
function workBetween(profile: Profile, all: ServedRequests, own: number, from: Microseconds, to: Microseconds): readonly WorkMeanwhile[] {
  const partOf = partReader(profile, own);
  const byRoute = new Map<number, { us: Microseconds; readonly requests: Set<number> }>();
  for (const { sample, begins, ends } of samplesBetween(profile, from, to)) {
    if (partOf(sample) !== 'others') continue;
    const request = profile.requests![sample]!;
    const row = all.rowOf(profile.pid, request);
    const route = row < 0 ? -1 : all.get('route', row);
    const work = byRoute.get(route) ?? { us: 0, requests: new Set() };
    byRoute.set(route, work);
    work.us += ends - begins;
    work.requests.add(request);
  }
  return [...byRoute]
    .map(([route, { us, requests }]) => ({ route: route < 0 ? null : (all.routes[route] ?? null), us, requests: requests.size }))
    .sort((a, b) => b.us - a.us);
}

interface PartOfSample {
  readonly sample: number;
  readonly begins: Microseconds;
  readonly ends: Microseconds;
}

/** Those that reach into [from, to), as far as they do; sample i lasts until the next one. */
function* samplesBetween({ sampleTime, endTime }: Profile, from: Microseconds, to: Microseconds): Generator<PartOfSample> {
  for (let sample = Math.max(0, firstNotBelow(sampleTime, from) - 1); sample < sampleTime.length && sampleTime[sample]! < to; sample++) {
    const begins = Math.max(from, sampleTime[sample]!);
    const ends = Math.min(to, sampleTime[sample + 1] ?? endTime);
    if (ends > begins) yield { sample, begins, ends };
  }
}
