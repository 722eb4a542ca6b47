import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tidIn, WorkerTable } from '../../../../electron/engine/agent/requests/worker-table.ts';
import { identifyOther, identifyOwn, namesPool } from '../../../../electron/engine/agent/threads/thread-identity.ts';
import { type Identity, ThreadPoller } from '../../../../electron/engine/agent/threads/thread-poller.ts';
import {
  ProcThreads,
  parseSchedstat,
  type ThreadReader,
  type ThreadReading,
} from '../../../../electron/engine/agent/threads/thread-reader.ts';
import { temporaryFolder } from '../../../helpers/targets.ts';

const MS = 1_000;

/** A folder as the kernel has it for a process: its threads by number, with name, CPU and waiting in ms. */
class FakeProc {
  readonly folder = temporaryFolder();
  state = 'S';

  set(threads: Readonly<Record<number, { comm?: string; ran: number; waited?: number; start?: number }>>): void {
    const all = Object.entries(threads);
    const task = join(this.folder, 'task');
    const old = `${task}-before`;
    rmSync(old, { recursive: true, force: true });
    try {
      renameSync(task, old);
    } catch {
      // The first time there is none.
    }
    for (const [tid, { comm = 'node', ran, waited = 0, start = 100 }] of all) {
      mkdirSync(join(task, tid), { recursive: true });
      writeFileSync(join(task, tid, 'stat'), this.stat(comm, start, 0));
      writeFileSync(join(task, tid, 'comm'), `${comm}\n`);
      writeFileSync(join(task, tid, 'schedstat'), `${ran * 1e6} ${waited * 1e6} 17\n`);
    }
    const [, { ran }] = all[0]!;
    writeFileSync(join(this.folder, 'schedstat'), `${ran * 1e6} 0 17\n`);
    const whole = all.reduce((sum, [, one]) => sum + one.ran, 0);
    writeFileSync(join(this.folder, 'stat'), this.stat('node', 100, Math.floor(whole / 10)));
  }

  private stat(comm: string, start: number, ticks: number): string {
    return `1 (${comm}) ${this.state} ${[...Array.from({ length: 10 }, () => 0), ticks, 0, ...Array.from({ length: 6 }, () => 0), start].join(' ')} 0\n`;
  }
}

const LABELLED = (kind: Identity['kind']): Identity => ({ kind, thread: null, title: '' });

test('the times of threads, their names and their beginnings are read as the kernel writes them', () => {
  const proc = new FakeProc();
  proc.set({ 1: { ran: 12, waited: 3 }, 7: { comm: 'a) S (b', ran: 5, start: 130 } });
  expect(ProcThreads.of(1, proc.folder)!.read()).toEqual({
    ranUs: 10 * MS,
    isStopped: false,
    threads: [
      { tid: 1, startTicks: 100, comm: 'node', ranUs: 12 * MS, waitedUs: 3 * MS },
      { tid: 7, startTicks: 130, comm: 'a) S (b', ranUs: 5 * MS, waitedUs: 0 },
    ],
  });
});

test('a kernel without schedstat, or one that counts nothing in it, tells no threads apart', () => {
  const proc = new FakeProc();
  proc.set({ 1: { ran: 12 } });
  writeFileSync(join(proc.folder, 'schedstat'), '0 0 0\n');
  expect(ProcThreads.of(1, proc.folder)).toBeNull();
  rmSync(join(proc.folder, 'schedstat'));
  expect(ProcThreads.of(1, proc.folder)).toBeNull();
  expect(ProcThreads.ofSelf(join(proc.folder, 'none'))).toBeNull();
  for (const text of ['', 'x', '1 2', '1 2 3 4', '-1 2 3', 'secret of a file that the program has opened'])
    expect(parseSchedstat(Buffer.from(text))).toBeNull();
});

test('a process that is stopped, one that has ended and one that only waits to be collected are told', () => {
  const proc = new FakeProc();
  proc.set({ 1: { ran: 12 } });
  const reader = ProcThreads.of(1, proc.folder)!;
  for (const [state, isStopped] of [
    ['T', true],
    ['t', true],
    ['R', false],
  ] as const) {
    proc.state = state;
    proc.set({ 1: { ran: 12 } });
    expect(reader.read()?.isStopped).toBe(isStopped);
  }
  proc.state = 'Z';
  proc.set({ 1: { ran: 12 } });
  expect(reader.read()).toBeNull();
  rmSync(proc.folder, { recursive: true });
  expect(reader.read()).toBeNull();
});

/** Readings one after the other, each a poll that came at its moment. */
function pollAll(
  readings: readonly {
    at: number;
    whole: number;
    threads: readonly (Partial<ThreadReading> & { tid: number; ranUs: number })[];
    isStopped?: boolean;
  }[],
  { ownTid = null, lastOf = () => 0 }: { ownTid?: number | null; lastOf?: (tid: number) => number } = {},
) {
  let at = 0;
  const left = [...readings];
  let [current, wasPart] = [left[0]!, false];
  const reader: ThreadReader = {
    by: 'kernel',
    read(except) {
      // All are read at once where it turns out that they have to be.
      if (!wasPart || except !== undefined) current = left.shift()!;
      wasPart = except !== undefined;
      const { at: now, whole, threads, isStopped = false } = current;
      at = now * MS;
      const all = threads.map(({ ranUs, waitedUs = 0, ...one }) => ({
        startTicks: 1,
        comm: '',
        ...one,
        ranUs: ranUs * MS,
        waitedUs: waitedUs * MS,
      }));
      return { ranUs: whole * MS, isStopped, threads: all };
    },
    close() {},
  };
  const poller = new ThreadPoller(
    reader,
    () => at,
    ({ tid }) => LABELLED(tid === 1 ? 'main' : 'worker'),
    lastOf,
    ownTid,
  );
  for (const _ of readings) poller.poll();
  const { threads, rows } = poller.take()!;
  const told = Array.from({ length: rows.end.length }, (_, row) =>
    [rows.series[row], rows.end[row]! / MS, rows.ran[row]! / MS, rows.waited[row]! / MS, rows.stopped[row]].join(' '),
  );
  return { threads, told, poller };
}

test('what was used before the first reading does not count, and quiet time is one interval', () => {
  const { told } = pollAll([
    { at: 100, whole: 900, threads: [{ tid: 1, ranUs: 800 }] },
    { at: 150, whole: 950, threads: [{ tid: 1, ranUs: 840, waitedUs: 10 }] },
    { at: 200, whole: 950, threads: [{ tid: 1, ranUs: 840, waitedUs: 10 }] },
    { at: 250, whole: 950, threads: [{ tid: 1, ranUs: 840, waitedUs: 10 }] },
    { at: 300, whole: 990, threads: [{ tid: 1, ranUs: 870, waitedUs: 10 }] },
  ]);
  expect(told).toEqual(['0 150 50 0 0', '1 150 40 10 0', '0 250 0 0 0', '0 300 40 0 0', '1 250 0 0 0', '1 300 30 0 0']);
});

test('what was used just before the process was stopped is told when it goes on', () => {
  const { told } = pollAll([
    { at: 0, whole: 0, threads: [{ tid: 1, ranUs: 0 }] },
    { at: 50, whole: 10, threads: [{ tid: 1, ranUs: 8 }], isStopped: true },
    { at: 100, whole: 10, threads: [{ tid: 1, ranUs: 8 }], isStopped: true },
    { at: 150, whole: 12, threads: [{ tid: 1, ranUs: 9 }] },
  ]);
  expect(told.filter((row) => !row.endsWith(' 1'))).toEqual(['0 150 12 0 0', '1 150 9 0 0']);
});

test('a thread that began and ended meanwhile has all that it used, as it said at its end', () => {
  const { threads, told } = pollAll(
    [
      { at: 0, whole: 0, threads: [{ tid: 1, ranUs: 0 }] },
      {
        at: 50,
        whole: 70,
        threads: [
          { tid: 1, ranUs: 30 },
          { tid: 8, ranUs: 40 },
        ],
      },
      { at: 100, whole: 100, threads: [{ tid: 1, ranUs: 35 }] },
    ],
    { lastOf: (tid) => (tid === 8 ? 62 * MS : 0) },
  );
  expect(threads.map(({ series, tid, start, ended }) => [series, tid, start / MS, ended])).toEqual([
    [1, 1, 0, false],
    [2, 8, 0, true],
  ]);
  expect(told.filter((row) => row.startsWith('2'))).toEqual(['2 50 40 0 0', '2 100 22 0 0']);
});

test('threads without JavaScript are read when all are asked for; what they used is of the time since', () => {
  let polls = 0;
  const asked: boolean[] = [];
  const reader: ThreadReader = {
    by: 'kernel',
    read(except) {
      asked.push(except === undefined);
      // Each runs for 10 ms between two polls.
      const all = [1, 7].map((tid) => ({ tid, startTicks: 1, comm: '', ranUs: 10 * polls * MS, waitedUs: 0 }));
      return { ranUs: 20 * polls * MS, isStopped: false, threads: all.filter(({ tid }) => !except?.has(tid)) };
    },
    close() {},
  };
  const poller = new ThreadPoller(
    reader,
    () => 50 * polls * MS,
    ({ tid }) => LABELLED(tid === 1 ? 'main' : 'v8'),
  );
  const helper: string[] = [];
  const take = (): void => {
    const { threads, rows } = poller.take()!;
    const { series } = threads.find(({ tid }) => tid === 7) ?? { series: 2 };
    rows.end.forEach((end, row) => {
      if (rows.series[row] === series) helper.push(`${end / MS}: ${rows.ran[row]! / MS}`);
    });
  };
  for (; polls < 10; polls++) {
    poller.poll([5, 9].includes(polls));
    if (polls % 2 === 1) take();
  }
  expect(asked).toEqual([true, false, false, false, false, true, false, false, false, true]);
  expect(helper).toEqual(['250: 50', '450: 40']);
});

test('a number that is given again is another thread', () => {
  const { threads } = pollAll([
    {
      at: 0,
      whole: 0,
      threads: [
        { tid: 1, ranUs: 0 },
        { tid: 8, ranUs: 500, startTicks: 3 },
      ],
    },
    {
      at: 50,
      whole: 20,
      threads: [
        { tid: 1, ranUs: 0 },
        { tid: 8, ranUs: 20, startTicks: 9 },
      ],
    },
  ]);
  expect(threads.map(({ startTicks, ended }) => [startTicks, ended])).toEqual([
    [1, false],
    [3, true],
    [9, false],
  ]);
});

test('time in which our thread neither ran nor waited for a core is a stop of the process; waiting for a core is none', () => {
  const start = {
    at: 0,
    whole: 0,
    threads: [
      { tid: 1, ranUs: 0 },
      { tid: 2, ranUs: 0 },
    ],
  };
  const stopped = pollAll(
    [
      start,
      {
        at: 1_050,
        whole: 40,
        threads: [
          { tid: 1, ranUs: 40 },
          { tid: 2, ranUs: 0 },
        ],
      },
    ],
    { ownTid: 2 },
  );
  expect(stopped.told.filter((row) => row.startsWith('1'))).toEqual(['1 50 40 0 0', '1 1050 0 0 1']);
  const starved = pollAll(
    [
      start,
      {
        at: 1_050,
        whole: 40,
        threads: [
          { tid: 1, ranUs: 40 },
          { tid: 2, ranUs: 0, waitedUs: 1_000 },
        ],
      },
    ],
    { ownTid: 2 },
  );
  expect(starved.told.filter((row) => row.startsWith('1'))).toEqual(['1 1050 40 0 0']);
  // Our thread was held up, while another one went on.
  const held = pollAll(
    [
      start,
      {
        at: 1_050,
        whole: 900,
        threads: [
          { tid: 1, ranUs: 950 },
          { tid: 2, ranUs: 0 },
        ],
      },
    ],
    { ownTid: 2 },
  );
  expect(held.told.filter((row) => row.endsWith(' 1'))).toEqual([]);
});

const nobody = { ownTid: 3, helpers: new Set([4, 5]), workers: () => [], namesPool: false, poolSize: 2 };
const seen = (tid: number, comm = 'node'): ThreadReading => ({ tid, comm, startTicks: 1, ranUs: 0, waitedUs: 0 });

test('threads are told apart by who says so, by name and by what is left', () => {
  const workers = [{ tid: 9, thread: 2, title: 'resizer', ranUs: 0 }];
  const identify = identifyOwn(1, { ...nobody, workers: () => workers });
  const kinds = (age: number, ...threads: ThreadReading[]) => threads.map((thread) => identify(thread, age * MS).kind);
  expect(kinds(0, seen(1), seen(3), seen(4), seen(9), seen(6, 'v8:ProfEvntProc'), seen(7))).toEqual([
    'main',
    'loopscope',
    'v8',
    'worker',
    'profiler',
    'not told apart',
  ]);
  expect(kinds(2_000, seen(7), seen(8, 'tokio-runtime-w'), seen(10), seen(11), seen(7))).toEqual([
    'libuv',
    'other',
    'libuv',
    'other',
    'libuv',
  ]);
  // A worker thread that was late with saying so is not one of the pool any more.
  workers.push({ tid: 10, thread: 3, title: '', ranUs: 0 });
  expect(kinds(2_000, seen(10), seen(11))).toEqual(['worker', 'libuv']);
  expect(identify(seen(9), 0)).toEqual({ kind: 'worker', thread: 2, title: 'resizer' });
});

test('where the pool of libuv has a name, nothing else is taken for it', () => {
  const identify = identifyOwn(1, { ...nobody, namesPool: true });
  expect([identify(seen(7, 'libuv-worker'), 0).kind, identify(seen(8), 9_000 * MS).kind]).toEqual(['libuv', 'not told apart']);
  expect([namesPool('1.46.0'), namesPool('1.51.0'), namesPool('2.0.0')]).toEqual([false, true, true]);
});

test('from outside, helpers of Node are told by when they began, and other programs have none', () => {
  const identify = identifyOther(1, true);
  expect(identify({ ...seen(1), startTicks: 100 }).kind).toBe('main');
  expect([identify({ ...seen(2), startTicks: 103 }).kind, identify({ ...seen(3), startTicks: 900 }).kind]).toEqual([
    'v8',
    'not told apart',
  ]);
  expect(identifyOther(1, false)({ ...seen(2), startTicks: 100 }).kind).toBe('other');
});

test('a worker thread is found in the table by its number in the system, with its title cut to what fits', () => {
  const table = new WorkerTable();
  table.add({ tid: 12, thread: 1, title: 'é'.repeat(200) });
  table.add({ tid: 0, thread: 2, title: '' });
  new WorkerTable(table.buffer).setRan(1, 250);
  table.setRan(2, 70);
  const [first, second] = table.all();
  expect(first).toMatchObject({ tid: 12, thread: 1, ranUs: 250 });
  expect(first!.title.length).toBeGreaterThan(20);
  expect(second).toEqual({ tid: 0, thread: 2, title: '', ranUs: 70 });
  for (let at = 0; at < 2_000; at++) table.add({ tid: 100 + at, thread: 3 + at, title: '' });
  expect(table.all().length).toBeLessThan(1_000);
  // Its place is that of another thread by now.
  table.setRan(1, 9_000);
  expect(table.all().every(({ ranUs }) => ranUs === 0)).toBe(true);
  expect([tidIn('12/task/34'), tidIn('self')]).toEqual([34, null]);
});
