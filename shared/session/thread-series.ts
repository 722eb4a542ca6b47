/** CPU of the threads of the target's processes, in bounded memory: intervals of a run that has too many are joined with their neighbours. */
import type { Microseconds } from '../base/units.ts';
import { GrowableColumn } from '../load/growable-column.ts';
import {
  MOST_SERIES,
  type ProcessThread,
  type ThreadIntervals,
  type ThreadRows,
  type ThreadSource,
  type ThreadTable,
  type ThreadTimes,
  WHOLE_PROCESS,
} from '../model/thread-times.ts';

/** 7 MB: ten busy threads for 22 minutes before neighbours are joined for the first time. */
const MOST_ROWS = 262_144;
/** Beyond what a busy machine makes of intervals of 50 ms. */
const FIRST_GRAIN_US: Microseconds = 25_000;

export interface ThreadsEntry {
  readonly pid: number;
  readonly by: ThreadSource;
  /** New ones, and those of which more is known than before. */
  readonly threads: readonly ProcessThread[];
  /** When series 0 begins; it also names the reader, each of which numbers its series from 1. */
  readonly start: Microseconds;
  readonly rows: ThreadRows;
}

interface KnownProcess {
  readonly pid: number;
  readonly by: ThreadSource;
  readonly whole: Series;
  readonly threads: Map<number, { thread: ProcessThread; readonly series: Series }>;
  /** By when it began: of each series as the reader numbers it that here. */
  readonly readers: Map<Microseconds, Map<number, number>>;
  /** The reader that began last. */
  newest: Microseconds;
}

export class ThreadSeries {
  version = 0;
  private readonly processes = new Map<number, KnownProcess>();
  private grainUs = FIRST_GRAIN_US;
  private count = 0;

  constructor(private readonly mostRows = MOST_ROWS) {}

  get rows(): number {
    return this.count;
  }

  /** Of all processes. */
  threads(): readonly ProcessThread[] {
    return [...this.processes.values()].flatMap(({ threads }) => [...threads.values()].map(({ thread }) => thread));
  }

  get pids(): readonly number[] {
    return [...this.processes.keys()];
  }

  /**
   * A process may be read by its agent and, before that comes (a shell that becomes the program) or after it has gone, from outside: a thread has
   * one series all the same, and where two readers overlap, the one that began later is believed.
   */
  add({ pid, by, threads, start, rows }: ThreadsEntry): void {
    const process = this.processes.get(pid) ?? newProcess(pid, by, start);
    this.processes.set(pid, process);
    if (process.by !== by) return;
    const numbers = process.readers.get(start) ?? new Map<number, number>([[WHOLE_PROCESS, WHOLE_PROCESS]]);
    process.readers.set(start, numbers);
    process.newest = Math.max(process.newest, start);
    for (const thread of threads) {
      const series = numbers.get(thread.series) ?? numberOf(thread, process, numbers);
      if (series > MOST_SERIES) continue;
      numbers.set(thread.series, series);
      const known = process.threads.get(series);
      if (known) known.thread = joined(known.thread, { ...thread, series, start: known.series.start }, process.readers.size > 1);
      else process.threads.set(series, { thread: { ...thread, series }, series: new Series(thread.start) });
    }
    if (start === process.newest) this.addRows(process, numbers, rows);
    while (this.count > this.mostRows && this.join());
    this.version += 1;
  }

  /** Of series that the reader has named. */
  private addRows({ whole, threads }: KnownProcess, numbers: ReadonlyMap<number, number>, rows: ThreadRows): void {
    for (let row = 0; row < rows.end.length; row++) {
      const number = numbers.get(rows.series[row]!);
      if (number === undefined) continue;
      const series = number === WHOLE_PROCESS ? whole : threads.get(number)!.series;
      if (series.push(rows.end[row]!, rows.ran[row]!, rows.waited[row]!, rows.stopped[row]!, this.grainUs)) this.count += 1;
    }
  }

  /** Views, good until the next entry. Null: nothing is known of its threads. */
  of(pid: number): ThreadTimes | null {
    const process = this.processes.get(pid);
    if (process === undefined) return null;
    const { by, whole, threads } = process;
    return {
      by,
      whole: whole.intervals(),
      threads: [...threads.values()].map(({ thread, series }) => ({ thread, intervals: series.intervals() })),
    };
  }

  /** What is stored of each process beside its intervals. */
  describe(): (Omit<ThreadsEntry, 'rows' | 'threads'> & { threads: ProcessThread[] })[] {
    return [...this.processes.values()].map(({ pid, by, whole, threads }) => ({
      pid,
      by,
      start: whole.start,
      threads: [...threads.values()].map(({ thread }) => thread),
    }));
  }

  /** All intervals, those of a series one after the other. */
  table(): ThreadTable {
    const table = {
      end: new Float64Array(this.count),
      ran: new Float64Array(this.count),
      waited: new Float64Array(this.count),
      series: new Uint32Array(this.count),
      pid: new Uint32Array(this.count),
      stopped: new Uint16Array(this.count),
    };
    let at = 0;
    const put = (pid: number, number: number, { end, ran, waited, stopped }: ThreadIntervals): void => {
      table.end.set(end, at);
      table.ran.set(ran, at);
      table.waited.set(waited, at);
      table.stopped.set(stopped, at);
      table.pid.fill(pid, at, at + end.length);
      table.series.fill(number, at, at + end.length);
      at += end.length;
    };
    for (const { pid, whole, threads } of this.processes.values()) {
      put(pid, WHOLE_PROCESS, whole.intervals());
      for (const { thread, series } of threads.values()) put(pid, thread.series, series.intervals());
    }
    return table;
  }

  /** Joins intervals to twice the length. False: no row was saved, because each series has one row left. */
  private join(): boolean {
    const before = this.count;
    this.grainUs *= 2;
    this.count = 0;
    for (const { whole, threads } of this.processes.values())
      for (const series of [whole, ...[...threads.values()].map((one) => one.series)]) this.count += series.rejoin(this.grainUs);
    return this.count < before || this.grainUs < 1e12;
  }
}

function newProcess(pid: number, by: ThreadSource, start: Microseconds): KnownProcess {
  return { pid, by, whole: new Series(start), threads: new Map(), readers: new Map(), newest: start };
}

/** Of a thread that is new to a reader: another one may know it. `numbers`: those of this reader. */
function numberOf({ series, tid, startTicks }: ProcessThread, { threads }: KnownProcess, numbers: ReadonlyMap<number, number>): number {
  const own = new Set(numbers.values());
  for (const [number, { thread: known }] of threads)
    if (tid !== null && known.tid === tid && known.startTicks === startTicks && !own.has(number)) return number;
  return threads.has(series) ? Math.max(...threads.keys()) + 1 : series;
}

/** `isOfSeveral`: from outside less can be told of a thread than its agent tells. */
function joined(before: ProcessThread, now: ProcessThread, isOfSeveral: boolean): ProcessThread {
  if (!isOfSeveral) return now;
  const isLess = now.kind === 'not told apart' || (now.thread === null && before.thread !== null);
  return { ...(isLess ? before : now), ended: before.ended || now.ended };
}

class Series {
  private end = new GrowableColumn(Float64Array);
  private ran = new GrowableColumn(Float64Array);
  private waited = new GrowableColumn(Float64Array);
  private stopped = new GrowableColumn(Uint16Array);
  private last: Microseconds;

  constructor(readonly start: Microseconds) {
    this.last = start;
  }

  /** Whether it takes a row more. */
  push(end: Microseconds, ran: Microseconds, waited: Microseconds, stopped: number, grainUs: Microseconds): boolean {
    if (!(end > this.last)) return false;
    const row = this.end.length - 1;
    if (row >= 0 && this.stopped.get(row) === stopped) {
      const begin = row === 0 ? this.start : this.end.get(row - 1);
      const isQuiet = ran + waited + this.ran.get(row) + this.waited.get(row) === 0;
      if (isQuiet || end - begin <= grainUs) {
        this.last = end;
        this.end.set(row, end);
        this.ran.add(row, ran);
        this.waited.add(row, waited);
        return false;
      }
    }
    this.last = end;
    this.end.push(end);
    this.ran.push(ran);
    this.waited.push(waited);
    this.stopped.push(stopped);
    return true;
  }

  /** How many rows it has then. */
  rejoin(grainUs: Microseconds): number {
    const { end, ran, waited, stopped } = this.intervals();
    this.end = new GrowableColumn(Float64Array);
    this.ran = new GrowableColumn(Float64Array);
    this.waited = new GrowableColumn(Float64Array);
    this.stopped = new GrowableColumn(Uint16Array);
    this.last = this.start;
    for (let row = 0; row < end.length; row++) this.push(end[row]!, ran[row]!, waited[row]!, stopped[row]!, grainUs);
    return this.end.length;
  }

  intervals(): ThreadIntervals {
    return {
      start: this.start,
      end: this.end.view(),
      ran: this.ran.view(),
      waited: this.waited.view(),
      stopped: this.stopped.view(),
    };
  }
}
