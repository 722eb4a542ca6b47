// The product with its page open in Chromium, as a user sees it during a run.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findBrowser } from '../../test/setup/find-browser.mjs';
import { LOOPSCOPE } from './commands.mjs';

const LINK = /http:\/\/127\.0\.0\.1:\d+\/#open=[\w-]+/;

/** The interface on loopback, with a data folder of its own; `url` opens it once. */
export async function startProduct() {
  const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-bench-'));
  const server = spawn(process.execPath, [LOOPSCOPE, 'serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LOOPSCOPE_DATA_DIR: dataDir },
  });
  const url = await new Promise((resolve) => {
    let text = '';
    server.stdout.on('data', (chunk) => {
      text += chunk;
      const found = LINK.exec(text);
      if (found) resolve(found[0]);
    });
  });
  const close = async () => {
    server.kill('SIGINT');
    await new Promise((resolve) => server.once('exit', resolve));
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url, pid: server.pid, close };
}

export async function openProduct() {
  const product = await startProduct();
  const browser = await chromium.launch({ executablePath: findBrowser().path, args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(watch);
  await page.goto(product.url);
  await page.getByRole('main').waitFor();
  const close = async () => {
    await browser.close();
    await product.close();
  };
  return { page, pid: product.pid, close, run: (setup, tab) => run(page, setup, tab) };
}

/** Runs in the page before the product's code: notes when frames are drawn and when the run changes its state. */
function watch() {
  window.bench = { frames: [], states: {}, drawn: 0, protocols: null };
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...args) {
      super(...args);
      // The key is among them.
      window.bench.protocols = args[1];
      this.addEventListener('message', ({ data }) => {
        if (typeof data !== 'string') return;
        const { event } = JSON.parse(data);
        if (event?.type === 'run.state') window.bench.states[event.state] ??= performance.now();
      });
    }
  };
  let last = 0;
  requestAnimationFrame(function frame(now) {
    const { states, frames } = window.bench;
    if (last > 0 && states.measuring !== undefined && states.stopping === undefined) frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  });
}

/** One request over a connection of its own, with the key of the page. */
async function ask(page, name, params) {
  await page.waitForFunction(() => window.bench.protocols !== null);
  return page.evaluate(
    async (question) => {
      const socket = new WebSocket(`ws://${location.host}/socket`, window.bench.protocols);
      await new Promise((resolve, reject) => {
        socket.addEventListener('open', resolve);
        socket.addEventListener('close', () => reject(new Error('the engine refused the connection')));
      });
      const answer = new Promise((resolve) => {
        socket.addEventListener('message', ({ data }) => {
          const message = typeof data === 'string' ? JSON.parse(data) : {};
          if (message.id === question.id) resolve(message.answer);
        });
      });
      socket.send(JSON.stringify(question));
      const { ok, value, failure } = await answer;
      socket.close();
      if (!ok) throw new Error(failure.message);
      return value;
    },
    { id: 1, name, params },
  );
}

/** Starts a run, watches it live on the given tab, returns the observed figures and the run's report. */
async function run(page, setup, tab) {
  await page.evaluate(() => {
    window.bench.frames = [];
    window.bench.states = {};
  });
  const { sessionId } = await ask(page, 'run.start', { setup, name: null });
  await page.evaluate((id) => {
    location.hash = `#/run/${id}`;
  }, sessionId);
  await page.getByRole('tab', { name: tab, exact: true }).click();
  await page.evaluate(() => {
    const isFlame = ({ target }) => target instanceof Element && target.closest('svg') !== null;
    new MutationObserver((changes) => {
      if (!changes.some(isFlame)) return;
      // The change is visible in the frame that follows it.
      requestAnimationFrame(() =>
        requestAnimationFrame((now) => {
          window.bench.drawn = now;
        }),
      );
    }).observe(document.querySelector('main'), { subtree: true, childList: true, attributes: true });
  });
  await page.waitForFunction(() => window.bench.states.done !== undefined, null, { timeout: 120_000 });
  await page.waitForTimeout(1_500);
  const seen = await page.evaluate(() => window.bench);
  return { report: (await ask(page, 'session.report', { sessionId, window: null })).runs[0], ...seen };
}

export function setupFor(script, { connections, seconds, capture }) {
  return {
    target: { kind: 'script', script, args: [], nodeArgs: [], cwd: null, env: [], node: null, portTimeoutS: 30 },
    requests: [{ url: '/', method: 'GET', headers: [], body: '' }],
    load: { model: 'closed', connections, end: { by: 'duration', seconds }, warmupS: 0, timeoutS: 10, allowHost: null },
    client: { kind: 'loopscope', keepAlive: true },
    capture,
  };
}
