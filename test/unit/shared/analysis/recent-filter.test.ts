import { expect, test } from 'vitest';
import { filterRecent, isFiltering, kindOf, type RecentFilter, stateOf } from '../../../../shared/analysis/recent-filter.ts';
import type { RecentSession, RecentSummary } from '../../../../shared/model/recent-session.ts';

const ALL: RecentFilter = { text: '', kind: 'all', state: 'all' };
const SUMMARY: RecentSummary = {
  script: '/srv/shop/server.js',
  connections: 10,
  completed: 1_000,
  failed: 0,
  p50Ms: 1,
  p99Ms: 2,
  requestsPerSecond: 100,
  ending: 'completed',
  unexpected: 0,
};
const session = (name: string, summary: Partial<RecentSummary> | null): RecentSession => ({
  path: `/data/${name}.loopscope`,
  name,
  openedAt: '2026-01-02T03:04:05Z',
  missing: false,
  summary: summary === null ? null : { ...SUMMARY, ...summary },
});

const sessions = [
  session('checkout before', { kind: 'run', request: 'POST /orders' }),
  session('checkout after', { kind: 'run', unexpected: 2, request: '/cart' }),
  session('one reset of many', { kind: 'run', completed: 100_000, failed: 1 }),
  session('crash', { kind: 'run', ending: 'target-exited', failed: 900 }),
  session('ended early', { kind: 'run', ending: 'stopped' }),
  session('gzip or not', { kind: 'comparison', verdict: 'faster' }),
  session('from an earlier version', { verdict: null }),
  session('work', null),
];
const found = (filter: Partial<RecentFilter>) => filterRecent(sessions, { ...ALL, ...filter }).map(({ name }) => name);

test('all the words have to be there, in name, path, script or request, in any case', () => {
  expect(found({})).toHaveLength(sessions.length);
  expect(found({ text: 'CHECKOUT  orders' })).toEqual(['checkout before']);
  expect(found({ text: 'shop work' })).toEqual([]);
  expect(found({ text: '/data/work' })).toEqual(['work']);
  expect(found({ text: '(' })).toEqual([]);
});

test('by kind and by state; errors and crashes come before how it ended', () => {
  expect(found({ kind: 'comparison' })).toEqual(['gzip or not', 'from an earlier version']);
  expect(found({ kind: 'profile' })).toEqual(['work']);
  expect(found({ state: 'errors' })).toEqual(['checkout after']);
  expect(found({ state: 'crashed' })).toEqual(['crash']);
  expect(found({ state: 'stopped' })).toEqual(['ended early']);
  expect(found({ kind: 'run', state: 'completed' })).toEqual(['checkout before', 'one reset of many']);
  expect(sessions.map(kindOf)).toEqual([...Array(5).fill('run'), 'comparison', 'comparison', 'profile']);
  expect(stateOf({ ...SUMMARY, ending: undefined })).toBeNull();
});

test('only what hides something is a filter', () => {
  expect(isFiltering({ ...ALL, text: '  ' })).toBe(false);
  expect(isFiltering({ ...ALL, state: 'stopped' })).toBe(true);
});
