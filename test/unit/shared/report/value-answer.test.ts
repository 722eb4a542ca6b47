/** The first sentences about a profile whose file has values of several kinds: in the words of the one that is shown, and only where there are samples enough. */
import { expect, test } from 'vitest';
import { WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { computeProfileFigures } from '../../../../shared/profile/tree/profile-figures.ts';
import { profileAnswer } from '../../../../shared/report/profile-answer.ts';
import { importBytes } from '../../../../shared/session/importers.ts';
import { makePprof } from '../../../helpers/make-pprof.ts';
import { importedOf } from '../../../helpers/read-foreign.ts';

function answerOf(bytes: Uint8Array, value: string | null = null): string[] {
  const { profiles, called } = importedOf(importBytes(bytes, 'x', value));
  const profile = computeProfileFigures(profiles, WHOLE_PROFILE, 10);
  const { lead, rest } = profileAnswer({ profile, ticks: null, ...(called === undefined ? {} : { called }) });
  return [lead, rest].map((sentence) => sentence.replaceAll('\u00a0', ' '));
}

const CPU = [
  ['samples', 'count'],
  ['cpu', 'nanoseconds'],
] as const;

const cpuOf = (parse: number, other: number) =>
  makePprof(CPU, [
    { stack: ['main', 'parse'], values: [parse, parse * 10_000_000] },
    { stack: ['main', 'other'], values: [other, other * 10_000_000] },
  ]);

test('time with fewer than 400 samples counted beside it names no function', () => {
  expect(answerOf(cpuOf(200, 150))).toEqual([
    '3.50 s in all, in 350 samples: CPU time.',
    'That is too few to name functions: 400 samples are needed.',
  ]);
});

test('time with 400 samples counted beside it names the function', () => {
  expect(answerOf(cpuOf(300, 100))).toEqual([
    '75 % of the CPU time is in parse (app.js:2) and what it calls.',
    '4.00 s in all, in 400 samples: CPU time.',
  ]);
});

test('a share of a little less than all is not called 100 %', () => {
  expect(answerOf(cpuOf(998, 2))[0]).toBe('99.8 % of the CPU time is in parse (app.js:2) and what it calls.');
});

const HEAP = [
  ['alloc_objects', 'count'],
  ['alloc_space', 'bytes'],
  ['inuse_objects', 'count'],
  ['inuse_space', 'bytes'],
] as const;
const heap = makePprof(HEAP, [
  { stack: ['main', 'read'], values: [9_000, 900_000_000, 90, 1_000_000] },
  { stack: ['main', 'keep'], values: [1_000, 100_000_000, 910, 9_000_000] },
]);

test.each([
  [null, '90 % of the memory held (inuse_space) is in keep (app.js:3) and what it calls.', '10.0 MB in all: memory held (inuse_space).'],
  [
    'alloc_space',
    '90 % of the memory allocated (alloc_space) is in read (app.js:2) and what it calls.',
    '1.00 GB in all: memory allocated (alloc_space), freed since or not.',
  ],
  [
    'alloc_objects',
    '90 % of the number of objects allocated (alloc_objects) is in read (app.js:2) and what it calls.',
    '10,000 in all: number of objects allocated (alloc_objects), freed since or not.',
  ],
  [
    'inuse_objects',
    '91 % of the number of objects held (inuse_objects) is in keep (app.js:3) and what it calls.',
    '1,000 in all: number of objects held (inuse_objects).',
  ],
])('a profile of a heap of Go, %s: allocated and held are told apart', (value, lead, rest) => {
  expect(answerOf(heap, value)).toEqual([lead, rest]);
});

const WAITS = [
  ['contentions', 'count'],
  ['delay', 'nanoseconds'],
] as const;
const waits = makePprof(WAITS, [{ stack: ['main', 'lock'], values: [30, 5_000_000_000] }]);

test.each([
  [null, '100 % of the time waited (delay) is in lock (app.js:2) and what it calls.', '5.00 s in all: time waited (delay).'],
  [
    'contentions',
    '100 % of the number of waits (contentions) is in lock (app.js:2) and what it calls.',
    '30 in all: number of waits (contentions).',
  ],
])('waits for locks, %s: the number of waits is no number of samples', (value, lead, rest) => {
  expect(answerOf(waits, value)).toEqual([lead, rest]);
});

test('goroutines are counted, each as one', () => {
  expect(answerOf(makePprof([['goroutine', 'count']], [{ stack: ['main', 'serve'], values: [12] }]))).toEqual([
    '100 % of the number of goroutines is in serve (app.js:2) and what it calls.',
    '12 in all: number of goroutines.',
  ]);
});

test('wall-clock time and CPU time of Node, whose samples count for both', () => {
  const both = makePprof(
    [
      ['sample', 'count'],
      ['wall', 'nanoseconds'],
      ['cpu', 'nanoseconds'],
    ],
    [
      { stack: ['main', 'render'], values: [500, 5_000_000_000, 2_000_000_000] },
      { stack: ['(idle)'], values: [500, 5_000_000_000, 0] },
    ],
  );
  expect(answerOf(both, 'cpu')[1]).toBe('2.00 s in all, in 500 samples: CPU time.');
  expect(answerOf(both, 'wall')[1]).toMatch(/^5\.00 s in all, in \d+ samples: wall-clock time/);
});

test('a value of another name is called as the file calls it', () => {
  expect(answerOf(makePprof([['crates', 'bytes']], [{ stack: ['main', 'pack'], values: [12_000] }]))).toEqual([
    '100 % of the value “crates” is in pack (app.js:2) and what it calls.',
    '12.0 kB in all: value “crates”.',
  ]);
});
