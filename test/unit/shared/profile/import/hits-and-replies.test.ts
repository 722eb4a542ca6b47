import { describe, expect, test } from 'vitest';
import { importText } from '../../../../../shared/session/importers.ts';
import { notesOf, readForeign, refusalOf, treeOf } from '../../../../helpers/read-foreign.ts';

const frame = (functionName: string) => ({ functionName, scriptId: '1', url: 'file:///srv/app.js', lineNumber: 3, columnNumber: 0 });
const FILE = {
  nodes: [
    { id: 1, callFrame: { functionName: '(root)', scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 }, children: [2, 3] },
    { id: 2, callFrame: frame('a'), hitCount: 30 },
    { id: 3, callFrame: frame('b'), hitCount: 10 },
  ],
  startTime: 0,
  endTime: 6_000,
  samples: [2, 2, 3, 2, 3, 3],
  timeDeltas: [1_000, 1_000, 1_000, 500, 1_500, 1_000],
};

test('samples behind a later one are put in the order of their times, and that is said', () => {
  const imported = readForeign(JSON.stringify({ ...FILE, timeDeltas: [1_000, 1_000, 1_000, -500, 1_500, 1_000] }));
  expect(treeOf(imported)).toEqual(['(root) self 0 total 5000', '  a self 2000 total 2000', '  b self 3000 total 3000']);
  expect(notesOf(imported)).toEqual([expect.stringMatching(/^A sample stands in the file behind a later one/)]);
});

test.each([
  ['an empty list of samples', { samples: [], timeDeltas: [] }],
  ['no list of samples', { samples: undefined, timeDeltas: undefined }],
])('%s: hit counts are shown, without a time axis', (_name, change) => {
  const imported = readForeign(JSON.stringify({ ...FILE, ...change }));
  expect(treeOf(imported)).toEqual(['(root) self 0 total 40', '  a self 30 total 30', '  b self 10 total 10']);
  expect(imported.profiles[0]).toMatchObject({ unit: 'samples', startTime: 0, endTime: 0 });
  expect(notesOf(imported)).toEqual([expect.stringContaining('without a time axis')]);
});

describe('what the inspector has answered', () => {
  test.each([
    ['the result', { profile: FILE }],
    ['the whole answer', { id: 7, result: { profile: FILE } }],
    ['a list of answers', [{ result: { profile: FILE } }]],
  ])('%s is the profile in it', (_name, json) => {
    const imported = readForeign(JSON.stringify(json));
    expect([imported.format, imported.profiles.length, treeOf(imported)[0]]).toEqual(['cpuprofile', 1, '(root) self 0 total 5000']);
  });

  test('without nodes it is none', () => {
    expect(
      refusalOf(importText(JSON.stringify({ result: {}, x: '"nodes" "callFrame"', nodes2: { nodes: 1, callFrame: 1 } }), 'x')),
    ).toMatch(/has no list "nodes"/);
  });
});

test('a heap profile in an answer is read, too', () => {
  const head = {
    callFrame: FILE.nodes[0]!.callFrame,
    selfSize: 0,
    id: 1,
    children: [{ callFrame: frame('copy'), selfSize: 9, id: 2, children: [] }],
  };
  const imported = readForeign(JSON.stringify({ id: 3, result: { profile: { head, samples: [] } } }));
  expect([imported.format, treeOf(imported)[0]]).toEqual(['heapprofile', '(root) self 0 total 9']);
});

test.each([-1, -2, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1])('line %d is none', (none) => {
  const [root, a, b] = FILE.nodes;
  const nodes = [root, { ...a, callFrame: { ...a!.callFrame, lineNumber: none, columnNumber: none } }, b];
  expect(readForeign(JSON.stringify({ ...FILE, nodes })).profiles[0]!.frames.map(({ line, column }) => [line, column])).toEqual([
    [-1, -1],
    [-1, -1],
    [3, 0],
  ]);
});
