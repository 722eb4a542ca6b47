/** Real databases, started on loopback as a user without rights, and ended by their process id. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { TestContext } from 'vitest';
import { type Database, ensureDatabase, isInstalled } from '../setup/databases.mjs';
import { unusedPort } from './unused-port.ts';

const NOBODY = 65_534;
const TLS_FILES = ['key.pem', 'cert.pem'];
const UP_WITHIN_MS = 30_000;

export interface RunningDatabase {
  readonly port: number;
  stop(): Promise<void>;
}

/** Where it cannot be had the test is skipped with the reason; under CI that is an error. */
export async function needDatabase(name: Database, context: TestContext): Promise<RunningDatabase> {
  const found = ensureDatabase(name);
  if (found !== null) return startDatabase(name, found.root, found.libraries);
  return skipOrFail(`${name} is not installed, and Debian's package could not be fetched.`, context);
}

/** The same, but what is not installed is not fetched: for `npm test`. */
export async function needInstalledDatabase(name: Database, context: TestContext): Promise<RunningDatabase> {
  return isInstalled(name) ? startDatabase(name, '/', []) : context.skip(`${name} is not installed.`);
}

function skipOrFail(reason: string, context: TestContext): never {
  if (!['', '0', 'false'].includes(process.env.CI ?? '')) throw new Error(reason);
  return context.skip(reason);
}

async function startDatabase(name: Database, root: string, libraries: readonly string[]): Promise<RunningDatabase> {
  // A socket needs a short path.
  const folder = mkdtempSync(join(tmpdir(), 'db-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  chmodSync(folder, 0o700);
  for (const file of TLS_FILES) {
    const copy = join(folder, file);
    copyFileSync(join(import.meta.dirname, '../fixtures/load', file), copy);
    chmodSync(copy, 0o600);
    if (isRoot) chownSync(copy, NOBODY, NOBODY);
  }
  const env = { PATH: [join(root, 'usr/bin'), process.env.PATH].join(delimiter), HOME: folder, LD_LIBRARY_PATH: libraries.join(delimiter) };
  // All of it: the groups of root, too, which no option of `spawn` gives up.
  const asNobody = isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
  const command = (program: string, args: readonly string[]): [string, string[]] => {
    const [first = '', ...rest] = [...asNobody, join(root, program), ...args];
    return [first, rest];
  };
  const port = await unusedPort();
  const { prepare, serve } = COMMANDS[name](folder, port, root);
  if (prepare !== null) {
    const [file, args] = command(...prepare);
    const { status, stderr, stdout } = spawnSync(file, args, { env, cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name} could not be prepared: ${stdout}${stderr}`);
  }
  const [file, args] = command(...serve);
  const child = spawn(file, args, { env, cwd: folder, stdio: 'ignore' });
  try {
    await isUp(child, port);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return {
    port,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.kill('SIGTERM')) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Program = [path: string, args: readonly string[]];

const COMMANDS: Readonly<Record<Database, (folder: string, port: number, root: string) => { prepare: Program | null; serve: Program }>> = {
  postgres: (folder, port) => ({
    prepare: [
      'usr/lib/postgresql/15/bin/initdb',
      ['-D', join(folder, 'pg'), '-U', 'u', '--auth=trust', '-N', '--no-instructions', '--no-locale', '-E', 'UTF8'],
    ],
    serve: [
      'usr/lib/postgresql/15/bin/postgres',
      [
        ...['-D', join(folder, 'pg'), '-p', String(port)],
        ...['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off'].flatMap((one) => ['-c', one]),
        ...['ssl=on', `ssl_cert_file=${join(folder, 'cert.pem')}`, `ssl_key_file=${join(folder, 'key.pem')}`].flatMap((one) => ['-c', one]),
      ],
    ],
  }),
  mariadb: (folder, port, root) => ({
    prepare: [
      'usr/bin/mariadb-install-db',
      [
        '--no-defaults',
        `--datadir=${join(folder, 'my')}`,
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
        ...(root === '/' ? [] : [`--basedir=${join(root, 'usr')}`]),
      ],
    ],
    serve: [
      'usr/sbin/mariadbd',
      [
        '--no-defaults',
        `--datadir=${join(folder, 'my')}`,
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        `--socket=${join(folder, 'my.sock')}`,
        `--pid-file=${join(folder, 'my.pid')}`,
        ...(root === '/' ? [] : [`--lc-messages-dir=${join(root, 'usr/share/mysql')}`]),
      ],
    ],
  }),
  redis: (folder, port) => ({
    prepare: null,
    serve: ['usr/bin/redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]],
  }),
};

async function isUp(child: ChildProcess, port: number): Promise<void> {
  const until = Date.now() + UP_WITHIN_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`It has ended with ${child.exitCode}.`);
    if (await accepts(port)) return;
    if (Date.now() > until) throw new Error('It did not listen in time.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.destroy() && resolve(true)).once('error', () => resolve(false));
  });
}
