/** The table by route: which of them uses the CPU, or only how long its requests were in the server. */
import { chooseTimeUnit, formatCount, formatNumber, formatSignificant, NOTHING, type TimeUnit } from '../format/figures.ts';
import { percentOf } from '../format/percent-of.ts';
import { showHidden } from '../format/show-hidden.ts';
import type { Distribution } from '../model/distribution.ts';
import type { RouteFigures, RoutesCpu, RoutesFigures, RunReport } from '../model/report.ts';
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
export function routeRows({ routes, cpu }: RoutesFigures): RouteRow[] {
  return [
    ...routes.map((figures): RouteRow => ({ name: showHidden(figures.route), figures, share: figures.share })),
    ...(cpu === null ? [] : rowsOfNone(cpu)),
  ];
}

function rowsOfNone({ activeMs, outsideMs, collectorMs, unfinishedMs, unknownMs }: RoutesCpu): RouteRow[] {
  const row = (name: 'outside' | 'collector' | 'unfinished' | 'unknown', ms: number): RouteRow => ({
    name: text(`run.routes.${name}`),
    figures: null,
    share: activeMs === 0 ? null : percentOf(ms, activeMs),
  });
  return [
    row('outside', outsideMs),
    row('collector', collectorMs),
    ...(unfinishedMs > 0 ? [row('unfinished', unfinishedMs)] : []),
    ...(unknownMs > 0 ? [row('unknown', unknownMs)] : []),
  ];
}

/** A column of figures, with the cell of a row. */
interface Figure {
  readonly title: string;
  cell(row: RouteRow): Cell;
}

/** Null: nothing is known of requests in the server. */
export function routesTable({ routes }: Pick<RunReport, 'routes'>): ReportTable | null {
  if (!routes) return null;
  const { cpu } = routes;
  const figures: Figure[] = [
    {
      title: text('run.routes.requests'),
      cell: ({ figures }) => (figures === null ? NOTHING : formatCount(figures.requests)),
    },
    { title: text('run.routes.failed'), cell: ({ figures }) => failedCell(figures) },
    ...(cpu === null ? [] : cpuColumns(routes.routes, cpu)),
    ...serverColumns(routes.routes),
  ];
  return {
    caption: text(cpu === null ? 'run.routes.titleOfSpans' : 'run.routes.title'),
    columns: [{ title: text('run.routes.route') }, ...figures.map(({ title }) => ({ title, numeric: true }))],
    rows: routeRows(routes).map((row) => [row.name, ...figures.map(({ cell }) => cell(row))]),
    note: routesNote(routes),
  };
}

function cpuColumns(routes: readonly RouteFigures[], { samples }: RoutesCpu): Figure[] {
  const unit = unitOf(routes.map(({ cpuMs }) => cpuMs));
  return [
    { title: text('run.routes.share'), cell: ({ share }) => shareText(share, samples) },
    {
      title: text('run.routes.cpuMean', { unit: unit.unit }),
      cell: ({ figures }) => (figures?.cpuMs ? formatSignificant(figures.cpuMs.mean * unit.perMs) : NOTHING),
    },
    ...PERCENTILES.map((key) => ({
      title: text('run.routes.cpuAt', { percentile: String(key), unit: unit.unit }),
      cell: ({ figures }: RouteRow) => ofRequests(figures?.cpuMs, key, unit),
    })),
  ];
}

function serverColumns(routes: readonly RouteFigures[]): Figure[] {
  const unit = unitOf(routes.map(({ serverMs }) => serverMs));
  return PERCENTILES.map((key) => ({
    title: text('run.routes.serverAt', { percentile: String(key), unit: unit.unit }),
    cell: ({ figures }) => ofRequests(figures?.serverMs, key, unit),
  }));
}

/** `41.2 ±1.4`: the 95 % confidence interval of a share of `samples` samples, 1.96 sqrt(p (1 - p) / n). */
export function shareText(share: Percent | null, samples: number): string {
  if (share === null || samples === 0) return NOTHING;
  const p = share / 100;
  const half = 196 * Math.sqrt((p * (1 - p)) / samples);
  return text('run.routes.shareValue', { share: formatNumber(share, 1), half: formatNumber(half, 1) });
}

export function routesNote({ cpu, lost }: RoutesFigures): string {
  const note = cpu === null ? text('run.routes.noteOfSpans') : text('run.routes.note', { samples: cpu.samples });
  return [note, ...(lost > 0 ? [text('run.routes.lost', { count: lost })] : [])].join(' ');
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
