/** Collects the data of a report. Its texts and drawings are made in shared/report. */
import { canCompareTicks, tickPassOf, ticksPerRequest } from '../../../../shared/analysis/ticks-per-request.ts';
import { gridParts } from '../../../../shared/analysis/verdicts/grid-parts.ts';
import { countedPasses } from '../../../../shared/analysis/verdicts/metrics.ts';
import { waitSeriesOf } from '../../../../shared/derive/recording-queries.ts';
import { byCommandOf } from '../../../../shared/derive/sections/client.ts';
import type { ComparisonInfo } from '../../../../shared/model/comparison/comparison-info.ts';
import type { Pass } from '../../../../shared/model/comparison/pass.ts';
import type { FormatOf } from '../../../../shared/model/export-formats.ts';
import type { FlameColumns } from '../../../../shared/model/profile/profile-views.ts';
import type { Report } from '../../../../shared/model/report.ts';
import { commonKinds } from '../../../../shared/model/setup/captures.ts';
import { formatCommand } from '../../../../shared/model/setup/command-line.ts';
import { quoteForShell } from '../../../../shared/model/setup/shell-words.ts';
import { HIDDEN_AT_FIRST, type TickFlameQuery } from '../../../../shared/profile/ticks/tick-flame.ts';
import { toTickFlameColumns } from '../../../../shared/profile/ticks/tick-flame-columns.ts';
import { WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { compareFunctions, toDiffFlameColumns, unitOf } from '../../../../shared/profile/tree/compare-trees.ts';
import { toFlameColumns } from '../../../../shared/profile/tree/flame-columns.ts';
import { formatComparisonBrief, formatRunBrief } from '../../../../shared/report/brief.ts';
import {
  type ComparisonFacts,
  type ComparisonReportInput,
  formatComparisonHtml,
  formatComparisonMarkdown,
  type ProfilePair,
  type VariantTicks,
} from '../../../../shared/report/comparison-report.ts';
import type { VariantEvidence } from '../../../../shared/report/drawings/comparison-charts.ts';
import type { RunSeries } from '../../../../shared/report/drawings/run-charts.ts';
import type { TickFlame } from '../../../../shared/report/drawings/tick-flame-svg.ts';
import { formatGridHtml, formatGridMarkdown } from '../../../../shared/report/grid-report.ts';
import type { PartRecorded, PartsRecorded } from '../../../../shared/report/part-sections.ts';
import { formatRunHtml, formatRunMarkdown, type RunReportInput } from '../../../../shared/report/run-report.ts';
import type { Compared, ComparedTable } from '../../../../shared/report/tables/compared/compared-table.ts';
import type { RunRecording } from '../../../../shared/session/recording.ts';
import { clockUs } from '../../machine/clock.ts';
import type { Comparison } from '../../sessions/comparison.ts';
import type { OpenSession } from '../../sessions/open-session.ts';
import { describeComparison, environmentOf, failureOf } from '../compare/comparison-info.ts';
import { percentileCurvesOf } from '../compare/percentile-curves.ts';
import { compareProfiles } from '../compare/profile-difference.ts';
import { readResponseOrder } from '../compare/response-order.ts';
import type { Exported } from './formats.ts';

/** The formats for people. */
export type ReportFormat = Exclude<FormatOf<'report'>, 'json'>;

/** More frames than a static drawing can show; it shows the widest. */
const MOST_NODES = 5_000;
const RUN_FORMATS: Readonly<Record<ReportFormat, (input: RunReportInput) => string>> = {
  html: formatRunHtml,
  markdown: formatRunMarkdown,
  brief: formatRunBrief,
};

/** `isOfPart`: a process or thread is chosen, which a report does not follow, and says so. */
export function writeRunReport(session: OpenSession, format: ReportFormat, report: Report, isOfPart = false): Exported {
  return { text: RUN_FORMATS[format]({ ...gatherRun(session, report), isOfPart }) };
}

function gatherRun({ recording }: OpenSession, { runs, environment }: Report): RunReportInput {
  const { header } = recording;
  return {
    name: recording.name,
    createdAt: header?.createdAt ?? '',
    run: runs[0]!,
    environment,
    command: header?.command ?? null,
    notes: recording.notes,
    series: seriesOf(recording),
    flame: flameOf(recording),
    tickFlame: tickFlameOf(recording, { hide: HIDDEN_AT_FIRST, merged: false }),
  };
}

function seriesOf(recording: RunRecording): RunSeries {
  const measuredMs = recording.measuredMs(clockUs());
  const ofTool = byCommandOf(recording, null);
  return {
    load: recording.load.series(0, measuredMs * 1e3),
    server: recording.serverSeries(0),
    machine: recording.machine.columns(0, recording.originUs),
    waits: waitSeriesOf(recording, clockUs()),
    measuredMs,
    density: recording.density.toColumns(),
    plan: recording.plan,
    ...(ofTool.joined === undefined ? {} : { joined: ofTool }),
  };
}

function flameOf(recording: RunRecording): FlameColumns | null {
  if (!recording.profiles().some((profile) => profile.sampleNode.length > 0)) return null;
  return toFlameColumns(recording.callTree(WHOLE_PROFILE), MOST_NODES);
}

/** In the first order of the screen. */
function tickFlameOf(recording: RunRecording, query: TickFlameQuery): TickFlame | null {
  const tree = recording.tickTree(query);
  return tree && { columns: toTickFlameColumns(tree, MOST_NODES), query };
}

export async function writeComparisonReport(comparison: Comparison, format: ReportFormat): Promise<Exported> {
  return { text: await writeComparison(comparison, format, gatherFacts(comparison)) };
}

async function writeComparison(comparison: Comparison, format: ReportFormat, facts: ComparisonFacts): Promise<string> {
  const { grid } = comparison.setup;
  if (grid !== undefined)
    return format === 'html'
      ? formatGridHtml(grid, facts, await gatherParts(comparison, facts.info))
      : formatGridMarkdown(grid, facts, format === 'markdown');
  switch (format) {
    case 'html':
      return formatComparisonHtml(await gatherComparison(comparison, facts));
    case 'brief':
      return formatComparisonBrief(facts, await gatherProfiles(comparison, facts.info));
    case 'markdown':
      return formatComparisonMarkdown(facts);
  }
}

export function gatherFacts(comparison: Comparison): ComparisonFacts {
  const { header, setup, notes } = comparison;
  return {
    name: header.name,
    createdAt: header.createdAt,
    info: describeComparison(comparison, null),
    environment: environmentOf(comparison),
    failure: failureOf(comparison),
    commands: setup.variants.map(({ title, setup: own, tool }) =>
      tool === undefined ? formatCommand(own, header.keepsValues) : `loopscope import ${quoteForShell(title)}`,
    ),
    notes,
  };
}

/** The data of one table. */
export async function gatherCompared(comparison: Comparison, needs: ComparedTable['needs']): Promise<Compared> {
  const info = describeComparison(comparison, null);
  switch (needs) {
    case 'percentiles':
      return { info, percentiles: percentileCurvesOf(comparison) };
    case 'profiles':
      return { info, profiles: await gatherProfiles(comparison, info) };
    case undefined:
      return { info };
  }
}

/** One run is in memory at a time. */
export async function gatherComparison(comparison: Comparison, facts: ComparisonFacts): Promise<ComparisonReportInput> {
  const shown = passesToShow(facts.info.passes);
  const evidence: VariantEvidence[] = [];
  for (const { index, variant } of shown) {
    const { recording, rows } = await comparison.openPass(index);
    evidence.push({ variant, series: seriesOf(recording), responseOrder: await readResponseOrder(rows(), recording.load.finished) });
  }
  return {
    ...facts,
    percentiles: percentileCurvesOf(comparison),
    round: shown[0]?.round ?? 0,
    evidence,
    profiles: await gatherProfiles(comparison, facts.info),
    tickFlames: await gatherTicks(comparison, facts.info),
  };
}

/** One run is in memory at a time. Tiers differ from run to run, so they are merged, as beside each other on the screen. */
async function gatherTicks(comparison: Comparison, { passes, setup }: ComparisonInfo): Promise<VariantTicks[]> {
  if (!canCompareTicks(passes, setup.variants.length)) return [];
  const flames: VariantTicks[] = [];
  for (const variant of setup.variants.keys()) {
    const pass = tickPassOf(passes, variant);
    if (pass === null) continue;
    const { recording } = await comparison.openPass(pass.index);
    const flame = tickFlameOf(recording, { hide: HIDDEN_AT_FIRST, merged: true });
    if (flame !== null) flames.push({ ...flame, variant, perRequest: ticksPerRequest(flame.columns.meta.base, pass) });
  }
  return flames;
}

/** One run of each variant, from the first round that all of them finished, otherwise the first run of each. */
function passesToShow(passes: readonly Pass[]): Pass[] {
  const counted = countedPasses(passes);
  const variants = [...new Set(counted.map(({ variant }) => variant))].sort((a, b) => a - b);
  const isWhole = (round: number): boolean =>
    variants.every((variant) => counted.some((pass) => pass.round === round && pass.variant === variant));
  const round = counted.map((pass) => pass.round).find(isWhole);
  return variants.map((variant) => counted.find((pass) => pass.variant === variant && (round === undefined || pass.round === round))!);
}

async function gatherParts(comparison: Comparison, info: ComparisonInfo): Promise<PartsRecorded> {
  const recorded = new Map<number, PartRecorded>();
  for (const { row, info: part, first } of gridParts(info)) {
    const profiles = await gatherProfiles(comparison, part, first);
    recorded.set(row, { profiles, tickFlames: await gatherTicks(comparison, part) });
  }
  return recorded;
}

/** `first`: where the variants of `info` begin in the session. */
async function gatherProfiles(comparison: Comparison, { profileKinds }: ComparisonInfo, first = 0): Promise<ProfilePair[]> {
  const pairs: ProfilePair[] = [];
  for (let b = 1; b < profileKinds.length; b++) {
    for (const kind of commonKinds([profileKinds[0]!, profileKinds[b]!])) {
      const trees = await compareProfiles(comparison, { a: first, b: first + b, kind, hide: [] });
      pairs.push({ b, kind, unit: unitOf(trees), flame: toDiffFlameColumns(trees, MOST_NODES), functions: compareFunctions(trees) });
    }
  }
  return pairs;
}
