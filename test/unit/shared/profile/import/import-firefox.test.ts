import { describe, expect, test } from 'vitest';
import { WHOLE_PROFILE } from '../../../../../shared/profile/tree/call-tree.ts';
import { computeProfileFigures } from '../../../../../shared/profile/tree/profile-figures.ts';
import { notesOf, readForeign, treeOf } from '../../../../helpers/read-foreign.ts';

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

test('times that are not read are not said to be missing, and threads without samples are counted', () => {
  const imported = readForeign(file(thread('main', SAMPLES), thread('idle', { stack: [null], time: [1], length: 1 })));
  expect(notesOf(imported)).toEqual([
    'Loopscope does not read the times of this format: there is no time axis.',
    'A thread without samples is left out.',
  ]);
  expect(notesOf(readForeign(file(thread('main', { stack: [0], length: 1 }))))).toEqual([expect.stringContaining('not when')]);
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
