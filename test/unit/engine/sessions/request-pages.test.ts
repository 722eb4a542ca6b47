/** Requests of a run that goes on, of one with more rows than are read at once, and of one whose rows cannot be read. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { journalSession } from '../../../../electron/engine/sessions/journal.ts';
import { type RequestQuery, requestPage } from '../../../../electron/engine/sessions/request-pages.ts';
import { completionOf, concatRows, rowCount, unpackRows } from '../../../../shared/load/request-rows.ts';
import type { RequestBatch } from '../../../../shared/model/run.ts';
import { ALL_REQUESTS } from '../../../helpers/request-filters.ts';
import { record, temporaryFolder } from '../../../helpers/session-dir.ts';
import { syntheticEntries } from '../../../helpers/synthetic-recording.ts';

const dir = temporaryFolder();
const all = [...syntheticEntries({ seed: 5, seconds: 4, rowsPerSecond: 2_000 })];
const requests = all.flatMap((entry) => (entry.type === 'requests' ? [entry] : []));
const rows = concatRows(requests.map(({ batch }) => unpackRows(batch)));

const SLOWEST: RequestQuery = {
  filter: ALL_REQUESTS,
  order: { by: 'latency', descending: true },
  window: null,
  of: null,
  offset: 0,
  limit: 10,
};
/** Longer than reading all of them takes. */
const WAIT = 60_000;

/** The slowest of the first `count` rows that are `isIn`. */
function slowest(count: number, isIn: (row: number) => boolean = () => true): number[] {
  const numbers = [...rows.status.keys()].slice(0, count).filter(isIn);
  return numbers.sort((a, b) => rows.latency[b]! - rows.latency[a]! || a - b).slice(0, 10);
}

test('while the run goes on only new rows are read, and at its end the window includes the last', async () => {
  const { recording, journal } = await record(join(dir, 'grows'), all.slice(0, all.indexOf(requests[0]!)));
  const real = journalSession(journal, recording);
  let batches = 0;
  const counted = async function* (read: AsyncIterable<RequestBatch>): AsyncGenerator<RequestBatch> {
    for await (const batch of read) {
      batches += 1;
      yield batch;
    }
  };
  const session = { ...real, growing: { ...real.growing!, rows: (from: never) => counted(real.growing!.rows(from)) } };
  let count = 0;
  for (const [at, entry] of requests.entries()) {
    recording.apply(entry);
    journal.append(entry);
    count += rowCount(entry.batch);
    if (at % 9 !== 0) continue;
    const page = await requestPage(session, SLOWEST, WAIT);
    expect({ done: page.meta.done, matched: page.meta.matched, nth: [...page.nth] }).toEqual({
      done: 1,
      matched: count,
      nth: slowest(count),
    });
  }
  expect(batches).toBeLessThanOrEqual(requests.length);
  for (const entry of all.slice(all.indexOf(requests.at(-1)!) + 1)) {
    recording.apply(entry);
    journal.append(entry);
  }
  const { durationUs } = recording;
  const window = { fromMs: durationUs / 1_000 - 500, toMs: durationUs / 1_000 };
  const last = await requestPage(session, { ...SLOWEST, window }, WAIT);
  const isIn = (row: number): boolean => completionOf(rows, row) >= window.fromMs * 1_000;
  expect([...last.nth]).toEqual(slowest(count, isIn));
  await journal.close();
});

test('an answer does not wait for all rows: it says how far it is, and asking again goes on', async () => {
  const { recording, journal } = await record(join(dir, 'long'), all);
  const opened: (() => void)[] = [];
  let reads = 0;
  const session = {
    ...journalSession(journal, recording),
    growing: undefined,
    async *rows() {
      reads += 1;
      for (const { batch } of requests) {
        yield unpackRows(batch);
        if (opened.length === 0) await new Promise<void>((open) => opened.push(open));
      }
    },
  } as unknown as Parameters<typeof requestPage>[0];
  const first = await requestPage(session, SLOWEST, 0);
  expect(first.meta.done).toBeLessThan(1);
  const some = await requestPage(session, SLOWEST, 1);
  expect(some.meta).toEqual({ matched: rowCount(requests[0]!.batch), done: expect.closeTo(rowCount(requests[0]!.batch) / rowCount(rows)) });
  opened[0]!();
  const whole = await requestPage(session, SLOWEST, WAIT);
  expect({ ...whole.meta, nth: [...whole.nth] }).toEqual({ done: 1, matched: rowCount(rows), nth: slowest(rowCount(rows)) });
  // Another part of what is kept is no other question.
  await requestPage(session, { ...SLOWEST, offset: 4, limit: 6 }, WAIT);
  expect(reads).toBe(1);
  await journal.close();
});

test('rows that cannot be read are told, and read again when they are asked for again', async () => {
  const { recording, journal } = await record(join(dir, 'broken'), all);
  let isBroken = true;
  const real = journalSession(journal, recording);
  const session = {
    ...real,
    rows() {
      if (isBroken) throw new Error('The disk is gone');
      return real.rows();
    },
  };
  await expect(requestPage(session, SLOWEST)).rejects.toThrow('The disk is gone');
  isBroken = false;
  expect((await requestPage(session, SLOWEST, WAIT)).meta.matched).toBe(rowCount(rows));
  await journal.close();
});
