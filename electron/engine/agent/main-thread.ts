import { MessagePort, Worker } from 'node:worker_threads';
import { type AgentAddress, enginePidOf, parseAgentAddress } from './address.ts';
import { beforeExit } from './before-exit.ts';
import { HALVES } from './captures.ts';
import { watchChildren } from './child-exits.ts';
import { markClock } from './clock-mark.ts';
import { observeListening } from './listening.ts';
import {
  type FromAgent,
  NO_INLINING_VARIABLE,
  type ObservedOfRequests,
  PEERS_VARIABLE,
  REQUESTS_VARIABLE,
  RESPONSES_VARIABLE,
} from './protocol.ts';
import { observeRequests } from './requests/request-observer.ts';
import { RequestRing } from './requests/request-ring.ts';
import { watchResponses } from './requests/watch-responses.ts';
import { WorkerTable } from './requests/worker-table.ts';
import { spareRestrictedChildren } from './restricted-children.ts';
import { beforeSuicide } from './self-signals.ts';
import { stopInlining } from './stop-inlining.ts';
import { sampleMainThread } from './threads/loop-sampler.ts';
import { MainState } from './threads/main-state.ts';
import { askWorkers } from './threads/node-threads.ts';
import { listOwnThreads } from './threads/thread-identity.ts';
import { ProcThreads } from './threads/thread-reader.ts';
import { observeTimings } from './user-timings.ts';
import { PeerTable } from './waits/peer-table.ts';
import { Peers } from './waits/peers.ts';
import { waitRing } from './waits/wait-ring.ts';
import { Waits } from './waits/waits.ts';
import { OUR_WORKER, type ToWorker, type WorkerOrder } from './worker-thread.ts';

/**
 * An exiting program waits for its last slice and its last sample until our thread has written them, however long a busy machine, or a thread that has not
 * even started, takes for that, within reason; and until the engine takes them only so long.
 */
const WRITTEN_WITHIN_MS = 2_000;
const SENT_WITHIN_MS = 200;

/**
 * What our thread sends is garbage a moment later. V8 would let 48 MB of it lie until it collects, which would be counted as memory of the user's
 * program and seem to grow with its requests. A limit of the young generation only makes it collect more often.
 */
const MOST_GARBAGE_MB = 3;

/** Hooks the main thread and starts the worker thread that speaks for it. */
export function setupMainThread(addressText: string, file: string): void {
  const address = parseAgentAddress(addressText);
  if (address === null) return;
  if (process.env[NO_INLINING_VARIABLE]) stopInlining();
  markClock();
  const state = new MainState();
  if (process.env[RESPONSES_VARIABLE]) watchResponses(state);
  const [asked, most] = (process.env[REQUESTS_VARIABLE] ?? '').split(' ') as [ObservedOfRequests | '', string?];
  const requests = asked ? { asked, ring: new RequestRing(), waits: asked === 'waits' ? waitRing() : null } : null;
  const peers = process.env[PEERS_VARIABLE] ? new PeerTable() : null;
  // Registered before our other listeners and those of the user.
  const helpers = listOwnThreads();
  const workers = new WorkerTable();
  workers.share();
  const isCounted = ProcThreads.countsOwn();
  if (!isCounted) askWorkers(workers);
  const buffers = {
    helpers,
    workers: workers.buffer,
    state: state.buffer,
    requests: requests && { asked: requests.asked, ring: requests.ring.buffer, waits: requests.waits?.buffer ?? null },
    peers: peers?.buffer ?? null,
  };
  const worker = startWorker(file, { mark: OUR_WORKER, address, ...buffers, ...describeProcess(address) });
  const post = (message: ToWorker) => worker.postMessage(message);
  const halves = Object.values(HALVES).flatMap(({ inMain }) => (inMain === undefined ? [] : [new inMain()]));
  for (const half of halves) half.install();
  let couldNotListen = false;
  // Exits are reported for all servers, whenever they began.
  let hasListened = false;
  observeListening((message) => {
    couldNotListen ||= message.type === 'listen-failed';
    hasListened ||= message.type === 'listening';
    post({ type: 'forward', message });
  });
  const tellExits = watchChildren((child) => post({ type: 'forward', message: { type: 'child-exit', ...child } }));
  const beat = sampleMainThread(state, !isCounted, tellExits);
  worker.on('message', (message) => {
    if (typeof message !== 'number') return;
    beat();
    post({ type: 'beaten', beat: message });
  });
  // A listener keeps the program alive, so `unref` is called once more.
  worker.unref();
  if (requests)
    observeRequests(
      { asked: requests.asked, mostPercent: Number(most ?? 100) },
      requests.ring,
      { own: portsOf(worker), hasThreads: () => workers.count > 0 },
      {
        onRoute: (name) => post({ type: 'route', name }),
        onShared: (name) => post({ type: 'shared', name }),
        onCost: (cost) => post({ type: 'requests-cost', cost }),
      },
      requests.waits && new Waits(requests.waits, (name) => post({ type: 'wait-name', name })),
    );
  if (peers) new Peers(peers, (peer) => post({ type: 'peer', peer })).observe();
  const tellTimings = observeTimings((timings, lost) => post({ type: 'forward', message: { type: 'timings', timings, lost } }));
  const takeLeave = (code: number | null) => {
    tellTimings();
    tellExits();
    beat();
    post({ type: 'exit', code });
    if (!state.sessionOpen && !couldNotListen && !hasListened && !state.isWatched) return;
    // The captures hand over their data inside this call; the worker only has to send it.
    if (state.sessionOpen) for (const half of halves) half.finish();
    state.waitForGoodbye(WRITTEN_WITHIN_MS, SENT_WITHIN_MS);
  };
  beforeExit(() => takeLeave(Number(process.exitCode ?? 0)));
  beforeSuicide(() => takeLeave(null));
  spareRestrictedChildren();
}

function startWorker(file: string, order: WorkerOrder): Worker {
  const worker = new Worker(file, {
    workerData: order,
    name: 'Loopscope',
    // Neither the user's preloads (they are in NODE_OPTIONS) nor the user's flags belong in this thread.
    env: {},
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: MOST_GARBAGE_MB },
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

/** Node has nothing public for them: properties of the worker, which it keeps as long as it runs. */
function portsOf(worker: Worker): Set<object> {
  const values = Object.getOwnPropertySymbols(worker).map((symbol): unknown => Reflect.get(worker, symbol));
  return new Set(values.filter((value) => value instanceof MessagePort));
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
