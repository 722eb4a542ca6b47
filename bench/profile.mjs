// Profile: the time until the first flame graph of a file is on the screen, what pointing and zooming cost per frame, the memory of the page, and
// the time until another window is on the screen, beside speedscope and cpupro opening the same file in the same browser, in turn.
//
//   node bench/profile.mjs [--rounds 3] [--seconds 60] [--only small,large,real,long]
//
// The files are made once and kept in .cache/bench; `--seconds` is the length of the real recording.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findBrowser } from '../test/setup/find-browser.mjs';
import { LOOPSCOPE, pathTo } from './lib/commands.mjs';
import { median, option } from './lib/figures.mjs';
import { makeProfile, repeatProfile } from './lib/make-profile.mjs';
import { startProduct } from './lib/open-page.mjs';
import { commandOf, treeOf } from './lib/process-tree.mjs';
import { watchRedraw } from './lib/redraw.mjs';

const rounds = option('rounds', 3);
const seconds = option('seconds', 60);
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1].split(',') : null;
const CACHE = pathTo('.cache/bench');
const CPUPRO = '0.7.0';

/** Longer than any of the viewers takes that shows the file at all. */
const PATIENCE_MS = 120_000;
const SIZE = { width: 1440, height: 900 };

// ---- Files

const FILES = {
  small: () => makeProfile({ seed: 42, samples: 100_000, nodes: 10_000, functions: 1_500 }),
  large: () => makeProfile({ seed: 43, samples: 1_000_000, nodes: 50_000, functions: 4_000 }),
  real: recordServer,
  long: () => repeatProfile(JSON.parse(readFileSync(fileOf('real'), 'utf8')), 19),
};

function fileOf(name) {
  const path = join(CACHE, `${name}.cpuprofile`);
  if (!existsSync(path)) {
    const profile = FILES[name]();
    writeFileSync(path, JSON.stringify(profile));
  }
  return path;
}

/** A run of ours on a busy server. */
function recordServer() {
  const session = join(CACHE, 'real.loopscope');
  const exported = join(CACHE, 'real-exported.cpuprofile');
  const server = fileURLToPath(new URL('lib/busy-server.mjs', import.meta.url));
  const ours = (...args) => spawnSync(process.execPath, [LOOPSCOPE, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (ours('run', server, '-c', '10', '-d', String(seconds), '-o', session).status !== 0) throw new Error('The recording failed');
  if (ours('export', session, '--format', 'cpuprofile', '-o', exported).status !== 0) throw new Error('The export failed');
  return JSON.parse(readFileSync(exported, 'utf8'));
}

// ---- Viewers

/** A folder on loopback. */
async function serve(folder) {
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
  const server = createServer((request, response) => {
    const path = join(folder, new URL(request.url, 'http://localhost').pathname);
    if (!path.startsWith(folder) || !existsSync(path)) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream', 'cache-control': 'no-store' });
    response.end(readFileSync(path));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** The published package, fetched once. It is no dependency: it would be compiled at every install. */
function cpuproFolder() {
  const folder = join(CACHE, `cpupro-${CPUPRO}`);
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    execFileSync('npm', ['pack', `cpupro@${CPUPRO}`, '--pack-destination', CACHE], { stdio: ['ignore', 'ignore', 'inherit'] });
    execFileSync('tar', ['xzf', join(CACHE, `cpupro-${CPUPRO}.tgz`), '-C', folder, '--strip-components', '1']);
  }
  return join(folder, 'build');
}

async function box(locator) {
  await locator.scrollIntoViewIfNeeded();
  return locator.boundingBox();
}

const VIEWERS = {
  loopscope: {
    start: startProduct,
    async choose(page, path) {
      await page.getByRole('button', { name: 'Open…' }).first().click();
      await page.locator('input[type=file]').setInputFiles(path);
    },
    /** Runs in the page, in each frame until it is true. */
    isDrawn: () => document.querySelectorAll('g.frame').length > 1,
    flame: (page) => box(page.locator('svg.d3-flame-graph')),
    zoom: zoomByClicks,
    window: moveWindow,
  },
  speedscope: {
    start: () => serve(pathTo('node_modules/speedscope/dist/release')),
    page: 'index.html',
    async choose(page, path) {
      await page.locator('input[type=file]').first().setInputFiles(path);
    },
    isDrawn: () => window.bench.texts > 3,
    flame: (page) => box(page.locator('canvas').last()),
    async zoom(page, area) {
      await page.mouse.move(area.x + area.width / 2, area.y + area.height / 2);
      await page.keyboard.down('Control');
      for (let step = 0; step < 30; step++) {
        await page.mouse.wheel(0, -80);
        await page.waitForTimeout(16);
      }
      await page.keyboard.up('Control');
    },
  },
  cpupro: {
    start: () => serve(cpuproFolder()),
    page: 'app.html',
    async choose(page, path) {
      const chooser = page.waitForEvent('filechooser');
      await page
        .getByText(/open file/i)
        .first()
        .click();
      await (await chooser).setFiles(path);
    },
    isDrawn: () => {
      const inShadow = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot === null ? [] : [shadowRoot]));
      return [document, ...inShadow].some((root) => root.querySelectorAll('.flamechart .frame, .view-flamechart .frame').length > 10);
    },
    flame: (page) => box(page.locator('.view-flamechart').first()),
    zoom: zoomByClicks,
  },
};

/** Into the frame in the middle, one row deeper each time. */
async function zoomByClicks(page, area) {
  for (let step = 1; step <= 6; step++) {
    await page.mouse.click(area.x + area.width / 2, area.y + 10 + 20 * step);
    await page.waitForTimeout(400);
  }
}

/** Half of the profile, moved step by step: ms from the choice of a window until its flame graph is there. */
async function moveWindow(page) {
  const times = [];
  let endS;
  for (let step = 0; step < 9; step++) {
    await page.getByRole('button', { name: step === 0 ? 'Choose a window…' : 'Change…' }).click();
    const form = page.getByRole('form', { name: 'Chosen window' });
    endS ??= Number(await form.getByLabel('To').inputValue());
    await form.getByLabel('From').fill(((endS * step) / 20).toFixed(2));
    await form.getByLabel('To').fill(((endS * (step + 10)) / 20).toFixed(2));
    await page.evaluate(watchRedraw, 'submit');
    await form.getByRole('button', { name: 'Use' }).click();
    times.push(await page.evaluate(() => window.bench.redrawn));
  }
  return median(times);
}

/** Runs before the viewer's own code: when a file was chosen, texts drawn on canvases, and the length of each frame. */
function watch() {
  window.bench = { chosen: 0, drawn: 0, texts: 0, frames: [] };
  const add = EventTarget.prototype.addEventListener;
  const note = (event) => {
    if (event.target instanceof HTMLInputElement && event.target.type === 'file') window.bench.chosen ||= performance.now();
  };
  add.call(window, 'change', note, true);
  // Inputs that are not part of the document.
  EventTarget.prototype.addEventListener = function listen(type, ...rest) {
    if (type === 'change' && this instanceof HTMLInputElement) add.call(this, 'change', note, true);
    return add.call(this, type, ...rest);
  };
  const fill = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function fillText(...args) {
    if (window.bench.chosen > 0) window.bench.texts += 1;
    return fill.apply(this, args);
  };
  let last = 0;
  requestAnimationFrame(function frame(now) {
    window.bench.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  });
}

/** Two frames after what `isDrawn` looks for is there, ms after the file was chosen. */
async function untilDrawn(page, isDrawn) {
  await page.waitForFunction(
    (source) => {
      window.bench.check ??= new Function(`return (${source})()`);
      if (window.bench.chosen === 0 || window.bench.drawn > 0) return window.bench.drawn > 0;
      if (!window.bench.seen && window.bench.check()) {
        window.bench.seen = true;
        requestAnimationFrame(() =>
          requestAnimationFrame((now) => {
            window.bench.drawn = now;
          }),
        );
      }
      return false;
    },
    isDrawn.toString(),
    { polling: 'raf', timeout: PATIENCE_MS },
  );
  return page.evaluate(() => window.bench.drawn - window.bench.chosen);
}

/** Frames while `work` goes on: p95 in ms. */
async function framesOf(page, work) {
  await page.evaluate(() => {
    window.bench.frames = [];
  });
  await work();
  await page.waitForTimeout(300);
  const frames = await page.evaluate(() => window.bench.frames.slice(1).sort((a, b) => a - b));
  return frames[Math.min(frames.length - 1, Math.ceil(0.95 * frames.length) - 1)];
}

/** Peak of the largest renderer process of the browser, bytes. */
function pageMemory() {
  const renderers = treeOf(process.pid).filter((pid) => commandOf(pid).includes('--type=renderer'));
  const peaks = renderers.map((pid) => Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0));
  return Math.max(0, ...peaks) * 1024;
}

async function measure(viewer, path) {
  const served = await viewer.start();
  const browser = await chromium.launch({ executablePath: findBrowser().path, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
  try {
    const page = await browser.newPage({ viewport: SIZE });
    await page.addInitScript(watch);
    await page.goto(`${served.url}${viewer.page ?? ''}`);
    await page.waitForLoadState('networkidle');
    await viewer.choose(page, path);
    const first = await untilDrawn(page, viewer.isDrawn);
    const memory = pageMemory() / 1e6;
    await page.waitForTimeout(1_000);
    const area = await viewer.flame(page);
    const hover = await framesOf(page, async () => {
      for (let step = 0; step < 60; step++) {
        await page.mouse.move(area.x + (area.width * (step + 1)) / 62, area.y + 15 + 20 * (step % 8));
        await page.waitForTimeout(16);
      }
    });
    const zoom = await framesOf(page, () => viewer.zoom(page, area));
    const moved = (await viewer.window?.(page)) ?? Number.NaN;
    return { first, hover, zoom, memory, moved };
  } finally {
    await browser.close();
    await served.close();
  }
}

// ---- The comparison

mkdirSync(CACHE, { recursive: true });
const names = Object.keys(FILES).filter((name) => only === null || only.includes(name));
const FIGURES = {
  first: 'first flame graph, ms',
  hover: 'pointing, p95 ms',
  zoom: 'zooming, p95 ms',
  memory: 'memory of the page, MB',
  moved: 'another window, ms',
};
for (const name of names) {
  const path = fileOf(name);
  const figures = Object.fromEntries(Object.keys(VIEWERS).map((viewer) => [viewer, []]));
  for (let round = 0; round < rounds; round++) {
    const order = Object.keys(VIEWERS);
    for (let turn = 0; turn < order.length; turn++) {
      const viewer = order[(turn + round) % order.length];
      const figure = await measure(VIEWERS[viewer], path).catch((error) => {
        console.error(`${name}, ${viewer}: ${error.message.split('\n')[0]}`);
        return null;
      });
      figures[viewer].push(figure);
      console.error(`${name}, round ${round + 1}: ${viewer} ${JSON.stringify(figure)}`);
    }
  }
  const { samples, nodes } = JSON.parse(readFileSync(path, 'utf8'));
  console.log(`\nProfile "${name}": ${samples.length} samples, ${nodes.length} nodes, ${rounds} rounds, medians\n`);
  console.log(`| | ${Object.values(FIGURES).join(' | ')} |\n|---|${'--:|'.repeat(Object.keys(FIGURES).length)}`);
  for (const [viewer, each] of Object.entries(figures)) {
    const cells = Object.keys(FIGURES).map((key) => {
      const known = each.filter((figure) => figure !== null).map((figure) => figure[key]);
      return known.length === 0
        ? 'failed'
        : `${Number.isNaN(median(known)) ? '-' : median(known).toFixed(0)}${known.length < each.length ? ` (${known.length} of ${each.length})` : ''}`;
    });
    console.log(`| ${viewer} | ${cells.join(' | ')} |`);
  }
}
