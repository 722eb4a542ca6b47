import { expect, test } from 'vitest';
import { nameOfRun } from '../../../../shared/derive/name-of-run.ts';
import type { Load } from '../../../../shared/model/setup/setup.ts';
import { makeSetup } from '../../../helpers/fake-data.ts';
import { loadOf } from '../../../helpers/plans.ts';

const setup = makeSetup('/srv/app.js');

test('a run is called by its script and what it requests; of a plan by the names of its requests, whatever of it is secret', () => {
  expect(nameOfRun(setup)).toBe(`app.js ${setup.requests[0].url}`);
  const plan = (names: readonly string[]): string =>
    `plan: 1\nsequence:\n${names.map((name) => `  - { name: "${name}", url: /x, body: { form: { password: "hunter22" } } }\n`).join('')}`;
  expect(nameOfRun({ ...setup, plan: plan(['login', 'catalog', 'price']) })).toBe('app.js login, catalog, price, 50 connections');
  const long = nameOfRun({ ...setup, plan: plan(Array.from({ length: 40 }, (_, nth) => `request ${nth}`)) });
  expect(long.length).toBeLessThan(70);
  expect(long).toMatch(/^app\.js request 0, request 1.*…, 50 connections$/);
  expect(nameOfRun({ ...setup, plan: plan(['GET /a?token=sk_live_4eC39HqLyjWDarjtT1zdp7dc']) })).not.toContain('4eC39');
});

const PLAN = 'plan: 1\nrequests: [/a, /b]\n';

test.each<[Load, string]>([
  [{ ...loadOf('users'), users: 30 }, '30 users'],
  [{ ...loadOf('arrivals'), schedule: '10/s for 20s' }, '10/s'],
  [{ ...loadOf('arrivals'), schedule: '10/s for 20s, 10/s..170/s over 10s, pause 5s' }, 'up to 170/s'],
  [{ ...loadOf('sweep'), levels: '1..32' }, '1 to 32 connections'],
  [{ ...loadOf('sweep'), levels: '100/s..2000/s' }, '100/s to 2,000/s'],
])('runs of one script with plans are told apart by the file of the plan and by the load: %j', (load, told) => {
  const planned = { ...setup, load, plan: PLAN };
  expect(nameOfRun(planned)).toBe(`app.js GET /a, GET /b, ${told}`);
  expect(nameOfRun({ ...planned, planFile: '/srv/plans/checkout.yaml' })).toBe(`app.js checkout.yaml, ${told}`);
  // Which of the many files that are called so?
  expect(nameOfRun({ ...planned, planFile: '/srv/checkout/plan.yaml' })).toBe(`app.js GET /a, GET /b, ${told}`);
});
