/** Starts that do not go as they should: the window is usable all the same, and what went wrong is in the log. */
import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  type Desktop,
  electronArguments,
  electronEnvironment,
  electronProgram,
  ended,
  launchDesktop,
  needElectron,
  newDataDir,
  until,
} from '../helpers/desktop.ts';
import * as ui from '../helpers/interface.ts';

const { home, run } = ui.words;
const SESSION = join(import.meta.dirname, '../fixtures/sessions/format-1.loopscope');

needElectron();

function writeProgram(file: string, ...lines: string[]): string {
  writeFileSync(file, ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(file, 0o755);
  return file;
}

const logOf = ({ dataDir }: Desktop): string => readFileSync(join(dataDir, 'window/logs/loopscope.log'), 'utf8');

async function untilSessionShown({ page }: Desktop): Promise<void> {
  await ui.untilSaved(page);
  await page.getByRole('region', { name: run.answer.label }).waitFor();
}

async function leave({ app }: Desktop): Promise<void> {
  app.process().kill('SIGTERM');
  expect(await ended(app)).toBe(0);
}

test('the page waiting for an engine that crashes at start gets the next one, which opens the given file', async () => {
  const dataDir = newDataDir();
  const died = join(dataDir, 'died');
  const node = writeProgram(
    join(dataDir, 'node'),
    `[ -e '${died}' ] || { touch '${died}'; sleep 2; exit 7; }`,
    `exec '${process.execPath}' "$@"`,
  );
  const desktop = await launchDesktop({ dataDir, files: [SESSION], env: { LOOPSCOPE_NODE: node } });
  await untilSessionShown(desktop);
  expect(logOf(desktop)).toContain('engine: ended unexpectedly (code 7)');
  await leave(desktop);
});

test('uses the next Node when the first one on PATH is too old', async () => {
  const dataDir = newDataDir();
  const disguise = join(dataDir, 'old.cjs');
  writeFileSync(disguise, "Object.defineProperty(process.versions, 'node', { value: '18.20.8' });\n");
  writeProgram(
    join(dataDir, 'node'),
    '[ "$1" = --version ] && { echo v18.20.8; exit; }',
    `exec '${process.execPath}' -r '${disguise}' "$@"`,
  );
  const desktop = await launchDesktop({ dataDir, files: [SESSION], env: { PATH: `${dataDir}${delimiter}${process.env.PATH}` } });
  await untilSessionShown(desktop);
  expect(logOf(desktop)).toContain('Node 18.20.8 is too old');
  expect(logOf(desktop)).not.toContain('inside the program');
  await leave(desktop);
});

test('when the named Node cannot be executed, sessions open inside the program, and it can be quit', async () => {
  const dataDir = newDataDir();
  const node = join(dataDir, 'node');
  copyFileSync(SESSION, node);
  chmodSync(node, 0o600);
  const desktop = await launchDesktop({ dataDir, files: [SESSION], env: { LOOPSCOPE_NODE: node } });
  await untilSessionShown(desktop);
  expect(logOf(desktop)).toContain('EACCES');
  expect(logOf(desktop)).toContain('inside the program');
  await leave(desktop);
});

test('when the expected port is taken, the page is loaded with the port of the engine', { tags: ['long'] }, async () => {
  const dataDir = newDataDir();
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as { port: number };
  // Main looks for a free port only once; here it finds one that is not.
  const preload = join(dataDir, 'port.cjs');
  writeFileSync(preload, `require('net').Server.prototype.address = () => ({ port: ${port} });\n`);
  const desktop = await launchDesktop({ dataDir, files: [SESSION], preload });
  await untilSessionShown(desktop);
  await leave(desktop);
});

test('an uncaught error in main is logged and shown, and the window continues', async () => {
  const desktop = await launchDesktop();
  const { app, page } = desktop;
  await page.getByRole('heading', { name: home.studies.title }).waitFor();
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = (async ({ message, detail }: { message: string; detail: string }) => {
      (globalThis as { told?: string }).told = `${message}: ${detail}`;
    }) as unknown as typeof dialog.showMessageBox;
    setTimeout(() => {
      throw new Error('not caught');
    });
    void Promise.reject(new Error('not handled'));
  });
  await until('told', () => app.evaluate(() => (globalThis as { told?: string }).told?.includes('not caught') ?? false));
  await page.getByRole('navigation').getByRole('link', { name: ui.words.common.app.newRun }).click();
  await page.getByLabel(ui.words.setup.field.script.label, { exact: true }).waitFor();
  expect(logOf(desktop)).toContain('main: uncaught Error: not caught');
  await until('the other is logged', () => logOf(desktop).includes('main: unhandled Error: not handled'));
  await leave(desktop);
});

test.each([
  // What Electron does when somebody closes the window while its first picture is drawn: it says so afterwards.
  ['a window that is closed before it has been shown', "window.emit('ready-to-show')", false],
  ['the same, and something fails', "throw new Error('too late')", true],
])('%s: the program ends', async (_, afterwards, isLogged) => {
  const dataDir = newDataDir();
  const preload = join(dataDir, 'close.cjs');
  writeFileSync(
    preload,
    `require('electron').app.on('browser-window-created', (_event, window) =>
      setImmediate(() => { window.destroy(); ${afterwards}; }));`,
  );
  const main = spawn(electronProgram(), ['-r', preload, ...electronArguments()], { env: electronEnvironment(dataDir), stdio: 'ignore' });
  onTestFinished(() => void main.kill('SIGKILL'));
  expect(await new Promise((resolve) => main.once('exit', resolve))).toBe(0);
  const log = join(dataDir, 'window/logs/loopscope.log');
  expect(existsSync(log) && readFileSync(log, 'utf8').includes('main: uncaught')).toBe(isLogged);
});
