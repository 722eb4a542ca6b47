import { expect, test } from 'vitest';
import { computeFailures, shareOf } from '../../../shared/analysis/failures.ts';
import { tellAnswer } from '../../../shared/words/answer.ts';

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
    '1 in 2 requests went wrong (50 of 100): 30 with status 503 (Service Unavailable), 10 with status 404 (Not Found), 9 ECONNREFUSED (nothing is listening there any more), and 1 other kind.',
  ],
])('over %i good responses: %j %j', (good, status, errors, sentence) => {
  expect(said(good, status, errors)).toBe(sentence);
});

test('a share is exact, about or a percentage, and never rounded to nothing', () => {
  expect(shareOf(249, 1_000)).toEqual({ how: 'exactly', n: 4 });
  expect(shareOf(260, 1_000).how).toBe('percent');
  expect(shareOf(99, 100).how).toBe('percent');
  expect(shareOf(7, 100_000)).toEqual({ how: 'about', n: 14_000 });
});
