/** A kind of profile is known to its capture alone: everything else carries it in a selection, or asks what a capture declares. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CPU_CAPTURE } from '../../shared/model/setup/captures.ts';

const root = join(import.meta.dirname, '../..');
const LITERAL = new RegExp(`'${CPU_CAPTURE}'`);

/** Where the word is the name of the capture: its declaration and settings, its halves, and the history of the file format. */
const OF_CAPTURES = [
  'shared/model/setup/captures.ts',
  'shared/model/setup/settings.ts',
  'shared/session/upgrade.ts',
  'electron/engine/captures/',
];

/** Where the same word is another thing. */
const OTHER_THINGS: Readonly<Record<string, readonly string[]>> = {
  'what percentages of time are of': [
    'electron/cli/flags/choose-run.ts',
    'renderer/screens/run/profile/ProfileControls.tsx',
    'shared/model/profile/time-base.ts',
    'shared/profile/lines/lines.ts',
    'shared/profile/time/sample-weights.ts',
    'shared/profile/time/stack-runs.ts',
    'shared/profile/tree/call-tree.ts',
    'shared/report/tables/lines.ts',
    'shared/report/tables/server.ts',
    'shared/phrases/profile-words.ts',
  ],
  'how well the time on CPU is known': [
    'shared/rules/run/code/code-of-route.ts',
    'shared/analysis/which-code.ts',
    'shared/report/tables/routes.ts',
    'shared/report/tables/threads.ts',
  ],
  'a chart, its colour, a column of samples': [
    'renderer/screens/run/ServerSamples.tsx',
    'shared/charts/chart-lines.ts',
    'shared/charts/function-chart.ts',
    'shared/charts/run-charts.ts',
    'shared/model/load-models/closed.ts',
    'shared/model/load-models/sweep.ts',
    'shared/model/load-models/users.ts',
    'shared/model/run-chart.ts',
    'shared/report/drawings/style.ts',
  ],
  'a figure of the cells of a grid': ['shared/analysis/verdicts/grid.ts', 'shared/model/comparison/grid.ts', 'shared/report/grid-table.ts'],
  'what a processor did in a second': ['electron/engine/load/generator-health.ts'],
  'what a result is placed in time by': ['shared/model/load/load-result.ts', 'shared/session/format.ts', 'shared/derive/join-load.ts'],
};
const ELSEWHERE = Object.values(OTHER_THINGS).flat();

const sources = ['shared', 'electron', 'renderer'].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${top}/${name.replaceAll('\\', '/')}`),
);

/** Lines that name the kind: any with the word, or in a file that means another thing by it those that speak of a kind or a capture. */
function findKinds(text: string, meansOther: boolean): number[] {
  return text
    .split('\n')
    .flatMap((line, at) => (LITERAL.test(line) && (!meansOther || /\bkind\b|capture|profiles\(/i.test(line)) ? [at + 1] : []));
}

test('the name of a kind is found, and in files with another meaning of the word only where it is a kind', () => {
  const code = "const base = 'cpu';\nif (capture.kind === 'cpu') return recording.profiles('cpu');\ncpu: 'gc',\n";
  expect(findKinds(code, false)).toEqual([1, 2]);
  expect(findKinds(code, true)).toEqual([2]);
});

test('no code outside the captures names the kind of their profiles', () => {
  const named = sources
    .filter((file) => !file.startsWith('shared/words/en/') && !OF_CAPTURES.some((own) => file.startsWith(own)))
    .flatMap((file) => findKinds(readFileSync(join(root, file), 'utf8'), ELSEWHERE.includes(file)).map((line) => `${file}:${line}`));
  expect(sources.length).toBeGreaterThan(1_000);
  expect(named).toEqual([]);
});

test('each file with another meaning of the word still has it', () => {
  expect(ELSEWHERE.filter((file) => !LITERAL.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
