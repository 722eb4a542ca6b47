/** The table by route: which of them eats the machine. */
import { chooseTimeUnit, formatCount, formatNumber, formatSignificant, NOTHING, type TimeUnit } from '../format/figures.ts';
import { percentOf } from '../format/percent-of.ts';
import { showHidden } from '../format/show-hidden.ts';
import type { Distribution } from '../model/distribution.ts';
import type { RouteFigures, RoutesFigures, RunReport } from '../model/report.ts';
import type { Percent } from '../model/units.ts';
import { text } from '../words/words.ts';
import { percentileCell } from './run-tables.ts';
import type { Cell, ReportTable } from './table.ts';

const PERCENTILES = [50, 99] as const;

export interface RouteRow {
  readonly name: string;
  /** Null: what belongs to no route. */
  readonly figures: RouteFigures | null;
  readonly share: Percent | null;
}

/** Routes, and below them what belongs to none. */
export function routeRows({ routes, activeMs, outsideMs, collectorMs, unfinishedMs, unknownMs }: RoutesFigures): RouteRow[] {
  const rest = (name: 'outside' | 'collector' | 'unfinished' | 'unknown', ms: number): RouteRow => ({
    name: text(`run.routes.${name}`),
    figures: null,
    share: activeMs === 0 ? null : percentOf(ms, activeMs),
  });
  return [
    ...routes.map((figures): RouteRow => ({ name: showHidden(figures.route), figures, share: figures.share })),
    rest('outside', outsideMs),
    rest('collector', collectorMs),
    ...(unfinishedMs > 0 ? [rest('unfinished', unfinishedMs)] : []),
    ...(unknownMs > 0 ? [rest('unknown', unknownMs)] : []),
  ];
}

/** Null: samples are not told apart by requests. */
export function routesTable({ routes }: Pick<RunReport, 'routes'>): ReportTable | null {
  if (!routes) return null;
  const cpu = unitOf(routes.routes.map(({ cpuMs }) => cpuMs));
  const server = unitOf(routes.routes.map(({ serverMs }) => serverMs));
  const numeric = (title: string) => ({ title, numeric: true });
  const percentile =
    (of: 'run.routes.cpuAt' | 'run.routes.serverAt', { unit }: TimeUnit) =>
    (key: number) =>
      numeric(text(of, { percentile: String(key), unit }));
  return {
    caption: text('run.routes.title'),
    columns: [
      { title: text('run.routes.route') },
      numeric(text('run.routes.requests')),
      numeric(text('run.routes.failed')),
      numeric(text('run.routes.share')),
      numeric(text('run.routes.cpuMean', { unit: cpu.unit })),
      ...PERCENTILES.map(percentile('run.routes.cpuAt', cpu)),
      ...PERCENTILES.map(percentile('run.routes.serverAt', server)),
    ],
    rows: routeRows(routes).map(({ name, figures, share }) => [
      name,
      figures === null ? NOTHING : formatCount(figures.requests),
      failedCell(figures),
      shareText(share, routes.samples),
      figures?.cpuMs ? formatSignificant(figures.cpuMs.mean * cpu.perMs) : NOTHING,
      ...PERCENTILES.map((key) => ofRequests(figures?.cpuMs, key, cpu)),
      ...PERCENTILES.map((key) => ofRequests(figures?.serverMs, key, server)),
    ]),
    note: routesNote(routes),
  };
}

/** `41.2 ±1.4`: the 95 % confidence interval of a share of `samples` samples, 1.96 sqrt(p (1 - p) / n). */
export function shareText(share: Percent | null, samples: number): string {
  if (share === null || samples === 0) return NOTHING;
  const p = share / 100;
  const half = 196 * Math.sqrt((p * (1 - p)) / samples);
  return text('run.routes.shareValue', { share: formatNumber(share, 1), half: formatNumber(half, 1) });
}

export function routesNote({ samples, lost }: RoutesFigures): string {
  return [text('run.routes.note', { samples }), ...(lost > 0 ? [text('run.routes.lost', { count: lost })] : [])].join(' ');
}

function unitOf(all: readonly (Distribution | null)[]): TimeUnit {
  return chooseTimeUnit(Math.max(0, ...all.map((one) => one?.percentiles['99'] ?? 0)));
}

function failedCell(figures: RouteFigures | null): Cell {
  if (figures === null) return NOTHING;
  return figures.failed > 0 ? { text: formatCount(figures.failed), tone: 'bad' } : formatCount(0);
}

function ofRequests(of: Distribution | null | undefined, percentile: number, unit: TimeUnit): Cell {
  return of ? percentileCell(of, percentile, unit) : NOTHING;
}
