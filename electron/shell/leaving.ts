/** Closing and quitting: asked about while a run goes on, and never before the engine has ended what it started. */
import type { App, BrowserWindow } from 'electron';

export interface LeavingParts {
  readonly app: App;
  isRunning(): boolean;
  /** True: stop the run and leave. */
  confirm(): Promise<boolean>;
  closeEngine(): Promise<void>;
  /** Lets the program start once more, with these files, when it has ended. */
  startAgain(files: readonly string[]): void;
}

export class Leaving {
  readonly #parts: LeavingParts;
  #isDecided = false;
  #isAsking = false;
  #engine: 'up' | 'closing' | 'closed' = 'up';
  /** What came when there was no window for it any more; null: nobody wants one. */
  #wanted: readonly string[] | null = null;

  constructor(parts: LeavingParts) {
    this.#parts = parts;
    parts.app.on('before-quit', (event) => this.#onLeave(event));
    parts.app.on('will-quit', (event) => this.#onQuit(event));
    // One window is the whole program, on every platform.
    parts.app.on('window-all-closed', () => parts.app.quit());
  }

  watch(window: BrowserWindow): void {
    window.on('close', (event) => this.#onLeave(event));
  }

  /** From a signal: nobody is there to be asked. */
  leaveNow(): void {
    this.#isDecided = true;
    this.#parts.app.quit();
  }

  /**
   * Somebody starts the program, with or without files, while it is on its way out, which takes as long as the script it stops.
   * True: it will start once more, with the files; false: it is not on its way out.
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
      // At the last moment, so that nothing can come after it.
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
    // However that went: nobody is kept here.
    void this.#parts.closeEngine().then(leave, leave);
  }
}
