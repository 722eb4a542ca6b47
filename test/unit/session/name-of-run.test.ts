import { expect, test } from 'vitest';
import { nameOfRun } from '../../../shared/session/name-of-run.ts';
import { makeSetup } from '../../helpers/fake-data.ts';

const setup = makeSetup('/srv/app.js');

test('a run is called by its script and what it requests; of a plan by the names of its requests, whatever of it is secret', () => {
  expect(nameOfRun(setup)).toBe(`app.js ${setup.requests[0].url}`);
  const plan = (names: readonly string[]): string =>
    `plan: 1\nsequence:\n${names.map((name) => `  - { name: "${name}", url: /x, body: { form: { password: "hunter22" } } }\n`).join('')}`;
  expect(nameOfRun({ ...setup, plan: plan(['login', 'catalog', 'price']) })).toBe('app.js login, catalog, price');
  const long = nameOfRun({ ...setup, plan: plan(Array.from({ length: 40 }, (_, nth) => `request ${nth}`)) });
  expect(long.length).toBeLessThan(90);
  expect(long).toContain('app.js request 0, request 1');
  expect(nameOfRun({ ...setup, plan: plan(['GET /a?token=sk_live_4eC39HqLyjWDarjtT1zdp7dc']) })).not.toContain('4eC39');
});
