import { expect, test } from 'vitest';
import { summarizeLeak } from '../../../../electron/engine/experiments/recent-summary.ts';
import type { RecentSummary } from '../../../../shared/model/recent-session.ts';
import { DEFAULT_SETUP } from '../../../../shared/model/setup/setup.ts';
import { recentFacts, recentState } from '../../../../shared/phrases/recent.ts';
import { searchLeak } from '../../../helpers/simulated-leak.ts';

const RUN: RecentSummary = {
  ...{ script: 'app.js', kind: 'run', ending: 'completed', connections: 10, completed: 54_000, failed: 0 },
  ...{ p50Ms: 1.2, p99Ms: 3, requestsPerSecond: 450, load: DEFAULT_SETUP.load, client: DEFAULT_SETUP.client },
};

function listed(keeps: (requests: number) => number): RecentSummary {
  return { ...RUN, ...summarizeLeak({ leak: { ...searchLeak({ keeps }), cut: null }, ending: 'completed' }) };
}

test('a run that looked for a leak is listed with its verdict and without figures of requests that came in rounds', () => {
  const leak = listed((requests) => 1_000 * requests);
  expect(leak).toMatchObject({ p50Ms: null, p99Ms: null, requestsPerSecond: null, leak: 'leak' });
  expect(recentState(leak)).toMatchObject({ word: 'leak', tone: 'bad' });
  expect(recentState(listed(() => 0))).toMatchObject({ word: 'no leak', tone: 'quiet' });
  const session = { path: '/a.loopscope', name: 'app.js', openedAt: '', missing: false, summary: leak };
  expect(recentFacts(session).join(' ')).toContain('in equal rounds');
});

test('of a run that looked for none nothing changes', () => {
  expect(summarizeLeak({ leak: null, ending: 'completed' })).toEqual({});
});
