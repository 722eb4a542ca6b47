/** Which flags of `show` that choose a part of a run each table follows. One that it does not follow is refused, never left aside. */
import type { Command } from 'commander';
import { text } from '../../../shared/words/words.ts';
import { isComparedTable } from '../print/compared-tables.ts';
import { isOfCpuProfile, TABLES, type TableName } from '../print/print-report.ts';
import { isRowTable, ROW_TABLES, type RowTable } from '../print/row-tables.ts';
import { usageError } from './usage-error.ts';

type Choice = 'process' | 'thread' | 'requests' | 'weights' | 'inlining' | 'time';

/** What each flag chooses. */
const CHOICES = {
  process: 'process',
  thread: 'thread',
  profile: 'weights',
  route: 'requests',
  slowest: 'requests',
  failed: 'requests',
  wall: 'weights',
  blocked: 'weights',
  fold: 'weights',
  exact: 'inlining',
  from: 'time',
  to: 'time',
  phase: 'time',
} as const satisfies Record<string, Choice>;
type Flag = keyof typeof CHOICES;
const FLAGS = Object.keys(CHOICES) as readonly Flag[];

type Given = Readonly<Partial<Record<Flag | 'function', unknown>>>;

const OF_PROFILE: readonly Choice[] = ['process', 'thread', 'requests', 'weights', 'inlining', 'time'];
/** Of the requests as the client sees them. */
const OF_LOAD: readonly Choice[] = ['time'];
/** Of the whole run: ticks have no times, and parts of a load are not cut once more. */
const OF_ALL: readonly Choice[] = [];

const OF_ROWS: Readonly<Record<RowTable, readonly Choice[]>> = {
  requests: OF_LOAD,
  slow: ['requests', 'time'],
  story: OF_LOAD,
  output: OF_LOAD,
};

/** Those that are neither of the profile nor of the load in a chosen time. */
const OF_OTHERS: Readonly<Record<TableName, readonly Choice[]>> = {
  server: ['process', 'time'],
  waits: ['requests', 'time'],
  ...{ plan: OF_ALL, states: OF_ALL, phases: OF_ALL, levels: OF_ALL, 'level-requests': OF_ALL },
  ...{ ticks: OF_ALL, nginx: OF_ALL, autocannon: OF_ALL },
};

/** In seconds, what it prints of requests only. */
const OF_FUNCTION = OF_LOAD;

function choicesOf(table: TableName | RowTable): readonly Choice[] {
  if (isRowTable(table)) return OF_ROWS[table];
  return OF_OTHERS[table] ?? (isOfCpuProfile(table) ? OF_PROFILE : OF_LOAD);
}

/** Ends the command where the table, or `--function`, does not follow a flag that is given. */
export function refuseUnfollowed(command: Command, options: Given, table: TableName | RowTable | undefined): void {
  if (table === undefined && options.function === undefined) return;
  // What a flag of a single run does to a table of a comparison is told where the file is known.
  if (isComparedTable(table)) return;
  const followed = table === undefined ? OF_FUNCTION : choicesOf(table);
  const flag = FLAGS.find((name) => options[name] !== undefined && options[name] !== false && !followed.includes(CHOICES[name]));
  if (flag === undefined) return;
  const names = [...TABLES, ...ROW_TABLES].filter((name) => choicesOf(name).includes(CHOICES[flag]));
  usageError(
    command,
    text('commandLine.refused.notFollowed', {
      flag: `--${flag}`,
      what: table === undefined ? '--function' : `--table ${table}`,
      names: names.join(', '),
    }),
  );
}
