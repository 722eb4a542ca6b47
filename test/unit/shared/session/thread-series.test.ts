import { expect, test } from 'vitest';
import { type ProcessThread, type ThreadRows, timeBetween } from '../../../../shared/model/thread-times.ts';
import { RunRecording } from '../../../../shared/session/recording.ts';
import { ThreadSeries, type ThreadsEntry } from '../../../../shared/session/thread-series.ts';

const MS = 1_000;
const START = 5_000 * MS;

const thread = (series: number, change: Partial<ProcessThread> = {}): ProcessThread => ({
  series,
  kind: 'worker',
  tid: 100 + series,
  startTicks: 7,
  thread: series,
  title: '',
  start: START,
  ended: false,
  ...change,
});

/** Each row: series, end after START in ms, ran and waited in ms. */
function rowsOf(...rows: readonly (readonly [number, number, number, number, number?])[]): ThreadRows {
  return {
    series: rows.map(([series]) => series),
    end: rows.map(([, end]) => START + end * MS),
    ran: rows.map(([, , ran]) => ran * MS),
    waited: rows.map(([, , , waited]) => waited * MS),
    stopped: rows.map(([, , , , stopped = 0]) => stopped),
  };
}

const entry = (rows: ThreadRows, threads: readonly ProcessThread[] = [thread(1), thread(2)]): ThreadsEntry => ({
  pid: 42,
  by: 'kernel',
  start: START,
  threads,
  rows,
});

test('the time of a thread within a window counts intervals at its edges by their part', () => {
  const series = new ThreadSeries();
  series.add(entry(rowsOf([1, 50, 40, 10], [1, 100, 20, 0], [1, 150, 0, 0], [1, 1_150, 0, 0, 1], [1, 1_200, 50, 0])));
  const { intervals } = series.of(42)!.threads[0]!;
  expect(timeBetween(intervals, START + 25 * MS, START + 75 * MS)).toEqual({
    ranUs: 30 * MS,
    waitedUs: 5 * MS,
    stoppedUs: 0,
    seenUs: 50 * MS,
  });
  expect(timeBetween(intervals, 0, Number.POSITIVE_INFINITY)).toEqual({
    ranUs: 110 * MS,
    waitedUs: 10 * MS,
    stoppedUs: 1_000 * MS,
    seenUs: 1_200 * MS,
  });
});

test('what becomes known of a thread later replaces what was known before', () => {
  const series = new ThreadSeries();
  series.add(entry(rowsOf([1, 50, 40, 0]), [thread(1, { kind: 'not told apart' })]));
  series.add(entry(rowsOf([1, 100, 40, 0]), [thread(1, { kind: 'worker', title: 'resizer' })]));
  const [known] = series.of(42)!.threads;
  expect([known?.thread.title, known?.intervals.end.length]).toEqual(['resizer', 2]);
});

test('time in which a thread did nothing is one interval, and rows of unknown threads or out of order are left out', () => {
  const series = new ThreadSeries();
  series.add(entry(rowsOf([1, 50, 40, 0], [1, 100, 0, 0], [1, 150, 0, 0], [1, 120, 9, 0], [9, 150, 9, 0], [1, 200, 1, 0])));
  expect([...series.of(42)!.threads[0]!.intervals.end].map((end) => (end - START) / MS)).toEqual([50, 150, 200]);
  expect(series.of(43)).toBeNull();
});

test('a long run keeps its sums in bounded memory, and a stop stays apart', () => {
  const series = new ThreadSeries(100);
  for (let at = 1; at <= 1_000; at++)
    series.add(entry(rowsOf([0, at * 50, 30, 0], [1, at * 50, 20, 1], [2, at * 50, 10, 0, at === 500 ? 1 : 0])));
  expect(series.rows).toBeLessThanOrEqual(100);
  const { whole, threads } = series.of(42)!;
  const all = [whole, ...threads.map((one) => one.intervals)].map((one) => timeBetween(one, 0, Number.POSITIVE_INFINITY));
  expect(all.map(({ ranUs }) => ranUs)).toEqual([30_000 * MS, 20_000 * MS, 10_000 * MS]);
  expect(all.map(({ stoppedUs }) => stoppedUs)).toEqual([0, 0, 50 * MS]);
  expect(series.table().end).toHaveLength(series.rows);
});

test('a recording takes the entry and gives it back by process', () => {
  const recording = new RunRecording();
  recording.apply({ type: 'thread-times', ...entry(rowsOf([0, 50, 45, 0], [1, 50, 40, 5])) });
  expect(recording.threadTimes(42)?.threads[0]?.intervals.waited).toEqual(Float64Array.of(5 * MS));
});

test('a process that is read from outside when its agent has gone keeps the series of its threads', () => {
  const LATER = START + 500 * MS;
  const series = new ThreadSeries();
  const main = thread(1, { kind: 'main', thread: 0, tid: 42 });
  const worker = thread(2, { kind: 'worker', thread: 3, tid: 77, title: 'resizer' });
  series.add(entry(rowsOf([0, 50, 60, 0], [1, 50, 40, 0], [2, 50, 20, 0]), [main, worker]));
  const outside = [
    { ...main, start: LATER },
    { ...thread(2, { kind: 'v8', thread: null, tid: 43 }), start: LATER },
    { ...worker, series: 3, kind: 'not told apart', thread: null, title: '', start: LATER } as const,
  ];
  series.add({ ...entry(rowsOf([0, 550, 9, 0], [1, 550, 5, 0], [2, 550, 3, 0], [3, 550, 1, 0]), outside), start: LATER });
  const told = (of: ThreadSeries) =>
    of
      .of(42)!
      .threads.map(({ thread: { kind, tid, title, start }, intervals }) => [
        ...[kind, tid, title, start - START, intervals.start - START],
        [...intervals.ran].map((ran) => ran / MS),
      ]);
  expect(told(series)).toEqual([
    ['main', 42, '', 0, 0, [40, 5]],
    ['worker', 77, 'resizer', 0, 0, [20, 1]],
    ['v8', 43, '', 500 * MS, 500 * MS, [3]],
  ]);
  const again = new ThreadSeries();
  const { pid: _, ...rows } = series.table();
  for (const process of series.describe()) again.add({ ...process, rows });
  expect(told(again)).toEqual(told(series));
});

test('of a shell that became the program, what was read from outside since its agent came is left out', () => {
  const LATER = START + 100 * MS;
  const series = new ThreadSeries();
  const shell = thread(1, { kind: 'main', thread: 0, tid: 42 });
  series.add(entry(rowsOf([0, 50, 10, 0], [1, 50, 10, 0]), [shell]));
  series.add({ ...entry(rowsOf([0, 150, 45, 0], [1, 150, 40, 0]), [{ ...shell, start: LATER }]), start: LATER });
  series.add(entry(rowsOf([0, 160, 50, 0], [1, 160, 50, 0]), []));
  const { whole, threads } = series.of(42)!;
  expect([...whole.ran].map((ran) => ran / MS)).toEqual([10, 45]);
  expect(threads.map(({ intervals }) => [...intervals.ran].map((ran) => ran / MS))).toEqual([[10, 40]]);
});
