import { expect, test } from 'vitest';
import { doubts, laneOfFile } from '../../../../shared/phrases/profile-words.ts';

test('CPU time that no sample saw is named from 5 % on, however few samples there are', () => {
  const told = (samples: number, unseenMs: number): string =>
    doubts(samples, { by: 'kernel', cpuMs: 100, unseenMs, intervalUs: 1_000 }).join(' ').replaceAll('\u00a0', ' ');
  expect(told(17, 77)).toMatch(/^With a sample each 1\.00 ms these are few: .* 77 % of the CPU time passed without a sample/);
  expect(told(17, 4)).not.toContain('passed without a sample');
  expect(told(500, 5)).toMatch(/^5 % of the CPU time passed without a sample/);
  expect(told(500, 4)).toBe('');
});

test('a lane of a file is called as in the file, and none is of the main thread', () => {
  const profiles = [{ title: 'DedicatedWorker thread' }, { title: '' }];
  expect([0, 1].map((thread) => laneOfFile(profiles, thread))).toEqual(['DedicatedWorker thread', 'profile 2']);
});
