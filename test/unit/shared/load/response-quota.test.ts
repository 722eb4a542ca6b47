import { expect, test } from 'vitest';
import { keepFirst, ResponseQuota } from '../../../../shared/load/response-quota.ts';
import type { KeptResponse } from '../../../../shared/model/kept-response.ts';
import { ERROR_KINDS, isExpectedStatus } from '../../../../shared/model/run.ts';

const TIMEOUT = 1 + ERROR_KINDS.indexOf('TIMEOUT');
const ABANDONED = 1 + ERROR_KINDS.indexOf('ABANDONED');

/** Which of these are taken, by place. */
function taken(...asked: [request: number, status: number, isGood?: boolean][]): number[] {
  const quota = new ResponseQuota();
  return asked.flatMap(([request, status, isGood = isExpectedStatus(status)], place) => {
    if (!quota.wants(request, status, isGood)) return [];
    quota.took(request, status, isGood);
    return [place];
  });
}

test('the first good response of each request, three of each way to fail, and none that failed by another', () => {
  expect(taken([0, 200], [0, 302], [1, 204], [1, 200])).toEqual([0, 2]);
  expect(taken([0, 500], [0, TIMEOUT], [0, 500], [0, 500], [0, 500], [0, TIMEOUT], [0, ABANDONED], [0, 200])).toEqual([0, 1, 2, 3, 5, 7]);
});

test('a 404 that the plan expects is the good response of its request, and takes no place of those that failed', () => {
  const found: [number, number, boolean][] = Array.from({ length: 5 }, () => [1, 404, true]);
  expect(taken([0, 200], ...found, [0, 404], [0, 404], [0, 404], [0, 404])).toEqual([0, 1, 6, 7, 8]);
});

test('the good response of one request does not stand for that of another', () => {
  const quota = new ResponseQuota();
  quota.took(0, 200, true);
  expect([0, 1].map((request) => quota.wantsGood(request))).toEqual([false, true]);
});

test('twenty that failed in all', () => {
  expect(taken(...Array.from({ length: 60 }, (_, nth): [number, number] => [0, 400 + nth]))).toHaveLength(20);
});

test('of several load processes the earliest are kept, in the order they ended', () => {
  const at = (moment: number, status: number) => ({ request: 0, status, at: moment }) as KeptResponse;
  const all = [at(1, 500), at(5, 500), at(6, 500), at(3, 200), at(2, 500), at(4, 200), at(7, 500)];
  expect(keepFirst(all).map((one) => one.at)).toEqual([1, 2, 3, 5]);
  const expected = [9, 8].map((moment) => ({ ...at(moment, 404), isExpected: true }));
  expect(keepFirst(expected).map((one) => one.at)).toEqual([8]);
});
