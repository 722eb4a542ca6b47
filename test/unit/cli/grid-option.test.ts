/** `--grid`: flags of `run` by name, and a sentence with file, line and column for what cannot be run. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, expect, test } from 'vitest';
import { addCompareFlags, type CompareOptions } from '../../../electron/cli/flags/compare-options.ts';
import { toGrid } from '../../../electron/cli/flags/grid-option.ts';
import { addSetupFlags } from '../../../electron/cli/flags/setup-options.ts';
import type { ComparisonSetup } from '../../../shared/model/comparison/comparison.ts';
import { formatGridCommand } from '../../../shared/model/comparison/grid-command.ts';
import { splitWords } from '../../../shared/model/setup/shell-words.ts';
import { COMPARE_FIXTURES } from '../../helpers/comparisons.ts';
import { messageOf } from '../../helpers/worded.ts';

const SCRIPT = join(COMPARE_FIXTURES, 'plain.cjs');
const folder = mkdtempSync(join(tmpdir(), 'loopscope-grid-'));
afterAll(() => rmSync(folder, { recursive: true }));
const FILE = join(folder, 'grid.yaml');

/** As the command line reads it. */
async function read(grid: string, line = SCRIPT): Promise<ComparisonSetup> {
  writeFileSync(FILE, grid);
  const command = addSetupFlags(addCompareFlags(new Command().argument('[a]').argument('[others...]')), ['--seed']).exitOverride();
  command.option('--fail-if <condition>').parse([...splitWords(line).words, '--grid', FILE], { from: 'user' });
  const made = await toGrid(command.args[0], [], command, command.opts<CompareOptions>().grid!);
  if (!made.ok) throw new Error(messageOf(made.failure));
  return made.value;
}

const GRID = `grid: 1
topologies:
  one process:
  behind nginx: --topology nginx:2 --env MODE=fast
cases:
  ten: -c 10
  a page each: "--users 5 --requests 2 -H 'accept: text/html' --url /page"
`;

test('each case on each topology, with what all have', async () => {
  const { variants, grid, pairs, profiled } = await read(GRID, `${SCRIPT} --env ALL=1`);
  expect(grid).toEqual({ cases: ['ten', 'a page each'], topologies: ['one process', 'behind nginx'] });
  expect({ pairs, profiled, titles: variants.map(({ title }) => title) }).toEqual({
    pairs: 1,
    profiled: false,
    titles: ['ten, one process', 'ten, behind nginx', 'a page each, one process', 'a page each, behind nginx'],
  });
  expect(variants.map(({ setup: { target, load, requests } }) => [target, load.model, requests[0].url])).toMatchObject([
    [{ script: SCRIPT, topology: 'direct', env: [{ name: 'ALL', value: '1' }] }, 'closed', '/'],
    [{ topology: 'nginx:2', env: [{ name: 'ALL' }, { name: 'MODE' }] }, 'closed', '/'],
    [{ topology: 'direct' }, 'users', '/page'],
    [{ topology: 'nginx:2' }, 'users', '/page'],
  ]);
  expect(variants[3]!.setup.requests[0].headers).toEqual([{ name: 'accept', value: 'text/html' }]);
});

test('a topology may be a script, a command or a server of its own, with arguments', async () => {
  const { variants } = await read(`grid: 1
topologies:
  own: ${join(COMPARE_FIXTURES, 'errors.cjs')} -- --size 3
  command: --command "gunicorn app"
  running: http://127.0.0.1:3000
cases:
  ten: -c 10
`);
  expect(variants.map(({ setup: { target } }) => target)).toMatchObject([
    { kind: 'script', args: ['--size', '3'] },
    { kind: 'command', command: 'gunicorn app' },
    { kind: 'url', server: 'http://127.0.0.1:3000' },
  ]);
});

const of = (change: (grid: string) => string): string => change(GRID);
test.each([
  ['no list', '[]', 'Line 1, column 1: A grid begins with "grid: 1", "topologies" and "cases".'],
  [
    'no version',
    of((grid) => grid.replace('grid: 1', 'grid: 2')),
    'Line 1, column 7: A grid starts with the version of its format: "grid: 1".',
  ],
  ['a key it does not know', of((grid) => `${grid}rows: 1\n`), 'Line 8, column 1: "rows"'],
  ['no case', 'grid: 1\ntopologies:\n  a:\n', 'Line 1, column 1: A grid needs two cells or more'],
  [
    'too many cells',
    `grid: 1\ntopologies: {a: , b: , c: }\ncases:\n${Array.from({ length: 9 }, (_, at) => `  c${at}: -c ${at + 1}\n`).join('')}`,
    'Line 4, column 3: 9 cases on 3 topologies are 27 cells, and a grid has 26 at most.',
  ],
  [
    'a flag with a slip',
    of((grid) => grid.replace('-c 10', '--conections 10')),
    'Line 6, column 3: there is no option --conections. Did you mean --connections?',
  ],
  [
    'a value that is none',
    of((grid) => grid.replace('-c 10', '-c ten')),
    'Line 6, column 3: -c, --connections <n>: A number is needed. Given: "ten".',
  ],
  [
    'a value out of range',
    of((grid) => grid.replace('-c 10', '-c 0')),
    'Line 6, column 3: Case "ten" on topology "one process": -c must be at least 1.',
  ],
  ['a quote', of((grid) => grid.replace('-c 10', "-H 'a")), 'Line 6, column 8: A quote is not closed.'],
  ['a script that is a case', of((grid) => grid.replace('-c 10', 'other.js')), 'Line 6, column 3: other.js is what is measured'],
  [
    'a profile of a cell',
    of((grid) => grid.replace('-c 10', '--capture cpu')),
    'Line 6, column 3: --capture is not a flag of a cell. Each cell is one run without a profiler',
  ],
  ['what is of the whole grid', of((grid) => grid.replace('-c 10', '--wait')), 'Line 6, column 3: --wait is not a flag of a cell.'],
  [
    'a topology that is none',
    of((grid) => grid.replace('nginx:2', 'nginx:0')),
    'Line 6, column 3: Case "ten" on topology "behind nginx": "nginx:0" is not a topology.',
  ],
  ['a plan that is not there', of((grid) => grid.replace('-c 10', '--plan none.yaml')), 'none.yaml cannot be read (ENOENT)'],
])('refuses %s', async (_, grid, says) => {
  await expect(read(grid)).rejects.toThrow(`grid.yaml: ${says}`.replace('grid.yaml: none.yaml', 'none.yaml'));
});

test.each(['--pairs 3', '--question p99', '--capture none', '--env-b X=1', '--seed 3', '--fail-if "p99 > 1s"'])(
  '%s is refused beside it',
  async (flags) => {
    await expect(read(GRID, `${SCRIPT} ${flags}`)).rejects.toThrow(`${flags.split(' ')[0]} and --grid cannot be combined.`);
  },
);

test('the shown command makes the same grid', async () => {
  const asked = await read(GRID, `${SCRIPT} --cwd /srv --port-timeout 5`);
  const line = splitWords(formatGridCommand(asked, asked.grid!, false)!).words;
  expect(line.slice(0, 3)).toEqual(['loopscope', 'compare', '--grid']);
  expect(await read(line[3]!, '')).toEqual(asked);
});

test('no command is shown for cells that are more than a topology and a case', async () => {
  const asked = await read(GRID.replace('-c 10', '-c 10 --env X=1'));
  expect(formatGridCommand(asked, asked.grid!, false)).toBeNull();
  const plain = await read(GRID);
  expect(formatGridCommand(plain, { ...plain.grid!, records: true }, false)).toBeNull();
});
