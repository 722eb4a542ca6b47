/** Nothing is lost, whichever of the three processes is killed while a run goes on. How soon it is back is in test/acceptance. */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { page as pageWords } from '../../shared/words/en/said/page.ts';
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
import { completedShown, killPage, startUnendingRun } from '../helpers/killed-window.ts';

const { home, run } = ui.words;

needElectron();

const SESSION = join(import.meta.dirname, '../fixtures/sessions/format-1.loopscope');

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

test('after the page crashes it is reloaded, and the run continues', { tags: ['long'] }, async () => {
  const desktop = await launchDesktop();
  const { app } = desktop;
  const script = await startUnendingRun(desktop);
  const targets = processesWith(script);
  const engine = desktop.enginePid();
  await killPage(app);
  expect(desktop.enginePid()).toBe(engine);
  expect(processesWith(script)).toEqual(targets);
  const later = await completedShown(app);
  await until('the run goes on', async () => (await completedShown(app)) > later);
  desktop.app.process().kill('SIGTERM');
  expect(await ended(app)).toBe(0);
  expect(processesWith(script)).toEqual([]);
});

test('after the engine is killed, it is restarted, the script ends, and the recording is offered and opens', async () => {
  const desktop = await launchDesktop();
  const { app, page } = desktop;
  const script = await startUnendingRun(desktop);
  const engine = desktop.enginePid();
  process.kill(engine, 'SIGKILL');
  await until('the script is ended', () => processesWith(script).length === 0);
  await page.getByText(pageWords.engineRestarted).waitFor();
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
  await startUnendingRun(desktop);
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
  await expect.poll(() => page.url()).toMatch(/#\/run\//);
  await expect.poll(() => page.url()).not.toBe(shown);
  await ui.untilSaved(page);
  await page.getByText('shown.loopscope').first().waitFor();
  // Not only a picture of it: the new engine answers.
  expect((await ui.tableRows(await ui.showTab(page, 'functions'))).length).toBeGreaterThan(0);
  expect(await page.getByText(pageWords.connectionLost).count()).toBe(0);
}

test('a file shown when the engine is killed is shown again', { tags: ['long'] }, async () => {
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

test('when the port is taken after the engine was killed, the page follows to the new port and shows the file again', {
  tags: ['long'],
}, async () => {
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

test('a file opened while the program quits is opened by an automatic restart', { tags: ['long'] }, async () => {
  const desktop = await launchDesktop();
  const { app, dataDir } = desktop;
  await startUnendingRun(desktop);
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

test('after main is killed, engine and script end, and the next start offers the recording', { tags: ['long'] }, async () => {
  const dataDir = newDataDir();
  const desktop = await launchDesktop({ dataDir });
  const script = await startUnendingRun(desktop);
  const engine = desktop.enginePid();
  const gone = ended(desktop.app);
  process.kill(desktop.mainPid, 'SIGKILL');
  await until('engine and script are gone', () => !isAlive(engine) && processesWith(script).length === 0);
  await gone;

  const { app, page, errors } = await launchDesktop({ dataDir });
  await page.getByRole('button', { name: ui.pattern(home.recordings.recoverTitle) }).click();
  await page.getByText(run.head.recovered).waitFor();
  expect(errors).toEqual([]);
  await app.close();
});

test('gives up with a message when the engine keeps crashing', { tags: ['long'] }, async () => {
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
