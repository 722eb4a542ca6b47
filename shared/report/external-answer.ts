/** What another load tool has measured, in sentences: what went wrong comes first, whoever counted it. */
import { hasLostValues, impossibleIn, type Judged } from '../analysis/impossible.ts';
import { percentOf } from '../base/percent-of.ts';
import type { Ratio } from '../base/units.ts';
import { formatCount, formatExact, formatMs, formatPercent } from '../format/figures.ts';
import { wordParam, wordSaid } from '../format/word-said.ts';
import { WHOLE_MS } from '../model/comparison/metrics.ts';
import {
  AB_LENGTH,
  failuresIn,
  hasAddedLatencies,
  hasNoResponse,
  K6_CHECKS,
  K6_FAILED,
  oddLengthsIn,
  type Unexplained,
  unexplainedIn,
} from '../model/load/load-outcomes.ts';
import type { ForeignTimes, LoadTool, Timed } from '../model/load/load-result.ts';
import type { ExternalReport } from '../model/report.ts';
import { isExpectedCode } from '../model/run.ts';
import { text } from '../words/words.ts';

export function toolOf({ load: { client } }: ExternalReport): string {
  return text(`run.external.tool.${client}`);
}

export const TIMED_KEYS = ['latencyMs', 'firstByteMs', 'connectMs', 'sessionMs'] as const;
export type TimedKey = (typeof TIMED_KEYS)[number];
export const KEY_OF: { readonly [K in TimedKey]: Timed } = {
  latencyMs: 'latency',
  firstByteMs: 'firstByte',
  connectMs: 'connect',
  sessionMs: 'session',
};

/** What is timed, as this tool does it. */
export function timedText({ load: { client } }: ExternalReport, timed: TimedKey): string {
  return timed === 'latencyMs' && client === 'wrk2' ? text('run.external.latencyFromDue') : text(`run.external.timed.${timed}`);
}

/** What the head of the result says. */
export function externalAnswer(run: ExternalReport): { readonly lead: string; readonly rest: string; readonly bad: boolean } {
  const tool = toolOf(run);
  const told = toldBy(run);
  const impossible = impossibleIn(told);
  const isImpossible = (of: (typeof impossible)[number]['of']): boolean => impossible.some((one) => one.of === of);
  const unexplained = isImpossible('requests') ? null : unexplainedIn(told);
  const wrong = wrongIn(run, told, unexplained, isImpossible('requests'));
  const isSilent = hasNoResponse(told);
  // The rate of requests without a response is none of the server.
  const amount = isSilent ? [] : amountOf(run, { rate: isImpossible('rate'), counts: isImpossible('requests') });
  // A set rate may explain them, so they are no bad news by themselves.
  const doubtful = unexplained?.mayBeRate ? [text('run.external.unexplained', { count: unexplained.count })] : [];
  const counted = [...wrong, ...doubtful, ...amount];
  const timed = isSilent ? undefined : TIMED_KEYS.find((key) => run[key] !== null);
  const lead =
    counted.length > 0
      ? text('run.external.counted', { tool, what: String(wordParam({ list: counted, by: 'and' })) })
      : text('run.external.measured', { tool });
  const times =
    timed === undefined
      ? [text('run.external.noTimes')]
      : isImpossible(KEY_OF[timed])
        ? lostSentence(told.tool, run[timed]!)
        : timesSentence(nameOfTimes(run, told, timed), run[timed]!, told.tool, timedOutOf(run, timed));
  const rest = [...impossible.map(({ says }) => wordSaid(says)), ...explanations(run, told), ...times];
  return { lead, rest: rest.join(' '), bad: wrong.length > 0 || impossible.length > 0 };
}

/** What the file of the tool says, for what judges it. */
export function toldBy(run: ExternalReport): Judged {
  const { load, requests, status, errors, periods, bytes, throughput: rate } = run;
  const { client: tool, connections, figures, durationMs, thresholds } = load;
  const { latencyMs: latency, firstByteMs: firstByte, connectMs: connect, sessionMs: session } = run;
  return {
    tool,
    connections,
    figures,
    requests,
    status,
    errors,
    periods,
    rate,
    bytes,
    thresholds,
    durationMs,
    times: { latency, firstByte, connect, session },
  };
}

/* ---- what went wrong ---- */

/** Each with its count and its kinds, the worst first. `isDoubtful`: its counts contradict each other, so that nothing is a share of another. */
function wrongIn(run: ExternalReport, told: Judged, unexplained: Unexplained | null, isDoubtful: boolean): string[] {
  const { requests, errors } = run;
  const failed = countedFailures(told) ?? 0;
  const checks = errors[K6_CHECKS] ?? figureOf(told, ARTILLERY_CHECKS);
  const mismatches = figureOf(told, 'mismatches');
  const resets = figureOf(told, 'resets');
  return [
    ...(hasNoResponse(told)
      ? [text('run.external.noResponse', { sent: requests.sent === null ? 'none' : formatCount(requests.sent) })]
      : []),
    ...(failed === 0 || (isDoubtful && failed > (requests.sent ?? failed)) ? [] : [failuresText(run, told, failed)]),
    ...(failuresIn(told) === null && (requests.timedOut ?? 0) > 0 ? [text('run.external.timedOut', { count: requests.timedOut! })] : []),
    ...(unexplained === null || unexplained.mayBeRate ? [] : [text('run.external.unexplained', { count: unexplained.count })]),
    ...unexpectedText(run, told, isDoubtful),
    ...(non2xxOf(told) === 0 ? [] : [text('run.external.non2xx', { count: non2xxOf(told) })]),
    ...(mismatches === 0 ? [] : [text('run.external.mismatches', { count: mismatches })]),
    ...thresholdsText(told),
    ...(checks === 0 ? [] : [text('run.external.checks', { count: checks })]),
    ...(resets === 0 ? [] : [text('run.external.resets', { count: resets })]),
    ...(requests.dropped === null || requests.dropped === 0 ? [] : [text('run.external.dropped', { count: requests.dropped })]),
  ];
}

/** Of its plugin that checks responses. */
const ARTILLERY_CHECKS = 'plugins.expect.failed';

/** Limits that a script set itself, and that were not met. */
function thresholdsText({ thresholds = [] }: Judged): string[] {
  const missed = thresholds.filter(({ isMet }) => !isMet).map(({ metric, limit }) => `${metric} ${limit}`);
  const more = missed.length > MOST_KINDS ? [text('run.external.moreKinds', { count: missed.length - MOST_KINDS })] : [];
  const kinds = String(wordParam({ list: [...missed.slice(0, MOST_KINDS), ...more], by: 'comma' }));
  return missed.length === 0 ? [] : [text('run.external.thresholds', { count: missed.length, kinds })];
}

/** One of its other figures; what a tool does not tell is nothing here. */
function figureOf({ figures }: Judged, name: string): number {
  return figures.find((one) => one.name === name)?.value ?? 0;
}

/** Of early versions of autocannon, which say nothing else of statuses. */
function non2xxOf(told: Judged): number {
  return told.requests.unexpected === null ? figureOf(told, 'non2xx') : 0;
}

/** As the tool counts them: to ab, a response of another length than the first has failed. */
export function countedFailures(told: Judged): number | null {
  const failed = failuresIn(told);
  return failed === null ? null : failed + oddLengthsIn(told);
}

/** Kinds at most, beside which the table has all. */
const MOST_KINDS = 4;

/** How many there are of each, the most frequent first; 'none': the file tells no kinds. */
function kindsText(counts: readonly (readonly [name: string, count: number])[]): string {
  const kinds = [...counts].sort(([, one], [, other]) => other - one);
  const list = kinds.slice(0, MOST_KINDS).map(([name, count]) => text('run.external.kind', { name, count: formatCount(count) }));
  const more = kinds.length > MOST_KINDS ? [text('run.external.moreKinds', { count: kinds.length - MOST_KINDS })] : [];
  return list.length === 0 ? 'none' : String(wordParam({ list: [...list, ...more], by: 'comma' }));
}

function failuresText({ errors, requests }: ExternalReport, told: Judged, count: number): string {
  const { tool } = told;
  // Without a response there was no status that could be unexpected.
  if (requests.failed === null && errors[K6_FAILED] !== undefined && !hasNoResponse(told)) {
    const share = requests.sent === null || requests.sent < count ? 'none' : formatPercent(percentOf(count, requests.sent));
    return text('run.external.k6Failed', { count, share });
  }
  const timeouts: [string, number][] =
    requests.timedOut === null || requests.timedOut === 0 ? [] : [[text('run.external.timeouts'), requests.timedOut]];
  const named = Object.entries(errors).filter(([name, number]) => number > 0 && name !== K6_CHECKS && name !== K6_FAILED);
  return text('run.external.failed', {
    count,
    of: tool === 'wrk' || tool === 'wrk2' ? 'sockets' : tool === 'artillery' || tool === 'autocannon' ? 'errors' : 'requests',
    kinds: kindsText(named.length > 0 ? named : timeouts),
  });
}

function unexpectedText(run: ExternalReport, told: Judged, isDoubtful: boolean): string[] {
  const { completed } = run.requests;
  const count = told.requests.unexpected;
  if (count === null || count === 0) return [];
  const codes = Object.entries(run.status).filter(([code, number]) => number > 0 && !isExpectedCode(code));
  return [
    text('run.external.unexpected', {
      count,
      percent: completed === null || isDoubtful ? 'none' : formatPercent(percentOf(count, completed)),
      codes: kindsText(codes),
    }),
  ];
}

/* ---- what it measured ---- */

function amountOf(
  { throughput, requests: { completed, sent } }: ExternalReport,
  isDoubtful: { readonly rate: boolean; readonly counts: boolean },
): string[] {
  if (isDoubtful.rate) return [];
  if (throughput !== null) return [text('run.external.rate', { rate: formatExact(throughput.mean) })];
  if (isDoubtful.counts) return [];
  if (completed !== null) return [text('run.external.responses', { count: completed })];
  return sent === null ? [] : [text('run.external.requests', { count: sent })];
}

/** A summary of k6 has no metric that nothing was counted in. One of visits alone is of a script that speaks another protocol, or none. */
function hasNoHttp({ tool, requests, times }: Judged): boolean {
  return (
    tool === 'k6' &&
    requests.sent === null &&
    requests.completed === null &&
    times.session !== null &&
    times.latency === null &&
    times.firstByte === null
  );
}

/** What a file does not say of the outcome of its requests, under no name. */
function notToldIn(told: Judged): ('failures' | 'statuses')[] {
  if (hasNoHttp(told)) return [];
  const noFailures = failuresIn(told) === null && told.requests.timedOut === null;
  // Without a response there is no status.
  const noStatuses =
    told.requests.completed !== 0 && told.requests.unexpected === null && told.errors[K6_FAILED] === undefined && non2xxOf(told) === 0;
  return [...(noFailures ? (['failures'] as const) : []), ...(noStatuses ? (['statuses'] as const) : [])];
}

/** The counts that are not known. */
export function unknownCounts(run: ExternalReport): readonly (keyof ExternalReport['requests'])[] {
  const of = { failures: 'failed', statuses: 'unexpected' } as const;
  return notToldIn(toldBy(run)).map((one) => of[one]);
}

/** What has to be known of what is counted, and what is not. */
function explanations(run: ExternalReport, told: Judged): string[] {
  const { load, requests } = run;
  const unexplained = unexplainedIn(told);
  const length = oddLengthsIn(told);
  const non2xx = non2xxOf(told);
  const notTold = notToldIn(told);
  return [
    ...(unexplained === null
      ? []
      : [
          text('run.external.unexplainedWhy', {
            tool: load.client !== 'autocannon' ? 'other' : hasRate(told, unexplained) ? 'autocannonRate' : 'autocannon',
            inFlight: unexplained.inFlight === null ? 'none' : formatCount(unexplained.inFlight),
            sent: formatCount(requests.sent),
          }),
        ]),
    ...unaccounted(run),
    ...abCauses(told),
    ...(length === 0 ? [] : [text('run.external.length', { count: length })]),
    ...(non2xx > 0 ? [text('run.external.non2xxWhy')] : []),
    ...(hasNoHttp(told) ? [text('run.external.noHttp')] : []),
    ...(notTold.length === 0 ? [] : [text('run.external.notTold', { what: notTold.length === 2 ? 'both' : notTold[0]! })]),
  ];
}

/** Whether autocannon had a rate, which its file does not say: it then has more latencies than responses, or counts a second of requests twice. */
function hasRate(told: Judged, { mayBeRate }: Unexplained): boolean {
  return mayBeRate || isWithAdded(told);
}

/** At a set rate autocannon adds latencies that it did not measure to those that it did. */
function isWithAdded(told: Judged): boolean {
  return hasAddedLatencies(told, told.times.latency?.count ?? null) === true;
}

/**
 * wrk sends the next request as soon as a response is there, and counts nothing that had none at the end. What its latencies do not add up to its
 * connections spent otherwise; opening them takes less than this part, unless a server closes each. Values that it adds for requests that were held
 * back make its mean larger, never smaller; of requests that were sent together it times the last alone, so that they add up to less than this.
 */
const UNACCOUNTED_FROM: Ratio = 0.25;
/** A response that comes later than this counts as a response and, the last of those to requests that were sent together, as a timeout; its latency is in no figure. --timeout sets another time. */
const WRK_TIMEOUT_MS = 2_000;

function unaccounted({ load: { client, connections, durationMs }, requests, latencyMs }: ExternalReport): string[] {
  const { completed, timedOut } = requests;
  const mean = latencyMs?.mean ?? null;
  // wrk2 sends at a set rate, and may rest.
  if (client !== 'wrk' || connections === null || durationMs === null || completed === null || mean === null) return [];
  const late = timedOut ?? 0;
  const timed = completed - late;
  if (timed <= 0) return [];
  const [told, all] = [timed * mean, connections * durationMs];
  const rest = all - told;
  // What does not fit is not of the usual time-out.
  const isUsual = late * WRK_TIMEOUT_MS <= rest && durationMs >= WRK_TIMEOUT_MS && (latencyMs?.max ?? 0) <= WRK_TIMEOUT_MS;
  const least = isUsual ? late * WRK_TIMEOUT_MS : 0;
  if (rest - least < UNACCOUNTED_FROM * all) return [];
  const atLeast = isUsual ? formatMs(least) : 'none';
  return [text('run.external.unaccounted', { told: formatMs(told), all: formatMs(all), connections, late, least: atLeast })];
}

/** A connection that broke counts as an error of receiving, as an exception and as a response of another length, or as some of these. */
function abCauses({ tool, errors }: Judged): string[] {
  const causes = Object.entries(errors).filter(([, count]) => count > 0);
  const broken = causes.filter(([cause]) => cause !== AB_LENGTH).map(([, count]) => count);
  return tool !== 'ab' || causes.length < 2 || broken.length === 0
    ? []
    : [text('run.external.abCauses', { least: formatCount(Math.max(...broken)) })];
}

/** What tools call a request that was given up because no response came in time. */
const TIMED_OUT = /time-?d?[ -]?out/i;

/**
 * That the times leave out what took longest: a server that hung for some looks fast in them; or that they have requests without a response in them,
 * as those of ab. Null: nothing is said to have timed out.
 */
function timedOutOf({ load, requests, errors }: ExternalReport, timed: TimedKey): string | null {
  const { client } = load;
  if (timed === 'connectMs') return null;
  if (client === 'ab') return (requests.failed ?? 0) > 0 ? text('run.external.abTimes') : null;
  if (client === 'k6') {
    // Of its points only those with an expected response are counted; its summaries say in a note which they are of.
    const others = requests.failed === null ? 0 : requests.failed + (requests.unexpected ?? 0);
    return others === 0 || timed !== 'latencyMs' ? null : text('run.external.expectedLatency', { count: others });
  }
  const named = Object.entries(errors).reduce((sum, [name, count]) => (TIMED_OUT.test(name) ? sum + count : sum), 0);
  const count = Math.max(requests.timedOut ?? 0, named);
  return count === 0 ? null : text('run.external.timedOutLatency', { count, tool: client });
}

function nameOfTimes(run: ExternalReport, told: Judged, timed: TimedKey): string {
  const what = timedText(run, timed);
  return timed === 'latencyMs' && isWithAdded(told) ? text('run.external.withAdded', { what }) : what;
}

/** The median and the 99th percentile; of files without them the mean, or what there is. */
function timesSentence(what: string, times: ForeignTimes, tool: LoadTool, timedOut: string | null): string[] {
  const sentence = medianSentence(what, times);
  if (sentence === null) return [];
  return [sentence, ...valuesSentence(tool, times), ...(timedOut === null ? [] : [timedOut])];
}

/** Where percentiles may stand on any number of values, or not even on all that the tool has. */
export function valuesSentence(tool: LoadTool, times: ForeignTimes): string[] {
  const { count, countAtLeast, percentiles } = times;
  const lost = lostSentence(tool, times);
  if (lost.length > 0) return lost;
  return count === null && countAtLeast === undefined && Object.keys(percentiles).length > 0
    ? [text('run.external.valuesUnknown', { tool })]
    : [];
}

function lostSentence(tool: LoadTool, times: ForeignTimes): string[] {
  return hasLostValues({ tool }, times) ? [text('run.external.wrkTogether')] : [];
}

function medianSentence(what: string, times: ForeignTimes): string | null {
  // Where times are told in whole milliseconds, 0 is what took less than one.
  const inMs = (ms: number): string => text('run.external.unit', { value: formatExact(ms === 0 ? WHOLE_MS : ms), unit: 'ms' });
  const firm = Object.entries(times.percentiles)
    .filter(([percentile, ms]) => ms !== undefined && !times.weak.includes(percentile) && Number(percentile) > 50)
    .sort(([one], [other]) => Number(other) - Number(one));
  const p50 = times.weak.includes('50') ? undefined : times.percentiles['50'];
  const high = firm.find(([percentile]) => percentile === '99') ?? firm[0];
  const told = high === undefined ? { percent: 'none', high: 'none' } : { percent: high[0], high: inMs(high[1]) };
  if (p50 !== undefined) return text('run.external.median', { what, p50: inMs(p50), ...told });
  if (times.mean !== null) return text('run.external.mean', { what, mean: inMs(times.mean), ...told });
  return high === undefined ? null : text('run.external.high', { what, percent: high[0], high: inMs(high[1]) });
}
