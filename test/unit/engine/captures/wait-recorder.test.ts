import { beforeEach, expect, test } from 'vitest';
import type { WaitReport } from '../../../../electron/engine/agent/waits/wait-reader.ts';
import type { CapturedEntry, CaptureStore } from '../../../../electron/engine/captures/capture-port.ts';
import { WaitRecorder } from '../../../../electron/engine/captures/wait-recorder.ts';
import { MOST_NUMBERED } from '../../../../shared/model/served.ts';
import { MOST_WAIT_CHARACTERS, MOST_WAIT_NAMES, UNKNOWN_LINE, UNKNOWN_OWNER, WAIT_KINDS } from '../../../../shared/model/waits.ts';

const PID = 5;
let recorded: CapturedEntry[];
let recorder: WaitRecorder;

beforeEach(() => {
  recorded = [];
  const store: Pick<CaptureStore, 'record'> = { record: (entry) => recorded.push(entry) };
  recorder = new WaitRecorder(store as CaptureStore, true);
});

type Row = Readonly<Record<keyof WaitReport['columns'], number>>;

const ROW: Row = { start: 10, end: 20, line: 0, request: 1, kind: 0, to: 0, name: 1, status: 0, limit: 0 };

function report(names: readonly string[], ...rows: readonly Row[]): WaitReport {
  const columns = Object.fromEntries(Object.keys(ROW).map((name) => [name, rows.map((row) => row[name as keyof Row])]));
  return { names, lost: 0, columns: columns as unknown as WaitReport['columns'] };
}

test('rows are recorded with their process and the names that they use, also those of earlier reports', () => {
  expect(recorder.record(PID, report(['a', 'b', 'c'], ROW))).toBe(true);
  expect(recorder.record(PID, { ...report(['d'], { ...ROW, to: 3, name: 1 }), lost: 4 })).toBe(true);
  expect(recorded).toMatchObject([
    { type: 'waits', names: ['a', 'b'], rows: { to: [0], name: [1], pid: [PID], start: [10] }, lost: 0 },
    { type: 'waits', names: ['d', 'b'], rows: { to: [0], name: [1] }, lost: 4 },
  ]);
  // Those of another process are its own.
  expect(recorder.record(PID + 1, report([], ROW))).toBe(false);
});

test('where statements are not to be kept each has a number, whichever process made it', () => {
  const store: Pick<CaptureStore, 'record'> = { record: (entry) => recorded.push(entry) };
  recorder = new WaitRecorder(store as CaptureStore, false);
  const names = ['postgresql://127.0.0.1:5432', 'select a', 'COMMIT', 'select b', 'redis://127.0.0.1:6379', 'GET'];
  const rows = [ROW, { ...ROW, name: 2 }, { ...ROW, name: 3 }, { ...ROW, to: 4, name: 5 }];
  expect(recorder.record(PID, report(names, ...rows))).toBe(true);
  expect(recorder.record(PID + 1, report(['mysql', 'select b'], ROW))).toBe(true);
  const [postgres, , , , redis] = names;
  expect(recorded).toMatchObject([
    { names: [postgres, redis, '(statement 1)', 'COMMIT', '(statement 2)', 'GET'] },
    { names: ['mysql', '(statement 2)'] },
  ]);
});

test('what is not known is possible', () => {
  expect(recorder.record(PID, report(['a', 'b'], { ...ROW, line: UNKNOWN_LINE, request: UNKNOWN_OWNER }, { ...ROW, request: 0 }))).toBe(
    true,
  );
});

test.each([
  ['an end before its start', { end: 9 }],
  ['a start before any time', { start: -1 }],
  ['a time that is none', { end: Number.NaN }],
  ['a part of a microsecond', { start: 10.5 }],
  ['a line longer than any', { line: UNKNOWN_LINE + 1 }],
  ['a request beyond those that are numbered', { request: MOST_NUMBERED + 1 }],
  ['a kind that there is not', { kind: WAIT_KINDS.length }],
  ['a peer without a name', { to: 2 }],
  ['a statement without a name', { name: -1 }],
  ['a status that is none', { status: 0x1_0000 }],
  ['a limit that is none', { limit: -1 }],
])('%s is refused', (_, wrong) => {
  expect(recorder.record(PID, report(['a', 'b'], ROW, { ...ROW, ...wrong }))).toBe(false);
  expect(recorded).toEqual([]);
});

test('columns of different lengths, and more names than there may be, are refused', () => {
  const uneven = report(['a', 'b'], ROW);
  expect(recorder.record(PID, { ...uneven, columns: { ...uneven.columns, status: [] } })).toBe(false);
  expect(recorder.record(PID, report(Array<string>(MOST_WAIT_NAMES).fill('a')))).toBe(false);
  expect(recorded).toEqual([]);
});

test('names are shortened, and what is not seen in them is shown', () => {
  recorder.record(PID, report(['x'.repeat(10_000), 'a\u202eb'], ROW));
  const [{ names }] = recorded as unknown as [{ readonly names: readonly string[] }];
  expect(names[0]!.length).toBeLessThanOrEqual(MOST_WAIT_CHARACTERS);
  expect(names[1]).not.toContain('\u202e');
});
