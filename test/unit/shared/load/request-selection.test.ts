/** Pages of requests equal those of a plain stable sort of all rows, whatever the order, the filter, and how the rows are cut into batches. */
import { expect, test } from 'vitest';
import { allocateRows, sliceRows } from '../../../../shared/load/request-rows.ts';
import {
  matcherOf,
  OUTCOMES,
  REQUEST_SORTS,
  type RequestFilter,
  RequestSelection,
  type RequestSort,
  VALUES,
} from '../../../../shared/load/request-selection.ts';
import { ABSENT, DROPPED, ERROR_KINDS, NO_CONNECTION, type RequestBatch } from '../../../../shared/model/run.ts';
import { seededRandom } from '../../../helpers/random.ts';
import { ALL_REQUESTS } from '../../../helpers/request-filters.ts';

/** Few distinct values, so that many are equal; every value can be missing. */
function makeRows(count: number, random: () => number): RequestBatch {
  const rows = allocateRows(count);
  const below = (limit: number): number => Math.floor(random() * limit);
  for (let row = 0; row < count; row++) {
    rows.intended[row] = row * 10 - below(50);
    rows.start[row] = rows.intended[row]! + below(3);
    rows.latency[row] = below(40) * 1_000;
    rows.status[row] = [200, 200, 200, 304, 404, 503, DROPPED, 1, 3, 98][below(10)]!;
    rows.connect[row] = random() < 0.9 ? ABSENT : below(20);
    rows.firstByte[row] = random() < 0.2 ? ABSENT : below(30);
    rows.bytes[row] = below(5);
    rows.connection[row] = random() < 0.1 ? NO_CONNECTION : below(8);
    rows.user[row] = below(8);
    rows.request[row] = below(3);
    rows.phase[row] = below(4);
    rows.stale[row] = random() < 0.05 ? 1 : 0;
  }
  return rows;
}

function naive(rows: RequestBatch, filter: RequestFilter, { by, descending }: { by: RequestSort; descending: boolean }): number[] {
  const isWanted = matcherOf(filter);
  const wanted = Array.from(rows.status.keys()).filter((row) => isWanted(rows, row));
  const value = (row: number): number => VALUES[by](rows, row);
  return wanted.sort((a, b) => {
    const missing = Number(Number.isNaN(value(a))) - Number(Number.isNaN(value(b)));
    return missing || (Number.isNaN(value(a)) ? 0 : (value(a) - value(b)) * (descending ? -1 : 1));
  });
}

test('any page of any order is that of a stable sort of all rows, missing values last', () => {
  const random = seededRandom(11);
  const below = (limit: number): number => Math.floor(random() * limit);
  const orNull = <T>(value: T): T | null => (random() < 0.6 ? null : value);
  for (let round = 0; round < 400; round++) {
    const rows = makeRows(below(300), random);
    const filter: RequestFilter = {
      outcome: [...OUTCOMES, 200, 503][below(OUTCOMES.length + 2)]!,
      slowerThanMs: orNull(below(30)),
      fasterThanMs: orNull(below(30)),
      request: orNull(below(3)),
      phase: orNull(below(4)),
    };
    const order = { by: REQUEST_SORTS[below(REQUEST_SORTS.length)]!, descending: random() < 0.5 };
    const [offset, limit] = [below(40), 1 + below(60)];
    const selection = new RequestSelection(round % 2 === 0 ? filter : ALL_REQUESTS, order, offset + limit);
    const count = rows.status.length;
    for (let at = 0; at < count; ) {
      const end = Math.min(count, at + 1 + below(70));
      selection.add(sliceRows(rows, at, end));
      // Looking in between changes nothing.
      selection.page(offset, limit);
      at = end;
    }
    const all = naive(rows, round % 2 === 0 ? filter : ALL_REQUESTS, order);
    const { nth, ...columns } = selection.page(offset, limit);
    expect([...nth]).toEqual(all.slice(offset, offset + limit));
    expect([selection.matched, selection.seen]).toEqual([all.length, count]);
    for (const name of ['start', 'latency', 'status', 'user'] as const)
      expect([...columns[name]]).toEqual([...nth].map((row) => rows[name][row]!));
  }
});

test('what went wrong, what was dropped, and kinds that this version does not know', () => {
  const rows = allocateRows(6);
  const timeout = 1 + ERROR_KINDS.indexOf('TIMEOUT');
  rows.status.set([200, 399, 404, timeout, DROPPED, 98]);
  const shown = (outcome: RequestFilter['outcome']): number[] => {
    const isWanted = matcherOf({ ...ALL_REQUESTS, outcome });
    return [...rows.status.keys()].filter((row) => isWanted(rows, row));
  };
  expect(shown('expected')).toEqual([0, 1]);
  expect(shown('wrong')).toEqual([2, 3, 5]);
  expect(shown('DROPPED')).toEqual([4]);
  expect(shown('OTHER')).toEqual([5]);
  expect(shown(404)).toEqual([2]);
});
