/** Keeps an engine running: starts it, reports its address, restarts it when it dies, ends it with the application. */
import type { Failure } from '../../shared/model/failure.ts';
import type { EngineAddress } from '../../shared/protocol/shell.ts';
import type { FromEngine, RunningRun } from '../engine/server/host-protocol.ts';
import type { EngineChannel } from './engine-channel.ts';

export interface EngineHostParts {
  /** A new engine process; `cannotRun`: why it cannot start runs. */
  launch(): Promise<{ readonly channel: EngineChannel; readonly cannotRun: Failure | null }>;
  readonly windowOrigin: string;
  /** The preferred port: the page's security policy names it before the engine is up. */
  readonly port: Promise<number>;
  readonly now: () => number;
  log(text: string): void;
  /** The engine died too often and is not restarted. */
  onGivenUp(why: string): void;
}

/** Informed about the engine's state. */
export interface EngineWatchers {
  onRuns(running: readonly RunningRun[]): void;
  onRecent(paths: readonly string[]): void;
  /** `isFirst`: no engine was up before this one. */
  onUp(address: EngineAddress, isFirst: boolean): void;
}

/** An engine that dies this often in this time will not be helped by another restart. */
const MAX_DEATHS = 3;
const WITHIN_MS = 60_000;
const ASK_PATIENCE_MS = 3_000;
/** A start usually takes 0.2 s; a cold disk or a virus scanner can make it several seconds. */
const START_PATIENCE_MS = 30_000;
/** Stopping a script that ignores signals takes up to 6 s, writing its session a little more. */
const CLOSE_PATIENCE_MS = 15_000;
/** A killed engine is gone at once; if its exit is not reported, quitting continues after this time. */
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

  /** The port the page may connect to. */
  port(): Promise<number> {
    return this.#port;
  }

  get pid(): number | undefined {
    return this.#channel?.pid;
  }

  /** Resolves when an engine is up, also if one died meanwhile and was restarted. */
  address(): Promise<EngineAddress> {
    return this.#address;
  }

  /** The version of the Node the engine runs in. Known also while the engine does not start, because that is when people ask. */
  async nodeVersion(): Promise<string> {
    await Promise.race([this.#address, new Promise((resolve) => setTimeout(resolve, ASK_PATIENCE_MS))]);
    return this.#nodeVersion;
  }

  /** Files of the recent list that are there. */
  get recent(): readonly string[] {
    return this.#recent;
  }

  /** The engine is started before there is a window to inform, so its current state is reported again. */
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

  /** Stops all runs with their scripts; resolves when the engine has exited, at the latest after a time-out. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const channel = this.#channel;
    if (channel === null) return;
    const gone = new Promise<void>((resolve) => channel.onExit(() => resolve()));
    channel.send({ type: 'close' });
    if (await isWithin(gone, CLOSE_PATIENCE_MS)) return;
    // After a kill, the agents and the load process end the scripts.
    channel.kill();
    await isWithin(gone, KILL_PATIENCE_MS);
  }

  #hear(message: FromEngine): void {
    switch (message.type) {
      case 'ready':
        this.#up(message);
        break;
      case 'failed':
        this.#parts.log(`engine: ${message.message}\n`);
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
    // A page waiting for the address of an engine that never came up gets the address of the next one.
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

/** False: the time-out came first. */
async function isWithin(promise: Promise<void>, patienceMs: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs);
  });
  const isDone = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return isDone;
}
