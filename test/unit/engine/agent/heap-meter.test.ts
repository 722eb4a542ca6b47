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
