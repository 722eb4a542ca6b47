/** Reads a snapshot of a heap whose bytes are given. */
import { orRefused } from '../../shared/foreign/refuse.ts';
import { wordFailure } from '../../shared/format/word-said.ts';
import { SnapshotReader } from '../../shared/heap/read-snapshot.ts';
import type { HeapSnapshot } from '../../shared/heap/snapshot.ts';

/** `piece`: bytes at a time. `size`: what the file is said to have. Throws with the sentence for a file that is refused. */
export function readSnapshotText(text: string | Uint8Array, { piece = 64 * 1024, size = text.length } = {}): HeapSnapshot {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const read = orRefused(() => {
    const reader = new SnapshotReader('a.heapsnapshot', size);
    for (let at = 0; at < bytes.length; at += piece) reader.write(bytes.subarray(at, at + piece));
    return reader.end();
  });
  if (read.ok) return read.value;
  throw new Error(wordFailure(read.failure).message);
}
