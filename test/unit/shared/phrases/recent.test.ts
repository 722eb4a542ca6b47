/** Figures of sessions in a list: a comparison has those of each variant, a grid of all its cells. */
import { expect, test } from 'vitest';
import { formatSignificant } from '../../../../shared/format/figures.ts';
import type { RecentSummary, VariantFigures } from '../../../../shared/model/recent-session.ts';
import { recentFigures } from '../../../../shared/phrases/recent.ts';

const RUN: RecentSummary = {
  script: 'app.js',
  connections: 10,
  completed: 100,
  failed: 0,
  p50Ms: 4.5,
  p99Ms: null,
  requestsPerSecond: 1_623,
};
const of = (...variants: VariantFigures[]): RecentSummary => ({ ...RUN, p50Ms: null, requestsPerSecond: null, variants });
const figures = (p50Ms: number | null, requestsPerSecond: number | null = null): VariantFigures => ({
  p50Ms,
  p99Ms: null,
  requestsPerSecond,
});
const shown = (summary: RecentSummary | null, name: 'p50Ms' | 'p99Ms' | 'requestsPerSecond' = 'p50Ms') =>
  recentFigures(summary, name, formatSignificant);

test('a run has its own figure, or none', () => {
  expect([shown(RUN), shown(RUN, 'requestsPerSecond'), shown(RUN, 'p99Ms'), shown(null)]).toEqual([['4.50'], ['1,623'], [], []]);
});

test('a comparison of two has that of each, with its letter', () => {
  expect(shown(of(figures(58, 1_623), figures(46, 1_891)))).toEqual(['A 58.0', 'B 46.0']);
  expect(shown(of(figures(58), figures(null)))).toEqual(['A 58.0']);
  expect(shown(of(figures(58), figures(46)), 'requestsPerSecond')).toEqual([]);
});

test('more variants, and the cells of a grid, have the lowest and the highest', () => {
  expect(shown(of(figures(12), figures(null), figures(5_900), figures(80)))).toEqual(['12.0', 'to 5,900']);
  expect(shown(of(figures(3), figures(3), figures(null)))).toEqual(['3.00']);
});

test('what an earlier version has listed has none', () => {
  expect(shown({ ...RUN, p50Ms: null })).toEqual([]);
});
