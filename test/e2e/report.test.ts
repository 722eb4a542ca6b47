/**
 * Reports opened from the disk in a browser, as whoever gets one by mail does: nothing is asked of the network, nothing goes
 * wrong, axe finds nothing, nothing sticks out. Pictures are left in out/screens/ for people to look at.
 */
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Engine } from '../../electron/engine/api/engine.ts';
import { ROOT } from '../../electron/engine/machine/paths.ts';
import { formatRunHtml } from '../../shared/report/run-report.ts';
import { launchBrowser, openPage } from '../helpers/browser.ts';
import { testCases } from '../helpers/cases.ts';
import { unwrap } from '../helpers/comparisons.ts';
import { expectNothingWider, findFaults, type Look, takeLook } from '../helpers/look.ts';
import { reportInput, syntheticRun } from '../helpers/report-input.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';
import { verbatim } from '../helpers/worded.ts';

const PICTURES = join(ROOT, 'out/screens');
const FIXTURES = join(ROOT, 'test/fixtures/sessions');
const REPORTS = ['run', 'comparison', 'hostile'] as const;
const EVIL =
  '</title></script><script>document.title="owned"</script><img src="http://127.0.0.1:9/x" onerror="document.title=\'owned\'">\u202e';

const folder = temporaryFolder();
const fileOf = (name: string): string => join(folder, `${name}.html`);
let browser: Browser;

beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true });
  browser = await launchBrowser();
  const engine = new Engine({ dataDir: temporaryFolder(), host: 'browser' });
  for (const [name, file] of [
    ['run', 'format-1.loopscope'],
    ['comparison', 'format-2-comparison.loopscope'],
  ] as const) {
    const { sessionId } = unwrap(await engine.handle('sessions.open', { path: join(FIXTURES, file) }));
    await writeFile(fileOf(name), unwrap(await engine.handle('export.text', { sessionId, format: 'html' })).text);
  }
  await engine.close();
  const input = await reportInput(syntheticRun());
  const heavy = input.run.profile!.heavy.map((row) => ({ ...row, function: EVIL, url: EVIL }));
  const flame = {
    ...input.flame!,
    meta: { ...input.flame!.meta, names: input.flame!.meta.names.map(() => EVIL), urls: input.flame!.meta.urls.map(() => EVIL) },
  };
  const run = { ...input.run, warnings: [verbatim(EVIL)], profile: { ...input.run.profile!, heavy } };
  await writeFile(fileOf('hostile'), formatRunHtml({ ...input, run, flame, name: EVIL, notes: EVIL, command: EVIL }));
});
afterAll(() => browser.close());

/** The first two are heard as well: each theme once, and the narrowest. */
const LOOKS: readonly Look[] = [
  { width: 1024, height: 900, colorScheme: 'dark' },
  { width: 390, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'light' },
];

const PHONE = { width: 390, height: 844, colorScheme: 'light' } as const;

testCases<(typeof REPORTS)[number]>(['hostile'], ['run', 'comparison'])('%s', async (name) => {
  const { page, context, errors } = await openPage(browser);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const address = pathToFileURL(fileOf(name)).href;
  await page.goto(address);
  for (const [index, look] of [...LOOKS, PHONE].entries()) {
    await takeLook(page, look);
    await page.screenshot({ path: join(PICTURES, `report-${name}-${look.width}-${look.colorScheme}.png`), fullPage: true });
    await expectNothingWider(page);
    if (index < 2) expect(await findFaults(page), JSON.stringify(look)).toEqual([]);
  }
  expect(asked).toEqual([address]);
  expect(await page.evaluate(() => document.scripts.length + document.images.length)).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});

test('text from a session is shown and announced as text', async () => {
  const { page, context } = await openPage(browser);
  await page.goto(pathToFileURL(fileOf('hostile')).href);
  expect(await page.title()).not.toBe('owned');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('<script>document.title="owned"</script>');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('\\u202e');
  await context.close();
});

test('is accessible: headings in order, labelled figures, tables with captions', async () => {
  const { page, context } = await openPage(browser);
  await page.goto(pathToFileURL(fileOf('comparison')).href);
  const levels = await page.locator('h1, h2, h3').evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName[1])));
  levels.slice(1).forEach((level, index) => {
    expect(level - levels[index]!).toBeLessThanOrEqual(1);
  });
  const drawings = page.locator('svg[role=img]');
  expect(await drawings.count()).toBeGreaterThan(10);
  expect(
    await drawings.evaluateAll(
      (all) => all.filter((one) => !one.querySelector('title')?.textContent || !one.querySelector('desc')?.textContent).length,
    ),
  ).toBe(0);
  expect(await page.locator('table:not(:has(caption))').count()).toBe(0);
  expect(await page.getByRole('table', { name: 'B against A' }).getByRole('rowheader').count()).toBeGreaterThan(3);
  const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  await context.close();
});

test('fits on A4 when printed', async () => {
  const { page, context } = await openPage(browser, { width: 703 });
  await page.emulateMedia({ media: 'print' });
  await page.goto(pathToFileURL(fileOf('comparison')).href);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(703);
  expect((await page.pdf({ preferCSSPageSize: true })).subarray(0, 5).toString()).toBe('%PDF-');
  await context.close();
});
