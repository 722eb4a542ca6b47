/**
 * The load of a run made by a command of the user, behind the handle that load processes have. It makes no rows: what it prints is recorded as
 * output, and its figures are read from that.
 *
 *   measure ──► spawn ──► exit ──────────────────────────────► finished (after `failed`, if it failed)
 *                 '── stop, or the limit ──► SIGTERM ... SIGKILL ──┘
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mergeRows } from '../../../../shared/load/merge-rows.ts';
import { fail, type Outcome, succeed } from '../../../../shared/model/failure.ts';
import { endOf } from '../../../../shared/model/load-models.ts';
import type { OutputStream } from '../../../../shared/model/run.ts';
import type { Setup } from '../../../../shared/model/setup.ts';
import { splitWords } from '../../../../shared/model/shell-words.ts';
import type { Microseconds } from '../../../../shared/model/units.ts';
import { type Said, say } from '../../../../shared/words/said.ts';
import { type Leader, readProcess } from '../../agent/processes.ts';
import { IDLE_GENERATOR } from '../../load/generator-health.ts';
import { type LoadEvents, type LoadRunner, startLoadProcess, type Where } from '../../load/load-runner.ts';
import { divideLoad } from '../../load/load-shares.ts';
import { clockUs } from '../../machine/clock.ts';
import { programOf } from '../../target/command-target.ts';
import { addAgent, inheritEnvironment } from '../../target/environment.ts';
import { findProgram } from '../../target/find-program.ts';
import { drainOutput, Tail } from '../../target/output.ts';
import { ProcessControl } from '../../target/process-control.ts';

export interface CommandLoadEvents extends Pick<LoadEvents, 'onWarm' | 'onStarted' | 'onRows' | 'onFinished' | 'onFailed'> {
  onOutput(stream: OutputStream, text: string): void;
  onWarning(says: Said): void;
}

const URL_PLACE = '{url}';
const NOTHING_SENT = { sent: 0, inFlight: 0 };
/** As load processes do. */
const REPORT_EVERY_MS = 250;
/** What it has written is read by then; a process that it left behind may hold its output open. */
const LAST_OUTPUT_MS = 500;

type CommandSetup = Setup & { readonly loadCommand: string };

export function isByCommand(setup: Setup): setup is CommandSetup {
  return setup.loadCommand !== null;
}

/** Refuses a command whose program is not there. It is started by `measure`. */
export async function startCommandLoad(runId: string, setup: CommandSetup, events: CommandLoadEvents): Promise<Outcome<LoadRunner>> {
  const cwd = ('cwd' in setup.target ? setup.target.cwd : null) ?? process.cwd();
  const program = programOf({ command: setup.loadCommand, env: [], cwd });
  if (!program.ok) return program;
  // Makes no requests: when the engine dies, it ends what is left of the run, as always.
  const guard = await startLoadProcess(runId, divideLoad(setup)[0]!, IGNORED, null);
  if (!guard.ok) return guard;
  return succeed(new CommandLoad(runId, setup, cwd, guard.value, events));
}

const nothing = (): void => {};
const IGNORED: LoadEvents = {
  onWarm: nothing,
  onStarted: nothing,
  onRows: nothing,
  onAnswers: nothing,
  onResult: nothing,
  onFinished: nothing,
  onFailed: nothing,
};

class CommandLoad implements LoadRunner {
  readonly #mark: string;
  readonly #tail = new Tail();
  #words: readonly string[] = [];
  #child: ChildProcess | null = null;
  #control: ProcessControl | null = null;
  #origin: Microseconds = 0;
  #endedAt: Microseconds | null = null;
  #stopped: Promise<unknown> | null = null;
  #isOver = false;
  #timers: NodeJS.Timeout[] = [];

  constructor(
    runId: string,
    readonly setup: CommandSetup,
    readonly cwd: string,
    readonly guardian: LoadRunner,
    readonly events: CommandLoadEvents,
  ) {
    // Not that of the target, which is stopped by its own.
    this.#mark = `${runId}-load`;
  }

  get pids(): readonly number[] {
    return [...this.guardian.pids, ...(this.#control?.look() ?? []).map(({ pid }) => pid)];
  }

  prepare({ url }: Where): void {
    const { words } = splitWords(this.setup.loadCommand);
    this.#words = words.map((word) => word.split(URL_PLACE).join(url));
    if (words.every((word) => !word.includes(URL_PLACE)))
      this.events.onWarning(say('load.commandNoUrl', { placeholder: URL_PLACE, target: url }));
    this.events.onWarm();
  }

  measure(): void {
    const { cwd } = this;
    const env = inheritEnvironment(process.env, []);
    const [program = ''] = this.#words;
    const found = findProgram(this.#words, { cwd, env, platform: process.platform });
    if (!found.ok) {
      this.#failed(found.failure.says);
      return;
    }
    const { file, args } = found.value;
    this.#origin = clockUs();
    const child = spawn(file, args, {
      cwd,
      env: addAgent(env, this.#mark, null),
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.events.onStarted(this.#origin);
    child.once('error', (error) => this.#failed(say('load.commandNotStarted', { program: file, why: error.message })));
    if (child.pid === undefined) return;
    const control = new ProcessControl(
      child.pid,
      this.#mark,
      () => child.exitCode === null && child.signalCode === null,
      () => [],
    );
    this.#control = control;
    const leader = readProcess(child.pid);
    if (leader !== null) this.guardian.guard(leader);
    this.#drain(child);
    const closed = new Promise((resolve) => child.once('close', resolve));
    child.once('exit', () => {
      this.#endedAt ??= clockUs();
      void Promise.race([closed, new Promise((resolve) => setTimeout(resolve, LAST_OUTPUT_MS))]).then(() => this.#exited(child, program));
    });
    this.#timers = [setInterval(() => this.#report(), REPORT_EVERY_MS), this.#limit()];
  }

  #drain(child: ChildProcess): void {
    const streams = [
      ['client', child.stdout!],
      ['clientError', child.stderr!],
    ] as const;
    for (const [stream, from] of streams) {
      drainOutput(from, (text) => {
        this.#tail.push(text);
        this.events.onOutput(stream, text);
      });
    }
  }

  #limit(): NodeJS.Timeout {
    const end = endOf(this.setup.load);
    const seconds = end.by === 'duration' ? end.seconds : Number.POSITIVE_INFINITY;
    return setTimeout(
      () => {
        this.events.onWarning(say('load.commandLimit', { seconds }));
        this.stop();
      },
      Math.min(seconds * 1_000, 2 ** 31 - 1),
    );
  }

  #report(): void {
    if (!this.#isOver) this.events.onRows(mergeRows([]), NOTHING_SENT, IDLE_GENERATOR, clockUs() - this.#origin);
  }

  #exited({ exitCode, signalCode }: ChildProcess, program: string): void {
    if (this.#isOver) return;
    if (this.#stopped === null && exitCode !== 0)
      this.#failed(say('load.commandFailed', { how: signalCode ?? say('load.exitCode', { code: exitCode ?? -1 }), program }));
    else this.#finish();
  }

  #failed(says: Said): void {
    if (this.#isOver) return;
    this.events.onFailed(fail('load-process-died', says, say('load.isKept'), this.#tail.toString()).failure);
    this.#finish();
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.events.onFinished((this.#endedAt ?? clockUs()) - this.#origin, NOTHING_SENT, IDLE_GENERATOR);
  }

  stop(): void {
    if (this.#isOver || this.#control === null || this.#stopped !== null) return;
    this.#endedAt ??= clockUs();
    const child = this.#child!;
    this.#stopped = this.#control.stop(() => child.kill());
    void this.#stopped.then(() => this.#finish());
    // Whoever ignores SIGTERM is not waited for: what was measured ends when it was asked to.
    this.#timers.push(setTimeout(() => this.#finish(), 2_000));
  }

  guard(leader: Leader): void {
    this.guardian.guard(leader);
  }

  async dispose(): Promise<void> {
    this.#isOver = true;
    for (const timer of this.#timers) clearTimeout(timer);
    // Also what a command has left behind that has ended by itself.
    await (this.#stopped ?? this.#control?.stop(() => this.#child?.kill()));
    await this.guardian.dispose();
  }
}
