/** What is said where no package is in a profile of another tool. */
import { expect, test } from 'vitest';
import { WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { computeProfileFigures } from '../../../../shared/profile/tree/profile-figures.ts';
import { PACKAGES } from '../../../../shared/report/tables/functions.ts';
import { notesOf, readForeign } from '../../../helpers/read-foreign.ts';

const none = 'No package that is installed is in the profile.';
const notTold = 'The file does not tell whose packages its functions are of.';

const speedscope = (file?: string): string =>
  JSON.stringify({
    shared: { frames: [{ name: 'main', ...(file === undefined ? {} : { file, line: 3 }) }] },
    profiles: [{ type: 'sampled', name: '', unit: 'seconds', startValue: 0, endValue: 1, samples: [[0]], weights: [1] }],
  });

test.each([
  ['functions have whole paths', speedscope('/srv/app.py'), none],
  ['functions have names alone', speedscope(), notTold],
  ['stacks are collapsed, and of names alone', 'main;render 4', notTold],
  ['stacks are collapsed, and by py-spy, which cuts paths off', '<module> (app.py:3);render (certifi/core.py:8) 4', notTold],
])('where %s', (_, text, said) => {
  const run = { profile: computeProfileFigures(readForeign(text).profiles, WHOLE_PROFILE, 10), ticks: null };
  expect(PACKAGES.of(run, {})).toBeNull();
  expect(PACKAGES.alone!.none!(run)).toBe(said);
});

test('of collapsed stacks of py-spy it is said that names alone tell the standard library', () => {
  const imported = readForeign('<module> (app.py:3);dumps (json/__init__.py:8) 4');
  expect(imported.profiles[0]!.frames.map(({ name, kind }) => [name, kind])).toContainEqual(['dumps', 'dependency']);
  expect(notesOf(imported)[1]).toMatch(/^Its collapsed stacks have paths that are cut off/);
});
