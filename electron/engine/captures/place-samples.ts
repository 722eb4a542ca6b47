/** Sampled allocations in the shape of a CPU profile: with times, and bytes as weights. */
import { firstNotBelow } from '../../../shared/base/ascending.ts';
import type { Bytes, Microseconds, Ratio } from '../../../shared/base/units.ts';
import type { V8Profile } from '../../../shared/profile/import/v8-profile.ts';
import type { HeapLook, HeapSlice } from '../agent/heap-profiler.ts';

/**
 * Between two looks samples are spread evenly. What was allocated from the first look on, but before `from`, and after `to`, is for the load in
 * between: both are a moment away. V8 tells now and then a sample of a node that it does not tell; that sample is left out.
 */
export function placeSamples({ nodes, samples, looks }: HeapSlice, from: Microseconds, to: Microseconds): V8Profile {
  const sizes = new Map(nodes.map(({ id, size }) => [id, size]));
  const ordered = samples.filter(({ nodeId }) => sizes.has(nodeId)).sort((a, b) => a.ordinal - b.ordinal);
  const placed = looks.map(({ at, ordinal }) => ({ at: Math.min(Math.max(at, from), to), ordinal }));
  const ordinals = placed.map(({ ordinal }) => ordinal);
  const times = ordered.map(({ ordinal }) => timeOf(ordinal, placed, ordinals));
  const weightOf = scale(sizes, ordered);
  const startTime = placed[0]!.at;
  return {
    nodes: nodes.map(({ id, callFrame, children }) => ({ id, callFrame, children })),
    startTime,
    endTime: placed[placed.length - 1]!.at,
    samples: ordered.map(({ nodeId }) => nodeId),
    timeDeltas: times.map((time, nth) => time - (times[nth - 1] ?? startTime)),
    weights: ordered.map(weightOf),
  };
}

/** Before the end, which is of no window that ends there. */
const LATEST: Ratio = 0.999;

function timeOf(ordinal: number, looks: readonly HeapLook[], ordinals: readonly number[]): Microseconds {
  const next = Math.min(Math.max(1, firstNotBelow(ordinals, ordinal)), looks.length - 1);
  const [before, after] = [looks[next - 1]!, looks[next]!];
  const part = (ordinal - 0.5 - before.ordinal) / Math.max(after.ordinal - before.ordinal, 1);
  return before.at + Math.min(Math.max(part, 0), LATEST) * (after.at - before.at);
}

/** V8 rounds the size of each sample to a whole number of objects, that of a node only once: the samples of a node share its size. */
function scale(sizes: ReadonlyMap<number, Bytes>, samples: HeapSlice['samples']): (sample: HeapSlice['samples'][number]) => Bytes {
  const sums = new Map<number, Bytes>();
  for (const { nodeId, size } of samples) sums.set(nodeId, (sums.get(nodeId) ?? 0) + size);
  return ({ nodeId, size }) => (size === 0 ? 0 : (size * sizes.get(nodeId)!) / sums.get(nodeId)!);
}
