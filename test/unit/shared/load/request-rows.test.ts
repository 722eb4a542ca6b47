/** What follows from REQUEST_COLUMNS: each of these tests holds for a column that is added tomorrow. */
import { describe, expect, test } from 'vitest';
import { RequestLog } from '../../../../electron/engine/load/request-log.ts';
import { exportCsv } from '../../../../shared/load/export-csv.ts';
import {
  allocatePlainRows,
  allocateRows,
  blockColumns,
  columnsOfFormat,
  completionOf,
  concatRows,
  latenessOf,
  packRows,
  rowCount,
  StoredColumns,
  sliceRows,
  unpackRows,
} from '../../../../shared/load/request-rows.ts';
import { ABSENT, type PackedBatch, REQUEST_COLUMNS, type RequestBatch } from '../../../../shared/model/run.ts';
import { decodeBlock, encodeBlock } from '../../../../shared/session/blocks.ts';
import { seededRandom } from '../../../helpers/random.ts';

/** Rows whose every value is random and nowhere what it would be by default. */
function randomRows(seed: number, count: number): RequestBatch {
  const random = seededRandom(seed);
  const batch = allocateRows(count);
  for (const { name } of REQUEST_COLUMNS) for (let row = 0; row < count; row++) batch[name][row] = 1 + Math.floor(random() * 60_000);
  return batch;
}

const asText = (batch: RequestBatch): string => REQUEST_COLUMNS.map(({ name }) => `${name}: ${batch[name].join(' ')}`).join('\n');
const names = (packed: PackedBatch): string[] => Object.keys(packed);

const WITH_DEFAULT = REQUEST_COLUMNS.filter((column) => 'byDefault' in column).map(({ name }) => name);

describe('every column', () => {
  const rows = randomRows(1, 1_000);

  test('is sliced and joined', () => {
    const parts = [sliceRows(rows, 0, 1), sliceRows(rows, 1, 1), sliceRows(rows, 1, 600), sliceRows(rows, 600, 1_000)];
    expect(asText(concatRows(parts))).toBe(asText(rows));
  });

  test('survives encoding and decoding', () => {
    const columns = blockColumns(columnsOfFormat(Infinity));
    expect(asText(decodeBlock(columns, 1_000, encodeBlock(columns, 1_000, rows)))).toBe(asText(rows));
  });

  test('is sent', () => {
    expect(asText(unpackRows(packRows(rows)))).toBe(asText(rows));
  });

  test('is in the CSV if the run has it', async () => {
    async function* once() {
      yield rows;
    }
    const [head, first] = (await exportCsv(once(), columnsOfFormat(Infinity))).split('\r\n');
    // The status is two fields.
    expect(head!.split(',')).toHaveLength(REQUEST_COLUMNS.length + 1);
    expect(head!.split(',').slice(8)).toEqual(['intended_ms', 'request', 'phase', 'user', 'stale', 'unmet', 'port']);
    expect(first!.split(',')).toHaveLength(REQUEST_COLUMNS.length + 1);
    expect(first!.split(',')[8]).toBe((rows.intended[0]! / 1_000).toFixed(3));
  });

  test('is filled in by the log, for a request that differs from a closed load in everything', () => {
    const log = new RequestLog(4, 1_000_000);
    const plain = {
      index: 3,
      intended: 2e6,
      start: 2e6,
      connect: ABSENT,
      firstByte: 7,
      bytes: 8,
      request: 0,
      phase: 0,
      user: 3,
      stale: 0,
      unmet: 0,
      port: 0,
    };
    log.append(plain, 2_000_050, 200);
    const other = {
      ...plain,
      index: 1,
      intended: 3e6,
      start: 3_000_400.75,
      connect: 6,
      request: 2,
      phase: 4,
      user: 5,
      stale: 1,
      unmet: 6,
      port: 7,
    };
    log.append(other, 3_001_000, 404);
    log.append(plain, 2_000_060, 200);
    const batch = unpackRows(log.take());
    expect(REQUEST_COLUMNS.map(({ name }) => [name, ...batch[name]])).toEqual([
      ['start', 1e6, 2_000_400, 1e6],
      ['connect', ABSENT, 6, ABSENT],
      ['firstByte', 7, 7, 7],
      ['latency', 50, 1_000, 60],
      ['status', 200, 404, 200],
      ['bytes', 8, 8, 8],
      ['connection', 3, 1, 3],
      ['intended', 1e6, 2e6, 1e6],
      ['request', 0, 2, 0],
      ['phase', 0, 4, 0],
      ['user', 3, 5, 3],
      ['stale', 0, 1, 0],
      ['unmet', 0, 6, 0],
      ['port', 0, 7, 0],
    ]);
    // The next batch is none the worse for it.
    log.append({ ...plain, index: 9, user: 9 }, 2_000_070, 200);
    expect(names(packRows(unpackRows(log.take()))).filter((name) => WITH_DEFAULT.includes(name as 'user'))).toEqual([]);
  });
});

describe('columns with only default values', () => {
  test('are neither sent nor stored, and are restored when read', () => {
    const plain = allocatePlainRows(100);
    for (let row = 0; row < 100; row++) {
      plain.start[row] = row * 10.5;
      plain.connection[row] = row % 7;
    }
    const packed = packRows(plain);
    expect(names(packed).filter((name) => WITH_DEFAULT.includes(name as 'user'))).toEqual([]);
    expect(asText(unpackRows(packed))).toBe(asText(plain));
    // Copies are recognised, too, not only what is known to be the same.
    expect(names(packRows(concatRows([plain, plain])))).toEqual(names(packed));
  });

  test.each(WITH_DEFAULT)('%s is kept as soon as one row differs', (name) => {
    const rows = concatRows([allocatePlainRows(5_000)]);
    rows[name][4_999] = 7;
    expect(names(packRows(rows))).toContain(name);
    const stored = new StoredColumns();
    stored.add(packRows(allocatePlainRows(10)));
    expect(stored.names).not.toContain(name);
    stored.add(packRows(rows));
    stored.add(packRows(allocatePlainRows(10)));
    expect(stored.names).toContain(name);
  });

  test('rows of a format 2 table are complete', () => {
    const packed = packRows(allocatePlainRows(3));
    expect(names(packed)).toEqual(columnsOfFormat(2));
    expect(rowCount(unpackRows(packed))).toBe(3);
    expect(() => unpackRows({ ...packed, latency: undefined } as unknown as PackedBatch)).toThrow('latency');
  });
});

// Files of these formats are read by it: a change of this list is a mistake.
test('the columns of formats 1 and 2, as encoded', () => {
  const layout = blockColumns(columnsOfFormat(2)).map(({ name, type }) => `${name} ${type}`);
  expect(layout).toEqual([
    'start Float64',
    'connect Uint32',
    'firstByte Uint32',
    'latency Uint32',
    'bytes Uint32',
    'status Uint16',
    'connection Uint16',
  ]);
});

//   intended      start            end
//   |--- 400 -----|----- 600 ------|
test('latency counts from the intended start', () => {
  const batch = allocateRows(1);
  batch.intended[0] = 1_000;
  batch.start[0] = 1_400;
  batch.latency[0] = 1_000;
  expect([completionOf(batch, 0), latenessOf(batch, 0)]).toEqual([2_000, 400]);
  const closed = allocatePlainRows(1);
  closed.start[0] = 1_000;
  closed.latency[0] = 250;
  expect([completionOf(closed, 0), latenessOf(closed, 0)]).toEqual([1_250, 0]);
});
