/**
 * A run as `autocannon --json` (9.0) prints it, so that what reads those files reads ours. Differences: latency keeps its
 * fractions of a millisecond, and the figures are exact, not a histogram's. As there, requests a second are of every response,
 * whatever its status.
 */
import { LATENCY_PERCENTILES, type RunReport } from '../model/report.ts';
import { FIRST_HTTP_STATUS } from '../model/run.ts';
import type { RunRecording } from '../session/recording.ts';
import { nearestRank } from './distribution.ts';

const US_PER_MS = 1_000;
/** autocannon lists no p95. */
const PERCENTILES = LATENCY_PERCENTILES.filter((p) => p !== 95);

type Histogram = Record<string, number>;

/** `run`: the report of the whole measured phase of `recording`. */
export function exportAutocannon(recording: RunRecording, run: RunReport): string {
  const { load } = run;
  const startMs = Date.parse(recording.header?.createdAt ?? '') + millisecondsUntilOrigin(recording);
  const seconds = recording.load.wholeSeconds();
  const classes = statusClasses(run.status);
  const { completed, failed, timedOut, sent } = run.requests;
  const result = {
    url: run.target.url,
    connections: load.connections,
    sampleInt: 1_000,
    pipelining: 1,
    workers: 0,
    duration: Math.round(load.durationMs / 10) / 100,
    samples: seconds.completed.length,
    start: isoOf(startMs),
    finish: isoOf(startMs + load.durationMs),
    errors: failed,
    timeouts: timedOut,
    mismatches: 0,
    non2xx: completed - classes['2xx']!,
    resets: 0,
    ...classes,
    statusCodeStats: Object.fromEntries(Object.entries(run.status).map(([code, count]) => [code, { count }])),
    latency: { ...latencyOf(run), totalCount: run.latencyMs?.count ?? 0 },
    requests: { ...histogramOf(seconds.completed), total: completed, sent },
    throughput: { ...histogramOf(seconds.bytes), total: run.bytes },
  };
  return `${JSON.stringify(result)}\n`;
}

function millisecondsUntilOrigin({ originUs, states }: RunRecording): number {
  const launchedUs = states[0]?.at;
  return originUs === null || launchedUs === undefined ? 0 : (originUs - launchedUs) / US_PER_MS;
}

function isoOf(epochMs: number): string | null {
  return Number.isNaN(epochMs) ? null : new Date(epochMs).toISOString();
}

function statusClasses(status: RunReport['status']): Record<string, number> {
  const classes: Record<string, number> = { '1xx': 0, '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 };
  for (const [code, count] of Object.entries(status)) {
    const name = `${Math.floor(Number(code) / FIRST_HTTP_STATUS)}xx`;
    if (name in classes) classes[name]! += count;
  }
  return classes;
}

const keyOf = (p: number): string => `p${p}`.replace('.', '_');

function latencyOf({ latencyMs }: RunReport): Histogram {
  if (latencyMs === null) return histogramOf([]);
  const { mean, stdev, min, max, percentiles } = latencyMs;
  return {
    average: mean,
    mean,
    stddev: stdev,
    min,
    max,
    ...Object.fromEntries(PERCENTILES.map((p) => [keyOf(p), percentiles[String(p)]!])),
  };
}

function histogramOf(values: ArrayLike<number>): Histogram {
  const sorted = Float64Array.from(values).sort();
  const n = Math.max(1, sorted.length);
  const mean = sorted.reduce((sum, value) => sum + value, 0) / n;
  const stddev = Math.sqrt(sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / n);
  const at = (rank: number): number => sorted[rank - 1] ?? 0;
  return {
    average: mean,
    mean,
    stddev,
    min: at(1),
    max: at(sorted.length),
    ...Object.fromEntries(PERCENTILES.map((p) => [keyOf(p), at(nearestRank(p, sorted.length))])),
  };
}
