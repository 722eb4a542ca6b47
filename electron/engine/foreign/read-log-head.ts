/** What the first line of a V8 log says; the rest is read where the Node that reads it is known (sessions/open-log.ts). */
import { open } from 'node:fs/promises';
import type { ReadLogHead } from './protocol.ts';

const HEAD_BYTES = 200;
const FIRST_LINE = /^v8-version,(\d{1,6}),(\d{1,6}),(\d{1,6}),(\d{1,6})/;

/** Null: it is no V8 log. */
export async function readLogHead(path: string): Promise<ReadLogHead | null> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const version = FIRST_LINE.exec(buffer.toString('latin1', 0, bytesRead));
    return version && { path, size: (await file.stat()).size, v8: version.slice(1).join('.') };
  } finally {
    await file.close();
  }
}
