/**
 * The one place that reads files from other people: each is read by a process with a limit of memory and of time. Whatever a file does to that process
 * results in an error message; the engine, its open sessions and a running run are not affected.
 */
import { basename } from 'node:path';
import type { Milliseconds, Ratio } from '../../../shared/base/units.ts';
import { type Failure, FailureError, fail } from '../../../shared/model/failure.ts';
import { say } from '../../../shared/words/said.ts';
import { READ_PROCESS_FILE } from '../machine/paths.ts';
import type { QuestionName, Questions } from './protocol.ts';
import { CLOSED, type Ended, Reader } from './reader.ts';

export interface ReadLimits {
  /** The program that reads. */
  readonly program: string;
  /** Of its heap, in MB. Twice what a text may be built to, as checking makes a second one of it; see MAX_BUILT in read-cpuprofile.ts. */
  readonly heapMb: number;
  /** For one reply. The largest text that is taken, 256 MB, is read in about a tenth of it on a machine of two slow cores. */
  readonly patienceMs: Milliseconds;
  /** Number of files that are read at a time; others wait. */
  readonly atOnce: number;
  /** How long an idle process is kept, so that the next file need not wait for its start. */
  readonly keepMs: Milliseconds;
}

const LIMITS: ReadLimits = { program: READ_PROCESS_FILE, heapMb: 2_048, patienceMs: 30_000, atOnce: 2, keepMs: 60_000 };

/** Asks the process that reads one file. `onProgress`: called with how far it is, from 0 to 1, where that takes long. Throws FailureError. */
export type Ask = <N extends QuestionName>(
  name: N,
  asked: Questions[N]['asked'],
  onProgress?: (done: Ratio) => void,
) => Promise<Questions[N]['reply']>;

export class ForeignFiles {
  private readonly limits: ReadLimits;
  private readonly idle: Reader[] = [];
  private readonly reading = new Set<Reader>();
  private readonly waiting: { readonly go: () => void; readonly refuse: (why: FailureError) => void; readonly fileName: string }[] = [];
  private busy = 0;
  private isClosed = false;

  constructor(limits: Partial<ReadLimits> = {}) {
    this.limits = { ...LIMITS, ...limits };
  }

  /** Reads one file: `work` asks as often as it wants. `signal`: ends the reading, which then throws what it was aborted with. Throws FailureError. */
  async read<T>(path: string, work: (ask: Ask) => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.turn(basename(path));
    try {
      if (this.isClosed) throw this.closed(basename(path));
      signal?.throwIfAborted();
      // Throws when no process can be started.
      const reader = this.idle.pop() ?? new Reader(this.limits);
      this.reading.add(reader);
      const end = (): void => reader.end();
      signal?.addEventListener('abort', end, { once: true });
      return await work(this.askOf(reader, basename(path))).finally(() => {
        signal?.removeEventListener('abort', end);
        this.putBack(reader);
        signal?.throwIfAborted();
      });
    } finally {
      this.busy -= 1;
      this.waiting.shift()?.go();
    }
  }

  /** Called when a file is about to be opened: starts a process in advance, as its start takes as long as reading a small file. */
  prepare(): void {
    if (this.isClosed || this.busy > 0 || this.idle.length > 0) return;
    try {
      this.keep(new Reader(this.limits));
    } catch {
      // The failure is returned to the caller.
    }
  }

  private askOf(reader: Reader, fileName: string): Ask {
    return async (name, asked, onProgress) => {
      const reply = await reader.ask({ name, ...asked } as Parameters<Reader['ask']>[0], this.limits.patienceMs, onProgress);
      switch (reply.type) {
        case 'reply':
          return reply.value as Questions[typeof name]['reply'];
        case 'refused':
          throw new FailureError(reply.failure);
        case 'ended':
          throw new FailureError(describeEnd(fileName, reply, this.limits));
        case 'bug':
          throw new Error(`The process that reads files failed: ${reply.stack}`);
      }
    };
  }

  /** Stops reading. */
  close(): void {
    this.isClosed = true;
    this.end();
  }

  /** Ends all processes. Files that are being read or wait for their turn are refused. */
  end(): void {
    for (const { refuse, fileName } of this.waiting.splice(0)) refuse(this.closed(fileName));
    for (const reader of [...this.idle.splice(0), ...this.reading]) reader.end();
  }

  private closed(fileName: string): FailureError {
    return new FailureError(describeEnd(fileName, CLOSED, this.limits));
  }

  private async turn(fileName: string): Promise<void> {
    while (this.busy >= this.limits.atOnce) await new Promise<void>((go, refuse) => this.waiting.push({ go, refuse, fileName }));
    this.busy += 1;
  }

  /** Keeps one process, which closes its file; not one that holds much memory. */
  private putBack(reader: Reader): void {
    this.reading.delete(reader);
    if (reader.hasEnded) return;
    if (this.idle.length > 0 || reader.isLarge) reader.end();
    else this.keep(reader);
  }

  private keep(reader: Reader): void {
    this.idle.push(reader);
    reader.rest(this.limits.keepMs, () => {
      this.idle.splice(this.idle.indexOf(reader), 1);
    });
  }
}

function describeEnd(name: string, { why, how }: Ended, { heapMb, patienceMs }: ReadLimits): Failure {
  const hint = say('file.distrustLong');
  switch (why) {
    case 'time':
      return fail('too-large', say('file.notReadInTime', { name, seconds: patienceMs / 1e3 }), hint).failure;
    case 'memory':
      return fail('too-large', say('file.needsTooMuchMemory', { name, megabytes: heapMb }), hint).failure;
    case 'died':
      return fail('damaged', say('file.readerEnded', { name, how }), hint).failure;
  }
}

/** For files that are opened. */
export const foreignFiles = new ForeignFiles();
/** Reads open files again: apart from the above, as a file that is being opened may take long and must not delay these. */
export const openedFiles = new ForeignFiles();
/** Snapshots of a heap, one at a time: each may take 2 GB. */
export const snapshotFiles = new ForeignFiles({ atOnce: 1 });
