/**
 * A page of the requests of a run in an order, out of any number of rows: those that come first are kept in a heap, in typed arrays, while
 * the rows pass once. The last of those kept is on top, so that a row that comes after it needs one comparison.
 */
import type { Milliseconds } from '../base/units.ts';
import {
  ABSENT,
  DROPPED,
  ERROR_KINDS,
  FIRST_HTTP_STATUS,
  isAsExpected,
  NO_CONNECTION,
  REQUEST_COLUMNS,
  type RequestBatch,
} from '../model/run.ts';
import type { RequestRows } from '../model/series.ts';
import { allocateRows, intendedOf, latenessOf, rowCount } from './request-rows.ts';

const US_PER_MS = 1_000;

/** How many can be asked for at once, and how many may be left out before them: each of these is kept. */
export const MOST_REQUESTS = 1_000;
export const MOST_REQUESTS_BEFORE = 100_000;

/** `wrong`: failed, or a status that was not expected. */
export const OUTCOMES = ['all', 'expected', 'wrong', ...ERROR_KINDS] as const;
/** A number is a status. */
export type Outcome = (typeof OUTCOMES)[number] | number;

/** Null: any. */
export interface RequestFilter {
  readonly outcome: Outcome;
  readonly slowerThanMs: Milliseconds | null;
  readonly fasterThanMs: Milliseconds | null;
  /** Which request of the plan, from 0. */
  readonly request: number | null;
  /** Which phase of the schedule, or level of the sweep, from 0. */
  readonly phase: number | null;
}

export const REQUEST_SORTS = [
  'arrival',
  'status',
  'latency',
  'service',
  'lateness',
  'connect',
  'firstByte',
  'bytes',
  'connection',
  'user',
  'request',
  'phase',
] as const;
export type RequestSort = (typeof REQUEST_SORTS)[number];

/** What they are sorted by where a function is asked about: its CPU time for each of them. */
export const BY_FUNCTION = 'function';

export interface RequestOrder {
  readonly by: RequestSort | typeof BY_FUNCTION;
  readonly descending: boolean;
}

type ValueOf = (batch: RequestBatch, row: number) => number;

const NOT_KNOWN: ValueOf = () => Number.NaN;

/** Those of a request that was not sent say nothing, nor do those that a client measured from an earlier request. */
const isTimed = (batch: RequestBatch, row: number): boolean => batch.status[row] !== DROPPED && batch.stale[row] === 0;

/** What is sorted by and shown; NaN: there is none. Times in µs. */
export const VALUES: { readonly [S in RequestSort]: ValueOf } = {
  arrival: intendedOf,
  status: (batch, row) => batch.status[row]!,
  latency: (batch, row) => (isTimed(batch, row) ? batch.latency[row]! : Number.NaN),
  service: (batch, row) => (isTimed(batch, row) ? Math.max(0, batch.latency[row]! - latenessOf(batch, row)) : Number.NaN),
  lateness: (batch, row) => (batch.status[row] === DROPPED ? Number.NaN : latenessOf(batch, row)),
  connect: (batch, row) => valueOr(batch.connect[row]!, ABSENT),
  firstByte: (batch, row) => (isTimed(batch, row) ? valueOr(batch.firstByte[row]!, ABSENT) : Number.NaN),
  bytes: (batch, row) => (batch.status[row] === DROPPED ? Number.NaN : batch.bytes[row]!),
  connection: (batch, row) => valueOr(batch.connection[row]!, NO_CONNECTION),
  user: (batch, row) => valueOr(batch.user[row]!, NO_CONNECTION),
  request: (batch, row) => batch.request[row]!,
  phase: (batch, row) => batch.phase[row]!,
};

const valueOr = (value: number, absent: number): number => (value === absent ? Number.NaN : value);

/** Whether a row is wanted. */
export function matcherOf({
  outcome,
  slowerThanMs,
  fasterThanMs,
  request,
  phase,
}: RequestFilter): (batch: RequestBatch, row: number) => boolean {
  const hasOutcome = outcomeMatcher(outcome);
  const aboveUs = slowerThanMs === null ? null : slowerThanMs * US_PER_MS;
  const belowUs = fasterThanMs === null ? null : fasterThanMs * US_PER_MS;
  return (batch, row) =>
    hasOutcome(batch.status[row]!, batch.unmet[row]!) &&
    (aboveUs === null || VALUES.latency(batch, row) > aboveUs) &&
    (belowUs === null || VALUES.latency(batch, row) < belowUs) &&
    (request === null || batch.request[row] === request) &&
    (phase === null || batch.phase[row] === phase);
}

function outcomeMatcher(outcome: Outcome): (status: number, unmet: number) => boolean {
  if (outcome === 'all') return () => true;
  if (outcome === 'expected') return isAsExpected;
  if (outcome === 'wrong') return (status, unmet) => status !== DROPPED && !isAsExpected(status, unmet);
  if (typeof outcome === 'number') return (status) => status === outcome;
  const wanted = 1 + ERROR_KINDS.indexOf(outcome);
  if (outcome !== 'OTHER') return (status) => status === wanted;
  // Kinds of a later version count as it, too.
  return (status) => status < FIRST_HTTP_STATUS && (status === wanted || status > ERROR_KINDS.length);
}

type Columns = readonly (Float64Array | Uint32Array | Uint16Array)[];

/** By place: reading them by name for each row takes ten times as long. */
const columnsOf = (batch: RequestBatch): Columns => REQUEST_COLUMNS.map(({ name }) => batch[name]);

/** Collects the first `most` rows of an order. Rows with equal values stay in order of completion; those without a value come last. */
export class RequestSelection {
  /** Rows that have passed, and those of them that are wanted. */
  seen = 0;
  matched = 0;
  private kept = 0;
  /** The heap: of each place its value, the number of its row in order of completion, and where in `rows` that is kept. */
  private readonly keys: Float64Array;
  private readonly numbers: Uint32Array;
  private readonly slots: Uint32Array;
  private readonly rows: Columns;
  private readonly isWanted: (batch: RequestBatch, row: number) => boolean;
  private readonly keyOf: ValueOf;

  constructor(
    filter: RequestFilter,
    { by, descending }: RequestOrder,
    private readonly most: number,
    /** CPU time of the function that is asked about; null: it is not known of any request. */
    private readonly inFunction: ValueOf | null = null,
  ) {
    this.isWanted = matcherOf(filter);
    const sign = descending ? -1 : 1;
    const read = by === BY_FUNCTION ? (inFunction ?? NOT_KNOWN) : VALUES[by];
    this.keyOf = (batch, row) => {
      const value = read(batch, row);
      return Number.isNaN(value) ? Number.POSITIVE_INFINITY : sign * value;
    };
    this.keys = new Float64Array(most);
    this.numbers = new Uint32Array(most);
    this.slots = new Uint32Array(most);
    this.rows = columnsOf(allocateRows(most));
  }

  /** `isInside`: of the window, if there is one. */
  add(batch: RequestBatch, isInside?: (batch: RequestBatch, row: number) => boolean): void {
    const columns = columnsOf(batch);
    const count = rowCount(batch);
    for (let row = 0; row < count; row++) {
      const number = this.seen++;
      if ((isInside !== undefined && !isInside(batch, row)) || !this.isWanted(batch, row)) continue;
      this.matched += 1;
      const key = this.keyOf(batch, row);
      if (this.kept < this.most) this.push(key, number, columns, row);
      // Of equal ones the earlier row is there already.
      else if (key < this.keys[0]!) this.replaceLast(key, number, columns, row);
    }
  }

  /** The rows from `offset` on, in order. */
  page(offset: number, limit: number): Omit<RequestRows, 'meta'> {
    const places = Uint32Array.from({ length: this.kept }, (_, place) => place)
      .sort((a, b) => this.compare(a, b))
      .subarray(offset, offset + limit);
    const page = allocateRows(places.length);
    const columns = columnsOf(page);
    const nth = new Uint32Array(places.length);
    places.forEach((place, at) => {
      nth[at] = this.numbers[place]!;
      copyRow(this.rows, this.slots[place]!, columns, at);
    });
    const { inFunction } = this;
    return { nth, ...page, ...(inFunction && { inFunction: Float64Array.from(nth, (_, row) => inFunction(page, row)) }) };
  }

  private push(key: number, number: number, source: Columns, row: number): void {
    const slot = this.kept++;
    copyRow(source, row, this.rows, slot);
    this.put(slot, key, number, slot);
    for (let place = slot; place > 0; ) {
      const above = (place - 1) >> 1;
      if (this.compare(above, place) > 0) break;
      this.swap(above, place);
      place = above;
    }
  }

  private replaceLast(key: number, number: number, source: Columns, row: number): void {
    const slot = this.slots[0]!;
    copyRow(source, row, this.rows, slot);
    this.put(0, key, number, slot);
    for (let place = 0; ; ) {
      const left = 2 * place + 1;
      if (left >= this.kept) return;
      const last = left + 1 < this.kept && this.compare(left + 1, left) > 0 ? left + 1 : left;
      if (this.compare(last, place) < 0) return;
      this.swap(place, last);
      place = last;
    }
  }

  /** Positive: the row at place `a` comes after that at place `b`. */
  private compare(a: number, b: number): number {
    const keyA = this.keys[a]!;
    const keyB = this.keys[b]!;
    if (keyA !== keyB) return keyA < keyB ? -1 : 1;
    return this.numbers[a]! - this.numbers[b]!;
  }

  private put(place: number, key: number, number: number, slot: number): void {
    this.keys[place] = key;
    this.numbers[place] = number;
    this.slots[place] = slot;
  }

  private swap(a: number, b: number): void {
    const key = this.keys[a]!;
    const number = this.numbers[a]!;
    const slot = this.slots[a]!;
    this.put(a, this.keys[b]!, this.numbers[b]!, this.slots[b]!);
    this.put(b, key, number, slot);
  }
}

function copyRow(source: Columns, from: number, target: Columns, to: number): void {
  for (let column = 0; column < source.length; column++) target[column]![to] = source[column]![from]!;
}
