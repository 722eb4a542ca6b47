/** What is said of memory that grew while requests came. */
import { expect, test } from 'vitest';
import type { MemoryFigures } from '../../../../shared/model/memory.ts';
import { hasLoad, type RunReport } from '../../../../shared/model/report.ts';
import { computeAnswer, tellAnswer } from '../../../../shared/rules/answer.ts';
import { makeReport, makeSetup } from '../../../helpers/fake-data.ts';

const base = makeReport(makeSetup('/app/server.js'), 8_000, null).runs.find(hasLoad)!;

function said(growth: number, change: Partial<MemoryFigures> = {}, requests: Partial<RunReport['requests']> = {}): string[] {
  const completed = requests.completed ?? 21_000;
  const memory: MemoryFigures = {
    ...{ allocatedPerRequestBytes: 9_000, gc: null, ownBytes: null, levels: [], growsOn: true },
    liveBytes: { first: 20e6, last: 20e6 + growth },
    growthPerRequestBytes: { value: growth / completed, ci: null },
    ...change,
  };
  const run = { ...base, memory, requests: { ...base.requests, completed, unfinished: 0, ...requests } };
  return computeAnswer(run)
    .filter(({ kind }) => kind === 'memory')
    .map((part) => tellAnswer(part).replaceAll('\u00a0', ' '));
}

test('memory that grew, and that a full collection did not free, is told with how much it is for each request, and what would tell whether it is a leak', () => {
  expect(said(95e6)).toEqual([
    'Memory rose by 95.0 MB in 8.00 s, 4.52 kB a request, and a full collection did not free it. Whether it goes on, one run cannot say: a cache that fills looks the same. Rounds of equal load tell both apart: loopscope leak, or “Look for a leak” in the form (Run again).',
  ]);
});

test('nothing is said of memory that grew a little, shrank, stopped growing, or is not known', () => {
  expect(said(4.9e6)).toEqual([]);
  expect(said(5e6)).toHaveLength(1);
  expect(said(-20e6)).toEqual([]);
  const { growsOn: _, ...stopped }: Partial<MemoryFigures> = { growsOn: true };
  expect(said(95e6, { ...stopped, growsOn: undefined as never })).toEqual([]);
  expect(said(95e6, { liveBytes: null, growthPerRequestBytes: null, liveUnknown: 'late' })).toEqual([]);
});

test('nothing is said of few requests, nor where many are still worked on', () => {
  expect(said(95e6, {}, { completed: 99 })).toEqual([]);
  expect(said(95e6, {}, { completed: 100 })).toHaveLength(1);
  expect(said(95e6, {}, { completed: 1_000, unfinished: 11 })).toEqual([]);
  expect(said(95e6, {}, { completed: 1_000, unfinished: 10 })).toHaveLength(1);
});
