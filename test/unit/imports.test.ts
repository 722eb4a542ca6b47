/** Who may import whom: the architecture as a table (ARCHITECTURE.md), checked on every import in the tree. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Folder -> what its files may import besides themselves. The longest matching folder counts. `node:` is every builtin. */
const MAY_IMPORT: Record<string, string[]> = {
  shared: [],
  renderer: ['shared'],
  'electron/engine': ['shared', 'node:'],
  'electron/engine/agent': ['shared(types)', 'node:'],
  // main.ts and preload.ts themselves.
  electron: ['shared', 'node:'],
  // The engine's pure parts only; it runs in another process.
  'electron/shell': ['shared', 'electron/engine', 'node:'],
  'electron/cli': ['shared', 'electron/engine', 'node:'],
};

/** Outside library -> the files that may import it. One door each; a folder is a door where the library is a vocabulary (React). */
const DOORS: Record<string, string[]> = {
  electron: ['electron/main.ts', 'electron/preload.ts', 'electron/shell/'],
  zod: ['shared/base/schema.ts'],
  yaml: ['shared/plan/yaml.ts'],
  re2js: ['shared/plan/pattern.ts'],
  'tough-cookie': ['shared/plan/cookie-jar.ts'],
  'hdr-histogram-js': ['shared/load/hgrm.ts'],
  'pprof-format': ['shared/profile/import/import-pprof.ts', 'shared/profile/export/export-pprof.ts'],
  '@jridgewell/trace-mapping': ['shared/profile/import/source-maps.ts'],
  'simple-statistics': ['shared/base/statistics/statistics.ts'],
  'http-parser-js': ['electron/engine/load/'],
  autocannon: ['electron/engine/load/autocannon.ts'],
  ws: ['electron/engine/server/', 'electron/engine/target/remote-inspector.ts'],
  yazl: ['electron/engine/sessions/'],
  yauzl: ['electron/engine/foreign/'],
  '0x': ['electron/engine/ticks/'],
  commander: ['electron/cli/'],
  react: ['renderer/'],
  'react-dom': ['renderer/main.tsx'],
  'd3-flame-graph': ['renderer/flame/'],
  uplot: ['renderer/charts/'],
  'radix-ui': ['renderer/ui/'],
  zustand: ['renderer/state/'],
  'use-intl': ['shared/words/', 'renderer/i18n/'],
  '@tanstack/react-virtual': ['renderer/ui/'],
};

/**
 * The layers of the engine, from top to bottom: a folder imports only from those below it. The agent is at the
 * bottom because it runs inside the user's program and needs no other code of ours.
 */
const ROOMS = [
  'server',
  'api',
  'experiments',
  'studies',
  'probe',
  'target',
  'load',
  'captures',
  'sessions',
  'foreign',
  'ticks',
  'machine',
  'agent',
];

/** The layers of `shared`, from top to bottom; folders of one layer do not import each other. */
const SHARED_LAYERS = [
  ['protocol'],
  ['report'],
  ['copies'],
  ['derive'],
  ['rules'],
  ['phrases'],
  ['charts'],
  ['analysis'],
  ['session'],
  ['privacy'],
  ['plan', 'load', 'profile', 'heap'],
  ['foreign'],
  ['format'],
  ['model'],
  ['words'],
  ['base'],
];

const IMPORT = /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/g;

interface Import {
  file: string;
  target: string;
  typeOnly: boolean;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, , type, from, dynamic]) => ({
    file,
    target: (from ?? dynamic)!,
    typeOnly: type !== undefined,
  }));
}

const files = ['shared', 'electron', 'renderer'].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    .map((name) => join(top, name))
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts')),
);
const imports = files.flatMap(importsOf);

function homeOf(file: string): string | undefined {
  return Object.keys(MAY_IMPORT)
    .filter((folder) => file.startsWith(`${folder}/`))
    .sort((a, b) => b.length - a.length)[0];
}

function isAllowed({ file, target, typeOnly }: Import): boolean {
  const home = homeOf(file);
  if (home === undefined) return true;
  const allowed = MAY_IMPORT[home]!;
  if (target.startsWith('.')) {
    const to = relative(root, join(root, dirname(file), target));
    if (to.startsWith(`${home}/`)) return true;
    return allowed.some((entry) =>
      entry.endsWith('(types)') ? typeOnly && to.startsWith(entry.replace('(types)', '/')) : to.startsWith(`${entry}/`),
    );
  }
  if (target.startsWith('node:')) return allowed.includes('node:');
  const library = target.startsWith('@') ? target.split('/').slice(0, 2).join('/') : target.split('/')[0]!;
  return (DOORS[library] ?? []).some((door) => file === door || (door.endsWith('/') && file.startsWith(door)));
}

test('finds imports to check', () => {
  expect(imports.length).toBeGreaterThan(50);
});

test('every import is allowed by the table', () => {
  expect(imports.filter((one) => !isAllowed(one)).map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

test('in the engine imports go down only, and every file is in a layer', () => {
  const roomOf = (path: string) => /^electron\/engine\/([^/]+)\//.exec(path)?.[1];
  const loose = files.filter((file) => file.startsWith('electron/engine/') && !ROOMS.includes(roomOf(file) ?? ''));
  const up = imports.filter(({ file, target }) => {
    const from = roomOf(file);
    const to = target.startsWith('.') ? roomOf(relative(root, join(root, dirname(file), target))) : undefined;
    return from !== undefined && to !== undefined && ROOMS.indexOf(to) < ROOMS.indexOf(from);
  });
  expect(loose).toEqual([]);
  expect(up.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

test('in shared imports go down only, also for types, and every file is in a layer', () => {
  const folderOf = (path: string) => /^shared\/([^/]+)\//.exec(path)?.[1] ?? '';
  const layerOf = (folder: string) => SHARED_LAYERS.findIndex((layer) => layer.includes(folder));
  const loose = files.filter((file) => file.startsWith('shared/') && layerOf(folderOf(file)) === -1);
  const up = imports.filter(({ file, target }) => {
    if (!file.startsWith('shared/') || !target.startsWith('.')) return false;
    const [from, to] = [folderOf(file), folderOf(relative(root, join(root, dirname(file), target)))];
    return from !== to && layerOf(to) <= layerOf(from);
  });
  expect(loose).toEqual([]);
  expect(up.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

/** Imports of types count, too: files that cannot be understood without each other should be one. */
test('there are no import cycles', () => {
  const needs = new Map(files.map((file) => [file, new Set<string>()]));
  for (const { file, target } of imports) {
    const to = target.startsWith('.') ? relative(root, join(root, dirname(file), target)) : '';
    if (needs.has(to)) needs.get(file)!.add(to);
  }
  // Files without remaining imports are removed, until only cycles and files that lead into them are left.
  for (let before = -1; before !== needs.size; ) {
    before = needs.size;
    for (const [file, targets] of needs) if ([...targets].every((target) => !needs.has(target))) needs.delete(file);
  }
  expect([...needs.keys()]).toEqual([]);
});

test('screens never import each other', () => {
  const screenOf = (path: string) => /^renderer\/screens\/([^/]+)\//.exec(path)?.[1];
  const crossing = imports.filter(({ file, target }) => {
    const from = screenOf(file);
    const to = target.startsWith('.') ? screenOf(relative(root, join(root, dirname(file), target))) : undefined;
    return from !== undefined && to !== undefined && from !== to;
  });
  expect(crossing.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});
