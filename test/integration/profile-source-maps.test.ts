/** Real compilers, a real V8: profiled programs are shown as they were written. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { build as viteBuild } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MapReader, type ScriptWithMap } from '../../electron/engine/captures/read-source-maps.ts';
import { CPU_OF_MAIN_THREAD } from '../../shared/model/profile/profile.ts';
import { computeSourcePositions, type ScriptSourceMap } from '../../shared/profile/import/source-maps.ts';
import type { V8Profile } from '../../shared/profile/import/v8-profile.ts';
import { ProfileMerger } from '../../shared/profile/time/merge-slices.ts';
import { computeCallTree, WHOLE_PROFILE } from '../../shared/profile/tree/call-tree.ts';
import { computeFunctions } from '../../shared/profile/tree/functions.ts';
import { readSourceMaps } from '../helpers/source-maps.ts';

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

/** The positions of functions through all maps that can be found, of a script as it was bundled. */
async function throughAll(script: string, slice: V8Profile, scripts: readonly ScriptWithMap[]): Promise<string[]> {
  const merger = new ProfileMerger({ pid: 1, intervalUs: 500, ...CPU_OF_MAIN_THREAD });
  merger.addSlice(slice);
  const { frames } = merger.toProfile(0, {});
  const reader = new MapReader();
  const maps = (await Promise.all(scripts.map((one) => reader.readMapOf(one)))).filter((map) => map !== null);
  const further: ScriptSourceMap[] = [];
  for (let steps = 0; steps < 20; steps++) {
    const sources = Object.values(computeSourcePositions(frames, maps, further)).map(({ url }) => url);
    const found = await reader.readFurther(sources, [...maps, ...further]);
    if (found.length === 0) break;
    further.push(...found);
  }
  const { rows } = computeFunctions(computeCallTree([merger.toProfile(0, computeSourcePositions(frames, maps, further))], WHOLE_PROFILE));
  const base = pathToFileURL(dirname(script)).href;
  const hot = rows.filter((row) => /^hot/.test(row.function));
  return hot.map((row) => `${row.function} ${row.url.replace(base, '.')}:${row.line}`).sort();
}

const read = async (path: string): Promise<{ sources: string[]; sourcesContent?: string[] }> => JSON.parse(await readFile(path, 'utf8'));

describe('a bundle of what a compiler made leads to what that was made of', () => {
  const EXPECTED_IN_SOURCE = ['hotArrow ./src/hot.ts:17', 'hotLoop ./src/hot.ts:10'];
  let folder: string;
  let script: string;
  let first: Awaited<ReturnType<typeof read>>;
  let profiled: Awaited<ReturnType<typeof profile>>;

  beforeAll(async () => {
    folder = join(dir, 'chain');
    script = join(folder, 'bundle.mjs');
    await mkdir(join(folder, 'src'), { recursive: true });
    await writeFile(join(folder, 'src/hot.ts'), await readFile(HOT));
    const compiler = join(FIXTURES, '../../../node_modules/typescript/bin/tsc');
    const options = ['--outDir', 'build', '--sourceMap', '--module', 'esnext', '--target', 'es2022', '--skipLibCheck', '--ignoreConfig'];
    // It finds no types of Node there, says so, and compiles all the same.
    await promisify(execFile)(process.execPath, [compiler, 'src/hot.ts', ...options], { cwd: folder }).catch(() => {});
    const output = { entryFileNames: 'bundle.mjs' };
    await viteBuild({
      root: folder,
      configFile: false,
      logLevel: 'error',
      build: { ssr: 'build/hot.js', sourcemap: true, outDir: '.', emptyOutDir: false, rolldownOptions: { output } },
    });
    first = await read(`${script}.map`);
    profiled = await profile(script);
  });

  test('that is in a file beside it', async () => {
    // The bundler has not followed it itself.
    expect(first.sources.map((source) => basename(source))).toEqual(['hot.js']);
    expect(await throughAll(script, profiled.profile, profiled.scripts)).toEqual(EXPECTED_IN_SOURCE);
  });

  const changed = async (change: (map: Awaited<ReturnType<typeof read>>) => object): Promise<string[]> => {
    await writeFile(`${script}.map`, JSON.stringify(change(first)));
    return throughAll(script, profiled.profile, profiled.scripts);
  };

  test('without the text of what was bundled in the first map', async () => {
    expect(await changed(({ sourcesContent: _, ...map }) => map)).toEqual(EXPECTED_IN_SOURCE);
  });

  test('from a name that only the bundler knows', async () => {
    expect(await changed((map) => ({ ...map, sources: ['webpack://shop/./build/hot.js'] }))).toEqual(EXPECTED_IN_SOURCE);
  });

  test('in the text of what was bundled', async () => {
    const inner = JSON.parse(await readFile(join(folder, 'build/hot.js.map'), 'utf8')) as object;
    const url = (map: object) => `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
    const within = (map: object) => (content: string) => content.replace(/sourceMappingURL=.*/, `sourceMappingURL=${url(map)}`);
    const contents = first.sourcesContent!;
    expect(await changed((map) => ({ ...map, sources: ['made/a/hot.js'], sourcesContent: contents.map(within(inner)) }))).toEqual([
      'hotArrow ./made/src/hot.ts:17',
      'hotLoop ./made/src/hot.ts:10',
    ]);
    // A circle is left where it begins anew.
    const circle = { ...inner, sources: ['hot.js'], sourcesContent: undefined };
    const round = await changed((map) => ({ ...map, sources: ['made/hot.js'], sourcesContent: contents.map(within(circle)) }));
    expect(round.every((place) => / \.\/made\/hot\.js:/.test(place))).toBe(true);
    expect(round).toHaveLength(2);
  });

  test('and not to the file of another text of that name', async () => {
    await writeFile(join(folder, 'build/hot.js'), `// changed since\n${first.sourcesContent![0]}`);
    const shown = await changed((map) => ({ ...map, sources: ['webpack://shop/./build/hot.js'] }));
    expect(shown.every((place) => place.includes('webpack://shop/build/hot.js'))).toBe(true);
    expect(shown).toHaveLength(2);
  });
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
