/** Electron's security checklist, item by item (https://www.electronjs.org/docs/latest/tutorial/security), without its binary. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App, IpcMain, Session, WebContents } from 'electron';
import { describe, expect, test } from 'vitest';
import { type Manifest, pageHeaders, respond } from '../../../electron/shell/app-files.ts';
import { type CallHandlers, mayCall, setupCalls } from '../../../electron/shell/calls.ts';
import { LINKS } from '../../../electron/shell/links.ts';
import { setupNavigation } from '../../../electron/shell/navigation.ts';
import { isOwnPage } from '../../../electron/shell/own-page.ts';
import { setupPermissions } from '../../../electron/shell/permissions.ts';
import { webPreferences } from '../../../electron/shell/web-preferences.ts';
import { channelOf, shellCallChecks } from '../../../shared/protocol/shell.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const sources = (dir: string): string[] =>
  readdirSync(join(ROOT, dir), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|css|html)$/.test(name))
    .map((name) => join(dir, name));
const shellSources = ['electron/main.ts', 'electron/preload.ts', ...sources('electron/shell')];
const preferences = webPreferences('/preload.cjs');

const HOSTILE_PAGES = [
  'http://loopscope/',
  'https://example.com/',
  'file:///etc/passwd',
  'app://loopscope.evil/',
  'app://loopscope@evil/',
  'app://user@loopscope/',
  'app://user:password@loopscope/',
  'app://loopscope:8080/',
  'app:loopscope',
  'apps://loopscope/',
  'data:text/html,x',
  'javascript:alert(1)',
  'blob:app://loopscope/1',
  'about:blank',
  '',
  'app://',
];

/** A stand-in for Electron's emitters: what was subscribed, to be called by the test. */
function recorder(): {
  on(name: string, listener: (...args: never[]) => void): void;
  listeners: Map<string, (...args: unknown[]) => void>;
} {
  const listeners = new Map<string, (...args: unknown[]) => void>();
  return { listeners, on: (name, listener) => void listeners.set(name, listener as (...args: unknown[]) => void) };
}

function guardedContents() {
  const app = recorder();
  setupNavigation(app as unknown as App);
  const contents = { ...recorder(), opened: null as null | (() => { action: string }) };
  const withHandler = Object.assign(contents, {
    setWindowOpenHandler: (handler: () => { action: string }) => {
      contents.opened = handler;
    },
  });
  app.listeners.get('web-contents-created')!({}, withHandler as unknown as WebContents);
  return contents;
}

/** Whether the event was prevented. */
function isPrevented(listener: (...args: unknown[]) => void, event: object, ...rest: unknown[]): boolean {
  let prevented = false;
  listener(
    {
      ...event,
      preventDefault: () => {
        prevented = true;
      },
    },
    ...rest,
  );
  return prevented;
}

test('the page loads no remote content', () => {
  const addresses = [...sources('renderer'), ...shellSources].flatMap((file) =>
    [...read(file).matchAll(/\bhttps?:\/\/[^\s'"`)]+/g)].map(([address]) => `${file}: ${address}`),
  );
  const known = /w3\.org\/|127\.0\.0\.1|localhost|nodejs\.org\/en\/download|example\.(com|org)|\$\{|http:\/\/…/;
  expect(addresses.filter((address) => !known.test(address))).toEqual([]);
});

test('there is no Node in the page, its workers or its frames', () => {
  expect(preferences).toMatchObject({ nodeIntegration: false, nodeIntegrationInWorker: false, nodeIntegrationInSubFrames: false });
});

test('context isolation is on', () => expect(preferences.contextIsolation).toBe(true));

test('every page is sandboxed, requested before the application is ready', () => {
  expect(preferences.sandbox).toBe(true);
  const main = read('electron/main.ts');
  expect(main.indexOf('enableSandbox()')).toBeGreaterThan(0);
  expect(main.indexOf('enableSandbox()')).toBeLessThan(main.indexOf('whenReady()'));
});

describe('permissions', () => {
  const asked = { request: null as never, check: null as never, device: null as never } as {
    request: (
      contents: unknown,
      permission: string,
      answer: (granted: boolean) => void,
      details: { requestingUrl: string; isMainFrame: boolean },
    ) => void;
    check: (contents: unknown, permission: string, origin: string, details: { isMainFrame: boolean }) => boolean;
    device: () => boolean;
  };
  setupPermissions({
    setPermissionRequestHandler: (handler: never) => {
      asked.request = handler;
    },
    setPermissionCheckHandler: (handler: never) => {
      asked.check = handler;
    },
    setDevicePermissionHandler: (handler: never) => {
      asked.device = handler;
    },
  } as unknown as Session);
  const declared = /setPermissionCheckHandler\(handler: \(\(webContents[^,]*, permission: ([^,]+),/.exec(
    read('node_modules/electron/electron.d.ts'),
  );
  const all = [...declared![1]!.matchAll(/'([\w-]+)'/g)].map(([, name]) => name!);
  const isGranted = (permission: string, url: string, isMainFrame = true): boolean => {
    let granted: boolean | null = null;
    asked.request(
      null,
      permission,
      (answer) => {
        granted = answer;
      },
      { requestingUrl: url, isMainFrame },
    );
    expect(granted).toBe(asked.check(null, permission, url, { isMainFrame }));
    return granted!;
  };

  test('of all permissions, our page only has local network access and writing to the clipboard', () => {
    expect(all.length).toBeGreaterThan(30);
    const granted = all.filter((permission) => isGranted(permission, 'app://loopscope/'));
    expect(granted.sort()).toEqual(['clipboard-sanitized-write', 'local-network-access', 'loopback-network']);
    expect(asked.device()).toBe(false);
  });

  test('a frame in it has no access to the clipboard', () => {
    const granted = all.filter((permission) => isGranted(permission, 'app://loopscope/', false));
    expect(granted.sort()).toEqual(['local-network-access', 'loopback-network']);
  });

  test('other pages have none of them', () => {
    for (const url of HOSTILE_PAGES) expect(all.filter((permission) => isGranted(permission, url))).toEqual([]);
  });
});

test('web security stays on', () => expect(preferences.webSecurity).toBe(true));

test('the policy is a header: own files, one port, no eval', () => {
  const policy = new Map(
    pageHeaders(4711)
      ['Content-Security-Policy']!.split('; ')
      .map((part) => [part.split(' ')[0]!, part.split(' ').slice(1)]),
  );
  expect(policy.get('default-src')).toEqual(["'none'"]);
  expect(policy.get('script-src')).toEqual(["'self'"]);
  expect(policy.get('connect-src')).toEqual(["'self'", 'ws://127.0.0.1:4711']);
  for (const name of ['object-src', 'base-uri', 'form-action', 'frame-ancestors']) expect(policy.get(name), name).toEqual(["'none'"]);
});

test.each(['allowRunningInsecureContent', 'experimentalFeatures', 'enableBlinkFeatures'])('%s is not set', (name) => {
  expect(preferences).not.toHaveProperty(name);
  expect(shellSources.filter((file) => read(file).includes(name))).toEqual([]);
});

test('there is no webview', () => expect(preferences.webviewTag).toBe(false));

test('a webview cannot be attached', () => {
  expect(isPrevented(guardedContents().listeners.get('will-attach-webview')!, {})).toBe(true);
});

test.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('%s to a page that is not ours is refused', (name) => {
  const listener = guardedContents().listeners.get(name)!;
  for (const url of HOSTILE_PAGES) {
    expect(isPrevented(listener, { url }), url).toBe(true);
    // As old versions say it.
    expect(isPrevented(listener, {}, url), url).toBe(true);
  }
  expect(isPrevented(listener, { url: 'app://loopscope/#/run/1' })).toBe(false);
});

test('the page opens no windows', () => expect(guardedContents().opened!()).toEqual({ action: 'deny' }));

test('the page opens only fixed addresses in the browser of the system, and files in the chosen editor', () => {
  for (const address of Object.values(LINKS)) expect(new URL(address).protocol).toBe('https:');
  const uses = shellSources.flatMap((file) => [...read(file).matchAll(/openExternal\(([^)]*)\)/g)].map(([, argument]) => argument));
  expect(uses.sort()).toEqual(['LINKS[name]', 'link']);
  for (const name of ['file:///etc/passwd', 'javascript:1', 'https://example.com', '__proto__', 'toString', null, {}]) {
    expect(shellCallChecks['open-link']({ name })).toBe(false);
  }
});

test('Electron is one of the newest three majors', () => {
  // Raised with each release of ours; Electron brings a major every eight weeks.
  const NEWEST_KNOWN = 45;
  const { version } = JSON.parse(read('node_modules/electron/package.json'));
  const wanted = JSON.parse(read('package.json')).devDependencies.electron as string;
  const major = Number.parseInt(version, 10);
  expect(Number.parseInt(wanted.replace(/^[^\d]*/, ''), 10)).toBe(major);
  expect(major).toBeGreaterThanOrEqual(NEWEST_KNOWN - 2);
});

describe('every call is checked', () => {
  const OWN = { url: 'app://loopscope/#/home', parent: null };

  test('for its sender: our window, its top frame, our page', () => {
    expect(mayCall({ sender: { id: 1 }, senderFrame: OWN }, 1)).toBe(true);
    expect(mayCall({ sender: { id: 2 }, senderFrame: OWN }, 1)).toBe(false);
    expect(mayCall({ sender: { id: 1 }, senderFrame: OWN }, null)).toBe(false);
    expect(mayCall({ sender: { id: 1 }, senderFrame: null }, 1)).toBe(false);
    expect(mayCall({ sender: { id: 1 }, senderFrame: { ...OWN, parent: {} } }, 1)).toBe(false);
    for (const url of HOSTILE_PAGES) expect(mayCall({ sender: { id: 1 }, senderFrame: { url, parent: null } }, 1), url).toBe(false);
  });

  test('for its parameters, before any handler gets them', () => {
    const called: string[] = [];
    const handlers = new Map<string, (event: unknown, params: unknown) => unknown>();
    const all = Object.fromEntries(Object.keys(shellCallChecks).map((name) => [name, () => called.push(name)])) as unknown as CallHandlers;
    setupCalls({ handle: (channel: string, handler: never) => void handlers.set(channel, handler) } as unknown as IpcMain, all, () => 1);
    const call = (name: keyof typeof shellCallChecks, params: unknown) =>
      handlers.get(channelOf(name))!({ sender: { id: 1 }, senderFrame: OWN }, params);
    expect(handlers.size).toBe(Object.keys(shellCallChecks).length);
    for (const name of Object.keys(shellCallChecks) as (keyof typeof shellCallChecks)[]) {
      for (const params of [undefined, 1, 'x', [], { unknown: 1 }, { __proto__: null }])
        expect(() => call(name, params), name).toThrow('wrong parameters');
      expect(() => handlers.get(channelOf(name))!({ sender: { id: 9 }, senderFrame: OWN }, null)).toThrow('not for this page');
    }
    expect(called).toEqual([]);
    call('set-theme', { theme: 'dark' });
    expect(() => call('set-theme', { theme: 'dark', more: 1 })).toThrow('wrong parameters');
    expect(() => call('show-in-folder', { path: 'a\0b' })).toThrow('wrong parameters');
    expect(() => call('show-in-folder', { path: 'x'.repeat(5_000) })).toThrow('wrong parameters');
    expect(called).toEqual(['set-theme']);
  });

  test('there is no other way in', () => {
    const handling = shellSources.filter((file) => /\bipc(Main)?\.(handle|on|once|handleOnce)\(/.test(read(file)));
    expect(handling).toEqual(['electron/shell/calls.ts']);
  });
});

describe('files are served by our own protocol, from a list', () => {
  const manifest: Manifest = new Map([
    ['/', { file: 'index.html', type: 'text/html' }],
    ['/assets/a.js', { file: 'assets/a.js', type: 'text/javascript' }],
  ]);
  const asked: string[] = [];
  const get = (url: string, method = 'GET') =>
    respond({ method, url }, manifest, 1, async (file) => {
      asked.push(file);
      return new TextEncoder().encode(file);
    });

  test('files on the list are served with their type and the policy', async () => {
    const answer = await get('app://loopscope/assets/a.js');
    expect(answer).toMatchObject({ status: 200, headers: { 'Content-Type': 'text/javascript', 'X-Content-Type-Options': 'nosniff' } });
    expect((await get('app://loopscope/?x=1#/run')).status).toBe(200);
  });

  test('other files are not read', async () => {
    asked.length = 0;
    const hostile = [
      '/../x',
      '/..%2fx',
      '/%2e%2e/x',
      '/%00',
      '/assets/a.js%00.png',
      '/assets\\a.js',
      '//assets/a.js',
      '/constructor',
      '/__proto__',
      '/etc/passwd',
    ];
    for (const path of hostile) expect((await get(`app://loopscope${path}`)).status, path).toBe(404);
    for (const url of HOSTILE_PAGES) expect((await get(url)).status, url).toBe(400);
    for (const method of ['POST', 'PUT', 'HEAD', 'DELETE']) expect((await get('app://loopscope/', method)).status, method).toBe(400);
    expect(asked).toEqual([]);
  });

  test('loads nothing from file: URLs', () => {
    expect(shellSources.filter((file) => /loadFile\(|file:\/\//.test(read(file)))).toEqual([]);
  });
});

test('the package sets the fuses', () => {
  const settings = read('electron-builder.yml');
  const expected = {
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  };
  for (const [fuse, value] of Object.entries(expected)) expect(settings).toMatch(new RegExp(`\\b${fuse}: ${value}\\b`));
});

test('the preload exposes named functions and nothing of Electron', () => {
  const preload = read('electron/preload.ts');
  expect([...preload.matchAll(/exposeInMainWorld\('(\w+)', (\w+)\)/g)].map(([, name, value]) => [name, value])).toEqual([
    ['loopscope', 'desktop'],
  ]);
  // The event of a command stays here: only the command goes on.
  expect(preload).toContain('(_event, command: ShellCommand) => listener(command)');
  expect(preload.match(/ipcRenderer\.(\w+)/g)).toEqual(['ipcRenderer.invoke', 'ipcRenderer.on']);
});

test('recognises our page in every spelling of its URL', () => {
  expect(isOwnPage('app://loopscope')).toBe(true);
  expect(isOwnPage('app://loopscope/index.html?x#y')).toBe(true);
  for (const url of HOSTILE_PAGES) expect(isOwnPage(url), url).toBe(false);
});
