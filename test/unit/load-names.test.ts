/** Load models and clients are asked, not named: their names stand in their own files, in lists of them, and where a load is chosen. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Folders and beginnings of paths. */
const OF_MODELS = [
  'shared/model/load-models',
  'electron/engine/load/sources/arrivals-source.ts',
  'electron/engine/load/sources/closed-source.ts',
  'electron/engine/load/sources/find-limit-source.ts',
  'electron/engine/load/sources/sources.ts',
  'electron/engine/load/sources/sweep-source.ts',
  'electron/engine/load/sources/users-source.ts',
];
const OF_CLIENTS = [
  'shared/model/clients',
  'electron/engine/experiments/run/clients',
  'electron/engine/load/autocannon',
  'electron/engine/load/clients.ts',
  'electron/engine/load/k6-rows.ts',
  // What autocannon itself says of a run: it is recorded, has a key in the JSON document, and tables.
  'shared/model/load/autocannon-result.ts',
  'shared/model/report.ts',
  'shared/report/autocannon-tables.ts',
  'shared/session/parts/',
  'shared/derive/sections/client.ts',
  // The comparison of the two.
  'renderer/forms/BothClients.tsx',
];
/** What chooses a load of its own. */
const CHOSEN = ['electron/engine/probe/burst.ts', 'shared/rules/next-load.ts', 'renderer/forms/load-presets.ts'];
/** Words of the same name that mean something else. */
const OTHER = [
  // A window or an engine that is closed.
  'electron/engine/server/',
  'electron/shell/',
  // The arrivals of a probe, the users in paths, the colour of users in a chart.
  'renderer/probe/',
  'shared/charts/run-charts.ts',
  'shared/privacy/',
  'shared/phrases/charts.ts',
  'shared/phrases/probe.ts',
  // Load tools whose results are read, or refused with the next step, formats that are written for them, and scripts that plans become.
  'electron/cli/commands/plan-command.ts',
  'shared/derive/export-autocannon.ts',
  'shared/load/foreign/',
  'shared/plan/export/',
  'shared/foreign/',
  'shared/session/other-formats.ts',
  'shared/model/load/load-result.ts',
  'shared/model/load/load-outcomes.ts',
  'shared/analysis/impossible.ts',
  'shared/report/external-answer.ts',
];

/** A quoted name, or a record with an entry for each. */
const MODEL = /'(?:closed|users|arrivals|sweep|find-limit)'|in LoadModel\]|Record<LoadModel/;
const CLIENT =
  /in (?:ClientKind|LoadPlan\['client'\]\['kind'\])\]|Record<ClientKind|'(?:autocannon|k6)'|\b\w*(?:[aA]utocannon|[kK]6)[A-Z]\w*|[cC]lient(?:\.kind)?(?: [!=]==|:) 'loopscope'/;
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

const files = ['shared', 'electron', 'renderer']
  .flatMap((top) => readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((name) => join(top, name)))
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('shared/words/en/'));

function naming(names: RegExp, mayName: readonly string[]): string[] {
  const others = files.filter((file) => ![...mayName, ...CHOSEN, ...OTHER].some((path) => file.startsWith(path)));
  return others.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8').replace(COMMENTS, '');
    const lines = code.split('\n').filter((line) => !/^import|^export .* from/.test(line) && names.test(line));
    return lines.map((line) => `${file}: ${line.trim()}`);
  });
}

test('only its own files, and lists of models, name a load model', () => {
  expect(naming(MODEL, OF_MODELS)).toEqual([]);
});

test('only its own files, and lists of clients, name a client', () => {
  expect(naming(CLIENT, OF_CLIENTS)).toEqual([]);
});

test('the files that may name them are there, and do', () => {
  const silent = (names: RegExp, paths: readonly string[]): string[] =>
    paths.filter((path) => !files.some((file) => file.startsWith(path) && names.test(readFileSync(join(root, file), 'utf8'))));
  expect(silent(MODEL, OF_MODELS)).toEqual([]);
  expect(silent(CLIENT, OF_CLIENTS)).toEqual([]);
  expect(silent(new RegExp(`${MODEL.source}|${CLIENT.source}`), [...CHOSEN, ...OTHER])).toEqual([]);
});
