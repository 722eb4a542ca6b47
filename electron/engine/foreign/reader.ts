/** One process that reads files from other people, seen from the engine. */
import { type ChildProcess, fork } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import type { Milliseconds, Ratio } from '../../../shared/base/units.ts';
import { readRunDelayMs } from '../machine/cpu-times.ts';
import { countAsOurs } from '../machine/own-processes.ts';
import type { Done, Progress, Question, Reply } from './protocol.ts';

/** It ended without a response. `how`: signal or exit code, for the message. */
export interface Ended {
  readonly type: 'ended';
  readonly why: 'time' | 'memory' | 'died';
  readonly how: string;
}

/** Ended from here. */
export const CLOSED: Ended = { type: 'ended', why: 'died', how: 'ended' };

interface Channel {
  send(question: Question | Done): void;
  onReply(listener: (reply: Reply | Progress) => void): void;
  onEnd(listener: (end: Ended) => void): void;
  /** How long it has waited for a core since its start; 0 if the system does not report it. */
  waitedMs(): Milliseconds;
  /** Whether the process keeps the engine alive (`ref`). */
  hold(isHeld: boolean): void;
  kill(): void;
}

/** The limit on a busy machine, as a multiple of the patience. */
const MOST_PATIENCES = 20;

export class Reader {
  hasEnded = false;
  /** It has read something large, and would keep the memory of that until it needs it again. */
  isLarge = false;
  private readonly channel: Channel;
  private settle: ((reply: Reply | Ended) => void) | null = null;
  private advance: ((done: Ratio) => void) | null = null;
  private resting: NodeJS.Timeout | null = null;
  private onGone: (() => void) | null = null;

  constructor(how: { readonly program: string; readonly heapMb: number }) {
    // Electron's own binary cannot be run as a Node; the engine that runs in it has no run to lose.
    this.channel = process.versions.electron === undefined ? startProcess(how) : startThread(how);
    this.channel.onReply((reply) => (reply.type === 'progress' ? this.advance?.(reply.done) : this.settle?.(reply)));
    this.channel.onEnd((end) => this.gone(end));
  }

  /**
   * Resolves within `patienceMs`; a process that has not responded by then is ended. The time in which other programs had its core does not
   * count: on a busy machine a good file is not refused. Where it says how far it is, the time counts from when it last came further.
   */
  async ask(question: Question, patienceMs: Milliseconds, onProgress: (done: Ratio) => void = () => {}): Promise<Reply | Ended> {
    if (this.resting) clearTimeout(this.resting);
    this.onGone = null;
    if (this.hasEnded) return { type: 'ended', why: 'died', how: 'before it was asked' };
    this.channel.hold(true);
    const reply = new Promise<Reply | Ended>((resolve) => {
      this.settle = resolve;
    });
    let [heardAt, waitedBefore, furthest] = [performance.now(), this.channel.waitedMs(), 0];
    this.advance = (done) => {
      if (done <= furthest) return;
      this.isLarge = true;
      [heardAt, waitedBefore, furthest] = [performance.now(), this.channel.waitedMs(), done];
      onProgress(done);
    };
    const look = (): void => {
      const elapsed = performance.now() - heardAt;
      const left = patienceMs - (elapsed - (this.channel.waitedMs() - waitedBefore));
      if (left > 0 && elapsed < MOST_PATIENCES * patienceMs) timer = setTimeout(look, Math.ceil(left));
      else {
        this.gone({ type: 'ended', why: 'time', how: '' });
        this.channel.kill();
      }
    };
    let timer = setTimeout(look, patienceMs);
    this.channel.send(question);
    const settled = await reply;
    clearTimeout(timer);
    this.settle = null;
    this.advance = null;
    this.channel.hold(false);
    return settled;
  }

  /** Closes its file and waits for the next question, at most `keepMs`. */
  rest(keepMs: Milliseconds, onGone: () => void): void {
    this.onGone = onGone;
    this.channel.send({ name: 'done' });
    this.resting = setTimeout(() => this.end(), keepMs).unref();
  }

  end(): void {
    if (this.resting) clearTimeout(this.resting);
    this.gone(CLOSED);
    this.channel.kill();
  }

  private gone(end: Ended): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.onGone?.();
    this.settle?.(end);
  }
}

/** How a process ends when V8's heap is full: SIGABRT, or its code where there are no signals. */
const ABORTED = new Set<number | string | null>(['SIGABRT', 'SIGTRAP', 'SIGILL', 134, 133]);

function startProcess({ program, heapMb }: { readonly program: string; readonly heapMb: number }): Channel {
  // Nothing preloaded into the engine belongs into it, and no limit of the engine's own heap.
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child: ChildProcess = fork(program, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [`--max-old-space-size=${heapMb}`],
    env,
  });
  child.on('error', () => {});
  countAsOurs(child);
  return {
    // One that has just died is reported by its exit event, one that could not be started by its error event; nothing can be sent to that one.
    send: (question) => void (child.connected && child.send(question, () => {})),
    waitedMs: () => (child.pid === undefined ? 0 : readRunDelayMs(child.pid)),
    onReply: (listener) => child.on('message', listener),
    onEnd: (listener) => {
      child.once('error', (error) => listener({ type: 'ended', why: 'died', how: error.message }));
      child.once('exit', (code, signal) =>
        listener({ type: 'ended', why: ABORTED.has(signal ?? code) ? 'memory' : 'died', how: signal ?? `code ${code}` }),
      );
    },
    hold: (isHeld) => {
      if (isHeld) child.ref();
      else child.unref();
      if (isHeld) child.channel?.ref();
      else child.channel?.unref();
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

function startThread({ program, heapMb }: { readonly program: string; readonly heapMb: number }): Channel {
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: heapMb }, stdout: true, stderr: true });
  return {
    send: (question) => worker.postMessage(question),
    waitedMs: () => 0,
    onReply: (listener) => worker.on('message', listener),
    onEnd: (listener) => {
      worker.once('error', ({ code, message }: NodeJS.ErrnoException) =>
        listener({ type: 'ended', why: code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'died', how: message }),
      );
      worker.once('exit', (code) => listener({ type: 'ended', why: 'died', how: `code ${code}` }));
    },
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
    kill: () => void worker.terminate(),
  };
}
