/** The npm package, installed where nothing else is: what is in it, and that its command works there. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { type Installed, install, type Packed, packCopy, removeInstalled, stateOf, typedIn } from '../helpers/npm-package.ts';
import { serveProduct } from '../helpers/serve.ts';

const MOST_BYTES = 10_000_000;

let folder: string;
let packed: Packed;
let installed: Installed;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loopscope-pack-'));
  packed = await packCopy(folder);
  installed = install(packed);
});
afterAll(() => {
  removeInstalled(installed);
  rmSync(folder, { recursive: true });
});

test('has bundles, studies and samples, and nothing that only a developer needs', () => {
  const tops = new Set(packed.paths.map((path) => path.split('/').slice(0, 2).join('/')));
  expect([...tops].sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist/cli',
    'dist/engine',
    'dist/renderer',
    'dist/shell',
    'package.json',
    'resources/demos',
    'resources/node_modules',
    'resources/samples',
  ]);
  // npm puts in whatever the package.json calls `main`, the first file of the window.
  expect(packed.paths.filter((path) => path.startsWith('dist/shell/'))).toEqual(['dist/shell/main.cjs']);
  expect(packed.paths.filter((path) => /\.(map|tsx?)$|(^|\/)tests?\/|electron\/|browserify/.test(path))).toEqual([]);
  expect(packed.paths).toEqual(
    expect.arrayContaining(['dist/renderer/index.html', 'dist/renderer/licences.txt', 'resources/samples/ssr.loopscope']),
  );
  expect(packed.bytes).toBeLessThan(MOST_BYTES);
});

test('is the only package that is installed', () => {
  expect(readdirSync(join(installed.folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['loopscope']);
});

const STUDY_APP = 'node_modules/loopscope/resources/demos/console-log/app.js';

test('names the next command as it can be typed there', async () => {
  expect((await typedIn(installed, 'npx', 'loopscope', 'recent')).stderr).toContain('npx loopscope demo');
});

test('runs a server with the packages of a study, and writes nothing beside itself', async () => {
  const before = stateOf(installed.home);
  const { stdout } = await typedIn(installed, 'npx', 'loopscope', 'run', STUDY_APP, '--url', '/info', '-c', '5', '-d', '1', '--json');
  const [run] = (JSON.parse(stdout) as ReportDocument).runs;
  expect(run!.requests!.completed).toBeGreaterThan(0);
  expect(run!.requests!.failed).toBe(0);
  expect(run!.profile!.samples).toBeGreaterThan(0);
  expect(stateOf(installed.home)).toEqual(before);
});

test('serves its page', async () => {
  const { link, stop } = await serveProduct({ command: installed.command });
  try {
    const page = await (await fetch(link)).text();
    const files = [...page.matchAll(/(?:src|href)="(\.[^"]+)"/g)].map(([, file]) => file!);
    expect(files.some((file) => file.endsWith('.js'))).toBe(true);
    const statuses = await Promise.all(files.map(async (file) => (await fetch(new URL(file, link))).status));
    expect(statuses).toEqual(files.map(() => 200));
  } finally {
    await stop();
  }
});

test('lets autocannon make the requests, and reads ticks with what it has of 0x', { tags: ['long'] }, async () => {
  const flags = ['--client', 'autocannon', '--capture', 'ticks', '-c', '5', '-d', '2', '--json'];
  const { stdout } = await typedIn(installed, 'npx', 'loopscope', 'run', STUDY_APP, '--url', '/info', ...flags);
  const [run] = (JSON.parse(stdout) as ReportDocument).runs;
  expect(run!.requests!.completed).toBeGreaterThan(0);
  expect(run!.ticks!.total).toBeGreaterThan(0);
});
