/** What a page that was taken over would try, in a real Electron. */

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ElectronApplication } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import WebSocket from 'ws';
import {
  type Desktop,
  electronArguments,
  electronEnvironment,
  electronProgram,
  launchDesktop,
  needElectron,
  newDataDir,
} from '../helpers/desktop.ts';
import * as ui from '../helpers/interface.ts';

const { home } = ui.words;

needElectron();

async function openHome(): Promise<Desktop> {
  const desktop = await launchDesktop();
  await desktop.page.getByRole('heading', { name: home.studies.title }).waitFor();
  return desktop;
}

async function portOf(server: Server): Promise<number> {
  if (!server.listening) await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const windows = (app: ElectronApplication): Promise<number> => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

test('the window never navigates to another page', async () => {
  const { app, page } = await openHome();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    response.end('<title>elsewhere</title>');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  const port = await portOf(server);
  const hostile = [
    `http://127.0.0.1:${port}/`,
    'https://example.com/',
    'file:///etc/passwd',
    'app://loopscope.evil/',
    'app://loopscope@evil/',
    'app://evil/',
    'APP://LOOPSCOPE.EVIL/',
    'data:text/html,<title>elsewhere</title>',
    'javascript:document.title="elsewhere"',
    'blob:app://loopscope/00000000-0000-0000-0000-000000000000',
    'chrome://version/',
  ];
  const go = (url: string): Promise<void> =>
    page.evaluate((to) => {
      window.location.href = to;
    }, url);
  for (const url of hostile) {
    await go(url);
    await page.waitForTimeout(60);
    expect(page.url(), url).toMatch(/^app:\/\/loopscope\//);
  }
  // An empty page makes no request that could be refused: it is shown for a moment, and left again.
  const emptied = page.waitForEvent('framenavigated', (frame) => frame.url() === 'about:blank');
  await go('about:blank');
  await emptied;
  await page.waitForURL(/^app:\/\/loopscope\//);
  expect(await page.title()).toBe('Loopscope');
  expect(asked).toEqual([]);
  expect(await windows(app)).toBe(1);
  await app.close();
});

test('no other window can be opened', () => {
  const probe = join(import.meta.dirname, '../fixtures/e2e/opens-windows.cjs');
  const printed = execFileSync(electronProgram(), ['-r', probe, ...electronArguments()], {
    env: electronEnvironment(newDataDir()),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 60_000,
  });
  expect(JSON.parse(/^LOOK (.*)$/m.exec(printed)![1]!)).toEqual({ windows: 1, url: 'app://loopscope/' });
});

function isLetIn(url: string, protocols: string[], origin: string | undefined): Promise<boolean> {
  const socket = new WebSocket(url, protocols, origin === undefined ? {} : { origin });
  return new Promise((resolve) => {
    socket.once('open', () => {
      socket.terminate();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** What each is about, in one window: starting the program takes longer than any of them. The first one looks at errors of the page, so it is the first. */
const CLAIMS: Readonly<Record<string, (desktop: Desktop) => Promise<void>>> = {
  'the content security policy is a header with one port, and blocks everything else': async ({ page, errors }) => {
    const server = createServer((_request, response) => response.end('reached')).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    const port = await portOf(server);
    const policy = await page.evaluate(() => fetch('app://loopscope/').then((answer) => answer.headers.get('content-security-policy')));
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; .*connect-src 'self' ws:\/\/127\.0\.0\.1:\d+;/);
    expect(policy).not.toContain('unsafe-eval');
    expect(errors).toEqual([]);

    const tried = await page.evaluate(async (elsewhere) => {
      const results: Record<string, unknown> = {};
      results.fetch = await fetch(`http://127.0.0.1:${elsewhere}/`).then(
        () => 'reached',
        () => 'refused',
      );
      // Later, as what the driver runs itself is exempt from the policy.
      results.eval = await new Promise((resolve) => {
        setTimeout(() => {
          try {
            resolve(new Function('return 1')());
          } catch {
            resolve('refused');
          }
        });
      });
      const script = Object.assign(document.createElement('script'), { textContent: 'window.ran = true' });
      document.body.append(script);
      document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.ran = true"><iframe src="app://loopscope/"></iframe>');
      // Both are told, also of what they may not load.
      const told = (selector: string, event: string) =>
        new Promise((resolve) => document.querySelector(selector)!.addEventListener(event, resolve, { once: true }));
      await Promise.all([told('img[src=x]', 'error'), told('iframe', 'load')]);
      results.ran = 'ran' in window;
      results.frame = document.querySelector('iframe')!.contentDocument?.querySelector('#root') ?? null;
      return results;
    }, port);
    expect(tried).toEqual({ fetch: 'refused', eval: 'refused', ran: false, frame: null });
  },
  'the page is isolated, sandboxed and has no access to Node or Electron': async ({ app, page }) => {
    const preferences = await app.evaluate(({ BrowserWindow }) => {
      const { webContents } = BrowserWindow.getAllWindows()[0]!;
      return (webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }).getLastWebPreferences();
    });
    expect(preferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    });
    const seen = await page.evaluate(() => {
      const exposed = (window as unknown as { loopscope: Record<string, unknown> }).loopscope;
      return {
        globals: ['require', 'process', 'module', 'Buffer', 'global', 'ipcRenderer'].filter((name) => name in window),
        exposed: Object.fromEntries(Object.entries(exposed).map(([name, value]) => [name, typeof value])),
      };
    });
    expect(seen.globals).toEqual([]);
    expect(new Set(Object.values(seen.exposed))).toEqual(new Set(['function']));
  },
  'permissions are denied': async ({ page }) => {
    const answers = await page.evaluate(async () => {
      const refused = (asking: Promise<unknown>) =>
        asking.then(
          () => 'granted',
          () => 'denied',
        );
      return {
        notification: await Notification.requestPermission(),
        microphone: await refused(navigator.mediaDevices.getUserMedia({ audio: true })),
        midi: await refused(navigator.requestMIDIAccess({ sysex: true })),
        place: await refused(new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject))),
        clipboard: await refused(navigator.clipboard.readText()),
      };
    });
    expect(answers).toEqual({ notification: 'denied', microphone: 'denied', midi: 'denied', place: 'denied', clipboard: 'denied' });
  },
  'the protocol serves only the built files': async ({ page }) => {
    const outside = mkdtempSync(join(tmpdir(), 'loopscope-outside-'));
    onTestFinished(() => rmSync(outside, { recursive: true }));
    writeFileSync(join(outside, 'secret.txt'), 'secret');
    symlinkSync(join(outside, 'secret.txt'), join(outside, 'link.txt'));
    const paths = [
      '/../package.json',
      '/..%2fpackage.json',
      '/%2e%2e/package.json',
      '/assets/..%2f..%2f..%2fpackage.json',
      '/%00',
      '/index.html%00.png',
      '/\\..\\package.json',
      '//etc/passwd',
      `/${join(outside, 'secret.txt')}`,
      `/${join(outside, 'link.txt')}`,
      '/dist/shell/main.cjs',
      '/INDEX.HTML',
      '/index.html/',
      '/constructor',
      '/__proto__',
    ];
    const answers = await page.evaluate(
      (all) =>
        Promise.all(
          all.map((path) =>
            fetch(`app://loopscope${path}`).then(
              async (answer) => [path, answer.status, (await answer.text()).length],
              () => [path, 0, 0],
            ),
          ),
        ),
      paths,
    );
    for (const [path, status, size] of answers) {
      expect([0, 400, 404], String(path)).toContain(status);
      expect(size, String(path)).toBe(0);
    }
    const posted = await page.evaluate(() =>
      fetch('app://loopscope/', { method: 'POST', body: 'x' }).then(
        ({ status }) => status,
        () => 0,
      ),
    );
    expect(posted).not.toBe(200);
  },
  'refuses calls from other senders and with wrong parameters': async ({ app, page }) => {
    const refusals = await page.evaluate(async () => {
      const desktop = (window as unknown as { loopscope: Record<string, (...args: unknown[]) => Promise<unknown>> }).loopscope;
      const wrong: [string, unknown[]][] = [
        ['chooseFile', ['anything', null]],
        ['chooseSave', ['']],
        ['chooseSave', [`a\0b`]],
        ['showInFolder', [{ path: '/' }]],
        ['setTheme', ['purple']],
        ['openLink', ['https://example.com']],
        ['openLink', ['__proto__']],
        ['openInEditor', [{ editor: 'file', path: '/srv/app.js', line: 1, column: 1 }]],
        ['openInEditor', [{ editor: 'vscode', path: '/srv/../etc/passwd', line: 1, column: 1 }]],
        ['openInEditor', [{ editor: 'vscode', path: 'javascript:alert(1)', line: 1, column: 1 }]],
        ['openInEditor', [{ editor: 'vscode', path: '/srv/app.js', line: '1&x=y', column: 1 }]],
        ['setDocument', [{ path: null, edited: 'yes', screen: 'home', live: false }]],
      ];
      return Promise.all(
        wrong.map(([name, args]) =>
          desktop[name]!(...args).then(
            () => `${name} was answered`,
            (error: Error) => /wrong parameters/.test(error.message),
          ),
        ),
      );
    });
    expect(new Set(refusals)).toEqual(new Set([true]));

    // Another window, with our preload and even our address: it is not the window.
    const foreign = await app.evaluate(async ({ BrowserWindow }) => {
      const [own] = BrowserWindow.getAllWindows();
      const { preload } = (own!.webContents as unknown as { getLastWebPreferences(): { preload: string } }).getLastWebPreferences();
      const other = new BrowserWindow({ show: false, webPreferences: { preload, contextIsolation: true, sandbox: true } });
      await other.loadURL('app://loopscope/').catch(() => undefined);
      const answer = await other.webContents.executeJavaScript(
        "window.loopscope.engineAddress().then(() => 'answered', (error) => error.message)",
      );
      other.destroy();
      return answer;
    });
    expect(foreign).toMatch(/not for this page/);
  },
  'hands only files of this machine to the editor, by a link that it makes itself': async ({ app, page }) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loopscope editor ')));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [file, link] = [join(folder, `it's #1.js`), join(folder, 'link.js')];
    writeFileSync(file, '');
    symlinkSync(file, link);
    await app.evaluate(({ shell }) => {
      const links: string[] = [];
      (globalThis as { links?: string[] }).links = links;
      shell.openExternal = async (url) => void links.push(url);
    });
    const answers = await page.evaluate(
      (paths) => {
        const { loopscope } = window as unknown as { loopscope: { openInEditor(at: object): Promise<boolean> } };
        return Promise.all(paths.map((path) => loopscope.openInEditor({ editor: 'zed', path, line: 3, column: 5 })));
      },
      [file, link, join(folder, 'gone.js'), folder],
    );
    expect(answers).toEqual([true, false, false, false]);
    const opened = await app.evaluate(() => (globalThis as { links?: string[] }).links);
    expect(opened).toEqual([`zed://file${pathToFileURL(folder).pathname}/it%27s%20%231.js:3:5`]);
  },
  'the engine accepts only the window': async ({ page }) => {
    const address = await page.evaluate(() =>
      (window as unknown as { loopscope: { engineAddress(): Promise<{ port: number; token: string }> } }).loopscope.engineAddress(),
    );
    const url = `ws://127.0.0.1:${address.port}/socket`;
    const tries: [string, string[], string | undefined][] = [
      ['no token', ['loopscope'], 'app://loopscope'],
      ['another token', ['loopscope', 'token.AAAAAAAAAAAAAAAAAAAAAA'], 'app://loopscope'],
      ['another origin', ['loopscope', `token.${address.token}`], 'https://example.com'],
      ['an origin that only begins like ours', ['loopscope', `token.${address.token}`], 'app://loopscope.evil'],
      ['the server’s own origin with the window’s key', ['loopscope', `token.${address.token}`], `http://127.0.0.1:${address.port}`],
      ['no origin', ['loopscope', `token.${address.token}`], undefined],
    ];
    for (const [name, protocols, origin] of tries) expect(await isLetIn(url, protocols, origin), name).toBe(false);
    expect(await isLetIn(url, ['loopscope', `token.${address.token}`], 'app://loopscope')).toBe(true);
  },
  'a webview cannot be attached': async ({ page }) => {
    await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<webview src="https://example.com" allowpopups></webview>'));
    // Where it could be, the element has the methods of one from the moment it is in the page.
    expect(await page.evaluate(() => 'getWebContentsId' in document.querySelector('webview')!)).toBe(false);
  },
};

test('a page that was taken over gets neither Node nor files nor other pages, and no engine but its own', async () => {
  const desktop = await openHome();
  for (const [claim, hold] of Object.entries(CLAIMS)) {
    await hold(desktop).catch((error: Error) => {
      throw new Error(`${claim}: ${error.message}`, { cause: error });
    });
  }
  await desktop.app.close();
});
