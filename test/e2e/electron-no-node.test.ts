/** A machine without a Node that is new enough: sessions open all the same, and a new run says what is missing. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clickMenu, keepPicture, launchDesktop, needElectron } from '../helpers/desktop.ts';
import * as ui from '../helpers/interface.ts';

const { common, run } = ui.words;
const SESSION = join(import.meta.dirname, '../fixtures/sessions/format-1.loopscope');

needElectron();

test('a session opens, and New run explains itself', async () => {
  const { app, page, errors } = await launchDesktop({ files: [SESSION], env: { LOOPSCOPE_NODE: '/nonexistent/node' } });
  await ui.untilSaved(page);
  await page.getByRole('region', { name: run.answer.label }).waitFor();
  await clickMenu(app, 'new-run');
  await page
    .getByText(/Runs need Node\.js 20\.19 or newer, and none was found/)
    .first()
    .waitFor();
  await ui.button(page, common.engine.getNode).waitFor();
  await keepPicture(page, 'electron-no-node');
  const opened = await app.evaluate(({ shell }) => {
    const links: string[] = [];
    (globalThis as { links?: string[] }).links = links;
    shell.openExternal = async (url) => void links.push(url);
    return links;
  });
  expect(opened).toEqual([]);
  await ui.button(page, common.engine.getNode).click();
  await expect.poll(() => app.evaluate(() => (globalThis as { links?: string[] }).links)).toEqual(['https://nodejs.org/en/download']);
  expect(errors).toEqual([]);
  await app.close();
});
