/** What is asked of a recording beside its report: one function, single requests, the slowest, the pass without inlining. */

import { type PaidBy, payersOf } from '../analysis/function-payers.ts';
import { findServed, isServedAs, tellStory } from '../analysis/request-story.ts';
import { explainSlow } from '../analysis/slow-requests.ts';
import { waitCallers } from '../analysis/wait-callers.ts';
import type { Microseconds, TimeWindow } from '../base/units.ts';
import { paceOf } from '../model/load-models.ts';
import type { LongestWait, WaitCallers, WaitedFor } from '../model/longest-waits.ts';
import type { ExactPass, PassRates } from '../model/profile/exact-pass.ts';
import { MAIN_THREAD } from '../model/profile/profile.ts';
import { CPU_TIME, type ProfileSelection } from '../model/profile/selection.ts';
import type { SlowRequests } from '../model/profile/slow-requests.ts';
import type { WaitsOfRequests } from '../model/report.ts';
import type { RequestFilter } from '../model/request-filter.ts';
import { type ClientRequest, clientRequest, type NoStory, type RequestStory } from '../model/request-story.ts';
import { DROPPED, type RequestBatch } from '../model/run.ts';
import type { FunctionSeriesColumns, WaitSeriesColumns } from '../model/series.ts';
import { measuresCost } from '../model/setup/captures.ts';
import { pipeliningOf } from '../model/setup/setup.ts';
import { clipProfile } from '../profile/time/clip-profile.ts';
import { computeFunctionSeries } from '../profile/time/function-times.ts';
import { WHOLE_PROFILE } from '../profile/tree/call-tree.ts';
import type { FunctionName } from '../profile/tree/folds.ts';
import { findHotCode } from '../profile/tree/hot-code.ts';
import { saidForeign } from '../session/disturbance.ts';
import { longestWaits } from '../session/longest-waits.ts';
import { computeMachineFigures } from '../session/machine-figures.ts';
import type { RunRecording } from '../session/recording.ts';
import { filterRequests } from '../session/request-filter.ts';
import { computeCpuTime } from '../session/server-figures.ts';
import { computeWaitsOf } from '../session/wait-figures.ts';
import { waitSeries } from '../session/waits-over-time.ts';

const US_PER_S = 1_000_000;
const US_PER_MS = 1_000;
const MS_PER_S = 1_000;

/** When a function ran, in whichever requests. */
export function functionSeriesOf(recording: RunRecording, selection: ProfileSelection, of: FunctionName): FunctionSeriesColumns {
  return computeFunctionSeries(recording.profiles(selection), of, recording.durationUs);
}

/** Which requests a function ran for. Null: which sample belongs to which request of the client is not known. */
export function payersOfRun(recording: RunRecording, of: FunctionName): PaidBy | null {
  const { served, originUs } = recording;
  if (!recording.tellsRequestsApart || originUs === null || isPipelined(recording)) return null;
  return payersOf(recording.profiles(CPU_TIME), served, of, originUs, loadedPort(recording));
}

/** What happened to a request of a run; or why that is not known. */
export function requestStoryOf(recording: RunRecording, request: ClientRequest): RequestStory | NoStory {
  const { served, originUs } = recording;
  if (!served.isKnown || originUs === null) return 'no-spans';
  if (request.status === DROPPED) return 'not-sent';
  if (isPipelined(recording)) return 'pipelined';
  if (request.port === 0) return 'no-port';
  const found = findServed(served, request, originUs, loadedPort(recording));
  if (found === null) return 'not-seen';
  const selection = { ...CPU_TIME, process: found.pid, thread: MAIN_THREAD };
  const [profile] = recording.profiles(selection);
  if (profile === undefined) return 'no-profile';
  const { waits } = recording;
  const times = tellStory(request, found, served, profile, originUs, waits.isKnown ? waits.ofRequest(found.pid, found.request) : null);
  return { ...times, hot: findHotCode(recording.callTree({ ...WHOLE_PROFILE, selection, window: times.flight })) };
}

/** Of one thing; those that ended in the window. */
export function longestWaitsOf(recording: RunRecording, of: WaitedFor, window: TimeWindow | null): LongestWait[] {
  const { waits, served, originUs } = recording;
  return originUs === null ? [] : longestWaits(waits, served, recording.servedPart(window), of, originUs);
}

/** Which code ran right before requests waited for one thing. Null: samples are not told apart by requests. */
export function waitCallersOf(recording: RunRecording, of: WaitedFor, window: TimeWindow | null): WaitCallers | null {
  const { waits, served, originUs, tellsRequestsApart } = recording;
  if (originUs === null || !tellsRequestsApart) return null;
  return waitCallers(waits, served, recording.servedPart(window), of, recording.profiles(CPU_TIME), originUs);
}

/** Tells of a row of the client whether it is this request of the server; or why it cannot be told. */
export function clientRowFinder(
  recording: RunRecording,
  pid: number,
  request: number,
): ((batch: RequestBatch, row: number) => boolean) | NoStory {
  const { served, originUs } = recording;
  if (!served.isKnown || originUs === null) return 'no-spans';
  if (isPipelined(recording)) return 'pipelined';
  const of = served.rowOf(pid, request);
  if (of < 0) return 'not-seen';
  const [port, loaded] = [served.get('port', of), loadedPort(recording)];
  if (port === 0) return 'no-port';
  return (batch, row) =>
    batch.port[row] === port &&
    batch.status[row] !== DROPPED &&
    isServedAs(served, of, clientRequest(batch, row), originUs, loaded) === 'yes';
}

/** What requests waited for over time, until `now`. Null: not recorded, or not all the time, because what profiling costs was measured. */
export function waitSeriesOf(recording: RunRecording, now: Microseconds): WaitSeriesColumns | null {
  const { waits, originUs, header } = recording;
  if (header !== null && measuresCost(header.setup.capture)) return null;
  return waitSeries(waits, originUs, recording.measuredMs(now) * US_PER_MS, recording.isMeasuring);
}

/** Why the slowest requests of a run, or of a part of it, are slow. Null: its samples are not told apart by requests. */
export function slowRequestsOf(recording: RunRecording, filter: RequestFilter, window: TimeWindow | null): SlowRequests | null {
  const { served, waits } = recording;
  if (!recording.tellsRequestsApart) return null;
  const all = recording.profiles(CPU_TIME);
  const profiles = window === null ? all : all.map((one) => clipProfile(one, window.fromMs * US_PER_MS, window.toMs * US_PER_MS));
  const waited = waits.isKnown ? { waits, originUs: recording.originUs ?? 0 } : null;
  return explainSlow(profiles, served, filter, recording.servedPart(window), waited);
}

/** What some requests waited for, of those that ended in the window. */
export function waitsOfRequests(recording: RunRecording, filter: RequestFilter, window: TimeWindow | null): WaitsOfRequests {
  const { waits, served } = recording;
  const part = recording.servedPart(window);
  const rows = filterRequests(served, filter, part);
  return { waits: computeWaitsOf(waits, served, rows, part, filter.route), waitsOnly: { ...filter, requests: rows.length } };
}

/** Several requests at a time on a connection: which is which cannot be told from their times. */
function isPipelined({ header }: RunRecording): boolean {
  return header !== null && pipeliningOf(header.setup.client) > 1;
}

/** Of `http://127.0.0.1:3000/page`. Null: not known, or that of the scheme. */
function loadedPort({ resolved }: RunRecording): number | null {
  const [, port] = /^[a-z]+:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/.exec(resolved?.url ?? '') ?? [];
  return port === undefined ? null : Number(port);
}

/**
 * How different the pass without inlining was from the first one. Of the seconds from time 0 that both have: a server gets faster in its first ones, and a schedule has its own rates in each. Where other
 * programs want the cores in one of the passes, throughput is not told: it would be about them.
 */
export function compareExactPass(first: RunRecording, second: RunRecording): ExactPass {
  const both = [first, second];
  const seconds = Math.min(...both.map(({ load }) => Math.floor(load.offeredUs / US_PER_S)));
  const isBusy = both.some((recording) => isDisturbed(recording));
  const rates = (of: RunRecording): PassRates => ({ ...ratesIn(of, seconds), ...(isBusy ? { perSecond: null } : {}) });
  return { comparedMs: seconds * MS_PER_S, inlined: rates(first), exact: rates(second) };
}

function isDisturbed({ machine, originUs, loadEndUs, header }: RunRecording): boolean {
  if (originUs === null || loadEndUs === null || header === null) return false;
  return saidForeign(computeMachineFigures(machine, originUs, loadEndUs, header.environment.cores, originUs)) !== null;
}

function ratesIn(recording: RunRecording, seconds: number): PassRates {
  const { header, load, server, originUs, processes } = recording;
  const completed = load
    .wholeSeconds()
    .completed.slice(0, seconds)
    .reduce((sum, count) => sum + count, 0);
  if (header === null || originUs === null || completed === 0) return { perSecond: null, cpuUsPerRequest: null };
  const pids = new Set(processes.map(({ pid }) => pid));
  const cpuUs = computeCpuTime(server, pids, originUs, originUs + seconds * US_PER_S);
  return {
    perSecond: paceOf(header.setup.load) === null ? completed / seconds : null,
    cpuUsPerRequest: cpuUs === null ? null : cpuUs / completed,
  };
}
