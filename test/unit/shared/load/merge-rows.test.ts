import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowMerger } from '../../../../shared/load/merge-rows.ts';
import { allocateRows, packRows, unpackRows } from '../../../../shared/load/request-rows.ts';
import { ABSENT, type PackedBatch } from '../../../../shared/model/run.ts';

/** Rows of one connection that complete at these times; each takes 5. */
function batchOf(connection: number, completions: readonly number[], late = 0): PackedBatch {
  const batch = allocateRows(completions.length);
  completions.forEach((at, row) => {
    batch.start[row] = at - 5;
    batch.intended[row] = at - 5 - late;
    batch.latency[row] = 5 + late;
    batch.connect[row] = ABSENT;
    batch.status[row] = 200;
    batch.connection[row] = connection;
    batch.user[row] = connection;
  });
  return packRows(batch);
}

/** `connection@completion` */
function tell(packed: PackedBatch): string {
  const batch = unpackRows(packed);
  return Array.from(batch.intended, (intended, row) => `${batch.connection[row]}@${intended + batch.latency[row]!}`).join(' ');
}

test('rows are held back until every process has reached their time', () => {
  const merger = new RowMerger(2);
  merger.add(0, batchOf(0, [10, 30, 50]), 60);
  expect([tell(merger.take()), merger.held]).toEqual(['', 3]);
  merger.add(1, batchOf(1, [20, 40]), 45);
  expect([tell(merger.take()), merger.held]).toEqual(['0@10 1@20 0@30 1@40', 1]);
  merger.add(1, batchOf(1, []), 100);
  expect(tell(merger.take())).toBe('0@50');
  merger.add(1, batchOf(1, [110]), 120);
  merger.end(0);
  expect(tell(merger.take())).toBe('1@110');
});

test('columns that only some of the rows have are kept', () => {
  const merger = new RowMerger(2);
  merger.add(0, batchOf(0, [10, 20]), Infinity);
  merger.add(1, batchOf(1, [15], 3), Infinity);
  expect(Array.from(unpackRows(merger.take()).intended)).toEqual([5, 7, 15]);
});

test('every row leaves once and in order, however the batches arrive', () => {
  const times = fc.array(fc.integer({ min: 5, max: 1_000 }), { maxLength: 40 }).map((all) => all.sort((a, b) => a - b));
  fc.assert(
    fc.property(fc.array(times, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(3), { maxLength: 60 }), (processes, turns) => {
      const merger = new RowMerger(processes.length);
      const left = processes.map((all) => [...all]);
      const out: string[] = [];
      for (const turn of turns) {
        const process = turn % processes.length;
        const piece = left[process]!.splice(0, 1 + (turn % 3));
        if (piece.length > 0) merger.add(process, batchOf(process, piece), piece.at(-1)!);
        out.push(tell(merger.take()));
      }
      for (const [process, rest] of left.entries()) merger.add(process, batchOf(process, rest), Infinity);
      out.push(tell(merger.take()));
      const rows = out.filter((text) => text !== '').flatMap((text) => text.split(' '));
      const completions = rows.map((row) => Number(row.split('@')[1]));
      expect(completions).toEqual([...completions].sort((a, b) => a - b));
      expect([...rows].sort()).toEqual(processes.flatMap((all, process) => all.map((at) => `${process}@${at}`)).sort());
      expect(merger.held).toBe(0);
    }),
  );
});
