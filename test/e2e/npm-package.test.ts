/** The page that the npm package serves is the whole interface. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { launchBrowser, openPage } from '../helpers/browser.ts';
import { button, openInterface, showTab, untilAnswered, words } from '../helpers/interface.ts';
import { install, packCopy, removeInstalled } from '../helpers/npm-package.ts';
import { serveProduct } from '../helpers/serve.ts';

test('opens a sample, with its flame graph', { tags: ['long'] }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loopscope-pack-'));
  const installed = install(await packCopy(folder));
  const product = await serveProduct({ command: installed.command });
  const browser = await launchBrowser();
  onTestFinished(async () => {
    await browser.close();
    await product.stop();
    removeInstalled(installed);
    rmSync(folder, { recursive: true });
  });
  const { page, errors } = await openPage(browser);
  await openInterface(page, product.link);
  await button(page, words.home.samples['slow-route'].name).click();
  await untilAnswered(page);
  await showTab(page, 'flame');
  // A frame of the sample, so not only its place.
  await page.locator('g.frame[name=listProducts]').first().waitFor();
  expect(errors).toEqual([]);
});
