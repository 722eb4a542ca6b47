import { describe, expect, test } from 'vitest';
import { computeCallTree, WHOLE_PROFILE } from '../../../../../shared/profile/tree/call-tree.ts';
import { importText } from '../../../../../shared/session/importers.ts';
import { importedOf, notesOf, readForeign, refusalOf, treeOf } from '../../../../helpers/read-foreign.ts';

const STACK = '\t    1a2b3c JS:*hot /srv/app.js:3:10 (/tmp/perf-42.map)\n\t    9f0e1d main (/usr/bin/node)\n';
const BARE = '\t    1a2b3c JS:*hot /srv/app.js:3:10\n\t    9f0e1d main\n';
const samples = (count: number, head: string | ((i: number) => string), stack = STACK): string =>
  Array.from({ length: count }, (_, i) => `${typeof head === 'string' ? head : head(i)}\n${stack}\n`).join('');
const TREE = ['(root) self 0 total 3', '  main self 0 total 3', '    hot self 3 total 3'];

describe('the first line of a sample', () => {
  test.each([
    ['time and no event', 'node 42 100.000001: ', true],
    ['process, thread, core and time, no event', 'node 42/43 [003] 100.000001: ', true],
    ['event of an older version', 'node 42 [000] 100.000001: cycles: ', true],
    ['neither time nor event', 'node 42 ', false],
    ['event without time', 'node 42 cpu-clock: ', false],
    ['period and event without time', 'node 42/42 [001]     250000 cpu-clock:u: ', false],
    ['a command of several words', 'V8 Worker 3 42 ', false],
  ])('%s', (_name, head, hasTime) => {
    for (const stack of [STACK, BARE]) {
      const imported = readForeign(samples(3, head, stack));
      expect([imported.format, treeOf(imported)]).toEqual(['perf', TREE]);
      expect(notesOf(imported).some((note) => note.includes('does not say when its samples were taken'))).toBe(!hasTime);
    }
  });

  test.each([
    ['the command alone', 'node', ['node']],
    ['nothing', null, ['']],
  ])('%s', (_name, head, titles) => {
    const text = head === null ? `${BARE}\n`.repeat(3) : samples(3, head, BARE);
    const imported = readForeign(text);
    expect([imported.format, imported.titles, treeOf(imported)]).toEqual(['perf', titles, TREE]);
  });

  test('may have the only function of the sample', () => {
    const text = Array.from({ length: 3 }, () => 'node 42 [001] 100.5: 1 cpu-clock:u:  55d0c1a2b3c4 hot+0x12 (/usr/bin/node)\n').join('');
    expect(treeOf(readForeign(text))).toEqual(['(root) self 0 total 3', '  hot self 3 total 3']);
  });
});

describe('samples without a stack', () => {
  test.each([
    ['with times', 'node 42/42 [000] 5.01:   10101010 cpu-clock:u: '],
    ['without times', 'node 42 cpu-clock: '],
    ['without times and events', 'node 42'],
  ])('%s, however many come first, are counted', (_name, head) => {
    const imported = readForeign(samples(200, head, '') + samples(3, head));
    expect(treeOf(imported)).toEqual(['(root) self 200 total 203', '  main self 0 total 3', '    hot self 3 total 3']);
    expect(notesOf(imported)).toContain('200 samples have no stack.');
  });

  test('a list of words and numbers is none', () => {
    expect(importText(Array.from({ length: 60 }, (_, i) => `word ${i}\n`).join(''), 'x')?.ok).not.toBe(true);
  });
});

test('the idle task of the kernel counts as idle, and as nothing else that has its name', () => {
  const swapper = 'swapper     0 [001] 5.02:   10101010 cpu-clock: ';
  const imported = readForeign(
    samples(30, swapper) + samples(3, 'node 42/42 [000] 5.01:   10101010 cpu-clock: ') + samples(2, swapper.replace(' 0 ', ' 7 ')),
  );
  expect(notesOf(imported)).toContain(
    '30 samples are of swapper, the task that a processor runs while no program needs it: they count as idle, with the interrupts that were handled in it.',
  );
  expect(imported.profiles.map((profile) => computeCallTree([profile], WHOLE_PROFILE).sampleCount).sort()).toEqual([0, 2, 3]);
});

describe('several events', () => {
  const mixed = (cpu: string, other: string): string =>
    samples(100, `node 42 100.5:  1 ${cpu}: `) +
    samples(300, `node 42 100.6:  1 ${other}: `, '\t 1a JS:*grow /srv/app.js:9:1 (/tmp/perf-42.map)\n');

  test.each([
    ['cpu-clock', 'page-faults'],
    ['cycles:u', 'instructions:u'],
    ['cpu_core/cycles/', 'cache-misses'],
  ])('%s and %s are not added up: that of CPU time is shown, the other named', (cpu, other) => {
    const imported = readForeign(mixed(cpu, other));
    expect(treeOf(imported)[0]).toBe('(root) self 0 total 100');
    expect(notesOf(imported)[0]).toBe(
      `It has samples of 2 events, which are not added up: ${cpu} (100 samples) is shown, not ${other} (300 samples). Where the file itself is open, another one is chosen above the profile or, on the command line, with --value.`,
    );
    expect(treeOf(importedOf(importText(mixed(cpu, other), 'x', other)))).toEqual(['(root) self 0 total 300', '  grow self 300 total 300']);
  });

  test('without one of CPU time the largest is shown', () => {
    expect(treeOf(readForeign(mixed('page-faults', 'cache-misses')))[0]).toBe('(root) self 0 total 300');
  });

  test('one that the file does not have is refused, and those it has are named', () => {
    expect(refusalOf(importText(mixed('cycles', 'faults'), 'x', 'minor'))).toBe('x has no values called minor.');
    expect(refusalOf(importText('a;b 1.5\na;c 2\n', 'x', 'minor'))).toMatch(/one kind of values/);
  });
});

test('equal names of different libraries, and functions without a name, are told apart', () => {
  const frames = [
    'memcpy+0x1 (/lib/libc.so.6)',
    'memcpy+0x2 (/usr/bin/node)',
    '[unknown] (/lib/libssl.so)',
    '[unknown] (/lib/libcrypto.so (deleted))',
    '[unknown] ([unknown])',
    'only+0x8 (/lib/libc.so.6)',
    'std::function<void (int)>::operator()+0x4 (/usr/bin/node)',
  ];
  const imported = readForeign(frames.map((one, i) => `node 42 100.${i}: cycles: \n\t ${i + 10} ${one}\n\n`).join(''));
  expect(treeOf(imported).slice(1).sort()).toEqual(
    [
      '  [unknown] (libcrypto.so (deleted)) self 1 total 1',
      '  [unknown] (libssl.so) self 1 total 1',
      '  [unknown] self 1 total 1',
      '  memcpy (libc.so.6) self 1 total 1',
      '  memcpy (node) self 1 total 1',
      '  only self 1 total 1',
      '  std::function<void (int)>::operator() self 1 total 1',
    ].sort(),
  );
});
