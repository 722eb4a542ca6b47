/** What only the system knows of a process: its threads, open files and context switches. Linux; elsewhere nothing. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { SystemFigures } from '../../../shared/model/run.ts';

interface Switches {
  readonly voluntary: number;
  readonly involuntary: number;
}

/** Keeps what was counted in the previous sample, thread by thread: what a thread that has ended had counted would be missing from a sum. */
export class SystemSampler {
  private readonly before = new Map<number, Map<string, Switches>>();

  /** Null: not known. The first sample of a process has no switches: they are counted from one sample to the next. */
  sample(pid: number): SystemFigures | null {
    const threads = threadsOf(pid);
    if (threads.size === 0) {
      this.before.delete(pid);
      return null;
    }
    const before = this.before.get(pid);
    this.before.set(pid, threads);
    return {
      threads: threads.size,
      openFiles: countOpenFiles(pid),
      openFilesLimit: readLimit(pid),
      voluntarySwitches: before === undefined ? Number.NaN : since(before, threads, 'voluntary'),
      involuntarySwitches: before === undefined ? Number.NaN : since(before, threads, 'involuntary'),
    };
  }
}

function since(before: ReadonlyMap<string, Switches>, now: ReadonlyMap<string, Switches>, kind: keyof Switches): number {
  let sum = 0;
  for (const [thread, counts] of now) sum += counts[kind] - (before.get(thread)?.[kind] ?? 0);
  return sum;
}

function threadsOf(pid: number): Map<string, Switches> {
  const found = new Map<string, Switches>();
  for (const thread of listIn(`/proc/${pid}/task`)) {
    const switches = parseSwitches(readText(`/proc/${pid}/task/${thread}/status`));
    if (switches !== null) found.set(thread, switches);
  }
  return found;
}

/** Null: the thread has ended meanwhile. */
export function parseSwitches(status: string): Switches | null {
  const [, voluntary] = /^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status) ?? [];
  const [, involuntary] = /^nonvoluntary_ctxt_switches:\s+(\d+)$/m.exec(status) ?? [];
  return voluntary === undefined || involuntary === undefined ? null : { voluntary: Number(voluntary), involuntary: Number(involuntary) };
}

/** The size of the folder is their number since Linux 6.2; before it says nothing, and they are counted one by one. */
function countOpenFiles(pid: number): number {
  try {
    return statSync(`/proc/${pid}/fd`).size || listIn(`/proc/${pid}/fd`).length;
  } catch {
    return Number.NaN;
  }
}

/** The one that holds now, which the process may raise to another. */
function readLimit(pid: number): number {
  const [, soft] = /^Max open files\s+(\d+)/m.exec(readText(`/proc/${pid}/limits`)) ?? [];
  return soft === undefined ? Number.NaN : Number(soft);
}

function listIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
