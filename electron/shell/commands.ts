import { COMMAND_CHANNEL, type ShellCommand } from '../../shared/protocol/shell.ts';

/** Commands to the page. Those sent before there is a page (the program was started by double-clicking a file) are queued. */
export class Commands {
  #waiting: ShellCommand[] = [];
  #send: ((channel: string, command: ShellCommand) => void) | null = null;

  give(command: ShellCommand): void {
    if (this.#send) this.#send(COMMAND_CHANNEL, command);
    else this.#waiting.push(command);
  }

  /** Called when the page starts listening; returns the queued commands. */
  pageIsReady(send: (channel: string, command: ShellCommand) => void): readonly ShellCommand[] {
    this.#send = send;
    return this.#waiting.splice(0);
  }

  pageIsGone(): void {
    this.#send = null;
  }
}
