/** The tables of a comparison. */
import { metricOf } from '../analysis/verdicts/metrics.ts';
import { showHidden } from '../base/show-hidden.ts';
import { curvesOf } from '../charts/percentile-curves.ts';
import { TABLE_PERCENTILES } from '../charts/scales.ts';
import { reachOf } from '../charts/verdict-axis.ts';
import {
  chooseTimeUnit,
  formatCount,
  formatDifference,
  formatMs,
  formatNumber,
  formatRate,
  formatShare,
  formatSignificant,
  NOTHING,
} from '../format/figures.ts';
import { formatMetric, formatMetricDifferenceFigures, metricInterval } from '../format/metric-figures.ts';
import { calledFunction, shortName } from '../format/place.ts';
import { wordExclusion } from '../format/word-said.ts';
import { isWeak } from '../load/distribution.ts';
import {
  type ComparedRequests,
  type ComparisonSetup,
  type Difference,
  hasResultOfTool,
  hasTooFewPairs,
  MINIMUM_PAIRS_FOR_VERDICT,
  type RequestFigures,
  type RequestVerdict,
  type Verdict,
  variantIndex,
  variantLetter,
} from '../model/comparison/comparison.ts';
import { type ComparisonInfo, isOver, type PercentileColumns } from '../model/comparison/comparison-info.ts';
import { isInPoints, METRICS, type Metric, questionFirst } from '../model/comparison/metrics.ts';
import type { Pass } from '../model/comparison/pass.ts';
import type { DiffFunctionRow } from '../model/profile/profile-views.ts';
import type { RunReport } from '../model/report.ts';
import { differenceName } from '../phrases/field-name.ts';
import { isEqualToBase } from '../phrases/headline.ts';
import { verdictWords, withSign } from '../phrases/verdict-words.ts';
import { text } from '../words/words.ts';
import { type Cell, cutTable, type ReportTable, type TableColumn } from './table.ts';
import { factColumns, numeric, placeCell, weakCell } from './tables/columns.ts';
import { machineRows } from './tables/environment.ts';
import { tellCut } from './tables/index.ts';

/** Less and more have the colours of the flame graph. */
function differenceCell(text: string, value: number): Cell {
  return value === 0 ? text : { text, tone: value < 0 ? 'less' : 'more' };
}

/** What verdicts are of. */
export type Judged = Pick<ComparisonInfo, 'made' | 'state' | 'setup' | 'differences'>;

/** Null: of saved sessions nobody had asked anything when they were recorded. */
export function askedOf({ made, setup }: Pick<ComparisonInfo, 'made' | 'setup'>): Metric | null {
  return made === 'sessions' ? null : setup.question;
}

/** Of one variant against the base, at least one of them. The question stands first and is marked. */
export function verdictTable(verdicts: readonly Verdict[], info: Judged): ReportTable {
  const question = askedOf(info);
  const rows = question === null ? verdicts : questionFirst(verdicts, question);
  const [first] = verdicts;
  const hasReason = anyReason(verdicts);
  return {
    caption: text('compare.verdicts.against', { a: whoOf(first!.a, info), b: whoOf(first!.b, info) }),
    columns: verdictColumns(verdicts, hasReason, info),
    rows: rows.map((verdict) => verdictRow(verdict, hasReason, info)),
    note: `${text('report.verdictsMedians')} ${text('report.verdictsNote')}`,
  };
}

/** Said once, above, where it is the same for all. */
const pairsDiffer = (verdicts: readonly Verdict[]): boolean => new Set(verdicts.map(({ pairs }) => pairs)).size > 1;

/** Among them there is one that is not decided. */
const anyReason = (verdicts: readonly Verdict[]): boolean => verdicts.some(({ reason }) => reason !== null);

function verdictColumns(verdicts: readonly Verdict[], hasReason: boolean, info: Judged): TableColumn[] {
  const { setup } = info;
  const [first] = verdicts;
  const band = setup.equivalencePercent;
  const ofTools = hasResultOfTool(setup);
  const value = (letter: string): TableColumn => ({ ...numeric(headOf(letter, info)), share: ofTools ? 12 : 8.3 });
  return [
    { title: text('compare.verdicts.metric'), share: 17.4 },
    value(first!.a),
    value(first!.b),
    { ...numeric(text('compare.verdicts.difference')), share: 10.2 },
    { ...numeric(text('compare.verdicts.interval')), share: 13.7, term: 'interval' },
    { title: text('compare.verdicts.drawing'), axis: { reach: reachOf(verdicts, band), band } },
    // Without a reason beside it, it has the rest of the width.
    { title: text('compare.verdicts.verdict'), term: 'verdict', ...(hasReason ? { share: 13.7 } : {}) },
    { ...numeric(text('compare.verdicts.pairs')), share: 5.8, term: 'pairs', detail: !pairsDiffer(verdicts) },
    ...(hasReason ? [{ title: text('compare.verdicts.reason') }] : []),
    ...[text('report.p'), text('report.pHolm')].map((title) => ({ ...numeric(title), detail: true })),
  ];
}

/** "B, median"; of saved sessions, and of one pair, there is one run each, and no median. */
function headOf(letter: string, info: Judged): string {
  const { setup, made } = info;
  const isMedian = !hasResultOfTool(setup) && made !== 'sessions' && setup.pairs > 1;
  return isMedian ? text('compare.verdicts.a', { letter }) : whoOf(letter, info);
}

/** "B, k6": only where a result of another tool takes part, so that nobody takes its figures for ours. */
function whoOf(letter: string, { setup }: Judged): string {
  if (!hasResultOfTool(setup)) return letter;
  const { tool } = setup.variants[variantIndex(letter)] ?? {};
  return text('compare.byWhom', { letter, whom: tool === undefined ? text('compare.about.loopscope') : text(`run.external.tool.${tool}`) });
}

/** Of each request of a plan, the variants below each other; null: no plan has several. */
function requestTable({ figures, left }: ComparedRequests): ReportTable | null {
  if (figures.length === 0) return null;
  const unit = chooseTimeUnit(Math.max(0, ...figures.map(({ p99Ms, meanMs }) => Math.max(p99Ms ?? 0, meanMs ?? 0))));
  const scaled = (ms: number | null): string => formatSignificant(ms === null ? null : ms * unit.perMs);
  const percentile = (one: RequestFigures, metric: 'p50' | 'p99'): Cell => {
    const shown = scaled(metric === 'p50' ? one.p50Ms : one.p99Ms);
    return one.weak.includes(metric) ? weakCell(shown) : shown;
  };
  const notes = [
    text('compare.byRequest.note'),
    ...(figures.some(({ weak }) => weak.length > 0) ? [text('run.overview.weakNote')] : []),
    ...(left > 0 ? [text('compare.byRequest.left', { count: left })] : []),
  ];
  return {
    caption: text('compare.byRequest.title'),
    columns: [
      { title: text('run.parts.request') },
      { title: text('compare.about.variant') },
      ...[
        text('compare.byRequest.runs'),
        text('run.overview.count'),
        text('run.parts.errors'),
        text('run.parts.percentile', { percentile: '50', unit: unit.unit }),
        text('run.parts.percentile', { percentile: '99', unit: unit.unit }),
        text('run.parts.mean', { unit: unit.unit }),
      ].map(numeric),
    ],
    rows: figures.map((one) => [
      showHidden(one.request),
      one.variant,
      formatCount(one.runs),
      formatCount(one.requests),
      one.errorsPercent === null || one.errorsPercent === 0
        ? formatShare(one.errorsPercent)
        : { text: formatShare(one.errorsPercent), tone: 'bad' },
      percentile(one, 'p50'),
      percentile(one, 'p99'),
      scaled(one.meanMs),
    ]),
    note: notes.join(' '),
  };
}

/** Of one variant against the base, request by request; null: not one could be tested. */
function requestVerdictTable(verdicts: readonly RequestVerdict[], info: Judged): ReportTable | null {
  if (verdicts.every(hasTooFewPairs)) return null;
  const question = askedOf(info);
  const names = [...new Set(verdicts.map(({ request }) => request))];
  const sorted = names.flatMap((name) => {
    const own = verdicts.filter(({ request }) => request === name);
    return question === null ? own : questionFirst(own, question);
  });
  const hasReason = anyReason(verdicts);
  return {
    caption: text('compare.byRequest.against', { a: verdicts[0]!.a, b: verdicts[0]!.b }),
    columns: [{ title: text('run.parts.request'), share: 12 }, ...verdictColumns(verdicts, hasReason, info)],
    rows: sorted.map((verdict) => [showHidden(verdict.request), ...verdictRow(verdict, hasReason, info)]),
    note: text('compare.byRequest.family'),
  };
}

export interface RequestParts {
  /** Null: no plan has several requests. */
  readonly figures: ReportTable | null;
  /** Of each variant against the base. */
  readonly verdicts: readonly ReportTable[];
  /** Why there are no verdicts; null: there are, or nothing is compared. */
  readonly why: string | null;
}

export function requestParts(info: ComparisonInfo): RequestParts {
  const { byRequest, state, setup } = info;
  const figures = requestTable(byRequest);
  if (figures === null) return { figures, verdicts: [], why: null };
  const verdicts = setup.variants.slice(1).flatMap((_, index) => {
    const own = byRequest.verdicts.filter(({ b }) => b === variantLetter(index + 1));
    return requestVerdictTable(own, info) ?? [];
  });
  if (verdicts.length > 0) return { figures, verdicts, why: null };
  const needed = String(MINIMUM_PAIRS_FOR_VERDICT);
  return { figures, verdicts, why: isOver(state) ? text('compare.byRequest.notEnough', { needed }) : text('compare.byRequest.waits') };
}

function verdictRow(verdict: Verdict, hasReason: boolean, info: Judged): Cell[] {
  const { metric, differencePercent, ci } = verdict;
  const isQuestion = metric === askedOf(info);
  const { term } = METRICS[metric];
  const name = text(`compare.metric.${metric}`);
  return [
    {
      ...(term === null ? {} : { term }),
      ...(isInPoints(metric) ? { title: text('compare.errorsTitle') } : {}),
      ...(isQuestion
        ? {
            text: text('compare.setup.isQuestion', { metric: name }),
            apart: [name, text('compare.verdicts.question')],
            tone: 'strong',
            title: text('compare.verdicts.questionTitle'),
          }
        : { text: name }),
    },
    formatMetric(metric, verdict.aValue),
    formatMetric(metric, verdict.bValue),
    formatMetricDifferenceFigures(metric, differencePercent),
    ci === null ? NOTHING : text('compare.verdicts.between', metricInterval(metric, ci)),
    markOf(verdict),
    wordOf(verdict, info),
    formatCount(verdict.pairs),
    ...(hasReason ? [reasonOf(verdict, info)] : []),
    formatNumber(verdict.p, 4),
    formatNumber(verdict.pHolm, 4),
  ];
}

/** Strong only where there is a verdict, which says what it means. */
function markOf({ metric, verdict, differencePercent, ci }: Verdict): Cell {
  if (differencePercent === null || isInPoints(metric)) return '';
  const [low, high] = ci ?? [differencePercent, differencePercent];
  const isStrong = verdict !== 'cannot tell' && verdict !== 'equivalent';
  return { text: '', mark: { at: differencePercent, low, high, isStrong } };
}

/** It is too early for a verdict. */
const isEarly = ({ reason }: Verdict, { state }: Judged): boolean =>
  !isOver(state) && (reason === 'too few pairs' || reason === 'unfinished');

function wordOf(verdict: Verdict, info: Judged): Cell {
  if (isEarly(verdict, info)) return { text: NOTHING, tone: 'muted' };
  if (info.setup.pairs === 1 && verdict.reason === 'too few pairs') return { text: text('compare.verdicts.oneLook'), tone: 'muted' };
  const words = verdictWords(verdict);
  return { text: withSign(words), tone: words.sign ?? (verdict.verdict === 'equivalent' ? 'strong' : 'muted') };
}

/** Why there is no verdict, and how many more pairs might bring one; empty: there is one. */
function reasonOf(verdict: Verdict, info: Judged): Cell {
  const { reason, morePairs, b } = verdict;
  if (reason === null) return '';
  const early = isEarly(verdict, info);
  const why = early ? text('compare.verdicts.waits') : verdictWords(verdict).why;
  // Where nothing differs no number of pairs decides it.
  if (early || !morePairs || info.setup.pairs === 1 || isEqualToBase(b, info)) return { text: why, tone: 'muted', title: why };
  const told = text('compare.verdicts.more', { reason: why, count: formatNumber(morePairs) });
  return { text: told, tone: 'muted', title: `${told}. ${text('compare.verdicts.moreTitle')}.` };
}

/** What the curves show. */
export function curveTable(columns: PercentileColumns): ReportTable {
  const curves = curvesOf(columns);
  const cell = (variant: number, percentile: number): Cell => {
    const curve = curves.find((one) => one.variant === variant);
    const shown = formatMs(curve?.at(percentile));
    return curve && isWeak(percentile, curve.count) ? weakCell(shown) : shown;
  };
  const variants = Array.from({ length: columns.meta.variants }, (_, variant) => variant);
  return {
    caption: text('report.percentiles'),
    narrow: true,
    columns: [numeric(text('run.overview.percentileColumn')), ...variants.map((variant) => numeric(variantLetter(variant)))],
    rows:
      curves.length === 0
        ? []
        : TABLE_PERCENTILES.map((percentile) => [
            text('run.overview.percentile', { percentile: String(percentile) }),
            ...variants.map((variant) => cell(variant, percentile)),
          ]),
    note: [text('run.overview.weakNote'), ...(curves.some(({ isCut }) => isCut) ? [text('compare.curves.cut')] : [])].join(' '),
  };
}

export function differencesTable(differences: readonly Difference[], { variants }: Pick<ComparisonSetup, 'variants'>): ReportTable {
  const notSet: Cell = { text: text('compare.field.notSet'), tone: 'muted' };
  return {
    caption: text('compare.about.differences'),
    columns: [{ title: text('compare.about.setting') }, ...variants.map((_, variant) => ({ title: variantLetter(variant) }))],
    rows:
      differences.length === 0
        ? [[text(hasResultOfTool({ variants }) ? 'compare.about.notKnown' : 'compare.about.noDifferences'), ...variants.map(() => '')]]
        : differences.map((difference) => [
            shortName(differenceName(difference)),
            ...difference.values.map((value) => (value === null ? notSet : { text: shortName(value), tone: 'code' as const })),
          ]),
  };
}

export function passTable(passes: readonly Pass[]): ReportTable {
  return {
    caption: text('compare.about.runs'),
    columns: [
      numeric(text('compare.about.run')),
      numeric(text('compare.about.round')),
      { title: text('compare.about.variant') },
      { title: text('compare.about.kind') },
      ...[
        text('compare.metric.throughput'),
        text('compare.metric.mean'),
        text('compare.metric.p50'),
        text('compare.metric.p99'),
        text('run.overview.completed'),
        text('run.overview.failed'),
      ].map(numeric),
      { title: text('compare.about.state') },
    ],
    rows: passes.map(({ index, round, variant, kind, report, excluded }) => [
      formatCount(index + 1),
      kind === 'measured' ? formatCount(round + 1) : '',
      variantLetter(variant),
      kind === 'measured' ? text('compare.about.measured') : text('compare.about.profiled'),
      ...passFigures(report),
      excluded === null
        ? kind === 'measured' && report !== null
          ? text('compare.about.counted')
          : ''
        : { text: text('compare.about.excluded', { reason: shortName(wordExclusion(excluded)) }), tone: 'muted' },
    ]),
  };
}

function passFigures(report: RunReport | null): string[] {
  const figure = (metric: Metric): number | null => (report === null ? null : metricOf(report, metric));
  // What a tool does not tell is no 0.
  const { completed, failed } = report?.byCommand === undefined ? (report?.requests ?? {}) : (report.byCommand?.requests ?? {});
  return [
    formatRate(figure('throughput')),
    ...(['mean', 'p50', 'p99'] as const).map((metric) => formatMs(figure(metric))),
    formatCount(completed),
    formatCount(failed),
  ];
}

/** µs per request of both sides; the largest differences first. */
export function diffFunctionTable(rows: readonly DiffFunctionRow[], a: string, b: string, most: number): ReportTable | null {
  if (rows.length === 0) return null;
  const us = (value: number): string => formatNumber(value, 1);
  const table: ReportTable = {
    caption: text('report.diffFunctions', { a, b }),
    columns: [
      { title: text('run.functionColumn.function') },
      ...[
        text('compare.functions.self', { letter: a }),
        text('compare.functions.self', { letter: b }),
        text('compare.flame.difference'),
        text('compare.functions.total', { letter: a }),
        text('compare.functions.total', { letter: b }),
      ].map(numeric),
      { title: text('run.functionColumn.file') },
    ],
    rows: rows.map((row) => {
      // Without time of its own in A it may still have called others there.
      const difference = row.totalA === 0 ? text('compare.functions.only', { letter: b }) : formatDifference(row.differencePercent);
      const value = row.selfB - row.selfA;
      return [
        { text: shortName(calledFunction(row)), tone: 'code' },
        us(row.selfA),
        us(row.selfB),
        row.noise && difference !== NOTHING ? weakCell(difference) : differenceCell(difference, value),
        us(row.totalA),
        us(row.totalB),
        placeCell(row),
      ];
    }),
    note: text('report.diffFunctionsNote'),
  };
  return cutTable(table, most, tellCut);
}

/** Where it was measured: once where all variants were measured in one place, else side by side. */
export function placesTable({ environments, passes, setup }: ComparisonInfo): ReportTable {
  const places = setup.variants.map((_, variant) => {
    const node = passes.find((pass) => pass.variant === variant && pass.report !== null)?.report?.target.node;
    return new Map([...(node ? [[text('run.overview.node'), node] as const] : []), ...machineRows(environments[variant] ?? null)]);
  });
  const names = [...new Set(places.flatMap((place) => [...place.keys()]))];
  const rows = names.map((name) => ({ name, values: places.map((place) => place.get(name)) }));
  const isEqual = (values: readonly (string | undefined)[]): boolean => new Set(values.filter((value) => value !== undefined)).size <= 1;
  // A tool does not say where it measured.
  if (rows.every(({ values }) => isEqual(values)) && !hasResultOfTool(setup)) {
    const facts = rows.map(({ name, values }) => [name, shortName(values.find((value) => value !== undefined) ?? NOTHING)]);
    return {
      caption: text('run.overview.environment'),
      facts: true,
      columns: factColumns(),
      rows: facts,
    };
  }
  return {
    caption: text('run.overview.environment'),
    columns: [{ title: text('common.ui.name') }, ...setup.variants.map((_, variant) => ({ title: variantLetter(variant) }))],
    rows: rows.map(({ name, values }) => [
      isEqual(values) ? name : { text: text('compare.about.environmentDiffers', { field: name }), tone: 'strong' },
      ...values.map((value) => shortName(value ?? NOTHING)),
    ]),
  };
}
