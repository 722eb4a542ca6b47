import { expect, test } from 'vitest';
import { summarizeOutcomes, summarizePlan } from '../../../../electron/engine/experiments/recent-summary.ts';
import { requestOf } from '../../../../shared/derive/name-of-run.ts';
import { recentFacts } from '../../../../shared/phrases/recent.ts';
import { makeSetup } from '../../../helpers/fake-data.ts';

const FIGURES = {
  script: '/srv/app.js',
  connections: 1,
  completed: 9,
  failed: 0,
  p50Ms: 1,
  p99Ms: 2,
  requestsPerSecond: 3,
  kind: 'run' as const,
};

test('redirects are counted, a page that one has already is none; a status is told where nothing else went wrong', () => {
  expect(summarizeOutcomes({ 200: 5, 302: 90, 308: 5, 304: 40 }, {}, {})).toEqual({ redirected: 95 });
  expect(summarizeOutcomes({ 200: 5, 500: 1 }, {}, {})).toEqual({ redirected: 0, onlyStatus: '500' });
  expect(summarizeOutcomes({ 404: 5, 500: 1 }, {}, {})).toEqual({ redirected: 0 });
  expect(summarizeOutcomes({ 200: 5, 500: 1 }, { ECONNRESET: 1 }, {})).toEqual({ redirected: 0 });
  expect(summarizeOutcomes({ 200: 5, 404: 3, 500: 1 }, {}, { 404: 3 })).toEqual({ redirected: 0, onlyStatus: '500' });
  expect(summarizeOutcomes({ 404: 3 }, {}, { 404: 3 })).toEqual({ redirected: 0 });
});

test('of a plan with many requests the first are named', () => {
  const plan = (count: number) => ({
    ...makeSetup('/srv/app.js'),
    plan: `plan: 1\nrequests:\n${Array.from({ length: count }, (_, i) => `  - { name: page ${i + 1}, url: /${i} }`).join('\n')}\n`,
  });
  expect(requestOf(plan(4))).toBe('page 1, page 2, page 3, page 4');
  expect(requestOf(plan(20))).toBe('page 1, page 2, page 3, page 4, …');
});

test.each([
  ['k6 run --out json=points.json shop.js', 'k6', 'k6'],
  ['npx autocannon -j http://127.0.0.1:3000', 'autocannon', 'autocannon'],
  // No figures of a tool were read, and any word may be a secret.
  ['TOKEN=secret "/opt/my tools/shoot" --key secret', null, 'a command, at most'],
] as const)('of a load by %s the list says by what', (loadCommand, tool, by) => {
  const setup = { ...makeSetup('/srv/app.js'), loadCommand };
  const summary = { ...FIGURES, ...summarizePlan({ setup, createdAt: '2026-02-11T10:41:00Z' }, tool) };
  const listed = { path: '/a.loopscope', name: 'app', openedAt: '2026-02-11T10:41:00Z', missing: false, summary };
  expect(recentFacts(listed).join()).toContain(`load by ${by}`);
  expect(JSON.stringify([listed.summary.madeBy, recentFacts(listed)])).not.toContain('secret');
  // Listed by an earlier version.
  expect(recentFacts({ ...listed, summary: { ...summary, madeBy: undefined } }).join()).toContain('load by a command, at most');
});
