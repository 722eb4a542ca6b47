/** The door to yauzl: reads parts of a session file without unpacking to the disk, and checks everything. */
import { close, open } from 'node:fs';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { FailureError, fail } from '../../../shared/model/failure.ts';
import { folderOf, isBinaryPart, isPartName, MANIFEST } from '../../../shared/session/format.ts';
import { CAPS } from '../../../shared/session/limits.ts';
import { say } from '../../../shared/words/said.ts';
import type { PartPlace } from './protocol.ts';
import { damaged, missing, tooLarge, unreadable } from './refusals.ts';

const STORED = 0;
const DEFLATED = 8;
const SYMLINK = 0o120000;
const FILE_TYPE = 0o170000;

const openFile = promisify(open);
const closeFile = promisify(close);

/** An open session file. Every method throws FailureError for what is wrong with the file. */
export class SessionZip {
  private constructor(
    readonly name: string,
    private readonly zip: ZipFile,
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
      throw damaged(name, say('file.whyCutOff'), error);
    }
    try {
      const entries = await readEntries(zip, name);
      if (!entries.has(MANIFEST))
        throw new FailureError(fail('not-a-session', say('file.notASession', { name, part: MANIFEST }), say('file.opens')).failure);
      return new SessionZip(name, zip, entries);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  /** The parts below one folder as a file of its own; closing either closes both. */
  within(folder: string): SessionZip {
    return new SessionZip(this.name, this.zip, this.entries, folder);
  }

  /** Where a part that is stored lies. */
  async placeOf(part: string): Promise<PartPlace> {
    const entry = this.entry(part);
    try {
      const { fileDataStart } = await this.zip.readLocalFileHeaderPromise(entry, { minimal: true });
      return { offset: fileDataStart, size: entry.uncompressedSize, crc32: entry.crc32 };
    } catch (error) {
      throw damaged(this.name, say('file.whyNotFound', { part }), error);
    }
  }

  has(part: string): boolean {
    return this.entries.has(`${this.folder}${part}`);
  }

  sizeOf(part: string): number {
    return this.entry(part).uncompressedSize;
  }

  /** A deflated part. Throws if its size or checksum is wrong. */
  async text(part: string): Promise<string> {
    const entry = this.entry(part);
    const chunks: Uint8Array[] = [];
    let checksum = 0;
    try {
      for await (const chunk of (await this.zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>) {
        checksum = crc32(chunk, checksum);
        chunks.push(chunk);
      }
    } catch (error) {
      throw damaged(this.name, say('file.whyUnreadable', { part }), error);
    }
    if (checksum !== entry.crc32) throw damaged(this.name, say('file.whyNotWritten', { part }));
    return Buffer.concat(chunks).toString('utf8');
  }

  close(): void {
    this.zip.close();
  }

  private entry(part: string): Entry {
    const entry = this.entries.get(`${this.folder}${part}`);
    if (!entry) throw damaged(this.name, say('file.whyPartMissing', { part: `${this.folder}${part}` }));
    return entry;
  }
}

async function readEntries(zip: ZipFile, name: string): Promise<Map<string, Entry>> {
  if (zip.entryCount > CAPS.parts) throw tooLarge(name, say('file.whyManyParts', { parts: zip.entryCount }));
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      checkEntry(entry, name);
      if (entries.has(entry.fileName)) throw damaged(name, say('file.whyTwoParts', { part: entry.fileName }));
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throw error instanceof FailureError ? error : damaged(name, say('file.whyContents'), error);
  }
  // Only the totals matter from here on: parts are inflated one after the other, and yauzl stops at the declared size.
  // So are the runs of a comparison.
  const inflated = new Map<string, number>();
  let all = 0;
  for (const { fileName, uncompressedSize } of entries.values()) {
    if (isBinaryPart(fileName)) continue;
    const total = (inflated.get(folderOf(fileName)) ?? 0) + uncompressedSize;
    if (total > CAPS.text) throw tooLarge(name, say('file.whyText', { size: total, limit: CAPS.text }));
    inflated.set(folderOf(fileName), total);
    all += uncompressedSize;
  }
  if (all > CAPS.textOfAll) throw tooLarge(name, say('file.whyText', { size: all, limit: CAPS.textOfAll }));
  return entries;
}

function checkEntry(entry: Entry, name: string): void {
  const { fileName, compressedSize, uncompressedSize, compressionMethod } = entry;
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMLINK)
    throw damaged(name, say('file.whyLink', { part: printable(fileName) }));
  if (entry.isEncrypted()) throw damaged(name, say('file.whyEncrypted', { part: printable(fileName) }));
  if (!isPartName(fileName)) {
    // A zip of something else has no part of ours, so the message says so; with a manifest the strange part is the problem.
    throw new FailureError(fail('not-a-session', say('file.strangePart', { name, part: printable(fileName) }), say('file.opens')).failure);
  }
  if (compressionMethod !== (isBinaryPart(fileName) ? STORED : DEFLATED)) throw damaged(name, say('file.whyPacked', { part: fileName }));
  if (uncompressedSize > CAPS.ratioFrom && uncompressedSize > compressedSize * CAPS.ratio && compressionMethod === DEFLATED)
    throw tooLarge(name, say('file.whyGrows', { part: fileName, packed: compressedSize, size: uncompressedSize }));
}

/** Names come from untrusted files and go into a sentence. */
function printable(name: string): string {
  return name.slice(0, 100).replace(/[^\x20-\x7e]/g, '?');
}
