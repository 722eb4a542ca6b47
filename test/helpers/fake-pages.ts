/** The interface in a browser, on a stand-in engine: one browser for a file, a page and an engine for each test. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type LookOptions, launchBrowser, openPage } from './browser.ts';
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
  let browser: Browser;
  let dist: string;
  beforeAll(async () => {
    [browser, dist] = await Promise.all([launchBrowser(), buildRenderer(plugins)]);
  });
  afterAll(() => browser?.close());
  return async (hash: string, options: FakeEngineOptions = {}, { prepare, ...look }: Opening = {}): Promise<FakePage> => {
    const engine = await startFakeEngine({ dist, ...options });
    const { page, context, errors } = await openPage(browser, look);
    onTestFinished(async () => {
      await context.close();
      await engine.close();
    });
    const opened = { engine, page, errors };
    await prepare?.(opened);
    await page.goto(`${engine.url}${hash}`);
    await page.getByRole('main').getByRole('heading').first().waitFor();
    return opened;
  };
}
