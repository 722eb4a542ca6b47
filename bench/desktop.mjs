// Desktop: time from start to first paint and to a usable page, and memory when idle, compared with an empty application in the same
// Electron in the same run; time until a 50 MB session shows its first chart and until nothing changes any more; size of the
// page's first scripts. Linux only. Uses the Electron of the tests.
//
//   node bench/desktop.mjs [--rounds 7] [--megabytes 50]
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { _electron } from 'playwright-core';
import { openDisplay } from '../scripts/dist-check/display.mjs';
import { ensureElectron } from '../test/setup/electron.mjs';
import { pathTo } from './lib/commands.mjs';
import { interleave, median, option, printRatios } from './lib/figures.mjs';
import { commandOf, proportionalSize, treeOf } from './lib/process-tree.mjs';

const rounds = option('rounds', 7);
const megabytes = option('megabytes', 50);
/** After this time a page and its engine have finished starting. */
const REST_MS = 6_000;

const { program: electron, whyNot } = ensureElectron();
if (electron === null) throw new Error(`No Electron: ${whyNot}`);
const ARGS = ['--disable-gpu', ...(process.getuid() === 0 ? ['--no-sandbox'] : ['--disable-seccomp-filter-sandbox'])];
const display = await openDisplay();
const scratch = mkdtempSync(join(tmpdir(), 'loopscope-bench-'));

const dataDir = () => mkdtempSync(join(scratch, 'data-'));
const environment = () => ({ ...process.env, DISPLAY: display.name, LOOPSCOPE_DATA_DIR: dataDir() });

/** Starts one, notes when it painted and was usable (ms since its start), and the memory of all its processes when idle. */
async function start(application) {
  const started = Date.now();
  const child = spawn(electron, [...ARGS, pathTo(`bench/desktop/${application}`)], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  try {
    const seen = await firstLine(child.stdout);
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    const tree = treeOf(child.pid);
    const sizes = tree.map((pid) => ({ bytes: proportionalSize(pid), isEngine: commandOf(pid).includes('engine-process') }));
    const sum = (list) => list.reduce((total, { bytes }) => total + bytes, 0) / 1e6;
    return {
      version: seen.electron,
      paint: seen.paint - started,
      interactive: seen.interactive - started,
      memory: sum(sizes),
      engine: sum(sizes.filter(({ isEngine }) => isEngine)),
    };
  } finally {
    child.kill();
    await exited;
  }
}

function firstLine(stream) {
  return new Promise((resolve) => {
    let text = '';
    stream.on('data', (chunk) => {
      text += chunk;
      const line = /^\{.*\}$/m.exec(text);
      if (line) resolve(JSON.parse(line[0]));
    });
  });
}

async function startUp() {
  // Not counted: the first start reads everything from disk.
  await start('empty');
  await start('ours');
  const seen = await interleave({ empty: () => start('empty'), loopscope: () => start('ours') }, rounds);
  const pick = (key) => Object.fromEntries(Object.entries(seen).map(([name, list]) => [name, list.map((one) => one[key])]));
  console.log(`\nDesktop: Electron ${seen.empty[0].version}, ${rounds} rounds`);
  printRatios('Start to first paint', 'ms', pick('paint'), 'empty');
  printRatios('Start to a page that can be used (ours: the engine has answered)', 'ms', pick('interactive'), 'empty');
  printRatios('Memory at rest, all processes', 'MB', pick('memory'), 'empty');
  const more = median(seen.loopscope.map(({ memory }, i) => memory - seen.empty[i].memory));
  console.log(
    `\nLoopscope takes ${more.toFixed(0)} MB more than the empty one; ${median(pick('engine').loopscope).toFixed(0)} MB is its engine.`,
  );
}

/** By the page's own clock, from the moment main is told to open the file: first chart drawn, last change of the page. */
function watchOpening() {
  const seen = { picture: 0, last: 0 };
  window.benchOpening = seen;
  const drawn = () => document.querySelector('main canvas, main svg path') !== null;
  new MutationObserver(() => {
    requestAnimationFrame(() => {
      seen.last = Date.now();
      if (seen.picture === 0 && drawn()) seen.picture = seen.last;
    });
  }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}

async function openOnce(session) {
  const app = await _electron.launch({ executablePath: electron, args: [...ARGS, pathTo('bench/desktop/ours')], env: environment() });
  try {
    const page = await app.firstWindow();
    await page.locator('main article button').first().waitFor();
    await page.evaluate(watchOpening);
    // What a second start passes to the first.
    const given = await app.evaluate(({ app: running }, file) => {
      const now = Date.now();
      running.emit('second-instance', {}, ['loopscope', file], '/');
      return now;
    }, session);
    await page.waitForFunction(() => window.benchOpening.picture > 0 && Date.now() - window.benchOpening.last > 1_500, null, {
      timeout: 60_000,
    });
    const { picture, last } = await page.evaluate(() => window.benchOpening);
    return { picture: picture - given, complete: last - given };
  } finally {
    await app.close();
  }
}

async function opening() {
  const session = join(scratch, 'large.loopscope');
  const made = spawnSync(process.execPath, ['--import', 'tsx', pathTo('bench/lib/make-session.ts'), session, String(megabytes)], {
    stdio: 'inherit',
  });
  if (made.status !== 0) throw new Error('The large session could not be made.');
  const seen = [];
  for (let round = 0; round < rounds; round++) seen.push(await openOnce(session));
  const row = (name, key) => `| ${name} | ${median(seen.map((one) => one[key])).toFixed(0)} | ${seen.map((one) => one[key]).join(' ')} |`;
  console.log(
    `\nA session of ${(statSync(session).size / 1e6).toFixed(1)} MB, opened in a window that is there\n\n| | median ms | each round |\n|---|--:|---|`,
  );
  console.log(`${row('first picture', 'picture')}\n${row('nothing moves any more', 'complete')}`);
}

/** The scripts named in the page's HTML, which load before it can draw. */
function initialScripts() {
  const html = readFileSync(pathTo('dist/renderer/index.html'), 'utf8');
  const files = [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="\.?\/?([^"]+\.js)"/g)].map(([, file]) => file);
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(pathTo(join('dist/renderer', file)))).length, 0);
  console.log(`\nFirst scripts of the page: ${(bytes / 1024).toFixed(0)} KB gzip (${files.length} files)`);
}

try {
  initialScripts();
  await startUp();
  await opening();
} finally {
  display.close();
  rmSync(scratch, { recursive: true, force: true });
}
