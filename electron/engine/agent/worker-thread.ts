/**
 * The agent's own thread: reports to the engine, drives the profiler, and guards against orphans. It keeps working while
 * the main thread is blocked, and ends with the process.
 */
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { type AgentAddress, enginePidOf } from './address.ts';
import { connectToEngine, type EngineConnection } from './connection.ts';
import { quitExpression } from './console-profiles.ts';
import { CpuProfiler } from './cpu-profiler.ts';
import { clockUs } from './hrtime.ts';
import { InspectorClient } from './inspector-client.ts';
import { MainState } from './main-state.ts';
import type { FromAgent, ToAgent } from './protocol.ts';
import { StatsReader } from './stats.ts';
import { kill, killMarked } from './sweep.ts';

/** Tells our worker from the user's, which load the same preload. */
export const OUR_WORKER = 'loopscope agent';

export interface WorkerOrder {
  readonly mark: typeof OUR_WORKER;
  readonly address: AgentAddress;
  readonly state: SharedArrayBuffer;
  readonly role: Extract<FromAgent, { type: 'hello' }>['role'];
  readonly title: string;
}

/** Main thread to worker. */
export type ToWorker = { type: 'forward'; message: FromAgent } | { type: 'exit'; code: number | null };

const STATS_MS = 250;
/** Of the 200 ms that an exiting main thread waits: what the last slice may take to arrive. */
const LAST_SLICE_MS = 120;

export function isOurWorker(data: unknown): data is WorkerOrder {
  return typeof data === 'object' && data !== null && (data as Partial<WorkerOrder>).mark === OUR_WORKER;
}

export function runWorkerThread(order: WorkerOrder): void {
  const state = new MainState(order.state);
  const profiling = new Profiling(state, (message) => engine.send(message));
  const engine: EngineConnection = connectToEngine(order.address.path, {
    onMessage: (message) => obey(message, profiling, state),
    onLost: (wasConnected) => {
      if (wasConnected || engineIsGone(order.address)) dieWithDescendants(order.address);
      // Out of reach (another root folder, say): the program goes on unobserved.
      else clearInterval(timer);
    },
  });
  engine.send(hello(order));
  const reader = new StatsReader(state, () => profiling.active);
  const timer = setInterval(() => {
    const stats = reader.read();
    if (stats) engine.send(stats);
  }, STATS_MS);
  parentPort!.on('message', (message: ToWorker) => {
    if (message.type === 'forward') engine.send(message.message);
    else void leave(message.code, engine, profiling, state);
  });
}

/** Several recordings may follow each other; one at a time. */
class Profiling {
  private current: CpuProfiler | null = null;
  private last: Promise<void> = Promise.resolve();
  private leaving = false;

  constructor(
    private readonly state: MainState,
    private readonly send: (message: FromAgent) => void,
  ) {}

  get active(): boolean {
    return this.current !== null;
  }

  start(intervalUs: number, sliceMs: number): void {
    this.enqueue(async () => {
      if (this.current || this.leaving) return;
      const profiler = new CpuProfiler(this.state, this.send);
      this.current = profiler;
      await this.closingOnFailure(profiler, profiler.start(intervalUs, sliceMs));
    });
  }

  stop(): void {
    this.enqueue(async () => {
      const profiler = this.current;
      if (!profiler || this.leaving) return;
      await this.closingOnFailure(profiler, profiler.stop());
      this.current = null;
    });
  }

  /** At the end of the process; does not queue behind commands that the main thread will never answer. */
  async leave(): Promise<void> {
    this.leaving = true;
    await this.current?.leave(LAST_SLICE_MS);
  }

  /** An open session would keep the process from ending quietly. */
  private async closingOnFailure(profiler: CpuProfiler, step: Promise<void>): Promise<void> {
    try {
      await step;
    } catch (error) {
      this.current = null;
      profiler.close();
      throw error;
    }
  }

  private enqueue(task: () => Promise<void>): void {
    this.last = this.last.then(task).catch((error: Error) => {
      if (this.leaving) return;
      this.send({ type: 'warning', message: `The CPU profile of process ${process.pid} failed: ${error.message}` });
      this.send({ type: 'slice', profile: null, clockOffset: 0, last: true });
    });
  }
}

function obey(message: ToAgent, profiling: Profiling, state: MainState): void {
  if (message.type === 'profile-start') profiling.start(message.intervalUs, message.sliceMs);
  else if (message.type === 'profile-stop') profiling.stop();
  else void quit(state).catch(() => {});
}

async function quit(state: MainState): Promise<void> {
  const inspector = new InspectorClient(state);
  await inspector.evaluate(quitExpression);
  inspector.close();
}

async function leave(code: number | null, engine: EngineConnection, profiling: Profiling, state: MainState): Promise<void> {
  await profiling.leave().catch(() => {});
  engine.send({ type: 'exit', code });
  await engine.flushed();
  state.sayGoodbye();
}

function hello({ address, role, title }: WorkerOrder): FromAgent {
  const { pid, ppid } = process;
  return { type: 'hello', token: address.token, pid, ppid, role, title, node: process.versions.node, clock: clockUs() };
}

function engineIsGone(address: AgentAddress): boolean {
  const pid = enginePidOf(address);
  return pid !== null && !kill(pid, 0);
}

/** The orphan guard: nothing of a run outlives the engine. */
function dieWithDescendants({ path, runId }: AgentAddress): void {
  killMarked(runId);
  // The engine, had it been able to, would have removed its folder.
  if (process.platform !== 'win32') rmSync(dirname(path), { recursive: true, force: true });
  process.kill(process.pid, 'SIGKILL');
}
