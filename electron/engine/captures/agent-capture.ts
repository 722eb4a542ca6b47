/** A capture whose work is done by its half in the agent, in every process of the target, those that come later included. */

import type { NameValue } from '../../../shared/model/setup.ts';
import { type Said, say } from '../../../shared/words/said.ts';
import type { CapturedProcess, CapturePort, FromHalf, LaunchChanges } from './capture-port.ts';

/** A main thread blocked in a native call cannot start or end a profile; the run does not wait for it longer. */
const MAX_WAIT_MS = 3_000;

export interface AgentCaptureParts {
  /** Of the half in the agent (agent/captures.ts). */
  readonly name: string;
  /** Parameters of the agent's half; plain data. */
  readonly options: unknown;
  /** What the agent has to know from the start of the script on. */
  readonly env?: readonly NameValue[];
  /** "profile": for the sentences about processes that fail or take too long. */
  readonly what: Said;
  /** Checks and stores what a process reports. False: that is not what the half says. */
  readonly take: (pid: number, report: unknown) => boolean;
  readonly warn: (says: Said) => void;
  /** When everything has arrived. */
  readonly finish?: () => Promise<void>;
}

export class AgentCapture implements CapturePort {
  readonly name: string;
  private readonly processes = new Set<CapturedProcess>();
  /** Those that have not yet responded to the last order. */
  private readonly waiting = new Set<CapturedProcess>();
  private expected: 'started' | 'stopped' = 'started';
  private onAnswered: () => void = () => {};
  private isRunning = false;

  constructor(private readonly parts: AgentCaptureParts) {
    this.name = parts.name;
  }

  async prepareLaunch(): Promise<LaunchChanges> {
    return { nodeFlags: [], env: this.parts.env ?? [] };
  }

  async start(): Promise<void> {
    this.isRunning = true;
    for (const pid of await this.order('started', (process) => this.startIn(process)))
      this.parts.warn(say('recording.captureLate', { pid, seconds: MAX_WAIT_MS / 1e3, what: this.parts.what }));
  }

  async stop(): Promise<void> {
    if (!this.isRunning) return;
    const late = await this.order('stopped', (process) => process.stop(this.name));
    this.isRunning = false;
    for (const pid of late) this.parts.warn(say('recording.captureCut', { pid, seconds: MAX_WAIT_MS / 1e3, what: this.parts.what }));
    await this.parts.finish?.();
  }

  async afterExit(): Promise<void> {}

  onProcess(process: CapturedProcess): void {
    this.processes.add(process);
    if (this.isRunning) this.startIn(process);
  }

  onGone(process: CapturedProcess): void {
    this.processes.delete(process);
    this.answered(process);
  }

  onMessage(process: CapturedProcess, message: FromHalf): boolean {
    // What arrives after the recording has been closed is dropped.
    if (message.type === 'report') return !this.isRunning || this.parts.take(process.pid, message.report);
    if (message.type === 'failed')
      this.parts.warn(say('recording.captureFailed', { what: this.parts.what, pid: process.pid, why: message.why }));
    // A late start may be reported while the end is being waited for. A half that has given up answers whatever was asked.
    if (message.type === this.expected || message.type === 'stopped') this.answered(process);
    return true;
  }

  private startIn(process: CapturedProcess): void {
    process.start(this.name, this.parts.options);
  }

  /** Orders it of all, and waits until all have responded or are gone. Returns the pids of those that took too long. */
  private async order(expected: 'started' | 'stopped', give: (process: CapturedProcess) => void): Promise<number[]> {
    this.expected = expected;
    this.waiting.clear();
    for (const process of this.processes) {
      this.waiting.add(process);
      give(process);
    }
    if (this.waiting.size === 0) return [];
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.onAnswered = resolve;
      timer = setTimeout(resolve, MAX_WAIT_MS);
    });
    clearTimeout(timer);
    return [...this.waiting].map(({ pid }) => pid);
  }

  private answered(process: CapturedProcess): void {
    if (this.waiting.delete(process) && this.waiting.size === 0) this.onAnswered();
  }
}
