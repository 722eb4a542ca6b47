import { Worker } from 'node:worker_threads';
import { type AgentAddress, enginePidOf, parseAgentAddress } from './address.ts';
import { HALVES } from './captures.ts';
import { markClock } from './clock-mark.ts';
import { observeListening } from './listening.ts';
import { sampleMainThread } from './loop-sampler.ts';
import { MainState } from './main-state.ts';
import { type FromAgent, NO_INLINING_VARIABLE, type ObservedOfRequests, REQUESTS_VARIABLE } from './protocol.ts';
import { observeRequests } from './request-observer.ts';
import { RequestRing } from './request-ring.ts';
import { stopInlining } from './stop-inlining.ts';
import { observeTimings } from './user-timings.ts';
import { BEAT, OUR_WORKER, type ToWorker, type WorkerOrder } from './worker-thread.ts';

/** An exiting program waits at most this long for its last slice and its last sample to be delivered. */
const EXIT_WAIT_MS = 200;
/** A program whose port is taken may end before our thread has even started; that is waited for, as nothing else says why it ended. */
const FIRST_WORDS_WAIT_MS = 2_000;

/** Hooks the main thread and starts the worker thread that speaks for it. */
export function setupMainThread(addressText: string, file: string): void {
  const address = parseAgentAddress(addressText);
  if (address === null) return;
  if (process.env[NO_INLINING_VARIABLE]) stopInlining();
  markClock();
  const state = new MainState();
  const asked = process.env[REQUESTS_VARIABLE] as ObservedOfRequests | undefined;
  const requests = asked ? { asked, ring: new RequestRing() } : null;
  const buffers = { state: state.buffer, requests: requests && { asked: requests.asked, ring: requests.ring.buffer } };
  const worker = startWorker(file, { mark: OUR_WORKER, address, ...buffers, ...describeProcess(address) });
  const post = (message: ToWorker) => worker.postMessage(message);
  const halves = Object.values(HALVES).flatMap(({ inMain }) => (inMain === undefined ? [] : [new inMain()]));
  for (const half of halves) half.install();
  let couldNotListen = false;
  observeListening((message) => {
    couldNotListen ||= message.type === 'listen-failed';
    post({ type: 'forward', message });
  });
  const beat = sampleMainThread(state);
  worker.on('message', (message) => {
    if (message !== BEAT) return;
    beat();
    post({ type: 'beaten' });
  });
  // Whoever listens keeps the program alive, unless he says otherwise once more.
  worker.unref();
  if (requests)
    observeRequests(
      requests.asked,
      requests.ring,
      (name) => post({ type: 'route', name }),
      (call) => post({ type: 'call', call }),
    );
  const tellTimings = observeTimings((timings, lost) => post({ type: 'forward', message: { type: 'timings', timings, lost } }));
  const takeLeave = (code: number | null) => {
    tellTimings();
    beat();
    post({ type: 'exit', code });
    if (!state.sessionOpen && !couldNotListen && !state.isWatched) return;
    // What they have is handed over inside this call; the worker only has to send it.
    if (state.sessionOpen) for (const half of halves) half.finish();
    state.waitForGoodbye(couldNotListen && !state.sessionOpen ? FIRST_WORDS_WAIT_MS : EXIT_WAIT_MS);
  };
  process.on('exit', takeLeave);
  beforeSuicide(() => takeLeave(null));
}

/**
 * A program that signals itself (`process.kill(process.pid, 'SIGTERM')`, as many clean-up libraries do) has its exit hooks run by Node
 * inside that call, without an exit event; an open session would then print a line on the user's stderr.
 */
function beforeSuicide(takeLeave: () => void): void {
  const original = process.kill;
  process.kill = function kill(pid: number, signal?: string | number) {
    const isSelf = [0, -1, process.pid, -process.pid].includes(pid);
    if (isSelf && signal !== 0 && process.listenerCount(String(signal ?? 'SIGTERM')) === 0) takeLeave();
    return original.call(process, pid, signal);
  };
}

function startWorker(file: string, order: WorkerOrder): Worker {
  const worker = new Worker(file, {
    workerData: order,
    // Neither the user's preloads (they are in NODE_OPTIONS) nor his flags belong in this thread.
    env: {},
    execArgv: [],
    // Never connected to the user's streams.
    stdin: false,
    stdout: true,
    stderr: true,
    trackUnmanagedFds: false,
  });
  // Without a listener an error in our thread would end the user's program.
  worker.on('error', () => {});
  worker.unref();
  return worker;
}

function describeProcess(address: AgentAddress): Pick<WorkerOrder, 'role' | 'title'> {
  return { role: roleOf(address), title: titleOf(process.argv[1]) };
}

function roleOf(address: AgentAddress): Extract<FromAgent, { type: 'hello' }>['role'] {
  if (process.ppid === enginePidOf(address)) return 'main';
  // Loading `cluster` in a process that is not connected to a parent would only cost.
  const isWorker = process.connected && (require('node:cluster') as { isWorker: boolean }).isWorker;
  return isWorker ? 'cluster worker' : 'child';
}

function titleOf(script: string | undefined): string {
  return script === undefined ? 'node' : (script.split(/[\\/]/).pop() ?? script);
}
