/**
 * What is compared: one figure of each run for each metric. A metric is one entry of the table, with everything that is asked about it; what it is
 * called is in `words/en/compare.ts` (the compiler asks for each name), and in the documentation of `--fail-if`.
 */
import type { Bytes, Milliseconds, Percent, PerSecond, Ratio } from '../../base/units.ts';
import type { Distribution } from '../distribution.ts';
import type { LoadTraits } from '../load-models.ts';
import type { ServerFigures } from '../server-figures.ts';

/** How the requests of a run ended. */
export interface Outcomes {
  readonly completed: number;
  readonly failed: number;
  readonly unexpected: number;
  readonly dropped: number;
  /** Waited for in vain after the load had ended; null or absent: not known. */
  readonly unanswered?: number | null;
}

/** What a run measured, whoever made its requests. */
export interface Measured {
  /** Expected responses a second. Null: none, or their rate is that of the load. */
  readonly perSecond: PerSecond | null;
  /** Null: the tool that made the requests does not tell. */
  readonly outcomes: Outcomes | null;
  readonly completed: number;
  readonly durationMs: Milliseconds;
  /** Empty: there are no figures from the server. */
  readonly server: readonly ServerFigures[];
  /** Null: not known. */
  readonly allocatedPerRequest: Bytes | null;
}

/**
 * A figure of a distribution of times: a percentile as reports name it, the mean, or the standard deviation of the population. `latency`: from when
 * a request was due; `service`: from sending, where requests have their times; `session`: of a user, from coming to the last response.
 */
export interface FigureOfTimes {
  readonly times: 'latency' | 'service' | 'session';
  readonly figure: 'mean' | 'stdev' | `${number}`;
}

export type MetricUnit = 'perSecond' | 'ms' | 'percent' | 'bytes';

interface MetricFacts {
  /** What a larger figure means. Of `spread`, `errors` and `cost` a verdict says "lower" or "higher": none of them is being faster. */
  readonly sense: 'speed' | 'time' | 'spread' | 'errors' | 'cost';
  readonly unit: MetricUnit;
  /** In its unit; null: the run has no such figure. */
  readonly of: FigureOfTimes | ((run: Measured) => number | null);
  /** A sentence tells those with a lower rank first. What people mean by "faster" has the lowest, costs the highest. */
  readonly rank: number;
  /** The word of the glossary that explains it. */
  readonly term: 'throughput' | 'latency' | 'percentile' | 'spread' | 'from-sending' | 'memory' | null;
  /** Whether runs under such a load have the figure. */
  readonly isKnownOf: (load: LoadTraits) => boolean;
  /** Of one request of a plan among others: compared, compared only if it is the question, or not known. */
  readonly ofRequest: 'tested' | 'if asked' | 'not known';
  /** Times of responses. For a server that stopped, those of the part of the run in which it responded. */
  readonly isOfResponses: boolean;
}

const always = (): boolean => true;

const TABLE = {
  throughput: {
    sense: 'speed',
    unit: 'perSecond',
    of: ({ perSecond }) => perSecond,
    rank: 4,
    term: 'throughput',
    // At a set arrival rate, throughput is that rate.
    isKnownOf: ({ isPaced }) => !isPaced,
    ofRequest: 'if asked',
    isOfResponses: true,
  },
  mean: latency('mean', { rank: 2, term: 'latency', ofRequest: 'tested' }),
  p50: latency('50', { rank: 1, term: 'percentile', ofRequest: 'tested' }),
  p90: latency('90', { rank: 6, term: 'percentile', ofRequest: 'if asked' }),
  p99: latency('99', { rank: 5, term: 'percentile', ofRequest: 'tested' }),
  /** Whether all requests take about the same time or some much longer. */
  spread: { ...latency('stdev', { rank: 8, term: 'spread', ofRequest: 'if asked' }), sense: 'spread' },
  serviceP50: service('50', 9),
  serviceP99: service('99', 10),
  sessionP50: {
    ...latency('50', { rank: 3, term: null, ofRequest: 'not known' }),
    of: { times: 'session', figure: '50' },
    isKnownOf: ({ requestsOfUser }) => requestsOfUser !== undefined,
  },
  /** The share of arrivals that got no response or an unexpected status, or were dropped. */
  errors: {
    sense: 'errors',
    unit: 'percent',
    of: ({ outcomes }) => outcomes && errorShare(outcomes),
    rank: 7,
    term: null,
    isKnownOf: always,
    ofRequest: 'tested',
    isOfResponses: false,
  },
  cpuMsPerRequest: {
    sense: 'cost',
    unit: 'ms',
    of: cpuPerRequest,
    rank: 11,
    term: null,
    isKnownOf: always,
    ofRequest: 'not known',
    isOfResponses: true,
  },
  /** In the heaps of the server. Growth is no metric: near 0, nothing is a ratio of it. */
  allocatedBytesPerRequest: {
    sense: 'cost',
    unit: 'bytes',
    of: ({ allocatedPerRequest }) => allocatedPerRequest,
    rank: 12,
    term: null,
    isKnownOf: always,
    ofRequest: 'not known',
    isOfResponses: true,
  },
  rssBytes: {
    sense: 'cost',
    unit: 'bytes',
    of: ({ server }): Bytes | null => (server.length === 0 ? null : server.reduce((sum, { rssBytes }) => sum + rssBytes.mean, 0)),
    rank: 13,
    term: 'memory',
    isKnownOf: always,
    ofRequest: 'not known',
    isOfResponses: false,
  },
} satisfies Record<string, MetricFacts>;

export type Metric = keyof typeof TABLE;
export const METRICS: { readonly [M in Metric]: MetricFacts } = TABLE;
/** In the order of lists and tables. */
export const METRIC_NAMES = Object.keys(TABLE) as readonly Metric[];

/** Undefined: no metric has this name. */
export function findMetric(name: string): Metric | undefined {
  return METRIC_NAMES.find((one) => one === name);
}

function latency(figure: FigureOfTimes['figure'], own: Pick<MetricFacts, 'rank' | 'term' | 'ofRequest'>): MetricFacts {
  return { sense: 'time', unit: 'ms', of: { times: 'latency', figure }, isKnownOf: always, isOfResponses: true, ...own };
}

function service(figure: FigureOfTimes['figure'], rank: number): MetricFacts {
  const ofLatency = latency(figure, { rank, term: 'from-sending', ofRequest: 'not known' });
  return { ...ofLatency, of: { times: 'service', figure }, isKnownOf: ({ hasSchedule }) => hasSchedule };
}

/** Of all arrivals that had an outcome, or were waited for in vain. Null: there was none. */
export function errorShare({ completed, failed, unexpected, dropped, unanswered }: Outcomes): Percent | null {
  const lost = failed + dropped + (unanswered ?? 0);
  const all = completed + lost;
  return all === 0 ? null : (100 * (lost + unexpected)) / all;
}

/** CPU time of all processes of the server. Null: there was no response, or there are no figures from the server. */
export function cpuPerRequest({
  completed,
  durationMs,
  server,
}: Pick<Measured, 'completed' | 'durationMs' | 'server'>): Milliseconds | null {
  if (completed === 0 || server.length === 0) return null;
  return server.reduce((sum, { cpuPercent, sampled }) => sum + (cpuPercent.mean / 100) * timeOf(sampled.ms, durationMs), 0) / completed;
}

/** If less of the load than this was sampled, the process was not there for the rest of it. */
const ENOUGH_SEEN: Ratio = 0.8;

/** Of which the mean is: what was sampled of a short load is longer than it. */
function timeOf(sampledMs: Milliseconds, durationMs: Milliseconds): Milliseconds {
  return sampledMs < ENOUGH_SEEN * durationMs ? sampledMs : Math.max(sampledMs, durationMs);
}

/** Compared as b - a, in percentage points: a share is often 0, of which nothing is a ratio. Other metrics: as b / a. */
export function isInPoints(metric: Metric): boolean {
  return METRICS[metric].sense === 'errors';
}

/** Null: the times are not known, or have no such figure. */
export function figureIn(times: Times | null, figure: FigureOfTimes['figure']): Milliseconds | null {
  return (figure === 'mean' || figure === 'stdev' ? times?.[figure] : times?.percentiles[figure]) ?? null;
}

type Times = Pick<Distribution, 'mean' | 'stdev'> & { readonly percentiles: Readonly<Record<string, Milliseconds | null | undefined>> };

/** In which some tools tell times. */
export const WHOLE_MS: Milliseconds = 1;

/** From when a request was due, not from when it was sent. */
export function isTimedFromDue(metric: Metric): boolean {
  const { of } = METRICS[metric];
  return typeof of !== 'function' && of.times !== 'service';
}

/** The default: the latency of the typical request is what most people mean by "faster". */
export const DEFAULT_QUESTION: Metric = 'p50';

/** The question in front, the others in their order: whatever lists metrics of a comparison lists them so. */
export function questionFirst<T extends { readonly metric: Metric }>(all: readonly T[], question: Metric): T[] {
  return [...all.filter(({ metric }) => metric === question), ...all.filter(({ metric }) => metric !== question)];
}
