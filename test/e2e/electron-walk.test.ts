/** What a person does with the window, in a real Electron: from a script to a result, the file, and back. */

import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  answerDialogs,
  clickMenu,
  type Desktop,
  dialogsShown,
  electronArguments,
  electronEnvironment,
  electronProgram,
  ended,
  isMenuEnabled,
  keepPicture,
  launchDesktop,
  needElectron,
  newDataDir,
  processesWith,
  until,
} from '../helpers/desktop.ts';
import * as ui from '../helpers/interface.ts';

const { common, home, run, setup } = ui.words;
const SESSION = join(import.meta.dirname, '../fixtures/sessions/format-1.loopscope');

needElectron();

/** A server of this test alone, found again by its path. */
function writeServer(dir: string): string {
  const script = join(dir, 'server.cjs');
  writeFileSync(
    script,
    "require('http').createServer((q, s) => { let n = 0; for (let i = 0; i < 2e5; i++) n += i; setTimeout(() => s.end(String(n)), 5); }).listen(0);\n",
  );
  return script;
}

const title = (page: Page): Promise<string> => page.title();
const windowTitle = (app: ElectronApplication): Promise<string> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.getTitle());

async function startLongRun({ page, dataDir }: Desktop): Promise<string> {
  const script = writeServer(dataDir);
  await page.getByRole('heading', { name: home.studies.title }).waitFor();
  await ui.fillSetup(page, { script, connections: 4, measure: { seconds: 60 } });
  await ui.runButton(page).click();
  const live = page.getByRole('region', { name: run.live.label });
  await live.locator('[aria-current=step]').filter({ hasText: run.live.measuring }).waitFor();
  await live.getByText(/[1-9][\d,]* completed/).waitFor();
  return script;
}

test('title, menus and dialogs follow set-up, live run, stop, result, save as and reopen', async () => {
  const desktop = await launchDesktop();
  const { app, page, dataDir, errors } = desktop;
  await page.getByRole('heading', { name: home.studies.title }).waitFor();
  await keepPicture(page, 'electron-home');
  expect(await title(page)).toBe('Loopscope');
  expect(await isMenuEnabled(app, 'stop')).toBe(false);
  expect(await isMenuEnabled(app, 'saveAs')).toBe(false);

  // The script is chosen in the system's dialog.
  const script = writeServer(dataDir);
  await answerDialogs(app, [{ canceled: false, filePaths: [script] }]);
  await clickMenu(app, 'newRun');
  await ui.button(page, setup.script.choose).click();
  await expect.poll(() => page.getByLabel(setup.field.script.label, { exact: true }).inputValue()).toBe(script);
  expect((await dialogsShown(app))[0]!.title).toBe('Choose the script');
  await ui.fillSetup(page, { script, connections: 4, measure: { seconds: 60 } });
  await keepPicture(page, 'electron-setup');
  await ui.runButton(page).click();

  const live = page.getByRole('region', { name: run.live.label });
  await live.locator('[aria-current=step]').filter({ hasText: run.live.measuring }).waitFor();
  await live.getByText(/[1-9][\d,]* completed/).waitFor();
  await keepPicture(page, 'electron-live');
  expect(await windowTitle(app)).toBe('• server.cjs / – Loopscope');
  expect(await isMenuEnabled(app, 'saveAs')).toBe(false);
  // Also while a dialog covers what is measured.
  await clickMenu(app, 'keys');
  await page.getByRole('dialog', { name: common.keys.title }).waitFor();
  await clickMenu(app, 'stop');
  await until('stopped', async () => !(await isMenuEnabled(app, 'stop')));
  await page.keyboard.press('Escape');
  await ui.untilSaved(page);
  await expect.poll(() => windowTitle(app)).toBe('server.cjs / – Loopscope');
  expect(processesWith(script)).toEqual([]);

  // Tabs and search by the menu.
  await clickMenu(app, 'nextTab');
  await page.getByRole('tab', { name: run.tab.flame, selected: true }).waitFor();
  await keepPicture(page, 'electron-flame');
  await clickMenu(app, 'search');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  await clickMenu(app, 'previousTab');
  await page.getByRole('tab', { name: run.tab.overview, selected: true }).waitFor();
  await keepPicture(page, 'electron-result');
  // A page that is loaded anew has no figure of the live run left to show while it asks for the last ones.
  await page.reload();
  await ui.untilSaved(page);
  const answerOf = (one: typeof page) => one.getByRole('region', { name: run.answer.label }).textContent();
  await expect.poll(() => answerOf(page)).not.toBe('');
  const answer = await answerOf(page);

  // Typed without the extension, in front of a file of that name: nothing is replaced without a word.
  const file = join(dataDir, 'kept.loopscope');
  writeFileSync(file, 'somebody else’s');
  const typed = { canceled: false, filePath: join(dataDir, 'kept') };
  await answerDialogs(app, [typed, { response: 1 }, { canceled: true }, typed, { response: 0 }]);
  await clickMenu(app, 'saveAs');
  await until('asked', async () => (await dialogsShown(app)).length === 3);
  expect((await dialogsShown(app))[1]!.message).toBe('kept.loopscope is there already.');
  expect(readFileSync(file, 'utf8')).toBe('somebody else’s');
  await clickMenu(app, 'saveAs');
  await until('saved', () => readFileSync(file, 'latin1').startsWith('PK'));
  // The page says one thing at a time: that it is saved would take the place of what is said next.
  await page.getByRole('status').getByText('kept.loopscope').waitFor();

  // Copy puts on the system's clipboard what it says.
  await app.evaluate(({ clipboard }) => clipboard.clear());
  await ui.button(page, run.overview.copyCommand).click();
  await page.getByText(common.action.copied, { exact: true }).waitFor();
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toContain('server.cjs');

  // Another start, by the recent list of the menu.
  expect(errors).toEqual([]);
  await app.close();
  const again = await launchDesktop({ dataDir });
  await again.page.getByRole('heading', { name: home.studies.title }).waitFor();
  await until('the recent list', () => isMenuEnabled(again.app, 'recent'));
  await again.app.evaluate(({ Menu }) => Menu.getApplicationMenu()!.getMenuItemById('recent')!.submenu!.items[0]!.click());
  await ui.untilSaved(again.page);
  await expect.poll(() => answerOf(again.page)).toBe(answer);
  expect(again.errors).toEqual([]);
  await again.app.close();
});

test('opens files from arguments, a second start, the dialog and drag and drop', async () => {
  const dataDir = newDataDir();
  const [first, second] = ['first', 'second'].map((name) => join(dataDir, `${name}.loopscope`)) as [string, string];
  for (const file of [first, second]) copyFileSync(SESSION, file);
  const { app, page, errors } = await launchDesktop({ dataDir, files: [first] });
  await ui.untilSaved(page);
  await page.getByText('first.loopscope').first().waitFor();
  await keepPicture(page, 'electron-session');

  // The second start ends by itself and leaves its file to the first.
  execFileSync(electronProgram(), electronArguments(second), { env: electronEnvironment(dataDir), stdio: 'ignore', timeout: 60_000 });
  await page.getByText('second.loopscope').first().waitFor();

  // Several of them one after the other: the last is shown, and the newest of the recent ones.
  const [fifth, sixth] = ['fifth', 'sixth'].map((name) => join(dataDir, `${name}.loopscope`)) as [string, string];
  for (const file of [fifth, sixth]) copyFileSync(SESSION, file);
  execFileSync(electronProgram(), electronArguments(fifth, sixth), { env: electronEnvironment(dataDir), stdio: 'ignore', timeout: 60_000 });
  await page.getByText('sixth.loopscope').first().waitFor();
  // A session is on the screen before the list of recent ones is written.
  await expect.poll(() => recentFiles(dataDir).slice(0, 2)).toEqual([sixth, fifth]);

  await answerDialogs(app, [{ canceled: false, filePaths: [first] }]);
  await clickMenu(app, 'openFile');
  await page.getByText('first.loopscope').first().waitFor();

  await drop(page, second);
  await page.getByText('second.loopscope').first().waitFor();
  // All of several are opened, the last is shown.
  const [third, fourth] = ['third', 'fourth'].map((name) => join(dataDir, `${name}.loopscope`)) as [string, string];
  for (const file of [third, fourth]) copyFileSync(SESSION, file);
  await drop(page, third, fourth);
  await page.getByText('fourth.loopscope').first().waitFor();
  await expect.poll(() => recentFiles(dataDir).slice(0, 2)).toEqual([fourth, third]);
  const script = writeServer(dataDir);
  await drop(page, script);
  await expect.poll(() => page.getByLabel(setup.field.script.label, { exact: true }).inputValue()).toBe(script);
  expect(errors).toEqual([]);
  await app.close();
});

function recentFiles(dataDir: string): string[] {
  const { value } = JSON.parse(readFileSync(join(dataDir, 'recent.json'), 'utf8')) as { value: { path: string }[] };
  return value.map(({ path }) => path);
}

/** Files on the page, as the system hands them over: with paths that the page itself does not see. */
async function drop(page: Page, ...paths: string[]): Promise<void> {
  await page.evaluate(() => {
    const input = Object.assign(document.createElement('input'), { type: 'file', id: 'dropped', hidden: true, multiple: true });
    document.body.append(input);
  });
  await page.setInputFiles('#dropped', paths);
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('#dropped')!;
    const dataTransfer = new DataTransfer();
    for (const file of input.files!) dataTransfer.items.add(file);
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    input.remove();
  });
}

test('quitting during a run asks; staying keeps it, quitting ends the script and keeps the recording', async () => {
  const desktop = await launchDesktop();
  const { app, page, dataDir } = desktop;
  const script = await startLongRun(desktop);
  expect(processesWith(script)).not.toEqual([]);

  const STAY = { response: 1 };
  const LEAVE = { response: 0 };
  await answerDialogs(app, [STAY, LEAVE]);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.close());
  await until('asked', async () => (await dialogsShown(app)).length === 1);
  expect((await dialogsShown(app))[0]!.message).toBe('A run is in progress.');
  await page.getByRole('region', { name: run.live.label }).waitFor();
  expect(processesWith(script)).not.toEqual([]);

  const gone = ended(app);
  await app.evaluate(({ app: electron }) => electron.quit()).catch(() => undefined);
  expect(await gone).toBe(0);
  expect(processesWith(script)).toEqual([]);
  expect(recentFiles(dataDir)).toHaveLength(1);
});

test('the window position is restored; About and Help show information', { tags: ['long'] }, async () => {
  const dataDir = newDataDir();
  const first = await launchDesktop({ dataDir });
  const place = { x: 60, y: 40, width: 900, height: 640 };
  // Within the event, in front of what takes the place: X tells of each place that a window had a moment late, so one that was moved
  // just now may for some milliseconds be said to be where it was.
  await first.app.evaluate(({ BrowserWindow }, bounds) => {
    const window = BrowserWindow.getAllWindows()[0]!;
    window.prependListener('close', () => window.setBounds(bounds));
  }, place);
  await first.app.close();
  const { app, page, errors } = await launchDesktop({ dataDir });
  await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.getNormalBounds())).toEqual(place);

  await page.getByRole('heading', { name: home.studies.title }).waitFor();
  // About, once for each of its lists of licences.
  await app.evaluate(({ shell }) => {
    shell.openPath = async (path) => {
      (globalThis as { openedPath?: string }).openedPath = path;
      return '';
    };
  });
  await answerDialogs(app, [{ response: 2 }]);
  await clickMenu(app, 'about');
  const opened = () => app.evaluate(() => (globalThis as { openedPath?: string }).openedPath ?? null);
  await expect.poll(opened).toMatch(/LICENSES\.chromium\.html$/);
  expect(readFileSync((await opened())!, 'utf8')).toContain('V8 JavaScript Engine');
  await answerDialogs(app, [{ response: 1 }]);
  await clickMenu(app, 'about');
  await page.getByText('Copyright').first().waitFor();
  expect((await dialogsShown(app))[0]!.detail).toMatch(/Version \d+\.\d+\.\d+\nElectron \d+.*\nChromium \d+[\s\S]*Node of the engine \d+/);
  await page.getByText(/Chromium \(BSD-3-Clause\), in Electron/).waitFor();
  await keepPicture(page, 'electron-licences');

  // What is copied is what was shown.
  await answerDialogs(app, [{ response: 0 }]);
  await clickMenu(app, 'diagnostics');
  await until('asked', async () => (await dialogsShown(app)).length === 1);
  const { detail } = (await dialogsShown(app))[0]!;
  expect(detail).toMatch(/^Version [\s\S]*\nlog:\n/);
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(detail);
  await clickMenu(app, 'help');
  await page.getByRole('article').getByRole('heading').first().waitFor();
  await keepPicture(page, 'electron-help');
  await clickMenu(app, 'keys');
  await page.getByRole('dialog', { name: common.keys.title }).waitFor();
  expect(errors).toEqual([]);
  await app.close();
});
