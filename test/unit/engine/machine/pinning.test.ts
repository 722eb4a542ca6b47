import { expect, test } from 'vitest';
import { chooseCores, parseCores, pinTo } from '../../../../electron/engine/machine/pinning.ts';

test('reads the cores that the system allows', () => {
  expect(parseCores('0')).toEqual([0]);
  expect(parseCores('0-3')).toEqual([0, 1, 2, 3]);
  expect(parseCores('0-1,5,8-9')).toEqual([0, 1, 5, 8, 9]);
});

test.each([
  [1, '0-1', []],
  [1, '0-2', []],
  [1, '0-3', [3]],
  [1, '2,4,6,8', [8]],
  [2, '0-3', []],
  [2, '0-4', [3, 4]],
  [4, '0-15', [12, 13, 14, 15]],
])('%i load processes, with the cores %s: %j', (processes, allowed, expected) => {
  expect(chooseCores(processes, parseCores(allowed))).toEqual(expected);
});

test('where the system does not say which cores there are, nothing is pinned', () => {
  expect(chooseCores(1, [])).toEqual([]);
});

test('a process that is gone cannot be pinned', async () => {
  expect(await pinTo(0, 2 ** 30)).toBe(false);
});
