/**
 * A run as `autocannon --json` (9.0) prints it, so that what reads those files reads ours. Where autocannon was the client, in one load
 * process, that is its own result. Otherwise it is made of our figures: latency keeps its fractions of a millisecond, and nothing is
 * rounded by a histogram. As there, requests a second are of every response, whatever its status.
 */

import { nearestRank } from '../load/distribution.ts';
import type { LoadAccumulator } from '../load/load-accumulator.ts';
import { answeredOf } from '../model/distribution.ts';
import { type AutocannonHistogram, type AutocannonResult, PERCENTILE_KEYS, STATUS_CLASSES } from '../model/load/autocannon-result.ts';
import { connectionsOf } from '../model/load-models.ts';
import type { RunReport } from '../model/report.ts';
import { FIRST_HTTP_STATUS } from '../model/run.ts';
import type { RunRecording } from '../session/recording.ts';

const US_PER_MS = 1_000;

type StatusClass = (typeof STATUS_CLASSES)[number];

/** `run`: the report of the measured phase of `recording`, or of a window of it, of which `counted` are the requests. */
export function exportAutocannon(recording: RunRecording, run: RunReport, counted: LoadAccumulator = recording.load): string {
  const [own, ...others] = recording.autocannonResults;
  const isWhole = run.window === null;
  const result = isWhole && own !== undefined && others.length === 0 ? own : resultOf(recording, run, counted);
  return `${JSON.stringify(result)}\n`;
}

function resultOf(recording: RunRecording, run: RunReport, counted: LoadAccumulator): AutocannonResult {
  const { load } = run;
  const startMs = Date.parse(recording.header?.createdAt ?? '') + millisecondsUntilOrigin(recording) + (run.window?.fromMs ?? 0);
  const seconds = counted.wholeSeconds();
  const classes = statusClasses(run.status);
  const { completed, failed, timedOut, sent } = run.requests;
  return {
    url: run.target.url,
    connections: connectionsOf(load),
    sampleInt: 1_000,
    pipelining: load.pipelining,
    // There: how many beside the main one, which then sends nothing.
    workers: load.workers === 1 ? 0 : load.workers,
    duration: Math.round(load.durationMs / 10) / 100,
    samples: seconds.completed.length,
    start: isoOf(startMs),
    finish: isoOf(startMs + load.durationMs),
    errors: failed,
    timeouts: timedOut,
    mismatches: 0,
    non2xx: completed - classes['2xx'],
    resets: 0,
    ...classes,
    statusCodeStats: Object.fromEntries(Object.entries(run.status).map(([code, count]) => [code, { count }])),
    latency: { ...latencyOf(run), totalCount: run.latencyMs?.count ?? 0 },
    requests: { ...histogramOf(seconds.completed), total: completed, sent },
    throughput: { ...histogramOf(seconds.bytes), total: run.bytes },
  };
}

/** From the start of the recording until time 0. */
export function millisecondsUntilOrigin({ originUs, states }: RunRecording): number {
  const launchedUs = states[0]?.at;
  return originUs === null || launchedUs === undefined ? 0 : (originUs - launchedUs) / US_PER_MS;
}

function isoOf(epochMs: number): string | null {
  return Number.isNaN(epochMs) ? null : new Date(epochMs).toISOString();
}

function statusClasses(status: RunReport['status']): Record<StatusClass, number> {
  const countOf = (name: StatusClass): number =>
    Object.entries(status).reduce(
      (sum, [code, count]) => sum + (`${Math.floor(Number(code) / FIRST_HTTP_STATUS)}xx` === name ? count : 0),
      0,
    );
  return Object.fromEntries(STATUS_CLASSES.map((name) => [name, countOf(name)])) as Record<StatusClass, number>;
}

function latencyOf({ latencyMs }: RunReport): AutocannonHistogram {
  if (latencyMs === null) return histogramOf([]);
  const { mean, stdev, min, max, percentiles } = answeredOf(latencyMs);
  return {
    average: mean,
    mean,
    stddev: stdev,
    min,
    max,
    ...percentilesBy((p) => percentiles[String(p)]!),
  };
}

function histogramOf(values: ArrayLike<number>): AutocannonHistogram {
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
    ...percentilesBy((p) => at(nearestRank(p, sorted.length))),
  };
}

type PercentileKey = (typeof PERCENTILE_KEYS)[number];

/** p97_5 is 97.5 %. */
function percentilesBy(at: (percentile: number) => number): Record<PercentileKey, number> {
  const entries = PERCENTILE_KEYS.map((key) => [key, at(Number(key.slice(1).replace('_', '.')))]);
  return Object.fromEntries(entries) as Record<PercentileKey, number>;
}
