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

/** Starts the engine, under a Node of this machine if one is new enough. It starts up while Chromium does. */
export function setupEngine(desktop: Desktop): EngineHost {
  const engine = new EngineHost({
    launch: createLauncher(desktop),
    windowOrigin: APP_ORIGIN,
    port: findFreePort(),
    now: Date.now,
    log: (text) => desktop.log.write(text),
    onGivenUp: () => void tellGivenUp(desktop, 'engine'),
  });
  void engine.start();
  return engine;
}

/** The version is not checked the first time; a second start means that the first choice did not work. */
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

/** Where the file dialogs start: the terminal's folder. Desktops start programs in the root folder, which is no useful place. */
function startFolder(): string {
  const folder = process.cwd();
  return folder === '/' || /^[A-Z]:\\(Windows\\System32)?$/i.test(folder) ? homedir() : folder;
}

/**
 * The page's policy must name the engine's port, but the page is loaded while the engine is still starting. If the port is taken
 * in between, or none is found here, the engine uses another one and the page is reloaded.
 */
function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(0));
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      // Released at once, although the event arrives only when Electron is ready.
      probe.close();
      resolve(port);
    });
  });
}
