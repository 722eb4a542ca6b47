/**
 * Preloaded into the user's program (NODE_OPTIONS --require). Three places load this file:
 *
 *   main thread of a Node process   sets up the hooks and starts our worker thread
 *   our worker thread               talks to the engine, so that it works while the main thread is blocked
 *   the user's own worker threads   keeps what a CPU profile of them needs, and delivers its last slice when they end
 *
 * Whatever goes wrong here must not reach the user's program: it then runs unobserved.
 */
import { isMainThread, workerData } from 'node:worker_threads';
import { setupMainThread } from './main-thread.ts';
import { AGENT_VARIABLE } from './protocol.ts';
import { prepareThread } from './threads/prepare-thread.ts';
import { isOurWorker, runWorkerThread } from './worker-thread.ts';

try {
  if (isMainThread) {
    const address = process.env[AGENT_VARIABLE];
    if (address) setupMainThread(address, __filename);
  } else if (isOurWorker(workerData)) {
    runWorkerThread(workerData);
  } else {
    prepareThread();
  }
} catch {
  // Silent: stderr is the user's.
}
