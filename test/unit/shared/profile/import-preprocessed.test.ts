import { expect, test } from 'vitest';
import { notesOf, readForeign } from '../../../helpers/read-foreign.ts';

const preprocessed = (...stacks: readonly (readonly number[])[]) =>
  readForeign(
    JSON.stringify({
      code: [{ name: 'parse /app/a.js:1:15', type: 'JS', kind: 'Opt' }],
      functions: [],
      ticks: stacks.map((s, tm) => ({ tm, vm: 0, s })),
    }),
  );

test('ticks of which no function is known are counted and told', () => {
  const imported = preprocessed([0, 4], [-1, 77], [-1, 78, -1, 79], [-1, 80, 0, 4], []);
  expect([imported.ticks!.total, imported.ticks!.unaccounted]).toEqual([5, 4]);
  expect(notesOf(imported)).toEqual([
    'In 3 ticks no function is known: they are in the summary, as unaccounted, and in no function of the flame graph.',
  ]);
});

test('shares of the bottom-up profile are of all ticks, as those of the summary and of the first sentence', () => {
  const { bottomUp, total } = preprocessed([0, 4], [0, 9], [-1, 77], [-1, 78]).ticks!;
  expect([total, bottomUp]).toEqual([4, [{ name: expect.stringContaining('parse'), depth: 0, ticks: 2, parentPercent: 50 }]]);
});

test('where there are none, nothing is said to be missing', () => {
  expect(notesOf(preprocessed([0, 4], [-1, 80, 0, 4]))).toEqual([]);
});
