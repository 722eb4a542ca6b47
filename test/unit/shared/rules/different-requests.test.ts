import { expect, test } from 'vitest';
import {
  areOnlyRequestsDifferent,
  listDifferentLoad,
  otherWarnings,
  tellDifferentLoad,
} from '../../../../shared/phrases/load-difference.ts';
import { findDifferentRequests } from '../../../../shared/rules/comparison/different-requests.ts';
import { say, sayBoth } from '../../../../shared/words/said.ts';
import { makeSetup } from '../../../helpers/fake-data.ts';

const warningsOf = (...plans: (string | null)[]) =>
  findDifferentRequests(
    plans.map((plan) => ({ ...makeSetup('/srv/app.js'), plan })),
    (values) => ({ list: [...values], by: 'and' }),
  );
const told = (...plans: (string | null)[]): string | null => tellDifferentLoad(warningsOf(...plans));
const mix = (...requests: string[]): string => `plan: 1\nrequests:\n${requests.map((one) => `  - ${one}\n`).join('')}`;

test('requests that differ are named, with their shares of a mix', () => {
  expect(told(mix('{ name: page, url: /page, weight: 3 }', '{ name: search, url: /search }'), mix('/page'), null)).toBe(
    'Different requests: a mix of 75 % page, 25 % search, GET /page and one request. Figures of whole runs are of different work; requests of the same name are compared with each other.',
  );
  expect(told('plan: 1\nsequence: [/a, /b, /c, /d, /e, /f, /g]\n', null)).toMatch(
    /: one after the other GET \/a, GET \/b, GET \/c, GET \/d, GET \/e, 2 more and one request\. /,
  );
});

test('the same names with something else in them', () => {
  const of = (url: string): string => mix(`{ name: page, url: ${url} }`);
  expect(told(of('/a'), of('/b'))).toMatch(/^Different request plans: the requests have the same names/);
});

test('comments and the load that a plan suggests are not what it asks for', () => {
  expect(told(mix('/a'), `# Fridays\n${mix('/a')}load: { model: users }\n`)).toBeNull();
  expect(told(null, null)).toBeNull();
});

test('other requests are not called another load, unless the load is another as well', () => {
  const warnings = warningsOf(mix('/a'), mix('/b'));
  expect(areOnlyRequestsDifferent(warnings)).toBe(true);
  expect(areOnlyRequestsDifferent([...warnings, say('comparisonWarning.models', { values: 'closed and open' })])).toBe(false);
  expect(areOnlyRequestsDifferent([])).toBe(false);
});

test('what differs in the load is told before any figure with advice as well', () => {
  const advice = say('advice.longerWarmUpMayHelp');
  const advised = warningsOf(mix('/a'), mix('/b')).map((said) => sayBoth(said, advice));
  expect(areOnlyRequestsDifferent(advised)).toBe(true);
  expect(otherWarnings(advised)).toEqual([]);
  const { warned, noted } = listDifferentLoad([
    sayBoth(say('comparisonWarning.loadCompared', { values: '1 and 2', models: 'one' }), advice),
  ]);
  expect([warned.length, noted.length]).toEqual([0, 1]);
});
