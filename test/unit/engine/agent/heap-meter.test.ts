import { GCProfiler, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { HeapMeter } from '../../../../electron/engine/agent/threads/heap-meter.ts';
import type { CollectionKind } from '../../../../shared/model/memory.ts';

/** Bytes of an object with one number, and of its place in a list that is thrown away. */
const OBJECT_BYTES = 16;
const OBJECTS = 4_000_000;

let kept: { a: number } | null = null;

/** Objects of a known size, none of which is kept. */
function allocate(objects: number): void {
  for (let a = 0; a < objects; a++) kept = { a };
}

test('what is allocated between two readings is found, however often V8 has collected meanwhile', () => {
  const paused: CollectionKind[] = [];
  const meter = new HeapMeter((kind) => paused.push(kind));
  allocate(10_000);
  const before = meter.read();
  allocate(OBJECTS);
  const after = meter.read();
  expect(kept).not.toBeNull();
  const perObject = (after.allocated - before.allocated) / OBJECTS;
  // An object with one field takes 16 bytes where pointers are compressed, 24 or 32 where they are not.
  expect(perObject).toBeGreaterThan(OBJECT_BYTES * 0.98);
  expect(Math.abs(perObject - Math.round(perObject / 8) * 8)).toBeLessThan(0.02 * perObject);
  expect(after.gcCount).toBeGreaterThan(before.gcCount);
  expect(after.gcUs).toBeGreaterThan(before.gcUs);
  expect(paused).toContain('minor');
});

test('a collection while a profiler tells of those before it is neither lost nor counted twice', () => {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  class Interrupted extends GCProfiler {
    override stop() {
      const told = super.stop();
      collect({ execution: 'sync', flavor: 'regular', type: 'minor' });
      return told;
    }
  }
  const [usual, interrupted] = [new HeapMeter(), new HeapMeter(() => {}, Interrupted)];
  const before = [usual, interrupted].map((meter) => meter.read());
  for (let round = 0; round < 20; round++) {
    allocate(OBJECTS / 40);
    interrupted.read();
  }
  const [expected, found] = [usual, interrupted].map((meter, nth) => meter.read().allocated - before[nth]!.allocated);
  expect(interrupted.read().gcCount).toBeGreaterThanOrEqual(20);
  expect(expected).toBeGreaterThan((OBJECTS / 2) * OBJECT_BYTES);
  expect(Math.abs(found! - expected!)).toBeLessThan(0.02 * expected!);
});

test('what the agent allocates itself is not counted', () => {
  const meter = new HeapMeter();
  const during = (act: () => void): number => {
    const before = meter.read().allocated;
    act();
    return meter.read().allocated - before;
  };
  // Little enough that few tries have a collection in the middle.
  const smallest = (act: () => void): number => Math.min(...Array.from({ length: 9 }, () => during(act)));
  const ofProgram = smallest(() => allocate(10_000));
  const ofAgent = smallest(() => meter.ours(() => allocate(10_000)));
  expect(ofProgram).toBeGreaterThan(10_000 * OBJECT_BYTES);
  expect(ofAgent).toBeLessThan(ofProgram / 5);
});
