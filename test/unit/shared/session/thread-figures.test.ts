import { expect, test } from 'vitest';
import { describeUnseenThreads, otherThreadsPercent, ownCpuPercent } from '../../../../shared/analysis/other-threads.ts';
import { threadsOfRun } from '../../../../shared/analysis/threads-of-run.ts';
import type { ThreadKind } from '../../../../shared/model/thread-times.ts';
import { cpuRelationNote } from '../../../../shared/report/tables/server.ts';
import { threadsTable } from '../../../../shared/report/tables/threads.ts';
import { RunRecording } from '../../../../shared/session/recording.ts';
import { computeCpuByThread } from '../../../../shared/session/thread-figures.ts';

const MS = 1_000;
const START = 1e9;
const SECOND = 1_000 * MS;

interface Told {
  readonly kind: ThreadKind;
  readonly ran: number;
  readonly waited?: number;
  readonly title?: string;
  readonly ended?: boolean;
}

/** A second of a process that used `whole` ms, told of each thread in one row. */
function recordingOf(whole: number, threads: readonly Told[], by: 'kernel' | 'node' = 'kernel'): RunRecording {
  const recording = new RunRecording();
  const all = [{ kind: 'other', ran: whole } as Told, ...threads];
  recording.apply({
    type: 'thread-times',
    pid: 7,
    by,
    start: START,
    threads: threads.map(({ kind, title = '', ended = false }, at) => ({
      series: at + 1,
      kind,
      tid: 7 + at,
      startTicks: 1,
      thread: kind === 'main' ? 0 : kind === 'worker' ? at + 1 : null,
      title,
      start: START,
      ended,
    })),
    rows: {
      series: all.map((_, at) => at),
      end: all.map(() => START + SECOND),
      ran: all.map(({ ran }) => ran * MS),
      waited: all.map(({ waited = 0 }) => waited * MS),
      stopped: all.map(() => 0),
    },
  });
  return recording;
}

const figuresOf = (recording: RunRecording) => computeCpuByThread(recording, 7, START, START + SECOND)!;
const briefly = (recording: RunRecording) =>
  figuresOf(recording).rows.map(({ kind, title, threads, cpuMs }) => [title || kind, threads, Math.round(cpuMs)]);

const ALIVE: readonly Told[] = [
  { kind: 'v8', ran: 20 },
  { kind: 'worker', ran: 100, title: 'slow' },
  { kind: 'main', ran: 300, waited: 200 },
  { kind: 'worker', ran: 400, title: 'fast' },
  { kind: 'v8', ran: 30 },
  { kind: 'loopscope', ran: 10 },
  { kind: 'profiler', ran: 40 },
];

test('the main thread comes first, worker threads by their CPU, and others together by kind', () => {
  const recording = recordingOf(900, ALIVE);
  expect(briefly(recording)).toEqual([
    ['main', 1, 300],
    ['fast', 1, 400],
    ['slow', 1, 100],
    ['v8', 2, 50],
    ['profiler', 1, 40],
    ['loopscope', 1, 10],
  ]);
  expect(figuresOf(recording)).toMatchObject({ processMs: 900, durationMs: 1_000, unseenMs: 0, agrees: true });
  expect(figuresOf(recording).rows[0]).toMatchObject({ thread: 0, tid: 9, waitedForCoreMs: 200, stoppedMs: 0 });
});

test('what threads that ended had used is of them, and else not told apart and said if it is more than 1 %', () => {
  const ended = recordingOf(1_000, [...ALIVE, { kind: 'worker', ran: 60, ended: true, title: 'short' }]);
  expect(briefly(ended)).toContainEqual(['ended workers', 1, 100]);
  expect(figuresOf(ended).agrees).toBe(true);
  const little = recordingOf(908, ALIVE);
  expect(briefly(little)).toContainEqual(['not told apart', 0, 8]);
  expect(figuresOf(little).agrees).toBe(true);
  const said = (recording: RunRecording) => describeUnseenThreads({ server: [{ pid: 7, cpuByThread: figuresOf(recording) }] as never });
  expect(said(little)).toEqual([]);
  expect(said(recordingOf(950, ALIVE))).toMatchObject([{ key: 'runWarning.threadsUnseen' }]);
  expect(said(recordingOf(800, ALIVE))).toMatchObject([{ key: 'runWarning.threadsTooMuch' }]);
  expect(said(recordingOf(950, ALIVE, 'node'))).toEqual([]);
});

test('the rows add up to the CPU time of the process, also in a window', () => {
  for (const whole of [900, 905, 1_300]) {
    const { rows, processMs } = figuresOf(recordingOf(whole, ALIVE));
    expect(rows.reduce((sum, { cpuMs }) => sum + cpuMs, 0)).toBeCloseTo(processMs, 6);
  }
  const half = computeCpuByThread(recordingOf(900, ALIVE), 7, START, START + SECOND / 2)!;
  expect([half.processMs, half.durationMs]).toEqual([450, 500]);
  expect(computeCpuByThread(recordingOf(900, ALIVE), 7, START + 2 * SECOND, START + 3 * SECOND)).toBeNull();
  expect(computeCpuByThread(recordingOf(900, ALIVE), 8, START, START + SECOND)).toBeNull();
});

test('where Node tells the times, waiting is not known, and the rest is not told apart', () => {
  const { rows } = figuresOf(recordingOf(900, [{ kind: 'main', ran: 300 }], 'node'));
  expect(rows.map(({ kind, cpuMs, waitedForCoreMs }) => [kind, Math.round(cpuMs), waitedForCoreMs])).toEqual([
    ['main', 300, null],
    ['not told apart', 600, null],
  ]);
});

test("the sampler and Loopscope's own thread are none of the threads that the program uses besides the main one", () => {
  const figures = {
    cpuPercent: { mean: 90, max: 90 },
    elu: null,
    otherThreadsPercent: 60,
    cpuByThread: figuresOf(recordingOf(900, ALIVE)),
  };
  expect(otherThreadsPercent([figures])).toBeCloseTo(55, 6);
  expect(ownCpuPercent(figures)).toBeCloseTo(5, 6);
  expect(ownCpuPercent({ cpuByThread: null })).toBeNull();
});

test('a table of threads has a column for stops only if there was one, and says when nobody told threads apart', () => {
  const server = [{ pid: 7, cpuByThread: figuresOf(recordingOf(900, ALIVE)) }] as never;
  const table = threadsTable({ server, profile: null })!;
  expect(table.columns.map(({ title }) => title)).not.toContain('Stopped, ms');
  expect(table.rows.map((row) => row[3])).toEqual(['300.0', '400.0', '100.0', '50.0', '40.0', '10.0']);
  expect(threadsTable({ server: [], profile: null })).toBeNull();
});

test('what samples say of a thread stands with what the kernel says of it, and how the figures of CPU belong together is one sentence', () => {
  const recording = recordingOf(900, ALIVE);
  const share = { pid: 7, title: '', samples: 800, cpuMs: 300, blockedMs: 120, idleMs: 350, stoppedMs: 0, activeMs: 420 };
  const sampled = [
    { ...share, thread: 0, waitedForCoreMs: 230 },
    { ...share, thread: 5, pid: 8, waitedForCoreMs: null },
  ];
  const cpuByThread = computeCpuByThread(recording, 7, START, START + SECOND, sampled)!;
  const [main, fast] = cpuByThread.rows;
  expect(main!.unsampledMs).toBeUndefined();
  // Waiting as the profile has it, so that the four parts are its second.
  expect(main).toMatchObject({ kind: 'main', cpuMs: 300, waitedForCoreMs: 230, samples: 800, blockedMs: 120, idleMs: 350 });
  expect(fast).toMatchObject({ title: 'fast', cpuMs: 400, samples: null, blockedMs: null, idleMs: null });
  const late = computeCpuByThread(recording, 7, START, START + SECOND, [{ ...share, thread: 0, waitedForCoreMs: 30 }])!;
  expect(late.rows[0]!.unsampledMs).toBeCloseTo(200, 6);
  const { note } = threadsTable({
    server: [{ pid: 7, cpuByThread: late }] as never,
    profile: { unit: 'microseconds', threads: [] } as never,
  })!;
  expect(note).toMatch(/Thread 0 of process 7 has no samples of 200.ms, so that its times do not add up/);
  const cut = computeCpuByThread(recording, 7, START, START + SECOND, [{ ...share, thread: 0, waitedForCoreMs: 30, lostMs: 190 }])!;
  expect(cut.rows[0]).toMatchObject({ lostMs: 190 });
  expect(cut.rows[0]!.unsampledMs).toBeUndefined();
  expect(threadsTable({ server: [{ pid: 7, cpuByThread: cut }] as never, profile: null })!.note).toMatch(
    /Thread 0 of process 7 went on for 190.ms after its last sample that is known/,
  );
  const run = {
    server: [{ pid: 7, cpuByThread }] as never,
    profile: { unit: 'microseconds', threads: sampled, dividedBy: 'kernel' } as never,
  };
  expect(threadsOfRun(run).map(({ pid, thread, samples }) => [pid, thread, samples])).toEqual([
    ...cpuByThread.rows.map(({ thread, samples }) => [7, thread, samples]),
    [8, 5, 800],
  ]);
  const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');
  const { server } = run;
  const profileOf = (unseenMs: number, by: string | null = 'kernel', threads = sampled.slice(0, 1)) =>
    ({ base: 'cpu', threads, weight: (300 - unseenMs) * MS, hot: { cpu: { by, cpuMs: 300, unseenMs } } }) as never;
  expect(plain(cpuRelationNote({ server, profile: profileOf(0) }))).toBe(
    'CPU time: 900 ms in all, with what Loopscope takes. 300 ms of it passed in the thread with a profile, and functions and lines are shares of that; 550 ms in other threads of the program and of Node, or while no profile was taken; 50.0 ms in Loopscope’s thread and V8’s profiler.',
  );
  // What no sample saw is of no function, so that these are shares of less.
  expect(plain(cpuRelationNote({ server, profile: profileOf(231) }))).toContain(
    '300 ms of it passed in the thread with a profile: 69.0 ms where there was a sample and 231 ms without one, which is of no function; functions and lines are shares of the 69.0 ms; 550 ms in other threads',
  );
  // Of one route the time that is not shown has samples, in others.
  expect(cpuRelationNote({ server, profile: { ...(profileOf(231) as object), isOfPart: true } as never })).toBeNull();
  expect(cpuRelationNote({ server, profile: null })).toBeNull();
  expect(cpuRelationNote({ server, profile: profileOf(0, 'estimate') })).toBeNull();
  // Of a process that is not among those of the server.
  expect(cpuRelationNote({ server, profile: profileOf(0, 'kernel', sampled) })).toBeNull();
  expect(
    cpuRelationNote({ server: [{ pid: 7, cpuByThread: { ...cpuByThread, agrees: false } }] as never, profile: profileOf(0) }),
  ).toBeNull();
});
