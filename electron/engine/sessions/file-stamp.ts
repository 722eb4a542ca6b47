/** Identifies the content of a file without reading it. */
import { stat } from 'node:fs/promises';
import type { FileStamp } from '../foreign/protocol.ts';

/** Null: it is not there, or cannot be looked at. */
export async function stampOf(path: string): Promise<FileStamp | null> {
  return stat(path).then(
    ({ size, mtimeMs }) => ({ size, changedMs: mtimeMs }),
    () => null,
  );
}

/** Unknown ones are not the same. */
export function isSameStamp(a: FileStamp | null, b: FileStamp | null): boolean {
  return a !== null && b !== null && a.size === b.size && a.changedMs === b.changedMs;
}
