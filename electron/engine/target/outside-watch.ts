import { readFileSync } from 'node:fs';
import type { ServerSample } from '../../../shared/model/run.ts';
import type { Milliseconds } from '../../../shared/model/units.ts';
import { type ProcessRow, readProcess } from '../agent/processes.ts';
import { clockUs } from '../machine/clock.ts';
import { TICK_US } from '../machine/cpu-times.ts';
import { listOpenPorts, type OpenPort } from './listening-ports.ts';
import type { ProcessControl } from './process-control.ts';
import { isNode, titleOf } from './process-title.ts';
import { type OutsideReading, sampleFromOutside } from './samples.ts';
import { SystemSampler } from './system-figures.ts';

const SAMPLE_MS = 250;
/** Searching for new processes reads all of /proc (2 to 4 ms); sampling known ones is cheap. */
const SAMPLES_PER_LOOK = 4;
/** Figures that an agent has not sent by now are taken from outside, until it does. */
export const FIGURES_WITHIN_MS: Milliseconds = 1_000;
/** A process that has not reported by now will not: its NODE_OPTIONS were cleared, or it is not Node. */
export const HELLO_WITHIN_MS = 3_000;
/** The script itself may have slow preloads before ours. */
const MAIN_HELLO_WITHIN_MS = 8_000;
/** Servers written in C++ (uWebSockets, say) open ports that no hook in JavaScript sees. */
const LOOK_FOR_PORTS_AFTER_MS = 2_000;

export interface OutsideEvents {
  /** Called once per process without agent; `isNode`: it could have had one. */
  onUnobserved(row: ProcessRow, title: string, isNode: boolean): void;
  onSample(sample: ServerSample): void;
  onPort(pid: number, port: OpenPort): void;
}

export interface OutsideOptions {
  readonly mainPid: number;
  /** False: it cannot have an agent, so there is no waiting for its report. */
  expectsAgent(pid: number): boolean;
  /** What no agent is expected of is looked at when it is this old: a shell may become the program that it was to start. */
  readonly settleMs: Milliseconds;
  hasAgent(pid: number): boolean;
  /** Whether its figures come from its agent. */
  reports(pid: number): boolean;
  /** Whether the search for ports is still on. */
  wantsPorts(): boolean;
}

/** Watches the processes of a target that have no agent, or none that speaks, from outside (through /proc, so on Linux only). */
export class OutsideWatch {
  private readonly timer: NodeJS.Timeout;
  private readonly known = new Map<number, { row: ProcessRow; since: number; announced: boolean; last: OutsideReading | null }>();
  private readonly system = new SystemSampler();
  private ticks = 0;

  constructor(
    private readonly control: Pick<ProcessControl, 'look'>,
    private readonly options: OutsideOptions,
    private readonly events: OutsideEvents,
  ) {
    this.timer = setInterval(() => this.tick(), SAMPLE_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private tick(): void {
    if (this.ticks++ % SAMPLES_PER_LOOK === 0) this.lookForProcesses();
    for (const [pid, entry] of this.known) {
      const age = performance.now() - entry.since;
      if (age > this.portsAfterMs(pid) && this.ticks % SAMPLES_PER_LOOK === 1) this.lookForPorts(pid);
      if (this.options.reports(pid) || age < Math.min(FIGURES_WITHIN_MS, this.helloWithinMs(pid))) {
        entry.last = null;
        continue;
      }
      const row = readProcess(pid);
      if (row === null || row.startTicks !== entry.row.startTicks) this.known.delete(pid);
      else this.sample(entry, row, age);
    }
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
      this.known.set(row.pid, { row, since: performance.now(), announced: false, last: null });
    }
  }

  private sample(entry: { announced: boolean; last: OutsideReading | null }, row: ProcessRow, age: Milliseconds): void {
    if (!entry.announced && !this.options.hasAgent(row.pid) && age >= this.helloWithinMs(row.pid)) {
      entry.announced = true;
      this.events.onUnobserved(row, titleOf(row.pid), isNode(row.pid));
    }
    const reading = { at: clockUs(), cpuUs: row.cpuTicks * TICK_US, rss: readRss(row.pid) };
    const system = this.system.sample(row.pid);
    if (entry.last) this.events.onSample({ ...sampleFromOutside(row.pid, entry.last, reading), ...system });
    entry.last = reading;
  }
}

function readRss(pid: number): number {
  const match = /^VmRSS:\s+(\d+) kB$/m.exec(readText(`/proc/${pid}/status`));
  return match ? Number(match[1]) * 1024 : 0;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
