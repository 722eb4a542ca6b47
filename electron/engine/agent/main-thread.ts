import { Worker } from 'node:worker_threads';
import { type AgentAddress, enginePidOf, parseAgentAddress } from './address.ts';
import { ConsoleProfiles } from './console-profiles.ts';
import { observeListening } from './listening.ts';
import { sampleMainThread } from './loop-sampler.ts';
import { MainState } from './main-state.ts';
import type { FromAgent } from './protocol.ts';
import { OUR_WORKER, type ToWorker, type WorkerOrder } from './worker-thread.ts';

/** An exiting program waits at most this long for its last slice to be delivered. */
const EXIT_WAIT_MS = 200;

/** Hooks the main thread and starts the worker thread that speaks for it. */
export function setupMainThread(addressText: string, file: string): void {
  const address = parseAgentAddress(addressText);
  if (address === null) return;
  const state = new MainState();
  const worker = startWorker(file, { mark: OUR_WORKER, address, state: state.buffer, ...describeProcess(address) });
  const post = (message: ToWorker) => worker.postMessage(message);
  const profiles = new ConsoleProfiles();
  profiles.install();
  observeListening((listening) => post({ type: 'forward', message: listening }));
  sampleMainThread(state);
  process.on('exit', (code) => {
    post({ type: 'exit', code });
    if (!state.sessionOpen) return;
    // V8 hands the slice over inside this call; the worker only has to send it.
    profiles.end();
    state.waitForGoodbye(EXIT_WAIT_MS);
  });
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
