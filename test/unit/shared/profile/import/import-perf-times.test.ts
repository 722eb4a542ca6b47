/** When samples of perf were taken, which its text says of each. */
import { expect, test } from 'vitest';
import { WHOLE_PROFILE } from '../../../../../shared/profile/tree/call-tree.ts';
import { computeProfileFigures } from '../../../../../shared/profile/tree/profile-figures.ts';
import { notesOf, readForeign } from '../../../../helpers/read-foreign.ts';

const sample = (thread: string, at: string, name: string): string =>
  `node ${thread} ${at}: 1000 cpu-clock:u: \n\t  1a2b ${name}+0x5 (/usr/bin/node)\n`;
const THREADS = [
  sample('10/10', '100.000250', 'parse'),
  sample('10/11', '100.001000', 'copy'),
  sample('10/10', '100.001250', 'parse'),
  sample('10/10', '103.000250', 'render'),
];

test('all threads have one axis, which begins with the first sample', () => {
  const imported = readForeign(THREADS.join('\n'));
  expect(imported.profiles.map(({ sampleTime, startTime, endTime, unit }) => [[...sampleTime], startTime, endTime, unit])).toEqual([
    [[0, 1_000, 3_000_000], 0, 3_000_000 + 2_999_000, 'samples'],
    [[750], 750, 750, 'samples'],
  ]);
  const inSecond = { ...WHOLE_PROFILE, window: { fromMs: 0, toMs: 1_000 } };
  expect(computeProfileFigures(imported.profiles.slice(0, 1), inSecond, 9).heavy.map((row) => [row.function, row.self])).toEqual([
    ['parse', 2],
  ]);
  expect(notesOf(imported).join(' ')).not.toContain('time axis');
});

test('samples that stand behind a later one are taken in the order of their times', () => {
  const imported = readForeign([THREADS[3], THREADS[0], THREADS[2]].join('\n'));
  expect([...imported.profiles[0]!.sampleTime]).toEqual([0, 1_000, 3_000_000]);
  expect(notesOf(imported).join(' ')).toContain('A sample stands in the file behind a later one');
});

test('without times there is no axis', () => {
  const without = THREADS.map((one) => one.replace(/ \d+\.\d+:/, ''));
  const imported = readForeign(without.join('\n'));
  expect(imported.profiles[0]).toMatchObject({ startTime: 0, endTime: 0 });
  expect(notesOf(imported).join(' ')).toContain('does not say when its samples were taken');
});

test('where some samples have no time, it is not said of all', () => {
  const some = THREADS.map((one, at) => (at === 1 ? one.replace(/ \d+\.\d+:/, '') : one));
  expect(notesOf(readForeign(some.join('\n')))).toContain('The file does not say when 1 of 4 samples was taken, so it has no time axis.');
});
