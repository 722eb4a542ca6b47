import type { CaptureContext, HalvesOfCapture, WorkerHalf } from './capture-half.ts';
import { HALVES } from './captures.ts';
import type { FromAgent } from './protocol.ts';

/** How long the last reports may take to arrive while an exiting main thread waits. Threads that respond need a turn on a core each; one in a native call does not. */
const LAST_REPORT_MS = 500;

type Observed = Pick<CaptureContext, 'state' | 'heaps' | 'requests' | 'peers'>;

/** The captures of this process. Several may go on at once; of one kind several recordings may follow each other. */
export class RunningCaptures {
  private readonly byName = new Map<string, RunningCapture>();
  private leaving = false;

  constructor(
    private readonly observed: Observed,
    private readonly send: (message: FromAgent) => void,
  ) {}

  get interruptsWaits(): boolean {
    return [...this.byName.values()].some(({ isActive, halves }) => isActive && halves.interruptsWaits);
  }

  prepare(name: string, options: unknown): void {
    if (!this.leaving) this.named(name)?.prepare(options);
  }

  start(name: string, options: unknown): void {
    if (!this.leaving) this.named(name)?.start(options);
  }

  stop(name: string): void {
    if (!this.leaving) this.named(name)?.stop();
  }

  /** Called at the end of the process. */
  async leave(): Promise<void> {
    this.leaving = true;
    await Promise.allSettled([...this.byName.values()].map((capture) => capture.leave()));
  }

  private named(name: string): RunningCapture | undefined {
    const halves = HALVES[name];
    if (halves === undefined) return undefined;
    const known = this.byName.get(name) ?? new RunningCapture(name, halves, this.observed, this.send);
    this.byName.set(name, known);
    return known;
  }
}

class RunningCapture {
  private current: WorkerHalf | null = null;
  private isStarted = false;
  private last: Promise<void> = Promise.resolve();
  private leaving = false;

  constructor(
    private readonly name: string,
    readonly halves: HalvesOfCapture,
    private readonly observed: Observed,
    private readonly send: (message: FromAgent) => void,
  ) {}

  get isActive(): boolean {
    return this.current !== null;
  }

  prepare(options: unknown): void {
    this.enqueue(async () => {
      if (this.current || this.leaving) return;
      this.current = this.makeHalf(options);
      // Whatever went wrong here will also fail the start, which reports it.
      await this.closingOnFailure(this.current, this.current.prepare?.()).catch(() => {});
    });
  }

  start(options: unknown): void {
    this.enqueue(async () => {
      if (this.isStarted || this.leaving) return;
      this.current ??= this.makeHalf(options);
      this.isStarted = true;
      await this.closingOnFailure(this.current, this.current.start());
      this.send({ type: 'capture-started', capture: this.name });
    });
  }

  stop(): void {
    this.enqueue(async () => {
      if (this.leaving) return;
      const half = this.current;
      // No half: it has failed, which was reported then. The engine still gets its reply.
      if (half) await this.closingOnFailure(half, half.stop());
      this.letGo();
      this.send({ type: 'capture-stopped', capture: this.name });
    });
  }

  /** Does not queue behind commands that the main thread will never complete. */
  async leave(): Promise<void> {
    this.leaving = true;
    await this.current?.leave(LAST_REPORT_MS);
  }

  private makeHalf(options: unknown): WorkerHalf {
    const { name: capture, observed, send } = this;
    return this.halves.inWorker({ ...observed, options, report: (report) => send({ type: 'capture-report', capture, report }) });
  }

  private letGo(): void {
    this.current = null;
    this.isStarted = false;
  }

  /** An open session would keep the process from ending quietly. */
  private async closingOnFailure(half: WorkerHalf, step: Promise<void> | undefined): Promise<void> {
    try {
      await step;
    } catch (error) {
      this.letGo();
      half.close();
      throw error;
    }
  }

  private enqueue(task: () => Promise<void>): void {
    this.last = this.last.then(task).catch((error: Error) => {
      if (this.leaving) return;
      this.send({ type: 'capture-failed', capture: this.name, why: error.message });
      this.send({ type: 'capture-stopped', capture: this.name });
    });
  }
}
