/** A capture whose work is done by its half in the agent, in every process of the target, also in those that start later. */

import { setTimeout as wait } from 'node:timers/promises';
import type { BlockPair } from '../../../shared/model/profile/profiling-cost.ts';
import type { NameValue } from '../../../shared/model/setup/setup.ts';
import { type Said, say } from '../../../shared/words/said.ts';
import { clockUs } from '../machine/clock.ts';
import type { CapturedProcess, CapturePort, FromHalf, LaunchChanges } from './capture-port.ts';
import { CostBlocks } from './cost-blocks.ts';

/** A main thread blocked in a native call cannot start or end a profile; the run does not wait for it longer. */
const MAX_WAIT_MS = 3_000;

export interface AgentCaptureParts {
  /** Of the half in the agent (agent/captures.ts). */
  readonly name: string;
  /** Parameters of the agent's half; plain data. */
  readonly options: unknown;
  /** What the agent must know before the script starts. */
  readonly env?: readonly NameValue[];
  /** "profile": for the sentences about processes that fail or take too long. */
  readonly what: Said;
  /** Checks and stores the report of a process. False: it is not valid. */
  readonly take: (pid: number, report: unknown) => boolean;
  readonly warn: (says: Said) => void;
  /** The measured phase has begun. */
  readonly onMeasuring?: () => void;
  /** Called when all reports have arrived. */
  readonly finish?: () => Promise<void>;
  /** Present: the capture pauses and records in turn during the measured phase. Null or absent: it records all the time. */
  readonly inBlocks?: {
    /** Parameters of the half for all recordings but the last, which uses those above. */
    readonly options: unknown;
    readonly record: (pair: BlockPair) => void;
  } | null;
}

export class AgentCapture implements CapturePort {
  readonly name: string;
  private readonly processes = new Set<CapturedProcess>();
  /** Those that have not yet responded to the last order. */
  private readonly waiting = new Set<CapturedProcess>();
  /** Those that were told to start, and have not yet. */
  private readonly starting = new Set<CapturedProcess>();
  private expected: 'started' | 'stopped' = 'started';
  private onAllResponded: () => void = () => {};
  private isRunning = false;
  private isOver = false;
  /** Between two recordings; a process that connects now is not started. */
  private isResting = false;
  private readonly blocks: CostBlocks | null;
  private options: unknown;

  constructor(private readonly parts: AgentCaptureParts) {
    this.name = parts.name;
    const { inBlocks = null } = parts;
    this.options = (inBlocks ?? parts).options;
    this.blocks =
      inBlocks && new CostBlocks({ switchTo: (isOn) => this.switchTo(isOn), record: inBlocks.record, now: clockUs, wait: waitOrEnd });
  }

  async prepareLaunch(): Promise<LaunchChanges> {
    return { nodeFlags: [], env: this.parts.env ?? [] };
  }

  async start(): Promise<void> {
    this.isRunning = true;
    for (const { pid } of await this.order('started', (process) => this.startIn(process)))
      this.parts.warn(say('recording.captureLate', { pid, seconds: MAX_WAIT_MS / 1e3, what: this.parts.what }));
  }

  onMeasuring(): void {
    this.blocks?.start();
    this.parts.onMeasuring?.();
  }

  async stop(): Promise<void> {
    if (!this.isRunning) return;
    if (this.blocks !== null) await this.endBlocks(this.blocks);
    const late = await this.order('stopped', (process) => process.stop(this.name));
    this.isRunning = false;
    this.isOver = true;
    for (const process of late) {
      const { pid } = process;
      const { what } = this.parts;
      this.parts.warn(
        this.starting.has(process)
          ? say('recording.captureNone', { pid, what })
          : say('recording.captureCut', { pid, seconds: MAX_WAIT_MS / 1e3, what }),
      );
    }
    await this.parts.finish?.();
  }

  async afterExit(): Promise<void> {}

  onProcess(process: CapturedProcess): void {
    this.processes.add(process);
    if (this.isRunning && !this.isResting) this.startIn(process);
    else if (!this.isRunning && !this.isOver) process.prepare?.(this.name, this.options);
  }

  onGone(process: CapturedProcess): void {
    this.processes.delete(process);
    this.starting.delete(process);
    this.responded(process);
  }

  onMessage(process: CapturedProcess, message: FromHalf): boolean {
    // What arrives after the recording has been closed is dropped.
    if (message.type === 'report') return !this.isRunning || this.parts.take(process.pid, message.report);
    if (message.type === 'failed')
      this.parts.warn(say('recording.captureFailed', { what: this.parts.what, pid: process.pid, why: message.why }));
    this.starting.delete(process);
    // A late start may be reported while the end is being waited for. A half that has given up responds to any order with `stopped`.
    if (message.type === this.expected || message.type === 'stopped') this.responded(process);
    return true;
  }

  private startIn(process: CapturedProcess): void {
    this.starting.add(process);
    process.start(this.name, this.options);
  }

  /** False: some process took too long. */
  private async switchTo(isOn: boolean): Promise<boolean> {
    this.isResting = !isOn;
    const late = await (isOn
      ? this.order('started', (process) => this.startIn(process))
      : this.order('stopped', (process) => process.stop(this.name)));
    return late.length === 0;
  }

  /** Some facts (source maps) are looked up by the last recording only, because that costs time: one more short recording does it. */
  private async endBlocks(blocks: CostBlocks): Promise<void> {
    if (await blocks.stop()) await this.switchTo(false);
    this.options = this.parts.options;
    await this.switchTo(true);
  }

  /** Gives the order to all processes and waits until each has responded or is gone. Returns those that took too long. */
  private async order(expected: 'started' | 'stopped', give: (process: CapturedProcess) => void): Promise<CapturedProcess[]> {
    this.expected = expected;
    this.waiting.clear();
    for (const process of this.processes) {
      this.waiting.add(process);
      give(process);
    }
    if (this.waiting.size === 0) return [];
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.onAllResponded = resolve;
      timer = setTimeout(resolve, MAX_WAIT_MS);
    });
    clearTimeout(timer);
    return [...this.waiting];
  }

  private responded(process: CapturedProcess): void {
    if (this.waiting.delete(process) && this.waiting.size === 0) this.onAllResponded();
  }
}

async function waitOrEnd(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => {});
}
