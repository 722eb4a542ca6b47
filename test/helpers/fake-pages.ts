/** The interface in a browser, on a stand-in engine: one browser for a worker, a page and an engine for each test. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type LookOptions, launchProfile, openPageIn } from './browser.ts';
import { buildRenderer, type FakeEngine, type FakeEngineOptions, startFakeEngine } from './fake-engine.ts';

export interface FakePage {
  readonly engine: FakeEngine;
  readonly page: Page;
  /** Whatever goes wrong on the page. */
  readonly errors: readonly string[];
}

interface Opening extends LookOptions {
  /** Before the page is loaded. */
  readonly prepare?: (opened: FakePage) => unknown;
}

type Plugins = Parameters<typeof buildRenderer>[0];

/** A browser and the folder of what it shows. */
interface Shown {
  readonly context: BrowserContext;
  readonly dist: string;
  /** That of the first engine: what V8 compiled belongs to an origin. */
  port: number;
}

async function show(plugins: Plugins): Promise<Shown> {
  const [context, dist] = await Promise.all([launchProfile(), buildRenderer(plugins)]);
  return { context, dist, port: 0 };
}

/** Of the interface as it is built: for all files of a worker. Playwright ends the browser with its process. */
let shared: Promise<Shown> | undefined;

/** Returns how to open a page, which is closed when the test has ended. `plugins`: of a build, and a browser, for this file alone. */
export function setupFakePages(plugins?: Plugins) {
  let shown: Shown;
  beforeAll(async () => {
    if (!plugins) shared ??= show([]);
    shown = await (plugins ? show(plugins) : shared!);
  });
  afterAll(async () => {
    if (plugins) await shown?.context.close();
  });
  return async (hash: string, options: FakeEngineOptions = {}, { prepare, ...look }: Opening = {}): Promise<FakePage> => {
    const { context, dist, port } = shown;
    const engine = await startFakeEngine({ dist, port, ...options });
    shown.port = Number(new URL(engine.url).port);
    const { page, errors } = await openPageIn(context, look);
    await forget(context, page, engine.url);
    onTestFinished(async () => {
      await page.close();
      await engine.close();
    });
    const opened = { engine, page, errors };
    await prepare?.(opened);
    await page.goto(`${engine.url}${hash}`);
    await page.getByRole('main').getByRole('heading').first().waitFor();
    return opened;
  };
}

/** Takes from the profile what earlier pages stored and were allowed. */
async function forget(context: BrowserContext, page: Page, url: string): Promise<void> {
  await context.clearPermissions();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'cookies,local_storage,indexeddb' });
  await devtools.detach();
}
