/** How much CPU each thread of a process has used, as its system tells it. Builtins only: part of the agent, and used by the engine for processes without one. */
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import type { Microseconds } from '../../../../shared/base/units.ts';
import type { ThreadSource } from '../../../../shared/model/thread-times.ts';

/** Since it began. */
export interface ThreadReading {
  /** As the system numbers it; Node's own number, negative, where the system does not tell. */
  readonly tid: number;
  /** Clock ticks since boot; null: not known. */
  readonly startTicks: number | null;
  /** What it calls itself, of at most 15 characters; a program may choose it. */
  readonly comm: string;
  /** A running thread is told up to a tick (4 ms) late, unless it is the one that asks. */
  readonly ranUs: Microseconds;
  /** Ready to run, without a core; 0 where that is not known. */
  readonly waitedUs: Microseconds;
}

export interface ProcessReading {
  /** All threads, those that have ended included. */
  readonly ranUs: Microseconds;
  readonly threads: readonly ThreadReading[];
  /** By SIGSTOP or a debugger; what a process cannot see of itself. */
  readonly isStopped: boolean;
}

export interface ThreadReader {
  readonly by: ThreadSource;
  /**
   * `except`: these, by their `tid`, are left out, and whether other threads have begun is not looked at. The next reading changes the objects of
   * threads. Null: the process has ended.
   */
  read(except?: ReadonlySet<number>): ProcessReading | null;
  close(): void;
}

/** A thread that is found beyond these is not read, and stays part of the process. */
const MOST_READ = 256;
/** The folder says how many threads there are; that one has ended while another began is seen so many readings later. */
const LIST_EVERY = 4;
const TICK_US: Microseconds = 10_000;
const [LINE_FEED, SPACE, ZERO] = [10, 32, 48];
/** A thread gives itself its name some time after it has begun: it is read again after so many readings. */
const NAMED_AFTER: readonly number[] = [1, 4, 20];

interface OpenThread {
  readonly file: number;
  /** Always the same object: it is read 20 times a second. */
  readonly told: { -readonly [Part in keyof ThreadReading]: ThreadReading[Part] };
  readings: number;
}

/**
 * By `/proc/PID/task/TID/schedstat` (ns on a core, ns waiting for one, turns), over descriptors that stay open: 1.4 µs for each thread and
 * reading, where opening the file takes 10.
 */
export class ProcThreads implements ThreadReader {
  readonly by = 'kernel';
  private readonly open = new Map<number, OpenThread>();
  private readonly bytes = Buffer.alloc(64);
  private listed = 0;
  private sinceListed = LIST_EVERY;

  private constructor(
    private readonly folder: string,
    private readonly ofProcess: () => Omit<ProcessReading, 'threads'> | null,
  ) {}

  /** Whether the kernel tells the threads of this process apart. */
  static countsOwn(): boolean {
    return countsThreads('/proc/self');
  }

  /** This process. `folder` is for tests. Null: the kernel does not tell threads apart. */
  static ofSelf(folder = '/proc/self'): ProcThreads | null {
    if (!countsThreads(folder)) return null;
    // Asked for before its own thread is read, it makes that exact.
    return new ProcThreads(folder, () => {
      const { user, system } = process.cpuUsage();
      return { ranUs: user + system, isStopped: false };
    });
  }

  /** Another one, from outside. */
  static of(pid: number, folder = `/proc/${pid}`): ProcThreads | null {
    return countsThreads(folder) ? new ProcThreads(folder, () => readWhole(folder)) : null;
  }

  read(except?: ReadonlySet<number>): ProcessReading | null {
    if (except === undefined) this.list();
    const whole = this.ofProcess();
    if (whole === null) return null;
    const threads: ThreadReading[] = [];
    for (const one of this.open.values()) {
      if (except?.has(one.told.tid)) continue;
      if (this.readTimes(one)) threads.push(one.told);
      else this.forget(one.told.tid);
    }
    return { ranUs: whole.ranUs, isStopped: whole.isStopped, threads };
  }

  close(): void {
    for (const tid of [...this.open.keys()]) this.forget(tid);
  }

  private list(): void {
    const task = `${this.folder}/task`;
    try {
      const count = statSync(task).nlink;
      this.sinceListed += 1;
      if (count === this.listed && this.sinceListed < LIST_EVERY) return;
      this.listed = count;
      this.sinceListed = 0;
      for (const name of readdirSync(task)) {
        const tid = Number(name);
        if (!this.open.has(tid) && this.open.size < MOST_READ) this.add(tid);
      }
    } catch {
      // The process has ended, which is seen when it is read.
    }
  }

  private add(tid: number): void {
    const folder = `${this.folder}/task/${tid}`;
    try {
      const stat = readFileSync(`${folder}/stat`, 'latin1');
      const startTicks = Number(fieldsOf(stat)[19]);
      const comm = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
      const told = { tid, startTicks, comm, ranUs: 0, waitedUs: 0 };
      this.open.set(tid, { told, readings: 0, file: openSync(`${folder}/schedstat`, 'r') });
    } catch {
      // It has ended meanwhile, or there are no descriptors left.
    }
  }

  private readName({ told }: OpenThread): void {
    try {
      told.comm = readFileSync(`${this.folder}/task/${told.tid}/comm`, 'latin1').trimEnd();
    } catch {
      // It has ended, which is seen when it is read.
    }
  }

  private forget(tid: number): void {
    const known = this.open.get(tid);
    this.open.delete(tid);
    this.sinceListed = LIST_EVERY;
    if (known === undefined) return;
    try {
      closeSync(known.file);
    } catch {
      // Somebody else has closed it.
    }
  }

  /** False: the thread has ended, or the program has closed what it did not open. */
  private readTimes(thread: OpenThread): boolean {
    const { told, file } = thread;
    try {
      const times = parseSchedstat(this.bytes, readSync(file, this.bytes, 0, this.bytes.length, 0));
      if (NAMED_AFTER.includes(thread.readings++)) this.readName(thread);
      if (times === null) return false;
      told.ranUs = times.ranUs;
      told.waitedUs = times.waitedUs;
      return true;
    } catch {
      return false;
    }
  }
}

/** Three numbers, and a line feed. Null: it is something else. Byte by byte: it is read for each thread, 20 times a second. */
export function parseSchedstat(bytes: Uint8Array, length = bytes.length): Pick<ThreadReading, 'ranUs' | 'waitedUs'> | null {
  const numbers = [0];
  let digits = 0;
  for (let at = 0; at < length; at++) {
    const byte = bytes[at]!;
    if (byte >= ZERO && byte <= ZERO + 9) {
      numbers[numbers.length - 1] = numbers[numbers.length - 1]! * 10 + byte - ZERO;
      digits += 1;
    } else if (digits > 0 && byte === SPACE) {
      numbers.push(0);
      digits = 0;
    } else if (byte !== LINE_FEED || at !== length - 1) return null;
  }
  return numbers.length !== 3 || digits === 0 ? null : { ranUs: numbers[0]! / 1e3, waitedUs: numbers[1]! / 1e3 };
}

/** CPU time of the thread that asks, since it began; null: the kernel does not tell. */
export function readOwnThread(): Microseconds | null {
  try {
    process.cpuUsage();
    return parseSchedstat(readFileSync('/proc/thread-self/schedstat'))?.ranUs ?? null;
  } catch {
    return null;
  }
}

/** A kernel may lack the file, or count nothing in it: a main thread has always run. */
function countsThreads(folder: string): boolean {
  try {
    return (parseSchedstat(readFileSync(`${folder}/schedstat`))?.ranUs ?? 0) > 0;
  } catch {
    return false;
  }
}

function readWhole(folder: string): Omit<ProcessReading, 'threads'> | null {
  try {
    const fields = fieldsOf(readFileSync(`${folder}/stat`, 'latin1'));
    const [state = 'X'] = fields;
    if (state === 'Z' || state === 'X') return null;
    return { ranUs: (Number(fields[11]) + Number(fields[12])) * TICK_US, isStopped: state === 'T' || state === 't' };
  } catch {
    return null;
  }
}

/** Of `stat`, from the state on: the name before it may contain anything. */
function fieldsOf(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
