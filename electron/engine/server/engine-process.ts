/**
 * The engine as a separate process, for the desktop window. Under a real Node it is a child with an IPC channel; if the
 * machine has none it runs inside the desktop program (utilityProcess), to open sessions.
 */
import { wordSaid } from '../../../shared/format/word-said.ts';
import { isFinal } from '../../../shared/model/run.ts';
import type { EngineEvent } from '../../../shared/protocol/contract.ts';
import { Engine } from '../api/engine.ts';
import { isNewEnough, NEEDED_NODE } from '../machine/needed-node.ts';
import { countWindowAsOurs } from '../machine/own-processes.ts';
import type { FromEngine, RunningRun, ToEngine } from './host-protocol.ts';
import { startServer } from './server.ts';

interface ParentPort {
  on(event: 'message', listener: (event: { data: ToEngine }) => void): void;
  postMessage(message: FromEngine): void;
}

const parentPort = (process as unknown as { parentPort?: ParentPort }).parentPort;

function send(message: FromEngine): void {
  if (parentPort) parentPort.postMessage(message);
  else process.send?.(message);
}

function onMessage(listener: (message: ToEngine) => void): void {
  if (parentPort) parentPort.on('message', ({ data }) => listener(data));
  else process.on('message', listener);
}

let engine: Engine | null = null;

onMessage((message) => {
  if (message.type === 'start') void start(message);
  else void close();
});
// Ctrl-C in a terminal, or its end, reaches the window and all that it has started. The window decides; when it is gone, the channel closes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
// Main was killed, so no window shows a run any more. Exiting at once leaves the journal for recovery at the next start, and
// the agents kill what is left of the scripts when their socket closes.
process.on('disconnect', () => process.exit(1));

async function start({ port, windowOrigin, cannotRun }: Extract<ToEngine, { type: 'start' }>): Promise<void> {
  // Node is started without checking its version first. Inside the desktop program there is no choice of Node.
  if (!parentPort && !isNewEnough(process.versions.node)) {
    console.error(`engine: Node ${process.versions.node} is too old, ${NEEDED_NODE.join('.')} is needed`);
    leave(1);
    return;
  }
  countWindowAsOurs();
  engine = new Engine({ dataDir: null, host: 'electron', cannotRun });
  const options = { api: engine, rendererDir: null, windowOrigin };
  const preferred = await startServer({ ...options, port });
  // In use, or reserved by the system: any other one will do.
  const started = preferred.ok ? preferred : await startServer({ ...options, port: 0 });
  if (!started.ok) {
    send({ type: 'failed', message: wordSaid(started.failure.says) });
    leave(1);
    return;
  }
  watchRuns(engine);
  send({ type: 'ready', port: started.value.port, token: started.value.windowKey, node: process.versions.node });
  await sendRecent(engine);
}

async function close(): Promise<void> {
  await engine?.close();
  send({ type: 'closed' });
  leave(0);
}

/** The last message must be sent before the process exits with its channel. */
function leave(code: number): void {
  setImmediate(() => process.exit(code));
}

/** Reports running runs with their progress to main, and changes of the list of recent files. */
function watchRuns(watched: Engine): void {
  const running = new Map<string, RunningRun>();
  let told = '';
  const tell = (): void => {
    const message: FromEngine = { type: 'runs', running: [...running.values()] };
    const text = JSON.stringify(message);
    if (text !== told) send(message);
    told = text;
  };
  watched.onEvent((event) => {
    if (event.type === 'sessions.changed') void sendRecent(watched);
    follow(running, event);
    tell();
  });
}

/** A comparison is also running between its runs, and its overall progress is shown. */
function follow(running: Map<string, RunningRun>, event: EngineEvent): void {
  if (event.type === 'run.state') {
    const { sessionId, state } = event;
    if (isFinal(state)) running.delete(sessionId);
    else running.set(sessionId, { sessionId, done: running.get(sessionId)?.done ?? null });
  }
  if (event.type === 'compare.progress') {
    const { sessionId, state, finished, planned } = event;
    if (state === 'running' || state === 'stopping') running.set(sessionId, { sessionId, done: planned > 0 ? finished / planned : null });
    else running.delete(sessionId);
  }
  if (event.type === 'run.progress' && running.has(event.sessionId)) {
    // Whole percents: a task bar does not show more.
    const { done } = event.progress;
    running.set(event.sessionId, { sessionId: event.sessionId, done: done === null ? null : Math.round(done * 100) / 100 });
  }
}

async function sendRecent(asked: Engine): Promise<void> {
  const recent = await asked.handle('sessions.recent', {});
  if (recent.ok) send({ type: 'recent', paths: recent.value.filter(({ missing }) => !missing).map(({ path }) => path) });
}
