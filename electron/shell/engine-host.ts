/** Keeps an engine running: starts it, tells where it is, starts another one when it dies, ends it with the application. */
import type { Failure } from '../../shared/model/failure.ts';
import type { EngineAddress } from '../../shared/protocol/shell.ts';
import type { FromEngine, RunningRun } from '../engine/host-protocol.ts';
import type { EngineChannel } from './engine-channel.ts';

export interface EngineHostParts {
  /** A new engine process; `cannotRun`: why it can start no runs. */
  launch(): Promise<{ readonly channel: EngineChannel; readonly cannotRun: Failure | null }>;
  readonly windowOrigin: string;
  /** Told to the page by its security policy before the engine is up, and so wished for. */
  readonly port: number;
  readonly now: () => number;
  log(text: string): void;
  onRuns(running: readonly RunningRun[]): void;
  onRecent(paths: readonly string[]): void;
  onRestarted(address: EngineAddress): void;
  /** It cannot be kept running. */
  onGivenUp(why: string): void;
}

/** One that dies this often in this time will not live by being started again. */
const MAX_DEATHS = 3;
const WITHIN_MS = 60_000;
const ASK_PATIENCE_MS = 3_000;
/** A stop of a stubborn script takes up to 6 s, writing its session a little more. */
const CLOSE_PATIENCE_MS = 15_000;

export class EngineHost {
  readonly #parts: EngineHostParts;
  #channel: EngineChannel | null = null;
  #port: number;
  #isClosing = false;
  #deaths: number[] = [];
  #address!: Promise<EngineAddress>;
  #settleAddress!: (address: EngineAddress) => void;
  #hasBeenUp = false;
  running: readonly RunningRun[] = [];
  #nodeVersion = 'not known';

  constructor(parts: EngineHostParts) {
    this.#parts = parts;
    this.#port = parts.port;
    this.#expectAddress();
  }

  /** The port the page may talk to. */
  get port(): number {
    return this.#port;
  }

  get pid(): number | undefined {
    return this.#channel?.pid;
  }

  /** Answers when the engine is up. */
  address(): Promise<EngineAddress> {
    return this.#address;
  }

  /** The version of the Node it runs in. While it does not come up there is still an answer: that is when people ask. */
  async nodeVersion(): Promise<string> {
    await Promise.race([this.#address, new Promise((resolve) => setTimeout(resolve, ASK_PATIENCE_MS))]);
    return this.#nodeVersion;
  }

  async start(): Promise<void> {
    const { channel, cannotRun } = await this.#parts.launch();
    if (this.#isClosing) return channel.kill();
    this.#channel = channel;
    channel.onMessage((message) => this.#hear(message));
    channel.onExit((how) => this.#ended(how));
    channel.send({ type: 'start', port: this.#port, windowOrigin: this.#parts.windowOrigin, cannotRun });
  }

  /** Stops all runs with their scripts; resolves when the engine is gone. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const channel = this.#channel;
    if (channel === null) return;
    const gone = new Promise<void>((resolve) => channel.onExit(() => resolve()));
    channel.send({ type: 'close' });
    // Killed, its agents and its load process see to the scripts.
    const timer = setTimeout(() => channel.kill(), CLOSE_PATIENCE_MS);
    await gone;
    clearTimeout(timer);
  }

  #hear(message: FromEngine): void {
    switch (message.type) {
      case 'ready':
        this.#up(message);
        break;
      case 'failed':
        this.#parts.log(`engine: ${message.failure.message}\n`);
        break;
      case 'runs':
        this.running = message.running;
        this.#parts.onRuns(message.running);
        break;
      case 'recent':
        this.#parts.onRecent(message.paths);
        break;
      case 'closed':
        break;
    }
  }

  #up({ port, token, node }: Extract<FromEngine, { type: 'ready' }>): void {
    const address = { port, token };
    this.#port = port;
    this.#nodeVersion = node;
    this.#settleAddress(address);
    if (this.#hasBeenUp) this.#parts.onRestarted(address);
    this.#hasBeenUp = true;
  }

  #ended(how: string): void {
    this.#channel = null;
    this.running = [];
    this.#parts.onRuns([]);
    if (this.#isClosing) return;
    this.#parts.log(`engine: ended unexpectedly (${how})\n`);
    const now = this.#parts.now();
    this.#deaths = [...this.#deaths, now].filter((at) => now - at < WITHIN_MS);
    if (this.#deaths.length > MAX_DEATHS) {
      this.#parts.onGivenUp(how);
      return;
    }
    this.#expectAddress();
    void this.start();
  }

  #expectAddress(): void {
    this.#address = new Promise((resolve) => {
      this.#settleAddress = resolve;
    });
  }
}
