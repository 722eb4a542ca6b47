/** The tables of a comparison. */
import { metricOf } from '../analysis/metrics.ts';
import { curvesOf } from '../charts/percentile-curves.ts';
import { TABLE_PERCENTILES } from '../charts/scales.ts';
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
import { formatMetric, formatMetricDifference } from '../format/metric-figures.ts';
import { calledFunction, shortName } from '../format/place.ts';
import { showHidden } from '../format/show-hidden.ts';
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
} from '../model/comparison.ts';
import { type Metric, questionFirst } from '../model/metrics.ts';
import type { Pass } from '../model/pass.ts';
import type { RunReport } from '../model/report.ts';
import { type ComparisonInfo, type DiffFunctionRow, isOver, type PercentileColumns } from '../protocol/comparison-contract.ts';
import { differenceName } from '../words/field-name.ts';
import type { Named } from '../words/variant-name.ts';
import { verdictWords, withSign } from '../words/verdict-words.ts';
import { wordExclusion } from '../words/word-said.ts';
import { text } from '../words/words.ts';
import { formatInterval } from './sentences.ts';
import { type Cell, cutTable, type ReportTable } from './table.ts';
import { factColumns, numeric, placeCell } from './tables/columns.ts';
import { machineRows } from './tables/environment.ts';
import { tellCut } from './tables/index.ts';

/** Less and more have the colours of the flame graph. */
function differenceCell(text: string, value: number): Cell {
  return value === 0 ? text : { text, tone: value < 0 ? 'less' : 'more' };
}

/** Of one variant against the base, at least one of them. The question stands first and is marked; null: none was asked. `of`: whose figures they are stands in the heads. */
export function verdictTable(verdicts: readonly Verdict[], question: Metric | null, of?: Named): ReportTable {
  const [a, b] = [verdicts[0]!.a, verdicts[0]!.b].map((letter) => headOf(letter, of)) as [string, string];
  const sorted = question === null ? verdicts : questionFirst(verdicts, question);
  return {
    caption: text('compare.verdicts.against', { a, b }),
    columns: [
      { title: text('compare.verdicts.metric'), share: 23 },
      { ...numeric(a), share: 8 },
      { ...numeric(b), share: 8 },
      { ...numeric(text('compare.flame.difference')), share: 9 },
      { ...numeric(text('report.interval')), share: 16 },
      { title: text('compare.verdicts.verdict'), share: 22 },
      ...[text('compare.verdicts.pairs'), text('report.p'), text('report.pHolm')].map((title) => ({ ...numeric(title), detail: true })),
    ],
    rows: sorted.map((verdict) => verdictRow(verdict, verdict.metric === question)),
    note: `${text('report.verdictsMedians')} ${text('report.verdictsNote')}`,
  };
}

/** "B, k6": only where a result of another tool takes part, so that nobody takes its figures for ours. */
export function headOf(letter: string, of: Named | undefined): string {
  if (of === undefined || !hasResultOfTool(of.setup)) return letter;
  const { tool } = of.setup.variants[variantIndex(letter)] ?? {};
  return text('compare.byWhom', { letter, whom: tool === undefined ? text('compare.about.loopscope') : text(`run.external.tool.${tool}`) });
}

/** Of each request of a plan, the variants below each other; null: no plan has several. */
export function requestTable({ figures, left }: ComparedRequests): ReportTable | null {
  if (figures.length === 0) return null;
  const unit = chooseTimeUnit(Math.max(0, ...figures.map(({ p99Ms, meanMs }) => Math.max(p99Ms ?? 0, meanMs ?? 0))));
  const scaled = (ms: number | null): string => formatSignificant(ms === null ? null : ms * unit.perMs);
  const percentile = (one: RequestFigures, metric: 'p50' | 'p99'): Cell => {
    const shown = scaled(metric === 'p50' ? one.p50Ms : one.p99Ms);
    return one.weak.includes(metric) ? { text: text('run.overview.bracketed', { value: shown }), tone: 'weak' } : shown;
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
export function requestVerdictTable(verdicts: readonly RequestVerdict[], question: Metric | null): ReportTable | null {
  if (verdicts.every(hasTooFewPairs)) return null;
  const names = [...new Set(verdicts.map(({ request }) => request))];
  const sorted = names.flatMap((name) => {
    const own = verdicts.filter(({ request }) => request === name);
    return question === null ? own : questionFirst(own, question);
  });
  const table = verdictTable(verdicts, question);
  return {
    ...table,
    caption: text('compare.byRequest.against', { a: verdicts[0]!.a, b: verdicts[0]!.b }),
    columns: [{ title: text('run.parts.request'), share: 14 }, ...table.columns],
    rows: sorted.map((verdict) => [showHidden(verdict.request), ...verdictRow(verdict, verdict.metric === question)]),
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

export function requestParts({ byRequest, state, made, setup }: ComparisonInfo): RequestParts {
  const figures = requestTable(byRequest);
  if (figures === null) return { figures, verdicts: [], why: null };
  const question = made === 'sessions' ? null : setup.question;
  const verdicts = setup.variants.slice(1).flatMap((_, index) => {
    const own = byRequest.verdicts.filter(({ b }) => b === variantLetter(index + 1));
    return requestVerdictTable(own, question) ?? [];
  });
  if (verdicts.length > 0) return { figures, verdicts, why: null };
  const needed = String(MINIMUM_PAIRS_FOR_VERDICT);
  return { figures, verdicts, why: isOver(state) ? text('compare.byRequest.notEnough', { needed }) : text('compare.byRequest.waits') };
}

function verdictRow(verdict: Verdict, isQuestion: boolean): Cell[] {
  const { metric, differencePercent, ci } = verdict;
  const words = verdictWords(verdict);
  const word = withSign(words);
  const told = words.why === '' ? word : text('report.verdictWhy', { verdict: word, reason: words.why });
  return [
    isQuestion
      ? { text: text('compare.setup.isQuestion', { metric: text(`compare.metric.${metric}`) }), tone: 'strong' }
      : text(`compare.metric.${metric}`),
    formatMetric(metric, verdict.aValue),
    formatMetric(metric, verdict.bValue),
    formatMetricDifference(metric, differencePercent),
    ci === null ? NOTHING : formatInterval(metric, ci),
    words.sign === null ? told : { text: told, tone: words.sign },
    formatCount(verdict.pairs),
    formatNumber(verdict.p, 4),
    formatNumber(verdict.pHolm, 4),
  ];
}

/** What the curves show. */
export function curveTable(columns: PercentileColumns): ReportTable {
  const curves = curvesOf(columns);
  const cell = (variant: number, percentile: number): Cell => {
    const curve = curves.find((one) => one.variant === variant);
    const shown = formatMs(curve?.at(percentile));
    return curve && isWeak(percentile, curve.count) ? { text: text('run.overview.bracketed', { value: shown }), tone: 'weak' } : shown;
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
        row.noise && difference !== NOTHING
          ? { text: text('run.overview.bracketed', { value: difference }), tone: 'weak' }
          : differenceCell(difference, value),
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
