/** What is asked of the highest rate, as people write it. */
import { expect, test } from 'vitest';
import { readQuestion, writeQuestion } from '../../../../shared/model/load/limit-question.ts';
import { neededPerLevel } from '../../../../shared/model/load/search-plan.ts';

const bounds = (text: string) => {
  const read = readQuestion(text);
  return read.ok ? read.question.bounds : null;
};

test('bounds of a percentile, the mean and errors, of all requests or of one', () => {
  expect(bounds('p99 < 200ms, errors <= 0%')).toEqual([
    { of: 'latency', percentile: 99, most: 200, orEqual: false, request: null },
    { of: 'errors', most: 0, orEqual: true, request: null },
  ]);
  expect(bounds('mean<=0.05s')).toEqual([{ of: 'mean', most: 50, orEqual: true, request: null }]);
  const ofCheckout = [{ of: 'latency', percentile: 95, most: 300, orEqual: false, request: 'checkout' }];
  for (const text of ['checkout p95 < 300ms', "p95 of 'checkout' < 300ms", '"checkout" p95 < 300 ms'])
    expect(bounds(text)).toEqual(ofCheckout);
  expect(bounds("p50 of 'pay, then go' < 1s")).toEqual([
    { of: 'latency', percentile: 50, most: 1_000, orEqual: false, request: 'pay, then go' },
  ]);
});

test('what no server could be within, or is no bound, is refused', () => {
  for (const text of [
    '',
    'p99',
    'p99 > 200ms',
    'p100 < 1s',
    'p0 < 1s',
    'p99 < 0ms',
    'errors < 0%',
    'errors <= 100%',
    'p99 < 5%',
    'errors < 1ms',
    'p99 < 200ms,',
  ])
    expect(bounds(text), text).toBeNull();
});

test('it reads again what it writes', () => {
  for (const text of ["p99.9 of 'a' < 200ms, errors <= 0.5%", 'mean <= 12.5ms', `p95 of "it's" < 3ms`]) {
    const read = readQuestion(text);
    expect(read.ok && writeQuestion(read.question)).toBe(text);
  }
});

test('a level has as many requests as the rarest figure of the question needs', () => {
  const needed = (text: string) => neededPerLevel({ bounds: bounds(text)! });
  expect([needed('p99 < 1s'), needed('p95 < 1s, p50 < 1s'), needed('p99.9 < 1s'), needed('errors < 1%')]).toEqual([368, 72, 3_688, 368]);
  expect(needed('mean < 1s')).toBe(needed('errors <= 0%'));
});
