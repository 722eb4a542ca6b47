import { expect, test } from 'vitest';
import { computeFailures, shareOf } from '../../../../shared/analysis/failures.ts';
import type { PlannedFigures } from '../../../../shared/model/report.ts';
import { tellAnswer } from '../../../../shared/rules/answer.ts';

/** The sentence over so many good responses and these. */
function said(good: number, status: Record<string, number> = {}, errors: Record<string, number> = {}): string {
  const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((total, count) => total + count, 0);
  const unexpected = sum(status);
  const requests = { sent: 0, completed: good + unexpected, failed: sum(errors), unexpected, timedOut: 0, unfinished: 0, dropped: 0 };
  return computeFailures({ requests, status: { 200: good, ...status }, errors })
    .map(tellAnswer)
    .join('')
    .replaceAll('\u00a0', ' ');
}

test.each([
  [75, { 500: 25 }, {}, '1 in 4 responses had status 500 (Internal Server Error): 25 of 100.'],
  [320_970, { 500: 106_990 }, {}, '1 in 4 responses had status 500 (Internal Server Error): 106,990 of 427,960.'],
  [77, { 599: 23 }, {}, '23.0 % of responses had status 599: 23 of 100.'],
  [9_999, {}, { TIMEOUT: 1 }, '1 in 10,000 requests failed (1 of 10,000): no complete response in time.'],
  [
    12_345,
    {},
    { CLOSED: 67 },
    'About 1 in 190 requests failed (67 of 12,412): the server closed the connection before the response was complete.',
  ],
  [
    50,
    { 404: 10, 503: 30 },
    { ECONNREFUSED: 9, TIMEOUT: 1 },
    '1 in 2 requests went wrong (50 of 100): 30 with status 503 (Service Unavailable), 10 with status 404 (Not Found), 9 ECONNREFUSED (nothing was listening there), and 1 other kind.',
  ],
])('over %i good responses: %j %j', (good, status, errors, sentence) => {
  expect(said(good, status, errors)).toBe(sentence);
});

/** Of 100 responses of a plan, so many were a 500 of each request. */
function saidOfPlan(own: Record<string, number>): string {
  const wrong = Object.values(own).reduce((sum, n) => sum + n, 0);
  const counts = (unexpected: number) => ({ sent: 0, completed: 100, failed: 0, unexpected, timedOut: 0, unfinished: 0, dropped: 0 });
  const byRequest = Object.entries(own).map(([name, n]) => ({ name, requests: counts(n) })) as unknown as PlannedFigures[];
  return computeFailures({ requests: counts(wrong), status: { 200: 100 - wrong, 500: wrong }, errors: {}, byRequest })
    .map(tellAnswer)
    .join('');
}

test('the request of a plan that all or most of them were of is named, and none where there is none', () => {
  expect(saidOfPlan({ home: 0, checkout: 5 })).toMatch(/: 5 of 100, all of them to “checkout”\.$/);
  expect(saidOfPlan({ home: 1, 'check\u202eout': 4 })).toMatch(/: 5 of 100, 4 of them to “check\\u202eout”\.$/);
  expect(saidOfPlan({ home: 0, checkout: 1 })).toMatch(/: 1 of 100, to “checkout”\.$/);
  expect(saidOfPlan({ home: 2, checkout: 2, search: 1 })).toMatch(/: 5 of 100\.$/);
  expect(saidOfPlan({ home: 2, checkout: 2 })).toMatch(/: 4 of 100\.$/);
});

test('a share is exact, about or a percentage, and never rounded to nothing', () => {
  expect(shareOf(249, 1_000)).toEqual({ how: 'exactly', n: 4 });
  expect(shareOf(260, 1_000).how).toBe('percent');
  expect(shareOf(99, 100).how).toBe('percent');
  expect(shareOf(7, 100_000)).toEqual({ how: 'about', n: 14_000 });
});
