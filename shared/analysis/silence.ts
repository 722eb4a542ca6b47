/**
 * What it means that no response came for a while. One rule for sentences, limits and exit codes; its argument and thresholds are here.
 *
 *   time 0 ....|byte            requests wait, no byte               |end
 *              |<-------------------- silence ---------------------->|
 *
 * Silence is the time between two bytes of responses, of any request, from which on one was in flight: an event stream, a slow download and a
 * server that answers one route while another hangs are alive. It tells of the server only while requests are sent, or while each client waits for
 * its response: a load of so many requests, users or arrivals goes on to wait for the few that hang when all are sent. What is said is the fact, for
 * how long no response came, and never that the server is "dead": in simulations of a thousand servers
 * (test/unit/shared/analysis/silence-simulation.test.ts) one in twenty that was silent at the end would have gone on later.
 */
import type { Milliseconds, Percent, Ratio } from '../base/units.ts';
import { fileName, placeOf } from '../format/place.ts';
import { findMetric, METRICS, type Metric } from '../model/comparison/metrics.ts';
import { answeredOf } from '../model/distribution.ts';
import { type Failure, fail } from '../model/failure.ts';
import { inFlightOf, paceOf, plannedRequests } from '../model/load-models.ts';
import type { BlockedAtEnd, RunReport } from '../model/report.ts';
import { silentUs } from '../model/silence.ts';
import { type Said, say } from '../words/said.ts';

/** Shorter silence is no news of any server: a stall, a collection of garbage, a machine that is busy. */
const LEAST_SILENCE_MS: Milliseconds = 1_000;
/**
 * A server of slow responses is silent between them, so silence is judged by the longest time that a response took in this run. In simulations, twice
 * or five times tell the stopped from the slow no better.
 */
const TIMES_LONGEST = 3;
/** Share of the measured time: with a longer silence at its end, a run does not describe a server that responds. */
const LAST_PART = 1 / 2;
/** A shorter silence changes no throughput by more than usually counts as a difference. */
const LEAST_PART = 1 / 20;
/** Hanging requests come in groups: two of the last may be one. */
const FEWEST_LOST = 3;
/** The chance that all of the last requests are lost, if each is as likely to be as the others were. */
const LOST_BY_CHANCE: Ratio = 0.01;
/** Ends of clocks that are rounded one by one. */
const ROUNDING_MS: Milliseconds = 1;
const US_PER_MS = 1_000;

type Figured = Pick<
  RunReport,
  | 'requests'
  | 'lastRequests'
  | 'silences'
  | 'waitedMs'
  | 'openStreams'
  | 'latencyMs'
  | 'firstByteMs'
  | 'unexpectedLatencyMs'
  | 'window'
  | 'load'
  | 'ending'
  | 'blockedAtEnd'
>;

/** Longer silence is worth a sentence, if those who waited got nothing. */
export function noteworthyMs(run: Pick<RunReport, 'latencyMs' | 'unexpectedLatencyMs'>): Milliseconds {
  return noteworthyAfter(longestMs(run));
}

/** The same, by how long the longest response took. */
export function noteworthyAfter(longest: Milliseconds): Milliseconds {
  return Math.max(LEAST_SILENCE_MS, TIMES_LONGEST * longest);
}

function longestMs(run: Pick<RunReport, 'latencyMs' | 'unexpectedLatencyMs'>): Milliseconds {
  return Math.max(run.latencyMs === null ? 0 : answeredOf(run.latencyMs).max, run.unexpectedLatencyMs?.max ?? 0);
}

/** A silence, or its part in the measured time. */
export interface SilentTime {
  readonly ms: Milliseconds;
  /** When it began, since time 0. */
  readonly fromMs: Milliseconds;
  readonly inFlight: number;
}

function endOf({ window, load }: Pick<Figured, 'window' | 'load'>): Milliseconds {
  return (window?.fromMs ?? 0) + load.durationMs;
}

/** Silence until the end of the measured time. Null: responses came until the end, nothing was in flight, or it is not known. */
export function endSilence({ silences, window, load }: Pick<Figured, 'silences' | 'window' | 'load'>): SilentTime | null {
  const [startMs, endMs] = [window?.fromMs ?? 0, endOf({ window, load })];
  const last = silences?.filter(({ to }) => to / US_PER_MS >= endMs - ROUNDING_MS).at(-1);
  if (last === undefined) return null;
  const fromMs = Math.max(startMs, last.to / US_PER_MS - silentUs(last) / US_PER_MS);
  return endMs <= fromMs ? null : { ms: endMs - fromMs, fromMs, inFlight: last.inFlight };
}

/** Of a whole run: no response came at the end for a noteworthy time, and requests that waited never got one. */
export interface Stopped extends SilentTime {
  /** Through all of the last half, so that the run has failed. */
  readonly isLastHalf: boolean;
  /** Nobody waited who had not just been sent: the requests of that time failed, as where nothing listens any more. */
  readonly isRefused: boolean;
  /** Of the connections some waited; the requests of the others failed meanwhile. */
  readonly hasRefused: boolean;
  /** How many requests, the last of the load, got no response, where all were sent and nobody waits any more. Null: it is not so. */
  readonly lost: number | null;
}

/** Null: it is a part of a run, somebody got a response until the end or afterwards, or it is not known. */
export function findStopped(run: Figured): Stopped | null {
  const { requests, waitedMs, openStreams, load, window } = run;
  const end = window === null ? endSilence(run) : null;
  if (end === null) return null;
  // Nobody was waited for who had just been sent: then failures say that responses did not come.
  const isNew = waitedMs === 0;
  // Connections that send at once go on to ask; of visitors and users the last one may have failed, and nobody come after it.
  const most = alwaysInFlight(load);
  const hasFailed = most !== null && requests.failed > requests.timedOut;
  const isRefused = isNew && hasFailed;
  const sentUntilMs = sentUntil(run);
  if (sentUntilMs !== null && !areLastLost(run)) return null;
  const isWaiting = (requests.unanswered ?? 0) > 0 || (requests.timedOut > 0 && isNew) || isRefused;
  // Slow, or at work again: somebody who waited got a response, or bytes of one.
  if (requests.late !== undefined || openStreams != null) return null;
  const isLastHalf = sentUntilMs === null ? end.ms >= LAST_PART * load.durationMs : isHalfOfLoad(run, end.fromMs, sentUntilMs);
  const lost = sentUntilMs === null || end.inFlight > 0 ? null : (run.lastRequests?.lostSince ?? null);
  return isWaiting && (isLastHalf || end.ms > noteworthyMs(run))
    ? { ...end, isLastHalf, isRefused, hasRefused: hasFailed && end.inFlight < most, lost }
    : null;
}

/**
 * When the last request of a load was sent, or was due, after which it only waits for responses. Null: it sends until its end, as a load of so many
 * seconds does (and one that was stopped before it had sent all), or it is not known.
 */
function sentUntil({ load, requests, ending, lastRequests }: Figured): Milliseconds | null {
  if (lastRequests == null) return null;
  const planned = plannedRequests(load, 1);
  if (planned === null) return null;
  const isAllSent = ending === 'completed' || (load.plan === undefined && requests.sent + requests.dropped >= planned);
  return isAllSent ? lastRequests.sentMs : null;
}

/** Of a load that had sent all its requests: the time until then counts, or the requests; afterwards it waits for as long as the time-out allows. */
function isHalfOfLoad({ requests, lastRequests }: Figured, fromMs: Milliseconds, sentUntilMs: Milliseconds): boolean {
  const isHalfOfTime = sentUntilMs > fromMs && sentUntilMs - fromMs >= LAST_PART * sentUntilMs;
  return isHalfOfTime || (lastRequests?.lostSince ?? 0) >= LAST_PART * requests.sent;
}

/** Whether so many requests were sent after the last one with a response that, by the share of the others that got none, this is no chance. */
function areLastLost({ requests, lastRequests }: Figured): boolean {
  const { lostSince = 0 } = lastRequests ?? {};
  const others = requests.failed + (requests.unanswered ?? 0) - lostSince;
  // As if of the others one more had got a response and one more had not: that none of a few was lost may be chance.
  const share = (others + 1) / (requests.completed + others + 2);
  return lostSince >= FEWEST_LOST && share ** lostSince < LOST_BY_CHANCE;
}

/**
 * For one of several runs: at its end no response came for longer than any response of it took, though clients without a pause (each
 * connection of a closed load) waited. Their requests were too young to be waited for after the load, so whether they would have got a response
 * is not known: in a single run this proves nothing. Null: not so, or a request that was waited for got a response.
 */
export function silentEnd(run: Figured): SilentTime | null {
  const { requests, openStreams, load, window } = run;
  const end = window === null ? endSilence(run) : null;
  if (end === null || end.inFlight === 0 || requests.late !== undefined || openStreams != null) return null;
  if (sentUntil(run) !== null && !areLastLost(run)) return null;
  const most = alwaysInFlight(load);
  const isLong = end.ms > longestMs(run) && end.ms >= LEAST_PART * load.durationMs;
  return (most === null || end.inFlight >= most) && isLong ? end : null;
}

/** How many requests a server that hangs has in flight: those of a closed load without a plan, which sends at once. Null: it depends on the clients. */
function alwaysInFlight(load: RunReport['load']): number | null {
  return load.plan === undefined ? inFlightOf(load, load.pipelining) : null;
}

/** "No response came in the last 9.8 s: all 10 connections were waiting." */
export function saySilence(
  silence: SilentTime & Partial<Pick<Stopped, 'isRefused' | 'hasRefused' | 'lost'>>,
  load: RunReport['load'],
): Said {
  const { ms, inFlight, isRefused = false, hasRefused = false, lost = null } = silence;
  if (lost !== null) return say('load.silent', { time: { figure: ms, as: 'elapsed' }, count: lost, who: 'last' });
  const isEachOne = !isRefused && load.pipelining === 1 && inFlightOf(load, 1) === inFlight;
  return say('load.silent', {
    time: { figure: ms, as: 'elapsed' },
    count: isRefused ? 0 : inFlight,
    who: isEachOne ? 'connections' : hasRefused && !isRefused ? 'some' : 'requests',
  });
}

/** "No response has been completed for 3.2 s: all 10 connections have a request in flight." Null: it has not lasted for long enough to be news. */
export function saySilenceGoingOn(
  { silentMs, inFlight }: { readonly silentMs: Milliseconds; readonly inFlight: number },
  run: Pick<RunReport, 'latencyMs' | 'unexpectedLatencyMs'>,
): Said | null {
  if (silentMs <= noteworthyMs(run)) return null;
  return say('load.silentNow', { time: { figure: silentMs, as: 'elapsed' }, count: inFlight });
}

/** "10 of 1,010 requests got no whole response (the oldest waited 14.8 s)." Null: each that was waited for got one, or it is not known. */
export function sayUnanswered({ requests }: Pick<RunReport, 'requests'>): Said | null {
  const { unanswered, oldestMs, sent } = requests;
  if (!unanswered) return null;
  return say('load.unanswered', {
    count: unanswered,
    of: { figure: sent, as: 'count' },
    age: { figure: oldestMs ?? null, as: 'elapsed' },
  });
}

/** Requests without a whole response (unanswered or timed out) of which the beginning came: how many. A client may not know first bytes. */
export function countHalf({ latencyMs, firstByteMs }: Pick<RunReport, 'latencyMs' | 'firstByteMs'>): number {
  return firstByteMs === null ? 0 : Math.max(0, (latencyMs?.censored ?? 0) - (firstByteMs.censored ?? 0));
}

/** Null: it has not stopped for so long that the run has failed. */
export function findStoppedFailure(run: Figured): Failure | null {
  const stopped = findStopped(run);
  return stopped?.isLastHalf === true ? stoppedFailure(stopped, run) : null;
}

/** Blocks that began later are not why responses stopped. As samples tell beginnings, and as long as a response is on its way. */
const SAME_TIME_MS: Milliseconds = 250;

/** The loop that was blocked for all of the silence; null: none was, or it is not known. */
export function blockedSince(stopped: Stopped, { blockedAtEnd }: Pick<RunReport, 'blockedAtEnd'>): BlockedAtEnd | null {
  return blockedAtEnd != null && blockedAtEnd.fromMs <= stopped.fromMs + SAME_TIME_MS ? blockedAtEnd : null;
}

/** "The event loop was blocked in s1.js:4 from 2.1 s until the end." */
export function sayBlocked({ fromMs, code, isOneOfSeveral }: BlockedAtEnd): Said {
  const from = { figure: fromMs, as: 'elapsed' } as const;
  if (code === null) return say(isOneOfSeveral ? 'load.blockedOne' : 'load.blocked', { from });
  const place = placeOf(fileName(code.url), code.line);
  return say(isOneOfSeveral ? 'load.blockedOneIn' : 'load.blockedIn', { from, place });
}

export function stoppedFailure(stopped: Stopped, run: Pick<RunReport, 'load' | 'latencyMs' | 'firstByteMs' | 'blockedAtEnd'>): Failure {
  const blocked = blockedSince(stopped, run);
  if (blocked !== null) return fail('stopped-answering', saySilence(stopped, run.load), sayBlocked(blocked)).failure;
  // Of a server that stops as a whole, a few may have been on their way.
  const half = countHalf(run);
  const isHalf = half > 0 && half >= (stopped.lost ?? stopped.inFlight) / 2;
  const hint = stopped.isRefused ? 'failedLoadHint.ECONNREFUSED' : isHalf ? 'load.lookForEnd' : 'load.lookWhere';
  return fail('stopped-answering', saySilence(stopped, run.load), say(hint)).failure;
}

/** Requests without a whole response: failed or unanswered, out of all that have an outcome. */
export function withoutResponse({ requests }: Pick<RunReport, 'requests'>): { readonly count: number; readonly of: number } {
  const unanswered = requests.unanswered ?? 0;
  return { count: requests.failed + unanswered, of: requests.completed + requests.failed + unanswered };
}

/** Silences of the measured time that bear on limits, in the order of time. */
function silencesOf(run: Figured): SilentTime[] {
  const { silences, window, load, requests } = run;
  // At a set rate each arrival has a row, so percentiles include the waits, except those of dropped arrivals.
  if (!silences || (paceOf(load) !== null && requests.dropped === 0)) return [];
  const startMs = window?.fromMs ?? 0;
  // Nobody asks any more when all requests are sent.
  const endMs = Math.min(endOf(run), sentUntil(run) ?? Number.POSITIVE_INFINITY);
  const all = silences.map(({ from, to, oldestStart, inFlight }) => {
    const fromMs = Math.max(from / US_PER_MS, oldestStart / US_PER_MS, startMs);
    return { ms: Math.max(0, Math.min(to / US_PER_MS, endMs) - fromMs), fromMs, inFlight };
  });
  // Connections that send at once all wait while none gets a byte. Users in their think time, and visitors, may not have sent: then only what is noteworthy
  // is certain to be silence of the server.
  const least = inFlightOf(load, load.pipelining) !== null && load.plan === undefined ? 0 : noteworthyMs(run);
  return all.filter(({ ms }) => ms > least);
}

/** The longest of those that bear on limits; 0: there are none. */
export function longestSilenceMs(run: Figured): Milliseconds {
  return Math.max(0, ...silencesOf(run).map(({ ms }) => ms));
}

/**
 * Whether a figure is above a limit for requests at random times, whatever the requests of this run took: a closed load sends none while it waits, so
 * its percentiles hide a silence. A request that arrives x or more before the end of a silence waits longer than x:
 *
 *   sum of (S - x) over silences S > x, by the measured time   > 1 - q    the percentile q is above x
 *   sum of S * S / 2, by the measured time                      > x        the mean is
 *
 * False: not by that. `figure`: a metric, `max`, or `p` and a percentile.
 */
export function isAboveBySilence(run: Figured, figure: string, limitMs: Milliseconds): boolean {
  const silences = silencesOf(run).map(({ ms }) => ms);
  const { durationMs } = run.load;
  if (figure === 'max') return longestSilenceMs(run) > limitMs;
  if (figure === 'mean') return silences.reduce((sum, ms) => sum + ms ** 2 / 2, 0) > limitMs * durationMs;
  const percentile = percentileOf(figure);
  if (percentile === null) return false;
  return silences.reduce((sum, ms) => sum + Math.max(0, ms - limitMs), 0) > (1 - percentile / 100) * durationMs;
}

/** Twice as long as what is said of the percentile: less changes nobody's mind. */
const TIMES_SAID = 2;

/** Silences beside which a percentile says too little. */
export interface Pauses {
  readonly count: number;
  /** All together. */
  readonly ms: Milliseconds;
  readonly longest: SilentTime;
  /** Nothing came after the last of them: whether it would have gone on is not known. */
  readonly untilEnd: boolean;
}

/**
 * Silences because of which requests at random times, not only those of the load, may wait longer than the percentile of the responses (unless the server holds back only some requests): by the rule
 * above with twice its time, and in at least a twentieth of the measured time, since a stall or two are usual on a busy machine. Null: there are none,
 * it is not known, or responses stopped, which is said in other words.
 */
export function findPauses(run: Figured, { percent, ms }: { readonly percent: Percent; readonly ms: Milliseconds }): Pauses | null {
  const limitMs = TIMES_SAID * ms;
  if (findStopped(run) !== null || !isAboveBySilence(run, `p${percent}`, limitMs)) return null;
  const silences = silencesOf(run)
    .filter((one) => one.ms > limitMs)
    .sort((one, other) => other.ms - one.ms);
  const [longest] = silences;
  const totalMs = silences.reduce((sum, one) => sum + one.ms, 0);
  if (longest === undefined || totalMs < LEAST_PART * run.load.durationMs) return null;
  const untilEnd = silences.some((one) => one.fromMs + one.ms >= endOf(run) - ROUNDING_MS);
  return { count: silences.length, ms: totalMs, longest, untilEnd };
}

/** Null: it is none, or of another time than the response. */
function percentileOf(figure: string): Percent | null {
  const metric = findMetric(figure);
  const named = metric === undefined ? /^p(\d+(?:\.\d+)?)$/.exec(figure)?.[1] : percentileOfResponses(metric);
  return named === undefined ? null : Number(named);
}

function percentileOfResponses(metric: Metric): string | undefined {
  const { of } = METRICS[metric];
  const isPercentile = typeof of !== 'function' && of.times !== 'session' && of.figure !== 'mean' && of.figure !== 'stdev';
  return isPercentile ? of.figure : undefined;
}
