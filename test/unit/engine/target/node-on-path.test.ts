import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { placeNode, setsNodeOptions } from '../../../../electron/engine/target/node-on-path.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "loopscope it's "));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

test.each([
  ['"start": "NODE_OPTIONS=--max-old-space-size=512 node server.js"', true],
  ['"start": "cross-env NODE_OPTIONS=\\"--import tsx\\" next start"', true],
  ['"start": "node server.js"', false],
  ['"start": "MY_NODE_OPTIONS=1 node server.js"', false],
  ['"start": 7', false],
])('of a package.json with %s', (script, sets) => {
  write('package.json', `{"scripts":{${script}}}`);
  expect(setsNodeOptions(folder)).toBe(sets);
});

test('a folder without a package.json, or with one that cannot be read, sets nothing', () => {
  expect(setsNodeOptions(folder)).toBe(false);
  write('package.json', '{');
  expect(setsNodeOptions(folder)).toBe(false);
});

describe.skipIf(process.platform === 'win32')('node, as a shell finds it', () => {
  function start(words: readonly string[], more: NodeJS.ProcessEnv = {}) {
    const preload = write('loopscope-preload.cjs', 'globalThis.isLoaded = true;');
    const { NODE_OPTIONS: _, ...own } = process.env;
    const PATH = [dirname(process.execPath), own.PATH].join(delimiter);
    const placed = placeNode({ ...own, PATH }, preload);
    const print = '-p';
    const what = 'JSON.stringify([process.execPath, globalThis.isLoaded === true, process.execArgv.length])';
    const { stdout, stderr, status } = spawnSync('node', [...words, print, what], { env: { ...placed.env, ...more }, encoding: 'utf8' });
    placed.remove();
    expect(existsSync(placed.env.PATH!.split(delimiter)[0]!)).toBe(false);
    expect([stderr, status]).toEqual(['', 0]);
    return JSON.parse(stdout) as [path: string, isLoaded: boolean, args: number];
  }

  test('is the next one on the PATH, and loads the preload', () => {
    expect(start([])).toEqual([process.execPath, true, 4]);
  });

  test('leaves it to NODE_OPTIONS where that loads it', () => {
    const preload = write('other/loopscope-preload.cjs', 'globalThis.isLoaded = true;');
    expect(start([], { NODE_OPTIONS: `--require "${preload}"` })).toEqual([process.execPath, true, 2]);
  });

  test('loads nothing under the permission model, where it could not be read', () => {
    expect(start(['--title=--permission'])).toEqual([process.execPath, false, 3]);
  });
});
