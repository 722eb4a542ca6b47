/** What is told to be typed next works where this command was typed, however it was started. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { wordsFor } from '../../../electron/cli/flags/invocation.ts';

/** As npx leaves it: what it was asked for is in the package.json beside the packages. */
function folderOfNpx(described: object | string): string {
  const folder = mkdtempSync(join(tmpdir(), 'loopscope-npx-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), typeof described === 'string' ? described : JSON.stringify(described));
  return join(folder, 'node_modules/.bin/loopscope');
}

const asked = (...packages: unknown[]) => folderOfNpx({ dependencies: {}, _npx: { packages } });

test('a file of code is given to node, by the shorter of its paths', () => {
  expect(wordsFor('/home/me/loopscope/dist/cli/loopscope.js', '/home/me/loopscope')).toEqual(['node', 'dist/cli/loopscope.js']);
  expect(wordsFor('/o/loopscope.js', '/home/me/a/b/c')).toEqual(['node', '/o/loopscope.js']);
});

test('a command on the PATH is typed by its name', () => {
  expect(wordsFor('/usr/local/bin/loopscope', '/home/me')).toEqual(['loopscope']);
});

test('a package of the project is found by npx, also below the project', () => {
  expect(wordsFor('/home/me/shop/node_modules/.bin/loopscope', '/home/me/shop')).toEqual(['npx', 'loopscope']);
  expect(wordsFor('/home/me/shop/node_modules/.bin/loopscope', '/home/me/shop/src/api')).toEqual(['npx', 'loopscope']);
});

test('what npx has fetched is asked for as it was', () => {
  expect(wordsFor(asked('loopscope'), '/home/me')).toEqual(['npx', 'loopscope']);
  expect(wordsFor(asked('loopscope@0.1.0'), '/home/me')).toEqual(['npx', 'loopscope@0.1.0']);
  expect(wordsFor(asked('./loopscope-0.1.0.tgz'), '/home/me')).toEqual(['npx', '-p', './loopscope-0.1.0.tgz', 'loopscope']);
  expect(wordsFor(asked('loopscope', 'node@22'), '/home/me')).toEqual(['npx', '-p', 'loopscope', '-p', 'node@22', 'loopscope']);
});

test('elsewhere the whole path is typed', () => {
  for (const described of [{}, { _npx: {} }, { _npx: { packages: 'loopscope' } }, 'not JSON']) {
    const program = folderOfNpx(described);
    expect(wordsFor(program, '/home/me')).toEqual([program]);
  }
  expect(wordsFor('/gone/node_modules/.bin/loopscope', '/home/me')).toEqual(['/gone/node_modules/.bin/loopscope']);
});
