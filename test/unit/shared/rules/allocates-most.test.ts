/** What is said of the function that allocates most. */
import { expect, test } from 'vitest';
import type { MemoryFigures } from '../../../../shared/model/memory.ts';
import { type HeapFigures, hasLoad } from '../../../../shared/model/report.ts';
import { computeAnswer, tellAnswer } from '../../../../shared/rules/answer.ts';
import { makeReport, makeSetup } from '../../../helpers/fake-data.ts';

const base = makeReport(makeSetup('/app/server.js'), 8_000, null).runs.find(hasLoad)!;

type Row = HeapFigures['heavy'][number];
const row = (change: Partial<Row> = {}): Row => ({
  ...{ function: 'render', url: 'file:///app/page.js', line: 7, kind: 'own', selfBytes: 225e6, selfPercent: 45, totalBytes: 300e6 },
  ...{ totalPercent: 60, samples: 1_800, selfMargin: 1.6, totalMargin: 1.5 },
  ...change,
});

function said(change: Partial<HeapFigures> = {}, completed = 5_000, memory: Partial<MemoryFigures> = {}): string[] {
  const all = { of: 'allocated', samples: 4_000, allocatedBytes: 500e6, liveBytes: null, isInlined: true } as const;
  const known = { allocatedPerRequestBytes: 1, liveBytes: null, growthPerRequestBytes: null, gc: null, ownBytes: null, levels: [] };
  const requests = { ...base.requests, completed };
  const run = { ...base, heap: { ...all, heavy: [row()], ...change }, memory: { ...known, ...memory }, requests };
  return computeAnswer(run)
    .filter(({ kind }) => kind === 'allocates')
    .map((part) => tellAnswer(part).replaceAll('\u00a0', ' '));
}

test('the function that allocates most is told with its share, how sure it is, and that V8 may have inlined others into it', () => {
  expect(said()).toEqual([
    'The server allocated 500 MB of heap, 100 kB for each request: 45 % of it (±2 %) in render (page.js:7), with what V8 inlined into it.',
  ]);
  expect(said({ isInlined: false })).toEqual([
    'The server allocated 500 MB of heap, 100 kB for each request: 45 % of it (±2 %) in render (page.js:7).',
  ]);
});

test('where requests are followed, that is said to be in it', () => {
  expect(said({ isInlined: false }, 5_000, { allocatedWith: 'by-request' })).toEqual([
    'The server allocated 500 MB of heap, 100 kB for each request, what follows the requests included: 45 % of it (±2 %) in render (page.js:7).',
  ]);
});

test('of what is alive no share of a request is told', () => {
  expect(said({ of: 'alive', allocatedBytes: null, liveBytes: 8e6, isInlined: false })).toEqual([
    '8.00 MB of what was allocated during the load was alive after it: 45 % of it (±2 %) in render (page.js:7).',
  ]);
});

test('functions of Node are not named, and the largest of the others is', () => {
  const native = row({ function: 'slice', kind: 'native', url: '', selfBytes: 300e6, selfPercent: 60 });
  expect(said({ heavy: [native, row({ function: 'small', selfBytes: 1e6, selfPercent: 15 }), row()] })[0]).toContain(
    'in render (page.js:7)',
  );
});

test('nothing is said from few samples, of shares that are small or unsure, and where no response came', () => {
  expect(said({ samples: 99 })).toEqual([]);
  expect(said({ samples: 100 })).toHaveLength(1);
  expect(said({ heavy: [row({ selfPercent: 9.9 })] })).toEqual([]);
  expect(said({ heavy: [row({ selfMargin: null })] })).toEqual([]);
  expect(said({ heavy: [] })).toEqual([]);
  expect(said({}, 0)).toEqual([]);
});
