/** What reports and tables say of a file of another tool, in its own unit. */
import { describe, expect, test } from 'vitest';
import type { Imported } from '../../../../shared/foreign/importer.ts';
import { WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { computeProfileFigures } from '../../../../shared/profile/tree/profile-figures.ts';
import { BLOCKED } from '../../../../shared/report/tables/blocked.ts';
import { functionTable } from '../../../../shared/report/tables/functions.ts';
import { PROFILE } from '../../../../shared/report/tables/profile.ts';
import { threadsTable } from '../../../../shared/report/tables/threads.ts';
import { readForeign } from '../../../helpers/read-foreign.ts';

const figuresOf = ({ profiles, titles }: Imported) =>
  computeProfileFigures(profiles, WHOLE_PROFILE, 10, { titleOf: ({ thread }) => titles[thread] ?? '' });
const sampled = (name: string, unit: string, weights: readonly number[]) => ({
  type: 'sampled',
  name,
  unit,
  startValue: 0,
  endValue: 10,
  samples: weights.map(() => [0]),
  weights,
});
const speedscope = (...profiles: readonly object[]): Imported =>
  readForeign(
    JSON.stringify({ shared: { frames: [{ name: 'a' }] }, profiles, $schema: 'https://www.speedscope.app/file-format-schema.json' }),
  );

test('reading files is in calls known to block, and whether it waited is not known', () => {
  const frame = (functionName: string, url: string) => ({ functionName, scriptId: '1', url, lineNumber: 3, columnNumber: 0 });
  const nodes = [
    { id: 1, callFrame: { ...frame('(root)', ''), lineNumber: -1 }, children: [2] },
    { id: 2, callFrame: frame('load', 'file:///srv/a.js'), children: [3] },
    { id: 3, callFrame: frame('readSync', 'node:fs'), children: [4] },
    { id: 4, callFrame: { ...frame('read', ''), lineNumber: -1 }, children: [] },
  ];
  const profile = figuresOf(
    readForeign(JSON.stringify({ nodes, startTime: 0, endTime: 20_000, samples: [4, 4], timeDeltas: [0, 10_000] })),
  );
  const { caption, columns, rows, note } = BLOCKED.of({ profile, ticks: null }, {})!;
  expect([caption, columns.map(({ title }) => title)]).toEqual([
    'Calls known to block',
    ['Call', 'Time, ms', 'Share, %', 'Threads', 'Called by', 'File'],
  ]);
  expect(rows).toHaveLength(1);
  expect(note).toContain('is counted whole, though they work where a file is in memory: how long threads ran is not known.');
});

describe('threads of a file', () => {
  test.each([
    ['none', ['0', expect.anything(), '30.0', '75.0']],
    ['bytes', ['0', expect.anything(), '0.0', '75.0']],
    ['milliseconds', ['0', expect.anything(), '30.0', '75.0', '0.0', '0.0', '2']],
  ])('in %s: each has the name of the file, and none is the main one', (unit, first) => {
    const profile = figuresOf(
      speedscope(sampled('libuv-worker', unit, [20, 10]), sampled('MainThread', unit, [4, 6]), sampled('', unit, [])),
    );
    const { rows } = threadsTable({ profile })!;
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual(first);
    expect(rows.map(([, name]) => name)).toEqual([
      { text: 'libuv-worker', tone: 'code' },
      { text: 'MainThread', tone: 'code' },
    ]);
  });
});

describe('what is no number of samples is not told as one', () => {
  test.each([
    ['bytes', speedscope(sampled('p', 'bytes', [3_000, 1_000])), ['In all', '4.00\u00a0kB'], /^Percent of 4\.00 kB\. /],
    [
      'weights',
      readForeign('a;b 128430015\na;c 98112207\n'),
      ['In all', 'a weight of 226,542,222'],
      /^Percent of a weight of 226,542,222\. /,
    ],
    ['numbers that may be samples', readForeign('a;b 3\na;c 1\n'), ['In all', 'a weight of 4'], /^Percent of a weight of 4\. /],
    [
      'samples',
      readForeign('a;b 3\na;c 1\n', 'x', 'samples'),
      [expect.objectContaining({ text: 'Samples' }), '4'],
      /^Percent of 4 samples\. /,
    ],
  ])('%s', (_name, imported, row, note) => {
    const profile = figuresOf(imported);
    expect(PROFILE.of({ profile, ticks: null }, {})!.rows).toEqual([row]);
    expect(functionTable(profile)!.note?.replaceAll('\u00a0', ' ')).toMatch(note);
  });
});
