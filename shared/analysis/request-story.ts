/** One request as its client and its server saw it, put together on one clock. */
import { firstNotBelow } from '../base/ascending.ts';
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
import type { OutgoingWait } from '../model/waits.ts';
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

/** `profile`: of the main thread of the process that served it, times since time 0; `request` and `served` are the same one. */
export function tellStory(
  request: ClientRequest,
  served: ServedRequest,
  all: ServedRequests,
  profile: Profile,
  originUs: Microseconds,
  waits: readonly OutgoingWait[] = [],
): RequestTimes {
  const { intended, start, connect, latency } = request;
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
  const { samples, blockedIn } = addSamples(profile, served.request, read, left, inServer);
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
    meanwhile: workBetween(profile, all, served.request, sent, left),
    calls: [...all.calls.filter(({ pid, request: of }) => pid === served.pid && of === served.request), ...waits.map(toCall)]
      .map(({ to, start: made, end, status }) => ({ to, from: made - originUs - intended, us: end - made, status }))
      .sort((a, b) => a.from - b.from),
    samples,
    intervalUs: profile.intervalUs,
    flight: flightOf(request),
  };
}

/** In progress; how long it was in line before is another matter. A query has no status. */
function toCall({
  kind,
  to,
  name,
  start,
  end,
  status,
}: OutgoingWait): Pick<CallMeanwhile, 'to' | 'status'> & Pick<OutgoingWait, 'start' | 'end'> {
  return { to: kind === 'http' ? `${name} ${to}` : `${to} ${name}`.trimEnd(), start, end, status: kind === 'http' ? status : null };
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

/** What no sample covers is not known. `samples`: how many were taken in [from, to). */
function addSamples(
  profile: Profile,
  own: number,
  from: Microseconds,
  to: Microseconds,
  into: Stretches,
): Pick<RequestTimes, 'samples' | 'blockedIn'> {
  const partOf = partReader(profile, own);
  let callOf: ReturnType<typeof callReader> | null = null;
  const calls = new Map<string, Microseconds>();
  let [at, samples] = [from, 0];
  for (const { sample, begins, ends } of samplesBetween(profile, from, to)) {
    const part = partOf(sample);
    into.add('unknown', at, begins);
    into.add(part, begins, ends);
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
  return { samples, blockedIn: most === undefined || most[0] === '' ? null : most[0] };
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
