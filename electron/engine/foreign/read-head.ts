import { open, stat } from 'node:fs/promises';
import type { Bytes } from '../../../shared/base/units.ts';
import { FailureError, fail } from '../../../shared/model/failure.ts';
import { say } from '../../../shared/words/said.ts';

/** How a file begins, which tells what it is. */
export interface FileHead {
  readonly bytes: Buffer;
  /** Of the whole file. */
  readonly size: Bytes;
}

/** As much tells the formats apart that are not told by all of their text. */
export const HEAD: Bytes = 200;

/** Throws FailureError for anything but a file: opening a pipe would wait for a writer. */
export async function readHead(path: string): Promise<FileHead> {
  const about = await stat(path);
  if (!about.isFile()) throw new FailureError(fail('file-unreadable', say('file.notAFile', { path }), say('file.chooseFile')).failure);
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return { bytes: buffer.subarray(0, bytesRead), size: about.size };
  } finally {
    await file.close();
  }
}
