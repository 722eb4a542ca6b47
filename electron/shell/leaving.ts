/** Closing and quitting: confirmed during a run, and only after the engine has ended what it started. */
import type { App, BrowserWindow } from 'electron';

export interface LeavingParts {
  readonly app: App;
  isRunning(): boolean;
  /** True: stop the run and leave. */
  confirm(): Promise<boolean>;
  closeEngine(): Promise<void>;
  /** Has the program restarted with these files after it has ended. */
  startAgain(files: readonly string[]): void;
}

export class Leaving {
  readonly #parts: LeavingParts;
  #isDecided = false;
  #isAsking = false;
  #engine: 'up' | 'closing' | 'closed' = 'up';
  /** Files to open that arrived after the window was gone; null: no restart was requested. */
  #wanted: readonly string[] | null = null;

  constructor(parts: LeavingParts) {
    this.#parts = parts;
    parts.app.on('before-quit', (event) => this.#onLeave(event));
    parts.app.on('will-quit', (event) => this.#onQuit(event));
    // Closing the one window quits the program, on every platform.
    parts.app.on('window-all-closed', () => parts.app.quit());
  }

  watch(window: BrowserWindow): void {
    window.on('close', (event) => this.#onLeave(event));
  }

  /** After a signal nobody can be asked. */
  leaveNow(): void {
    this.#isDecided = true;
    this.#parts.app.quit();
  }

  /**
   * The program is started again, with or without files, while it is quitting, which can take as long as stopping a script.
   * True: it will restart with the files; false: it is not quitting.
   */
  startAfterwards(files: readonly string[]): boolean {
    if (this.#engine === 'up') return false;
    this.#wanted = [...(this.#wanted ?? []), ...files];
    return true;
  }

  #onLeave(event: { preventDefault(): void }): void {
    if (this.#isDecided || !this.#parts.isRunning()) return;
    event.preventDefault();
    if (!this.#isAsking) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    this.#isDecided = await this.#parts.confirm();
    this.#isAsking = false;
    if (this.#isDecided) this.#parts.app.quit();
  }

  #onQuit(event: { preventDefault(): void }): void {
    if (this.#engine === 'closed') {
      // As late as possible, so that nothing can be added afterwards.
      if (this.#wanted) this.#parts.startAgain(this.#wanted);
      return;
    }
    event.preventDefault();
    if (this.#engine === 'closing') return;
    this.#engine = 'closing';
    const leave = (): void => {
      this.#engine = 'closed';
      this.#parts.app.quit();
    };
    // Quit whatever the outcome.
    void this.#parts.closeEngine().then(leave, leave);
  }
}
