/** The key of a browser's page: what it opens, who gets to see it, and what is said when it is of no use. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchBrowser, openPage } from '../helpers/browser.ts';
import * as ui from '../helpers/interface.ts';
import { type ServedProduct, serveProduct } from '../helpers/serve.ts';

const { common, home } = ui.words;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function serve(args: readonly string[] = []): Promise<ServedProduct> {
  const product = await serveProduct({ args });
  onTestFinished(async () => void (await product.stop()));
  return product;
}

async function openTab(): Promise<{ page: Page; context: BrowserContext; errors: readonly string[] }> {
  const opened = await openPage(browser);
  onTestFinished(() => opened.context.close());
  return opened;
}

/** Home is drawn at once; this is what only an engine that has let the page in can say. */
const untilAnswered = (page: Page) => page.getByText(home.recent.empty).waitFor();
/** The heading of the locked page, and that it says how to go on. */
async function lockedTitle(page: Page): Promise<string | null> {
  const locked = page.getByRole('alert').filter({ hasText: common.locked.how });
  await locked.waitFor();
  return locked.getByRole('heading').textContent();
}

test('one link opens a browser, also after a reload and in a second tab, and leaves no token in the address', async () => {
  const product = await serve();
  const { page, context, errors } = await openTab();
  await ui.openInterface(page, product.link);
  const { origin, hash } = new URL(product.link);
  expect(page.url()).toBe(`${origin}/`);
  await page.reload();
  await untilAnswered(page);
  const second = await context.newPage();
  await second.goto(`${origin}/#/settings`);
  await second.getByRole('heading', { name: common.app.settings }).waitFor();
  // Back to the link, which is used up: this browser has a key.
  await page.goto(`${origin}/${hash}`);
  await page.reload();
  await untilAnswered(page);
  expect(errors).toEqual([]);
});

test('a page reloaded before its link was confirmed still gets in', async () => {
  const product = await serve();
  const { page } = await openTab();
  let isHeld = false;
  await page.route('**/key', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    // The link is exchanged, and the answer never comes.
    await route.fetch();
    isHeld = true;
  });
  await page.goto(product.link);
  await expect.poll(() => isHeld).toBe(true);
  await page.reload();
  await untilAnswered(page);
});

test('another server on 127.0.0.1 gets no credential from the browser', async () => {
  const product = await serve();
  const { page, context } = await openTab();
  await ui.openInterface(page, product.link);
  await untilAnswered(page);
  const key = await page.evaluate(() => localStorage.getItem('loopscope-key'));
  expect(key).toMatch(/^[\w-]{22}$/);

  const seen: IncomingMessage[] = [];
  const other = createServer((request, response) => {
    seen.push(request);
    const body = `<!doctype html><title>other</title><form method="post"><input name="a"></form><a href="${origin}/">to Loopscope</a>`;
    response.setHeader('content-type', 'text/html').end(body);
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const { origin, port } = new URL(product.link);
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;

  const tab = await context.newPage();
  await tab.goto(elsewhere);
  await tab.evaluate(() => fetch('/again', { method: 'POST', credentials: 'include', body: 'x' }));
  expect(await tab.evaluate(() => [JSON.stringify({ ...localStorage }), document.cookie])).toEqual(['{}', '']);
  await tab.evaluate(() => document.forms[0]!.submit());
  await expect.poll(() => seen.filter(({ method }) => method === 'POST').length).toBe(2);
  // Also when the page of Loopscope itself leads there.
  await page.evaluate((url) => void window.location.assign(`${url}/from-loopscope`), elsewhere);
  await expect.poll(() => seen.some(({ url }) => url === '/from-loopscope')).toBe(true);

  expect(seen.flatMap(({ headers }) => Object.keys(headers)).filter((name) => /cookie|authorization|protocol/.test(name))).toEqual([]);
  expect(seen.flatMap(({ rawHeaders, url }) => [...rawHeaders, url]).filter((text) => text?.includes(key!))).toEqual([]);
  expect(seen.find(({ url }) => url === '/from-loopscope')!.headers.referer).toBeUndefined();
  for (const { headers } of seen) {
    const held = Object.entries(headers).filter(([name]) => !/^(host|connection|content-length|origin)$/.test(name)) as [string, string][];
    const asOurs = { ...Object.fromEntries(held), origin };
    for (const [method, path] of [
      ['GET', '/key'],
      ['GET', '/download/x'],
      ['POST', '/download/x'],
      ['POST', '/upload?name=x'],
    ] as const) {
      // As the page itself would be told apart from others: without that, it is refused for where it comes from.
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { ...asOurs, 'sec-fetch-site': 'same-origin' } });
      expect([path, answer.status]).toEqual([path, 401]);
    }
  }
});

test('a used, an unknown and a missing link each show what happened and what to do', { tags: ['long'] }, async () => {
  const product = await serve();
  const mine = await openTab();
  const other = await openTab();
  await ui.openInterface(mine.page, product.link);
  await untilAnswered(mine.page);
  const { origin } = new URL(product.link);
  await other.page.goto(product.link);
  expect(await lockedTitle(other.page)).toBe('This link has already been used');
  await other.page.goto('about:blank');
  await other.page.goto(`${origin}/#open=AAAAAAAAAAAAAAAAAAAAAA`);
  expect(await lockedTitle(other.page)).toBe('This link is not valid here');
  await other.page.goto('about:blank');
  await other.page.goto(`${origin}/`);
  expect(await lockedTitle(other.page)).toBe('This Loopscope is locked');
});

test('after a restart of the engine, old pages say so, and one new link opens all of them', { tags: ['long'] }, async () => {
  const first = await serveProduct();
  const { port, origin } = new URL(first.link);
  const { page, context } = await openTab();
  await ui.openInterface(page, first.link);
  await untilAnswered(page);
  const second = await context.newPage();
  await second.goto(`${origin}/`);
  await untilAnswered(second);
  await first.stop();
  await page.getByText(common.connection.hint).waitFor();
  const again = await serve(['--port', port]);
  for (const tab of [page, second]) expect(await lockedTitle(tab)).toBe('Loopscope has been restarted');
  // Into the address of a page that is there: nothing is loaded for it.
  await page.goto(again.link);
  await untilAnswered(page);
  expect(page.url()).toBe(`${origin}/`);
  await untilAnswered(second);
});
