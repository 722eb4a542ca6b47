/**
 * The load of a run made by a command of the user, behind the handle that load processes have. It makes no rows: what it prints is recorded as
 * output, and so is the file that it writes; its figures are read from that.
 *
 *   measure ──► spawn ──► exit ──────────────────────────────► finished (after `failed`, if it failed)
 *                 '── stop, or the limit ──► SIGTERM ... SIGKILL ──┘
 */
import type { ChildProcess } from 'node:child_process';
import { mergeRows } from '../../../../shared/load/merge-rows.ts';
import { fail, type Outcome, succeed } from '../../../../shared/model/failure.ts';
import { endOf } from '../../../../shared/model/load-models.ts';
import type { OutputStream } from '../../../../shared/model/run.ts';
import { DEFAULT_SETUP, type Setup } from '../../../../shared/model/setup.ts';
import { splitWords } from '../../../../shared/model/shell-words.ts';
import type { Microseconds } from '../../../../shared/model/units.ts';
import { type Said, say } from '../../../../shared/words/said.ts';
import type { Leader } from '../../agent/processes.ts';
import { IDLE_GENERATOR } from '../../load/generator-health.ts';
import { type LoadEvents, type LoadRunner, startLoadProcess, type Where } from '../../load/load-runner.ts';
import { divideLoad } from '../../load/load-shares.ts';
import { clockUs } from '../../machine/clock.ts';
import { programOf } from '../../target/command-target.ts';
import { inheritEnvironment } from '../../target/environment.ts';
import { findProgram } from '../../target/find-program.ts';
import { GeneratorProcess } from './generator-process.ts';
import { ResultFile } from './result-file.ts';

export interface CommandLoadEvents extends Pick<LoadEvents, 'onWarm' | 'onStarted' | 'onRows' | 'onFinished' | 'onFailed'> {
  onOutput(stream: OutputStream, text: string): void;
  onWarning(says: Said): void;
}

const URL_PLACE = '{url}';
/** The same, for scripts; it reaches a command that has no place for it, too. */
const URL_VARIABLE = 'LOOPSCOPE_URL';
/** A file for the command to write its figures to; what stands behind it in the word is the end of the file's name. */
const FILE_PLACE = '{out}';
const NOTHING_SENT = { sent: 0, inFlight: 0 };
/** As load processes do. */
const REPORT_EVERY_MS = 250;

type CommandSetup = Setup & { readonly loadCommand: string };

export function isByCommand(setup: Setup): setup is CommandSetup {
  return setup.loadCommand !== null;
}

/** Refuses a command whose program is not there. It is started by `measure`. */
export async function startCommandLoad(runId: string, setup: CommandSetup, events: CommandLoadEvents): Promise<Outcome<LoadRunner>> {
  const cwd = ('cwd' in setup.target ? setup.target.cwd : null) ?? process.cwd();
  const program = programOf({ command: setup.loadCommand, env: [], cwd });
  if (!program.ok) return program;
  const guard = await startGuardian(runId, setup);
  if (!guard.ok) return guard;
  return succeed(new CommandLoad(runId, setup, cwd, guard.value, events));
}

/** A load process that makes no requests: when the engine dies, it ends what is left of the run, as always. */
export function startGuardian(runId: string, { requests, load }: Pick<Setup, 'requests' | 'load'>): Promise<Outcome<LoadRunner>> {
  return startLoadProcess(runId, divideLoad({ requests, load, client: DEFAULT_SETUP.client })[0]!, IGNORED, null);
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
  readonly #process: GeneratorProcess;
  readonly #file = new ResultFile();
  #words: readonly string[] = [];
  #url = '';
  #origin: Microseconds = 0;
  #isOver = false;
  #timers: NodeJS.Timeout[] = [];

  constructor(
    runId: string,
    readonly setup: CommandSetup,
    readonly cwd: string,
    readonly guardian: LoadRunner,
    readonly events: CommandLoadEvents,
  ) {
    this.#process = new GeneratorProcess(runId, guardian, {
      onText: (stream, text) => events.onOutput(stream, text),
      onNotStarted: (why) => this.#failed(say('load.commandNotStarted', { program: this.#program, why })),
      onExited: (exit) => this.#exited(exit),
    });
  }

  get pids(): readonly number[] {
    return [...this.guardian.pids, ...this.#process.look().map(({ pid }) => pid)];
  }

  get #program(): string {
    return this.#words[0] ?? '';
  }

  prepare({ url }: Where): void {
    const { words } = splitWords(this.setup.loadCommand);
    this.#url = url;
    this.#words = words.map((word) => this.#file.place(word.split(URL_PLACE).join(url), FILE_PLACE));
    if (words.every((word) => !word.includes(URL_PLACE)))
      this.events.onWarning(say('load.commandNoUrl', { placeholder: URL_PLACE, target: url }));
    this.events.onWarm();
  }

  measure(): void {
    const { cwd } = this;
    const env = inheritEnvironment(process.env, [{ name: URL_VARIABLE, value: this.#url }]);
    const found = findProgram(this.#words, { cwd, env, platform: process.platform });
    if (!found.ok) {
      this.#failed(found.failure.says);
      return;
    }
    this.#origin = clockUs();
    this.#process.start({ ...found.value, cwd, env });
    this.events.onStarted(this.#origin);
    if (this.#process.isStarted) this.#timers = [setInterval(() => this.#report(), REPORT_EVERY_MS), this.#limit()];
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

  #exited({ exitCode, signalCode }: Pick<ChildProcess, 'exitCode' | 'signalCode'>): void {
    if (this.#isOver) return;
    if (!this.#process.wasStopped && exitCode !== 0)
      this.#failed(
        say('load.commandFailed', { how: signalCode ?? say('load.exitCode', { code: exitCode ?? -1 }), program: this.#program }),
      );
    else this.#finish();
  }

  #failed(says: Said): void {
    if (this.#isOver) return;
    this.events.onFailed(fail('load-process-died', says, say('load.isKept'), this.#process.lastOutput).failure);
    this.#finish();
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const timer of this.#timers) clearTimeout(timer);
    const written = this.#file.read();
    for (const text of written.pieces) this.events.onOutput('clientFile', text);
    if (written.warning !== null) this.events.onWarning(written.warning);
    this.events.onFinished(this.#process.endedAt - this.#origin, NOTHING_SENT, IDLE_GENERATOR, []);
  }

  stop(): void {
    if (this.#isOver || !this.#process.isStarted || this.#process.wasStopped) return;
    void this.#process.stop().then(() => this.#finish());
    // Whoever ignores SIGTERM is not waited for: what was measured ends when it was asked to.
    this.#timers.push(setTimeout(() => this.#finish(), 2_000));
  }

  guard(leader: Leader): void {
    this.guardian.guard(leader);
  }

  async dispose(): Promise<void> {
    this.#isOver = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#process.dispose();
    this.#file.remove();
    await this.guardian.dispose();
  }
}
