import { COMMAND_CHANNEL, type ShellCommand } from '../../shared/protocol/shell.ts';

/** Commands to the page. Those that come while there is none (a file double-clicked to start the program) wait for it. */
export class Commands {
  #waiting: ShellCommand[] = [];
  #send: ((channel: string, command: ShellCommand) => void) | null = null;

  give(command: ShellCommand): void {
    if (this.#send) this.#send(COMMAND_CHANNEL, command);
    else this.#waiting.push(command);
  }

  /** The page listens from now on; returns what has waited. */
  pageIsReady(send: (channel: string, command: ShellCommand) => void): readonly ShellCommand[] {
    this.#send = send;
    return this.#waiting.splice(0);
  }

  pageIsGone(): void {
    this.#send = null;
  }
}
