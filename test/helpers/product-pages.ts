/** The interface of the built product in a browser: one browser for a file, a page and a product for each test. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { launchBrowser, openPage } from './browser.ts';
import { openInterface } from './interface.ts';
import { type ServeOptions, serveProduct } from './serve.ts';

/** Returns how to open a page. When the test has ended, nothing may have gone wrong on either side. */
export function setupProductPages(): (options?: ServeOptions) => Promise<Page> {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  return async (options) => {
    const product = await serveProduct(options);
    const { page, context, errors } = await openPage(browser);
    onTestFinished(async () => {
      await context.close();
      expect(await product.stop()).toBe(0);
      // The second: a process that ended by itself.
      expect(product.output()).not.toMatch(/this is a bug|unexpectedly/);
      expect(errors).toEqual([]);
    });
    await openInterface(page, product.link);
    return page;
  };
}
