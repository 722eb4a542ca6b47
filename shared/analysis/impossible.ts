/**
 * Figures in the file of another tool that contradict each other. Tools have faults, and files are cut, merged and edited: whichever of the two is
 * wrong, neither is a result.
 */

import { formatCount, formatExact, formatMs } from '../format/figures.ts';
import { failuresIn, hasAddedLatencies, K6_FAILED, type ToldOutcomes, unexpectedIn } from '../model/load/load-outcomes.ts';
import { type ForeignTimes, type LoadResult, type LoadTool, TIMED, type Timed } from '../model/load/load-result.ts';
import { isExpectedCode } from '../model/run.ts';
import { type Said, say } from '../words/said.ts';

export type Judged = ToldOutcomes & Pick<LoadResult, 'times' | 'periods' | 'durationMs' | 'bytes' | 'thresholds'>;

/** A figure of a result: where it stands in tables. Periods by their places, percentiles as text ("97.5"), statuses and errors by their names. */
export type FigureName =
  | `${Timed}.${'min' | 'max' | 'mean' | `p${string}`}`
  | `requests.${keyof LoadResult['requests']}`
  | `status.${string}`
  | `errors.${string}`
  | `periods.${'completed' | 'failed'}`
  | `periods.${number}.${PeriodTime}`
  | 'rate'
  | 'duration';

export const PERIOD_TIMES = ['p50', 'p99', 'max'] as const;
type PeriodTime = (typeof PERIOD_TIMES)[number];

export interface Impossible {
  /** Which figures are not to be told as results. */
  readonly of: Timed | 'requests' | 'rate' | 'periods';
  readonly says: Said;
  /** All that contradict another one in this way; the sentence names two of them. */
  readonly figures: readonly FigureName[];
}

/**
 * By how much figures of one file may seem to contradict each other: Artillery's percentiles are of a sketch with an error of 1 %, wrk prints three
 * digits, histograms of autocannon keep three; k6 and ab print what they have.
 */
const ROUGH: { readonly [T in LoadTool]: number } = { autocannon: 0.002, artillery: 0.025, k6: 1e-6, ab: 1e-6, wrk: 0.011, wrk2: 0.011 };
/** What rounding to whole milliseconds makes of one of them. */
const ROUNDED_MS = 1;
/** k6 interpolates percentiles: of fewer values what they say of the mean is not exact. */
const LEAST_INTERPOLATED = 100;
/** Of a mean that percentiles bound: enough for what is rounded in each of them. */
const ROUGH_MEAN = 0.1;

export function impossibleIn(told: Judged): Impossible[] {
  return [
    ...impossibleCounts(told),
    ...impossibleRate(told),
    ...TIMED.flatMap((of) => impossibleTimes(told, of) ?? []),
    ...impossibleSums(told),
    ...impossiblePeriods(told),
  ];
}

/** Whether one figure is above another by more than the tool may have rounded. */
function isAbove(tool: LoadTool, one: number | null, other: number | null): boolean {
  return one !== null && other !== null && one - other > Math.max(ROUGH[tool] * other, 0.01);
}

type Extreme = 'min' | 'max' | 'mean';

/** A contradiction between times, and the names of its figures. */
interface Odd {
  readonly says: () => Said;
  readonly figures: readonly (Extreme | `p${string}`)[];
}

type JudgedTimes = Pick<Judged, 'tool' | 'times' | 'requests' | 'status' | 'connections' | 'durationMs' | 'figures' | 'rate'>;

/** Null: they can be. */
export function impossibleTimes(told: JudgedTimes, of: Timed): Impossible | null {
  const { tool, requests } = told;
  const times = told.times[of];
  if (times === null) return null;
  const ordered = oddTimes(tool, of, times);
  const bounded = ordered.length > 0 ? ordered : oddMean(tool, of, times, requests.completed ?? requests.sent);
  const all = bounded.length > 0 || of !== 'latency' ? bounded : oddSum(told, times);
  const [first] = all;
  if (first === undefined) return null;
  const figures = new Set([...all.flatMap((one) => one.figures), ...(hasLostValues(told, times) ? (['mean'] as const) : [])]);
  return { of, says: first.says(), figures: [...figures].map((name) => `${of}.${name}` as const) };
}

/**
 * Whether wrk has lost some of the values that it counts. It times microseconds, so that a percentile of 0 beside values is one that it did not find:
 * its correction for coordinated omission has added values below the smallest that it measured, among which it looks neither for percentiles nor for
 * the mean. It does so where several requests at a time make responses follow each other faster than any of them takes.
 */
export function hasLostValues({ tool }: Pick<Judged, 'tool'>, times: ForeignTimes | null): boolean {
  return tool === 'wrk' && times !== null && (times.max ?? 0) > 0 && Object.values(times.percentiles).includes(0);
}

/** Pairs of times of which one cannot be above the other. */
function oddTimes(tool: LoadTool, of: Timed, times: ForeignTimes): Odd[] {
  const { min, max, mean } = times;
  const what = say('foreign.timed', { of });
  const above = (one: number | null, other: number | null): boolean => isAbove(tool, one, other);
  const listed = listedOf(times);
  /** Where `one` is above `other`. */
  const pair = (one: Extreme, other: Extreme, says: Odd['says']): Odd[] =>
    above(times[one], times[other]) ? [{ says, figures: [one, other] }] : [];
  return [
    ...pair('min', 'max', () => say('foreign.impossibleMin', { what, min: formatExact(min), max: formatExact(max) })),
    ...listed
      .filter(({ ms }) => above(ms, max))
      .map(({ name, percentile, ms }) => ({
        says: () => say('foreign.impossibleHigh', { what, percentile, value: formatExact(ms), max: formatExact(max) }),
        figures: [name, 'max'] as const,
      })),
    // The smallest that autocannon tells is the smallest above 0.
    ...listed
      .filter(({ ms }) => above(min, ms) && !(tool === 'autocannon' && ms === 0))
      .map(({ name, percentile, ms }) => ({
        says: () => say('foreign.impossibleLow', { what, percentile, value: formatExact(ms), min: formatExact(min) }),
        figures: [name, 'min'] as const,
      })),
    ...listed.flatMap((higher, at) =>
      listed
        .slice(0, at)
        .filter(({ ms }) => above(ms, higher.ms))
        // The nearest first: it is the one that is named.
        .reverse()
        .map((lower) => ({
          says: () =>
            say('foreign.impossibleOrder', {
              ...{ what, lower: lower.percentile, lowerValue: formatExact(lower.ms) },
              ...{ higher: higher.percentile, higherValue: formatExact(higher.ms) },
            }),
          figures: [lower.name, higher.name],
        })),
    ),
    ...pair('mean', 'max', () => say('foreign.impossibleMeanHigh', { what, mean: formatExact(mean), max: formatExact(max) })),
    ...(tool === 'autocannon'
      ? []
      : pair('min', 'mean', () => say('foreign.impossibleMeanLow', { what, mean: formatExact(mean), min: formatExact(min) }))),
  ];
}

/** Of times that are in order: a mean that their percentiles leave no room for. */
function oddMean(tool: LoadTool, of: Timed, times: ForeignTimes, requests: number | null): Odd[] {
  const { mean } = times;
  const count = times.count ?? requests ?? 0;
  if (tool === 'k6' && count < LEAST_INTERPOLATED) return [];
  const listed = listedOf(times);
  const odd = oddPercentile(times, listed);
  if (odd === null) return [];
  const what = say('foreign.timed', { of });
  const says = () =>
    say('foreign.impossibleMean', { what, mean: formatExact(mean), percentile: odd.percentile, value: formatExact(odd.ms) });
  // Those that leave it no room by themselves, and others of the same value, as of a tool that has printed 0 for all of them; else all together.
  const values = new Set(listed.filter((one) => oddPercentile(times, [one]) !== null).map(({ ms }) => ms));
  const marked = values.size === 0 ? listed : listed.filter(({ ms }) => values.has(ms));
  return [{ says, figures: ['mean', ...marked.map(({ name }) => name)] }];
}

/**
 * Tools whose latencies add up to no more than the time of their connections: each request counts from when it was sent, on a connection on which
 * no more wait than the file says. Of the others that does not hold. wrk adds values that it did not measure, and a script may send any number of
 * requests together; wrk2 counts from when each request was due; k6 and Artillery have no fixed number of connections.
 */
const OF_CONNECTIONS: readonly LoadTool[] = ['autocannon', 'ab'];
/** ab prints a mean to the nearest whole millisecond. autocannon cuts each latency off to whole ones, so that its mean is not above the true one. */
const ROUNDED_MEAN_MS = 0.5;
/** autocannon prints its time to the nearest 10 ms, in early versions to the nearest second; ab finer. */
const ROUNDED_DURATION_MS = 5;
const ROUNDED_TO_SECOND_MS = 500;
/**
 * Requests that were given up, or still waited at the end, took time without being among the latencies: they make the sum smaller. Above it are only
 * the resolution of histograms (0.2 % at most), and clocks: the time is that of the wall clock, which may be set meanwhile, latencies of autocannon are
 * not. Where autocannon takes the time of the wrong request, as of one whose connection was closed, the sum is soon a multiple.
 */
const ROUGH_SUM = 0.05;
/**
 * Of several workers, autocannon has the time of the one that was done first. With -d the others take up to a second more, in which it looks whether
 * the time is over; with -a any time, of which its mean of requests in a second tells the average, less the last second. Twice that is for seconds
 * that take longer on a busy machine.
 */
const ROUGH_WORKERS = 2;
const SECOND_MS = 1_000;

/** Latencies that take more time than the connections had. They alone are marked: a rate confirms counts and duration, and nothing the latencies. */
function oddSum(told: JudgedTimes, times: ForeignTimes): Odd[] {
  const { tool, connections } = told;
  const { mean } = times;
  const values = hasAddedLatencies(told, times.count) === false ? times.count : null;
  const perConnection = tool === 'ab' ? 1 : figureOf(told, 'pipelining');
  const each = longestRun(told);
  if (!OF_CONNECTIONS.includes(tool) || mean === null || values === null || connections === null || perConnection === null || each === null)
    return [];
  const had = connections * perConnection * each;
  const most = had * (1 + ROUGH_SUM) + values * ROUNDED_MEAN_MS;
  if (values * mean <= most) return [];
  const sums = { sum: formatMs(values * mean), had: formatMs(had) };
  const says = () => say('foreign.impossibleLatencies', { count: values, ...sums, connections, atOnce: perConnection });
  // As many as lie above a percentile take at least that long.
  const alone = listedOf(times).filter(({ percentile, ms }) => (values * (100 - percentile) * ms) / 100 > most);
  return [{ says, figures: ['mean', ...alone.map(({ name }) => name)] }];
}

/** For how long a connection can have had requests; null: not known. */
function longestRun(told: JudgedTimes): number | null {
  const { tool, connections, durationMs, rate, requests } = told;
  if (durationMs === null) return null;
  const workers = figureOf(told, 'workers') ?? 0;
  const isWhole = tool === 'autocannon' && durationMs % SECOND_MS === 0;
  if (workers < 2) return durationMs + (isWhole ? ROUNDED_TO_SECOND_MS : ROUNDED_DURATION_MS);
  // Each worker has one connection at least, and then there are more than it prints.
  if (connections === null || connections < workers || rate === null || rate.mean === 0 || requests.completed === null) return null;
  return ROUGH_WORKERS * (Math.max(durationMs, (requests.completed / rate.mean) * SECOND_MS) + SECOND_MS);
}

function figureOf({ figures }: Pick<Judged, 'figures'>, name: string): number | null {
  return figures.find((one) => one.name === name)?.value ?? null;
}

function listedOf({ percentiles }: ForeignTimes): Listed[] {
  return Object.entries(percentiles)
    .map(([percentile, ms]) => ({ name: `p${percentile}` as const, percentile: Number(percentile), ms }))
    .sort((one, other) => one.percentile - other.percentile);
}

interface Listed {
  readonly name: `p${string}`;
  readonly percentile: number;
  readonly ms: number;
}

/** Of percentiles with which the mean cannot be what it is: the one that leaves the least room. Null: it can be. */
function oddPercentile({ min, max, mean }: Pick<ForeignTimes, 'min' | 'max' | 'mean'>, listed: readonly Listed[]): Listed | null {
  if (mean === null || listed.length === 0) return null;
  // Between two percentiles all values are at most the higher one, and at least the lower one.
  const all = [{ percentile: 0, ms: min ?? 0 }, ...listed, { percentile: 100, ms: max ?? Number.POSITIVE_INFINITY }];
  const steps = all.slice(1).map((one, at) => ({ share: (one.percentile - all[at]!.percentile) / 100, low: all[at]!.ms, high: one.ms }));
  const most = steps.reduce((sum, { share, high }) => sum + (share > 0 ? share * high : 0), 0);
  if (mean > most * (1 + ROUGH_MEAN) + ROUNDED_MS) return listed.at(-1)!;
  const least = steps.reduce((sum, { share, low }) => sum + share * low, 0);
  if (mean >= least * (1 - ROUGH_MEAN) - ROUNDED_MS) return null;
  // All above a percentile take at least that long.
  const [strongest] = [...listed].sort((one, other) => (100 - other.percentile) * other.ms - (100 - one.percentile) * one.ms);
  return (listed.length > 1 && listed.find((one) => oddPercentile({ min, max, mean }, [one]) !== null)) || strongest!;
}

function impossibleCounts(told: Judged): Impossible[] {
  const { sent, completed } = told.requests;
  const unexpected = unexpectedIn(told);
  const failed = failuresIn(told);
  const statuses = Object.keys(told.status);
  const withStatus = Object.values(told.status).reduce((sum, count) => sum + count, 0);
  const isMore = completed !== null && unexpected !== null && unexpected > completed;
  return [
    ...(sent !== null && completed !== null && completed > sent
      ? [ofRequests('foreign.impossibleCompleted', completed, sent, ['requests.sent', 'requests.completed'])]
      : []),
    // Errors of others are of connections, too, on which nothing was sent.
    ...(told.tool === 'k6' && sent !== null && failed !== null && failed > sent
      ? [ofRequests('foreign.impossibleFailed', failed, sent, ['requests.sent', ...failureFigures(told)])]
      : []),
    ...(isMore
      ? [
          ofRequests('foreign.impossibleUnexpected', unexpected, completed, [
            ...(['requests.completed', 'requests.unexpected'] as const),
            ...statuses.filter((code) => !isExpectedCode(code) && told.status[code]! > 0).map((code) => `status.${code}` as const),
          ]),
        ]
      : []),
    ...(completed !== null && withStatus > completed && !isMore
      ? [
          ofRequests('foreign.impossibleStatuses', withStatus, completed, [
            'requests.completed',
            ...statuses.filter((code) => told.status[code]! > 0).map((code) => `status.${code}` as const),
          ]),
        ]
      : []),
  ];
}

/** Where a file tells how many failed: as one count, or by the names of errors. */
function failureFigures({ tool, requests, errors }: Judged): FigureName[] {
  if (requests.failed !== null) return ['requests.failed'];
  const counted = tool === 'k6' ? [K6_FAILED] : Object.keys(errors).filter((name) => errors[name]! > 0);
  return counted.map((name) => `errors.${name}` as const);
}

function ofRequests(
  key: 'foreign.impossibleCompleted' | 'foreign.impossibleFailed' | 'foreign.impossibleUnexpected' | 'foreign.impossibleStatuses',
  more: number,
  all: number,
  figures: readonly FigureName[],
): Impossible {
  return { of: 'requests', says: say(key, { more: formatCount(more), all: formatCount(all) }), figures };
}

/** Whose rate is all that completed over the time that they print. */
const RATE_OF_ALL: readonly LoadTool[] = ['ab', 'wrk', 'wrk2'];
/** They print the time with three digits, ab to the millisecond. */
const ROUGH_RATE = 0.02;
const ROUGH_MS = 5;

export function impossibleRate({
  tool,
  requests,
  durationMs,
  rate,
}: Pick<Judged, 'tool' | 'requests' | 'durationMs' | 'rate'>): Impossible[] {
  const { completed } = requests;
  if (!RATE_OF_ALL.includes(tool) || completed === null || durationMs === null || rate === null || durationMs <= 2 * ROUGH_MS) return [];
  const [least, most] = [completed / (durationMs + ROUGH_MS), completed / (durationMs - ROUGH_MS)].map((perMs) => perMs * 1_000) as [
    number,
    number,
  ];
  if (rate.mean >= least * (1 - ROUGH_RATE) && rate.mean <= most * (1 + ROUGH_RATE)) return [];
  const told = { rate: formatExact(rate.mean), requests: formatCount(completed), seconds: formatExact(durationMs / 1_000) };
  return [{ of: 'rate', says: say('foreign.impossibleRate', told), figures: ['rate', 'requests.completed', 'duration'] }];
}

/** What a tool counts in each period adds up to what it counts in all. */
function impossibleSums(told: Judged): Impossible[] {
  const { periods, requests } = told;
  if (periods.length === 0) return [];
  const differs = (of: 'completed' | 'failed', all: number | null): Impossible[] => {
    // Where a tool does not tell them apart, it does not in all, either.
    const sum = periods.reduce((before, period) => before + (period[of] ?? 0), 0);
    if (all === null || sum === all) return [];
    const inAll: readonly FigureName[] = of === 'completed' ? ['requests.completed'] : failureFigures(told);
    const says = say('foreign.impossibleSum', { of, all: formatCount(all), sum: formatCount(sum) });
    return [{ of: 'periods', says, figures: [...inAll, `periods.${of}`] }];
  };
  return [...differs('completed', requests.completed), ...differs('failed', failuresIn(told))];
}

/** In one period a higher percentile is not below a lower one. The first that has it is named. */
function impossiblePeriods({ tool, periods }: Judged): Impossible[] {
  const odd = periods.flatMap(({ fromMs, times }, at) =>
    times === null
      ? []
      : PERIOD_TIMES.flatMap((higher, place) =>
          PERIOD_TIMES.slice(0, place)
            .filter((lower) => isAbove(tool, times[lower], times[higher]))
            .map((lower) => ({ at, fromMs, lower, higher, lowerMs: times[lower], higherMs: times[higher] })),
        ),
  );
  const [first] = odd;
  if (first === undefined) return [];
  const { lower, higher } = first;
  const says = say('foreign.impossiblePeriod', {
    ...{ from: formatExact(first.fromMs / 1_000), lower, lowerValue: formatExact(first.lowerMs) },
    ...{ higher, higherValue: formatExact(first.higherMs) },
  });
  const figures = odd.flatMap((one) => [`periods.${one.at}.${one.lower}`, `periods.${one.at}.${one.higher}`] as const);
  return [{ of: 'periods', says, figures: [...new Set(figures)] }];
}
