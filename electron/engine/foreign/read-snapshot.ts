/** Reads a `.heapsnapshot` piece by piece: it may be larger than any text that Node can hold. */
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Bytes, Ratio } from '../../../shared/base/units.ts';
import type { Imported } from '../../../shared/foreign/importer.ts';
import { orRefused } from '../../../shared/foreign/refuse.ts';
import { type Heap, makeHeap } from '../../../shared/heap/heap.ts';
import { importedHeap } from '../../../shared/heap/imported-heap.ts';
import { settled } from '../../../shared/heap/kept.ts';
import { ownSizes } from '../../../shared/heap/own-sizes.ts';
import { SnapshotReader } from '../../../shared/heap/read-snapshot.ts';
import type { HeapSnapshot } from '../../../shared/heap/snapshot.ts';
import { summarizeHeap } from '../../../shared/heap/summarize.ts';
import { type WhatGrew, whatGrew } from '../../../shared/heap/what-grew.ts';
import { FailureError, type Outcome } from '../../../shared/model/failure.ts';
import type { Questions } from './protocol.ts';

/** Called with how much is done, 0 to 1. */
export type OnProgress = (done: Ratio) => void;

/** What part of the time reading takes, and what keeps what alive; the rest is what is told of it. */
const [READING, KEEPING]: readonly [Ratio, Ratio] = [0.5, 0.25];

/** With what keeps what alive. Throws FailureError. */
export async function readHeap(path: string, progress: OnProgress = () => {}): Promise<Heap> {
  const snapshot = await readSnapshot(path, (read) => progress(read * READING));
  const heap = makeHeap(snapshot);
  progress(READING + KEEPING);
  return heap;
}

/** What is told of one. Throws FailureError. */
export async function readSnapshotSummary(path: string, progress: OnProgress): Promise<Imported> {
  return importedHeap(summarizeHeap(await readHeap(path, progress)));
}

/** The same of a file that was compressed: `name` is what it is called. Throws FailureError. */
export function summarizeBytes(bytes: Uint8Array, name: string): Imported {
  const reader = new SnapshotReader(name, bytes.length);
  const read = orRefused(() => {
    reader.write(bytes);
    return reader.end();
  });
  return importedHeap(summarizeHeap(makeHeap(orThrow(read))));
}

/** What grew between three snapshots. Throws FailureError. */
export async function readGrown(asked: Questions['grown']['asked'], progress: OnProgress): Promise<WhatGrew> {
  const part =
    (at: number): OnProgress =>
    (done) =>
      progress((at + done) / 3);
  const first = await readSnapshot(asked.before, part(0));
  const before = settled(first, ownSizes(first));
  const between = (await readSnapshot(asked.between, part(1))).nodeId;
  return whatGrew(before, between, await readHeap(asked.path, part(2)), asked.requests);
}

const PIECE: Bytes = 1024 * 1024;

async function readSnapshot(path: string, progress: OnProgress): Promise<HeapSnapshot> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const reader = new SnapshotReader(basename(path), size);
    const piece = Buffer.allocUnsafe(PIECE);
    let read = 0;
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, PIECE, null);
      if (bytesRead === 0) return orThrow(orRefused(() => reader.end()));
      orThrow(orRefused(() => reader.write(piece.subarray(0, bytesRead))));
      read += bytesRead;
      progress(Math.min(1, read / size));
    }
  } finally {
    await file.close();
  }
}

function orThrow<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new FailureError(outcome.failure);
}
