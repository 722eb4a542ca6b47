/** The cells of a grid, described. Differences are of two single runs, so none of them is a verdict. */
import type { Percent } from '../../base/units.ts';
import { variantLetter } from '../../model/comparison/comparison.ts';
import { type Exclusion, STOPPED_PASS } from '../../model/comparison/exclusion.ts';
import {
  GRID_MEASURES,
  type Grid,
  type GridCell,
  type GridDifference,
  type GridFigures,
  type GridMeasure,
  gridPlace,
} from '../../model/comparison/grid.ts';
import type { Pass } from '../../model/comparison/pass.ts';
import { paceOf } from '../../model/load-models.ts';
import type { RunReport } from '../../model/report.ts';
import { isOneOf, type Said, type SaidKey } from '../../words/said.ts';
import { findStopped } from '../silence.ts';
import { isWeakMetric, metricOf } from './metrics.ts';

/** Latency covers expected responses only; if a larger share is missing, the longest waits are not part of it. */
export const MOST_FAILED_PERCENT: Percent = 5;

/** `running`: index of the pass that runs; null: none. */
export function computeGrid(grid: Grid, passes: readonly Pass[], running: number | null): GridCell[] {
  return passes.map((pass) => {
    const { index, report, excluded } = pass;
    const place = gridPlace(grid, index);
    const first = passes[index - place.column]!;
    const figures = report && figuresOf(report);
    return {
      ...place,
      run: index + 1,
      variant: variantLetter(pass.variant),
      state: running === index ? 'running' : stateOf(pass),
      why: excluded,
      figures,
      ...silenceOf(pass),
      ...warningsOf(report),
      ...differenceOf(place.column, pass, first),
    };
  });
}

function stateOf({ report, excluded }: { readonly report: RunReport | null; readonly excluded: Exclusion | null }): GridCell['state'] {
  if (excluded === STOPPED_PASS) return 'stopped';
  if (excluded !== null) return 'failed';
  return report === null ? 'planned' : 'measured';
}

function silenceOf({ report, excluded }: Pass): Pick<GridCell, 'silentMs'> {
  const stopped = report === null || excluded === STOPPED_PASS ? null : findStopped(report);
  return stopped === null ? {} : { silentMs: stopped.ms };
}

/** Told by the table itself: brackets stand around what is of too few responses, and cells that were stopped, or stopped responding, say so. */
const TOLD_BY_TABLE: readonly SaidKey[] = ['runWarning.few', 'runWarning.stopped', 'load.silent', 'load.unanswered'];
/** What was in the way of a run and is not its server. */
const DISTURBANCES: readonly SaidKey[] = [
  'runWarning.foreign',
  'runWarning.foreignOfCores',
  'runWarning.steal',
  'runWarning.stealOfCores',
  'runWarning.interrupted',
  'runWarning.generator',
  'runWarning.generatorUsed',
  'runWarning.generatorBoth',
  'runWarning.generatorLate',
  'runWarning.burst',
  'runWarning.dropped',
  'runWarning.workers',
];

/** What the run of a cell warns of, beside what its row says. */
export function warningsOfCell({ warnings }: RunReport): Said[] {
  return warnings.filter((said) => !isOneOf(said, TOLD_BY_TABLE));
}

function warningsOf(report: RunReport | null): Pick<GridCell, 'warnings' | 'disturbed'> {
  const warnings = report === null ? [] : warningsOfCell(report);
  return { ...(warnings.length === 0 ? {} : { warnings }), ...(isDisturbedCell(report) ? { disturbed: true } : {}) };
}

function isDisturbedCell(report: RunReport | null): boolean {
  return report?.warnings.some((said) => isOneOf(said, DISTURBANCES)) ?? false;
}

function figuresOf(report: RunReport): GridFigures {
  const { requests, load, serverCpu } = report;
  const responses = requests.completed - requests.unexpected;
  return {
    failedPercent: metricOf(report, 'errors'),
    throughput: metricOf(report, 'throughput') ?? report.throughput?.mean ?? (load.durationMs > 0 ? 0 : null),
    p50Ms: metricOf(report, 'p50'),
    p99Ms: metricOf(report, 'p99'),
    cpuPercent: serverCpu?.medianPercent ?? null,
    cpuMsPerRequest: metricOf(report, 'cpuMsPerRequest'),
    responseBytes: requests.completed === 0 ? null : report.bytes / requests.completed,
    connecting: connectingOf(report),
    responses,
    weak: (['p50', 'p99'] as const).filter((metric) => isWeakMetric(report, metric)),
  };
}

/** Of means, as they add up: with a connection for each request, the first byte is waited for as long as connecting and waiting take together. */
function connectingOf({ connectMs, firstByteMs, load }: RunReport): GridFigures['connecting'] {
  if (connectMs === null || load.keepAlive) return null;
  return {
    meanMs: connectMs.mean,
    maxMs: connectMs.max,
    waitingMs: firstByteMs?.mean == null ? null : Math.max(0, firstByteMs.mean - connectMs.mean),
  };
}

/** Null: the cell has no such figure. */
export function gridFigure({ figures }: Pick<GridCell, 'figures'>, measure: GridMeasure): number | null {
  if (figures === null) return null;
  const { connecting = null } = figures;
  switch (measure) {
    case 'p50':
      return figures.p50Ms;
    case 'p99':
      return figures.p99Ms;
    case 'throughput':
      return figures.throughput;
    case 'failed':
      return figures.failedPercent;
    case 'connect':
      return connecting?.meanMs ?? null;
    case 'connectMax':
      return connecting?.maxMs ?? null;
    case 'waiting':
      return connecting?.waitingMs ?? null;
    case 'cpu':
      return figures.cpuPercent;
    case 'cpuPerRequest':
      return figures.cpuMsPerRequest ?? null;
    case 'bytes':
      return figures.responseBytes ?? null;
  }
}

/** Those that some cell has. */
export function gridMeasures(cells: readonly GridCell[]): GridMeasure[] {
  return GRID_MEASURES.filter((measure) => cells.some((cell) => gridFigure(cell, measure) !== null));
}

function differenceOf(column: number, pass: Pass, first: Pass): Pick<GridCell, 'difference' | 'noDifference'> {
  const none = (noDifference: GridCell['noDifference']) => ({ difference: null, noDifference });
  if (pass.report === null || pass.excluded !== null) return none(null);
  if (column === 0) return none('first');
  if (findStopped(pass.report) !== null) return none('stopped');
  if (hasFailed(pass.report)) return none('failed');
  if (first.report === null || first.excluded !== null) return none('firstMissing');
  if (findStopped(first.report) !== null) return none('firstStopped');
  if (hasFailed(first.report)) return none('firstFailed');
  return { difference: compare(pass.report, first.report), noDifference: null };
}

/** It is described, and nothing is compared with it. */
function hasFailed(report: RunReport): boolean {
  return (metricOf(report, 'errors') ?? 100) > MOST_FAILED_PERCENT;
}

function compare(report: RunReport, first: RunReport): GridDifference {
  const of = (metric: 'throughput' | 'p50' | 'p99'): Percent | null => {
    const [value, base] = [metricOf(report, metric), metricOf(first, metric)];
    const isWeak = isWeakMetric(report, metric) || isWeakMetric(first, metric);
    return value === null || base === null || base === 0 || isWeak ? null : 100 * (value / base - 1);
  };
  // At a set arrival rate, throughput is that rate.
  const isPaced = paceOf(report.load) !== null;
  return {
    throughputPercent: isPaced ? null : of('throughput'),
    p50Percent: of('p50'),
    p99Percent: of('p99'),
    ...(isDisturbedCell(report) || isDisturbedCell(first) ? { disturbed: true } : {}),
  };
}
