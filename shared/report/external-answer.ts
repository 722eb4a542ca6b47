/** What another load tool has measured, in sentences: what went wrong comes first, whoever counted it. */
import { impossibleIn, type Judged } from '../analysis/impossible.ts';
import { percentOf } from '../base/percent-of.ts';
import { formatCount, formatExact, formatPercent } from '../format/figures.ts';
import { wordParam, wordSaid } from '../format/word-said.ts';
import { AB_LENGTH, failuresIn, K6_CHECKS, K6_FAILED, unexpectedIn, unexplainedIn } from '../model/load/load-outcomes.ts';
import type { ForeignTimes, Timed } from '../model/load/load-result.ts';
import type { ExternalReport } from '../model/report.ts';
import { isExpectedCode } from '../model/run.ts';
import { text } from '../words/words.ts';

export function toolOf({ load: { client } }: ExternalReport): string {
  return text(`run.external.tool.${client}`);
}

export const TIMED_KEYS = ['latencyMs', 'firstByteMs', 'connectMs', 'sessionMs'] as const;
export type TimedKey = (typeof TIMED_KEYS)[number];
const KEY_OF: { readonly [K in TimedKey]: Timed } = {
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
  const wrong = wrongIn(run, told, isImpossible('requests'));
  const counted = [...wrong, ...amountOf(run, { rate: isImpossible('rate'), counts: isImpossible('requests') })];
  const timed = TIMED_KEYS.find((key) => run[key] !== null);
  const lead =
    counted.length > 0
      ? text('run.external.counted', { tool, what: String(wordParam({ list: counted, by: 'and' })) })
      : text('run.external.measured', { tool });
  const times =
    timed === undefined
      ? [text('run.external.noTimes')]
      : isImpossible(KEY_OF[timed])
        ? []
        : timesSentence(timedText(run, timed), run[timed]!);
  const rest = [...impossible.map(({ says }) => wordSaid(says)), ...explanations(run, told), ...times];
  return { lead, rest: rest.join(' '), bad: wrong.length > 0 || impossible.length > 0 };
}

function toldBy(run: ExternalReport): Judged {
  const { load, requests, status, errors, periods, throughput: rate } = run;
  const { client: tool, connections, figures, durationMs } = load;
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
    durationMs,
    times: { latency, firstByte, connect, session },
  };
}

/* ---- what went wrong ---- */

/** Each with its count and its kinds, the worst first. `isDoubtful`: its counts contradict each other, so that nothing is a share of another. */
function wrongIn(run: ExternalReport, told: Judged, isDoubtful: boolean): string[] {
  const { requests, errors } = run;
  const failed = failuresIn(told) ?? 0;
  const checks = errors[K6_CHECKS] ?? figureOf(told, ARTILLERY_CHECKS);
  const mismatches = figureOf(told, 'mismatches');
  const unexplained = isDoubtful ? null : unexplainedIn(told);
  const resets = figureOf(told, 'resets');
  return [
    ...(failed === 0 || (isDoubtful && failed > (requests.sent ?? failed)) ? [] : [failuresText(run, told, failed)]),
    ...(failuresIn(told) === null && (requests.timedOut ?? 0) > 0 ? [text('run.external.timedOut', { count: requests.timedOut! })] : []),
    ...(unexplained === null ? [] : [text('run.external.unexplained', { count: unexplained.count })]),
    ...unexpectedText(run, told, isDoubtful),
    ...(non2xxOf(told) === 0 ? [] : [text('run.external.non2xx', { count: non2xxOf(told) })]),
    // Pages that say what went wrong are not as long as others.
    ...(oddLengths(told) <= (unexpectedIn(told) ?? 0) ? [] : [text('run.external.odd', { count: oddLengths(told) })]),
    ...(mismatches === 0 ? [] : [text('run.external.mismatches', { count: mismatches })]),
    ...(checks === 0 ? [] : [text('run.external.checks', { count: checks })]),
    ...(resets === 0 ? [] : [text('run.external.resets', { count: resets })]),
    ...(requests.dropped === null || requests.dropped === 0 ? [] : [text('run.external.dropped', { count: requests.dropped })]),
  ];
}

/** Of its plugin that checks responses. */
const ARTILLERY_CHECKS = 'plugins.expect.failed';

/** One of its other figures; what a tool does not tell is nothing here. */
function figureOf({ figures }: Judged, name: string): number {
  return figures.find((one) => one.name === name)?.value ?? 0;
}

/** Of early versions of autocannon, which say nothing else of statuses. */
function non2xxOf(told: Judged): number {
  return unexpectedIn(told) === null ? figureOf(told, 'non2xx') : 0;
}

/** Of ab: responses of another length than the first, unless it is known that there were none. */
function oddLengths({ tool, errors, requests }: Judged): number {
  const length = tool === 'ab' ? (errors[AB_LENGTH] ?? 0) : 0;
  const all = Object.values(errors).reduce((sum, count) => sum + count, 0);
  return requests.failed === all ? 0 : length;
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
  if (requests.failed === null && errors[K6_FAILED] !== undefined) {
    const share = requests.sent === null || requests.sent < count ? 'none' : formatPercent(percentOf(count, requests.sent));
    return text('run.external.k6Failed', { count, share });
  }
  const timeouts: [string, number][] =
    requests.timedOut === null || requests.timedOut === 0 ? [] : [[text('run.external.timeouts'), requests.timedOut]];
  const named = Object.entries(errors).filter(
    ([name, number]) => number > 0 && name !== K6_CHECKS && !(name === AB_LENGTH && oddLengths(told) > 0),
  );
  return text('run.external.failed', {
    count,
    of: tool === 'wrk' || tool === 'wrk2' ? 'sockets' : tool === 'artillery' || tool === 'autocannon' ? 'errors' : 'requests',
    kinds: kindsText(named.length > 0 ? named : timeouts),
  });
}

function unexpectedText(run: ExternalReport, told: Judged, isDoubtful: boolean): string[] {
  const { completed } = run.requests;
  const count = unexpectedIn(told);
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

/** What a file does not say of the outcome of its requests, under no name. */
function notToldIn(told: Judged): ('failures' | 'statuses')[] {
  const noFailures = failuresIn(told) === null && told.requests.timedOut === null;
  const noStatuses = unexpectedIn(told) === null && told.errors[K6_FAILED] === undefined && non2xxOf(told) === 0;
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
  const length = oddLengths(told);
  const non2xx = non2xxOf(told);
  const notTold = notToldIn(told);
  return [
    ...(unexplained === null
      ? []
      : [
          text('run.external.unexplainedWhy', {
            tool: load.client === 'autocannon' ? 'autocannon' : 'other',
            inFlight: unexplained.inFlight === null ? 'none' : formatCount(unexplained.inFlight),
            sent: formatCount(requests.sent),
          }),
        ]),
    ...(length === 0 ? [] : [text('run.external.length', { count: length })]),
    ...(non2xx > 0 ? [text('run.external.non2xxWhy')] : []),
    ...(notTold.length === 0 ? [] : [text('run.external.notTold', { what: notTold.length === 2 ? 'both' : notTold[0]! })]),
  ];
}

/** The median and the 99th percentile; of files without them the mean, or what there is. */
function timesSentence(what: string, times: ForeignTimes): string[] {
  const inMs = (ms: number): string => text('run.external.unit', { value: formatExact(ms), unit: 'ms' });
  const firm = Object.entries(times.percentiles)
    .filter(([percentile, ms]) => ms !== undefined && !times.weak.includes(percentile) && Number(percentile) > 50)
    .sort(([one], [other]) => Number(other) - Number(one));
  const p50 = times.weak.includes('50') ? undefined : times.percentiles['50'];
  const high = firm.find(([percentile]) => percentile === '99') ?? firm[0];
  const told = high === undefined ? { percent: 'none', high: 'none' } : { percent: high[0], high: inMs(high[1]) };
  if (p50 !== undefined) return [text('run.external.median', { what, p50: inMs(p50), ...told })];
  if (times.mean !== null) return [text('run.external.mean', { what, mean: inMs(times.mean), ...told })];
  return high === undefined ? [] : [text('run.external.high', { what, percent: high[0], high: inMs(high[1]) })];
}
