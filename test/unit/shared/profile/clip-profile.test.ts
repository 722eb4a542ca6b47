import { expect, test } from 'vitest';
import { CPU_OF_MAIN_THREAD, type Profile } from '../../../../shared/model/profile/profile.ts';
import { clipProfile } from '../../../../shared/profile/time/clip-profile.ts';

//   time      -10   0   5   10   20   30 (end)
//   node        1       2    1    2
const profile: Profile = {
  pid: 1,
  ...CPU_OF_MAIN_THREAD,
  weights: null,
  frames: [],
  parent: Int32Array.of(-1, 0, 0),
  frame: Int32Array.of(0, 1, 2),
  sampleNode: Int32Array.of(1, 2, 1, 2),
  sampleTime: Float64Array.of(-10, 5, 10, 20),
  startTime: -12,
  endTime: 30,
  intervalUs: 5,
};

const clip = (from: number, to: number) => {
  const { sampleNode, sampleTime, startTime, endTime } = clipProfile(profile, from, to);
  return { nodes: [...sampleNode], times: [...sampleTime], startTime, endTime };
};

test('the sample that covers the start begins there', () => {
  expect(clip(0, 20)).toEqual({ nodes: [1, 2, 1], times: [0, 5, 10], startTime: 0, endTime: 20 });
});

test('a sample exactly at the start is the first', () => {
  expect(clip(10, 100)).toEqual({ nodes: [1, 2], times: [10, 20], startTime: 10, endTime: 30 });
});

test('a profile inside the window is unchanged', () => {
  expect(clipProfile(profile, -20, 40)).toBe(profile);
});

test('a part without samples is empty', () => {
  expect(clip(-100, -50)).toMatchObject({ nodes: [], times: [] });
});
