/** A flame graph of far more frames than can be seen, in a browser, against the stand-in engine. Counts, not times. */
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { succeed } from '../../shared/model/failure.ts';
import type { ProfileQuery } from '../../shared/protocol/profile-contract.ts';
import { run } from '../../shared/words/en/run.ts';
import { makeCrowdedFlame } from '../helpers/crowded-flame.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { button, untilAnswered } from '../helpers/interface.ts';

const NODES = 10_000;
const columns = makeCrowdedFlame(NODES, 7);
/** The same with other frames: what the engine answers to another question. */
const others = makeCrowdedFlame(NODES, 8);

let page: Page;
let errors: readonly string[];
const open = setupFakePages();

beforeEach(async () => {
  ({ page, errors } = await open(
    '#/run/finished',
    {},
    {
      prepare: ({ engine }) =>
        engine.answerWith('profile.flame', ({ hide, base }: ProfileQuery) =>
          succeed(hide.length > 0 || base === 'wall' ? others : columns),
        ),
    },
  ));
  await page.getByRole('tab', { name: run.tab.flame }).click();
  await frames().first().waitFor();
  await untilAnswered(page);
});
afterEach(() => {
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

test('draws only visible frames at every zoom', { tags: ['long'] }, async () => {
  const bounded = async () => {
    const count = await frames().count();
    expect(count).toBeGreaterThan(100);
    expect(count).toBeLessThan(4_000);
  };
  await bounded();
  const narrow = await frames().evaluateAll((all) => all.filter((frame) => frame.querySelector('rect')!.width.baseVal.value < 1).length);
  expect(narrow).toBe(0);
  await widestOf(frames(), 1).then((frame) => frame.click());
  await expect.poll(() => crumbs().getByRole('listitem').count()).toBe(2);
  await bounded();
});

test('joined frames show their number and are zoomed into with a click or Enter', { tags: ['long'] }, async () => {
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

test('Esc takes back the zoom of the tab before the window of the run, wherever the focus is and however the tab was reached', {
  tags: ['long'],
}, async () => {
  await page.goto(page.url().replace(/\?.*$|$/, '?window=1000..3000'));
  await page.getByRole('tab', { name: run.tab.flame }).click();
  await frames().first().waitFor();
  await untilAnswered(page);
  const hasWindow = () => page.url().includes('window=');
  await widestOf(frames(), 1).then((frame) => frame.click());
  await expect.poll(() => crumbs().getByRole('listitem').count()).toBe(2);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('Escape');
  await expect.poll(() => crumbs().getByRole('listitem').count()).toBeLessThan(2);
  expect(hasWindow()).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(hasWindow).toBe(false);
});

test('the outline of a frame is gone when the window gets another width', { tags: ['long'] }, async () => {
  const outline = page.locator('[role=application] + div');
  const widest = await widestOf(frames(), 1);
  await widest.hover();
  await expect.poll(() => outline.isVisible()).toBe(true);
  const { width } = (await outline.boundingBox())!;
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(async () => (await widest.locator('rect').boundingBox())!.width).toBeLessThan(width);
  await expect.poll(() => outline.isVisible()).toBe(false);
});

test('a search counts all frames and marks joined ones with a match', async () => {
  const index = Array.from(columns.name).find((one, node) => node > NODES / 2 && one > 0)!;
  const expected = columns.name.filter((one) => one === index).length;
  await page.getByLabel(run.profile.search).fill(`"${columns.meta.names[index]}"`);
  await page.getByText(new RegExp(`^${expected} frames?, `)).waitFor();
  const marked = page.locator('g.frame[data-kind=match] rect[fill^="url("]');
  await expect.poll(() => marked.count()).toBeGreaterThan(0);
});

test('pointing at frames causes no layout and no repaint of frames', async () => {
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

/** What changes in the page from now on. The changes of one task are told together. */
async function watchChanges() {
  const seen = await page.evaluateHandle(() => {
    const isOfFrame = (node: Node) => node instanceof Element && node.closest('g.frame') !== null;
    const found = { laidOut: new Map<Node, number>(), painted: new Set<Node>(), around: 0, together: 0 };
    new MutationObserver((changes) => {
      const laidOut = changes.filter(({ target, attributeName }) => attributeName === 'width' && target.nodeName === 'rect');
      const around = changes.filter(({ target }) => target.parentElement?.closest('[role=application]') == null && !isOfFrame(target));
      for (const { target } of laidOut) found.laidOut.set(target, (found.laidOut.get(target) ?? 0) + 1);
      for (const { target, attributeName } of changes) if (attributeName === 'fill') found.painted.add(target);
      found.around += around.length;
      if (laidOut.length > 0 && around.some(({ type }) => type === 'characterData' || type === 'childList')) found.together += 1;
    }).observe(document.querySelector('main')!, { subtree: true, attributes: true, childList: true, characterData: true });
    return found;
  });
  return async () => {
    // A second drawing would follow within a few tasks.
    await page.evaluate(
      () => new Promise((over) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => setTimeout(over))))),
    );
    return seen.evaluate(({ laidOut, painted, together, around }) => ({
      frames: laidOut.size,
      times: Math.max(0, ...laidOut.values()),
      painted: painted.size,
      around,
      together,
    }));
  };
}

test('what arrives is drawn once, and not in the task in which the rest of the page changes; a search lays out nothing', {
  tags: ['long'],
}, async () => {
  const kind = run.kinds.core;
  const fold = () => page.getByRole('button', { name: new RegExp(`^(?:Fold|Folded): ${kind}`) }).click();
  const base = (name: string) => page.getByRole('radio', { name, exact: true }).click();
  for (const act of [fold, fold, () => base(run.profile.wall), () => base(run.profile.cpu)]) {
    const changes = await watchChanges();
    await act();
    await expect.poll(async () => (await changes()).frames).toBeGreaterThan(100);
    expect(await changes()).toMatchObject({ times: 1, together: 0 });
    expect((await changes()).around).toBeGreaterThan(0);
  }
  const index = Array.from(columns.name).find((one, node) => node > NODES / 2 && one > 0)!;
  const changes = await watchChanges();
  await page.getByLabel(run.profile.search).fill(`"${columns.meta.names[index]}"`);
  const marked = page.locator('g.frame[data-kind=match]');
  await expect.poll(() => marked.count()).toBeGreaterThan(0);
  const { frames: laidOut, painted } = await changes();
  // Of the others only the joined ones get a hatch of another colour, and those that match are of that kind.
  expect({ laidOut, painted }).toEqual({ laidOut: 0, painted: await marked.count() });
});

const drawing = () => page.getByRole('application');
const path = () => crumbs().getByRole('listitem').allTextContents();
const search = () => page.getByLabel(run.profile.search);
/** Whether its middle can be seen: in the window, and with nothing above it. */
async function isInSight(one: Locator): Promise<boolean> {
  return one.first().evaluate((element) => {
    const box = element.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return top !== null && (element.contains(top) || top.contains(element));
  });
}
/** The deepest frame with a label. */
async function deepest(): Promise<Locator> {
  const tops = await frames().evaluateAll((all) =>
    all.map((frame) =>
      Number(frame.getAttribute('width')) < 40 || (frame as HTMLElement).dataset.kind === 'joined'
        ? -1
        : Number(frame.children[0]!.getAttribute('y')),
    ),
  );
  return frames().nth(tops.indexOf(Math.max(...tops)));
}

test('a click on a deep frame is one step, Esc takes it back and then leaves the result alone', async () => {
  await drawing().scrollIntoViewIfNeeded();
  const address = page.url();
  await deepest().then((frame) => frame.click());
  await expect.poll(path).not.toHaveLength(1);
  expect(await isInSight(crumbs())).toBe(true);
  expect(await isInSight(search())).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(path).toEqual([run.flame.all]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  expect(page.url()).toBe(address);
  expect(await page.getByRole('tab', { name: run.tab.flame, selected: true }).count()).toBe(1);

  await drawing().focus();
  const ways: string[][] = [];
  for (const keys of [
    ['ArrowDown', 'ArrowDown', 'Enter'],
    ['ArrowDown', 'Enter'],
    ['ArrowDown', 'Enter'],
  ]) {
    ways.push(await path());
    for (const key of keys) await page.keyboard.press(key);
    await expect.poll(path).not.toEqual(ways[ways.length - 1]);
  }
  await button(crumbs(), run.flame.back).click();
  await expect.poll(path).toEqual(ways[2]);
  await drawing().focus();
  await page.keyboard.press('Home');
  await expect.poll(path).toEqual([run.flame.all]);
  expect(await button(crumbs(), run.flame.back).isDisabled()).toBe(true);
});

test('Enter in the search goes from hit to hit, each in sight, and Esc returns to what was shown', async () => {
  const index = Array.from(columns.name).find((one, node) => node > NODES / 2 && one > 0)!;
  const name = columns.meta.names[index]!;
  const expected = columns.name.filter((one) => one === index).length;
  expect(expected).toBeGreaterThan(2);
  await search().fill(`"${name}"`);
  await page.getByText(new RegExp(`^${expected} frames, `)).waitFor();
  const shown = page.locator('g.frame.focused');
  const seen: number[] = [];
  for (const [key, at] of [
    ['Enter', 1],
    ['Enter', 2],
    ['Enter', 3],
    ['Shift+Enter', 2],
    ['Shift+Enter', 1],
    ['Shift+Enter', expected],
    ['Enter', 1],
  ] as const) {
    await page.keyboard.press(key);
    await page.getByText(new RegExp(`^${at} of ${expected} frames, `)).waitFor();
    await expect.poll(() => shown.getAttribute('name')).toBe(name);
    expect(await isInSight(shown)).toBe(true);
    expect(await isInSight(search())).toBe(true);
    seen.push(Number(await shown.getAttribute('width')));
  }
  for (const width of seen) expect(width).toBeGreaterThan(5);
  await search().press('Escape');
  await drawing().press('Escape');
  await expect.poll(path).toEqual([run.flame.all]);
});

test('Ctrl and the wheel zoom at the pointer, a drag pans, and both together are one step', { tags: ['long'] }, async () => {
  // Narrow enough to stay between the sides, and the only one of its name.
  const name = await frames().evaluateAll((all) => {
    const names = all.map((frame) => frame.getAttribute('name')!);
    return names.find((one, at) => {
      const width = Number(all[at]!.getAttribute('width'));
      return width > 100 && width < 250 && names.indexOf(one) === names.lastIndexOf(one);
    })!;
  });
  await page.locator(`g.frame[name="${name}"]`).scrollIntoViewIfNeeded();
  const boxOf = async () => (await page.locator(`g.frame[name="${name}"]`).first().locator('rect').boundingBox())!;
  const before = await boxOf();
  const x = before.x + before.width * 0.75;
  const y = before.y + 10;
  await page.mouse.move(x, y);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -200);
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await expect.poll(async () => (await boxOf()).width).toBeGreaterThan(before.width * 1.5);
  const zoomed = await boxOf();
  expect((x - zoomed.x) / zoomed.width).toBeCloseTo(0.75, 1);
  const count = await frames().count();
  expect(count).toBeLessThan(4_000);

  await page.mouse.down();
  await page.mouse.move(x - 60, y);
  await page.mouse.move(x - 120, y);
  await page.mouse.up();
  await expect.poll(async () => (await boxOf()).x + (await boxOf()).width).toBeCloseTo(zoomed.x + zoomed.width - 120, 0);
  await drawing().press('Escape');
  await expect.poll(async () => (await boxOf()).width).toBeCloseTo(before.width, 0);
  await expect.poll(path).toEqual([run.flame.all]);
});
