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
  return chromium.launch({ executablePath: browserPath(), args: ARGUMENTS });
}

/**
 * Chromium, headless, with one profile for all its pages, which are drawn by one process: V8 compiles the interface for the first pages only, which is a
 * fifth of the time of a page. What a page leaves in storage is there for the next one.
 */
export async function launchProfile(): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext('', {
    executablePath: browserPath(),
    args: [...ARGUMENTS, '--renderer-process-limit=1'],
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

function browserPath(): string {
  const found = findBrowser();
  if (found === null) throw new Error('No Chromium was found. `npm test` says how to get one.');
  return found.path;
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

interface Opened extends PageErrors {
  readonly page: Page;
  readonly context: BrowserContext;
}

/** A page of its own profile (cookies, storage) that remembers whatever went wrong on it. */
export async function openPage(browser: Browser, look: LookOptions = {}): Promise<Opened> {
  const { viewport, colorScheme } = lookOf(look);
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce', acceptDownloads: true });
  context.setDefaultTimeout(PATIENCE_MS);
  return watch(await context.newPage());
}

/** A page in a profile that other pages use as well. */
export async function openPageIn(profile: BrowserContext, look: LookOptions = {}): Promise<Opened> {
  const { viewport, colorScheme } = lookOf(look);
  const page = await profile.newPage();
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  return watch(page);
}

const lookOf = ({ width = 1440, height = 900, colorScheme = 'light' }: LookOptions) => ({ viewport: { width, height }, colorScheme });

/** Remembers whatever goes wrong on it. */
async function watch(page: Page): Promise<Opened> {
  const context = page.context();
  if (SLOWER > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return { page, context, errors };
}
