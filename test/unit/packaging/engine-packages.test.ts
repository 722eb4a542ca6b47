/** The files of 0x that travel in the packages are enough to turn a log into its tree. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { engineFiles } from '../../../scripts/engine-packages.mjs';

const root = join(import.meta.dirname, '../../..');

const PROGRAM = `
const ticksToTree = require('0x/lib/ticks-to-tree.js');
const v8LogToTicks = require('0x/lib/v8-log-to-ticks.js');
const pathToNodeBinary = process.execPath;
v8LogToTicks('v8.log', { pathToNodeBinary, collectDelay: -1 }).then((ticks) => {
  console.log(JSON.stringify([ticks.length, ticksToTree(ticks, { pathToNodeBinary }).unmerged.value]));
});
`;

test('in a folder of their own', { tags: ['long'] }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loopscope-engine-packages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = await engineFiles(root);
  for (const file of files) cpSync(join(root, file), join(folder, file));
  expect(files).toContain('node_modules/0x/LICENSE.md');
  expect(files.some((file) => /browserify|visualizer|d3-fg/.test(file))).toBe(false);
  writeFileSync(join(folder, 'read.cjs'), PROGRAM);
  const flags = ['--prof', '--no-logfile-per-isolate', '--logfile=v8.log'];
  execFileSync(process.execPath, [...flags, '-e', 'const end = Date.now() + 100; while (Date.now() < end);'], { cwd: folder });
  const [ticks, onStacks] = JSON.parse(execFileSync(process.execPath, ['read.cjs'], { cwd: folder, encoding: 'utf8' }));
  expect(ticks).toBeGreaterThan(10);
  expect(onStacks).toBeGreaterThan(10);
});
