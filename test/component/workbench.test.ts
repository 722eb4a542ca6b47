/** The frame of a result in a browser, against the stand-in engine: it fills the window, and what is above the view stays in sight. */
import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { succeed } from '../../shared/model/failure.ts';
import { FRAME_KINDS } from '../../shared/model/profile/frame-kind.ts';
import type { FlameColumns } from '../../shared/model/profile/profile-views.ts';
import { common } from '../../shared/words/en/common.ts';
import { compare } from '../../shared/words/en/compare.ts';
import { run } from '../../shared/words/en/run.ts';
import { testCases } from '../helpers/cases.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { untilAnswered, untilFocused } from '../helpers/interface.ts';
import { KNOWN_CPU } from '../helpers/known-cpu.ts';

const SMALL = { width: 1024, height: 768 };

let page: Page;
let engine: FakeEngine;
let errors: readonly string[];
const open = setupFakePages();

async function show(hash: string, look: { width: number; height: number } = SMALL): Promise<void> {
  ({ page, engine, errors } = await open(
    hash,
    {},
    { ...look, prepare: (opened) => opened.engine.answerWith('profile.flame', () => succeed(makeDeepFlame())) },
  ));
}

/** With everything that takes a place in its frame, and a splitter that knows of it. */
async function showRun(look = SMALL): Promise<void> {
  await show('#/run/finished', look);
  await untilAnswered(page);
  await page.getByRole('table').first().waitFor();
  await expect.poll(() => plots().count()).toBe(4);
  await expect.poll(async () => (await height()) === (await paneHeight())).toBe(true);
}

const DEPTH = 40;
/** Node and a framework are above it. */
const OWN = 30;
const [OWN_KIND, CORE_KIND] = [FRAME_KINDS.indexOf('own'), FRAME_KINDS.indexOf('core')];

/** Functions that call each other, one below the other. */
function makeDeepFlame(): FlameColumns {
  const nodes = Array.from({ length: DEPTH }, (_, node) => node);
  const times = Float64Array.from(nodes, () => 10_000);
  return {
    meta: {
      names: nodes.map((node) => `level${node}`),
      urls: ['/home/ana/shop/server.mjs'],
      base: 10_000,
      unit: 'microseconds',
      samples: 100,
      timeBase: 'cpu',
      cpu: KNOWN_CPU,
      folded: 0,
    },
    parent: Int32Array.from(nodes, (node) => node - 1),
    name: Uint32Array.from(nodes),
    url: new Uint32Array(DEPTH),
    line: Uint32Array.from(nodes),
    kind: Uint8Array.from(nodes, (node) => (node < OWN ? CORE_KIND : OWN_KIND)),
    folded: new Float64Array(DEPTH),
    self: times.map((time, node) => (node === DEPTH - 1 ? time : 0)),
    total: times,
  };
}
afterEach(() => expect(errors).toEqual([]));

/** Pixels of the screen below the window. */
const hidden = () =>
  page.evaluate(() => document.querySelector('#content > *')!.scrollHeight - document.querySelector('#content')!.clientHeight);
const splitter = () => page.getByRole('separator', { name: run.splitter.label });
const charts = () => page.getByRole('region', { name: run.time.heading });
const plots = () => page.locator('.uplot');
const height = async () => Number(await splitter().getAttribute('aria-valuenow'));
const paneHeight = () => splitter().evaluate((one) => (one.previousElementSibling as HTMLElement).offsetHeight);

/** Whether all of it can be seen: in the window, and with nothing above it. */
async function isInSight(one: Locator): Promise<boolean> {
  return one.first().evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [top + 1, top + height - 1].every((y) => {
      const there = document.elementFromPoint(left + width / 2, y);
      return there !== null && (element.contains(there) || there.contains(element));
    });
  });
}

test('in a small window a flame graph shows 14 rows, and its search, legend and breadcrumb stay when it is scrolled', async () => {
  await show('#/run/finished');
  await page.getByRole('tab', { name: run.tab.flame }).click();
  const frames = page.locator('g.frame');
  await frames.first().waitFor();
  expect(await hidden()).toBeLessThanOrEqual(0);
  const rows = await frames.evaluateAll((all) => {
    const seen = all.filter((frame) => {
      const { left, top, width, bottom } = frame.getBoundingClientRect();
      return [top + 1, bottom - 1].every((y) => document.elementFromPoint(left + width / 2, y)?.closest('g.frame') === frame);
    });
    return new Set(seen.map((frame) => frame.getBoundingClientRect().top)).size;
  });
  expect(rows).toBeGreaterThanOrEqual(14);
  await page.getByRole('application').hover();
  await page.mouse.wheel(0, 20_000);
  await expect.poll(() => isInSight(frames)).toBe(false);
  for (const bar of [
    page.getByLabel(run.profile.search),
    page.getByRole('group', { name: run.profile.hideLabel }),
    page.getByRole('navigation', { name: run.flame.crumbs }),
    page.getByRole('tab', { name: run.tab.flame }),
  ]) {
    expect(await isInSight(bar)).toBe(true);
  }
});

test('one button leads to where the code of the user begins, below Node and a framework; the arrow keys go on from there', async () => {
  await show('#/run/finished?tab=flame');
  const frame = (level: number) => page.locator('g.frame', { hasText: new RegExp(`^level${level}$`) });
  await frame(0).waitFor();
  expect(await isInSight(frame(OWN))).toBe(false);
  const toOwn = page.getByRole('button', { name: run.flame.toOwn.replace('{name}', `level${OWN}`) });
  await toOwn.press('Enter');
  await expect.poll(() => isInSight(frame(OWN))).toBe(true);
  await untilFocused(page.getByRole('application'));
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => frame(OWN + 1).getAttribute('class')).toContain('focused');
  // Nothing was zoomed, so the way there is offered on.
  expect(await toOwn.isVisible()).toBe(true);
});

testCases<{ hash: string; width: number; height: number }>(
  [{ hash: '#/run/finished', ...SMALL }],
  [
    { hash: '#/compare/compared', ...SMALL },
    { hash: '#/run/finished', width: 1440, height: 900 },
    { hash: '#/run/imported', ...SMALL },
  ],
)('the row of tabs of $hash in $width x $height stays where it is from tab to tab', async ({ hash, ...size }) => {
  await show(hash, size);
  const bar = page.getByRole('tablist');
  const tabs = bar.getByRole('tab');
  await tabs.first().waitFor();
  if (hash === '#/run/finished') await untilAnswered(page);
  const places: Record<string, number> = {};
  for (const tab of await tabs.all()) {
    await tab.click();
    await page.getByRole('tabpanel', { name: (await tab.textContent())! }).waitFor();
    places[(await tab.textContent())!] = (await bar.boundingBox())!.y;
  }
  expect(Object.keys(places).length).toBeGreaterThan(2);
  // The whole answer of a run is on the Overview; the other tabs have one line of it, and the room.
  const { [run.tab.overview]: first, ...others } = places;
  expect(new Set(Object.values(others)).size, JSON.stringify(places)).toBe(1);
  expect(first).toBeGreaterThanOrEqual(Object.values(others)[0]!);
});

test('a tab that is chosen by its key has the focus: the next stop is in it, below the charts', async () => {
  await showRun();
  await page.keyboard.press('2');
  await page.locator('g.frame').first().waitFor();
  await untilFocused(page.getByRole('tabpanel', { name: run.tab.flame }));
  await page.keyboard.press('Tab');
  await untilFocused(page.getByLabel(run.profile.search));
});

test('the charts get another height by mouse, by touch and by keys, within limits, and keep it', async () => {
  await showRun();
  const usual = await height();
  const box = (await splitter().boundingBox())!;
  const [x, y] = [box.x + 300, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 60, { steps: 4 });
  await page.mouse.up();
  await expect.poll(height).toBe(usual - 60);
  await splitter().dblclick();
  await expect.poll(height).toBe(usual);

  const device = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    device.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [{ x, y }]);
  await touch('touchMove', [{ x, y: y - 20 }]);
  await touch('touchMove', [{ x, y: y - 40 }]);
  await touch('touchEnd', []);
  await expect.poll(height).toBe(usual - 40);

  await splitter().press('ArrowUp');
  await expect.poll(height).toBe(usual - 60);
  await splitter().press('ArrowDown');
  await expect.poll(height).toBe(usual - 40);
  await splitter().press('Home');
  await expect.poll(height).toBe(Number(await splitter().getAttribute('aria-valuemin')));
  expect(await isInSight(charts().getByRole('heading').first())).toBe(true);
  await splitter().press('End');
  await expect.poll(height).toBe(Number(await splitter().getAttribute('aria-valuemax')));
  expect(await hidden()).toBeLessThanOrEqual(0);
  expect((await page.getByRole('tabpanel').boundingBox())!.height).toBeGreaterThan(160);
  await splitter().press('Enter');
  await expect.poll(height).toBe(usual);

  await splitter().press('ArrowDown');
  await expect.poll(height).toBe(usual + 20);
  await expect
    .poll(() => engine.received.filter(({ name }) => name === 'settings.set').at(-1)?.params)
    .toEqual({ chartsHeight: usual + 20 });
  await page.reload();
  await expect.poll(height).toBe(usual + 20);
});

test('a height that is set before the settings were read stays', { tags: ['long'] }, async () => {
  await showRun();
  let answer = (): void => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  engine.answerWith('settings.get', async () => {
    await asked;
    return succeed({ theme: 'system', chartsHeight: 300 });
  });
  await page.reload();
  await splitter().waitFor();
  const set = (await height()) + 20;
  await splitter().press('ArrowDown');
  await expect.poll(height).toBe(set);
  answer();
  await expect.poll(() => engine.received.some(({ name }) => name === 'settings.set')).toBe(true);
  await expect.poll(height).toBe(set);
  expect(set).not.toBe(300);
});

test('charts grow with their pane', async () => {
  await showRun({ width: 1440, height: 900 });
  const heights = () => plots().evaluateAll((all) => all.map((plot) => plot.querySelector('canvas')!.clientHeight));
  const places = () => plots().evaluateAll((all) => all.map((plot) => plot.parentElement!.clientHeight));
  await expect.poll(async () => String(await heights()) === String(await places())).toBe(true);
  const before = await heights();
  await splitter().press('End');
  await expect.poll(async () => (await heights()).every((now, index) => now > before[index]!)).toBe(true);
  await splitter().press('Enter');
  await expect.poll(heights).toEqual(before);
});

testCases(['#/run/finished'], ['#/compare/compared?tab=setup'])(
  '%s fills the window; its view is scrolled by keys, with and without the focus',
  async (hash) => {
    const view = () => page.getByRole('tabpanel');
    await show(hash);
    await page.getByRole('table').first().waitFor();
    expect(await hidden()).toBeLessThanOrEqual(0);
    const top = () => view().evaluate(({ scrollTop }) => scrollTop);
    await expect.poll(() => view().evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(true);
    await page.keyboard.press('PageDown');
    await expect.poll(top).toBeGreaterThan(0);
    await page.keyboard.press('PageUp');
    await expect.poll(top).toBe(0);
    await view().focus();
    await page.keyboard.press('End');
    await expect.poll(top).toBeGreaterThan(0);
  },
);

test('in a window that is too low all of it scrolls, and everything can be reached', async () => {
  await showRun({ width: 683, height: 420 });
  expect(await hidden()).toBeGreaterThan(0);
  for (const one of [
    page.getByRole('heading', { level: 1 }),
    splitter(),
    page.getByRole('tab', { name: run.tab.notes }),
    page.getByText(run.overview.environment, { exact: true }),
  ]) {
    await one.scrollIntoViewIfNeeded();
    expect(await isInSight(one)).toBe(true);
  }
});

test('Ctrl+P prints all tabs of a comparison with what is in them, and then shows one again', { tags: ['long'] }, async () => {
  await show('#/compare/compared?tab=notes');
  await page.getByRole('heading', { name: compare.conclusion.title }).waitFor();
  await page.evaluate(() => {
    window.print = () => {
      const drawn = (figure: string, what: string) =>
        document.querySelectorAll(`[role=tabpanel] [data-figure=${figure}] ${what}`).length > 0;
      const printed = {
        verdict: drawn('verdict', 'tbody tr'),
        runs: drawn('runs', 'svg[role=img]'),
        percentiles: drawn('percentiles', 'path'),
        requests: drawn('answer-order', 'svg[role=img]'),
        time: drawn('time', 'canvas'),
        flame: drawn('flame', 'g.frame'),
        flameChart: drawn('flame-charts', 'canvas'),
        functions: drawn('functions', 'tbody tr'),
        setup: drawn('passes', 'tbody tr'),
      };
      Object.assign(window, { printed });
    };
  });
  await page.keyboard.press('ControlOrMeta+P');
  const printed = () => page.evaluate(() => (window as unknown as { printed?: Record<string, boolean> }).printed);
  await expect.poll(printed).toBeDefined();
  expect(Object.entries((await printed())!).filter(([, isDrawn]) => !isDrawn)).toEqual([]);
  await expect.poll(() => page.locator('[data-figure]').count()).toBe(0);
});

test('printed from the menu of the browser, a tab of a comparison says on paper that it is one of several', async () => {
  await show('#/compare/compared?tab=notes');
  await page.getByRole('heading', { name: compare.conclusion.title }).waitFor();
  const note = page.getByText(common.print.onlyThisTab);
  expect(await note.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  expect(await note.isVisible()).toBe(true);
});

testCases(['#/run/finished'], ['#/compare/compared'])('%s is a page on paper', async (hash) => {
  await show(hash);
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.getByRole('table').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  const cut = () =>
    page.evaluate(() => {
      const last = [...document.querySelectorAll('#content h2, #content h3')].filter((one) => one.getClientRects().length > 0).pop()!;
      const isCut = (element: HTMLElement) =>
        element.clientHeight > 0 && element.scrollHeight - element.clientHeight > 1 && getComputedStyle(element).overflowY !== 'visible';
      const around: HTMLElement[] = [];
      for (let element = last.parentElement; element !== null && element !== document.documentElement; element = element.parentElement)
        around.push(element);
      return { below: last.getBoundingClientRect().top - window.innerHeight, by: around.filter(isCut).map(({ className }) => className) };
    });
  await expect.poll(async () => (await cut()).below).toBeGreaterThan(0);
  expect((await cut()).by).toEqual([]);
});

test('intervals are added to the table of percentiles, and nothing else changes', async () => {
  await showRun({ width: 1440, height: 900 });
  const { intervals, intervalHelp, noInterval, percentiles } = run.overview;
  const table = page.getByRole('table', { name: percentiles });
  const others = () =>
    page.getByRole('table').evaluateAll((all, name) => all.filter((one) => !one.outerHTML.includes(name)).length, percentiles);
  const [titles, cells, before] = [
    await table.getByRole('columnheader').allTextContents(),
    await table.getByRole('cell').count(),
    await others(),
  ];
  const box = page.getByRole('checkbox', { name: intervals });
  await box.click();
  await page.getByText(intervalHelp).waitFor();
  const asked = await table.getByRole('columnheader').allTextContents();
  expect(asked).toEqual([...titles.slice(0, 2), '95 % interval, ms', ...titles.slice(2)]);
  await expect.poll(() => table.getByRole('cell').count()).toBeGreaterThan(cells);
  // The stand-in has too few responses for two of them.
  expect(await table.getByRole('cell', { name: noInterval }).count()).toBe(2);
  expect(await table.getByRole('cell', { name: /^\d[\d.,]* to \d[\d.,]*$/ }).count()).toBe(14);
  expect(await others()).toBe(before);
  await expect.poll(() => page.url()).toContain('intervals=shown');
  await box.click();
  await page.getByText(intervalHelp).waitFor({ state: 'detached' });
  expect(await table.getByRole('columnheader').allTextContents()).toEqual(titles);
});
