import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { APP_ORIGIN } from '../../shared/protocol/shell.ts';
import type { Desktop } from './desktop.ts';
import { runInside, runUnderNode } from './engine-channel.ts';
import { EngineHost, type EngineHostParts } from './engine-host.ts';
import { findEngineNode, noNodeFailure } from './find-engine-node.ts';
import { tellGivenUp } from './messages.ts';
import { ENGINE_FILE } from './places.ts';

/** What follows the engine in the window's frame. */
export type EngineWatchers = Pick<EngineHostParts, 'onRuns' | 'onRecent' | 'onRestarted'>;

/** Starts the engine, under a Node of this machine when there is one that is new enough. */
export async function setupEngine(desktop: Desktop, watchers: EngineWatchers): Promise<EngineHost> {
  const engine = new EngineHost({
    ...watchers,
    launch: () => launch(desktop),
    windowOrigin: APP_ORIGIN,
    port: await findFreePort(),
    now: Date.now,
    log: (text) => desktop.log.write(text),
    onGivenUp: () => void tellGivenUp(desktop, 'The engine'),
  });
  void engine.start();
  return engine;
}

async function launch({ log }: Desktop): ReturnType<EngineHostParts['launch']> {
  const node = await findEngineNode();
  const write = (text: string): void => log.write(text);
  if (node) return { channel: runUnderNode(node, ENGINE_FILE, startFolder(), write), cannotRun: null };
  log.write('engine: no Node that is new enough; inside the program');
  return { channel: runInside(ENGINE_FILE, startFolder(), write), cannotRun: noNodeFailure() };
}

/** Where the file dialogs begin: the terminal's folder; a desktop starts programs in the root folder, which helps nobody. */
function startFolder(): string {
  const folder = process.cwd();
  return folder === '/' || /^[A-Z]:\\(Windows\\System32)?$/i.test(folder) ? homedir() : folder;
}

/**
 * The page's policy has to name the engine's port, and the page is loaded while the engine is still starting. Should the port be
 * taken in between, the engine takes another one and the page is loaded again.
 */
function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
