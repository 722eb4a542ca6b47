/** Real compilers, a real V8: profiled programs are shown as they were written. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSourceMaps, type ScriptWithMap } from '../../electron/engine/captures/read-source-maps.ts';
import { CPU_OF_MAIN_THREAD } from '../../shared/model/profile/profile.ts';
import { computeSourcePositions } from '../../shared/profile/import/source-maps.ts';
import type { V8Profile } from '../../shared/profile/import/v8-profile.ts';
import { ProfileMerger } from '../../shared/profile/time/merge-slices.ts';
import { computeCallTree, WHOLE_PROFILE } from '../../shared/profile/tree/call-tree.ts';
import { computeFunctions } from '../../shared/profile/tree/functions.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/profiles');
const HOT = join(FIXTURES, 'hot.ts');
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'loopscope maps é-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function profile(script: string, ...nodeArguments: string[]): Promise<{ profile: V8Profile; scripts: ScriptWithMap[] }> {
  const args = [...nodeArguments, join(FIXTURES, 'profile-and-scripts.mjs'), script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64_000_000, cwd: join(FIXTURES, '../../..') });
  return JSON.parse(stdout);
}

/** Hot ones have some hundred. What is called once has one or two, which last as long as another program had the processor: so samples count, and not their time. */
const WORTH_SHOWING = 10;

/** Named functions of hot.ts with samples of their own: `name line`. */
async function shownFunctions(slice: V8Profile, scripts: readonly ScriptWithMap[]): Promise<string[]> {
  const merger = new ProfileMerger({ pid: 1, intervalUs: 500, ...CPU_OF_MAIN_THREAD });
  merger.addSlice(slice);
  const positions = computeSourcePositions(merger.toProfile(0, {}).frames, await readSourceMaps(scripts));
  const { rows } = computeFunctions(computeCallTree([merger.toProfile(0, positions)], WHOLE_PROFILE));
  return rows
    .filter((row) => row.url === pathToFileURL(HOT).href && row.samples >= WORTH_SHOWING && row.function !== '(anonymous)')
    .map((row) => `${row.function} ${row.line}`);
}

const EXPECTED = ['hotArrow 17', 'hotLoop 10'];

async function compile(outfile: string, options: { minify: boolean; sourcemap: 'inline' | true }): Promise<string> {
  await build({ entryPoints: [HOT], outfile, bundle: true, format: 'esm', ...options });
  return outfile;
}

test('esbuild, source map in a file beside the script', async () => {
  const script = await compile(join(dir, 'external.mjs'), { minify: false, sourcemap: true });
  const { profile: slice, scripts } = await profile(script);
  expect((await shownFunctions(slice, scripts)).sort()).toEqual(EXPECTED);
  // A target that was killed reports no scripts; the comment in the file tells the same.
  expect((await shownFunctions(slice, [{ url: pathToFileURL(script).href, map: '' }])).sort()).toEqual(EXPECTED);
});

test('esbuild, minified, inline source map', async () => {
  const script = await compile(join(dir, 'inline.mjs'), { minify: true, sourcemap: 'inline' });
  const { profile: slice, scripts } = await profile(script);
  expect((await shownFunctions(slice, scripts)).sort()).toEqual(EXPECTED);
  expect((await shownFunctions(slice, [{ url: pathToFileURL(script).href, map: '' }])).sort()).toEqual(EXPECTED);
});

test('TypeScript through --import tsx', async () => {
  const { profile: slice, scripts } = await profile(HOT, '--import', 'tsx');
  expect((await shownFunctions(slice, scripts)).sort()).toEqual(EXPECTED);
});

test('reads only files in the folder of the script and below, and ignores others without an error', async () => {
  const inside = join(dir, 'app');
  const outside = join(dir, 'secret.map');
  await mkdir(join(inside, 'maps'), { recursive: true });
  const script = join(inside, 'a.js');
  await writeFile(script, 'x\n//# sourceMappingURL=maps/a.js.map\n');
  await writeFile(join(inside, 'maps/a.js.map'), '{"inside":1}');
  await writeFile(outside, '{"outside":1}');
  await symlink(outside, join(inside, 'link.map'));
  const url = pathToFileURL(script).href;
  const read = (map: string, of = url) => readSourceMaps([{ url: of, map }]);

  expect(await read('')).toEqual([{ url, map: '{"inside":1}', mapUrl: pathToFileURL(join(inside, 'maps/a.js.map')).href }]);
  expect(await read('maps/a.js.map')).toHaveLength(1);
  expect(await read(script.replace('a.js', 'maps/a.js.map'), script)).toHaveLength(1);
  for (const map of ['../secret.map', outside, pathToFileURL(outside).href, 'link.map', 'missing.map', 'maps']) {
    expect(await read(map)).toEqual([]);
  }
  for (const map of ['http://127.0.0.1:9/a.map', '//127.0.0.1/a.map', 'data:application/json;base64', 'data:,%', 'http://[']) {
    expect(await read(map)).toEqual([]);
  }
  expect(await read('', 'node:fs')).toEqual([]);
  expect(await read('data:,%7B%7D', 'evalmachine.<anonymous>')).toEqual([{ url: 'evalmachine.<anonymous>', map: '{}' }]);
});
