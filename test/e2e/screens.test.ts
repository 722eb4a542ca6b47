/**
 * Every screen in two sizes, light and dark: axe must find nothing, nothing may stick out sideways, and a picture of each is
 * left in out/screens/ for people to look at.
 * @module-tag long
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../electron/engine/machine/paths.ts';
import { launchBrowser, openPage } from '../helpers/browser.ts';
import { EXPRESS_APP } from '../helpers/express-app.ts';
import * as ui from '../helpers/interface.ts';
import { expectGoodLooks, type Look } from '../helpers/look.ts';
import { type ServedProduct, serveProduct } from '../helpers/serve.ts';

const PICTURES = join(ROOT, 'out/screens');
const { common, home, run } = ui.words;

let browser: Browser;
let product: ServedProduct;
/** The browser that has the cookie; looks share it. */
let session: Awaited<ReturnType<typeof openPage>>;
let resultHash: string;

beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true });
  browser = await launchBrowser();
  product = await serveProduct();
  session = await openPage(browser);
  await ui.openInterface(session.page, product.link);
  await ui.fillSetup(session.page, { script: EXPRESS_APP, url: '/work/slow', measure: { seconds: 3 } });
  await ui.runButton(session.page).click();
  await ui.untilSaved(session.page);
  resultHash = new URL(session.page.url()).hash;
});
afterAll(async () => {
  expect(session.errors).toEqual([]);
  await browser.close();
  await product.stop();
});

/** Screen name -> how to get there from a page that shows anything. */
const SCREENS: Record<string, (page: Page) => Promise<unknown>> = {
  home: async (page) => {
    await goTo(page, '#/');
    await page.getByRole('table', { name: home.recent.title }).waitFor();
  },
  setup: async (page) => {
    await goTo(page, '#/');
    await ui.fillSetup(page, { script: EXPRESS_APP, measure: { seconds: 10 }, warmup: 3 });
    // Not the words that open a card: opening another one closes it again.
    const folded = ui.main(page).getByRole('button', { expanded: false }).and(page.locator(':not([aria-haspopup])'));
    while ((await folded.count()) > 0) await folded.first().click();
    await ui.main(page).getByText('is started with Node').waitFor();
  },
  'setup-wrong': async (page) => {
    await goTo(page, '#/');
    await ui.fillSetup(page, { script: '/no/such/script.js', connections: 0, measure: { seconds: 0 } });
    await ui.main(page).locator('[data-field=connections] [aria-invalid=true]').waitFor();
  },
  overview: (page) => goToTab(page, 'overview'),
  flame: async (page) => (await goToTab(page, 'flame')).getByText('countPrimes').first().waitFor(),
  functions: async (page) => ui.tableRows(await goToTab(page, 'functions')),
  server: (page) => goToTab(page, 'server'),
  output: async (page) => (await goToTab(page, 'output')).getByText('shop listening').waitFor(),
  notes: (page) => goToTab(page, 'notes'),
  settings: (page) => goTo(page, '#/settings'),
  'open-file': async (page) => {
    await goTo(page, '#/');
    await ui.button(page, common.app.open).click();
    await page.getByRole('dialog').getByRole('listitem').first().waitFor();
  },
  keys: async (page) => {
    await goTo(page, '#/');
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
  },
  'no-such-page': (page) => goTo(page, '#/nowhere'),
};

async function goTo(page: Page, hash: string): Promise<void> {
  await page.goto(`${new URL(product.link).origin}/${hash}`);
  await ui.main(page).getByText(/\w/).first().waitFor();
}

async function goToTab(page: Page, tab: Parameters<typeof ui.showTab>[1]) {
  await goTo(page, resultHash);
  return ui.showTab(page, tab);
}

test.each(Object.keys(SCREENS))('%s', async (name) => {
  const page = await session.context.newPage();
  try {
    await SCREENS[name]!(page);
    await check(page, name);
  } finally {
    await page.close();
  }
});

test('live', async () => {
  const page = await session.context.newPage();
  await goTo(page, '#/');
  await ui.fillSetup(page, { script: EXPRESS_APP, url: '/work/slow', measure: { seconds: 60 } });
  await ui.runButton(page).click();
  const live = page.getByRole('region', { name: run.live.label });
  await live.getByText(/\d{3} completed/).waitFor();
  await check(page, 'live');
  await ui.button(live, run.live.stop).click();
  await ui.untilSaved(page);
  await page.close();
});

function check(page: Page, name: string): Promise<void> {
  const each = ({ width, colorScheme }: Look) => page.screenshot({ path: join(PICTURES, `${name}-${width}-${colorScheme}.png`) });
  return expectGoodLooks(page, { each });
}
