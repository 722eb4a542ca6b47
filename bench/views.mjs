// Views: another view of a profile of about a million samples, in Chromium: a route, the slowest requests, what is folded, wall time, a search.
// How long until its flame graph is there, and the longest frame and the longest task of the page meanwhile.
//
//   node bench/views.mjs [--rounds 5] [--seconds 125] [--workers 8]
//
// The session is recorded once and kept in .cache/bench.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findBrowser } from '../test/setup/find-browser.mjs';
import { LOOPSCOPE, pathTo } from './lib/commands.mjs';
import { median, option } from './lib/figures.mjs';
import { startProduct } from './lib/open-page.mjs';
import { watchRedraw } from './lib/redraw.mjs';

const rounds = option('rounds', 5);
const seconds = option('seconds', 125);
const workers = option('workers', 8);
const CACHE = pathTo('.cache/bench');
const ROUTES = ['/page', '/json', '/search', '/sorted', '/gzip', '/fibonacci', '/copy'];

/** A cluster whose every process is sampled each millisecond, whether it works or not. */
function recorded() {
  const session = join(CACHE, `routes-${workers}-${seconds}.loopscope`);
  if (existsSync(session)) return session;
  const server = fileURLToPath(new URL('lib/busy-server.mjs', import.meta.url));
  const plan = `plan: 1\nrequests:\n${ROUTES.map((url) => `  - { name: ${url.slice(1)}, url: "${url}?q=4" }`).join('\n')}\n`;
  const load = ['--plan', plan, '-c', '20', '-d', String(seconds), '--by-request-limit', '100'];
  const { status } = spawnSync(process.execPath, [LOOPSCOPE, 'run', server, ...load, '--env', `WORKERS=${workers}`, '-o', session], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The recording failed');
  return session;
}

/** Runs before the page: the length of each frame, and of each task that the browser calls long (from 50 ms). */
function watch() {
  window.bench = { frames: [], tasks: [] };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.bench.tasks.push(duration);
  }).observe({ entryTypes: ['longtask'] });
  let last = 0;
  requestAnimationFrame(function frame(now) {
    window.bench.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  });
}

const panelOf = (page) => page.getByRole('tabpanel', { name: 'Flame graph', exact: true });

/** Ms from the event that `act` causes until the flame graph has changed, and the longest frame and task until a little later. */
async function measure(page, event, act) {
  await page.evaluate(() => Object.assign(window.bench, { frames: [], tasks: [] }));
  await page.evaluate(watchRedraw, event);
  await act();
  const took = await page.evaluate(() => window.bench.redrawn);
  await page.waitForTimeout(500);
  const { frames, tasks } = await page.evaluate(() => window.bench);
  return { took, frame: Math.max(...frames.slice(1)), task: Math.max(0, ...tasks) };
}

/** Chooses `pick` of the list `label` of the flame graph. */
async function choose(page, label, pick) {
  await panelOf(page).getByRole('combobox', { name: label, exact: true }).click();
  const choice = page.getByRole('option', pick);
  await choice.waitFor();
  return measure(page, 'pointerup', () => choice.click());
}

/** Presses the button or radio button of that name above the flame graph. */
function press(page, role, name) {
  return measure(page, 'pointerup', () => panelOf(page).getByRole(role, { name }).first().click());
}

const searchField = (page) => panelOf(page).getByLabel('Search functions and files');

/** A letter every 80 ms, as one types: until what the first of them has found is marked, and the longest frame and task until the last has. */
async function search(page, query) {
  await searchField(page).focus();
  return measure(page, 'input', () => page.keyboard.type(query, { delay: 80 }));
}

mkdirSync(CACHE, { recursive: true });
const session = recorded();
const served = await startProduct();
const browser = await chromium.launch({ executablePath: findBrowser().path, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(watch);
  await page.goto(served.url);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Open…' }).first().click();
  await page.locator('input[type=file]').setInputFiles(session);
  await page.getByRole('tab', { name: 'Flame graph', exact: true }).click();
  await page.locator('g.frame').nth(5).waitFor({ timeout: 120_000 });
  await page.waitForTimeout(1_000);
  const VIEWS = {
    'one route': () => choose(page, 'Route', { name: /fibonacci/ }),
    'another route': () => choose(page, 'Route', { name: /sorted/ }),
    'its slowest 10 %': () => choose(page, 'Requests', { name: /Slowest 10/ }),
    'its slowest 1 %': () => choose(page, 'Requests', { name: /Slowest 1\s%/ }),
    'the slowest 1 % of all': () => choose(page, 'Route', { name: 'All routes' }),
    'all requests': () => choose(page, 'Requests', { name: 'All requests' }),
    'a kind folded': () => press(page, 'button', /^Fold: Node core/),
    'and unfolded': () => press(page, 'button', /^Folded: Node core/),
    'my code and what it calls': () => press(page, 'button', 'My code and what it calls'),
    'all of it again': () => press(page, 'button', 'My code and what it calls'),
    'wall time': () => press(page, 'radio', 'Wall time'),
    'CPU time': () => press(page, 'radio', 'CPU time'),
    'a search, typed': () => search(page, 'render'),
  };
  const figures = Object.fromEntries(Object.keys(VIEWS).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, view] of Object.entries(VIEWS)) {
      figures[name].push(await view());
      console.error(`round ${round + 1}, ${name}: ${JSON.stringify(figures[name].at(-1))}`);
    }
    await searchField(page).fill('');
    await page.waitForTimeout(300);
  }
  console.log(`\nViews of ${workers} processes x ${seconds} s, ${rounds} rounds, medians\n`);
  console.log('| view | flame graph is there, ms | longest frame meanwhile, ms | longest task, ms (0: below 50) |\n|---|--:|--:|--:|');
  for (const [name, each] of Object.entries(figures)) {
    const medians = ['took', 'frame', 'task'].map((figure) => median(each.map((one) => one[figure])).toFixed(0));
    console.log(`| ${name} | ${medians.join(' | ')} |`);
  }
} finally {
  await browser.close();
  await served.close();
}
