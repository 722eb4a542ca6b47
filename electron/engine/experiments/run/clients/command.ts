/**
 * A command of the user makes the load. It makes no rows: what it prints is recorded as output, and so is the file that it writes; its figures
 * are read from that.
 */
import { mergeRows } from '../../../../../shared/load/merge-rows.ts';
import { endOf } from '../../../../../shared/model/load-models.ts';
import { splitWords } from '../../../../../shared/model/setup/shell-words.ts';
import { type Said, say } from '../../../../../shared/words/said.ts';
import { IDLE_GENERATOR } from '../../../load/generator-health.ts';
import type { LoadRunner, Where } from '../../../load/load-runner.ts';
import { clockUs } from '../../../machine/clock.ts';
import { programOf } from '../../../target/command-target.ts';
import { inheritEnvironment } from '../../../target/environment.ts';
import { findProgram } from '../../../target/find-program.ts';
import { ResultFile } from '../result-file.ts';
import type { ClientPort, ClientRun } from './client-port.ts';
import { ProgramLoad, startProgram } from './program-load.ts';

const URL_PLACE = '{url}';
/** The same as an environment variable, which also reaches commands without the placeholder. */
const URL_VARIABLE = 'LOOPSCOPE_URL';
/** A file for the command to write its figures to; what stands behind it in the word is the end of the file's name. */
const FILE_PLACE = '{out}';
const NOTHING_SENT = { sent: 0, inFlight: 0 };

export const COMMAND: ClientPort = {
  start: (run) => {
    const { target, loadCommand: command } = run.setup;
    const cwd = ('cwd' in target ? target.cwd : null) ?? process.cwd();
    const program = programOf({ command: command!, env: [], cwd });
    return startProgram(run, program, (_program, guardian) => new CommandLoad(run, command!, cwd, guardian));
  },
};

class CommandLoad extends ProgramLoad {
  readonly #load: ClientRun['setup']['load'];
  readonly #file = new ResultFile();
  #words: readonly string[] = [];
  #url = '';

  constructor(
    run: ClientRun,
    readonly command: string,
    readonly cwd: string,
    guardian: LoadRunner,
  ) {
    super(run, guardian);
    this.#load = run.setup.load;
  }

  protected heard = (stream: 'client' | 'clientError', text: string): void => this.events.onOutput(stream, text);

  prepare({ url }: Where): void {
    const { words } = splitWords(this.command);
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
      this.fail(found.failure.says);
      return;
    }
    this.origin = clockUs();
    this.process.start({ ...found.value, cwd, env });
    this.events.onStarted(this.origin);
    if (this.process.isStarted) this.#limit();
  }

  #limit(): void {
    const end = endOf(this.#load);
    const seconds = end.by === 'duration' ? end.seconds : Number.POSITIVE_INFINITY;
    this.watch(seconds * 1_000, () => {
      this.events.onWarning(say('load.commandLimit', { seconds }));
      this.stop();
    });
  }

  get #program(): string {
    return this.#words[0] ?? '';
  }

  protected sayNotStarted(why: string): Said {
    return say('load.commandNotStarted', { program: this.#program, why });
  }

  protected sayFailed(how: string | Said): Said {
    return say('load.commandFailed', { how, program: this.#program });
  }

  protected report(): void {
    this.events.onRows(mergeRows([]), NOTHING_SENT, IDLE_GENERATOR, clockUs() - this.origin);
  }

  protected reportEnd(): void {
    const written = this.#file.read();
    for (const text of written.pieces) this.events.onOutput('clientFile', text);
    if (written.warning !== null) this.events.onWarning(written.warning);
    this.events.onFinished(this.process.endedAt - this.origin, NOTHING_SENT, IDLE_GENERATOR, []);
  }

  protected override async release(): Promise<void> {
    this.#file.remove();
  }
}
