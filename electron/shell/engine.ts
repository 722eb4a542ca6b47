import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { app, utilityProcess } from 'electron';
import { APP_ORIGIN } from '../../shared/protocol/shell.ts';
import type { Desktop } from './desktop.ts';
import { runInside, runUnderNode } from './engine-channel.ts';
import { EngineHost, type EngineHostParts } from './engine-host.ts';
import { findEngineNode, guessEngineNode, noNodeFailure } from './find-engine-node.ts';
import { tellGivenUp } from './messages.ts';
import { ENGINE_FILE } from './places.ts';

/** Starts the engine, under a Node of this machine when there is one that is new enough. It comes up while Chromium does. */
export function setupEngine(desktop: Desktop): EngineHost {
  const engine = new EngineHost({
    launch: createLauncher(desktop),
    windowOrigin: APP_ORIGIN,
    port: findFreePort(),
    now: Date.now,
    log: (text) => desktop.log.write(text),
    onGivenUp: () => void tellGivenUp(desktop, 'The engine'),
  });
  void engine.start();
  return engine;
}

/** Only the first time without looking closely: had that been enough, there would not have been a second time. */
function createLauncher({ log }: Desktop): EngineHostParts['launch'] {
  const write = (text: string): void => log.write(text);
  let isFirst = true;
  return async () => {
    const guess = isFirst ? guessEngineNode() : null;
    isFirst = false;
    const program = guess ?? (await findEngineNode())?.path;
    if (program) return { channel: runUnderNode(program, ENGINE_FILE, startFolder(), write), cannotRun: null };
    write('engine: no Node that is new enough; inside the program');
    await app.whenReady();
    return { channel: runInside(utilityProcess.fork, ENGINE_FILE, startFolder(), write), cannotRun: noNodeFailure() };
  };
}

/** Where the file dialogs begin: the terminal's folder; a desktop starts programs in the root folder, which helps nobody. */
function startFolder(): string {
  const folder = process.cwd();
  return folder === '/' || /^[A-Z]:\\(Windows\\System32)?$/i.test(folder) ? homedir() : folder;
}

/**
 * The page's policy has to name the engine's port, and the page is loaded while the engine is still starting. Should the port be
 * taken in between, or none be found here, the engine takes another one and the page is loaded again.
 */
function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(0));
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      // Given back at once; that this is reported takes until Electron is ready.
      probe.close();
      resolve(port);
    });
  });
}
