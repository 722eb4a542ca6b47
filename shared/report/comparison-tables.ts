/** The tables of a comparison. */

import type { Described } from '../analysis/described.ts';
import { metricOf } from '../analysis/metrics.ts';
import { curvesOf } from '../charts/percentile-curves.ts';
import { TABLE_PERCENTILES } from '../charts/scales.ts';
import { formatCount, formatDifference, formatMs, formatNumber, formatRate, NOTHING } from '../format/figures.ts';
import { formatMetric } from '../format/metric-figures.ts';
import { isWeak } from '../load/distribution.ts';
import { type Difference, type Pass, type Verdict, variantLetter } from '../model/comparison.ts';
import type { RunReport } from '../model/report.ts';
import type { ComparisonInfo, DiffFunctionRow, PercentileColumns } from '../protocol/comparison-contract.ts';
import { shortName } from './place.ts';
import { machineRows, placeCell } from './run-tables.ts';
import { formatInterval } from './sentences.ts';
import type { Cell, ReportTable, TableColumn } from './table.ts';
import { words } from './words.ts';

const numeric = (title: string): TableColumn => ({ title, numeric: true });

/** A difference has its sign's colour only when something is known of it. */
function differenceCell(text: string, value: number | null, isKnown: boolean): Cell {
  if (!isKnown || value === null || value === 0) return text;
  return { text, tone: value < 0 ? 'less' : 'more' };
}

/** Of one variant against the base; below what was tested stands what is described only. */
export function verdictTable(verdicts: readonly Verdict[], spread: Described): ReportTable {
  const { a, b } = spread;
  return {
    caption: words.verdicts(a, b),
    columns: [
      { title: words.metric },
      ...[a, b, words.difference, words.ci].map(numeric),
      { title: words.verdict },
      ...[words.pairs, words.p, words.pHolm].map(numeric),
    ],
    rows: [...verdicts.map(verdictRow), ...spreadRows(spread)],
    note: words.verdictsNote,
  };
}

function verdictRow(verdict: Verdict): Cell[] {
  const { metric, differencePercent, ci, reason } = verdict;
  const word = reason === null ? verdict.verdict : `${verdict.verdict} (${words.reasons[reason]})`;
  const isKnown = verdict.verdict !== 'cannot tell' && verdict.verdict !== 'equivalent';
  return [
    words.metricNames[metric],
    formatMetric(metric, verdict.aValue),
    formatMetric(metric, verdict.bValue),
    differenceCell(formatDifference(differencePercent), differencePercent, isKnown),
    ci === null ? formatDifference(null) : formatInterval(ci),
    isKnown ? { text: word, tone: 'strong' } : word,
    formatCount(verdict.pairs),
    formatNumber(verdict.p, 4),
    formatNumber(verdict.pHolm, 4),
  ];
}

function spreadRows({ aMs, bMs, differencePercent }: Described): Cell[][] {
  if (aMs === null && bMs === null) return [];
  const untested = { text: words.notTested, tone: 'muted' } as const;
  return [[words.spread, formatMs(aMs), formatMs(bMs), formatDifference(differencePercent), NOTHING, untested, NOTHING, NOTHING, NOTHING]];
}

/** What the curves show. */
export function curveTable(columns: PercentileColumns): ReportTable {
  const curves = curvesOf(columns);
  const cell = (variant: number, percentile: number): Cell => {
    const curve = curves.find((one) => one.variant === variant);
    const shown = formatMs(curve?.at(percentile));
    return curve && isWeak(percentile, curve.count) ? { text: words.bracketed(shown), tone: 'weak' } : shown;
  };
  const variants = Array.from({ length: columns.meta.variants }, (_, variant) => variant);
  return {
    caption: words.percentiles,
    narrow: true,
    columns: [numeric(words.percentileColumn), ...variants.map((variant) => numeric(variantLetter(variant)))],
    rows:
      curves.length === 0
        ? []
        : TABLE_PERCENTILES.map((percentile) => [
            words.percentile(String(percentile)),
            ...variants.map((variant) => cell(variant, percentile)),
          ]),
    note: words.weakNote,
  };
}

export function differencesTable(differences: readonly Difference[], titles: readonly string[]): ReportTable {
  const notSet: Cell = { text: words.notSet, tone: 'muted' };
  return {
    caption: words.differences,
    columns: [{ title: words.setting }, ...titles.map((_, variant) => ({ title: variantLetter(variant) }))],
    rows:
      differences.length === 0
        ? [[words.nothingDiffers, ...titles.map(() => '')]]
        : differences.map(({ field, values }) => [
            words.field(shortName(field)),
            ...values.map((value) => (value === null ? notSet : { text: shortName(value), tone: 'code' as const })),
          ]),
  };
}

export function passTable(passes: readonly Pass[]): ReportTable {
  return {
    caption: words.passes,
    columns: [
      numeric(words.passColumn),
      numeric(words.round),
      { title: words.variant },
      { title: words.passKind },
      ...[
        words.metricNames.throughput,
        words.metricNames.mean,
        words.metricNames.p50,
        words.metricNames.p99,
        words.completedRow,
        words.failed,
      ].map(numeric),
      { title: words.use },
    ],
    rows: passes.map(({ index, round, variant, kind, report, excluded }) => [
      formatCount(index + 1),
      kind === 'measured' ? formatCount(round + 1) : '',
      variantLetter(variant),
      kind === 'measured' ? words.measuredPass : words.profiledPass,
      ...passFigures(report),
      excluded === null
        ? kind === 'measured' && report !== null
          ? words.counted
          : ''
        : { text: words.excluded(shortName(excluded)), tone: 'muted' },
    ]),
  };
}

function passFigures(report: RunReport | null): string[] {
  const { latencyMs, requests } = report ?? {};
  return [
    formatRate(report === null ? null : metricOf(report, 'throughput')),
    formatMs(latencyMs?.mean),
    formatMs(latencyMs?.percentiles['50']),
    formatMs(latencyMs?.percentiles['99']),
    formatCount(requests?.completed),
    formatCount(requests?.failed),
  ];
}

/** µs per request of both sides; the largest differences first. */
export function diffFunctionTable(rows: readonly DiffFunctionRow[], a: string, b: string, most: number): ReportTable | null {
  if (rows.length === 0) return null;
  const shown = rows.slice(0, most);
  const us = (value: number): string => formatNumber(value, 1);
  const note = shown.length < rows.length ? ` ${words.functionsShown(shown.length, rows.length)}` : '';
  return {
    caption: words.diffFunctions(a, b),
    columns: [
      { title: words.functionColumn },
      ...[words.selfOf(a), words.selfOf(b), words.difference, words.totalOf(a), words.totalOf(b)].map(numeric),
      { title: words.file },
    ],
    rows: shown.map((row) => {
      // Without time of its own in A it may still have called others there.
      const difference = row.totalA === 0 ? words.onlyIn(b) : formatDifference(row.differencePercent);
      const value = row.selfB - row.selfA;
      return [
        { text: shortName(row.function), tone: 'code' },
        us(row.selfA),
        us(row.selfB),
        row.noise && difference !== NOTHING ? { text: words.bracketed(difference), tone: 'weak' } : differenceCell(difference, value, true),
        us(row.totalA),
        us(row.totalB),
        placeCell(row),
      ];
    }),
    note: `${words.diffFunctionsNote}${note}`,
  };
}

/** Where it was measured: once where all variants were measured in one place, else side by side. */
export function placesTable({ environments, passes, setup }: ComparisonInfo): ReportTable {
  const places = setup.variants.map((_, variant) => {
    const node = passes.find((pass) => pass.variant === variant && pass.report !== null)?.report?.target.node;
    return new Map([...(node === undefined ? [] : [[words.node, node] as const]), ...machineRows(environments[variant] ?? null)]);
  });
  const names = [...new Set(places.flatMap((place) => [...place.keys()]))];
  const rows = names.map((name) => ({ name, values: places.map((place) => place.get(name)) }));
  const isEqual = (values: readonly (string | undefined)[]): boolean => new Set(values.filter((value) => value !== undefined)).size <= 1;
  if (rows.every(({ values }) => isEqual(values))) {
    const facts = rows.map(({ name, values }) => [name, shortName(values.find((value) => value !== undefined) ?? NOTHING)]);
    return { caption: words.environment, facts: true, columns: [{ title: words.name }, { title: words.value }], rows: facts };
  }
  return {
    caption: words.environment,
    columns: [{ title: words.name }, ...setup.variants.map((_, variant) => ({ title: variantLetter(variant) }))],
    rows: rows.map(({ name, values }) => [
      isEqual(values) ? name : { text: words.differs(name), tone: 'strong' },
      ...values.map((value) => shortName(value ?? NOTHING)),
    ]),
  };
}
