/** Nothing is lost, whichever of the three processes is killed while a run goes on. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  clickMenu,
  type Desktop,
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

/** What users are promised, and how much slower the machine of the tests may be while it does other things. */
const PROMISED_MS = 2_000;
const BUSY = 3;

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

  process.kill(page, 'SIGKILL');
  const tookMs = await until(
    'the page is back',
    () =>
      inPage<number>(app, COMPLETED, 300).then(
        (count) => count > before,
        () => false,
      ),
    10_000,
  );
  expect(tookMs).toBeLessThan(PROMISED_MS * BUSY);
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
  process.kill(engine, 'SIGKILL');
  await until('the script is ended', () => processesWith(script).length === 0, PROMISED_MS * BUSY);
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

test('main is killed: engine and script are gone within 2 s, and the next start offers the recording', async () => {
  const dataDir = newDataDir();
  const desktop = await launchDesktop({ dataDir });
  const script = await startLongRun(desktop);
  const engine = desktop.enginePid();
  const gone = ended(desktop.app);
  process.kill(desktop.mainPid, 'SIGKILL');
  await gone;
  await until('engine and script are gone', () => !isAlive(engine) && processesWith(script).length === 0, PROMISED_MS * BUSY);

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
