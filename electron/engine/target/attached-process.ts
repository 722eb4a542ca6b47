/**
 * A running process whose CPU profile is taken through its inspector, opened for the time of the recording. No code of ours stays in it.
 *
 * It may stop responding at any moment (stopped by a debugger, blocked in a system call), and nothing here waits for that longer than:
 *
 *   opening     2 s for the port, 2 s for the list, 2 s for the handshake
 *   profiling   2 s after `leave`; the engine has waited 3 s for the last slice by then
 *   closing     1 s for a reply, and 2 s for the port where there was one
 */
import type { Milliseconds } from '../../../shared/base/units.ts';
import { FailureError, fail } from '../../../shared/model/failure.ts';
import { type Said, say } from '../../../shared/words/said.ts';
import type { WorkerHalf } from '../agent/capture-half.ts';
import { installExpression, removeExpression } from '../agent/console-profiles.ts';
import { cpuProfiles } from '../agent/cpu-profiles.ts';
import { within } from '../agent/within.ts';
import type { CapturedProcess, FromHalf } from '../captures/capture-port.ts';
import { defer } from '../machine/defer.ts';
import { closeInspectorExpression, hasClosed, isListening, openInspector, planInspector } from './open-inspector.ts';
import { RemoteInspector } from './remote-inspector.ts';

/** What an inspector takes to close its port is 2 ms; a main thread blocked in JavaScript is interrupted for it. */
const REPLY_WITHIN_MS: Milliseconds = 1_000;
/** A process that is only slow (many source maps, a busy machine) still ends its profile, so that its inspector can be closed. */
const LAST_STEP_WITHIN_MS: Milliseconds = 2_000;

interface Recording {
  readonly profiler: WorkerHalf;
  readonly inspector: RemoteInspector;
  readonly port: number;
}

export class AttachedProcess implements CapturedProcess {
  readonly role = 'main';
  private recording: Recording | null = null;
  private last: Promise<void> = Promise.resolve();
  private readonly leaving = defer<void>();
  /** The port that the process was asked to open, until it is closed or said to be open. It may open at any time after that. */
  private asked: number | null = null;
  private isStuck = false;

  constructor(
    readonly pid: number,
    private readonly maySignal: boolean,
    private readonly tell: (capture: string, message: FromHalf) => void,
    private readonly warn: (says: Said) => void,
  ) {}

  start(capture: string, options: unknown): void {
    this.enqueue(capture, async () => {
      if (this.recording !== null) return;
      this.recording = await this.open(capture, options);
      const { inspector, profiler } = this.recording;
      await this.orLeave(inspector.evaluate(installExpression).then(() => profiler.start()));
      this.tell(capture, { type: 'started' });
    });
  }

  stop(capture: string): void {
    this.enqueue(capture, async () => {
      if (this.recording !== null) await this.orLeave(this.recording.profiler.stop());
      await this.close();
      this.tell(capture, { type: 'stopped' });
    });
  }

  /** Leaves the process as it was found, as far as it lets us, whatever has happened. */
  async leave(): Promise<void> {
    this.leaving.resolve();
    await this.last;
    await this.close();
    await this.closeUnused();
  }

  private async orLeave(step: Promise<void>): Promise<void> {
    const isLate = this.leaving.promise.then(async () => !(await within(step, LAST_STEP_WITHIN_MS)));
    this.isStuck = await Promise.race([step.then(() => false), isLate]);
  }

  private async open(capture: string, options: unknown): Promise<Recording> {
    const plan = planInspector(this.pid);
    if (!plan.ok) throw new FailureError(plan.failure);
    const { port, isOpen } = plan.value;
    if (!isOpen && !this.maySignal) throw new FailureError(fail('not-available', say('target.pidNotAsked', { pid: this.pid })).failure);
    if (!isOpen) this.asked = port;
    const failure = await openInspector(this.pid, plan.value);
    if (failure !== null) throw new FailureError(failure);
    const inspector = await RemoteInspector.connect(port);
    const report = (report: unknown): void => this.tell(capture, { type: 'report', report });
    // The profiler closes it at its end, when there may still be something to report.
    const profiler = cpuProfiles({ options, report, requests: null }, inspector);
    return { profiler, inspector, port };
  }

  private async close(): Promise<void> {
    const { recording } = this;
    this.recording = null;
    if (recording === null) return;
    recording.profiler.close();
    await this.closeAt(recording.port, recording.inspector);
  }

  /** The inspector opened after our time-out, or refused the connection. That it had not opened in time was reported then. */
  private async closeUnused(): Promise<void> {
    const port = this.asked;
    if (port === null || !isListening(this.pid, port)) return;
    const inspector = await RemoteInspector.connect(port).catch(() => null);
    if (inspector !== null) await this.closeAt(port, inspector);
    else this.warn(say('target.pidLeftOpen', { pid: this.pid, port }));
  }

  /**
   * A process that is stuck gets no command to close it when it goes on: Node 20 may crash when it replies to a client that has gone (it writes to
   * a connection whose end it has read), seen 3 times in 1,500.
   */
  private async closeAt(port: number, inspector: RemoteInspector): Promise<void> {
    const isOurs = port === this.asked;
    const expression = isOurs ? `${removeExpression}; ${closeInspectorExpression(REPLY_WITHIN_MS / 2)}` : removeExpression;
    const hasReplied = !this.isStuck && (await within(inspector.evaluate(expression), REPLY_WITHIN_MS));
    inspector.disconnect();
    if (!isOurs) return;
    this.asked = null;
    const isClosed = hasReplied ? await hasClosed(this.pid, port) : !isListening(this.pid, port);
    if (!isClosed) this.warn(say(hasReplied ? 'target.pidLeftOpen' : 'target.pidNoAnswer', { pid: this.pid, port }));
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
