/** A file of V8 that names a node which it does not have opens without it, and says what is lost. */
import { expect, test } from 'vitest';
import { importText } from '../../../../../shared/session/importers.ts';
import { notesOf, readForeign, refusalOf, treeOf } from '../../../../helpers/read-foreign.ts';

const frame = (functionName: string) => ({ functionName, scriptId: '7', url: '/app/a.js', lineNumber: 3, columnNumber: 1 });
const root = { id: 1, callFrame: { functionName: '(root)', scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 } };
const piece = (name: string, ts: number, data: object) => ({ pid: 9, tid: 1, ts, ph: 'P', cat: 'v8', name, id: '0x1', args: { data } });
const trace = (nodes: readonly object[], samples: readonly number[]): string =>
  JSON.stringify([
    piece('Profile', 1_000, { startTime: 1_000 }),
    piece('ProfileChunk', 1_100, { cpuProfile: { nodes, samples }, timeDeltas: samples.map(() => 100) }),
    piece('ProfileChunk', 9_000, { endTime: 1_000 + 100 * (samples.length + 1) }),
  ]);
const NODES = [root, { id: 2, callFrame: frame('known'), parent: 1 }];

test('a trace with a sample of a node that is in no chunk', () => {
  const imported = readForeign(trace(NODES, [2, 2, 99, 2]));
  expect(treeOf(imported)).toEqual(['(root) self 100 total 400', '  known self 300 total 300']);
  expect(notesOf(imported).join()).toMatch(/A sample names a function that is not in the file.* its time counts, but is of no function/);
});

test('a trace with a node whose caller is in no chunk', () => {
  const imported = readForeign(trace([...NODES, { id: 3, callFrame: frame('orphan'), parent: 77 }], [2, 3, 3, 2]));
  expect(treeOf(imported)).toEqual(expect.arrayContaining(['  orphan self 200 total 200', '  known self 200 total 200']));
  expect(notesOf(imported).join()).toMatch(/A stack of the file has lost a part/);
});

const file = (nodes: readonly object[], samples: readonly number[]): string =>
  JSON.stringify({ nodes, samples, timeDeltas: samples.map(() => 100), startTime: 0, endTime: 100 * (samples.length + 1) });

test('a .cpuprofile with a callee and a sample that it does not have', () => {
  const nodes = [
    { ...root, children: [2, 50] },
    { id: 2, callFrame: frame('known') },
  ];
  const imported = readForeign(file(nodes, [2, 2, 60]));
  expect(treeOf(imported)).toEqual(['(root) self 100 total 300', '  known self 200 total 200']);
  expect(notesOf(imported)).toHaveLength(2);
});

test('where most samples are of no node the file is refused, with the first of them', () => {
  const nodes = [
    { ...root, children: [2] },
    { id: 2, callFrame: frame('known') },
  ];
  expect(refusalOf(importText(file(nodes, [2, 60, 61, 62]), 'x'))).toMatch(/60/);
});
