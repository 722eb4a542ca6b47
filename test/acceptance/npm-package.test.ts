/** The npm package as `npm pack` makes it: how soon somebody who has nothing of it sees a first result, under each Node that the engine may run under. */
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../../electron/engine/machine/paths.ts';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { type Installed, install, npmAlone, type Packed, packTree, removeInstalled, typedIn } from '../helpers/npm-package.ts';
import { twoOfThree } from '../helpers/two-of-three.ts';
import { ENGINE_MAJORS, findNode } from '../setup/nodes.mjs';

const run = promisify(execFile);

/** From the tarball, with 2 s of load in it. */
const FIRST_RESULT_MS = 12_000;

const SERVER = `require('node:http').createServer((request, response) => response.end('here')).listen(Number(process.env.PORT ?? 0), '127.0.0.1');`;

let folder: string;
let packed: Packed;
let installed: Installed;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loopscope-pack-'));
  packed = packTree(folder);
  installed = install(packed);
});
afterAll(() => {
  removeInstalled(installed);
  rmSync(folder, { recursive: true });
});

/** A project in a folder of its own, in which nothing is installed. */
function newProject(parent: string): string {
  const project = join(mkdtempSync(join(parent, 'loopscope-first-')), 'a project');
  onTestFinished(() => rmSync(dirname(project), { recursive: true }));
  mkdirSync(project);
  writeFileSync(join(project, 'server.cjs'), SERVER);
  return project;
}

test('packing leaves the source tree as it was', () => {
  expect(packed.paths).toContain('resources/node_modules/react/package.json');
  expect(existsSync(join(ROOT, 'resources/node_modules'))).toBe(false);
});

for (const major of ENGINE_MAJORS) {
  twoOfThree(`a first result within ${FIRST_RESULT_MS / 1e3} s under Node ${major}`, async () => {
    const node = findNode(major);
    if (node === null) throw new Error(`There is no Node ${major}: the npm registry could not be reached.`);
    const project = newProject(folder);
    const PATH = [dirname(node), process.env.PATH].join(delimiter);
    const env = { ...npmAlone(join(project, '.npm')), PATH, CI: 'true', LOOPSCOPE_DATA_DIR: join(project, '.data') };
    const from = performance.now();
    const { stdout } = await run('npx', ['-p', packed.file, 'loopscope', 'run', 'server.cjs', '-d', '2', '--json'], {
      cwd: project,
      env,
      maxBuffer: 1e8,
    });
    const took = performance.now() - from;
    const report = JSON.parse(stdout) as ReportDocument;
    expect(report.runs[0]!.requests!.completed).toBeGreaterThan(0);
    expect(Number.parseInt(report.environment!.engineNode, 10)).toBe(major);
    expect(took).toBeLessThan(FIRST_RESULT_MS);
  });
}

test('runs for somebody who may not write where it is installed', async (context) => {
  if (process.getuid?.() !== 0) return context.skip('Only root can install for somebody else.');
  const NOBODY = 65534;
  // The temporary folder of the tests is closed to others.
  const home = mkdtempSync('/var/tmp/loopscope-npm-');
  onTestFinished(() => rmSync(home, { recursive: true }));
  chmodSync(home, 0o755);
  cpSync(installed.folder, join(home, 'all users'), { recursive: true });
  const [project, data] = [join(home, 'all users'), join(home, 'data')];
  writeFileSync(join(project, 'server.cjs'), SERVER);
  mkdirSync(data);
  chmodSync(data, 0o777);
  const { stdout } = await run(
    process.execPath,
    ['node_modules/loopscope/dist/cli/loopscope.js', 'run', 'server.cjs', '-d', '1', '--json'],
    {
      cwd: project,
      uid: NOBODY,
      gid: NOBODY,
      env: { PATH: process.env.PATH, HOME: data, TMPDIR: data, LOOPSCOPE_DATA_DIR: data, LOOPSCOPE_LOCK_DIR: data },
      maxBuffer: 1e8,
    },
  );
  expect((JSON.parse(stdout) as ReportDocument).runs[0]!.requests!.completed).toBeGreaterThan(0);
});

test('runs a study', async () => {
  const { stdout } = await typedIn(installed, 'npx', 'loopscope', 'demo', 'ssr', '--variant', 'small', '--no-open', '--json');
  expect((JSON.parse(stdout) as ReportDocument).runs[0]!.requests!.completed).toBe(200);
});

test('is not published by npm publish alone', async () => {
  const failed = await run('npm', ['publish', '--dry-run'], { cwd: ROOT, env: npmAlone(join(folder, '.npm')) }).catch((error) => error);
  expect(failed.stderr).toContain('Nothing was published. To publish loopscope');
});
