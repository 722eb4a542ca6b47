/** The flags of `show`, and which of them do not go together. */
import { type Command, Option } from 'commander';
import type { TimeWindow } from '../../../shared/base/units.ts';
import { isOfPart } from '../../../shared/model/profile/selection.ts';
import { WHOLE_PROFILE } from '../../../shared/profile/tree/call-tree.ts';
import { TABLE_WRITERS, type TableFormat } from '../../../shared/report/table-text.ts';
import { text } from '../../../shared/words/words.ts';
import { COMPARED_NAMES, comparedTable, isComparedTable } from '../print/compared-tables.ts';
import { HEAP_NAMES, isHeapTable, keyOfHeapTable } from '../print/heap-tables.ts';
import { keyOf, type OnRequest, PLAIN_TABLES, TABLES, type TableName } from '../print/print-report.ts';
import { addRequestFlags, hasRequestFlags, type RequestOptions } from '../print/print-requests.ts';
import { isOfRequests, isRowTable, ROW_TABLES, type RowTable } from '../print/row-tables.ts';
import { addRunFlags, addValueFlag, baseOf, type ProfileChoice, type RunChoice, selectionOf, type ValueChoice } from './choose-run.ts';
import { refuseUnfollowed } from './followed-flags.ts';
import { foldOption } from './option-values.ts';
import { addRequestChoice, choosesRequests } from './request-choice.ts';
import { usageError } from './usage-error.ts';
import { addWindowFlags, toWindow, type WindowOptions } from './window-options.ts';

export interface ShowOptions extends RunChoice, ValueChoice, ProfileChoice, WindowOptions, RequestOptions, OnRequest {
  readonly json?: boolean;
  readonly private?: boolean;
  readonly function?: string;
  /** True: of all files. */
  readonly lines?: string | true;
  readonly table?: TableName | RowTable | typeof ALL;
  readonly format?: TableFormat;
  /** The file of a snapshot that was taken before. */
  readonly before?: string;
}

/** What is to be shown, as far as it can be known without the file. */
export interface Shown {
  readonly options: ShowOptions;
  readonly json: boolean;
  readonly intervals: boolean;
  /** Undefined: what is printed unasked, or all tables. */
  readonly table: TableName | RowTable | undefined;
  /** Of that table, which has rows and columns then; null: as it is printed. */
  readonly format: TableFormat | null;
  /** Null: the whole run, unless a phase is named. */
  readonly window: TimeWindow | null;
  /** The phase whose time is shown. */
  readonly phase: string | undefined;
  /** Whether it can be said of a single run only. */
  readonly isOfRun: boolean;
}

/** What `--lines` prints. */
const LINES = 'lines';
const ALL = 'all';
const NAMES = [...TABLES, ...ROW_TABLES, ...COMPARED_NAMES, ...HEAP_NAMES, ALL] as const;

/** Those that are rows and columns and no more. */
const FORMATTED = [...PLAIN_TABLES, ...COMPARED_NAMES, ...HEAP_NAMES];

/** Tables of the contract that need a feature which is not there yet. */
const LATER_TABLES = ['tree', 'findings'];

export function addShowFlags(command: Command): Command {
  command
    .option('--json', text('commandLine.option.json'))
    .option('--private', text('commandLine.option.private'))
    .addOption(
      new Option('--table <name>', text('commandLine.option.table', { names: NAMES.join(', ') })).argParser((name) =>
        parseTable(name, command),
      ),
    )
    .option('--lines [file]', text('commandLine.option.lines'))
    .option('--before <file>', text('commandLine.option.before'))
    .option('--function <name>', text('commandLine.option.function'))
    .option('--intervals', text('commandLine.option.intervals'))
    .addOption(new Option('--format <format>', text('commandLine.option.tableFormat')).choices(Object.keys(TABLE_WRITERS)));
  addWindowFlags(command)
    .addOption(foldOption())
    .option('--blocked', text('commandLine.option.blocked'))
    .addOption(new Option('--wall', text('commandLine.option.wall')).conflicts('blocked'))
    .option('--exact', text('commandLine.option.exact'));
  addRequestChoice(command);
  return addRunFlags(addValueFlag(addRequestFlags(command)));
}

/** Ends the command where flags do not go together. */
export function readShowOptions(command: Command, options: ShowOptions): Shown {
  const { format = null, lines, intervals = false, json = false } = options;
  if (lines !== undefined && options.table !== undefined && options.table !== LINES)
    return usageError(command, text('commandLine.refused.linesTable', { name: options.table }));
  const named = options.table === ALL ? undefined : options.table;
  const table = lines !== undefined && !json ? LINES : named;
  if (json && table) {
    if (table === 'requests') return usageError(command, text('commandLine.refused.jsonRequests'));
    if (isRowTable(table)) return usageError(command, text('commandLine.refused.jsonText', { name: table }));
    const key = isHeapTable(table) ? keyOfHeapTable(table) : isComparedTable(table) ? comparedTable(table).key : keyOf(table);
    if (key === undefined) return usageError(command, text('commandLine.refused.jsonText', { name: table }));
    return usageError(command, text('commandLine.refused.jsonTable', { name: table, key }));
  }
  const ofFunction = options.function !== undefined;
  if (ofFunction && (options.table !== undefined || json || lines !== undefined))
    return usageError(command, text('commandLine.refused.functionAlone'));
  if (!isOfRequests(table) && !ofFunction && hasRequestFlags(options)) return usageError(command, text('commandLine.refused.requestFlags'));
  if (intervals && table && table !== 'percentiles') return usageError(command, text('commandLine.refused.intervals', { name: table }));
  if (format !== null && (json || !FORMATTED.some((name) => name === table)))
    return refuseFormat(command, json ? undefined : (table ?? options.table));
  const window = toWindow(command, options);
  if (options.exact && (window || options.phase !== undefined || choosesProfile(options) || isRowTable(table)))
    return usageError(command, text('commandLine.refused.exactOfAll'));
  refuseUnfollowed(command, options, table);
  const phase = isOfRequests(table) ? undefined : options.phase;
  if (phase !== undefined && window) return usageError(command, text('commandLine.refused.phaseOrTime'));
  const isOfRun =
    choosesProfile(options) ||
    window !== null ||
    options.exact === true ||
    options.phase !== undefined ||
    intervals ||
    lines !== undefined ||
    (ofFunction && !options.private);
  return { options, json, intervals, table, format, window, phase, isOfRun };
}

/** Whether what is asked for is of a snapshot of a heap only. */
export function isOfHeap({ table, options }: Shown): boolean {
  return isHeapTable(table) || options.before !== undefined;
}

/** `table`: the one that cannot be written so; undefined: none was named. */
function refuseFormat(command: Command, table: string | undefined): never {
  const names = FORMATTED.join(', ');
  const says =
    table === undefined
      ? text('commandLine.refused.tableFormat', { names })
      : text('commandLine.refused.notFormatted', { name: table, names });
  return usageError(command, says);
}

/** Anything but the whole of a profile. */
function choosesProfile(options: ShowOptions): boolean {
  const isWhole = !isOfPart(selectionOf(options)) && options.fold === undefined && baseOf(options) === WHOLE_PROFILE.base;
  return !isWhole || choosesRequests(options);
}

function parseTable(name: string, command: Command): ShowOptions['table'] {
  const known = NAMES.find((one) => one === name);
  if (known !== undefined) return known;
  const isLater = LATER_TABLES.includes(name);
  return usageError(command, text(`commandLine.refused.${isLater ? 'tableLater' : 'table'}`, { name, names: NAMES.join(', ') }));
}
