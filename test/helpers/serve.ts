import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../electron/engine/machine/paths.ts';

export const COMMAND = join(ROOT, 'dist/cli/loopscope.js');

export interface ServedProduct {
  /** Opens the interface, once. */
  readonly link: string;
  readonly pid: number;
  readonly dataDir: string;
  /** What it has printed so far, both streams. */
  output(): string;
  /** Ends it as Ctrl-C does and resolves with its exit code. */
  stop(): Promise<number | null>;
}

export interface ServeOptions {
  /** Default: what is built here. */
  readonly command?: string;
  readonly args?: readonly string[];
  /** Default: a new one that is removed on stop. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const LINK = /http:\/\/127\.0\.0\.1:\d+\/#open=[\w-]+/;
const START_PATIENCE_MS = 60_000;
const STOP_PATIENCE_MS = 30_000;

/** The built product as a user starts it: `loopscope serve`, with a data folder of its own. */
export async function serveProduct({ command = COMMAND, args = [], dataDir, env = {} }: ServeOptions = {}): Promise<ServedProduct> {
  const dir = dataDir ?? mkdtempSync(join(tmpdir(), 'loopscope-data-'));
  const child = spawn(process.execPath, [command, 'serve', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LOOPSCOPE_DATA_DIR: dir, ...env },
  });
  const output = collectOutput(child);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const link = await waitForLink(child, output);
  const stop = async () => {
    child.kill('SIGINT');
    // By force in the end, so that a product that hangs fails its own test and not all that follow.
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
    const code = await exited;
    clearTimeout(timer);
    if (dataDir === undefined) rmSync(dir, { recursive: true, force: true });
    return code;
  };
  return { link, pid: child.pid!, dataDir: dir, output, stop };
}

function collectOutput(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  return () => text;
}

function waitForLink(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const give = (why: string) => reject(new Error(`loopscope serve ${why}. It printed:\n${output()}`));
    const timer = setTimeout(() => give('printed no link'), START_PATIENCE_MS);
    child.once('exit', (code) => give(`ended with code ${code}`));
    child.stdout!.on('data', () => {
      const link = LINK.exec(output())?.[0];
      if (link === undefined) return;
      clearTimeout(timer);
      resolve(link);
    });
  });
}
