/** Code that is no file of its own: evaluated by real tools, or by hand, and shown by a real run. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, transform } from 'esbuild';
import { expect, test } from 'vitest';
import type { HeavyRow, LineRow, ProfileFigures } from '../../shared/model/report.ts';
import { loopscope, scratch } from '../helpers/command.ts';

/** So that what a compiler leaves out moves every line. */
const TYPES = Array.from({ length: 20 }, (_, at) => `interface T${at} { a: number }`).join('\n');
const WORK = 'for (let i = 0; i < 200_000; i++) value = (Math.imul(value, 31) + i) | 0;';
const module = (name: string, before = TYPES): string => `${before}
type Made = (value: number) => number;
export const ${name}: Made = (value) => {
  ${WORK}
  return value;
};
`;
/** Of `module`: its function, and its loop. */
const [FUNCTION, LOOP] = [22, 23];

interface Shown {
  readonly profile: ProfileFigures;
  readonly functions: readonly HeavyRow[];
  readonly lines: readonly LineRow[];
}

async function run(folder: string, script: string): Promise<Shown> {
  const ended = await loopscope('run', join(folder, script), '-c', '1', '-d', '3', '--json');
  expect(ended.code, ended.stderr).toBe(0);
  const { profile } = JSON.parse(ended.stdout).runs[0] as { profile: ProfileFigures };
  return { profile, functions: profile.heavy, lines: profile.lines!.rows };
}

const of = ({ functions, lines }: Shown, name: string) => ({
  functions: functions.filter((row) => row.function === name).map(({ url, line }) => [url, line]),
  lines: lines.filter((row) => row.function === name).map(({ url, line }) => [url, line]),
});

test('modules that Vite evaluates have the lines of their source, those it has loaded anew as well', { tags: ['long'] }, async () => {
  const folder = scratch();
  const page = join(folder, 'src/page.ts');
  mkdirSync(join(folder, 'src'));
  writeFileSync(page, module('render'));
  writeFileSync(
    join(folder, 'server.mjs'),
    `import { createServer as vite } from ${JSON.stringify(import.meta.resolve('vite'))};
import { createServer } from 'node:http';
const root = ${JSON.stringify(folder)};
const dev = await vite({ root, configFile: false, server: { middlewareMode: true, hmr: false, ws: false, watch: null }, appType: 'custom', logLevel: 'error' });
const kept = await dev.ssrLoadModule('/src/page.ts');
dev.moduleGraph.invalidateAll();
createServer(async (_request, response) => {
  const { render } = await dev.ssrLoadModule('/src/page.ts');
  response.end(String(render(1) + kept.render(2)));
}).listen(Number(process.env.PORT ?? 0), '127.0.0.1');`,
  );
  const url = pathToFileURL(page).href;
  const shown = of(await run(folder, 'server.mjs'), 'render');
  expect(shown.functions).toEqual([[url, FUNCTION]]);
  expect(shown.lines[0]).toEqual([url, LOOP]);
});

test('a map is followed whether it counts the lines that new Function adds or not, and what no map places is of generated code', async () => {
  const folder = scratch();
  const compile = async (name: string, before?: string) => {
    writeFileSync(join(folder, `${name}.ts`), module(name, before));
    const { code, map } = await transform(module(name, before), {
      loader: 'ts',
      format: 'cjs',
      sourcemap: 'external',
      sourcefile: `${name}.ts`,
    });
    return { code, map: JSON.parse(map) as { mappings: string } };
  };
  const dataUrl = (map: object) => `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
  const text = ({ code }: { code: string }, name: string, map: object | null) =>
    `${code}\n//# sourceURL=${join(folder, name)}.ts${map === null ? '' : `\n//# sourceMappingURL=${dataUrl(map)}`}`;
  const [counted, uncounted, evaluated, unmapped, first, second, gone] = await Promise.all([
    compile('counted'),
    compile('uncounted'),
    compile('evaluated'),
    compile('unmapped'),
    compile('changed'),
    compile('changed', `${TYPES}\n${TYPES}`),
    compile('gone'),
  ]);
  const texts = {
    counted: text(counted, 'counted', { ...counted.map, mappings: `;;${counted.map.mappings}` }),
    uncounted: text(uncounted, 'uncounted', uncounted.map),
    evaluated: text(evaluated, 'evaluated', evaluated.map),
    unmapped: text(unmapped, 'unmapped', null),
    first: text(first, 'changed', first.map),
    second: text(second, 'changed', second.map),
    gone: text(gone, 'gone', gone.map),
    file: `const asWritten = (value) => {\n  ${WORK}\n  return value;\n};\nexports.asWritten = asWritten;\n`,
  };
  writeFileSync(join(folder, 'written.js'), texts.file);
  texts.file += `//# sourceURL=${join(folder, 'written.js')}`;
  writeFileSync(
    join(folder, 'server.cjs'),
    `const texts = ${JSON.stringify(texts)};
const make = (text) => {
  const module = { exports: {} };
  new Function('module', 'exports', text)(module, module.exports);
  return module.exports;
};
const evaluate = (text) => {
  const module = { exports: {} }, exports = module.exports;
  eval(text);
  return module.exports;
};
const all = [make(texts.counted).counted, make(texts.uncounted).uncounted, evaluate(texts.evaluated).evaluated, make(texts.unmapped).unmapped,
  make(texts.first).changed, make(texts.second).changed, evaluate(texts.file).asWritten];
let turn = 0;
let gone = make(texts.gone).gone;
// Caches of V8 hold a script for some collections more, and references within a turn of the loop.
let collections = 20;
const start = Date.now();
require('node:http').createServer((_request, response) => {
  for (const one of all) turn = one(turn);
  if (gone) gone(1);
  if (gone && Date.now() - start > 1_500) gone = null;
  if (gone === null && collections-- > 0) global.gc();
  response.end(String(turn));
}).listen(Number(process.env.PORT ?? 0), '127.0.0.1');
require('node:v8').setFlagsFromString('--expose-gc');
global.gc = require('node:vm').runInNewContext('gc');`,
  );
  const shown = await run(folder, 'server.cjs');
  const at = (name: string) => pathToFileURL(join(folder, name)).href;
  for (const name of ['counted', 'uncounted', 'evaluated']) {
    expect(of(shown, name).functions).toEqual([[at(`${name}.ts`), FUNCTION]]);
    expect(of(shown, name).lines[0]).toEqual([at(`${name}.ts`), LOOP]);
  }
  // The body of new Function begins two lines further down.
  const line = unmapped.code.split('\n').findIndex((one) => one.includes('unmapped = ')) + 3;
  expect(of(shown, 'unmapped').functions).toEqual([[`${at('unmapped.ts')} (generated)`, line]]);
  expect(of(shown, 'unmapped').lines[0]).toEqual([`${at('unmapped.ts')} (generated)`, line + 1]);
  // Two texts of one name that differ in each line.
  expect(of(shown, 'changed').functions).toEqual([[`${at('changed.ts')} (generated)`, expect.any(Number)]]);
  // With its text V8 has collected its map. Node 26 keeps it.
  const [[file, place] = []] = of(shown, 'gone').functions;
  expect([`${at('gone.ts')} (generated)`, at('gone.ts')]).toContain(file);
  if (file === at('gone.ts')) expect(place).toBe(FUNCTION);
  expect(of(shown, 'asWritten').functions).toEqual([[at('written.js'), 1]]);
});

test('a package in a bundle without a source map is none of your own code', { tags: ['long'] }, async () => {
  const folder = scratch();
  mkdirSync(join(folder, 'node_modules/plain'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/plain/index.js'), `export function parse(value) {\n  ${WORK}\n  return value;\n}\n`);
  writeFileSync(
    join(folder, 'server.mjs'),
    `import { createServer } from 'node:http';
import { parse } from 'plain';
function respond(response) {
  response.end(String(parse(1)));
}
createServer((_request, response) => respond(response)).listen(0, '127.0.0.1');
`,
  );
  const [outfile, entryPoints] = [join(folder, 'dist/server.mjs'), [join(folder, 'server.mjs')]];
  await build({ entryPoints, outfile, absWorkingDir: folder, bundle: true, platform: 'node', format: 'esm' });
  const { functions, profile } = await run(folder, 'dist/server.mjs');
  const kindOf = (name: string) => functions.find((row) => row.function === name)?.kind;
  expect([kindOf('parse'), kindOf('respond')]).toEqual(['dependency', 'own']);
  expect(profile.packages.map(({ name }) => name)).toContain('plain');
  expect(profile.own.map((row) => row.function)).not.toContain('parse');
});
