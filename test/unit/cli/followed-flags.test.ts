/** A table of a run follows a flag that chooses a part of it, or is refused together with it. */
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addShowFlags, readShowOptions, type ShowOptions } from '../../../electron/cli/flags/show-options.ts';
import { TABLES } from '../../../electron/cli/print/print-report.ts';
import { ROW_TABLES } from '../../../electron/cli/print/row-tables.ts';

/** Null: it is read; otherwise why it is refused. */
function refusalOf(...args: string[]): string | null {
  const command = addShowFlags(new Command().argument('<file>'))
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  command.parse(['a.loopscope', ...args], { from: 'user' });
  try {
    readShowOptions(command, command.opts<ShowOptions>());
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

const OF_PROFILE = ['heavy', 'own', 'threads', 'blocked', 'packages', 'files', 'lines'];
const OF_REQUESTS = ['slow', 'waits'];
const WHOLE = ['plan', 'states', 'phases', 'levels', 'level-requests', 'nginx', 'ticks', 'autocannon'];
const ALL = [...TABLES, ...ROW_TABLES];
const TIMED = ALL.filter((name) => !WHOLE.includes(name));

test.each([
  [
    ['--process', '7'],
    [...OF_PROFILE, 'server'],
  ],
  [['--thread', '0'], OF_PROFILE],
  [
    ['--route', '/a'],
    [...OF_PROFILE, ...OF_REQUESTS],
  ],
  [
    ['--slowest', '1'],
    [...OF_PROFILE, ...OF_REQUESTS],
  ],
  [['--failed'], [...OF_PROFILE, ...OF_REQUESTS]],
  [['--wall'], OF_PROFILE],
  [['--blocked'], OF_PROFILE],
  [['--fold', 'core'], OF_PROFILE],
  [['--exact'], OF_PROFILE],
  [['--from', '1'], TIMED],
  [['--to', '1'], TIMED],
  [['--phase', '1'], TIMED],
])('%j goes with the tables that follow it, and with no other', (flag, follow) => {
  expect(ALL.filter((name) => refusalOf('--table', name, ...flag) === null).sort()).toEqual([...follow].sort());
});

test('the sentence names the flag, the table and the tables that follow it', () => {
  expect(refusalOf('--table', 'routes', '--process', '7')).toBe(
    'error: --process does not change what --table routes shows: leave one of them out. Of the tables, these follow --process: server, heavy, own, threads, blocked, packages, files, lines.',
  );
  expect(refusalOf('--function', 'render', '--route', '/a')).toContain('--route does not change what --function shows');
});

test('without a table, with all of them and in the document each flag is read', () => {
  for (const flags of [['--process', '7'], ['--route', '/a'], ['--wall'], ['--exact'], ['--from', '1'], ['--phase', '1']])
    for (const shown of [[], ['--table', 'all'], ['--json']]) expect(refusalOf(...shown, ...flags)).toBeNull();
});
