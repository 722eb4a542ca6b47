import { expect, test } from 'vitest';
import { summarizeOutcomes } from '../../../electron/engine/experiments/recent-summary.ts';
import { requestOf } from '../../../shared/session/request-of.ts';
import { makeSetup } from '../../helpers/fake-data.ts';

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
