/** Two files of one name are told apart by the shortest path that is unique, in sentences and beside what has no file. */
import { expect, test } from 'vitest';
import { placeOfCode } from '../../../../shared/phrases/code-place.ts';
import { WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { computeProfileFigures } from '../../../../shared/profile/tree/profile-figures.ts';
import { functionTable } from '../../../../shared/report/tables/functions.ts';
import { readForeign } from '../../../helpers/read-foreign.ts';

const frame = (functionName: string, url: string) => ({
  functionName,
  scriptId: '1',
  url,
  lineNumber: url === '' ? -1 : 0,
  columnNumber: 0,
});
const nodes = [
  { id: 1, callFrame: frame('(root)', ''), children: [2, 4] },
  { id: 2, callFrame: frame('run', 'file:///srv/a/index.js'), children: [3] },
  { id: 3, callFrame: frame('writeSync', ''), children: [] },
  { id: 4, callFrame: frame('', 'file:///srv/b/index.js'), children: [] },
];
const samples = Array.from({ length: 1_000 }, (_, i) => (i % 4 === 0 ? 4 : 3));
const file = JSON.stringify({ nodes, samples, timeDeltas: samples.map(() => 1_000), startTime: 0, endTime: 1_000_000 });
const figures = computeProfileFigures(readForeign(file).profiles, WHOLE_PROFILE, 10);

test('a built-in says which of two index.js calls it', () => {
  const cells = functionTable(figures)!
    .rows.flat()
    .map((cell) => (typeof cell === 'string' ? cell : cell.text).replaceAll('\u00a0', ' '));
  expect(cells).toContain('called from run (a/index.js:1)');
});

test('a function without a name is called by the path that says which file it is', () => {
  const unnamed = figures.heavy.find(({ url }) => url.endsWith('/b/index.js'))!;
  expect(placeOfCode(unnamed)).toBe('b/index.js:1');
});

test('the largest function of all is named by it, too', () => {
  expect(figures.hot.own).toMatchObject({ file: 'a/index.js' });
});
