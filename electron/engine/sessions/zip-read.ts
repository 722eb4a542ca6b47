/** The door to yauzl: parts of a session file, read without unpacking anything to the disk and with nothing believed. */
import { close, open, read } from 'node:fs';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { FailureError, fail } from '../../../shared/model/failure.ts';
import { CAPS, folderOf, isBinaryPart, isPartName, MANIFEST } from '../../../shared/session/format.ts';

const STORED = 0;
const DEFLATED = 8;
const SYMLINK = 0o120000;
const FILE_TYPE = 0o170000;
const CHUNK_BYTES = 2 ** 20;

const openFile = promisify(open);
const closeFile = promisify(close);
const readFile = promisify(read);

/** Refuses a damaged file. `why` completes the sentence "it is damaged: ...". */
export function damaged(name: string, why: string): FailureError {
  return new FailureError(fail('damaged', `${name} is damaged: ${why}.`, 'Open another copy of it, if there is one.').failure);
}

function tooLarge(name: string, why: string): FailureError {
  return new FailureError(
    fail('too-large', `${name} is refused: ${why}.`, 'No session of Loopscope looks like that; do not trust its source.').failure,
  );
}

/** An open session file. Every method throws FailureError for what is wrong with the file. */
export class SessionZip {
  private constructor(
    readonly name: string,
    private readonly zip: ZipFile,
    /** Closed with the zip. */
    private readonly fd: number,
    private readonly entries: ReadonlyMap<string, Entry>,
    /** Part names are below this folder. */
    private readonly folder = '',
  ) {}

  /** Opens a file and checks its table of contents. `name` is for the sentences. */
  static async open(path: string, name: string): Promise<SessionZip> {
    const fd = await openFile(path, 'r').catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? missing(path) : unreadable(path, error.code ?? error.message);
    });
    let zip: ZipFile;
    try {
      zip = await fromFdPromise(fd, { autoClose: false, strictFileNames: true });
    } catch (error) {
      await closeFile(fd);
      throw damaged(name, `its end is missing, so it was probably cut off (${(error as Error).message})`);
    }
    try {
      const entries = await readEntries(zip, name);
      if (!entries.has(MANIFEST))
        throw new FailureError(
          fail('not-a-session', `${name} is a zip file, but not a session of Loopscope: it has no ${MANIFEST}.`).failure,
        );
      return new SessionZip(name, zip, fd, entries);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  /** The parts below one folder as a file of its own; closing either closes both. */
  within(folder: string): SessionZip {
    return new SessionZip(this.name, this.zip, this.fd, this.entries, folder);
  }

  /** Names the content of a part; equal when the content is. */
  fingerprint(part: string): string {
    const { crc32: crc, uncompressedSize } = this.entry(part);
    return `${uncompressedSize}:${crc}`;
  }

  sizeOf(part: string): number {
    return this.entry(part).uncompressedSize;
  }

  /** The bytes of a part as they come from the disk. Throws at their end when they are not what was written. */
  chunks(part: string): AsyncGenerator<Uint8Array> {
    const entry = this.entry(part);
    const bytes = entry.compressionMethod === STORED ? this.stored(entry, CHUNK_BYTES) : this.inflated(entry);
    return this.checked(part, entry, bytes);
  }

  async bytes(part: string): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.chunks(part)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  async text(part: string): Promise<string> {
    return (await this.bytes(part)).toString('utf8');
  }

  /** A binary part in pieces of `size` bytes, the last one shorter. Each piece is the caller's own. */
  pieces(part: string, size: number): AsyncGenerator<Uint8Array> {
    const entry = this.entry(part);
    return this.checked(part, entry, this.stored(entry, size));
  }

  close(): void {
    this.zip.close();
  }

  /** Read straight from the file: through a stream, in its small pieces, a session of 50 MB took twice as long. */
  private async *stored(entry: Entry, size: number): AsyncGenerator<Uint8Array> {
    const { fileDataStart } = await this.zip.readLocalFileHeaderPromise(entry, { minimal: true });
    for (let at = 0; at < entry.uncompressedSize; ) {
      const piece = new Uint8Array(Math.min(size, entry.uncompressedSize - at));
      for (let filled = 0; filled < piece.length; ) {
        const { bytesRead } = await readFile(this.fd, piece, filled, piece.length - filled, fileDataStart + at + filled);
        if (bytesRead === 0) throw new Error('the file ends within it');
        filled += bytesRead;
      }
      at += piece.length;
      yield piece;
    }
  }

  private async *inflated(entry: Entry): AsyncGenerator<Uint8Array> {
    yield* (await this.zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>;
  }

  private async *checked(part: string, entry: Entry, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let checksum = 0;
    try {
      for await (const piece of bytes) {
        checksum = crc32(piece, checksum);
        yield piece;
      }
    } catch (error) {
      throw error instanceof FailureError ? error : damaged(this.name, `${part} cannot be read (${(error as Error).message})`);
    }
    if (checksum !== entry.crc32) throw damaged(this.name, `${part} is not what was written`);
  }

  private entry(part: string): Entry {
    const entry = this.entries.get(`${this.folder}${part}`);
    if (!entry) throw damaged(this.name, `the part ${this.folder}${part} is missing`);
    return entry;
  }
}

export function missing(path: string): FailureError {
  return new FailureError(fail('file-missing', `There is no file ${path}.`, 'It may have been moved or deleted.').failure);
}

export function unreadable(path: string, code: string): FailureError {
  return new FailureError(fail('file-unreadable', `${path} cannot be read (${code}).`, 'Look at its permissions.').failure);
}

async function readEntries(zip: ZipFile, name: string): Promise<Map<string, Entry>> {
  if (zip.entryCount > CAPS.parts) throw tooLarge(name, `it has ${zip.entryCount} parts`);
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      checkEntry(entry, name);
      if (entries.has(entry.fileName)) throw damaged(name, `it has two parts called ${entry.fileName}`);
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throw error instanceof FailureError ? error : damaged(name, `its table of contents cannot be read (${(error as Error).message})`);
  }
  // Only the totals matter from here on: parts are inflated one after the other, and yauzl stops at the declared size.
  // So are the runs of a comparison.
  const inflated = new Map<string, number>();
  let all = 0;
  for (const { fileName, uncompressedSize } of entries.values()) {
    if (isBinaryPart(fileName)) continue;
    const total = (inflated.get(folderOf(fileName)) ?? 0) + uncompressedSize;
    if (total > CAPS.text) throw tooLarge(name, `its text would take ${total} bytes, more than ${CAPS.text}`);
    inflated.set(folderOf(fileName), total);
    all += uncompressedSize;
  }
  if (all > CAPS.textOfAll) throw tooLarge(name, `its text would take ${all} bytes, more than ${CAPS.textOfAll}`);
  return entries;
}

function checkEntry(entry: Entry, name: string): void {
  const { fileName, compressedSize, uncompressedSize, compressionMethod } = entry;
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMLINK) throw damaged(name, `the part ${printable(fileName)} is a link`);
  if (entry.isEncrypted()) throw damaged(name, `the part ${printable(fileName)} is encrypted`);
  if (!isPartName(fileName)) {
    // A zip of something else has no part of ours, so it is told so; with a manifest the strange part is the problem.
    throw new FailureError(
      fail('not-a-session', `${name} is a zip file, but not a session of Loopscope: it holds "${printable(fileName)}".`).failure,
    );
  }
  if (compressionMethod !== (isBinaryPart(fileName) ? STORED : DEFLATED))
    throw damaged(name, `the part ${fileName} is packed in a way that Loopscope never uses`);
  if (uncompressedSize > CAPS.ratioFrom && uncompressedSize > compressedSize * CAPS.ratio && compressionMethod === DEFLATED)
    throw tooLarge(name, `${fileName} would grow from ${compressedSize} to ${uncompressedSize} bytes`);
}

/** Names come from strangers and go into a sentence. */
function printable(name: string): string {
  return name.slice(0, 100).replace(/[^\x20-\x7e]/g, '?');
}
