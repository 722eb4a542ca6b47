import { describe, expect, test } from 'vitest';
import { WHOLE_PROFILE } from '../../../../../shared/profile/tree/call-tree.ts';
import { computeProfileFigures } from '../../../../../shared/profile/tree/profile-figures.ts';
import { importText } from '../../../../../shared/session/importers.ts';
import { notesOf, readForeign, refusalOf, treeOf } from '../../../../helpers/read-foreign.ts';

const collapsed = (numbers: readonly (number | string)[], inner = ''): string =>
  numbers.map((number, i) => `node;main;f${i}${inner} ${number}\n`).join('');
const unitAndMargin = (text: string, name = 'x.folded', value: string | null = null) => {
  const { unit, heavy } = computeProfileFigures(readForeign(text, name, value).profiles, WHOLE_PROFILE, 10);
  return [unit, heavy[0]!.selfMargin === null ? 'no interval' : 'interval'];
};

describe('numbers of collapsed stacks', () => {
  test.each([
    ['small counts', collapsed([188, 143, 89])],
    ['counts of a long recording', collapsed([1, 2, 4, 90_000, 60_000, 700_000, 3, 8, 12, 17])],
    ['round counts', collapsed([100, 200, 300])],
    ['the periods of 23 page faults', collapsed([2, 1, 18, 1, 40, 27, 24, 1, 2, 9, 3, 72])],
    ['many ones', collapsed(Array.from({ length: 40 }, (_, i) => (i % 4 === 0 ? 3 : 1)))],
  ])('%s may be samples: they are weights, and samples for who asks for that', (_name, text) => {
    expect(unitAndMargin(text)).toEqual(['weight', 'no interval']);
    expect(notesOf(readForeign(text))[0]).toMatch(/nothing in it shows that they are samples.*--value samples/);
    expect(readForeign(text).values).toEqual({ names: ['weight', 'samples'], shown: 0 });
    expect(unitAndMargin(text, 'x.folded', 'weight')).toEqual(['weight', 'no interval']);
    expect(unitAndMargin(text, 'x.folded', 'samples')).toEqual(['samples', 'interval']);
    expect(notesOf(readForeign(text, 'x', 'samples'))[0]).toMatch(/they are shown as samples/);
    expect(refusalOf(importText(text, 'x', 'time'))).toBe('x has no values called time.');
  });

  test('of py-spy, which names functions in its own way, are samples', () => {
    const text =
      '<module> (p.py:12);hot (p.py:4) 388\n<module> (<string>:1);cold (lib/p q.py:8);[native] (libc.so.6) 50\nclone (libc.so.6) 2\n';
    expect(unitAndMargin(text)).toEqual(['samples', 'interval']);
    expect(notesOf(readForeign(text))[0]).toMatch(/py-spy.*count samples/);
    expect(refusalOf(importText(text, 'x', 'weight'))).toMatch(/has one kind of values/);
    expect(unitAndMargin(text.replaceAll('.py:', '.rb:'))).toEqual(['weight', 'no interval']);
  });

  test('a name that may mean a unit changes nothing for small ones', () => {
    expect(unitAndMargin(collapsed([188, 143, 89]), 'about-us.folded', 'samples')).toEqual(['samples', 'interval']);
  });

  test('without a stack in front of them count, and it is told', () => {
    const text = 'main (p.py:12);hot (p.py:4) 388\n 2\n;; 1\n';
    expect(treeOf(readForeign(text))).toEqual(['(root) self 3 total 391', '  main self 0 total 388', '    hot self 388 total 388']);
    expect(notesOf(readForeign(text))).toContain('3 samples have no stack.');
    expect(notesOf(readForeign(`a;b 4\n\t1.5\n`))).toContain('A weight of 1.5 has no stack.');
    expect(readForeign(` 1\n 7\na;b 4\n`).format).toBe('collapsed');
    expect(importText(' 1\n 2;\n 3\n', 'x')).toBeNull();
  });

  test.each(['1', 'main', ' -1', 'a;b'])('a line with no more than "%s" is refused with its place', (line) => {
    expect(refusalOf(importText(`a;b 4\n${line}\nc;d 2\n`, 'x'))).toMatch(/^x, line 2: a stack and a number were expected/);
  });

  test.each([
    ['periods', collapsed([128_430_015, 98_112_207, 61_002_391]), 'x.folded'],
    ['multiples of a period', collapsed([250_000, 500_000, 750_000]), 'x.folded'],
    ['microseconds', collapsed([5_000_000, 1_000_000]), 'x.folded'],
    ['fractions', collapsed(['1.5', '2.25']), 'x.folded'],
    ['times off the CPU, by the name of the file', collapsed([12, 5_123, 88]), 'offcpu-us.folded'],
    ['times off the CPU, by where the stacks end', collapsed([12, 5_123, 88], ';schedule;finish_task_switch_[k]'), 'x.folded'],
    ['times, by the name of the file', collapsed([55_012, 5_123, 88]), 'wall-us.folded'],
    ['many, none of them small', collapsed([40_211, 8_023, 1_077, 9_001, 2_003, 7_919, 5_077, 31_003, 4_001, 1_213]), 'x.folded'],
  ])('%s are weights, without intervals', (_name, text, file) => {
    expect(unitAndMargin(text, file)).toEqual(['weight', 'no interval']);
    expect(notesOf(readForeign(text, file))[0]).toMatch(/shown as weights, and shares have no intervals/);
  });
});

describe('numbers of speedscope without a unit', () => {
  const profile = (change: object) => ({
    type: 'sampled',
    name: 'p',
    unit: 'none',
    startValue: 0,
    endValue: 9,
    samples: [[0], [1]],
    ...change,
  });
  const file = (...profiles: readonly object[]) =>
    JSON.stringify({
      shared: { frames: [{ name: 'a' }, { name: 'b' }] },
      profiles,
      $schema: 'https://www.speedscope.app/file-format-schema.json',
    });

  test('are samples where each is one, or who opens the file says so, and weights for all where some cannot be', () => {
    expect(unitAndMargin(file(profile({ weights: [1, 1] })), 'x.json')).toEqual(['samples', 'interval']);
    const may = file(profile({ weights: [1, 1] }), profile({ weights: [3, 1] }));
    expect(unitAndMargin(may, 'x.json')).toEqual(['weight', 'no interval']);
    expect(notesOf(readForeign(may))[1]).toMatch(/nothing in it shows that they are samples/);
    expect(unitAndMargin(may, 'x.json', 'samples')).toEqual(['samples', 'interval']);
    expect(notesOf(readForeign(may, 'x', 'samples'))[1]).toBe('The file does not say what its numbers count; they are shown as samples.');
    const both = file(profile({ weights: [3, 1] }), profile({ weights: [128_430_015, 1] }));
    expect(readForeign(both).profiles.map(({ unit }) => unit)).toEqual(['weight', 'weight']);
    expect(notesOf(readForeign(both))[1]).toMatch(/does not say what its numbers count/);
  });

  test('between events are weights', () => {
    const events = [
      { type: 'O', frame: 0, at: 0 },
      { type: 'C', frame: 0, at: 7 },
    ];
    expect(unitAndMargin(file(profile({ type: 'evented', events })), 'x.json')).toEqual(['weight', 'no interval']);
  });
});

describe('times of events', () => {
  const file = (back: number, offset = 0) =>
    JSON.stringify({
      shared: { frames: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] },
      profiles: [
        {
          type: 'evented',
          name: 'p',
          unit: 'milliseconds',
          startValue: offset,
          endValue: offset + 30,
          events: [
            { type: 'O', frame: 0, at: offset },
            { type: 'O', frame: 1, at: offset + 10 },
            { type: 'C', frame: 1, at: offset + 20 },
            { type: 'C', frame: 0, at: offset + 20 - back },
            { type: 'O', frame: 2, at: offset + 20 },
            { type: 'C', frame: 2, at: offset + 30 },
          ],
        },
      ],
    });

  test.each([
    [4e-15, 0],
    [1e-9, 0],
    [1e-6, 1_600_000_000],
  ])('that go back by a rounding error (%d at %d) are read', (back, offset) => {
    expect(treeOf(readForeign(file(back, offset)))).toEqual([
      '(root) self 0 total 30000',
      '  a self 10000 total 20000',
      '    b self 10000 total 10000',
      '  c self 10000 total 10000',
    ]);
  });

  test.each([5, 0.001])('that really go back, by %d, are refused with their place', (back) => {
    expect(refusalOf(importText(file(back), 'x'))).toMatch(/^x: profiles\[0\]\.events\[3\]\.at is .*, before the event in front of it/);
  });
});

describe('collapsed stacks are recognised', () => {
  test('behind many stacks of one function', () => {
    const text = Array.from({ length: 80 }, (_, i) => `thread${i} ${i + 1}\n`).join('');
    expect(importText(text, 'x')).toBeNull();
    expect(readForeign(`${text}node;main;parse 4\n`).format).toBe('collapsed');
  });

  test('behind many comments', () => {
    expect(readForeign(`${'# a comment\n'.repeat(20)}node;main 4\n`).format).toBe('collapsed');
  });

  test('calls below the deepest level are told', () => {
    expect(notesOf(readForeign(`${'f;'.repeat(5_000)}g 7\n`))).toContain(
      'Calls below level 4096 of the stack are counted in what called them.',
    );
  });
});
