/** Names from a profile are somebody else's text: shown, never run. The same for another site that tries its luck. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { showHidden } from '../../shared/base/show-hidden.ts';
import { launchBrowser, openPage } from '../helpers/browser.ts';
import * as ui from '../helpers/interface.ts';
import { PAYLOADS, RAW_CONTROL } from '../helpers/payloads.ts';
import { serveProduct } from '../helpers/serve.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';
import { v8ProfileOf } from '../helpers/v8-profile.ts';

const dir = temporaryFolder();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const NAMES = [...PAYLOADS, 'toString', 'x'.repeat(5000)];

test('hostile names in a profile are shown as text everywhere and never run', async () => {
  const profile = v8ProfileOf(
    NAMES.map((name) => ['handler', name]),
    'file:///srv/<img src=x onerror=window.hacked=1>.js',
  );
  const file = join(dir, `loopscope <img src=x onerror=window.hacked=1> \u202e\u001b[2J ${process.pid}.cpuprofile`);
  writeFileSync(file, JSON.stringify(profile));
  const product = await serveProduct({ args: [file] });
  const { page, context, errors } = await openPage(browser);
  onTestFinished(async () => {
    await context.close();
    await product.stop();
  });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('dialog', () => errors.push('a dialog was opened'));
  await page.goto(product.link);

  const rows = await ui.tableRows(await ui.showTab(page, 'functions'));
  const shown = rows.map((cells) => cells.join(' '));
  for (const name of PAYLOADS.map(showHidden))
    expect(
      shown.some((row) => row.includes(name)),
      name,
    ).toBe(true);
  expect(shown.filter((row) => RAW_CONTROL.test(row))).toEqual([]);
  expect(await page.title()).not.toMatch(RAW_CONTROL);
  await page.getByRole('searchbox').first().fill('<img');
  const flame = await ui.showTab(page, 'flame');
  await flame.getByText('handler').first().waitFor();
  const frames = flame.locator('svg g, canvas, [role=img]');
  for (let i = 0; i < Math.min(await frames.count(), 12); i++)
    await frames
      .nth(i)
      .hover({ force: true, timeout: 1000 })
      .catch(() => {});
  await flame.getByRole('radio', { name: ui.words.run.flame.tree }).click();
  await flame.getByRole('table').or(flame.getByRole('treegrid')).first().waitFor();
  await page.getByRole('banner').getByRole('link', { name: ui.words.common.app.name }).click();
  await page.getByRole('table', { name: ui.words.home.recent.title }).waitFor();

  expect(await page.evaluate(() => document.body.innerText)).not.toMatch(RAW_CONTROL);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(await page.evaluate(() => document.querySelectorAll('img[src=x], iframe, [onerror], [onload]').length)).toBe(0);
  expect(await page.evaluate(() => ({}) as Record<string, unknown>).then((empty) => Object.keys(empty))).toEqual([]);
  const { origin, host } = new URL(product.link);
  expect(requests.filter((url) => !url.startsWith(origin) && !url.startsWith(`ws://${host}`))).toEqual([]);
  expect(errors).toEqual([]);
});

test('another site in the same browser can neither read nor send anything', async () => {
  const product = await serveProduct();
  const { page, context } = await openPage(browser);
  // A page of another origin on this very machine: same site for the browser, which would therefore send a cookie along.
  const evil = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>evil</title>'),
  );
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    evil.close();
    await context.close();
    await product.stop();
  });
  await ui.openInterface(page, product.link);
  const target = new URL(product.link).origin;
  const other = await context.newPage();
  await other.goto(`http://127.0.0.1:${(evil.address() as { port: number }).port}/`);

  const got = await other.evaluate(async (origin) => {
    const attempt = (work: () => Promise<string>) => work().catch(() => 'refused');
    const load = (tag: 'script' | 'img' | 'iframe' | 'link', url: string) =>
      new Promise<string>((resolve) => {
        const element = document.createElement(tag);
        element.addEventListener('load', () => resolve(tag === 'iframe' ? frameText(element as HTMLIFrameElement) : 'loaded'));
        element.addEventListener('error', () => resolve('refused'));
        if (tag === 'link') Object.assign(element, { rel: 'stylesheet', href: url });
        else Object.assign(element, { src: url });
        document.body.append(element);
      });
    const frameText = (frame: HTMLIFrameElement) => {
      try {
        return frame.contentDocument?.body.textContent || 'refused';
      } catch {
        return 'refused';
      }
    };
    const socket = () =>
      new Promise<string>((resolve) => {
        const ws = new WebSocket(`${origin.replace('http', 'ws')}/socket`, ['loopscope', 'token.x']);
        ws.addEventListener('open', () => resolve('open'));
        ws.addEventListener('error', () => resolve('refused'));
      });
    const events = () =>
      new Promise<string>((resolve) => {
        const source = new EventSource(`${origin}/`, { withCredentials: true });
        source.addEventListener('open', () => resolve('open'));
        source.addEventListener('error', () => resolve('refused'));
      });
    const upload = { method: 'POST', body: 'x', credentials: 'include' } as const;
    return {
      fetch: await attempt(async () => (await fetch(`${origin}/`, { credentials: 'include' })).text()),
      blind: await attempt(async () => (await fetch(`${origin}/`, { credentials: 'include', mode: 'no-cors' })).text()),
      script: await load('script', `${origin}/index.html`),
      image: await load('img', `${origin}/loopscope.svg`),
      style: await load('link', `${origin}/`),
      frame: await load('iframe', `${origin}/`),
      socket: await socket(),
      events: await events(),
      upload: await attempt(async () => (await fetch(`${origin}/upload?name=x`, upload)).text()),
      uploadWithHeader: await attempt(async () =>
        (await fetch(`${origin}/upload?name=x`, { ...upload, headers: { authorization: 'Bearer x' } })).text(),
      ),
      key: await attempt(async () => (await fetch(`${origin}/key`, { ...upload, headers: { authorization: 'Bearer x' } })).text()),
      ticket: await attempt(async () => (await fetch(`${origin}/download/x`, upload)).text()),
      download: await load('img', `${origin}/download/x?ticket=x`),
    };
  }, target);
  expect(new Set(Object.values(got)), JSON.stringify(got)).toEqual(new Set(['refused']));

  // A form goes out whatever the page may read; it must change nothing.
  await other.setContent(
    `<form method="post" enctype="text/plain" action="${target}/upload?name=x.cpuprofile"><input name="a" value="b"></form>`,
  );
  await other.evaluate(() => document.forms[0]!.submit());
  await other.waitForURL(`${target}/**`);
  expect(await other.textContent('body')).not.toContain('sessionId');
  await page.reload();
  await page.getByText(ui.words.home.recent.empty).waitFor();
});
