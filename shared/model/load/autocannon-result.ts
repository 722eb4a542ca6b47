/** What autocannon says of a run: the document that `autocannon --json` (9.0) prints. */

/** Of the percentiles that it lists: p97_5 is 97.5 %. */
export const PERCENTILE_KEYS = [
  'p0_001',
  'p0_01',
  'p0_1',
  'p1',
  'p2_5',
  'p10',
  'p25',
  'p50',
  'p75',
  'p90',
  'p97_5',
  'p99',
  'p99_9',
  'p99_99',
  'p99_999',
] as const;

export const HISTOGRAM_KEYS = ['average', 'mean', 'stddev', 'min', 'max', ...PERCENTILE_KEYS] as const;
export type AutocannonHistogram = { readonly [K in (typeof HISTOGRAM_KEYS)[number]]: number };

export const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;
export const COUNT_KEYS = ['errors', 'timeouts', 'mismatches', 'non2xx', 'resets', ...STATUS_CLASSES] as const;

export type AutocannonResult = {
  readonly url: string;
  readonly connections: number;
  /** Milliseconds between its samples of requests and bytes. */
  readonly sampleInt: number;
  readonly pipelining: number;
  readonly workers?: number;
  /** Seconds. */
  readonly duration: number;
  readonly samples: number;
  /** ISO 8601; null: not known. */
  readonly start: string | null;
  readonly finish: string | null;
  readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
  /** Whole milliseconds, of responses of any status. */
  readonly latency: AutocannonHistogram & { readonly totalCount: number };
  /** Responses in each sample. */
  readonly requests: AutocannonHistogram & { readonly total: number; readonly sent: number };
  /** Bytes in each sample. */
  readonly throughput: AutocannonHistogram & { readonly total: number };
} & { readonly [K in (typeof COUNT_KEYS)[number]]: number };
