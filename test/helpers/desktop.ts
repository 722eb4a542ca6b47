/** The built application in a real Electron, on a display of its own, with a data folder of its own. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { ROOT } from '../../electron/engine/machine/paths.ts';
import { findElectron, NO_ELECTRON_VARIABLE } from '../setup/electron.mjs';

const SHIM = join(ROOT, 'test/e2e/electron-shim/shim.cjs');
/** Root has no sandbox of the operating system; Chromium 83 does not know the calls of a newer C library. The page's isolation stays on. */
const AS_ROOT = ['--no-sandbox'];
const AS_USER = ['--disable-seccomp-filter-sandbox'];

export interface Desktop {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly dataDir: string;
  /** Uncaught errors, console errors and refusals by the content security policy. */
  readonly errors: string[];
  readonly mainPid: number;
  enginePid(): number;
}

export interface LaunchOptions {
  readonly files?: readonly string[];
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A script that is loaded into main before the application. */
  readonly preload?: string;
}

let display: { name: string; server: ChildProcess | null } | null = null;
let electron: string | null = null;
let isOld = false;

/** To be called once by every file of tests in Electron. Without one they are skipped with the reason; where CI is set they fail. */
export function needElectron(): void {
  beforeAll(async () => {
    electron = findElectron();
    if (electron === null) return;
    isOld = Number.parseInt(readFileSync(join(electron, '../version'), 'utf8'), 10) < 20;
    display = await openDisplay();
  });
  afterAll(() => void display?.server?.kill());
  beforeEach((context) => {
    if (electron !== null) return;
    const reason = `no Electron to test in: ${process.env[NO_ELECTRON_VARIABLE] ?? '`npm test` fetches one.'}`;
    if (!['', '0', 'false'].includes(process.env.CI ?? '')) throw new Error(reason);
    context.skip(reason);
  });
}

/** One of its own where it can be had: windows of two files that share one share the clipboard and the focus as well. */
async function openDisplay(): Promise<{ name: string; server: ChildProcess | null }> {
  const { DISPLAY } = process.env;
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const number = await new Promise<string>((resolve) => {
    server.once('error', () => resolve(''));
    server.stdout.once('data', (text) => resolve(String(text).trim()));
  });
  if (number !== '') return { name: `:${number}`, server };
  if (!DISPLAY) throw new Error('There is no display and no Xvfb (Debian: apt-get install xvfb).');
  return { name: DISPLAY, server: null };
}

/** A real folder, gone after the test. */
export function newDataDir(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'loopscope-desktop-')));
  onTestFinished(() => removeWhenLeft(dir));
  return dir;
}

/** What was killed a moment ago may still write into it. `maxRetries` of rmSync does not help: it tries an emptied folder again, not the emptying. */
async function removeWhenLeft(dir: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return rmSync(dir, { recursive: true, force: true });
    } catch (error) {
      if (attempt === 50) throw error;
      await wait(100);
    }
  }
}

export function electronArguments(...files: string[]): string[] {
  const sandbox = process.getuid?.() === 0 ? AS_ROOT : AS_USER;
  return [...(isOld ? sandbox : process.getuid?.() === 0 ? AS_ROOT : []), '--disable-gpu', ...(isOld ? ['-r', SHIM] : []), ROOT, ...files];
}

export function electronEnvironment(dataDir: string, env: Readonly<Record<string, string>> = {}): Record<string, string> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    ...Object.fromEntries(inherited),
    DISPLAY: display!.name,
    LOOPSCOPE_DATA_DIR: dataDir,
    // In place of the Node that a current Electron has inside.
    LOOPSCOPE_TEST_NODE: process.execPath,
    ...env,
  };
}

export function electronProgram(): string {
  return electron!;
}

/** The files that they leave the code in that they quit with. */
const codes = new WeakMap<ElectronApplication, string>();
const ENDS_AT_ONCE = join(ROOT, 'test/setup/electron-end.cjs');

/** Starts the application and waits for its page. Ended after the test, if the test has not. */
export async function launchDesktop({ files = [], dataDir = newDataDir(), env = {}, preload }: LaunchOptions = {}): Promise<Desktop> {
  const end = join(mkdtempSync(join(tmpdir(), 'loopscope-end-')), 'code');
  const app = await _electron.launch({
    executablePath: electron!,
    args: ['-r', ENDS_AT_ONCE, ...(preload ? ['-r', preload] : []), ...electronArguments(...files)],
    env: electronEnvironment(dataDir, { ...env, LOOPSCOPE_TEST_END: end }),
    cwd: ROOT,
  });
  const main = app.process();
  codes.set(app, end);
  onTestFinished(() => rmSync(dirname(end), { recursive: true, force: true }));
  onTestFinished(async () => {
    if (main.exitCode !== null || main.signalCode !== null) return;
    main.kill('SIGKILL');
    await new Promise((resolve) => main.once('exit', resolve));
  });
  const page = await app.firstWindow();
  page.setDefaultTimeout(30_000);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const enginePid = () => childOf(main.pid!, 'engine-process.js');
  return { app, page, dataDir, errors, mainPid: main.pid!, enginePid };
}

/** What the next dialogs answer, in order; each is recorded. */
export async function answerDialogs(app: ElectronApplication, answers: readonly unknown[]): Promise<void> {
  await app.evaluate(({ dialog }, given) => {
    const recorded: unknown[] = [];
    const queue = [...given];
    (globalThis as { dialogsShown?: unknown[] }).dialogsShown = recorded;
    const stub = async (...args: unknown[]): Promise<never> => {
      recorded.push(args[args.length - 1]);
      return queue.shift() as never;
    };
    dialog.showOpenDialog = stub;
    dialog.showSaveDialog = stub;
    dialog.showMessageBox = stub;
  }, answers);
}

export function dialogsShown(
  app: ElectronApplication,
): Promise<{ message?: string; title?: string; defaultPath?: string; detail?: string }[]> {
  return app.evaluate(() => (globalThis as { dialogsShown?: [] }).dialogsShown ?? []);
}

/** Chooses an item of the native menu, as the mouse or its key would. */
export function clickMenu(app: ElectronApplication, id: string): Promise<void> {
  return app.evaluate(({ Menu, BrowserWindow }, wanted) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(wanted);
    if (!item) throw new Error(`no menu item ${wanted}`);
    if (!item.enabled) throw new Error(`the menu item ${wanted} is disabled`);
    item.click(undefined, BrowserWindow.getAllWindows()[0], undefined);
  }, id);
}

export function isMenuEnabled(app: ElectronApplication, id: string): Promise<boolean> {
  return app.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()?.getMenuItemById(wanted)?.enabled ?? false, id);
}

/** Resolves with the code that it quit with, or with how it ended otherwise: an exit code of the system, a signal. */
export async function ended(app: ElectronApplication): Promise<number | NodeJS.Signals> {
  const main = app.process();
  if (main.exitCode === null && main.signalCode === null) await new Promise((resolve) => main.once('exit', resolve));
  const file = codes.get(app)!;
  if (main.signalCode === 'SIGKILL' && existsSync(file)) return Number(readFileSync(file, 'utf8'));
  return main.exitCode ?? main.signalCode!;
}

/** Processes of this machine whose command line contains a text, as /proc says it; zombies do not count. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(Number)
    .filter((pid) => isAlive(pid) && readProc(pid, 'cmdline').replace(/\0/g, ' ').includes(text));
}

export function isAlive(pid: number): boolean {
  const stat = readProc(pid, 'stat');
  return stat !== '' && !/\) Z /.test(stat);
}

function childOf(parent: number, text: string): number {
  const found = processesWith(text).find((pid) => Number(/\) \S (\d+)/.exec(readProc(pid, 'stat'))?.[1]) === parent);
  if (found === undefined) throw new Error(`process ${parent} has no child ${text}`);
  return found;
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Polls until it holds; says how long that took. Throws after `patienceMs`. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, patienceMs = 30_000): Promise<number> {
  const from = performance.now();
  while (!(await holds())) {
    if (performance.now() - from > patienceMs) throw new Error(`${what}: not within ${patienceMs} ms`);
    await wait(25);
  }
  return performance.now() - from;
}

export function listRecordings(dataDir: string): string[] {
  const dir = join(dataDir, 'recordings');
  return existsSync(dir) ? readdirSync(dir) : [];
}

/** Where CI keeps pictures of what the tests saw; unset: none are kept. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const dir = process.env.LOOPSCOPE_PICTURES;
  if (!dir) return;
  execFileSync('mkdir', ['-p', dir]);
  await page.screenshot({ path: join(dir, `${name}.png`) });
}
