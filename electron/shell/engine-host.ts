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
  readonly port: Promise<number>;
  readonly now: () => number;
  log(text: string): void;
  /** It cannot be kept running. */
  onGivenUp(why: string): void;
}

/** What follows the engine in the window's frame. */
export interface EngineWatchers {
  onRuns(running: readonly RunningRun[]): void;
  onRecent(paths: readonly string[]): void;
  /** `isFirst`: no engine was up before it. */
  onUp(address: EngineAddress, isFirst: boolean): void;
}

/** One that dies this often in this time will not live by being started again. */
const MAX_DEATHS = 3;
const WITHIN_MS = 60_000;
const ASK_PATIENCE_MS = 3_000;
/** It takes a fifth of a second; a cold disk and a virus scanner make it some. */
const START_PATIENCE_MS = 30_000;
/** A stop of a stubborn script takes up to 6 s, writing its session a little more. */
const CLOSE_PATIENCE_MS = 15_000;
/** One that has been killed is gone at once; should its end not be reported, leaving does not depend on it. */
const KILL_PATIENCE_MS = 2_000;

const NOBODY: EngineWatchers = { onRuns: () => {}, onRecent: () => {}, onUp: () => {} };

export class EngineHost {
  readonly #parts: EngineHostParts;
  #watchers = NOBODY;
  #channel: EngineChannel | null = null;
  #port: Promise<number>;
  #isClosing = false;
  #deaths: number[] = [];
  #address!: Promise<EngineAddress>;
  #settleAddress!: (address: EngineAddress) => void;
  #isUp = false;
  #hasBeenUp = false;
  #startTimer: ReturnType<typeof setTimeout> | undefined;
  running: readonly RunningRun[] = [];
  #recent: readonly string[] = [];
  #nodeVersion = 'not known';

  constructor(parts: EngineHostParts) {
    this.#parts = parts;
    this.#port = parts.port;
    this.#expectAddress();
  }

  /** The port the page may talk to. */
  port(): Promise<number> {
    return this.#port;
  }

  get pid(): number | undefined {
    return this.#channel?.pid;
  }

  /** Answers when an engine is up; also when one has died meanwhile and another had to be started. */
  address(): Promise<EngineAddress> {
    return this.#address;
  }

  /** The version of the Node it runs in. While it does not come up there is still an answer: that is when people ask. */
  async nodeVersion(): Promise<string> {
    await Promise.race([this.#address, new Promise((resolve) => setTimeout(resolve, ASK_PATIENCE_MS))]);
    return this.#nodeVersion;
  }

  /** The engine is started before there is a window to follow it, so what it said until now is said again. */
  watch(watchers: EngineWatchers): void {
    this.#watchers = watchers;
    watchers.onRecent(this.#recent);
    watchers.onRuns(this.running);
  }

  async start(): Promise<void> {
    try {
      const [{ channel, cannotRun }, port] = await Promise.all([this.#parts.launch(), this.#port]);
      if (this.#isClosing) return channel.kill();
      this.#channel = channel;
      channel.onMessage((message) => this.#hear(message));
      channel.onExit((how) => this.#ended(how));
      this.#startTimer = setTimeout(() => this.#giveUpWaiting(channel), START_PATIENCE_MS);
      channel.send({ type: 'start', port, windowOrigin: this.#parts.windowOrigin, cannotRun });
    } catch (error) {
      this.#ended(String(error));
    }
  }

  /** Stops all runs with their scripts; resolves when the engine is gone, and in any case in the end. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const channel = this.#channel;
    if (channel === null) return;
    const gone = new Promise<void>((resolve) => channel.onExit(() => resolve()));
    channel.send({ type: 'close' });
    if (await isWithin(gone, CLOSE_PATIENCE_MS)) return;
    // Killed, its agents and its load process see to the scripts.
    channel.kill();
    await isWithin(gone, KILL_PATIENCE_MS);
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
        this.#watchers.onRuns(message.running);
        break;
      case 'recent':
        this.#recent = message.paths;
        this.#watchers.onRecent(message.paths);
        break;
      case 'closed':
        break;
    }
  }

  #up({ port, token, node }: Extract<FromEngine, { type: 'ready' }>): void {
    clearTimeout(this.#startTimer);
    const address = { port, token };
    const isFirst = !this.#hasBeenUp;
    this.#port = Promise.resolve(port);
    this.#nodeVersion = node;
    this.#isUp = true;
    this.#hasBeenUp = true;
    this.#watchers.onUp(address, isFirst);
    this.#settleAddress(address);
  }

  #giveUpWaiting(channel: EngineChannel): void {
    this.#parts.log(`engine: not up within ${START_PATIENCE_MS / 1_000} s\n`);
    channel.kill();
  }

  #ended(how: string): void {
    clearTimeout(this.#startTimer);
    this.#channel = null;
    this.running = [];
    this.#watchers.onRuns([]);
    if (this.#isClosing) return;
    this.#parts.log(`engine: ended unexpectedly (${how})\n`);
    // A page that waits for the address of one that never came up gets that of the next.
    if (this.#isUp) this.#expectAddress();
    const now = this.#parts.now();
    this.#deaths = [...this.#deaths, now].filter((at) => now - at < WITHIN_MS);
    if (this.#deaths.length > MAX_DEATHS) this.#parts.onGivenUp(how);
    else void this.start();
  }

  #expectAddress(): void {
    this.#isUp = false;
    this.#address = new Promise((resolve) => {
      this.#settleAddress = resolve;
    });
  }
}

/** False: the patience was over first. */
async function isWithin(promise: Promise<void>, patienceMs: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs);
  });
  const isDone = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return isDone;
}
