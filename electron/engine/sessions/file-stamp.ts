/** Identifies the content of a file without reading it. */
import { stat } from 'node:fs/promises';
import type { FileStamp } from '../foreign/protocol.ts';

/** Null: it does not exist or cannot be read. */
export async function stampOf(path: string): Promise<FileStamp | null> {
  return stat(path).then(
    ({ size, mtimeMs }) => ({ size, changedMs: mtimeMs }),
    () => null,
  );
}

/** Unknown stamps are never equal. */
export function isSameStamp(a: FileStamp | null, b: FileStamp | null): boolean {
  return a !== null && b !== null && a.size === b.size && a.changedMs === b.changedMs;
}
