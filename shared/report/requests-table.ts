/** Single requests as a table: which columns the requests of a load have, and what is in them, the same on the screen and in a terminal. */
import { statusName } from '../analysis/failed-load.ts';
import { showHidden } from '../base/show-hidden.ts';
import { formatCount, formatNumber, formatSignificant, NOTHING } from '../format/figures.ts';
import { hasParts } from '../load/part-figures.ts';
import { BY_FUNCTION, type RequestSort, VALUES } from '../load/request-selection.ts';
import { DEFAULT_CLIENT } from '../model/clients/client.ts';
import { type ClientKind, knowsIntended } from '../model/clients.ts';
import { levelOfPhase, phasesOfSweep } from '../model/load/levels.ts';
import { LEVELS_OF_SEARCH, MOST_LEVELS } from '../model/load/search-plan.ts';
import { partsOfLoad, requestsOfUser } from '../model/load-models.ts';
import { errorKindOf, isAsExpected, type RequestBatch } from '../model/run.ts';
import type { RequestRows } from '../model/series.ts';
import type { Load } from '../model/setup/setup.ts';
import { tellErrorKind } from '../phrases/kept-responses.ts';
import { text } from '../words/words.ts';
import type { Cell, ReportTable } from './table.ts';

const US_PER_MS = 1_000;
const US_PER_S = 1_000_000;

export type ListedRows = RequestBatch & Pick<RequestRows, 'inFunction'>;

export interface RequestColumn {
  readonly by: RequestSort | typeof BY_FUNCTION;
  readonly title: string;
  readonly numeric: boolean;
  readonly cell: (rows: ListedRows, row: number) => Cell;
}

/** A load with the requests of its plan, if it has one. */
export type ListedLoad = Load & {
  readonly client?: ClientKind;
  readonly plan?: { readonly requests: readonly { readonly name: string }[] };
};

/** What the requests of a plan are called; empty: there is one. */
export function requestNames({ plan }: ListedLoad): readonly string[] {
  return plan === undefined || plan.requests.length < 2 ? [] : plan.requests.map(({ name }) => showHidden(name));
}

/** The columns that differ between requests of this load. `hasFunction`: the CPU time of one function in each of them is known. */
export function requestColumns(load: ListedLoad, hasFunction = false): readonly RequestColumn[] {
  const names = requestNames(load);
  const parts = requestParts(load);
  const scheduled = knowsIntended({ load, client: { kind: load.client ?? DEFAULT_CLIENT } });
  return [
    figure('arrival', (us) => formatNumber(us / US_PER_S, 3)),
    { by: 'status', title: text('run.requests.column.status'), numeric: false, cell: (rows, row) => outcomeCell(rows, row) },
    ...(names.length === 0 ? [] : [named('request', text('run.parts.request'), names)]),
    ...(parts === null ? [] : [{ ...named('phase', parts.title, parts.names), numeric: true }]),
    time('latency'),
    ...(hasFunction ? [IN_FUNCTION] : []),
    ...(scheduled ? [time('service'), time('lateness')] : []),
    time('connect'),
    time('firstByte'),
    figure('bytes', formatCount),
    // A small window has no room for all of them.
    ...(names.length > 0 && scheduled ? [] : [figure('connection', formatCount)]),
    ...(requestsOfUser(load) !== null ? [figure('user', formatCount)] : []),
  ];
}

function named(by: 'request' | 'phase', title: string, names: readonly string[]): RequestColumn {
  return { by, title, numeric: false, cell: (rows, row) => names[rows[by][row]!] ?? NOTHING };
}

function figure(by: Exclude<RequestSort, 'status' | 'phase' | 'request'>, format: (value: number) => string): RequestColumn {
  return { by, title: text(`run.requests.column.${by}`), numeric: true, cell: (rows, row) => format(VALUES[by](rows, row)) };
}

const IN_FUNCTION: RequestColumn = {
  by: BY_FUNCTION,
  get title() {
    return text('run.requests.column.function');
  },
  numeric: true,
  cell: ({ inFunction }, row) => formatNumber((inFunction?.[row] ?? Number.NaN) / US_PER_MS, 2),
};

/** To a hundredth of a millisecond, so that a column of them lines up. */
function time(by: 'latency' | 'service' | 'lateness' | 'connect' | 'firstByte'): RequestColumn {
  return figure(by, (us) => formatNumber(us / US_PER_MS, 2));
}

/** A status, or what went wrong. */
function outcomeCell(rows: RequestBatch, row: number): Cell {
  const status = rows.status[row]!;
  const says = tellOutcome(status);
  const told = rows.stale[row] === 0 ? says : text('run.requests.untimed', { outcome: says });
  return isAsExpected(status, rows.unmet[row]) ? told : { text: told, tone: 'bad' };
}

/** "200", "503 Service Unavailable", "TIMEOUT: no complete response in time". */
export function tellOutcome(status: number): string {
  const kind = errorKindOf(status);
  if (kind !== null) return text('run.responses.failed', { kind, what: tellErrorKind(kind) });
  const name = statusName(String(status));
  return name === undefined ? String(status) : text('run.requests.statusNamed', { status: String(status), name });
}

export interface RequestParts {
  readonly title: string;
  /** By the number in the rows. */
  readonly names: readonly string[];
}

/** The phases or levels that requests belong to; null: the load has neither. */
export function requestParts(load: Load): RequestParts | null {
  const parts = partsOfLoad(load);
  if (parts === null || !hasParts(load)) return null;
  if (parts.are === 'levels') {
    const { of, values } = parts.levels;
    const title = text(of === 'rate' ? 'run.parts.rate' : 'run.parts.connections');
    if (parts.search !== undefined) return { title, names: namesOfSearch() };
    const again = (name: string, nth: number): string => (nth === 0 ? name : text('run.parts.again', { level: name }));
    const names = Array.from({ length: phasesOfSweep({ values }) }, (_, phase) => {
      const place = levelOfPhase(phase, values.length);
      return again(formatSignificant(values[place.level]!), place.again);
    });
    return { title, names };
  }
  const names = parts.schedule.phases.map(({ from, to }) =>
    from === to ? formatSignificant(from) : text('run.parts.ramp', { from: formatSignificant(from), to: formatSignificant(to) }),
  );
  return { title: text('run.parts.rate'), names };
}

let searched: readonly string[] | null = null;

/** Of all phases that a search may have: it has the same rates, whatever it looks for. */
function namesOfSearch(): readonly string[] {
  searched ??= Array.from({ length: (MOST_LEVELS + 1) * LEVELS_OF_SEARCH.length }, (_, phase) =>
    formatSignificant(LEVELS_OF_SEARCH[phase % LEVELS_OF_SEARCH.length]!),
  );
  return searched;
}

export function requestsTable(load: ListedLoad, rows: ListedRows): ReportTable {
  const columns = requestColumns(load, rows.inFunction !== undefined);
  return {
    caption: text('run.tab.requests'),
    columns: columns.map(({ title, numeric }) => ({ title, numeric })),
    rows: Array.from(rows.status, (_, row) => columns.map(({ cell }) => cell(rows, row))),
  };
}
