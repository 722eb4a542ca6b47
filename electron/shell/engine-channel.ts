/** The two ways to run the engine, alike for whoever talks to it. */
import { spawn } from 'node:child_process';
import { utilityProcess } from 'electron';
import type { FromEngine, ToEngine } from '../engine/host-protocol.ts';
import { HOSTED_VARIABLE } from '../engine/target/hosted.ts';
import type { EngineNode } from './find-engine-node.ts';

export interface EngineChannel {
  readonly pid: number | undefined;
  send(message: ToEngine): void;
  onMessage(listener: (message: FromEngine) => void): void;
  /** Once, whichever way it ended. */
  onExit(listener: (how: string) => void): void;
  kill(): void;
}

type Log = (text: string) => void;

/** Under a real Node: the same engine as the command's. `spawn`, as Electron's `fork` would turn every Electron below it into a Node. */
export function runUnderNode(node: EngineNode, file: string, cwd: string, log: Log): EngineChannel {
  const child = spawn(node.path, [file], {
    cwd,
    env: withoutElectron(process.env),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    windowsHide: true,
  });
  child.stdout?.on('data', (text) => log(String(text)));
  child.stderr?.on('data', (text) => log(String(text)));
  // Sending to one that is gone; its exit is reported below.
  child.on('error', (error) => log(`engine: ${error.message}\n`));
  return {
    pid: child.pid,
    send: (message) => void (child.connected && child.send(message)),
    onMessage: (listener) => void child.on('message', (message) => listener(message as FromEngine)),
    onExit: (listener) => void child.once('exit', (code, signal) => listener(signal ?? `code ${code}`)),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Inside the desktop program, where the machine has no Node. */
export function runInside(file: string, cwd: string, log: Log): EngineChannel {
  const env = { ...withoutElectron(process.env), [HOSTED_VARIABLE]: '1' };
  const child = utilityProcess.fork(file, [], { cwd, env, stdio: 'pipe', serviceName: 'Loopscope engine' });
  child.stdout?.on('data', (text) => log(String(text)));
  child.stderr?.on('data', (text) => log(String(text)));
  return {
    pid: child.pid,
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', (message) => listener(message as FromEngine)),
    onExit: (listener) => void child.once('exit', (code) => listener(`code ${code}`)),
    kill: () => void child.kill(),
  };
}

/** What Electron sets for itself would change any Electron the user's script may start. */
export function withoutElectron(env: NodeJS.ProcessEnv): Record<string, string> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !/^ELECTRON_|^CHROME_DESKTOP$/.test(entry[0]),
  );
  return Object.fromEntries(kept);
}
