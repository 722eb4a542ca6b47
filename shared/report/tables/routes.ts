/** The table by route: which of them uses the CPU, or only how long its requests were in the server. */
import { countsTwice } from '../../analysis/costliest-route.ts';
import { percentOf } from '../../base/percent-of.ts';
import { showHidden } from '../../base/show-hidden.ts';
import type { Milliseconds, Percent } from '../../base/units.ts';
import { chooseTimeUnit, formatCount, formatMs, formatSignificant, NOTHING, type TimeUnit } from '../../format/figures.ts';
import type { Distribution } from '../../model/distribution.ts';
import type { RouteFigures, RoutesCpu, RoutesFigures, RunReport } from '../../model/report.ts';
import { nameOfRoute } from '../../phrases/route-name.ts';
import { marginOf } from '../../profile/time/share-interval.ts';
import { text } from '../../words/words.ts';
import type { Cell, ReportTable, TableColumn } from '../table.ts';
import { badCell, percentileCell, shareWithMargin } from './columns.ts';
import { planTable } from './parts.ts';
import { ALL, type RunTable } from './run-table.ts';

const PERCENTILES = [50, 99] as const;

export interface RouteRow {
  readonly name: string;
  /** Null: what belongs to no route. */
  readonly figures: RouteFigures | null;
  /** CPU time; null: not known. */
  readonly ms: Milliseconds | null;
  /** Null: not known, or not of a request. */
  readonly share: Percent | null;
}

/** Routes, below them what they share, and then what belongs to none. */
export function routeRows(all: RoutesFigures): RouteRow[] {
  const { routes, cpu } = all;
  return [
    ...routes.map((figures): RouteRow => ({ name: nameOfRoute(figures), figures, ms: figures.onCpuMs, share: figures.share })),
    ...(cpu === null ? [] : [...rowsOfShared(all), ...rowsOfNone(all, cpu)]),
  ];
}

function rowsOfShared({ shared }: RoutesFigures): RouteRow[] {
  return (shared ?? []).map(({ name, ms, share }) => ({
    name: text('run.routes.shared', { name: showHidden(name) }),
    figures: null,
    ms,
    share,
  }));
}

function rowsOfNone({ afterResponseMs }: RoutesFigures, cpu: RoutesCpu): RouteRow[] {
  const { requestsMs, outsideMs, collectorMs, unfinishedMs, unknownMs } = cpu;
  const row = (name: 'after' | 'outside' | 'collector' | 'unfinished' | 'unknown', ms: number, isInBase: boolean): RouteRow => ({
    name: text(`run.routes.${name}`),
    figures: null,
    ms,
    share: !isInBase || requestsMs === 0 ? null : percentOf(ms, requestsMs),
  });
  return [
    ...(afterResponseMs ? [row('after', afterResponseMs, true)] : []),
    ...(unfinishedMs > 0 ? [row('unfinished', unfinishedMs, true)] : []),
    row('outside', outsideMs, false),
    row('collector', collectorMs, false),
    ...(unknownMs > 0 ? [row('unknown', unknownMs, false)] : []),
  ];
}

/** A column of figures, with the cell of a row. */
interface Figure extends Pick<TableColumn, 'title' | 'share'> {
  cell(row: RouteRow): Cell;
}

/** Null: nothing is known of requests in the server. */
export function routesTable({ routes, requests }: Pick<RunReport, 'routes' | 'requests'>): ReportTable | null {
  if (!routes) return null;
  const { cpu } = routes;
  const figures: Figure[] = [
    {
      title: text('run.routes.requests'),
      share: 7.5,
      cell: ({ figures }) => (figures === null ? NOTHING : formatCount(figures.requests)),
    },
    { title: text('run.routes.failed'), share: 6, cell: ({ figures }) => (figures === null ? NOTHING : badCell(figures.failed)) },
    ...(cpu === null ? [] : cpuColumns(routes, cpu)),
    ...serverColumns(routes.routes),
  ];
  return {
    caption: text(cpu === null ? 'run.routes.titleOfSpans' : 'run.routes.title'),
    columns: [
      { title: text('run.routes.route'), share: 22 },
      ...figures.map(({ title, share }) => ({ title, numeric: true, ...(share === undefined ? {} : { share }) })),
    ],
    rows: routeRows(routes).map((row) => [row.name, ...figures.map(({ cell }) => cell(row))]),
    note: routesNote(routes, countsTwice({ routes, requests })),
  };
}

function cpuColumns({ routes, isCpuTime }: RoutesFigures, { samples, activeMs }: RoutesCpu): Figure[] {
  const unit = unitOf(routes.map(({ cpuMs }) => cpuMs));
  const all = chooseTimeUnit(activeMs);
  return [
    { title: text('run.routes.share'), cell: ({ share }) => shareCell(share, samples) },
    {
      title: text('run.routes.sum', { unit: all.unit }),
      cell: ({ ms }) => (ms === null ? NOTHING : formatSignificant(ms * all.perMs)),
    },
    {
      title: text(isCpuTime ? 'run.routes.cpuMean' : 'run.routes.mainMean', { unit: unit.unit }),
      cell: ({ figures }) => (figures?.cpuMs ? formatSignificant(figures.cpuMs.mean * unit.perMs) : NOTHING),
    },
    ...PERCENTILES.map((key) => ({
      title: text(isCpuTime ? 'run.routes.cpuAt' : 'run.routes.mainAt', { percentile: String(key), unit: unit.unit }),
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

function shareCell(share: Percent | null, samples: number): Cell {
  const half = share === null ? null : marginOf(share, samples);
  return share === null || half === null ? NOTHING : shareWithMargin(share, half);
}

function routesNote({ routes, cpu, shared, isCpuTime, lost, cost }: RoutesFigures, isTwice: boolean): string {
  const note =
    cpu === null ? text('run.routes.noteOfSpans') : text('run.routes.note', { samples: cpu.samples, is: isCpuTime ? 'cpu' : 'main' });
  const isMixed = routes.some(({ requests, failed }) => failed > 0 && failed < requests);
  const sharing = [
    ...(isMixed ? [text('run.routes.noteOfMixed')] : []),
    ...(isTwice ? [text('run.routes.noteOfTwice')] : []),
    ...(cpu !== null && !shared ? [text('run.routes.noteOfOld')] : []),
    ...(shared && shared.length > 0 ? [text('run.routes.noteOfShared')] : []),
  ];
  const ofCost = cost === undefined ? [] : [tellCost(cost)];
  return [
    ...(cpu === null ? ofCost : []),
    note,
    ...sharing,
    ...(cpu === null ? [] : ofCost),
    ...(lost > 0 ? [text('run.routes.lost', { count: lost })] : []),
  ].join(' ');
}

/** What telling requests apart took, and whether it was given up for that. */
export function tellCost({ timePercent, cpuPercent, givenUpAtMs }: NonNullable<RoutesFigures['cost']>): string {
  // Of the time of the thread it is as much as the load was just then.
  if (givenUpAtMs === null) return text('run.routes.cost', { cpu: formatSignificant(cpuPercent) });
  const when = givenUpAtMs < 0 ? 'warmup' : 'run';
  return text('run.routes.givenUp', { time: formatSignificant(timePercent), when, at: formatMs(Math.max(0, givenUpAtMs)) });
}

function unitOf(all: readonly (Distribution | null)[]): TimeUnit {
  return chooseTimeUnit(Math.max(0, ...all.map((one) => one?.percentiles['99'] ?? 0)));
}

function ofRequests(of: Distribution | null | undefined, percentile: number, unit: TimeUnit): Cell {
  return of ? percentileCell(of, percentile, unit) : NOTHING;
}

export const ROUTES: RunTable = {
  id: 'routes',
  section: 'routes',
  of: routesTable,
  on: { terminal: ALL, html: ALL, markdown: ALL },
  key: 'runs[].routes',
  alone: { none: () => text('run.routes.notAsked') },
};

/** The heaviest first: by CPU time where it is told apart by request, else by how often each was sent; null: there is one request. */
export const HEAVIEST_REQUESTS: RunTable = {
  id: 'heaviest-requests',
  section: 'requests',
  of: ({ routes, requests, byRequest = [] }) =>
    (routes?.cpu ? routesTable({ routes, requests }) : null) ??
    planTable({ requests, byRequest: [...byRequest].sort((one, other) => other.share - one.share) }),
  on: { brief: [4, 4] },
};
