import { readdirSync, readFileSync } from 'node:fs';
import type { Microseconds, Milliseconds } from '../../../shared/base/units.ts';
import type { ServerSample } from '../../../shared/model/run.ts';
import type { ThreadsEntry } from '../../../shared/session/thread-series.ts';
import { type ProcessRow, readProcess } from '../agent/processes.ts';
import { identifyOther } from '../agent/threads/thread-identity.ts';
import { POLL_MS, ThreadPoller } from '../agent/threads/thread-poller.ts';
import { ProcThreads } from '../agent/threads/thread-reader.ts';
import { clockUs } from '../machine/clock.ts';
import { TICK_US } from '../machine/cpu-times.ts';
import { listOpenPorts, type OpenPort } from './listening-ports.ts';
import type { ProcessControl } from './process-control.ts';
import { isNode, titleOf } from './process-title.ts';
import { type OutsideReading, sampleFromOutside } from './samples.ts';
import { SystemSampler } from './system-figures.ts';

const SAMPLE_MS = 250;
/** When a load begins or has ended, a process of this age that has not reported is taken for one without an agent. */
const SETTLED_MS = 1_000;
/** Searching for new processes reads all of /proc (2 to 4 ms); sampling known ones is cheap. */
const SAMPLES_PER_LOOK = 4;
/** If an agent is silent for this long, figures are taken from outside until it reports again. */
export const FIGURES_WITHIN_MS: Milliseconds = 1_000;
/** A process that has not reported after this time never will: its NODE_OPTIONS were cleared, or it is not Node. */
export const HELLO_WITHIN_MS = 3_000;
/** The script itself may have slow preloads before ours. */
const MAIN_HELLO_WITHIN_MS = 8_000;
/** Servers written in C++ (uWebSockets, say) open ports that no hook in JavaScript sees. */
const LOOK_FOR_PORTS_AFTER_MS = 2_000;

/** The threads of further ones are not read: it takes some 10 µs for each process, 20 times a second. */
const MOST_POLLED = 32;

export interface OutsideEvents {
  /** Called once per process that never had an agent; `isNode`: it could have had one. */
  onUnobserved(row: ProcessRow, title: string, isNode: boolean): void;
  /** A process without an agent, or whose agent had disconnected, has ended; `at`: when that was noticed. */
  onEnded(pid: number, at: Microseconds): void;
  onSample(sample: ServerSample): void;
  /** CPU of its threads. */
  onThreads(threads: ThreadsEntry): void;
  onPort(pid: number, port: OpenPort): void;
}

export interface OutsideOptions {
  readonly mainPid: number;
  /** False: it cannot have an agent, so there is no waiting for its report. */
  expectsAgent(pid: number): boolean;
  /** A process without an expected agent is examined at this age: a shell may replace itself by the program it starts. */
  readonly settleMs: Milliseconds;
  hasAgent(pid: number): boolean;
  /** It has an agent, or had one. */
  hasReported(pid: number): boolean;
  /** The load goes to this process: if it has not reported by then, it has no agent. */
  isServing(pid: number): boolean;
  /** Whether its figures come from its agent. */
  reports(pid: number): boolean;
  /** Whether the search for ports is still on. */
  wantsPorts(): boolean;
  /** The serving process has ended and its successor is not known yet: it is searched for at each tick. */
  isDeserted(): boolean;
}

interface Known {
  readonly row: ProcessRow;
  readonly since: Milliseconds;
  /** It has no agent, or none any more, so its threads are read from outside. */
  isAlone: boolean;
  /** When its agent sent its last figures: those from outside continue from there. */
  wasReporting: boolean;
  last: OutsideReading | null;
  readonly untold: ServerSample[];
}

/** Watches processes of a target without an agent, or whose agent is silent, from outside (through /proc, so on Linux only). */
export class OutsideWatch {
  private readonly timer: NodeJS.Timeout;
  private readonly known = new Map<number, Known>();
  private readonly pollers = new Map<number, ThreadPoller>();
  private readonly pollTimer: NodeJS.Timeout;
  private readonly system = new SystemSampler();
  private ticks = 0;

  constructor(
    private readonly control: Pick<ProcessControl, 'look'>,
    private readonly options: OutsideOptions,
    private readonly events: OutsideEvents,
  ) {
    this.timer = setInterval(() => this.tick(), SAMPLE_MS);
    this.timer.unref();
    this.pollTimer = setInterval(() => this.poll(), POLL_MS);
    this.pollTimer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
    clearInterval(this.pollTimer);
    for (const pid of [...this.pollers.keys()]) this.endPolling(pid);
  }

  /** Samples now. For a process that may still report, only its use so far is stored, as the start of later figures if it does not. */
  sample(): void {
    this.lookForProcesses();
    for (const [pid, entry] of this.known) {
      const settledMs = this.options.isServing(pid) ? 0 : Math.min(this.helloWithinMs(pid), SETTLED_MS);
      this.look(pid, entry, settledMs, settledMs);
    }
  }

  private tick(): void {
    const isDeserted = this.options.isDeserted();
    if (this.ticks++ % SAMPLES_PER_LOOK === 0 || isDeserted) this.lookForProcesses();
    for (const [pid, entry] of this.known) {
      const age = ageOf(entry);
      if (age > this.portsAfterMs(pid) && (isDeserted || this.ticks % SAMPLES_PER_LOOK === 1)) this.lookForPorts(pid);
      const helloMs = this.helloWithinMs(pid);
      const figuresMs = Math.min(FIGURES_WITHIN_MS, helloMs);
      if (age >= figuresMs) this.look(pid, entry, figuresMs, helloMs);
    }
  }

  /** `settledMs`: the age from which its figures are taken from outside; `helloMs`: from which it is said to have no agent. */
  private look(pid: number, entry: Known, settledMs: Milliseconds, helloMs: Milliseconds): void {
    if (this.options.reports(pid)) {
      this.endPolling(pid);
      entry.wasReporting = true;
      entry.last = null;
      entry.untold.length = 0;
      return;
    }
    const row = readProcess(pid);
    const age = ageOf(entry);
    if (row === null || row.startTicks !== entry.row.startTicks) {
      this.endPolling(pid);
      this.known.delete(pid);
      this.events.onEnded(pid, clockUs());
    } else if (entry.last === null || age >= settledMs) this.read(entry, row, age >= settledMs, age >= helloMs);
  }

  private helloWithinMs(pid: number): Milliseconds {
    if (!this.options.expectsAgent(pid)) return this.options.settleMs;
    return pid === this.options.mainPid ? MAIN_HELLO_WITHIN_MS : HELLO_WITHIN_MS;
  }

  private portsAfterMs(pid: number): Milliseconds {
    return this.options.expectsAgent(pid) ? LOOK_FOR_PORTS_AFTER_MS : this.options.settleMs;
  }

  private lookForPorts(pid: number): void {
    if (!this.options.wantsPorts()) return;
    for (const port of listOpenPorts(pid)) this.events.onPort(pid, port);
  }

  private lookForProcesses(): void {
    for (const row of this.control.look()) {
      const known = this.known.get(row.pid);
      if (known?.row.startTicks === row.startTicks) continue;
      this.known.set(row.pid, { row, since: performance.now(), isAlone: false, wasReporting: false, last: null, untold: [] });
    }
  }

  private poll(): void {
    for (const [pid, poller] of this.pollers) if (!poller.poll(false)) this.endPolling(pid);
  }

  private startPolling(pid: number, isOfNode: boolean): void {
    if (this.pollers.size >= MOST_POLLED) return;
    const reader = ProcThreads.of(pid);
    if (reader === null) return;
    const poller = new ThreadPoller(reader, clockUs, identifyOther(pid, isOfNode));
    poller.poll();
    this.pollers.set(pid, poller);
  }

  private tellThreads(pid: number): void {
    const poller = this.pollers.get(pid);
    poller?.poll();
    const told = poller?.take();
    if (told) this.events.onThreads({ pid, ...told });
  }

  private endPolling(pid: number): void {
    this.tellThreads(pid);
    this.pollers.get(pid)?.close();
    this.pollers.delete(pid);
  }

  /**
   * `isSettled`: no agent sends its figures. The first sample is of all that it has used since it began, so that the next one has a time to be
   * of; it is held back until that is sure. `isWithoutAgent`: none will come either.
   */
  private read(entry: Known, row: ProcessRow, isSettled: boolean, isWithoutAgent: boolean): void {
    const reading = { at: clockUs(), cpuUs: row.cpuTicks * TICK_US, threadsUs: readThreadsCpu(row.pid), rss: readRss(row.pid) };
    const sinceStart = entry.wasReporting ? null : { at: row.startTicks * TICK_US, cpuUs: 0, threadsUs: new Map(), rss: 0 };
    const before = entry.last ?? sinceStart;
    if (before) entry.untold.push({ ...sampleFromOutside(row.pid, before, reading), ...this.system.sample(row.pid) });
    entry.last = reading;
    if (!isSettled) return;
    if (!entry.isAlone && isWithoutAgent && !this.options.hasAgent(row.pid)) {
      entry.isAlone = true;
      const isOfNode = isNode(row.pid);
      // An agent disconnects before its process has ended, on a busy machine some time before.
      if (!this.options.hasReported(row.pid)) this.events.onUnobserved(row, titleOf(row.pid), isOfNode);
      this.startPolling(row.pid, isOfNode);
    }
    this.tellThreads(row.pid);
    for (const sample of entry.untold.splice(0)) this.events.onSample(sample);
  }
}

function ageOf({ since }: Known): Milliseconds {
  return performance.now() - since;
}

function readRss(pid: number): number {
  const match = /^VmRSS:\s+(\d+) kB$/m.exec(readText(`/proc/${pid}/status`));
  return match ? Number(match[1]) * 1024 : 0;
}

/** By thread; empty: the kernel does not count it. Exact where ticks are 10 ms, which may be longer than the load. */
function readThreadsCpu(pid: number): ReadonlyMap<string, Microseconds> {
  const found = new Map<string, Microseconds>();
  for (const thread of listIn(`/proc/${pid}/task`)) {
    const [ranNs] = readText(`/proc/${pid}/task/${thread}/schedstat`).split(' ');
    if (ranNs) found.set(thread, Number(ranNs) / 1e3);
  }
  return found;
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
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
