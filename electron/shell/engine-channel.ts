/** The two ways to run the engine, behind the same interface. */
import { spawn } from 'node:child_process';
import type { utilityProcess } from 'electron';
import { HOSTED_VARIABLE } from '../engine/machine/hosted.ts';
import type { FromEngine, ToEngine } from '../engine/server/host-protocol.ts';

export interface EngineChannel {
  readonly pid: number | undefined;
  send(message: ToEngine): void;
  onMessage(listener: (message: FromEngine) => void): void;
  /** Called once, however the engine ended and also if it never started; also if that happened before the listener was added. */
  onExit(listener: (how: string) => void): void;
  kill(): void;
}

type Log = (text: string) => void;

/** Under a real Node: the same engine as the command's. With `spawn`, because Electron's `fork` would make every Electron started below it run as Node. */
export function runUnderNode(program: string, file: string, cwd: string, log: Log): EngineChannel {
  const child = spawn(program, [file], {
    cwd,
    env: withoutElectron(process.env),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    windowsHide: true,
  });
  child.stdout?.on('data', (text) => log(String(text)));
  child.stderr?.on('data', (text) => log(String(text)));
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
    child.on('error', (error) => {
      log(`engine: ${error.message}\n`);
      // The process never started and will report no exit. Otherwise: a message was sent to one that is ending.
      if (child.pid === undefined) resolve(error.message);
    });
  });
  return {
    pid: child.pid,
    send: (message) => void (child.connected && child.send(message)),
    onMessage: (listener) => void child.on('message', (message) => listener(message as FromEngine)),
    onExit: (listener) => void ended.then(listener),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Electron's `utilityProcess.fork`. */
type Fork = (typeof utilityProcess)['fork'];

/** Inside the desktop program, for machines without Node. Electron must be ready. */
export function runInside(fork: Fork, file: string, cwd: string, log: Log): EngineChannel {
  const env = { ...withoutElectron(process.env), [HOSTED_VARIABLE]: '1' };
  const child = fork(file, [], { cwd, env, stdio: 'pipe', serviceName: 'Loopscope engine' });
  child.stdout?.on('data', (text) => log(String(text)));
  child.stderr?.on('data', (text) => log(String(text)));
  // A fatal V8 error; the exit is reported below.
  child.on('error', (type, location) => log(`engine: ${type} at ${location}\n`));
  const ended = new Promise<string>((resolve) => child.once('exit', (code) => resolve(`code ${code}`)));
  return {
    pid: child.pid,
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', (message) => listener(message as FromEngine)),
    onExit: (listener) => void ended.then(listener),
    kill: () => void child.kill(),
  };
}

/** Variables that Electron sets for itself would affect any Electron the user's script starts. */
export function withoutElectron(env: NodeJS.ProcessEnv): Record<string, string> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !/^ELECTRON_|^CHROME_DESKTOP$/.test(entry[0]),
  );
  return Object.fromEntries(kept);
}
