/** What is done in the process that reads files from other people: which kind of file it is, and its content as plain, checked data. */
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PrivateCollector } from '../../../shared/copies/private-facts.ts';
import { isSnapshot } from '../../../shared/heap/read-snapshot.ts';
import { FailureError, fail } from '../../../shared/model/failure.ts';
import { say } from '../../../shared/words/said.ts';
import { clinicTool, findInFolder } from './find-in-folder.ts';
import type { FileStamp, Question, ReadFile } from './protocol.ts';
import { type FileHead, readHead } from './read-head.ts';
import { readHarFile, readImported } from './read-imported.ts';
import { placesOf, readCell, readKeptHeap, readKeptLoad, readKeptProfile, readResult, readRun, readRunParts } from './read-session.ts';
import { type OnProgress, readGrown, readSnapshotSummary } from './read-snapshot.ts';
import { missing, unreadable } from './refusals.ts';
import { showComparisonWords, showServicesWords } from './show-hidden-words.ts';
import { v8VersionOf } from './v8-log.ts';
import { SessionZip } from './zip-read.ts';

/** Reads one file at a time and keeps it open between the questions about it: a comparison is asked for run by run. */
export class FileReading {
  private known: { readonly path: string; readonly zip: SessionZip; readonly stamp: FileStamp } | null = null;

  private collector: PrivateCollector | null = null;

  /** Throws FailureError for what is wrong with the file. */
  async replyTo(question: Question, progress: OnProgress = () => {}): Promise<unknown> {
    try {
      switch (question.name) {
        case 'file':
          return await this.readFile(question.path, question.value ?? null, progress);
        case 'run':
          return await readRun(...(await this.within(question)));
        case 'result':
          return await readResult((await this.within(question))[0]);
        case 'places':
          return await placesOf(...(await this.within(question)));
        case 'private':
          this.collector ??= new PrivateCollector();
          this.collector.add(question.part);
          return this.collector.facts();
        case 'har':
          return await readHarFile(question.path);
        case 'grown':
          return await readGrown(question, progress);
      }
    } catch (error) {
      throw describeSystemError(question.path, error) ?? error;
    }
  }

  private async readFile(path: string, value: string | null, progress: OnProgress): Promise<ReadFile> {
    this.close();
    const file = await fileOf(path);
    const head = await readHead(file);
    if (isHeapSnapshot(head)) {
      if (value !== null) throw withoutValues(file);
      return { kind: 'imported', imported: await readSnapshotSummary(file, progress) };
    }
    if (!isZip(head)) {
      const v8 = v8VersionOf(head);
      if (v8 === null) return { kind: 'imported', imported: await readImported(file, head, value) };
      if (value !== null) throw withoutValues(file);
      return { kind: 'log', head: { path: file, v8 } };
    }
    if (value !== null) throw withoutValues(file);
    const [zip, stamp] = await this.within({ path, folder: '' });
    const cell = await readCell(zip);
    switch (cell.kind) {
      case 'comparison':
        return { kind: 'comparison', manifest: showComparisonWords(cell) };
      case 'profile':
        return { kind: 'kept', kept: await readKeptProfile(zip, cell) };
      case 'load':
        return { kind: 'kept', kept: readKeptLoad(cell) };
      case 'heap':
        return { kind: 'kept', kept: readKeptHeap(cell) };
      case 'services':
        return { kind: 'services', manifest: showServicesWords(cell) };
      case 'run':
        return { kind: 'run', run: await readRunParts(zip, stamp, cell) };
    }
  }

  private async within({ path, folder }: { readonly path: string; readonly folder: string }): Promise<[SessionZip, FileStamp]> {
    if (this.known?.path !== path) {
      this.close();
      const stamp = await stampOf(path);
      this.known = { path, stamp, zip: await SessionZip.open(path, basename(path)) };
    }
    return [this.known.zip.within(folder), this.known.stamp];
  }

  /** Closes the file. */
  close(): void {
    this.known?.zip.close();
    this.known = null;
    this.collector = null;
  }
}

async function stampOf(path: string): Promise<FileStamp> {
  const { size, mtimeMs } = await stat(path);
  return { size, changedMs: mtimeMs };
}

/** The failure for an error of a system call; null: it was another error. */
function describeSystemError(asked: string, error: unknown): FailureError | null {
  // A question may be about several files.
  const { code, path = asked } = error as NodeJS.ErrnoException;
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

/** A folder may be one that 0x or Clinic.js has written. */
async function fileOf(path: string): Promise<string> {
  if (!(await stat(path)).isDirectory()) return path;
  const found = await findInFolder(path);
  if (found !== null) return found;
  const names = await readdir(path);
  const clinic = clinicTool(names);
  if (clinic === null) throw new FailureError(fail('file-unreadable', say('foreign.folder', { path }), say('foreign.folderHint')).failure);
  const inside = names.find((name) => name.endsWith('.clinic-flame'));
  throw new FailureError(
    inside === undefined
      ? fail('file-unreadable', say('foreign.isClinic', { path, tool: clinic }), say('foreign.useFlame')).failure
      : fail('file-unreadable', say('foreign.hasClinic', { path }), say('foreign.openInside', { path: join(path, inside) })).failure,
  );
}

function withoutValues(path: string): FailureError {
  return new FailureError(fail('bad-request', say('foreign.noValues', { name: basename(path) }), say('foreign.openWithout')).failure);
}

function isHeapSnapshot({ bytes }: FileHead): boolean {
  return isSnapshot(bytes.toString('latin1'));
}

const ZIP_MAGIC = 'PK';

/** Sessions are zip files; no file of another tool that can be opened is one. */
function isZip({ bytes }: FileHead): boolean {
  return bytes.toString('latin1').startsWith(ZIP_MAGIC);
}
