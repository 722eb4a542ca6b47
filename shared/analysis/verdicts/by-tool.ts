/** Figures of a run whose requests another tool made: those that it tells. Only shares and what is per request are computed from its counts. */
import type { Milliseconds, Percent } from '../../base/units.ts';
import {
  type FigureOfTimes,
  figureIn,
  METRICS,
  type Measured,
  type Metric,
  type Outcomes,
  WHOLE_MS,
} from '../../model/comparison/metrics.ts';
import {
  answeredIn,
  failuresIn,
  isLeastRate,
  K6_FAILED,
  tellsErrors,
  tellsFailures,
  unexpectedIn,
  unexplainedIn,
} from '../../model/load/load-outcomes.ts';
import type { ForeignTimes, LoadResult, LoadTool } from '../../model/load/load-result.ts';
import type { RunReport } from '../../model/report.ts';
import { impossibleRate, impossibleTimes } from '../impossible.ts';

/** Unexpected statuses of which the tool tells how many, and not which. */
export const STATUS_NOT_TOLD = '';

type Made = Pick<RunReport, 'byCommand'>;

/** Who timed the requests of a run; null: a client whose requests are rows here. Figures of two of them are not compared. */
export function timedBy({ byCommand }: Made): LoadTool | null {
  return byCommand?.tool ?? null;
}

/** Whether the requests left no rows here. */
export function isByTool({ byCommand }: Made): boolean {
  return byCommand !== undefined;
}

/** How many requests ended how; what a tool does not tell counts as none. */
export function requestsOf({ requests: own, byCommand }: Made & Pick<RunReport, 'requests'>): RunReport['requests'] {
  if (byCommand === undefined || byCommand === null) return own;
  const { requests } = byCommand;
  return {
    ...own,
    sent: requests.sent ?? 0,
    completed: requests.completed ?? 0,
    failed: failuresIn(byCommand) ?? 0,
    timedOut: requests.timedOut ?? 0,
    dropped: requests.dropped ?? 0,
    unexpected: unexpectedIn(byCommand) ?? 0,
  };
}

/** Null: not told. */
export interface KnownOutcomes {
  readonly completed: number | null;
  readonly failed: number | null;
  readonly unexpected: number | null;
}

/** How many requests ended how, as far as it is known. Null: its load command told nothing that could be read. */
export function knownOutcomesOf(report: Made & Pick<RunReport, 'requests'>): KnownOutcomes | null {
  const { byCommand, requests } = report;
  if (byCommand === undefined) return { ...requests, failed: requests.failed + (requests.unanswered ?? 0) };
  if (byCommand === null) return null;
  const failed = tellsFailures(byCommand) ? knownFailures(byCommand) : null;
  const isNone = byCommand.errors[K6_FAILED] === 0;
  return { completed: answeredIn(byCommand, failed), failed, unexpected: unexpectedIn(byCommand) ?? (isNone ? 0 : null) };
}

/** The statuses of its responses. */
export function statusesOf(report: Made & Pick<RunReport, 'status' | 'metStatus'>): Pick<RunReport, 'status' | 'metStatus'> {
  const { byCommand } = report;
  if (byCommand === undefined || byCommand === null) return report;
  const unexpected = unexpectedIn(byCommand) ?? 0;
  const isTold = Object.keys(byCommand.status).length > 0 || unexpected === 0;
  return { status: isTold ? byCommand.status : { [STATUS_NOT_TOLD]: unexpected } };
}

/** Of a run that such a tool has made. */
export function measuredByTool({ byCommand, load, server }: RunReport): Measured {
  return {
    perSecond: byCommand && impossibleRate(byCommand).length === 0 && !isLeastRate(byCommand) ? (byCommand.rate?.mean ?? null) : null,
    outcomes: byCommand ? outcomesIn(byCommand) : null,
    completed: byCommand?.requests.completed ?? 0,
    durationMs: load.durationMs,
    server,
    allocatedPerRequest: null,
  };
}

/** Times from sending have no column of their own: all times of these tools are. */
export function timesByTool({ byCommand }: Made, { times }: FigureOfTimes): ForeignTimes | null {
  if (!byCommand || times === 'service') return null;
  // Of figures that contradict each other none is compared.
  return impossibleTimes(byCommand, times) === null ? byCommand.times[times] : null;
}

/** Null: not told, or it tells of some requests nothing. */
function knownFailures(result: LoadResult): number | null {
  return unexplainedIn(result) === null ? failuresIn(result) : null;
}

function outcomesIn(result: LoadResult): Outcomes | null {
  const { dropped } = result.requests;
  const failed = tellsErrors(result) ? knownFailures(result) : null;
  // What k6 counts as failed has unexpected statuses in it.
  const unexpected = unexpectedIn(result) ?? (result.errors[K6_FAILED] === undefined ? null : 0);
  const answered = answeredIn(result, failed);
  if (answered === null || failed === null || unexpected === null) return null;
  return { completed: answered, failed, unexpected, dropped: dropped ?? 0 };
}

/**
 * Whether rounding decides more than what is called a difference: of two times that are each told in whole milliseconds, up to half a millisecond of
 * either is rounding. With 5 % that is the case below 20 ms.
 */
export function isCoarse(report: RunReport, metric: Metric, equivalencePercent: Percent): boolean {
  const value = wholeMsFigure(report, metric);
  return value !== null && 100 > value * equivalencePercent;
}

/**
 * Whether a figure says no more than that it is less than the millisecond in which its tool tells times. That of autocannon, which cuts fractions off,
 * may be any part of it: of a mean of 0.01 ms and one of 0.35 ms neither a ratio nor an order is known.
 */
export function isBelowResolution(report: RunReport, metric: Metric): boolean {
  const value = wholeMsFigure(report, metric);
  return value !== null && value < WHOLE_MS;
}

/** A figure of times that are told in whole milliseconds; null: of others, or not known. */
function wholeMsFigure(report: RunReport, metric: Metric): Milliseconds | null {
  const { of } = METRICS[metric];
  if (typeof of === 'function') return null;
  const times = timesByTool(report, of);
  const value = figureIn(times, of.figure);
  if (times === null || value === null) return null;
  // Percentiles of Artillery are of a sketch, which makes fractions of the whole milliseconds that it times.
  const listed = timedBy(report) === 'artillery' ? [] : Object.values(times.percentiles);
  const told = [times.min, times.max, ...listed].filter((one) => one !== null);
  // Nothing but a mean: how finely it was timed is not known.
  return told.length > 0 && told.every(Number.isInteger) ? value : null;
}
