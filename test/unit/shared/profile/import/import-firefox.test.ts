import { describe, expect, test } from 'vitest';
import { chartOf } from '../../../../../shared/profile/time/flame-chart.ts';
import { WHOLE_PROFILE } from '../../../../../shared/profile/tree/call-tree.ts';
import { computeProfileFigures } from '../../../../../shared/profile/tree/profile-figures.ts';
import { importText } from '../../../../../shared/session/importers.ts';
import { notesOf, readForeign, refusalOf, treeOf } from '../../../../helpers/read-foreign.ts';

/** A thread of the older versions: each has tables of its own. Functions 0 to 3: in a file, in two libraries by one name, in one. */
const thread = (name: string, samples: object, lines: readonly (number | null)[] = [5, null, null, null]) => ({
  name,
  pid: '7',
  samples,
  stringArray: ['handler', 'copy', 'only', 'file:///srv/app.js', 'libc.so', 'node'],
  funcTable: {
    name: [0, 1, 1, 2],
    fileName: [3, null, null, null],
    lineNumber: [5, null, null, -1],
    columnNumber: [1, null, null, null],
    resource: [-1, 0, 1, 0],
    length: 4,
  },
  frameTable: { func: [0, 1, 2, 3], line: lines, category: [0, 0, 0, 0], length: 4 },
  stackTable: { frame: [0, 1, 2, 3], prefix: [null, null, null, null], length: 4 },
  resourceTable: { name: [4, 5], lib: [0, 1], length: 2 },
});
const file = (...threads: readonly object[]): string =>
  JSON.stringify({ meta: { preprocessedProfileVersion: 50, interval: 1, categories: [{ name: 'Other' }] }, libs: [], threads });
const SAMPLES = { stack: [0, 0, 1, 2, 3], time: [1, 2, 3, 4, 5], length: 5 };

test('threads without samples are counted; samples without times say so', () => {
  const imported = readForeign(file(thread('main', SAMPLES), thread('idle', { stack: [null], time: [1], length: 1 })));
  expect(notesOf(imported)).toEqual(['A thread without samples is left out.']);
  expect(notesOf(readForeign(file(thread('main', { stack: [0], length: 1 }))))).toEqual([expect.stringContaining('not when')]);
  const some = readForeign(file(thread('main', SAMPLES), thread('worker', { stack: [0], length: 1 })));
  expect(notesOf(some)).toContain('1 of 2 threads has no time axis: the file does not say when its samples were taken.');
  const atOnce = { ...SAMPLES, time: [0, 0, 0, 0, 0] };
  expect(notesOf(readForeign(file(thread('main', atOnce))))).toEqual([expect.stringContaining('not when')]);
});

describe('when samples were taken', () => {
  const UNEVEN = { stack: [0, 0, 1, null, 3], time: [10, 11, 50, 51, 60], length: 5 };

  test('places them on one axis for all threads; each counts as one, however far the next one is', () => {
    const { profiles } = readForeign(file(thread('main', UNEVEN), thread('other', { stack: [0], time: [4.5], length: 1 })));
    expect(profiles.map(({ unit, sampleTime, startTime, endTime }) => [unit, [...sampleTime], startTime, endTime])).toEqual([
      ['samples', [5_500, 6_500, 45_500, 46_500, 55_500], 5_500, 56_500],
      ['samples', [0], 0, 1_000],
    ]);
    const windowed = computeProfileFigures(profiles, { ...WHOLE_PROFILE, window: { fromMs: 6, toMs: 46 } }, 10);
    expect(windowed.heavy.map((row) => [row.function, row.self])).toEqual([
      ['handler', 1],
      ['copy (libc.so)', 1],
    ]);
    expect(computeProfileFigures(profiles, WHOLE_PROFILE, 10)).toMatchObject({ unit: 'samples', weight: 5, durationMs: 56.5 });
  });

  test('as differences, out of order, or with weights', () => {
    const of = (samples: object) => readForeign(file(thread('main', samples)));
    const deltas = of({ stack: [0, 1, 3], timeDeltas: [7, 1, 2.5] }).profiles[0]!;
    expect([...deltas.sampleTime]).toEqual([0, 1_000, 3_500]);
    const late = of({ stack: [0, 1, 3], time: [7, 9, 8], weight: [1, 2, 3] });
    expect([...late.profiles[0]!.sampleTime]).toEqual([0, 1_000, 2_000]);
    expect([...late.profiles[0]!.weights!]).toEqual([1, 3, 2]);
    expect(notesOf(late)).toEqual([expect.stringContaining('A sample stands in the file behind a later one')]);
  });

  test('a thread that used no CPU since the sample before is idle there, unless its clock is too coarse to say so', () => {
    const cpu = (threadCPUDelta: readonly (number | null)[], unit = 'µs') => {
      const json = JSON.parse(file(thread('main', { ...SAMPLES, threadCPUDelta }))) as { meta: object };
      return readForeign(
        JSON.stringify({ ...json, meta: { ...json.meta, sampleUnits: { time: 'ms', eventDelay: 'ms', threadCPUDelta: unit } } }),
      );
    };
    const some = cpu([null, 900, 0, 1_000, 0]);
    expect(computeProfileFigures(some.profiles, WHOLE_PROFILE, 10).weight).toBe(3);
    expect(notesOf(some)).toEqual([
      '2 samples in which a thread had used no CPU since the one before count as idle; Firefox Profiler counts them like others.',
      'According to the file, its threads used 1.90\u00a0ms of CPU together; functions are counted in samples.',
    ]);
    // Samples, not what they weigh.
    const weighed = JSON.parse(
      file(
        thread('main', {
          ...SAMPLES,
          threadCPUDelta: [null, 900, 0, 1_000, 0],
          weight: [512, 512, 4_096, 512, 8_192],
          weightType: 'bytes',
        }),
      ),
    ) as object;
    expect(notesOf(readForeign(JSON.stringify(weighed)))[0]).toMatch(/^2 samples in which/);
    // In cycles nobody knows how long that is.
    expect(notesOf(cpu([null, 900, 0, 1_000, 0], 'variable CPU cycles'))).toEqual([expect.stringContaining('2 samples')]);
    for (const other of [
      [0, 0, 0, 0, 0],
      [0, 0, 0, 10_000, 0],
    ])
      expect(computeProfileFigures(cpu(other).profiles, WHOLE_PROFILE, 10).weight).toBe(5);
  });

  test('a chart shows no call in a time without samples', () => {
    const rare = { stack: [0, 0, 0, 0, 0], time: [0, 1, 2, 30, 31], length: 5 };
    const [profile] = readForeign(file(thread('main', rare))).profiles;
    expect(chartOf(profile!, { hide: [] }).gaps).toEqual([{ start: 3_000, end: 30_000 }]);
  });
});

/** As Firefox writes it. `offset`: of the start of its process. */
const geckoProcess = (name: string, startTime: number, data: readonly (readonly unknown[])[]) => ({
  meta: { version: 30, startTime, interval: 1, categories: [{ name: 'Idle' }, { name: 'JavaScript' }] },
  libs: [
    { name: 'libc.so', start: 8192, end: 9000 },
    { name: 'libxul.so', start: 4096, end: 8192 },
    { name: 'firefox', start: 0, end: 16 },
  ],
  threads: [
    {
      name,
      pid: 7,
      samples: { schema: { stack: 0, time: 1, eventDelay: 2 }, data },
      stackTable: {
        schema: { prefix: 0, frame: 1 },
        data: [
          [null, 0],
          [0, 1],
          [1, 2],
          [0, 3],
        ],
      },
      frameTable: {
        schema: { location: 0, relevantForJS: 1, innerWindowID: 2, implementation: 3, line: 4, column: 5, category: 6 },
        data: [[0], [1], [2, true, 0, null, 14, 3, 1], [3, false, 0, null, null, null, 0]],
      },
      stringTable: ['(root)', '0x1001', 'parse (https://example.org/app.js:12:5)', 'poll'],
    },
  ],
  processes: [],
});

test('a profile as Firefox records it, of several processes', () => {
  const parent = geckoProcess('GeckoMain', 1_000, [
    [2, 5],
    [2, 6],
    [3, 7],
    [1, 8, 0],
  ]);
  const content = geckoProcess('GeckoMain', 1_100, [[2, 1]]);
  const imported = readForeign(JSON.stringify({ ...parent, processes: [content] }));
  expect(imported.format).toBe('firefox');
  expect(treeOf(imported)).toEqual([
    '(root) self 0 total 4',
    '  (root) self 0 total 4',
    '    0x1001 (libxul.so) self 1 total 3',
    '      parse self 2 total 2',
    '    poll self 0 total 1',
    '      (idle) self 1 total 1',
  ]);
  const parse = imported.profiles[0]!.frames.find(({ name }) => name === 'parse')!;
  expect([parse.url, parse.line, parse.column]).toEqual(['https://example.org/app.js', 11, 4]);
  expect(imported.profiles.map(({ sampleTime }) => [...sampleTime])).toEqual([[0, 1_000, 2_000, 3_000], [96_000]]);
});

test('a recording of the developer tools has such a profile within', () => {
  const profile = geckoProcess('GeckoMain', 1_000, [[2, 5]]);
  const recording = { label: 'simple', markers: [], ticks: [], profile, fileType: 'Recorded Performance Data', version: 2 };
  const imported = readForeign(JSON.stringify(recording));
  expect(imported.format).toBe('firefox');
  expect(treeOf(imported)).toEqual(treeOf(readForeign(JSON.stringify(profile))));
});

test('what is broken in a profile of Firefox is named by its place', () => {
  const broken = geckoProcess('GeckoMain', 0, [[2, 5], 'x' as unknown as unknown[]]);
  const placeIn = (json: object): string => /\S+(?= (?:is|says) )/.exec(refusalOf(importText(JSON.stringify(json), 'x')))?.[0] ?? 'none';
  expect(refusalOf(importText(JSON.stringify(broken), 'x'))).toContain('threads[0].samples.data[1] is');
  // Of other processes, and of what is within a file of the developer tools.
  const parent = geckoProcess('GeckoMain', 0, [[2, 5]]);
  const strange = geckoProcess('GeckoMain', 0, [
    [2, 5],
    [99, 6],
  ]);
  const late = geckoProcess('GeckoMain', 0, [
    [2, 5],
    [2, 'soon'],
  ]);
  expect(refusalOf(importText(JSON.stringify({ ...parent, processes: [parent, strange] }), 'x'))).toContain(
    'processes[1].threads[0].samples.data[1][0]',
  );
  expect(placeIn({ ...parent, processes: [late] })).toBe('processes[0].threads[0].samples.data[1][1]');
  expect(placeIn({ label: '', profile: late })).toBe('profile.threads[0].samples.data[1][1]');
  const [only] = parent.threads;
  const table = (more: object) => ({ ...parent, threads: [{ ...only, ...more }] });
  const refused = (json: object): string => refusalOf(importText(JSON.stringify(json), 'x'));
  const { stackTable, frameTable } = only!;
  expect(
    refused(
      table({
        stackTable: {
          ...stackTable,
          data: [
            [null, 0],
            [0, 'x'],
            [1, 2],
            [0, 3],
          ],
        },
      }),
    ),
  ).toContain('threads[0].stackTable.data[1][1]');
  expect(
    refused(
      table({
        stackTable: {
          ...stackTable,
          data: [
            [null, 0],
            [7, 1],
            [1, 2],
            [0, 3],
          ],
        },
      }),
    ),
  ).toContain('threads[0].stackTable.data[1][0]');
  expect(refused(table({ frameTable: { ...frameTable, data: [[0], [44], [2], [3]] } }))).toContain('threads[0].frameTable.data[1][0]');
});

test('equal names of different libraries are told apart', () => {
  expect(
    treeOf(readForeign(file(thread('main', SAMPLES))))
      .slice(1)
      .sort(),
  ).toEqual(['  copy (libc.so) self 1 total 1', '  copy (node) self 1 total 1', '  handler self 2 total 2', '  only self 1 total 1']);
});

describe('lines', () => {
  const linesOf = (lines: readonly (number | null)[]) =>
    computeProfileFigures(readForeign(file(thread('main', SAMPLES, lines))).profiles, WHOLE_PROFILE, 10).lines;

  test('of frames are those of samples', () => {
    expect(linesOf([9, null, null, null])?.rows.map(({ line, self }) => [line, self])).toEqual([
      [9, 2],
      [5, 0],
    ]);
  });

  test('that only repeat where functions begin are none', () => {
    expect(linesOf([5, null, null, null])).toBeNull();
  });
});

test('weights that cannot be samples have no intervals', () => {
  const heavy = { ...SAMPLES, weightType: 'samples', weight: [128_430_015, 1, 1, 1, 1] };
  const figures = computeProfileFigures(readForeign(file(thread('main', heavy), thread('other', SAMPLES))).profiles, WHOLE_PROFILE, 10);
  expect([figures.unit, figures.heavy[0]!.selfMargin]).toEqual(['weight', null]);
});
