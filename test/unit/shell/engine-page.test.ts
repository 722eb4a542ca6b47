/** What the page is told when an engine comes up: nothing, a command, or it is loaded again. */
import { expect, test } from 'vitest';
import { isPage, type Manifest } from '../../../electron/shell/app-files.ts';
import { Commands } from '../../../electron/shell/commands.ts';
import { tellPage } from '../../../electron/shell/engine-page.ts';

const ADDRESS = { port: 4000, token: 'b' };

/** A page that listens, unless it has not been served yet. */
function createPage({ servedPort, shownPath = null }: { servedPort: number | null; shownPath?: string | null }) {
  const commands = new Commands();
  const told: unknown[] = [];
  if (servedPort !== null) commands.pageIsReady((_channel, command) => told.push(command));
  let loads = 0;
  const parts = { commands, servedPort: () => servedPort, shownPath: () => shownPath, loadHome: () => loads++ };
  return {
    up: (isFirst: boolean) => tellPage(parts, ADDRESS, isFirst),
    told,
    loads: () => loads,
    waiting: () => commands.pageIsReady(() => {}),
  };
}

test('tells nothing when the engine was ready before the page', () => {
  const page = createPage({ servedPort: null });
  page.up(true);
  expect({ told: page.told, loads: page.loads(), waiting: page.waiting() }).toEqual({ told: [], loads: 0, waiting: [] });
});

test('first engine on the expected port: the page connects by itself', () => {
  const page = createPage({ servedPort: 4000 });
  page.up(true);
  expect({ told: page.told, loads: page.loads() }).toEqual({ told: [], loads: 0 });
});

test('first engine on another port: the page is reloaded', () => {
  const page = createPage({ servedPort: 3999 });
  page.up(true);
  expect({ told: page.told, loads: page.loads(), waiting: page.waiting() }).toEqual({ told: [], loads: 1, waiting: [] });
});

test('next engine on the same port: the page reconnects and reopens its file', () => {
  const page = createPage({ servedPort: 4000, shownPath: '/a.loopscope' });
  page.up(false);
  expect(page.told).toEqual([{ type: 'engine-restarted', address: ADDRESS }]);
  expect(page.loads()).toBe(0);
});

test('next engine on another port: the reloaded page gets the file, the old one nothing', () => {
  const page = createPage({ servedPort: 3999, shownPath: '/a.loopscope' });
  page.up(false);
  expect({ told: page.told, loads: page.loads() }).toEqual({ told: [], loads: 1 });
  expect(page.waiting()).toEqual([{ type: 'open-path', path: '/a.loopscope' }]);
});

test('next engine on another port without a file: the reloaded page reports what happened', () => {
  const page = createPage({ servedPort: 3999 });
  page.up(false);
  expect(page.waiting()).toEqual([{ type: 'engine-restarted', address: ADDRESS }]);
});

test('only pages have a content security policy', () => {
  const manifest: Manifest = new Map([
    ['/', { file: 'index.html', type: 'text/html; charset=utf-8' }],
    ['/a.js', { file: 'a.js', type: 'text/javascript' }],
  ]);
  expect(isPage(manifest, 'app://loopscope/?x#/run')).toBe(true);
  for (const url of ['app://loopscope/a.js', 'app://loopscope/gone', 'app://evil/', 'https://example.com/', ''])
    expect(isPage(manifest, url)).toBe(false);
});
