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

test('an engine that is there before the page is nothing to tell', () => {
  const page = createPage({ servedPort: null });
  page.up(true);
  expect({ told: page.told, loads: page.loads(), waiting: page.waiting() }).toEqual({ told: [], loads: 0, waiting: [] });
});

test('the first one, where it was expected: the page asks for it by itself', () => {
  const page = createPage({ servedPort: 4000 });
  page.up(true);
  expect({ told: page.told, loads: page.loads() }).toEqual({ told: [], loads: 0 });
});

test('the first one elsewhere: its port was taken, so the page is loaded again', () => {
  const page = createPage({ servedPort: 3999 });
  page.up(true);
  expect({ told: page.told, loads: page.loads(), waiting: page.waiting() }).toEqual({ told: [], loads: 1, waiting: [] });
});

test('another one in the same place: the page connects and opens its file again', () => {
  const page = createPage({ servedPort: 4000, shownPath: '/a.loopscope' });
  page.up(false);
  expect(page.told).toEqual([{ type: 'engine-restarted', address: ADDRESS }]);
  expect(page.loads()).toBe(0);
});

test('another one elsewhere: the page that comes is given the file, the one that goes hears nothing', () => {
  const page = createPage({ servedPort: 3999, shownPath: '/a.loopscope' });
  page.up(false);
  expect({ told: page.told, loads: page.loads() }).toEqual({ told: [], loads: 1 });
  expect(page.waiting()).toEqual([{ type: 'open-path', path: '/a.loopscope' }]);
});

test('another one elsewhere without a file: the page that comes says what has happened', () => {
  const page = createPage({ servedPort: 3999 });
  page.up(false);
  expect(page.waiting()).toEqual([{ type: 'engine-restarted', address: ADDRESS }]);
});

test('only a page carries a policy', () => {
  const manifest: Manifest = new Map([
    ['/', { file: 'index.html', type: 'text/html; charset=utf-8' }],
    ['/a.js', { file: 'a.js', type: 'text/javascript' }],
  ]);
  expect(isPage(manifest, 'app://loopscope/?x#/run')).toBe(true);
  for (const url of ['app://loopscope/a.js', 'app://loopscope/gone', 'app://evil/', 'https://example.com/', ''])
    expect(isPage(manifest, url)).toBe(false);
});
