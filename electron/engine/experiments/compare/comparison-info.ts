/** A comparison as the interface and the command line see it: figures, verdicts and warnings. */
import { compareRequests } from '../../../../shared/analysis/by-request.ts';
import { findEndedVariant, findFailedVariant, findStoppedCell, findStoppedVariant } from '../../../../shared/analysis/failed-load.ts';
import { compareWaits } from '../../../../shared/analysis/verdicts/compared-waits.ts';
import { describeDifferences } from '../../../../shared/analysis/verdicts/differences.ts';
import { computeGrid } from '../../../../shared/analysis/verdicts/grid.ts';
import { computeDots, isWeakMetric, metricOf } from '../../../../shared/analysis/verdicts/metrics.ts';
import { estimateSensitivity } from '../../../../shared/analysis/verdicts/sensitivity.ts';
import { computeAllVerdicts } from '../../../../shared/analysis/verdicts/verdict.ts';
import { Remembered } from '../../../../shared/base/remembered.ts';
import { median } from '../../../../shared/base/statistics/statistics.ts';
import type { Milliseconds } from '../../../../shared/base/units.ts';
import { formatCompareCommand } from '../../../../shared/model/comparison/compare-command.ts';
import {
  type ComparedRequests,
  type Difference,
  hasResultOfTool,
  type Sensitivity,
  type Verdict,
  type VerdictWord,
  variantLetter,
} from '../../../../shared/model/comparison/comparison.ts';
import type { ComparisonInfo } from '../../../../shared/model/comparison/comparison-info.ts';
import { STOPPED_PASS } from '../../../../shared/model/comparison/exclusion.ts';
import type { Grid, GridCell } from '../../../../shared/model/comparison/grid.ts';
import { formatGridCommand } from '../../../../shared/model/comparison/grid-command.ts';
import type { Pass } from '../../../../shared/model/comparison/pass.ts';
import { type Failure, fail } from '../../../../shared/model/failure.ts';
import { connectionsOf } from '../../../../shared/model/load-models.ts';
import type { RecentSummary, VariantFigures } from '../../../../shared/model/recent-session.ts';
import type { Environment, Report, RunReport } from '../../../../shared/model/report.ts';
import { folderOf } from '../../../../shared/model/setup/command-line.ts';
import { subjectOf } from '../../../../shared/model/setup/subject.ts';
import type { SessionInfo } from '../../../../shared/protocol/session-contract.ts';
import { computeComparisonFindings, computeComparisonWarnings, computeReasons } from '../../../../shared/rules/comparison-rules.ts';
import { say } from '../../../../shared/words/said.ts';
import type { Comparison } from '../../sessions/comparison.ts';
import { OF_NO_RUN, type SessionIdentity } from '../cell.ts';
import { summarizeOutcomes, summarizePlan } from '../recent-summary.ts';

export function describeComparison(comparison: Comparison, leftMs: Milliseconds | null): ComparisonInfo {
  const { setup, state, running, guess, header } = comparison;
  return {
    setup,
    made: header.made,
    state,
    running: running?.index ?? null,
    leftMs,
    passes: comparison.toPasses().map(withoutParts),
    verdicts: verdictsOf(comparison),
    byRequest: requestsOf(comparison),
    ...waitsOf(comparison),
    dots: computeDots(comparison.toPasses(), setup.variants.length, setup.question),
    differences: differencesOf(comparison),
    environments: environmentsOf(comparison),
    sensitivity: sensitivityOf(comparison),
    warnings: computeComparisonWarnings(comparison),
    profiledPasses: comparison.profiledPasses(),
    profileKinds: comparison.profileKinds(),
    study: studyIn(header, guess),
    firsts: comparison.firsts,
    ...(setup.grid === undefined ? {} : { cells: cellsOf(comparison) }),
  };
}

function studyIn({ study: name, lesson, setup }: Comparison['header'], guess: string | null): ComparisonInfo['study'] {
  if (name === null) return null;
  const stored = lesson === undefined ? null : { lesson, folder: folderOf(subjectOf(setup.variants[0]!.setup)) };
  return { name, guess, stored };
}

/** The cells of a grid; a comparison that is no grid has none. */
function cellsOf(comparison: Comparison): readonly GridCell[] {
  const { setup, running } = comparison;
  return setup.grid === undefined ? [] : computeGrid(setup.grid, comparison.toPasses(), running?.index ?? null);
}

/**
 * Verdicts of every other variant against the first. Kept until another run has ended: a million sign flips per metric would disturb the
 * run being measured.
 */
export function verdictsOf(comparison: Comparison): readonly Verdict[] {
  const { version, setup } = comparison;
  if (setup.grid !== undefined) return [];
  return verdicts.get(comparison, version, () => computeAllVerdicts(comparison.toPasses(), setup, setup.variants.length));
}

const verdicts = new Remembered<Comparison, readonly Verdict[]>();

/** Screens do not show them of every run, and a thousand requests in forty runs would be sent each second. */
function withoutParts(pass: Pass): Pass {
  return pass.report === null ? pass : { ...pass, report: { ...pass.report, phases: [], levels: [], periods: [], byRequest: [] } };
}

/** Of each request of a plan. Cached as the verdicts are, which come when all runs have ended. */
function requestsOf(comparison: Comparison): ComparedRequests {
  const { version, setup, ending } = comparison;
  if (setup.grid !== undefined) return { figures: [], verdicts: [], left: 0 };
  return requests.get(comparison, [version, ending], () =>
    compareRequests(comparison.toPasses(), setup, setup.variants.length, ending !== null),
  );
}

/** Cached as the verdicts are. Reasons come when all runs have ended. */
function waitsOf(comparison: Comparison): Pick<ComparisonInfo, 'waits' | 'reasons'> {
  const { version, setup, ending } = comparison;
  if (setup.grid !== undefined) return {};
  return waits.get(comparison, [version, ending], () => {
    const compared = compareWaits(comparison.toPasses(), setup);
    return { waits: compared, ...(ending === null ? {} : { reasons: computeReasons(compared, verdictsOf(comparison)) }) };
  });
}

const waits = new Remembered<Comparison, Pick<ComparisonInfo, 'waits' | 'reasons'>>();

const requests = new Remembered<Comparison, ComparedRequests>();

function differencesOf({ setup }: Comparison): Difference[] {
  return setup.grid !== undefined || hasResultOfTool(setup) ? [] : describeDifferences(setup.variants.map((variant) => variant.setup));
}

/** Where the runs of each variant were made: saved sessions may come from different computers. */
function environmentsOf({ setup, passes }: Comparison): (Environment | null)[] {
  return setup.variants.map((_, variant) => passes.find((pass) => pass.variant === variant && pass.environment)?.environment ?? null);
}

/**
 * The environment in which everything was measured; null: there are several, or none is known. The computer on which saved sessions
 * are put side by side does not count, as it measures nothing.
 */
export function environmentOf(comparison: Comparison): Environment | null {
  if (comparison.header.made === 'series') return comparison.header.environment;
  const [first = null, ...others] = environmentsOf(comparison);
  return others.every((one) => isSamePlace(one, first)) ? first : null;
}

function isSamePlace(a: Environment | null, b: Environment | null): boolean {
  if (a === null || b === null) return a === b;
  const names = Object.keys({ ...a, ...b }) as (keyof Environment)[];
  return names.every((name) => a[name] === b[name]);
}

/** Sensitivity by the comparison's own runs; null: too few. */
export function sensitivityOf(comparison: Comparison): Sensitivity[] | null {
  const found = estimateSensitivity(comparison.toPasses(), comparison.setup);
  return found.length === 0 ? null : found;
}

/** Why it ended early, or why it has no result: a variant's load failed as a whole. */
export function failureOf(comparison: Comparison): Failure | null {
  if (comparison.failure !== null || comparison.ending === null) return comparison.failure;
  return comparison.setup.grid === undefined
    ? (findFailedVariant(comparison.passes) ?? findEndedVariant(comparison.passes) ?? findStoppedVariant(comparison.passes))
    : (findEmptyGrid(comparison) ?? findStoppedCell(comparison.passes));
}

/** A cell without a run reports that itself; it is the failure of the grid only if no cell has a run. */
function findEmptyGrid({ passes }: Comparison): Failure | null {
  const [first] = passes;
  if (passes.some(({ report }) => report !== null) || first === undefined || first.excluded === STOPPED_PASS) return null;
  return fail('load-failed', say('grid.nothingMeasured', { why: first.excluded ?? say('exclusion.nothingMeasured') })).failure;
}

/** The document of `--json`: the measured runs and the verdicts. */
export function reportComparison(comparison: Comparison, session: string | null): Report {
  const { setup } = comparison;
  const runs = comparison.passes.flatMap(({ kind, report }) => (kind === 'measured' && report ? [report] : []));
  return {
    version: 1,
    failure: failureOf(comparison),
    runs,
    verdicts: verdictsOf(comparison),
    ...(setup.grid === undefined ? { comparison: describeSeries(comparison) } : { grid: describeGrid(comparison, setup.grid) }),
    probe: null,
    findings: computeComparisonFindings(comparison),
    environment: environmentOf(comparison),
    session,
  };
}

function describeSeries(comparison: Comparison): NonNullable<Report['comparison']> {
  const { setup } = comparison;
  const byRequest = requestsOf(comparison);
  return {
    variants: setup.variants.map(({ title }, index) => ({ variant: variantLetter(index), title })),
    made: comparison.header.made,
    pairs: setup.pairs,
    question: setup.question,
    seed: setup.seed,
    equivalencePercent: setup.equivalencePercent,
    differences: differencesOf(comparison),
    environments: environmentsOf(comparison),
    sensitivity: sensitivityOf(comparison),
    ...(byRequest.figures.length > 0 ? { byRequest } : {}),
    ...waitsOf(comparison),
    warnings: computeComparisonWarnings(comparison),
  };
}

function describeGrid(comparison: Comparison, grid: Grid): NonNullable<Report['grid']> {
  return { ...grid, cells: cellsOf(comparison), warnings: computeComparisonWarnings(comparison) };
}

function commandOf({ setup, header }: Comparison): string | null {
  if (hasResultOfTool(setup)) return null;
  return setup.grid === undefined
    ? formatCompareCommand(setup, header.keepsValues)
    : formatGridCommand(setup, setup.grid, header.keepsValues === true);
}

export function comparisonSessionInfo({ id, name, path }: SessionIdentity, open: Comparison): SessionInfo {
  return {
    ...OF_NO_RUN,
    id,
    name,
    path,
    kind: 'comparison',
    createdAt: open.header.createdAt,
    state: SESSION_STATES[open.state],
    failure: failureOf(open),
    recovered: open.recovered,
    command: commandOf(open),
    notes: open.notes,
    keepsValues: open.header.keepsValues,
    leftOut: open.header.leftOut ?? [],
    hasProfile: open.passes.some(({ profileKinds }) => profileKinds.length > 0),
    hasTicks: open.passes.some(({ report }) => report?.ticks != null),
    measuredMs: open.passes.reduce((sum, { report }) => sum + (report?.load.durationMs ?? 0), 0),
  };
}

const SESSION_STATES = { running: 'measuring', stopping: 'stopping', done: 'done', failed: 'failed' } as const;

/** A few figures for lists: each variant has its own. */
export function summarizeComparison(comparison: Comparison): RecentSummary {
  const { setup, passes, ending, header } = comparison;
  const runs = passes.flatMap(({ kind, report }) => (kind === 'measured' && report ? [report] : []));
  const reports = runs.map(({ requests }) => requests);
  const first = setup.variants.find(({ tool }) => tool === undefined) ?? setup.variants[0];
  return {
    kind: setup.grid === undefined ? 'comparison' : 'grid',
    ...summarizePlan({ setup: first!.setup, createdAt: header.createdAt }),
    ...summarizeOutcomes(
      addUp(runs.map(({ status }) => status)),
      addUp(runs.map(({ errors }) => errors)),
      addUp(runs.map(({ metStatus = {} }) => metStatus)),
    ),
    script: subjectOf(first!.setup),
    connections: connectionsOf(first!.setup.load),
    completed: reports.reduce((sum, { completed }) => sum + completed, 0),
    failed: reports.reduce((sum, { failed }) => sum + failed, 0),
    p50Ms: null,
    p99Ms: null,
    requestsPerSecond: null,
    variants: figuresByVariant(comparison),
    ending,
    unexpected: reports.reduce((sum, { unexpected }) => sum + unexpected, 0),
    // A grid has no question.
    ...(setup.grid === undefined ? { verdict: verdictOf(comparison), question: setup.question } : {}),
  };
}

const LISTED = { p50Ms: 'p50', p99Ms: 'p99', requestsPerSecond: 'throughput' } as const;

/** Of the runs that count. A cell of a grid counts however much of it failed: its figures stand beside how much that was. */
function figuresByVariant(comparison: Comparison): VariantFigures[] {
  const { grid, variants } = comparison.setup;
  const counted = comparison.toPasses().filter(({ kind, excluded }) => kind === 'measured' && (excluded === null || grid !== undefined));
  return variants.map((_, of) => mediansOf(counted.flatMap(({ variant, report }) => (variant === of && report !== null ? [report] : []))));
}

function mediansOf(runs: readonly RunReport[]): VariantFigures {
  const figure = (metric: (typeof LISTED)[keyof typeof LISTED]): number | null => {
    const known = runs.flatMap((report) => (isWeakMetric(report, metric) ? [] : (metricOf(report, metric) ?? [])));
    return known.length === 0 ? null : median(known);
  };
  return { p50Ms: figure(LISTED.p50Ms), p99Ms: figure(LISTED.p99Ms), requestsPerSecond: figure(LISTED.requestsPerSecond) };
}

/** The verdict on the question; null: several variants have several, and saved sessions have none. */
function verdictOf(comparison: Comparison): VerdictWord | null {
  const { setup, header } = comparison;
  if (header.made === 'sessions' || setup.variants.length > 2) return null;
  return verdictsOf(comparison).find(({ metric }) => metric === setup.question)?.verdict ?? null;
}

function addUp(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const one of counts) for (const [name, count] of Object.entries(one)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
