/** The interface in a browser, on a stand-in engine: one browser for a file, a page and an engine for each test. */
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

/** Returns how to open a page, which is closed when the test has ended. `plugins`: of the build of the page. */
export function setupFakePages(plugins?: Parameters<typeof buildRenderer>[0]) {
  let context: BrowserContext;
  let dist: string;
  /** That of the first engine of the file: what V8 compiled belongs to an origin. */
  let port = 0;
  beforeAll(async () => {
    [context, dist] = await Promise.all([launchProfile(), buildRenderer(plugins)]);
  });
  afterAll(() => context?.close());
  return async (hash: string, options: FakeEngineOptions = {}, { prepare, ...look }: Opening = {}): Promise<FakePage> => {
    const engine = await startFakeEngine({ dist, port, ...options });
    port = Number(new URL(engine.url).port);
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
