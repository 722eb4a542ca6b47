/** A running process whose CPU profile is taken through its inspector, opened for the time of the recording. No code of ours stays in it. */
import { FailureError } from '../../../shared/model/failure.ts';
import { type Said, say } from '../../../shared/words/said.ts';
import { installExpression, removeExpression } from '../agent/console-profiles.ts';
import { CpuProfiles } from '../agent/cpu-profiles.ts';
import type { CapturedProcess, FromHalf } from '../captures/capture-port.ts';
import { isListening, openInspector, planInspector } from './open-inspector.ts';
import { RemoteInspector } from './remote-inspector.ts';

/** What an inspector takes to close its port is 2 ms; a blocked main thread is interrupted for it. */
const CLOSE_WITHIN_MS = 1_000;

interface Recording {
  readonly profiler: CpuProfiles;
  readonly inspector: RemoteInspector;
  /** The port was opened for this. */
  readonly isOurs: boolean;
  readonly port: number;
}

export class AttachedProcess implements CapturedProcess {
  readonly role = 'main';
  private recording: Recording | null = null;
  private last: Promise<void> = Promise.resolve();

  constructor(
    readonly pid: number,
    private readonly tell: (capture: string, message: FromHalf) => void,
    private readonly warn: (says: Said) => void,
  ) {}

  start(capture: string, options: unknown): void {
    this.enqueue(capture, async () => {
      if (this.recording !== null) return;
      const opened = await this.open(capture, options);
      this.recording = opened;
      await opened.inspector.evaluate(installExpression);
      await opened.profiler.start();
      this.tell(capture, { type: 'started' });
    });
  }

  stop(capture: string): void {
    this.enqueue(capture, async () => {
      await this.recording?.profiler.stop();
      await this.close();
      this.tell(capture, { type: 'stopped' });
    });
  }

  /** Whatever has happened: the process is left as it was found. */
  async leave(): Promise<void> {
    await this.last;
    await this.close();
  }

  private async open(capture: string, options: unknown): Promise<Recording> {
    const plan = planInspector(this.pid);
    if (!plan.ok) throw new FailureError(plan.failure);
    const failure = await openInspector(this.pid, plan.value);
    if (failure !== null) throw new FailureError(failure);
    const { port, isOpen } = plan.value;
    const inspector = await RemoteInspector.connect(port);
    const report = (report: unknown): void => this.tell(capture, { type: 'report', report });
    // The profiler lets go of it when it has ended, and there is something left to say then.
    const profiler = new CpuProfiles({ options, report, requests: null }, inspector);
    return { profiler, inspector, isOurs: !isOpen, port };
  }

  private async close(): Promise<void> {
    const { recording } = this;
    this.recording = null;
    if (recording === null) return;
    const { inspector, isOurs, port } = recording;
    await within(inspector.evaluate(removeExpression));
    // The connection ends with the port, before there is an answer.
    if (isOurs) await within(inspector.evaluate('process._debugEnd()'));
    inspector.disconnect();
    await within(inspector.closed);
    if (isOurs && isListening(this.pid, port)) this.warn(say('target.pidLeftOpen', { pid: this.pid, port }));
  }

  private enqueue(capture: string, task: () => Promise<void>): void {
    this.last = this.last.then(task).catch(async (error: Error) => {
      await this.close();
      if (error instanceof FailureError) this.warn(error.failure.says);
      else this.tell(capture, { type: 'failed', why: error.message });
      this.tell(capture, { type: 'stopped' });
    });
  }
}

/** A process that has ended answers nothing more. */
async function within(step: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, CLOSE_WITHIN_MS);
  });
  await Promise.race([step.catch(() => {}), patience]);
  clearTimeout(timer);
}
