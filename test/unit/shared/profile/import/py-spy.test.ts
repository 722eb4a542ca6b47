/** Files of py-spy, whose frames have the lines that ran, unless it was asked for functions. */
import { describe, expect, test } from 'vitest';
import { WHOLE_PROFILE } from '../../../../../shared/profile/tree/call-tree.ts';
import { computeProfileFigures } from '../../../../../shared/profile/tree/profile-figures.ts';
import { readForeign, treeOf } from '../../../../helpers/read-foreign.ts';

const SCRIPT = '/srv/app.py';
const frame = (name: string, line: number) => ({ name, file: SCRIPT, line, col: null });

function speedscope(frames: readonly object[], samples: readonly (readonly number[])[], exporter = 'py-spy@0.4.3'): string {
  const weights = samples.map(() => 0.5);
  const profile = { type: 'sampled', name: 'main', unit: 'seconds', startValue: 0, endValue: samples.length / 2, samples, weights };
  return JSON.stringify({ shared: { frames }, profiles: [profile], exporter });
}

const BY_LINE = [frame('<module>', 20), frame('many', 3), frame('many', 5), frame('many', 7), frame('one', 12)];
const COLLAPSED = ['many (app.py:3)', 'many (app.py:5)', 'many (app.py:7)', 'one (app.py:12)'];
const linesOf = (text: string) =>
  computeProfileFigures(readForeign(text).profiles, WHOLE_PROFILE, 10).lines?.rows.map(({ line, selfPercent }) => [line, selfPercent]);

describe('frames of one function on several lines', () => {
  const inTime = speedscope(BY_LINE, [
    [0, 1],
    [0, 2],
    [0, 3],
    [0, 4],
  ]);
  const counted = COLLAPSED.map((one) => `<module> (app.py:20);${one} 5`).join('\n');

  test('are one function in speedscope JSON, and its lines are told', () => {
    expect(treeOf(readForeign(inTime)).slice(1)).toEqual([
      '  <module> self 0 total 2000000',
      '    many self 1500000 total 1500000',
      '    one self 500000 total 500000',
    ]);
    expect(readForeign(inTime).profiles[0]!.frames.map(({ name, line }) => [name, line])).toContainEqual(['many', -1]);
    expect(linesOf(inTime)).toEqual([3, 5, 7, 12].map((line) => [line, 25]));
  });

  test('are one function in collapsed stacks, and its lines are told', () => {
    expect(treeOf(readForeign(counted)).slice(1)).toEqual([
      '  <module> self 0 total 20',
      '    many self 15 total 15',
      '    one self 5 total 5',
    ]);
    expect(readForeign(counted).profiles[0]!.frames[2]).toMatchObject({ name: 'many', url: 'app.py', line: -1, kind: 'own' });
    expect(linesOf(counted)).toEqual([3, 5, 7, 12].map((line) => [line, 25]));
  });

  test('are told for the seconds that are asked for', () => {
    const { profiles } = readForeign(inTime);
    const window = { fromMs: 0, toMs: 900 };
    const { lines } = computeProfileFigures(profiles, { ...WHOLE_PROFILE, window }, 10);
    expect(lines?.rows.filter(({ selfMs }) => selfMs! > 0).map(({ line }) => line)).toEqual([3, 5]);
  });

  test('are functions of their own by another tool', () => {
    expect(treeOf(readForeign(speedscope(BY_LINE, [[1], [2]], 'rbspy')))).toHaveLength(3);
  });
});

test.each([
  [
    'speedscope JSON',
    speedscope(
      [frame('<module>', 1), frame('get', 3), frame('get', 9)],
      [
        [0, 1],
        [0, 2],
      ],
    ),
  ],
  ['collapsed stacks', '<module> (app.py:1);get (app.py:3) 5\n<module> (app.py:1);get (app.py:9) 5'],
])('where it was asked for functions, those of one name are told apart in %s', (_, text) => {
  expect(treeOf(readForeign(text))).toHaveLength(4);
});

test('a script that was run is own code, also where it is called like a module of the standard library', () => {
  const kindsOf = (...lines: string[]) =>
    Object.fromEntries(
      readForeign(lines.map((line) => `${line} 5`).join('\n')).profiles[0]!.frames.map(({ name, url, kind }) => [`${name} ${url}`, kind]),
    );
  const imports = kindsOf('<module> (app.py:20);month (calendar.py:3)', '<module> (app.py:21);loads (json/__init__.py:4)');
  expect(imports).toMatchObject({ 'month calendar.py': 'dependency', 'loads json/__init__.py': 'dependency', '<module> app.py': 'own' });
  const runs = kindsOf(
    'thread (7): MainThread;<module> (calendar.py:20);month (calendar.py:3)',
    'run (threading.py:9);month (calendar.py:4)',
  );
  expect(runs).toMatchObject({ 'month ./calendar.py': 'own', 'run threading.py': 'dependency' });
});

test('functions without a name are told apart by their lines', () => {
  const frames = [frame('<module>', 20), frame('f.<locals>.<lambda>', 3), frame('f.<locals>.<lambda>', 5)];
  expect(
    treeOf(
      readForeign(
        speedscope(frames, [
          [0, 1],
          [0, 2],
        ]),
      ),
    ),
  ).toHaveLength(4);
});
