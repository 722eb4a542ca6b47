/** Takes a zip apart and puts another one together, for files that no honest writer makes. */
import { writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync } from 'node:zlib';
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

/** The bytes of all parts, one character each, to look for what must not be in a file. */
export async function bytesOf(path: string): Promise<string> {
  return (await unpack(path)).map(({ content }) => content.toString('latin1')).join('\n');
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

/** A part as it lies in a zip; kept, so that a thousand files that differ in one part are not deflated a thousand times. */
export interface PackedPart {
  readonly name: Buffer;
  readonly data: Buffer;
  readonly size: number;
  readonly crc: number;
  readonly method: 0 | 8;
}

export function packPart({ name, content, deflate }: RawPart): PackedPart {
  const data = deflate ? deflateRawSync(content, { level: 1 }) : content;
  return { name: Buffer.from(name), data, size: content.length, crc: crc32(content), method: deflate ? 8 : 0 };
}

/** The smallest zip there is: local headers with their data, the table of contents, its end. */
export function joinParts(parts: readonly PackedPart[]): Buffer {
  const bodies: Buffer[] = [];
  const table: Buffer[] = [];
  let offset = 0;
  for (const { name, data, size, crc, method } of parts) {
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(method, 4);
    facts.writeUInt32LE(crc, 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(size, 18);
    facts.writeUInt16LE(name.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    bodies.push(Buffer.from('PK\u0003\u0004'), facts, name, data);
    table.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, rest, name);
    offset += 30 + name.length + data.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(
    table.reduce((sum, { length }) => sum + length, 0),
    8,
  );
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, ...table, Buffer.from('PK\u0005\u0006'), end]);
}
