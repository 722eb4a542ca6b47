/** A flame graph of far more frames than can be seen, in a browser, against the stand-in engine. Counts, not times. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { succeed } from '../../shared/model/failure.ts';
import { run } from '../../shared/words/en/run.ts';
import { launchBrowser, openPage } from '../helpers/browser.ts';
import { makeCrowdedFlame } from '../helpers/crowded-flame.ts';
import { buildRenderer, type FakeEngine, startFakeEngine } from '../helpers/fake-engine.ts';

const NODES = 10_000;
const columns = makeCrowdedFlame(NODES, 7);

let dist: string;
let browser: Browser;
let engine: FakeEngine;
let page: Page;
let errors: string[];

beforeAll(async () => {
  [dist, browser] = await Promise.all([buildRenderer(), launchBrowser()]);
});
afterAll(() => browser?.close());

beforeEach(async () => {
  engine = await startFakeEngine({ dist });
  engine.answerWith('profile.flame', () => succeed(columns));
  ({ page, errors } = await openPage(browser));
  await page.goto(`${engine.url}#/run/finished`);
  await page.getByRole('tab', { name: run.tab.flame }).click();
  await frames().first().waitFor();
});
afterEach(async () => {
  await page.context().close();
  await engine.close();
  expect(errors).toEqual([]);
});

const frames = () => page.locator('g.frame');
const joined = () => page.locator('g.frame[data-kind=joined]');
const crumbs = () => page.getByRole('navigation', { name: run.flame.crumbs });
/** The widest of some frames after the first `skip`; rows come from the top down. */
async function widestOf(some: Locator, skip: number): Promise<Locator> {
  const widths = await some.evaluateAll((all) => all.map((frame) => Number(frame.getAttribute('width'))));
  const kept = widths.slice(skip);
  return some.nth(skip + kept.indexOf(Math.max(...kept)));
}
const tip = () => page.locator('[aria-hidden=true]', { hasText: run.flame.joinedZoom });

test('only frames that can be seen are drawn, in whatever is zoomed into', async () => {
  const bounded = async () => {
    const count = await frames().count();
    expect(count).toBeGreaterThan(100);
    expect(count).toBeLessThan(4_000);
  };
  await bounded();
  const narrow = await frames().evaluateAll((all) => all.filter((frame) => frame.querySelector('rect')!.width.baseVal.value < 1).length);
  expect(narrow).toBe(0);
  await widestOf(frames(), 1).then((frame) => frame.click());
  await expect.poll(() => crumbs().getByRole('button').count()).toBe(2);
  await bounded();
});

test('joined frames say how many they are, and open with a click or Enter', async () => {
  const widest = await widestOf(joined(), 0);
  await widest.hover();
  await expect.poll(() => tip().first().textContent()).toMatch(/^\d+ frames, /);
  const [label] = /^\d+ frames/.exec((await tip().first().textContent())!)!;
  await widest.click();
  await expect.poll(() => crumbs().getByRole('button').last().textContent()).toBe(label);
  await page.getByRole('application').focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => crumbs().getByRole('button').allTextContents()).not.toContain(label);
});

test('a search counts every frame, and marks joined ones that contain a match', async () => {
  const index = Array.from(columns.name).find((one, node) => node > NODES / 2 && one > 0)!;
  const expected = columns.name.filter((one) => one === index).length;
  await page.getByLabel(run.profile.search).fill(`"${columns.meta.names[index]}"`);
  await page.getByText(new RegExp(`^${expected} frames?, `)).waitFor();
  const marked = page.locator('g.frame[data-kind=match] rect[fill^="url("]');
  await expect.poll(() => marked.count()).toBeGreaterThan(0);
});

test('pointing at frames lays out and paints none of them again', async () => {
  const drawing = page.getByRole('application');
  await drawing.scrollIntoViewIfNeeded();
  const box = (await drawing.boundingBox())!;
  const session = await page.context().newCDPSession(page);
  const events: { readonly name: string; readonly args: { readonly data?: { readonly nodeName?: string } } }[] = [];
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as typeof events)));
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  const includedCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline.invalidationTracking'];
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  const seen = new Set<string>();
  for (let step = 0; step < 20; step++) {
    await page.mouse.move(box.x + 20 + step * 60, box.y + 90);
    // The tooltip follows the frame: what a move has caused is over when it is there.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    seen.add((await page.locator('[aria-hidden=true] dl, [aria-hidden=true] p').allTextContents()).join());
  }
  await session.send('Tracing.end');
  await ended;
  expect(seen.size).toBeGreaterThan(5);
  const touched = (name: string) => events.filter((event) => event.name === name).map(({ args }) => args.data?.nodeName?.split(' ')[0]);
  // The tooltip and the outline are laid out, so it was recorded.
  expect(touched('LayoutInvalidationTracking')).toContain('DIV');
  const ofFrames = ['svg', 'g', 'rect', 'foreignObject'];
  expect(touched('LayoutInvalidationTracking').filter((name) => ofFrames.includes(name!))).toEqual([]);
  expect(touched('Paint').filter((name) => ofFrames.includes(name!))).toEqual([]);
});
