/** A file of another tool: its text, whatever it is wrapped in, and what an importer makes of it. */
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Bytes } from '../../../shared/base/units.ts';
import type { Imported } from '../../../shared/foreign/importer.ts';
import { isSnapshot } from '../../../shared/heap/read-snapshot.ts';
import { FailureError, fail, type Outcome } from '../../../shared/model/failure.ts';
import { type Har, readHar } from '../../../shared/plan/har.ts';
import { importBytes, importText } from '../../../shared/session/importers.ts';
import { CAPS } from '../../../shared/session/limits.ts';
import { tellOtherFormat } from '../../../shared/session/other-formats.ts';
import { ticksSchema } from '../../../shared/session/ticks-schema.ts';
import { say } from '../../../shared/words/said.ts';
import { limitFrames } from './limit-frames.ts';
import { type FileHead, HEAD } from './read-head.ts';
import { summarizeBytes } from './read-snapshot.ts';

/** `value`: which of several kinds of values; null: what the file prefers. Throws FailureError. */
export async function readImported(path: string, { bytes, size }: FileHead, value: string | null): Promise<Imported> {
  const name = basename(path);
  const whole = isBinary(bytes) ? null : unpack(await readBytes(path, name, size), name);
  // One that is not compressed is read piece by piece, whatever its size.
  if (whole !== null && isSnapshot(whole.subarray(0, HEAD).toString('latin1'))) return summarizeBytes(whole, name);
  const imported = whole && importAny(whole, name, value);
  if (imported === null) {
    const [says, hint] = (whole && tellOtherFormat(decode(whole), name)) ?? [say('file.unknown', { name }), say('file.opens')];
    throw new FailureError(fail('not-a-session', says, hint).failure);
  }
  if (!imported.ok) throw new FailureError(imported.failure);
  limitFrames(imported.value.profiles, name);
  const { ticks } = imported.value;
  if (ticks !== null && !ticksSchema.safeParse(ticks).success)
    throw new FailureError(fail('too-large', say('foreign.logSize', { name }), say('file.distrust')).failure);
  return imported.value;
}

function importAny(bytes: Buffer, name: string, value: string | null): Outcome<Imported> | null {
  return importBytes(bytes, name, value) ?? importText(decode(bytes), name, value);
}

/** A recording of a browser. Throws FailureError. */
export async function readHarFile(path: string): Promise<Har> {
  const name = basename(path);
  const har = readHar(decode(unpack(await readBytes(path, name, (await stat(path)).size), name)), name);
  if (!har.ok) throw new FailureError(har.failure);
  return har.value;
}

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
/** None of the formats begins with two zeros, nor with one before what is no character of ASCII in UTF-16. */
const isBinary = (bytes: Buffer): boolean => bytes[0] === 0 && !isAscii(bytes[1]);
const isAscii = (byte: number | undefined): boolean => byte !== undefined && byte > 0 && byte < 0x80;

async function readBytes(path: string, name: string, size: Bytes): Promise<Buffer> {
  if (size > CAPS.text) throw new FailureError(fail('too-large', say('file.tooLargeProfile', { name, size, limit: CAPS.text })).failure);
  return readFile(path);
}

/** A `.gz` is what its first bytes are. */
function unpack(bytes: Buffer, name: string): Buffer {
  if (!isGzip(bytes)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: CAPS.text });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE')
      throw new FailureError(fail('too-large', say('foreign.unpackedSize', { name, limit: CAPS.text }), say('file.distrust')).failure);
    const says = code === 'Z_BUF_ERROR' ? say('foreign.cutOff', { name }) : say('foreign.notUnpacked', { name, error: message });
    throw new FailureError(fail('damaged', says, say('file.openCopy')).failure);
  }
}

/** UTF-8, or UTF-16, which PowerShell writes when the output of a program is sent to a file: with a mark, or known by the zeros of what is ASCII. */
function decode(bytes: Buffer): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (isAscii(first) && second === 0)) return withoutMark(bytes.toString('utf16le'));
  if ((first === 0xfe && second === 0xff) || (first === 0 && isAscii(second))) {
    const even = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
    return withoutMark(even.swap16().toString('utf16le'));
  }
  return withoutMark(bytes.toString('utf8'));
}

const withoutMark = (text: string): string => text.replace(/^\ufeff/, '');
