/** What a browser does for its pages and the window does itself: a step back and forward, loading the page anew, the trash of the system. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { clickMenu, launchDesktop, needElectron, newDataDir } from '../helpers/desktop.ts';
import * as ui from '../helpers/interface.ts';

const { common, home, run } = ui.words;
const SESSION = join(import.meta.dirname, '../fixtures/sessions/format-1.loopscope');

needElectron();

const chosen = (page: Page, name: string) => page.getByRole('tab', { name, selected: true }).waitFor();

/** As from the keyboard of the system: the keys of a menu do not reach the page. */
const pressWithAlt = (app: ElectronApplication, keyCode: 'Left' | 'Right') =>
  app.evaluate(({ BrowserWindow }, code) => {
    for (const type of ['keyDown', 'keyUp'] as const) {
      BrowserWindow.getAllWindows()[0]!.webContents.sendInputEvent({ type, keyCode: code, modifiers: ['alt'] });
    }
  }, keyCode);

test('Alt+Left, a button of the mouse and the menu undo a step, Alt+Right redoes it, and a reload shows the same', async () => {
  const { app, page, errors } = await launchDesktop({ files: [SESSION] });
  await ui.untilSaved(page);
  await ui.showTab(page, 'server');
  await ui.showTab(page, 'output');
  await pressWithAlt(app, 'Left');
  await chosen(page, run.tab.server);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.emit('app-command', {}, 'browser-backward'));
  await chosen(page, run.tab.overview);
  await pressWithAlt(app, 'Right');
  await chosen(page, run.tab.server);
  await page.reload();
  await ui.untilSaved(page);
  await chosen(page, run.tab.server);
  await clickMenu(app, 'back');
  await chosen(page, run.tab.overview);
  expect(errors).toEqual([]);
  await app.close();
});

/** Electron 9 leaves it to this program of GLib; a current one does it itself. */
const HAS_TRASH = spawnSync('gio', ['version']).status === 0;

test.skipIf(!HAS_TRASH)('a session of the list goes to the trash of the system, and one that the list does not have does not', async () => {
  const dataDir = newDataDir();
  const [shown, other] = ['shown', 'other'].map((name) => join(dataDir, `${name}.loopscope`)) as [string, string];
  for (const file of [shown, other]) copyFileSync(SESSION, file);
  const { app, page, errors } = await launchDesktop({ dataDir, files: [shown], env: { XDG_DATA_HOME: dataDir } });
  await ui.untilSaved(page);
  await clickMenu(app, 'home');
  const recent = page.getByRole('table', { name: home.recent.title });
  await recent.getByRole('row').nth(1).getByRole('button').first().focus();
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('dialog');
  await ui.untilFocused(ui.button(dialog, common.action.cancel));
  await ui.button(dialog, home.recent.trashIt).click();
  await page.getByText(home.recent.trashed.replace('{file}', 'shown.loopscope')).waitFor();
  await page.getByText(home.recent.empty).waitFor();
  expect([existsSync(shown), readdirSync(join(dataDir, 'Trash/files'))]).toEqual([false, ['shown.loopscope']]);

  type Bridged = { loopscope: { trash(path: string): Promise<boolean> } };
  expect(await page.evaluate((path) => (globalThis as unknown as Bridged).loopscope.trash(path), other)).toBe(false);
  expect(existsSync(other)).toBe(true);
  expect(errors).toEqual([]);
  await app.close();
});
