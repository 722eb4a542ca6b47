/** Run-level figures: one number per run and metric. The run is the unit that is repeated, so these are the data of every verdict. */

import { boundsOf } from '../../load/bounds.ts';
import { timesFromSending } from '../../model/clients.ts';
import type { MetricDots } from '../../model/comparison/comparison.ts';
import { type Exclusion, STOPPED_PASS } from '../../model/comparison/exclusion.ts';
import { type FigureOfTimes, figureIn, METRIC_NAMES, METRICS, type Measured, type Metric } from '../../model/comparison/metrics.ts';
import type { Pass } from '../../model/comparison/pass.ts';
import type { Bounds, Distribution } from '../../model/distribution.ts';
import type { ForeignTimes } from '../../model/load/load-result.ts';
import { hasSchedule, paceOf } from '../../model/load-models.ts';
import type { RunReport } from '../../model/report.ts';
import { isOneOf, type SaidKey } from '../../words/said.ts';
import { isByTool, measuredByTool, timesByTool } from './by-tool.ts';

const MS_PER_S = 1_000;

/**
 * Which responses the speed figures cover: those with an expected status (200 to 399), as errors are often returned quickly; the others only
 * where a comparison has no expected response on any side, so that two implementations of "not found" can be compared as well.
 */
export type ComparedResponses = 'expected' | 'unexpected';

/**
 * The figure of a run, in the metric's unit; null when it has none (no response, no figures from the server).
 *
 * Throughput is responses / measured time, not the mean over whole seconds that the throughput table shows: of 200 requests
 * answered in four blocks within 4.3 s, the whole seconds would miss a quarter.
 */
export function metricOf(report: RunReport, metric: Metric, compared: ComparedResponses = 'expected'): number | null {
  const value = computeMetric(report, metric, compared);
  return value !== null && Number.isFinite(value) ? value : null;
}

function computeMetric(report: RunReport, metric: Metric, compared: ComparedResponses): number | null {
  const { of } = METRICS[metric];
  if (typeof of === 'function') return of(isByTool(report) ? measuredByTool(report) : measuredIn(report, compared));
  return figureIn(timesIn(report, of, compared), of.figure);
}

function measuredIn({ requests, load, server, memory }: RunReport, compared: ComparedResponses): Measured {
  const { completed, unexpected } = requests;
  return {
    // Only when it is asked for: `paceOf` reads the text of a schedule.
    get perSecond() {
      // At a set arrival rate, throughput is that rate.
      if (paceOf(load) !== null) return null;
      const { completed: lateOnes, expected: lateExpected } = requests.late ?? { completed: 0, expected: 0 };
      const counted = compared === 'expected' ? completed - unexpected - lateExpected : unexpected - (lateOnes - lateExpected);
      return counted === 0 ? null : (counted * MS_PER_S) / load.durationMs;
    },
    outcomes: requests,
    completed,
    durationMs: load.durationMs,
    server,
    allocatedPerRequest: memory?.allocatedPerRequestBytes ?? null,
  };
}

/**
 * Between what a metric of time lies, where requests without a response leave it open; equal ends: it is measured. Null: it is no time, or there is no
 * such figure. The spread among such requests has no bounds.
 */
export function boundsOfMetric(report: RunReport, metric: Metric): Bounds | null {
  const { of } = METRICS[metric];
  if (typeof of === 'function' || of.figure === 'stdev' || isByTool(report)) return null;
  const times = timesOf(report, of, 'expected');
  return times && boundsOf(times, of.figure);
}

/** The times that a metric is a figure of, whoever made the requests. */
function timesIn(report: RunReport, of: FigureOfTimes, compared: ComparedResponses): Distribution | ForeignTimes | null {
  return isByTool(report) ? timesByTool(report, of) : timesOf(report, of, compared);
}

/** Of a run whose requests are rows here. */
function timesOf(report: RunReport, { times }: FigureOfTimes, compared: ComparedResponses): Distribution | null {
  const { latencyMs, unexpectedLatencyMs, serviceMs, sessionMs, load } = report;
  if (times === 'service') return compared === 'expected' ? (serviceMs ?? null) : null;
  // Times from the actual send are no latency of a load with a schedule: a verdict would be across two conventions.
  if (hasSchedule(load) && timesFromSending(load.client)) return null;
  if (times === 'session') return sessionMs;
  return compared === 'expected' ? latencyMs : unexpectedLatencyMs;
}

/** Whether the figure is based on too few responses for a headline or a verdict. */
export function isWeakMetric(report: RunReport, metric: Metric, compared: ComparedResponses = 'expected'): boolean {
  const { of } = METRICS[metric];
  if (typeof of === 'function') return false;
  return timesIn(report, of, compared)?.weak.includes(of.figure) ?? false;
}

/** Which responses the figures of a comparison cover. */
export function responsesCompared(passes: readonly Pass[]): ComparedResponses {
  const counted = countedPasses(passes).map(({ report }) => report.requests);
  const someCompleted = counted.some(({ completed }) => completed > 0);
  return someCompleted && counted.every(({ completed, unexpected }) => completed === unexpected) ? 'unexpected' : 'expected';
}

/** Passes whose figures count: measured, finished, not excluded. */
export function countedPasses(passes: readonly Pass[]): (Pass & { readonly report: RunReport })[] {
  return passes.filter(
    (pass): pass is Pass & { readonly report: RunReport } => pass.kind === 'measured' && pass.report !== null && pass.excluded === null,
  );
}

/** A machine that slept says nothing about the server. */
const NOT_OF_THE_SERVER: readonly SaidKey[] = ['exclusion.interrupted', 'exclusion.otherInterrupted'];

/**
 * Passes whose errors count: a run that is left out because too much of it failed is what this metric is about, and so is one whose server
 * died. Not one that the user stopped or that we could not finish.
 */
function startedPasses(passes: readonly Pass[]): (Pass & { readonly report: RunReport })[] {
  return passes.filter(
    (pass): pass is Pass & { readonly report: RunReport } =>
      pass.kind === 'measured' && pass.report !== null && pass.report.ending !== 'failed' && !isOutside(pass.excluded),
  );
}

/** Measured runs that were made, whatever came of them, without those that somebody or something else than the server kept from ending. */
export function begunPasses(passes: readonly Pass[]): readonly Pass[] {
  return passes.filter(
    ({ kind, report, excluded }) =>
      kind === 'measured' && (report !== null || excluded !== null) && !isOutside(excluded) && !isNotMade(excluded),
  );
}

/** Planned, and never begun. */
export function isNotMade(excluded: Exclusion | null): boolean {
  return excluded !== null && excluded !== STOPPED_PASS && isOneOf(excluded, ['exclusion.notRun']);
}

function isOutside(excluded: Exclusion | null): boolean {
  return excluded === STOPPED_PASS || (excluded !== null && isOneOf(excluded, NOT_OF_THE_SERVER));
}

/**
 * Passes whose figures of this metric count. None for errors where nothing went wrong in any run, unless that is the question: they would only
 * take from the level of the other metrics.
 */
export function passesOf(passes: readonly Pass[], metric: Metric, question: Metric): (Pass & { readonly report: RunReport })[] {
  if (metric !== 'errors') return countedPasses(passes);
  const started = startedPasses(passes);
  return question === 'errors' || started.some(({ report }) => (metricOf(report, 'errors') ?? 0) > 0) ? started : [];
}

/** Figures of all counted passes for the dots, in order of rounds. A round a variant has no figure of is null, so rounds stay side by side. */
export function computeDots(passes: readonly Pass[], variants: number, question: Metric): MetricDots[] {
  const compared = responsesCompared(passes);
  const rounds = startedPasses(passes).reduce((most, { round }) => Math.max(most, round + 1), 0);
  return METRIC_NAMES.map((metric) => ({
    metric,
    values: Array.from({ length: variants }, (_, variant) => {
      const values = new Array<number | null>(rounds).fill(null);
      for (const pass of passesOf(passes, metric, question))
        if (pass.variant === variant) values[pass.round] = metricOf(pass.report, metric, compared);
      return values;
    }),
  }));
}
