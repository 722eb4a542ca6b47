/** Nothing is lost, whichever of the three processes is killed while a run goes on. */
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { ElectronApplication } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import {
  clickMenu,
  type Desktop,
  electronArguments,
  electronEnvironment,
  electronProgram,
  ended,
  isAlive,
  launchDesktop,
  needElectron,
  newDataDir,
  processesWith,
  until,
} from '../helpers/desktop.ts';
import * as ui from '../helpers/interface.ts';

const { common, home, run } = ui.words;

needElectron();

const SESSION = join(import.meta.dirname, '../fixtures/sessions/format-1.loopscope');

/** What users are promised, on a machine that has nothing else to do. */
const PROMISED_MS = 2_000;
/** What starting and ending a Node takes on one of two quiet cores, and how often it is looked at to see what this machine takes now. */
const QUIET_NODE_MS = 60;
const LOOKS = 5;

/** How many times as long as on a quiet machine things take right now, by the median look: 1 or more. */
function slowness(): number {
  const took = Array.from({ length: LOOKS }, () => {
    const from = performance.now();
    execFileSync(process.execPath, ['-e', '']);
    return performance.now() - from;
  }).sort((a, b) => a - b);
  return Math.max(1, took[LOOKS >> 1]! / QUIET_NODE_MS);
}

/** Holds the time to the promise, as long as the machine is as slow as it was before or is now; says both. */
function expectPromised(what: string, tookMs: number, before: number): void {
  const slower = Math.max(before, slowness());
  console.log(`${what}: ${tookMs.toFixed(0)} ms (promised ${PROMISED_MS} ms; this machine: × ${slower.toFixed(1)})`);
  expect(tookMs).toBeLessThan(PROMISED_MS * slower);
}

async function untilAnotherEngine(desktop: Desktop, than: number): Promise<number> {
  let pid = than;
  await until('another engine', () => {
    try {
      pid = desktop.enginePid();
    } catch {
      // None at this moment.
    }
    return pid !== than;
  });
  return pid;
}

async function startLongRun({ page, dataDir }: Desktop): Promise<string> {
  const script = join(dataDir, 'server.cjs');
  // It does not end by being asked to.
  writeFileSync(script, "process.on('SIGTERM', () => {});\nrequire('http').createServer((q, s) => s.end('ok')).listen(0);\n");
  await page.getByRole('heading', { name: home.studies.title }).waitFor();
  await ui.fillSetup(page, { script, connections: 2, measure: { seconds: 120 } });
  await ui.runButton(page).click();
  const live = page.getByRole('region', { name: run.live.label });
  await live.getByText(/[1-9][\d,]* completed/).waitFor();
  // The journal is on the disk once a second.
  await page.waitForTimeout(1_500);
  return script;
}

/** Something of the page, by way of main: after a crash the driver's own page is of no use any more. */
async function inPage<T>(app: ElectronApplication, script: string, patienceMs = 5_000): Promise<T> {
  // A page that dies while it is asked never answers, and the driver must not be left waiting for it.
  return app.evaluate(
    ({ BrowserWindow }, [code, patience]) =>
      Promise.race([
        BrowserWindow.getAllWindows()[0]!.webContents.executeJavaScript(code),
        new Promise((_, reject) => setTimeout(() => reject(new Error('no answer from the page')), patience)),
      ]),
    [script, patienceMs] as const,
  ) as Promise<T>;
}

const COMPLETED = `Number((/([\\d,]+) completed/.exec(document.querySelector('main')?.textContent ?? '')?.[1] ?? '0').replace(/,/g, ''))`;

test('U-10 the page is killed: it is back within 2 s and the run has not noticed', async () => {
  const desktop = await launchDesktop();
  const { app } = desktop;
  const script = await startLongRun(desktop);
  const targets = processesWith(script);
  const engine = desktop.enginePid();
  const before = await inPage<number>(app, COMPLETED);
  const page = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.getOSProcessId());

  const quiet = slowness();
  process.kill(page, 'SIGKILL');
  const tookMs = await until('the page is back', () =>
    inPage<number>(app, COMPLETED, 300).then(
      (count) => count > before,
      () => false,
    ),
  );
  expectPromised('The page is back and shows more than before', tookMs, quiet);
  expect(desktop.enginePid()).toBe(engine);
  expect(processesWith(script)).toEqual(targets);
  const later = await inPage<number>(app, COMPLETED);
  await until('the run goes on', async () => (await inPage<number>(app, COMPLETED)) > later);
  desktop.app.process().kill('SIGTERM');
  expect(await ended(app)).toBe(0);
  expect(processesWith(script)).toEqual([]);
});

test('the engine is killed: another one comes, the script is ended, and the recording is offered and opens', async () => {
  const desktop = await launchDesktop();
  const { app, page } = desktop;
  const script = await startLongRun(desktop);
  const engine = desktop.enginePid();
  const quiet = slowness();
  process.kill(engine, 'SIGKILL');
  const tookMs = await until('the script is ended', () => processesWith(script).length === 0);
  expectPromised('The script of a killed engine is gone', tookMs, quiet);
  await page.getByText(common.engine.restarted).waitFor();
  expect(desktop.enginePid()).not.toBe(engine);

  await page.getByRole('button', { name: ui.pattern(home.recordings.recoverTitle) }).click();
  await ui.untilSaved(page);
  await page.getByText(run.head.recovered).waitFor();
  await page
    .getByRole('region', { name: run.answer.label })
    .getByText(/requests completed/)
    .waitFor();
  // And the new engine runs things.
  await clickMenu(app, 'home');
  await startLongRun(desktop);
  app.process().kill('SIGTERM');
  expect(await ended(app)).toBe(0);
});

/** A window that shows a file; gives back the address of what is shown. */
async function showFile(): Promise<Desktop & { readonly shown: string }> {
  const dataDir = newDataDir();
  const file = join(dataDir, 'shown.loopscope');
  copyFileSync(SESSION, file);
  const desktop = await launchDesktop({ dataDir, files: [file] });
  await ui.untilSaved(desktop.page);
  return { ...desktop, shown: desktop.page.url() };
}

async function untilShownAgain({ page, shown }: Awaited<ReturnType<typeof showFile>>): Promise<void> {
  await expect.poll(() => page.url(), { timeout: 20_000 }).toMatch(/#\/run\//);
  await expect.poll(() => page.url(), { timeout: 20_000 }).not.toBe(shown);
  await ui.untilSaved(page);
  await page.getByText('shown.loopscope').first().waitFor();
  // Not only a picture of it: the new engine answers.
  expect((await ui.tableRows(await ui.showTab(page, 'functions'))).length).toBeGreaterThan(0);
  expect(await page.getByText(common.failure.connectionLost).count()).toBe(0);
}

test('the engine is killed while a file is shown: it is shown again', async () => {
  const desktop = await showFile();
  const engine = desktop.enginePid();
  process.kill(engine, 'SIGKILL');
  await untilAnotherEngine(desktop, engine);
  await untilShownAgain(desktop);
  await desktop.app.close();
});

type Bridged = { loopscope: { engineAddress(): Promise<{ port: number }> } };
const portOf = ({ page }: Desktop): Promise<number> =>
  page.evaluate(async () => (await (globalThis as unknown as Bridged).loopscope.engineAddress()).port);

/** Takes a port as soon as it is free. */
function takePort(port: number): Promise<void> {
  return new Promise((resolve) => {
    const server = createServer();
    onTestFinished(() => void server.close());
    server.on('error', () => setTimeout(() => server.listen(port, '127.0.0.1'), 1));
    server.once('listening', () => resolve());
    server.listen(port, '127.0.0.1');
  });
}

test('the engine is killed and its port is taken meanwhile: the page follows to the other one and shows the file again', async () => {
  const desktop = await showFile();
  const engine = desktop.enginePid();
  const port = await portOf(desktop);
  process.kill(engine, 'SIGKILL');
  await takePort(port);
  await untilAnotherEngine(desktop, engine);
  await untilShownAgain(desktop);
  expect(await portOf(desktop)).not.toBe(port);
  await desktop.app.close();
});

test('a file given while the program is on its way out is opened by the next start, which comes by itself', async () => {
  const desktop = await launchDesktop();
  const { app, dataDir } = desktop;
  await startLongRun(desktop);
  const file = join(dataDir, 'late.loopscope');
  copyFileSync(SESSION, file);
  const gone = ended(app);
  // The script does not end by being asked to, so leaving takes some seconds.
  app.process().kill('SIGTERM');
  await until('the window is closed', async () => (await app.windows().length) === 0);
  const second = spawn(electronProgram(), electronArguments(file), { env: electronEnvironment(dataDir), stdio: 'ignore' });
  await new Promise((resolve) => second.once('exit', resolve));
  expect(await gone).toBe(0);

  const recent = join(dataDir, 'recent.json');
  onTestFinished(() => {
    for (const pid of processesWith(file)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has gone with its parent.
      }
    }
  });
  await until('the next start has opened it', () => existsSync(recent) && readFileSync(recent, 'utf8').includes('late.loopscope'));
});

test('main is killed: engine and script are gone within 2 s, and the next start offers the recording', async () => {
  const dataDir = newDataDir();
  const desktop = await launchDesktop({ dataDir });
  const script = await startLongRun(desktop);
  const engine = desktop.enginePid();
  const gone = ended(desktop.app);
  const quiet = slowness();
  process.kill(desktop.mainPid, 'SIGKILL');
  const tookMs = await until('engine and script are gone', () => !isAlive(engine) && processesWith(script).length === 0);
  expectPromised('Engine and script of a killed window are gone', tookMs, quiet);
  await gone;

  const { app, page, errors } = await launchDesktop({ dataDir });
  await page.getByRole('button', { name: ui.pattern(home.recordings.recoverTitle) }).click();
  await page.getByText(run.head.recovered).waitFor();
  expect(errors).toEqual([]);
  await app.close();
});

test('an engine that dies again and again is given up with a sentence', async () => {
  const desktop = await launchDesktop();
  const { app, page } = desktop;
  await page.getByRole('heading', { name: home.studies.title }).waitFor();
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = (async (...args: unknown[]) => {
      (globalThis as { told?: unknown }).told = args[args.length - 1];
      return { response: 0 };
    }) as typeof dialog.showMessageBox;
  });
  const told = () => app.evaluate(() => (globalThis as { told?: { message: string } }).told ?? null);
  for (let death = 0; death < 4; death++) {
    let pid = 0;
    await until('an engine', () => {
      try {
        pid = desktop.enginePid();
        return true;
      } catch {
        return false;
      }
    });
    process.kill(pid, 'SIGKILL');
    await until('it is gone', () => !isAlive(pid));
  }
  await until('told', async () => (await told()) !== null);
  expect((await told())?.message).toBe('The engine has ended unexpectedly several times.');
  await app.close();
});
