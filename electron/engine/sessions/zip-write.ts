/** The door to yazl: parts to a zip file. */
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { isBinaryPart } from '../../../shared/session/format.ts';
import type { Part } from './session-parts.ts';

/** The same session is the same bytes: no clock in the file. DOS times are local, so this is 1980-01-01 00:00 in every zone. */
const MTIME = new Date(1980, 0, 1);
const MODE = 0o100644;
const DEFLATE_LEVEL = 6;

/** Streams the parts, in their order, into an open file. */
export async function writeZip(parts: Iterable<Part>, file: FileHandle): Promise<void> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const fail = (error: Error): void => void output.destroy(error);
  zip.on('error', fail);
  for (const part of parts) {
    const compressionLevel = isBinaryPart(part.name) ? 0 : DEFLATE_LEVEL;
    zip.addReadStreamLazy(part.name, { mtime: MTIME, mode: MODE, forceDosTimestamp: true, compressionLevel }, (give) => {
      const content = Readable.from(part.content(), { objectMode: false, highWaterMark: 64 * 1024 });
      // yazl pipes and does not look at errors.
      content.on('error', fail);
      give(null, content);
    });
  }
  zip.end();
  // The handle's owner syncs and closes it.
  await pipeline(output, async (chunks: AsyncIterable<Uint8Array>) => {
    for await (const chunk of chunks) await file.appendFile(chunk);
  });
}
