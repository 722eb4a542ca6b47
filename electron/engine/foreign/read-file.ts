/** What is done in the process that reads files from other people: which kind of file it is, and its content as plain, checked data. */
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { FailureError, fail } from '../../../shared/model/failure.ts';
import { importCpuProfile } from '../../../shared/profile/import-cpuprofile.ts';
import type { Profile } from '../../../shared/profile/profile.ts';
import { CAPS } from '../../../shared/session/format.ts';
import { say } from '../../../shared/words/said.ts';
import { limitFrames } from './limit-frames.ts';
import type { FileStamp, Question, ReadFile } from './protocol.ts';
import { placesOf, readCell, readRun, readRunParts } from './read-session.ts';
import { missing, unreadable } from './refusals.ts';
import { showComparisonWords } from './show-hidden-words.ts';
import { SessionZip } from './zip-read.ts';

/** Reads one file at a time and keeps it open between the questions about it: a comparison is asked for run by run. */
export class FileReading {
  private known: { readonly path: string; readonly zip: SessionZip; readonly stamp: FileStamp } | null = null;

  /** Throws FailureError for what is wrong with the file. */
  async answer(question: Question): Promise<unknown> {
    try {
      switch (question.name) {
        case 'file':
          return await this.readFile(question.path);
        case 'run':
          return await readRun(...(await this.within(question)));
        case 'places':
          return await placesOf(...(await this.within(question)));
      }
    } catch (error) {
      throw describeSystemError(question.path, error) ?? error;
    }
  }

  private async readFile(path: string): Promise<ReadFile> {
    this.close();
    if ((await sniff(path)) === 'json') return { kind: 'profile', profile: await readProfile(path) };
    const [zip, stamp] = await this.within({ path, folder: '' });
    const cell = await readCell(zip);
    if (cell.kind === 'comparison') return { kind: 'comparison', manifest: showComparisonWords(cell) };
    return { kind: 'run', run: await readRunParts(zip, stamp, cell) };
  }

  private async within({ path, folder }: { readonly path: string; readonly folder: string }): Promise<[SessionZip, FileStamp]> {
    if (this.known?.path !== path) {
      this.close();
      const stamp = await stampOf(path);
      this.known = { path, stamp, zip: await SessionZip.open(path, basename(path)) };
    }
    return [this.known.zip.within(folder), this.known.stamp];
  }

  /** Lets the file go. */
  close(): void {
    this.known?.zip.close();
    this.known = null;
  }
}

async function stampOf(path: string): Promise<FileStamp> {
  const { size, mtimeMs } = await stat(path);
  return { size, changedMs: mtimeMs };
}

/** What a failed system call means; null: it was none. */
function describeSystemError(path: string, error: unknown): FailureError | null {
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case undefined:
      return null;
    case 'ENOENT':
    case 'ENOTDIR':
      return missing(path);
    case 'EISDIR':
      return new FailureError(fail('file-unreadable', say('file.isFolder', { path }), say('file.chooseFile')).failure);
    default:
      return code.startsWith('ERR_') ? null : unreadable(path, code);
  }
}

const ZIP_MAGIC = 'PK';
const SNIFFED_BYTES = 64;

async function sniff(path: string): Promise<'zip' | 'json'> {
  const name = basename(path);
  if (!(await stat(path)).isFile())
    throw new FailureError(fail('file-unreadable', say('file.notAFile', { path }), say('file.chooseFile')).failure);
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0);
    const head = buffer.toString('latin1', 0, bytesRead);
    if (head.startsWith(ZIP_MAGIC)) return 'zip';
    if (
      head
        .replace(/^\u00ef\u00bb\u00bf/, '')
        .trimStart()
        .startsWith('{')
    )
      return 'json';
  } finally {
    await file.close();
  }
  throw new FailureError(fail('not-a-session', say('file.neither', { name }), say('file.opens')).failure);
}

async function readProfile(path: string): Promise<Profile> {
  const name = basename(path);
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > CAPS.text) throw new FailureError(fail('too-large', say('file.tooLargeProfile', { name, size, limit: CAPS.text })).failure);
    const imported = importCpuProfile((await file.readFile('utf8')).replace(/^\ufeff/, ''), name);
    if (!imported.ok) throw new FailureError(imported.failure);
    return limitFrames(imported.value, name);
  } finally {
    await file.close();
  }
}
