/**
 * The load of a run made by a program that is none of ours, behind the handle that load processes have.
 *
 *   measure ──► spawn ──► exit ──────────────────────────────► finished (after `failed`, if it failed)
 *                 '── stop, or the limit ──► SIGTERM ... SIGKILL ──┘
 */
import type { ChildProcess } from 'node:child_process';
import type { Microseconds, Milliseconds } from '../../../../../shared/base/units.ts';
import { fail, type Outcome, succeed } from '../../../../../shared/model/failure.ts';
import { DEFAULT_SETUP, type Setup } from '../../../../../shared/model/setup/setup.ts';
import { type Said, say } from '../../../../../shared/words/said.ts';
import type { Leader } from '../../../agent/processes.ts';
import { type LoadEvents, type LoadRunner, startLoadProcess, type Where } from '../../../load/load-runner.ts';
import { divideLoad } from '../../../load/load-shares.ts';
import { type GeneratorEvents, GeneratorProcess } from '../generator-process.ts';
import type { ClientEvents, ClientRun } from './client-port.ts';

/** As often as load processes report. */
const REPORT_EVERY_MS: Milliseconds = 250;
/** A program may ignore SIGTERM: the measured phase ends when it was asked to end. */
const STOPPING_MS: Milliseconds = 2_000;
const LONGEST_TIMER_MS: Milliseconds = 2 ** 31 - 1;

export abstract class ProgramLoad implements LoadRunner {
  protected readonly process: GeneratorProcess;
  protected readonly events: ClientEvents;
  protected origin: Microseconds = 0;
  protected isOver = false;
  readonly #guardian: LoadRunner;
  #timers: NodeJS.Timeout[] = [];

  constructor({ id, events }: Pick<ClientRun, 'id' | 'events'>, guardian: LoadRunner) {
    this.events = events;
    this.#guardian = guardian;
    this.process = new GeneratorProcess(id, guardian, {
      onText: (stream, text) => this.heard(stream, text),
      onNotStarted: (why) => this.fail(this.sayNotStarted(why)),
      onExited: (exit) => this.#exited(exit),
    });
  }

  abstract prepare(where: Where): void;
  abstract measure(): void;
  protected abstract heard: GeneratorEvents['onText'];
  protected abstract sayNotStarted(why: string): Said;
  protected abstract sayFailed(how: string | Said): Said;
  /** Passes on the rows so far. */
  protected abstract report(): void;
  /** Passes on the remaining rows, and that it has finished. */
  protected abstract reportEnd(): void;
  /** Nothing of the program is left. */
  protected async release(): Promise<void> {}

  get pids(): readonly number[] {
    return [...this.#guardian.pids, ...this.process.look().map(({ pid }) => pid)];
  }

  /** `limitMs`: after this time it has to end; infinite: when all of its requests have been made. */
  protected watch(limitMs: Milliseconds, onLimit: () => void): void {
    this.#timers.push(setInterval(() => !this.isOver && this.report(), REPORT_EVERY_MS));
    if (Number.isFinite(limitMs)) this.#timers.push(setTimeout(onLimit, Math.min(limitMs, LONGEST_TIMER_MS)));
  }

  #exited({ exitCode, signalCode }: Pick<ChildProcess, 'exitCode' | 'signalCode'>): void {
    if (this.isOver) return;
    if (this.process.wasStopped || exitCode === 0) this.#finish();
    else this.fail(this.sayFailed(signalCode ?? say('load.exitCode', { code: exitCode ?? -1 })));
  }

  protected fail(says: Said): void {
    if (this.isOver) return;
    this.events.onFailed(fail('load-process-died', says, say('load.isKept'), this.process.lastOutput).failure);
    this.#finish();
  }

  #finish(): void {
    if (this.isOver) return;
    this.#end();
    this.reportEnd();
  }

  #end(): void {
    this.isOver = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  stop(): void {
    if (this.isOver || !this.process.isStarted || this.process.wasStopped) return;
    void this.process.stop().then(() => this.#finish());
    this.#timers.push(setTimeout(() => this.#finish(), STOPPING_MS));
  }

  guard(leader: Leader): void {
    this.#guardian.guard(leader);
  }

  async dispose(): Promise<void> {
    this.#end();
    await this.process.dispose();
    await this.release();
    await this.#guardian.dispose();
  }
}

const nothing = (): void => {};
export const IGNORED: LoadEvents = {
  onWarm: nothing,
  onStarted: nothing,
  onRows: nothing,
  onResponses: nothing,
  onResult: nothing,
  onFinished: nothing,
  onFailed: nothing,
};

/** Refused where there is no such program. It is started by `measure`. */
export async function startProgram<P>(
  { id, setup }: ClientRun,
  program: Outcome<P>,
  make: (program: P, guardian: LoadRunner) => LoadRunner,
): Promise<Outcome<LoadRunner>> {
  if (!program.ok) return program;
  const guardian = await startGuardian(id, setup);
  return guardian.ok ? succeed(make(program.value, guardian.value)) : guardian;
}

/** A load process that makes no requests: when the engine dies, it ends what is left of the run, as always. */
export function startGuardian(runId: string, { requests, load }: Setup): Promise<Outcome<LoadRunner>> {
  return startLoadProcess(runId, divideLoad({ requests, load, client: DEFAULT_SETUP.client })[0]!, IGNORED, null);
}
