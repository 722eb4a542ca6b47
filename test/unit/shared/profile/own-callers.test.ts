/** A built-in function names the function of the user's own that it works for. */
import { expect, test } from 'vitest';
import { WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { computeProfileFigures } from '../../../../shared/profile/tree/profile-figures.ts';
import { drawProfile } from './draw.ts';

const callersOf = (drawing: string) =>
  computeProfileFigures([drawProfile(drawing)], WHOLE_PROFILE, 10).heavy.map(({ function: name, calledBy }) => [
    name,
    calledBy?.function ?? null,
  ]);

test('a built-in is beside the nearest own function that most of it is for; what has a file, and states of V8, are not', () => {
  const drawing = `
    time  0                 10                20                30                40
          handle            handle            handle            handle
          render            render            log               render
          fs@core           fs@core           fs@core           (gc)
          writeSync@native  writeSync@native  writeSync@native  .`;
  expect(callersOf(drawing)).toEqual([
    ['writeSync', 'render'],
    ['(garbage collector)', null],
    ['handle', null],
    ['render', null],
    ['fs', null],
    ['log', null],
  ]);
});

test('for several alike, or for nobody, it has none', () => {
  const drawing = `
    time  0            10           20           30
          a            b            read@core    c
          map@native   map@native   map@native   .`;
  expect(callersOf(drawing)).toContainEqual(['map', null]);
});
