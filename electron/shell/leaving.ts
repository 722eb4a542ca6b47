/** Closing and quitting: asked about while a run goes on, and never before the engine has ended what it started. */
import type { App, BrowserWindow } from 'electron';

export interface LeavingParts {
  readonly app: App;
  isRunning(): boolean;
  /** True: stop the run and leave. */
  confirm(): Promise<boolean>;
  closeEngine(): Promise<void>;
}

export class Leaving {
  readonly #parts: LeavingParts;
  #isDecided = false;
  #isAsking = false;
  #engine: 'up' | 'closing' | 'closed' = 'up';

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
    if (this.#engine === 'closed') return;
    event.preventDefault();
    if (this.#engine === 'closing') return;
    this.#engine = 'closing';
    void this.#parts.closeEngine().then(() => {
      this.#engine = 'closed';
      this.#parts.app.quit();
    });
  }
}
