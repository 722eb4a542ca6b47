/** Reads the threads of a process again and again, and tells what each has used since. */
import type { Microseconds, Milliseconds } from '../../../../shared/base/units.ts';
import type {
  MOST_SERIES,
  MOST_THREAD_TITLE,
  ProcessThread,
  ThreadKind,
  ThreadSource,
  WHOLE_PROCESS,
} from '../../../../shared/model/thread-times.ts';
import type { ProcessReading, ThreadReader, ThreadReading } from './thread-reader.ts';

/** Of shared/model/thread-times.ts, of which the agent has only the types. */
const WHOLE: typeof WHOLE_PROCESS = 0;
const MOST: typeof MOST_SERIES = 1_000;
const MOST_TITLE: typeof MOST_THREAD_TITLE = 200;

export const POLL_MS: Milliseconds = 50;
/**
 * Our thread was late, and neither ran nor waited for a core: the process was stopped. Less than this may be a lock that another thread
 * held while it waited for a core.
 */
const STOPPED_FROM_US: Microseconds = 150_000;

/**
 * Those of which each 50 ms count, because samples are divided by them, and those that may be of these. Others are read when all are: before what was
 * read is taken.
 */
const READ_OFTEN: readonly ThreadKind[] = ['main', 'worker', 'not told apart'];

/** What is known of a thread beside its times. */
export type Identity = Pick<ProcessThread, 'kind' | 'thread' | 'title'>;

/** The rows of a message: columns as in `ThreadRows`. */
export interface PolledRows {
  series: number[];
  end: number[];
  ran: number[];
  waited: number[];
  stopped: number[];
}

export interface PolledThreads {
  readonly by: ThreadSource;
  readonly start: Microseconds;
  readonly threads: readonly ProcessThread[];
  readonly rows: PolledRows;
}

interface Polled {
  told: ProcessThread;
  reading: ThreadReading;
  isNew: boolean;
  readAt: Microseconds;
  /** Number of the poll in which it was there. */
  seenIn: number;
  ranUs: Microseconds;
  waitedUs: Microseconds;
  /** Until when its rows reach; it has done nothing since, if that is before the last poll. */
  toldUntil: Microseconds;
}

interface Poll {
  readonly at: Microseconds;
  readonly ranUs: Microseconds;
}

export class ThreadPoller {
  private readonly known = new Map<number, Polled>();
  private rows: PolledRows = emptyRows();
  private first: Microseconds | null = null;
  private last: Poll | null = null;
  private wholeUntil: Microseconds = 0;
  private numbered = 0;
  private polls = 0;
  /** Threads that are not read each time. */
  private readonly rare = new Set<number>();

  /**
   * `ownTid`: the thread that polls, where that is one of the process. `identify`: what a thread is; `lastOf`: what it had used when it
   * ended, if it said so.
   */
  constructor(
    private readonly reader: ThreadReader,
    private readonly clockUs: () => Microseconds,
    private readonly identify: (thread: ThreadReading, ageUs: Microseconds) => Identity,
    private readonly lastOf: (tid: number) => Microseconds = () => 0,
    private readonly ownTid: number | null = null,
  ) {}

  /** CPU time since they began; null: not known. */
  timesOf(kind: ThreadKind): Pick<ThreadReading, 'ranUs' | 'waitedUs'> | null {
    if (this.reader.by !== 'kernel') return null;
    for (const { told, ranUs, waitedUs } of this.known.values()) if (told.kind === kind && !told.ended) return { ranUs, waitedUs };
    return null;
  }

  /**
   * `ofAll`: all threads are read, those that have begun are found, and who they are is asked again; as before each `take`. False: the process has
   * ended.
   */
  poll(ofAll = true): boolean {
    const before = this.last;
    let isAll = ofAll || before === null;
    let reading = this.reader.read(isAll ? undefined : this.rare);
    const at = this.clockUs();
    if (!isAll && reading !== null && (reading.isStopped || at - before!.at >= STOPPED_FROM_US)) {
      isAll = true;
      reading = this.reader.read();
    }
    if (reading === null) return false;
    const poll = ++this.polls;
    this.last = { at, ranUs: reading.ranUs };
    if (before === null) {
      this.first = at;
      this.wholeUntil = at;
      for (const thread of reading.threads) this.add(thread, at, true);
      this.findRare();
      return true;
    }
    const stoppedUs = reading.isStopped ? at - before.at : this.unexplained(reading, at - before.at);
    const until = at - stoppedUs;
    // All of the time was that of a stop: what was used before it is told with what comes next.
    if (until <= this.wholeUntil) this.last = { at, ranUs: before.ranUs };
    else this.wholeUntil = this.tell(WHOLE, this.wholeUntil, before.at, until, reading.ranUs - before.ranUs, 0);
    for (const thread of reading.threads) {
      const polled = this.known.get(keyOf(thread)) ?? this.add(thread, before.at, false);
      if (polled === null) continue;
      polled.seenIn = poll;
      // Those that end soon are not there when it is asked again.
      if (ofAll || polled.told.kind === 'not told apart') this.look(polled, thread, at);
      polled.reading = thread;
      this.advance(polled, thread, polled.readAt, until);
      polled.readAt = at;
    }
    for (const polled of this.known.values()) {
      const { tid, ended } = polled.told;
      if (polled.seenIn !== poll && !ended && (isAll || tid === null || !this.rare.has(tid))) this.end(polled, until);
    }
    if (stoppedUs > 0) this.stop(until, at);
    if (ofAll) this.findRare();
    return true;
  }

  /** What is new since the last call; null: nothing was read yet. */
  take(): PolledThreads | null {
    if (this.first === null || this.last === null) return null;
    this.wholeUntil = this.fill(WHOLE, this.wholeUntil, this.last.at);
    const threads: ProcessThread[] = [];
    for (const polled of this.known.values()) {
      if (!polled.told.ended) polled.toldUntil = this.fill(polled.told.series, polled.toldUntil, polled.readAt);
      if (!polled.isNew) continue;
      polled.isNew = false;
      threads.push(polled.told);
    }
    // What has ended is told, and not read again: its number is not given twice within a clock tick.
    for (const [key, { told }] of this.known) if (told.ended) this.known.delete(key);
    const { rows } = this;
    this.rows = emptyRows();
    return { by: this.reader.by, start: this.first, threads, rows };
  }

  close(): void {
    this.reader.close();
  }

  private add(thread: ThreadReading, start: Microseconds, wasThere: boolean): Polled | null {
    if (this.numbered >= MOST) return null;
    this.numbered += 1;
    const { tid, startTicks } = thread;
    const told = { series: this.numbered, tid: tid > 0 ? tid : null, startTicks, start, ended: false, ...this.identityOf(thread, 0) };
    const [ranUs, waitedUs] = wasThere ? [thread.ranUs, thread.waitedUs] : [0, 0];
    const polled: Polled = { told, reading: thread, isNew: true, readAt: start, seenIn: this.polls, ranUs, waitedUs, toldUntil: start };
    this.known.set(keyOf(thread), polled);
    return polled;
  }

  private findRare(): void {
    this.rare.clear();
    for (const { told } of this.known.values()) if (told.tid !== null && !READ_OFTEN.includes(told.kind)) this.rare.add(told.tid);
  }

  private identityOf(thread: ThreadReading, ageUs: Microseconds): Identity {
    const { kind, thread: number, title } = this.identify(thread, ageUs);
    return { kind, thread: number, title: title.slice(0, MOST_TITLE) };
  }

  /** Who it is may only be known some time after it has begun. */
  private look(polled: Polled, thread: ThreadReading, at: Microseconds): void {
    const { told } = polled;
    const now = this.identityOf(thread, at - told.start);
    if (now.kind === told.kind && now.thread === told.thread && now.title === told.title) return;
    polled.told = { ...told, ...now };
    polled.isNew = true;
  }

  private advance(
    polled: Polled,
    { ranUs, waitedUs }: Pick<ThreadReading, 'ranUs' | 'waitedUs'>,
    from: Microseconds,
    until: Microseconds,
  ): void {
    if (until <= polled.toldUntil) return;
    const [ran, waited] = [Math.max(0, ranUs - polled.ranUs), Math.max(0, waitedUs - polled.waitedUs)];
    polled.ranUs = ranUs;
    polled.waitedUs = waitedUs;
    polled.toldUntil = this.tell(polled.told.series, polled.toldUntil, from, until, ran, waited);
  }

  private end(polled: Polled, until: Microseconds): void {
    this.look(polled, polled.reading, until);
    const { tid } = polled.told;
    const ranUs = Math.max(polled.ranUs, tid === null ? 0 : this.lastOf(tid));
    this.advance(polled, { ranUs, waitedUs: polled.waitedUs }, polled.readAt, until);
    polled.toldUntil = this.fill(polled.told.series, polled.toldUntil, until);
    polled.told = { ...polled.told, ended: true };
    polled.isNew = true;
  }

  /** Until when it is told now. Time in which nothing happened is told before what happens next, in one row. */
  private tell(
    series: number,
    toldUntil: Microseconds,
    from: Microseconds,
    until: Microseconds,
    ran: Microseconds,
    waited: Microseconds,
  ): Microseconds {
    if (!(ran > 0 || waited > 0)) return toldUntil;
    this.fill(series, toldUntil, Math.min(from, until));
    this.push(series, until, ran, waited, 0);
    return until;
  }

  private fill(series: number, toldUntil: Microseconds, until: Microseconds): Microseconds {
    if (until <= toldUntil) return toldUntil;
    this.push(series, until, 0, 0, 0);
    return until;
  }

  private stop(from: Microseconds, at: Microseconds): void {
    const stopped = (series: number, toldUntil: Microseconds): Microseconds => {
      this.fill(series, toldUntil, from);
      this.push(series, at, 0, 0, 1);
      return at;
    };
    this.wholeUntil = stopped(WHOLE, this.wholeUntil);
    for (const polled of this.known.values()) if (!polled.told.ended) polled.toldUntil = stopped(polled.told.series, polled.toldUntil);
  }

  /** How long nothing of the process ran, and our thread was not waiting for a core: part of the time since the last poll. */
  private unexplained({ threads }: ProcessReading, elapsedUs: Microseconds): Microseconds {
    const own = threads.find(({ tid }) => tid === this.ownTid);
    if (own === undefined || elapsedUs < STOPPED_FROM_US) return 0;
    const used = (thread: ThreadReading): Microseconds => {
      const before = this.known.get(keyOf(thread));
      return before === undefined ? 0 : thread.ranUs + thread.waitedUs - before.ranUs - before.waitedUs;
    };
    const free = Math.min(elapsedUs - POLL_MS * 1e3 - used(own), ...threads.map((thread) => elapsedUs - used(thread)));
    return free >= STOPPED_FROM_US ? free : 0;
  }

  private push(series: number, end: Microseconds, ran: Microseconds, waited: Microseconds, stopped: 0 | 1): void {
    this.rows.series.push(series);
    this.rows.end.push(Math.round(end));
    this.rows.ran.push(Math.round(ran));
    this.rows.waited.push(Math.round(waited));
    this.rows.stopped.push(stopped);
  }
}

/** A whole number below 2^53: of a tid, which has 22 bits, and the last 31 of its start. */
function keyOf({ tid, startTicks }: ThreadReading): number {
  return tid * 2 ** 31 + ((startTicks ?? 0) % 2 ** 31);
}

function emptyRows(): PolledRows {
  return { series: [], end: [], ran: [], waited: [], stopped: [] };
}
