/**
 * The agent's own thread: reports to the engine, drives the captures, and guards against orphans. It keeps working while
 * the main thread is blocked, and ends with the process.
 */
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { type AgentAddress, enginePidOf } from './address.ts';
import { connectToEngine, type EngineConnection } from './connection.ts';
import { quitExpression } from './console-profiles.ts';
import { clockUs } from './hrtime.ts';
import { InspectorClient } from './inspector-client.ts';
import { readProcess } from './processes.ts';
import type { FromAgent, ObservedOfRequests, ToAgent } from './protocol.ts';
import type { CostOfRequests } from './requests/request-observer.ts';
import { ObservedRequests } from './requests/request-reader.ts';
import { RequestRing } from './requests/request-ring.ts';
import { isAlive, killMarked } from './requests/sweep.ts';
import { WorkerTable } from './requests/worker-table.ts';
import { RunningCaptures } from './running-captures.ts';
import { StatsReader } from './stats.ts';
import { MainState } from './threads/main-state.ts';
import { OwnThreads } from './threads/own-threads.ts';
import { ThreadHeaps } from './threads/thread-heaps.ts';
import { POLL_MS } from './threads/thread-poller.ts';
import { receiveThreadTimings } from './threads/thread-timings.ts';
import { type Peer, PeerTable } from './waits/peer-table.ts';
import { ObservedWaits } from './waits/wait-reader.ts';
import { waitRing } from './waits/wait-ring.ts';

/** Distinguishes our worker from the user's workers, which load the same preload. */
export const OUR_WORKER = 'loopscope agent';

export interface WorkerOrder {
  readonly mark: typeof OUR_WORKER;
  readonly address: AgentAddress;
  readonly state: SharedArrayBuffer;
  /** Messages of the user's worker threads about themselves. */
  readonly workers: SharedArrayBuffer;
  /** System ids of the threads that existed before any code of the user ran. */
  readonly helpers: readonly number[];
  /** Null: requests are not observed. */
  readonly requests: {
    readonly asked: ObservedOfRequests;
    readonly ring: SharedArrayBuffer;
    readonly waits: SharedArrayBuffer | null;
  } | null;
  /** Null: calls to other servers are not added up. */
  readonly peers: SharedArrayBuffer | null;
  readonly role: Extract<FromAgent, { type: 'hello' }>['role'];
  readonly title: string;
}

/** Main thread to worker. */
export type ToWorker =
  | { type: 'forward'; message: FromAgent }
  /** The name of the next route. */
  | { type: 'route'; name: string }
  /** The name of the next thing that requests share. */
  | { type: 'shared'; name: string }
  /** The name of the next thing that is waited for. */
  | { type: 'wait-name'; name: string }
  /** What telling requests apart costs. */
  | { type: 'requests-cost'; cost: CostOfRequests }
  /** The next one that calls are added up of. */
  | { type: 'peer'; peer: Peer }
  /** The figures are written that were asked for by this number. */
  | { type: 'beaten'; beat: number }
  | { type: 'exit'; code: number | null };

/** Worker to main thread, a number of it: write the figures of this moment. */
export type Beat = number;

/** Polls from one report to the next: 250 ms. */
const POLLS_PER_REPORT = 5;
/** Worker threads are asked what they have allocated each second: the profiler of collections keeps what it knows in memory until then. */
const POLLS_PER_ASK = 20;
/** What the main thread has not written by then is up to a heartbeat old. */
const REPORT_WITHIN_MS = 20;
/** A main thread that has not written its figures after this time is blocked; the figures sent are then those of a blocked thread. */
const BEAT_WITHIN_MS = 350;

export function isOurWorker(data: unknown): data is WorkerOrder {
  return typeof data === 'object' && data !== null && (data as Partial<WorkerOrder>).mark === OUR_WORKER;
}

export function runWorkerThread(order: WorkerOrder): void {
  const state = new MainState(order.state);
  const [routes, shared, waitNames]: [string[], string[], string[]] = [[], [], []];
  const requests = order.requests && observedOf(order.requests, routes, shared, waitNames);
  const peers: Peer[] = [];
  const ofPeers = order.peers && { table: new PeerTable(order.peers), peers };
  const workers = new WorkerTable(order.workers);
  const { requests: ofRequests } = order;
  const buffers = [order.state, order.workers, ofRequests?.ring, ofRequests?.waits, order.peers];
  const sharedBytes = buffers.reduce((sum, buffer) => sum + (buffer?.byteLength ?? 0), 0);
  const heaps = new ThreadHeaps(workers, sharedBytes);
  const captures = new RunningCaptures({ state, heaps, requests, peers: ofPeers }, (message) => engine.send(message));
  const engine: EngineConnection = connectToEngine(order.address.path, {
    onMessage: (message) => (message.type === 'sample' ? sample() : obey(message, captures, state)),
    onLost: (wasConnected) => {
      if (wasConnected || engineIsGone(order.address)) dieWithDescendants(order.address);
      // Out of reach (another root folder, say): the program goes on unobserved.
      else clearInterval(timer);
    },
  });
  engine.send(hello(order));
  const threads = new OwnThreads(workers, order.helpers, state);
  const reader = new StatsReader(state, threads, () => captures.interruptsWaits, sharedBytes, heaps);
  const sendStats = (asked?: true) => {
    const stats = reader.read();
    if (stats) engine.send(asked ? { ...stats, asked } : stats);
    const told = threads.take();
    if (told) engine.send({ type: 'threads', ...told });
  };
  let [beats, answered]: [Beat, Beat] = [0, 0];
  const waiting = new Map<Beat, () => void>();
  /** Calls `send` when the main thread has written the figures of this moment, or after `withinMs`. */
  const withFigures = (withinMs: number, send: () => void) => {
    const beat = ++beats;
    const sendOnce = () => {
      clearTimeout(late);
      if (waiting.delete(beat)) send();
    };
    const late = setTimeout(sendOnce, withinMs);
    waiting.set(beat, sendOnce);
    parentPort!.postMessage(beat);
  };
  const onBeaten = (until: Beat) => {
    answered = until;
    for (const [beat, send] of [...waiting]) if (beat <= until) send();
  };
  const report = (asked?: true) => {
    threads.poll(true);
    sendStats(asked);
  };
  const sample = () => {
    state.markWatched();
    const answered = heaps.askAndWait(BEAT_WITHIN_MS);
    withFigures(BEAT_WITHIN_MS, () => void answered.then(() => report(true)));
  };
  // What it has used since it started; without it a process is known from its second sample on.
  sendStats();
  let polls = 0;
  const timer = setInterval(() => {
    // Between two reports, so that threads have time to answer before the next one.
    if (state.isWatched && polls % POLLS_PER_ASK === 1) heaps.ask();
    if (++polls % POLLS_PER_REPORT !== 0) threads.poll(false);
    // A blocked thread has one question to answer when it goes on, and not one for each report meanwhile.
    else if (answered < beats) report();
    else withFigures(REPORT_WITHIN_MS, () => report());
  }, POLL_MS);
  receiveThreadTimings((message) => engine.send(message));
  parentPort!.on('message', (message: ToWorker) => {
    if (message.type === 'forward') engine.send(message.message);
    else if (message.type === 'route') routes.push(message.name);
    else if (message.type === 'shared') shared.push(message.name);
    else if (message.type === 'wait-name') waitNames.push(message.name);
    else if (message.type === 'requests-cost') requests!.cost = message.cost;
    else if (message.type === 'peer') peers.push(message.peer);
    else if (message.type === 'beaten') onBeaten(message.beat);
    else {
      threads.poll(true);
      void leave(message.code, engine, captures, state, sendStats);
    }
  });
}

function observedOf(
  { asked, ring, waits }: NonNullable<WorkerOrder['requests']>,
  routes: readonly string[],
  shared: readonly string[],
  waitNames: readonly string[],
): ObservedRequests {
  const ofWaits = waits && new ObservedWaits(waitRing(waits), waitNames);
  return new ObservedRequests(asked, new RequestRing(ring), routes, shared, ofWaits);
}

function obey(message: Exclude<ToAgent, { type: 'sample' }>, captures: RunningCaptures, state: MainState): void {
  if (message.type === 'capture-prepare') captures.prepare(message.capture, message.options);
  else if (message.type === 'capture-start') captures.start(message.capture, message.options);
  else if (message.type === 'capture-stop') captures.stop(message.capture);
  else void quit(state).catch(() => {});
}

async function quit(state: MainState): Promise<void> {
  const inspector = new InspectorClient(state);
  await inspector.evaluate(quitExpression);
  inspector.close();
}

async function leave(
  code: number | null,
  engine: EngineConnection,
  captures: RunningCaptures,
  state: MainState,
  sendStats: () => void,
): Promise<void> {
  await captures.leave();
  sendStats();
  engine.send({ type: 'exit', code });
  state.sayWritten();
  await engine.end();
  state.sayGoodbye();
}

function hello({ address, role, title }: WorkerOrder): FromAgent {
  const { pid, ppid } = process;
  return {
    type: 'hello',
    token: address.token,
    pid,
    ppid,
    startTicks: readProcess('self')?.startTicks ?? null,
    role,
    title,
    node: process.versions.node,
    clock: clockUs(),
  };
}

function engineIsGone(address: AgentAddress): boolean {
  const pid = enginePidOf(address);
  return pid !== null && !isAlive(pid);
}

/** The orphan guard: nothing of a run outlives the engine. */
function dieWithDescendants({ path, runId }: AgentAddress): void {
  killMarked(runId);
  // The engine, had it been able to, would have removed its folder.
  if (process.platform !== 'win32') rmSync(dirname(path), { recursive: true, force: true });
  process.kill(process.pid, 'SIGKILL');
}
