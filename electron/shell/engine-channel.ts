/** The two ways to run the engine, alike for whoever talks to it. */
import { spawn } from 'node:child_process';
import type { utilityProcess } from 'electron';
import type { FromEngine, ToEngine } from '../engine/host-protocol.ts';
import { HOSTED_VARIABLE } from '../engine/target/hosted.ts';

export interface EngineChannel {
  readonly pid: number | undefined;
  send(message: ToEngine): void;
  onMessage(listener: (message: FromEngine) => void): void;
  /** Called once, whichever way it ended or why it never began; also when that was before anybody listened. */
  onExit(listener: (how: string) => void): void;
  kill(): void;
}

type Log = (text: string) => void;

/** Under a real Node: the same engine as the command's. `spawn`, as Electron's `fork` would turn every Electron below it into a Node. */
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
      // It never began, and no exit is going to be reported. Else: something was sent to one that is ending.
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

/** Inside the desktop program, where the machine has no Node. Electron has to be ready. */
export function runInside(fork: Fork, file: string, cwd: string, log: Log): EngineChannel {
  const env = { ...withoutElectron(process.env), [HOSTED_VARIABLE]: '1' };
  const child = fork(file, [], { cwd, env, stdio: 'pipe', serviceName: 'Loopscope engine' });
  child.stdout?.on('data', (text) => log(String(text)));
  child.stderr?.on('data', (text) => log(String(text)));
  // A fatal error of V8; its exit is reported below.
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

/** What Electron sets for itself would change any Electron the user's script may start. */
export function withoutElectron(env: NodeJS.ProcessEnv): Record<string, string> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !/^ELECTRON_|^CHROME_DESKTOP$/.test(entry[0]),
  );
  return Object.fromEntries(kept);
}
