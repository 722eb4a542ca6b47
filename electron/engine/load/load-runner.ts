import { type ChildProcess, fork } from 'node:child_process';
import type { Microseconds } from '../../../shared/base/units.ts';
import type { Failure, Outcome } from '../../../shared/model/failure.ts';
import { fail, succeed } from '../../../shared/model/failure.ts';
import type { GeneratorHealth, LoadCounts, PackedBatch } from '../../../shared/model/run.ts';
import type { WarmUpCounts } from '../../../shared/model/silence.ts';
import type { PartEntry } from '../../../shared/session/parts/parts.ts';
import { say, sayBoth } from '../../../shared/words/said.ts';
import type { Leader } from '../agent/processes.ts';
import { hasExited } from '../machine/has-exited.ts';
import { LOAD_PROCESS_FILE } from '../machine/paths.ts';
import { type Core, pinTo } from '../machine/pinning.ts';
import type { LoadShare } from './load-shares.ts';
import type { FromLoad, LoadOrder, ToLoad } from './protocol.ts';
import type { RawResponse } from './response-keeper.ts';
import type { SignsOfLife } from './silence-meter.ts';

export interface LoadEvents {
  /** Warm-up has ended and nothing is in flight. Undefined: there was none. */
  onWarm(warmUp?: WarmUpCounts): void;
  /** Time 0 of the measured phase, on the engine's monotonic clock. */
  onStarted(clock: Microseconds): void;
  /** Rows since the last call; at least every 250 ms while measuring. None that comes later completes before `until`, µs since time 0. */
  onRows(batch: PackedBatch, counts: LoadCounts, generator: GeneratorHealth, until: Microseconds): void;
  /** One of several processes is ready for the next level of a sweep. */
  onLevel?(): void;
  /** A sweep, or its repeated levels, are over and all of their rows were reported; it waits for `repeat`. */
  onSwept?(): void;
  /** Responses that are kept, each process for itself. */
  onResponses(responses: readonly RawResponse[]): void;
  /** The client's own result of the run, to be recorded, each process for itself; Loopscope's own client has none. */
  onResult(result: PartEntry): void;
  /** The measured phase is over, `at` µs since time 0; the rows that follow are of late responses. Not called if there is nothing to wait for. */
  onPhaseEnd?(at: Microseconds): void;
  /** `at`: the end of the measured phase, µs since time 0. All rows were reported before. `signs`: one for each load process; empty: the client does not report them. */
  onFinished(at: Microseconds, counts: LoadCounts, generator: GeneratorHealth, signs: readonly SignsOfLife[]): void;
  /** The load cannot go on. If it has several processes, rows of the others and `onFinished` may still come. */
  onFailed(failure: Failure): void;
}

/** Where the requests go; known when the target is ready. */
export type Where = Pick<LoadOrder, 'url' | 'address'>;

/** The engine's handle on the load of a run. */
export interface LoadRunner {
  readonly pids: readonly number[];
  /** Starts the warm-up; `onWarm` follows. */
  prepare(where: Where): void;
  /** Starts the measured phase: now, or at a time on the monotonic clock that is about to come. */
  measure(at?: Microseconds): void;
  /** Ends the load now and keeps what is recorded; `onFinished` follows. */
  stop(): void;
  /** Tells the process of a program that it has to kill when the engine is gone. */
  guard(leader: Leader): void;
  /** Ends the process. It guards the target until then, so stop the target first. No event comes after. */
  dispose(): Promise<void>;
}

/** One of several processes. */
export interface LoadWorker extends LoadRunner {
  /** Begins the next level of a sweep. */
  level(at: Microseconds): void;
  /** Repeats these levels of the sweep; none: it ends. */
  repeat(levels: readonly number[]): void;
}

/** Starts a load process for its share of the run; it is ready when the promise resolves. `core`: where it is to stay; null: anywhere. */
export async function startLoadProcess(
  runId: string,
  share: LoadShare,
  events: LoadEvents,
  core: Core | null,
): Promise<Outcome<LoadWorker>> {
  const child = forkLoadProcess(runId);
  const stderr = keepTail(child);
  const ready = await waitUntilReady(child);
  if (!ready) return died(child, stderr());
  const pinnedTo = core !== null && (await pinTo(core, child.pid!)) ? [core] : null;
  // Its exit could not be noticed before.
  if (hasExited(child)) return died(child, stderr());
  return succeed(new ForkedLoad(child, share, pinnedTo, events, stderr));
}

/** The child must not be mistaken for a process of the target, and nothing preloaded into the engine may slow it down. */
function forkLoadProcess(runId: string): ChildProcess {
  const { LOOPSCOPE_RUN: _mark, NODE_OPTIONS: _options, ...env } = process.env;
  return fork(LOAD_PROCESS_FILE, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
    env: { ...env, LOOPSCOPE_RUN_GUARD: runId },
  });
}

const TAIL_CHARACTERS = 4_000;

function keepTail(child: ChildProcess): () => string {
  let tail = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-TAIL_CHARACTERS);
  });
  return () => tail;
}

function waitUntilReady(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.once('message', () => resolve(true));
    child.once('close', () => resolve(false));
    child.once('error', () => resolve(false));
  });
}

function died(child: ChildProcess, stderr: string): { ok: false; failure: Failure } {
  const how = child.signalCode ?? (child.exitCode === null ? say('load.couldNotStart') : say('load.exitCode', { code: child.exitCode }));
  return fail('load-process-died', say('load.processDied', { how }), say('load.isKept'), stderr);
}

/** A load process reports at least four times a second while measuring. One that is silent for the timeout of a request and this long stands still. */
const SILENT_S = 5;

class ForkedLoad implements LoadWorker {
  readonly pids: readonly number[];
  readonly #child: ChildProcess;
  readonly #share: LoadShare;
  readonly #pinned: Pick<GeneratorHealth, 'pinnedTo'>;
  readonly #events: LoadEvents;
  /** Finished, failed or disposed: nothing more is reported. */
  #isOver = false;
  /** From the start of the measured phase on. */
  #watch: NodeJS.Timeout | null = null;
  #silentS = 0;

  constructor(child: ChildProcess, share: LoadShare, pinnedTo: readonly Core[] | null, events: LoadEvents, stderr: () => string) {
    this.pids = [child.pid!];
    this.#child = child;
    this.#share = share;
    this.#pinned = pinnedTo === null ? {} : { pinnedTo };
    this.#events = events;
    child.on('message', (message) => this.#heard(message as FromLoad));
    child.on('error', () => {}); // the process has just died; `close` reports it
    child.on('close', () => this.#failed(died(child, stderr()).failure));
  }

  prepare(where: Where): void {
    this.#tell({ type: 'order', order: { ...this.#share, ...where } });
  }

  measure(at?: Microseconds): void {
    this.#tell({ type: 'measure', at });
    this.#silentS = 0;
    // Seconds are counted here, not measured: when the whole machine was suspended, the process was not silent.
    this.#watch ??= setInterval(() => this.#countSilence(), 1_000).unref();
  }

  level(at: Microseconds): void {
    this.#tell({ type: 'level', at });
  }

  repeat(levels: readonly number[]): void {
    this.#tell({ type: 'repeat', levels });
  }

  stop(): void {
    this.#tell({ type: 'stop' });
  }

  guard(leader: Leader): void {
    this.#tell({ type: 'guard', leader });
  }

  async dispose(): Promise<void> {
    this.#end();
    if (hasExited(this.#child)) return;
    const exited = new Promise((resolve) => this.#child.once('exit', resolve));
    // It has nothing to save, and a graceful end would trigger its orphan guard.
    this.#child.kill('SIGKILL');
    await exited;
  }

  #tell(message: ToLoad): void {
    if (this.#child.connected) this.#child.send(message);
  }

  #heard(message: FromLoad): void {
    if (this.#isOver) return;
    this.#silentS = 0;
    const events = this.#events;
    if (message.type === 'warm') events.onWarm(message.warmUp);
    else if (message.type === 'started') events.onStarted(message.clock);
    else if (message.type === 'rows')
      events.onRows(message.batch, message.counts, { ...message.generator, ...this.#pinned }, message.until);
    else if (message.type === 'level') events.onLevel?.();
    else if (message.type === 'phase-end') events.onPhaseEnd?.(message.at);
    else if (message.type === 'swept') events.onSwept?.();
    else if (message.type === 'responses') events.onResponses(message.responses);
    else if (message.type === 'result') events.onResult(message.result);
    else if (message.type === 'failed') this.#failed(message.failure);
    else if (message.type === 'finished') {
      this.#end();
      const signs = message.signs === undefined ? [] : [message.signs];
      events.onFinished(message.at, message.counts, { ...message.generator, ...this.#pinned }, signs);
    }
  }

  #failed(failure: Failure): void {
    if (this.#isOver) return;
    this.#end();
    this.#events.onFailed(failure);
  }

  #end(): void {
    this.#isOver = true;
    if (this.#watch !== null) clearInterval(this.#watch);
  }

  #countSilence(): void {
    this.#silentS += 1;
    const mostS = Math.ceil(this.#share.plan.load.timeoutS) + SILENT_S;
    if (this.#silentS < mostS) return;
    const says = say('load.processSilent', { pid: this.pids[0]!, seconds: mostS });
    this.#failed(fail('load-process-died', says, sayBoth(say('load.isKept'), say('load.notStopped'))).failure);
  }
}
