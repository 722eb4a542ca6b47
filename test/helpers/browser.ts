import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../setup/find-browser.mjs';

/** Quiet and alone: nothing of a browser's own traffic or first-run pages gets between a test and the page. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Chromium, headless. Throws with the remedy when there is none; `npm test` installs it where it may. */
export async function launchBrowser(): Promise<Browser> {
  const found = findBrowser();
  if (found === null) throw new Error('No Chromium was found. `npm test` says how to get one.');
  return chromium.launch({ executablePath: found.path, args: ARGUMENTS });
}

/** How many times as slow pages run as they could: finds what only fails on a slow machine. */
const SLOWER = Number(process.env.LOOPSCOPE_SLOW_PAGES ?? 1);

/** For a machine that is busy with something else as well. */
const PATIENCE_MS = 30_000;

export interface PageErrors {
  /** Uncaught exceptions, console errors and refusals by the content security policy, as text. */
  readonly errors: string[];
}

export interface LookOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
}

/** A page of its own profile (cookies, storage) that remembers whatever went wrong on it. */
export async function openPage(browser: Browser, options: LookOptions = {}): Promise<{ page: Page; context: BrowserContext } & PageErrors> {
  const { width = 1440, height = 900, colorScheme = 'light' } = options;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce', acceptDownloads: true });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  if (SLOWER > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return { page, context, errors };
}
