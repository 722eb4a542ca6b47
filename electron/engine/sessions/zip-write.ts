/** The door to yazl: writes parts to a zip file. */
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { isBinaryPart } from '../../../shared/session/format.ts';
import type { Part } from './session-parts.ts';

/** The same session gives the same bytes, so there is no real time in the file. DOS times are local, so this is 1980-01-01 00:00 in every zone. */
const MTIME = new Date(1980, 0, 1);
const MODE = 0o100644;
const DEFLATE_LEVEL = 6;

/** Streams the parts in their order into an open file. Each part is generated after the previous one was written. */
export async function writeZip(parts: Iterable<Part> | AsyncIterable<Part>, file: FileHandle): Promise<void> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => void output.destroy(error));
  // The handle's owner syncs and closes it.
  const written = pipeline(output, async (chunks: AsyncIterable<Uint8Array>) => {
    for await (const chunk of chunks) await file.appendFile(chunk);
  });
  await Promise.all([written, addAll(zip, output, parts, written)]);
}

async function addAll(zip: ZipFile, output: Readable, parts: Iterable<Part> | AsyncIterable<Part>, written: Promise<void>): Promise<void> {
  try {
    for await (const part of parts) await add(zip, output, part, written);
    zip.end();
  } catch (error) {
    output.destroy(error as Error);
    throw error;
  }
}

/** Resolves when the part has been read to its end. */
function add(zip: ZipFile, output: Readable, { name, content }: Part, written: Promise<void>): Promise<void> {
  const compressionLevel = isBinaryPart(name) ? 0 : DEFLATE_LEVEL;
  return new Promise((resolve, reject) => {
    let stream: Readable | undefined;
    zip.addReadStreamLazy(name, { mtime: MTIME, mode: MODE, forceDosTimestamp: true, compressionLevel }, (give) => {
      stream = Readable.from(content(), { objectMode: false, highWaterMark: 64 * 1024 });
      // yazl pipes streams without handling their errors.
      stream.on('error', (error) => void output.destroy(error)).on('close', () => resolve());
      give(null, stream);
    });
    // After a write error nothing reads any more: the stream would never end, and the file that it reads would stay open.
    written.catch((error) => {
      reject(error);
      stream?.destroy();
    });
  });
}
