import { transformSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { ANONYMOUS_NAME, classifyFrame, classifyMapped } from '../../../../shared/model/profile/frame-kind.ts';
import type { Frame } from '../../../../shared/model/profile/profile.ts';
import { applySourcePositions } from '../../../../shared/profile/import/apply-source-positions.ts';
import { computeSourcePositions, packageOfMap, type ScriptSourceMap } from '../../../../shared/profile/import/source-maps.ts';
import { numberPackages } from '../../../../shared/profile/model/package-of.ts';
import { drawProfile } from './draw.ts';

const URL = 'file:///app/dist/main.js';

function frameAt(name: string, line: number, column: number, url = URL): Frame {
  return { name, url, line, column, kind: classifyFrame(url, line) };
}

const SOURCE = `// a comment line
function hotLoop(count) {
  return count + 1;
}
const hotArrow = (value) => value * 2;
const typed: Handler = async (value) => value * 3;
export const all = [hotLoop(1), hotArrow(2), typed(3), [1].map((other) => other + 1)];
`;
const { code, map } = transformSync(SOURCE, {
  loader: 'ts',
  minify: true,
  sourcemap: 'external',
  sourcefile: '../src/main.ts',
  format: 'esm',
});
const MAPS: ScriptSourceMap[] = [{ url: URL, map }];

/** Where V8 places a function of the one-line output: at its parameters. */
const placeOf = (pattern: RegExp): number => {
  const found = pattern.exec(code)!;
  return found.index + found[0].length;
};

test('minified functions get their original names and positions, not those of their first parameter', () => {
  // function e(t){return t+1}const r=t=>t*2,...
  const shortLoop = /function (\w)(?=\()/.exec(code)![1]!;
  const shortArrow = /(\w)=\w=>\w\*2/.exec(code)![1]!;
  const loop = frameAt(shortLoop, 0, placeOf(/function \w(?=\()/));
  const arrow = frameAt(shortArrow, 0, placeOf(/\w=(?=\w=>\w\*2)/));
  const positions = computeSourcePositions([loop, arrow], MAPS);
  expect(positions[`${URL}:0:${loop.column}`]).toMatchObject({ url: 'file:///app/src/main.ts', line: 1, name: 'hotLoop' });
  expect(positions[`${URL}:0:${arrow.column}`]).toMatchObject({ url: 'file:///app/src/main.ts', line: 4, name: 'hotArrow' });
});

const CATALOGUE = `const clampScore = (value) => (value > 1e6 ? 1e6 : value);
export class Catalogue {
  names = Array.from({ length: 9 }, (_, i) => 'product ' + i);
  search(query, limit) {
    const hits = this.names.map((name) => clampScore(this.rank(query, name, tools.weigh(3))));
    return hits.slice(0, limit);
  }
  rank(query, name, weight) {
    return name.split('').reduce((total, part) => total + query.indexOf(part) * weight, 0);
  }
}
const tools = {
  weigh(position) {
    return Math.sqrt(position);
  },
  double: async (position) => position * 2,
};
export const later = async function (value) {
  return tools.double(value);
};
`;

/** What stands before their parameters begins with the name that V8 has. */
test.each([
  ['a method after a field', /(search)(?=\()/, null],
  ['a method after another', /\}(rank)(?=\()/, null],
  ['the first method of an object', /(weigh)(?=\(\w\)\{)/, null],
  ['an arrow function of an object', /(double):(?=async)/, null],
  ['an arrow function', /(\w)=(?=\w=>\w>1e6)/, 'clampScore'],
  ['an exported function expression', /(\w)=async function(?=\()/, 'later'],
])('%s is not called as what stands further left', (_, before, name) => {
  const minified = transformSync(CATALOGUE, { minify: true, sourcemap: 'external', sourcefile: 'catalogue.js', format: 'iife' });
  const found = before.exec(minified.code)!;
  const frame = frameAt(found[1]!, 0, found.index + found[0].length);
  const positions = computeSourcePositions([frame], [{ url: URL, map: minified.map }]);
  expect(positions[`${URL}:0:${frame.column}`]).toMatchObject({ url: 'file:///app/dist/catalogue.js', name });
});

test('a name further left counts only where the source assigns the function to it', () => {
  const nameOf = (source: string, beforeParameters: string, v8Name: string): string | null | undefined => {
    const map = JSON.stringify({ version: 3, sources: ['a.js'], sourcesContent: [source], names: ['original'], mappings: 'AAAAA' });
    const from = beforeParameters.length;
    const frame = frameAt(v8Name, 0, from);
    return computeSourcePositions([frame], [{ url: URL, map }])[`${URL}:0:${from}`]?.name;
  };
  expect(nameOf('original = async (value) => value;', 'x=async', 'x')).toBe('original');
  expect(nameOf('original: Handler<number> = async function* (value) {}', 'x=async function*', 'x')).toBe('original');
  expect(nameOf('original(value), { rank(size) {} }', 'x(e),{rank', 'rank')).toBe(null);
  expect(nameOf('original) } rank(size) {}', 'x)}rank', 'rank')).toBe(null);
});

test('an anonymous function is named after its variable, if it has one', () => {
  const kept = frameAt('(anonymous)', 0, placeOf(/async (?=\w=>\w\*3)/));
  const argument = frameAt('(anonymous)', 0, placeOf(/map\((?=\w=>\w\+1)/));
  const positions = computeSourcePositions([kept, argument], MAPS);
  expect(positions[`${URL}:0:${kept.column}`]).toMatchObject({ line: 5, name: 'typed' });
  expect(positions[`${URL}:0:${argument.column}`]).toMatchObject({ line: 6, name: null });
});

describe('a function that a minifier has put in the place of its only call', () => {
  const PRICE = 'import x from "x";\nexport function computePrice(id) {\n  return id;\n}\n';
  const PAGE = 'export function Page(d) {\n  const p = computePrice(Number(d));\n  return p;\n}\nfunction slowHash(s) { return s; }\n';
  // const e=function(a){return a}(Number(d));
  const mapOf = (segments: readonly (readonly number[])[]): ScriptSourceMap => ({
    url: URL,
    map: JSON.stringify({
      version: 3,
      sources: ['price.js', 'page.js'],
      sourcesContent: [PRICE, PAGE],
      names: ['id', 'computePrice', 'slowHash'],
      mappings: [segments],
    }),
  });
  const placeOf = (segments: readonly (readonly number[])[], name = ANONYMOUS_NAME) =>
    computeSourcePositions([frameAt(name, 0, 16)], [mapOf(segments)])[`${URL}:0:16`];
  const AFTER = [
    [17, 0, 1, 29, 0],
    [17, 0, 1, 16, 1],
    [19, 0, 1, 33],
  ];

  test('is where it was written, in another file and in the same one, with its own name', () => {
    const [written, called] = [
      [8, 0, 1, 7],
      [8, 1, 1, 12],
    ];
    const expected = { url: 'file:///app/dist/price.js', line: 1, column: 7, name: 'computePrice' };
    expect(placeOf([[0, 1, 1, 2], written, called, ...AFTER])).toEqual(expected);
    expect(placeOf([[0, 1, 1, 2], called, written, ...AFTER])).toEqual(expected);
    const sameFile = [
      [8, 1, 4, 0],
      [8, 1, 1, 12, 2],
      [17, 1, 4, 18],
      [19, 1, 4, 21],
    ];
    // Both are before its first parameter.
    expect(placeOf(sameFile)).toMatchObject({ url: 'file:///app/dist/page.js', line: 4, name: 'slowHash' });
  });

  test('keeps its place where the map does not say where it was written', () => {
    expect(placeOf([[8, 1, 1, 12], ...AFTER])).toMatchObject({ url: 'file:///app/dist/page.js', line: 1 });
    expect(placeOf([[8, 1, 1, 12]])).toMatchObject({ url: 'file:///app/dist/page.js', line: 1 });
  });
});

test('sources are relative to the source map', () => {
  const frame = frameAt('x', 0, placeOf(/function \w(?=\()/));
  const positions = computeSourcePositions([frame], [{ url: URL, map, mapUrl: 'file:///app/dist/maps/main.js.map' }]);
  expect(positions[`${URL}:0:${frame.column}`]?.url).toBe('file:///app/dist/src/main.ts');
});

test.each([
  ['/', 'src/main.ts', 'file:///src/main.ts'],
  ['/', '/srv/main.ts', 'file:///srv/main.ts'],
  ['/', 'webpack://app/main.ts', 'webpack://app/main.ts'],
  ['/srv/app/', 'main.ts', 'file:///srv/app/main.ts'],
  ['', 'main.ts', 'file:///app/dist/main.ts'],
])('below the root %j of sources, %j is %s', (sourceRoot, source, url) => {
  const frame = frameAt('x', 0, placeOf(/function \w(?=\()/));
  const rooted = JSON.stringify({ ...JSON.parse(map), sourceRoot, sources: [source] });
  expect(computeSourcePositions([frame], [{ url: URL, map: rooted }])[`${URL}:0:${frame.column}`]?.url).toBe(url);
});

test('frames without a position or a mapping are unchanged', () => {
  const frames = [frameAt('(program)', -1, -1, ''), frameAt('f', 3, 3, 'file:///app/other.js'), frameAt('f', 900, 0)];
  expect(computeSourcePositions(frames, MAPS)).toEqual({});
});

const HOSTILE: [string, string][] = [
  ['not JSON', '{'],
  ['null', 'null'],
  ['a number', '7'],
  ['a list', '[]'],
  ['no mappings', '{"version":3,"sources":["a"],"names":[]}'],
  ['mappings that are a number', '{"version":3,"sources":["a"],"names":[],"mappings":5}'],
  ['mappings that are not base 64', '{"version":3,"sources":["a"],"names":[],"mappings":"\u0000!!,,;;é"}'],
  ['an old version', '{"version":2,"sources":["a"],"names":[],"mappings":"AAAA"}'],
  ['sources that are missing', '{"version":3,"sources":[],"names":[],"mappings":"AAgggBAA"}'],
  ['sources that are objects', '{"version":3,"sources":[{}],"names":[],"mappings":"AAAA"}'],
  ['names that are missing', '{"version":3,"sources":["a"],"names":[],"mappings":"AAAAggggB"}'],
  ['places below zero', '{"version":3,"sources":["a"],"names":[],"mappings":"AADDD"}'],
  [
    'sections within sections',
    `${'{"version":3,"sections":[{"offset":{"line":0,"column":0},"map":'.repeat(3_000)}{}${'}]}'.repeat(3_000)}`,
  ],
  ['sections that are null', '{"version":3,"sections":[null]}'],
];

test.each(HOSTILE)('a map is skipped or harmless: %s', (_, text) => {
  const frame = frameAt('f', 0, 0);
  const position = computeSourcePositions([frame], [{ url: URL, map: text }])[`${URL}:0:0`];
  if (position === undefined) return;
  expect(position.line).toBeGreaterThanOrEqual(0);
  expect(position.column).toBeGreaterThanOrEqual(0);
  expect(typeof position.url).toBe('string');
});

test.each([
  ['C:\\\\src\\\\my w\\\\srv.ts', 'file:///C:/src/my%20w/srv.ts'],
  ['D:/src/srv.ts', 'file:///D:/src/srv.ts'],
  ['\\\\\\\\host\\\\share\\\\srv.ts', 'file://host/share/srv.ts'],
  ['../src/srv.ts', 'file:///app/src/srv.ts'],
  ['..\\\\src\\\\srv.ts', 'file:///app/src/srv.ts'],
])('a map whose source is %s, as tsx writes it on Windows, places code there', (source, expected) => {
  const one = JSON.stringify({ ...JSON.parse(map), sources: ['SOURCE'] }).replace('SOURCE', () => source);
  const frame = frameAt('e', 0, placeOf(/function \w(?=\()/));
  const indexed = JSON.stringify({ version: 3, sections: [{ offset: { line: 0, column: 0 }, map: JSON.parse(one) }] });
  for (const text of [one, indexed])
    expect(Object.values(computeSourcePositions([frame], [{ url: URL, map: text }])).map(({ url }) => url)).toEqual([expected]);
});

test('of a map that places nothing, the packages of its sources are known if all are in some', () => {
  const packageOf = (sources: readonly string[], mappings = '') =>
    packageOfMap({ url: URL, map: JSON.stringify({ version: 3, sources, names: [], mappings }) });
  expect(packageOf(['../node_modules/nitro/a.mjs', '../node_modules/nitro/b.mjs'])).toBe('nitro');
  expect(packageOf(['../node_modules/@un/head/a.mjs', '../node_modules/nitro/b.mjs'])).toBe('');
  expect(packageOf(['../node_modules/nitro/a.mjs', '../server/mine.ts'])).toBe(null);
  expect(packageOf([])).toBe(null);
  expect(packageOf(['../node_modules/nitro/a.mjs'], 'AAAA')).toBe(null);
  expect(packageOfMap({ url: URL, map: 'no JSON' })).toBe(null);
});

test('code that a bundler has put into a file is of its package, or of dependencies where it is not known which', () => {
  const profile = drawProfile(`
    time  0       10
          render`);
  const own = frameAt('render', 6, 4);
  const frames = profile.frames.map((frame) => (frame.name === 'render' ? own : frame));
  const mapped = (name: string) =>
    applySourcePositions({ ...profile, frames }, { [`${URL}:6:4`]: { url: URL, line: 6, column: 4, name: null, package: name } }).frames;
  expect(mapped('plain').find((one) => one.name === 'render')).toEqual({ ...own, kind: 'dependency', package: 'plain' });
  expect(mapped('').find((one) => one.name === 'render')).toEqual({ ...own, kind: 'dependency' });
  expect(numberPackages(mapped('plain')).all).toEqual([{ name: 'plain', kind: 'dependency' }]);
});

test('a broken map does not affect the others', () => {
  const frame = frameAt('e', 0, placeOf(/function \w(?=\()/));
  const broken = frameAt('f', 0, 0, 'file:///app/broken.js');
  const positions = computeSourcePositions([broken, frame], [{ url: broken.url, map: 'null' }, ...MAPS]);
  expect(Object.keys(positions)).toEqual([`${URL}:0:${frame.column}`]);
});

test.each([
  ['webpack://next/src/server/base-server.js', '@scope/next'],
  ['file:///app/node_modules/src/server/base-server.js', '@scope/next'],
  // Of a package that is built into it.
  ['file:///app/node_modules/@scope/next/node_modules/react/index.js', undefined],
  ['webpack://next/./node_modules/react/index.js', undefined],
])(
  'a dependency that its map places at %s is of the package that it is installed in, unless that is a place of another one',
  (url, installed) => {
    const generated = { ...frameAt('render', 4, 9, 'file:///app/node_modules/@scope/next/dist/server.js'), kind: 'dependency' as const };
    const profile = drawProfile(`
    time  0       10
          render`);
    const frames = profile.frames.map((frame) => (frame.name === 'render' ? generated : frame));
    const original = { url, line: 10, column: 2, name: null };
    const mapped = applySourcePositions({ ...profile, frames }, { [`${generated.url}:4:9`]: original }).frames;
    const found = mapped.find(({ name }) => name === 'render')!;
    expect([found.url, found.kind, found.package]).toEqual([url, 'dependency', installed]);
    expect(numberPackages(mapped).all).toEqual([{ name: installed ?? 'react', kind: 'dependency' }]);
  },
);

test.each([
  ['file:///app/node_modules/next/dist/compiled/server.runtime.js', 'webpack://next/dist/server/base-server.js', 'dependency'],
  ['file:///app/.next/server/page.js', 'webpack://app/./node_modules/react/index.js', 'dependency'],
  ['file:///app/.next/server/page.js', 'webpack://app/./src/page.tsx', 'own'],
  ['file:///app/.next/server/chunk.js', 'turbopack:///[turbopack]/shared/runtime-utils.ts', 'dependency'],
  ['file:///app/.next/server/page.js', 'turbopack:///[project]/app/page.tsx', 'own'],
  ['file:///app/dist/main.js', 'webpack://app/webpack/bootstrap', 'dependency'],
  ['file:///app/dist/main.js', 'webpack://app/webpack/runtime/jsonp%20chunk%20loading', 'dependency'],
  ['file:///app/dist/main.js', 'webpack://app/./webpack/own-plugin.js', 'own'],
])('code of %s that a map places at %s is %s', (generated, original, kind) => {
  expect(classifyMapped(classifyFrame(generated, 1), original, 1)).toBe(kind);
});

test.each([
  ['turbopack:///[turbopack]/shared/runtime-utils.ts', 'turbopack'],
  ['turbopack://[turbopack]/shared/runtime-utils.ts', 'turbopack'],
  ['webpack://app/webpack/bootstrap', 'webpack'],
  ['webpack://app/external%20commonjs%20%22express%22', 'webpack'],
  ['file:///app/dist/\0rolldown/runtime.js', 'rolldown'],
  ['file:///app/dist/\\u0000commonjsHelpers.js', 'rollup'],
  ['file:///app/.pnp.cjs', 'yarn'],
  ['file:///app/.yarn/__virtual__/x-virtual-1/0/cache/koa-npm-3.zip/node_modules/koa/lib/a.js', 'koa'],
  ['file:///app/node_modules/.pnpm/express@5.0.0/node_modules/express/lib/a.js', 'express'],
])('what a bundler adds to load modules, %s, is of the package %s', (url, name) => {
  expect(numberPackages([{ ...frameAt('load', 1, 0, url), kind: classifyFrame(url, 1) }]).all).toEqual([{ name, kind: 'dependency' }]);
});

test.each([
  ['file:///app/src/a.js', 0, 'own'],
  ['file:///app/node_modules/express/lib/a.js', 0, 'dependency'],
  ['C:\\app\\node_modules\\x\\a.js', 0, 'dependency'],
  ['file:///app/my_node_modules_copy/a.js', 0, 'own'],
  ['node:internal/timers', 4, 'core'],
  ['node:fs', 4, 'core'],
  ['internal/modules/cjs/loader.js', 4, 'core'],
  ['wasm://wasm/6f0a', 1, 'native'],
  ['native array.js', -1, 'native'],
  ['file:///opt/loopscope/dist/engine/loopscope-agent.cjs', 5, 'native'],
  ['', -1, 'native'],
  ['', 0, 'own'], // eval and new Function
  ['evalmachine.<anonymous>', 0, 'own'],
])('%s at line %d is %s', (url, line, kind) => {
  expect(classifyFrame(url, line)).toBe(kind);
});
