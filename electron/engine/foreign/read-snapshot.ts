/** Reads a `.heapsnapshot` piece by piece: it may be larger than any text that Node can hold. */
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Bytes, Ratio } from '../../../shared/base/units.ts';
import { orRefused } from '../../../shared/foreign/refuse.ts';
import { type Heap, makeHeap } from '../../../shared/heap/heap.ts';
import { SnapshotReader } from '../../../shared/heap/read-snapshot.ts';
import type { HeapSnapshot } from '../../../shared/heap/snapshot.ts';
import { FailureError, type Outcome } from '../../../shared/model/failure.ts';

/** With what keeps what alive. `progress`: how much of the file has been read. Throws FailureError. */
export async function readHeap(path: string, progress?: (read: Ratio) => void): Promise<Heap> {
  return makeHeap(await readSnapshot(path, progress));
}

const PIECE: Bytes = 1024 * 1024;

async function readSnapshot(path: string, progress: (read: Ratio) => void = () => {}): Promise<HeapSnapshot> {
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
