/** What `npm start` does about an Electron that is not there. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fetchElectron } from '../../../scripts/fetch-electron.mjs';

const HOUR = 60 * 60 * 1000;

/** A source tree after `npm ci`; `reachable` and `installs` say what the network gives. */
function tree({ reachable = true, installs = true, isTTY = false } = {}) {
  const root = mkdtempSync(join(tmpdir(), 'loopscope-start-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'node_modules/electron'), { recursive: true });
  writeFileSync(join(root, 'node_modules/electron/install.js'), '');
  const did: string[] = [];
  const fetch = (later = 0) =>
    fetchElectron(root, {
      canReach: () => {
        did.push('asked');
        return reachable;
      },
      install: () => {
        did.push('installed');
        if (installs) writeFileSync(join(root, 'node_modules/electron/path.txt'), 'electron');
        return installs;
      },
      terminal: { isTTY, write: (text) => did.push(text) },
      now: () => Date.now() + later,
    });
  return { root, did, fetch };
}

test('downloads Electron once', async () => {
  const { did, fetch } = tree();
  expect(await fetch()).toBe(true);
  expect(await fetch()).toBe(true);
  expect(did).toEqual(['asked', 'installed']);
});

test('without a network, tries once a day and prints nothing', async () => {
  const { did, fetch } = tree({ reachable: false, isTTY: true });
  expect(await fetch()).toBe(false);
  expect(await fetch(HOUR)).toBe(false);
  expect(did).toEqual(['asked']);
  expect(await fetch(25 * HOUR)).toBe(false);
  expect(did).toEqual(['asked', 'asked']);
});

test('tries a failed download once a day and removes its progress line', async () => {
  const { did, fetch } = tree({ installs: false, isTTY: true });
  expect(await fetch()).toBe(false);
  expect(await fetch(HOUR)).toBe(false);
  expect(did).toEqual(['asked', 'Fetching Electron; this is done once.', 'installed', '\r\x1b[K']);
});

test('downloads it a day later and keeps it', async () => {
  const { root, did, fetch } = tree();
  mkdirSync(join(root, '.cache'));
  const mark = join(root, '.cache/electron-not-fetched');
  writeFileSync(mark, '');
  expect(await fetch()).toBe(false);
  expect(did).toEqual([]);
  const yesterday = new Date(Date.now() - 25 * HOUR);
  utimesSync(mark, yesterday, yesterday);
  expect(await fetch()).toBe(true);
});

test('does nothing without the electron package', async () => {
  const { root, did, fetch } = tree();
  rmSync(join(root, 'node_modules/electron'), { recursive: true });
  expect(await fetch()).toBe(false);
  expect(did).toEqual([]);
});
