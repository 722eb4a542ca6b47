/** Sampled allocations on the time axis of a run. */
import { expect, test } from 'vitest';
import type { HeapSlice } from '../../../../electron/engine/agent/heap-profiler.ts';
import { placeSamples } from '../../../../electron/engine/captures/place-samples.ts';

const frame = (functionName: string) => ({ functionName, scriptId: '7', url: 'file:///app.js', lineNumber: 1, columnNumber: 2 });
const NODES: HeapSlice['nodes'] = [
  { id: 1, callFrame: frame('(root)'), children: [2, 3], size: 0 },
  { id: 2, callFrame: frame('a'), children: [], size: 300 },
  { id: 3, callFrame: frame('b'), children: [], size: 50 },
];
const sample = (ordinal: number, nodeId: number, size = 100) => ({ ordinal, nodeId, size });
const ALWAYS = [0, Number.POSITIVE_INFINITY] as const;

function placed(slice: Partial<HeapSlice>, [from, to]: readonly [number, number] = ALWAYS) {
  const looks = [
    { at: 1_000, ordinal: 0 },
    { at: 2_000, ordinal: 4 },
  ];
  const profile = placeSamples({ of: 'allocated', nodes: NODES, samples: [], looks, ...slice }, from, to);
  let time = profile.startTime;
  return { ...profile, times: profile.timeDeltas.map((delta) => (time += delta)) };
}

test('samples are spread over the time of the slice in the order of their numbers', () => {
  const { times, samples, startTime, endTime } = placed({ samples: [sample(4, 3), sample(1, 2), sample(2, 2), sample(3, 2)] });
  expect(samples).toEqual([2, 2, 2, 3]);
  expect(times).toEqual([1_125, 1_375, 1_625, 1_875]);
  expect([startTime, endTime]).toEqual([1_000, 2_000]);
});

test('each look in between tells how many samples there had been', () => {
  const looks = [
    { at: 1_000, ordinal: 0 },
    { at: 2_000, ordinal: 2 },
    { at: 3_000, ordinal: 2 },
    { at: 4_000, ordinal: 4 },
  ];
  const { times } = placed({ of: 'alive', looks, samples: [sample(1, 2), sample(2, 2), sample(4, 3), sample(5, 3)] });
  expect(times).toEqual([1_250, 1_750, 3_750, 3_999]);
});

test('what was allocated just before and just after the load is of the load', () => {
  const { times, startTime, endTime } = placed({ samples: [sample(1, 2), sample(4, 2)] }, [1_600, 1_800]);
  expect([startTime, endTime]).toEqual([1_600, 1_800]);
  expect(times).toEqual([1_625, 1_775]);
});

test('the samples of a function weigh together what V8 says of the function', () => {
  expect(placed({ samples: [sample(1, 2, 200), sample(2, 2, 200), sample(3, 3, 60), sample(4, 3, 0)] }).weights).toEqual([150, 150, 50, 0]);
});

test('a sample of a function that is not told is left out', () => {
  expect(placed({ samples: [sample(1, 9), sample(2, 3)] })).toMatchObject({ samples: [3], weights: [50] });
});
