/** Takes a zip apart and puts another one together, for files that no honest writer makes. */
import { writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';
import { ZipFile } from 'yazl';

export interface RawPart {
  readonly name: string;
  readonly content: Buffer;
  readonly deflate: boolean;
  readonly mode?: number;
}

export async function unpack(path: string): Promise<RawPart[]> {
  const zip = await openPromise(path, { autoClose: false });
  const parts: RawPart[] = [];
  for await (const entry of zip.eachEntry()) {
    parts.push({
      name: entry.fileName,
      content: await buffer(await zip.openReadStreamPromise(entry)),
      deflate: entry.compressionMethod === 8,
    });
  }
  zip.close();
  return parts;
}

export async function pack(parts: readonly RawPart[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, content, deflate, mode = 0o100644 } of parts) zip.addBuffer(content, name, { compress: deflate, mode });
  zip.end();
  return buffer(zip.outputStream);
}

/** Names that zip writers refuse are written as others of the same length and replaced in the bytes. */
export function renameInBytes(zip: Buffer, from: string, to: string): Buffer {
  if (from.length !== to.length) throw new Error('names must be of equal length');
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
}

export async function repack(path: string, to: string, change: (parts: RawPart[]) => RawPart[]): Promise<void> {
  writeFileSync(to, await pack(change(await unpack(path))));
}
