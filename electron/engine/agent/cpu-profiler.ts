import type { Microseconds } from '../../../shared/base/units.ts';
import type { V8Profile } from '../../../shared/profile/import/v8-profile.ts';
import type { CaptureContext } from './capture-half.ts';
import { finishExpression, rotateExpression } from './console-profiles.ts';
import type { Inspector, ScriptsReport } from './inspector-client.ts';
import { type EndedReport, RequestReader } from './requests/request-reader.ts';
import { flushExpression, observeExpression } from './requests/request-switch.ts';
import type { ThreadProfiler } from './threads/thread-profiles.ts';
import { within } from './within.ts';

/** What the engine asks for. */
export interface CpuOptions {
  readonly intervalUs: Microseconds;
  readonly sliceMs: number;
  /** More recordings follow: facts common to all of them are left to the last one. */
  readonly isOneOfMany: boolean;
}

/** The findings about one thread. */
export type ThreadReport =
  /** V8's clock is offset to the agent's: profile times + `clockOffset` = process.hrtime µs. */
  { readonly type: 'slice'; readonly profile: V8Profile; readonly clockOffset: Microseconds } | EndedReport | ScriptsReport;

/** Names come by messages, which are a moment later than what is evaluated. */
const NAMED_WITHIN_MS = 500;

interface Bracket {
  readonly before: Microseconds;
  readonly after: Microseconds;
}

/**
 * Takes the CPU profile of one thread in overlapping slices. One instance is one recording: `prepare` or not,
 * `start`, any number of slices, then `stop` (all is well) or `leave` (the process is ending). The session is another's to close.
 *
 * V8 tells a profiler that starts which code there is, but not the code it has compiled for a loop that was already running (on-stack
 * replacement). Such code would be counted for the caller, however long it runs. So V8 is profiled from `prepare` on.
 */
export class CpuProfiler implements ThreadProfiler {
  /** Slices running or not yet delivered, with our clock around their start. */
  private readonly brackets = new Map<number, Bracket>();
  private next = 0;
  /** The first slice of the recording. */
  private first = Number.POSITIVE_INFINITY;
  private isEnabled = false;
  private timer: NodeJS.Timeout | undefined;
  private rotating: Promise<void> = Promise.resolve();
  private busy = false;
  private finished = -1;
  private ending = false;
  private clock: { offset: Microseconds; error: Microseconds } = { offset: 0, error: Number.POSITIVE_INFINITY };
  private onLast: () => void = () => {};

  private readonly options: CpuOptions;
  /** Null: samples are not attributed to requests, or the recording has not begun. */
  private requests: RequestReader | null = null;

  constructor(
    private readonly context: Pick<CaptureContext<ThreadReport>, 'options' | 'report' | 'requests'>,
    private readonly inspector: Inspector,
  ) {
    // The engine's own words: it is this agent's engine.
    this.options = context.options as CpuOptions;
    this.inspector.onProfile((slice, profile) => this.onSlice(slice, profile));
  }

  /** Attributing samples to requests is a part of the cost. */
  private get observesInTurn(): boolean {
    return this.options.isOneOfMany && this.context.requests !== null;
  }

  get hasReported(): boolean {
    return this.finished >= this.first;
  }

  async prepare(): Promise<void> {
    await this.enable();
    await this.beginSlices();
  }

  async start(): Promise<void> {
    await this.enable();
    if (this.observesInTurn) await this.inspector.evaluate(observeExpression(true));
    this.requests = this.context.requests && new RequestReader(this.context.requests);
    clearInterval(this.timer);
    await this.rotating;
    this.first = this.next;
    await this.beginSlices();
  }

  private async enable(): Promise<void> {
    if (this.isEnabled) return;
    this.isEnabled = true;
    await this.inspector.post('Profiler.enable');
    await this.inspector.post('Profiler.setSamplingInterval', { interval: this.options.intervalUs });
  }

  private async beginSlices(): Promise<void> {
    this.rotating = this.rotate();
    await this.rotating;
    if (this.ending) return;
    this.timer = setInterval(() => {
      // A blocked thread responds late: its slice is then longer, and no second command waits behind the first.
      if (!this.busy) this.rotating = this.rotate().catch(() => {});
    }, this.options.sliceMs);
  }

  /** Ends the recording, sends the last slice and the source maps. */
  async stop(): Promise<void> {
    this.end();
    await this.rotating;
    const last = this.lastSlice();
    await this.inspector.evaluate(finishExpression);
    await last;
    await this.inspector.post('Profiler.disable');
    if (this.requests !== null) {
      const names = await this.inspector.evaluate<number>(flushExpression(!this.options.isOneOfMany));
      await this.context.requests?.waits?.whenNamed(names, NAMED_WITHIN_MS);
    }
    this.reportRequests();
    if (this.observesInTurn) await this.inspector.evaluate(observeExpression(false));
    if (!this.options.isOneOfMany) this.context.report(await this.inspector.reportScripts());
    this.close();
  }

  /** The thread is at its end and has ended its slice itself: waits for it, at most `timeoutMs`, and lets go. */
  async leave(timeoutMs: number): Promise<void> {
    this.end();
    await within(this.lastSlice(), timeoutMs);
    this.close();
  }

  close(): void {
    this.end();
    this.requests?.close();
  }

  private end(): void {
    this.ending = true;
    clearInterval(this.timer);
  }

  private lastSlice(): Promise<void> {
    return new Promise((resolve) => {
      this.onLast = resolve;
      if (this.finished === this.next - 1) resolve();
    });
  }

  private async rotate(): Promise<void> {
    this.busy = true;
    try {
      const slice = this.next++;
      const [before, after] = await this.inspector.evaluate<[number, number]>(rotateExpression(slice));
      this.brackets.set(slice, { before, after });
    } finally {
      this.busy = false;
    }
  }

  private onSlice(slice: number, profile: V8Profile): void {
    this.finished = slice;
    this.relateClocks(this.brackets.get(slice), profile);
    this.brackets.delete(slice);
    if (slice >= this.first) this.reportSlice(profile);
    if (this.ending && slice === this.next - 1) this.onLast();
  }

  private reportSlice(profile: V8Profile): void {
    const { offset: clockOffset } = this.clock;
    const requests = this.requests?.requestsOf(profile, clockOffset);
    this.context.report({ type: 'slice', profile: requests ? { ...profile, requests } : profile, clockOffset });
    this.reportRequests();
  }

  private reportRequests(): void {
    const ended = this.requests?.takeEnded();
    if (ended) this.context.report(ended);
  }

  /**
   * V8 stamps the start of a slice between two readings of our clock. If the stamp lies between them, both clocks are the
   * same one (as on Linux); else the middle tells the difference. The tightest bracket counts: a first start takes
   * milliseconds, later ones a tenth of one.
   */
  private relateClocks(bracket: Bracket | undefined, { startTime }: V8Profile): void {
    if (bracket === undefined) return;
    const { before, after } = bracket;
    const error = (after - before) / 2;
    if (error >= this.clock.error) return;
    const same = startTime >= before - 1 && startTime <= after + 1;
    this.clock = { offset: same ? 0 : (before + after) / 2 - startTime, error };
  }
}
