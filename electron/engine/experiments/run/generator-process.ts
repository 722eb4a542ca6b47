/** A load generator of another maker: in a process group and with a mark of its own, so that everything it starts is stopped with it. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Microseconds } from '../../../../shared/base/units.ts';
import { type ProcessRow, readProcess } from '../../agent/processes.ts';
import { within } from '../../agent/within.ts';
import type { LoadRunner } from '../../load/load-runner.ts';
import { clockUs } from '../../machine/clock.ts';
import { hasExited } from '../../machine/has-exited.ts';
import { addAgent } from '../../target/environment.ts';
import { drainOutput, Tail } from '../../target/output.ts';
import { ProcessControl } from '../../target/process-control.ts';

export interface GeneratorEvents {
  onText(stream: 'client' | 'clientError', text: string): void;
  onNotStarted(why: string): void;
  /** All that it wrote has been read. */
  onExited(exit: Pick<ChildProcess, 'exitCode' | 'signalCode'>): void;
}

interface Start {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** What it reads from its standard input; left out: nothing. */
  readonly input?: string;
}

/** By then its output has been read; a process that it left behind may hold the pipe open. */
const LAST_OUTPUT_MS = 500;

export class GeneratorProcess {
  /** A mark of its own; the target is stopped by another one. */
  readonly #mark: string;
  readonly #guardian: LoadRunner;
  readonly #events: GeneratorEvents;
  readonly #tail = new Tail();
  #child: ChildProcess | null = null;
  #control: ProcessControl | null = null;
  #endedAt: Microseconds | null = null;
  #stopped: Promise<unknown> | null = null;

  /** `guardian`: ends what is left of it when the engine dies. */
  constructor(runId: string, guardian: LoadRunner, events: GeneratorEvents) {
    this.#mark = `${runId}-load`;
    this.#guardian = guardian;
    this.#events = events;
  }

  get isStarted(): boolean {
    return this.#control !== null;
  }

  /** It was asked to end, rather than ending by itself. */
  get wasStopped(): boolean {
    return this.#stopped !== null;
  }

  get lastOutput(): string {
    return this.#tail.toString();
  }

  /** When it ended or was asked to; now, if neither has happened. */
  get endedAt(): Microseconds {
    return this.#endedAt ?? clockUs();
  }

  look(): readonly ProcessRow[] {
    return this.#control?.look() ?? [];
  }

  start({ file, args, cwd, env, input }: Start): void {
    const child = spawn(file, args, {
      cwd,
      env: addAgent(env, this.#mark, null),
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    this.#child = child;
    child.once('error', (error) => this.#events.onNotStarted(error.message));
    if (child.pid === undefined) return;
    this.#control = new ProcessControl(
      child.pid,
      this.#mark,
      () => !hasExited(child),
      () => [],
    );
    const leader = readProcess(child.pid);
    if (leader !== null) this.#guardian.guard(leader);
    // It may end without having read it.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    this.#drain(child);
    const closed = new Promise((resolve) => child.once('close', resolve));
    child.once('exit', () => {
      this.#endedAt ??= clockUs();
      void within(closed, LAST_OUTPUT_MS).then(() => this.#events.onExited(child));
    });
  }

  #drain(child: ChildProcess): void {
    const streams = [
      ['client', child.stdout!],
      ['clientError', child.stderr!],
    ] as const;
    for (const [stream, from] of streams) {
      drainOutput(from, (text) => {
        if (stream === 'clientError' || this.keepsOutput) this.#tail.push(text);
        this.#events.onText(stream, text);
      });
    }
  }

  /** False: its standard output is data, which does not help to understand a failure. */
  keepsOutput = true;

  /** Resolves when nothing of it is left. */
  stop(): Promise<unknown> {
    this.#endedAt ??= clockUs();
    this.#stopped ??= this.#control?.stop(() => this.#child?.kill()) ?? Promise.resolve();
    return this.#stopped;
  }

  /** Also ends what a program has left behind that has ended by itself. */
  async dispose(): Promise<void> {
    await (this.#stopped ?? this.#control?.stop(() => this.#child?.kill()));
  }
}
