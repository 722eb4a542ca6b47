import { type Command, Option } from 'commander';
import { findTickRun } from '../../shared/analysis/ticks-per-request.ts';
import { variantLetter } from '../../shared/model/comparison.ts';
import { type Failure, succeed } from '../../shared/model/failure.ts';
import { passSessionId } from '../../shared/protocol/pass-id.ts';
import { TABLE_WRITERS, type TableFormat } from '../../shared/report/table-text.ts';
import { toDocument } from '../../shared/words/report-document.ts';
import { text } from '../../shared/words/words.ts';
import { type Engine, failedReport } from '../engine/api/engine.ts';
import { describeComparison } from '../engine/experiments/compare/comparison-info.ts';
import type { Comparison } from '../engine/sessions/comparison.ts';
import {
  addRunFlags,
  chooseExact,
  chooseLines,
  chooseProfile,
  describePass,
  openChosen,
  type ProfileChoice,
  type RunChoice,
} from './choose-run.ts';
import { EXIT } from './exit.ts';
import { makeEngine } from './make-engine.ts';
import { foldOption } from './option-values.ts';
import { formatComparison } from './print-comparison.ts';
import { formatFunction } from './print-function.ts';
import { formatPrivateFacts } from './print-private.ts';
import {
  formatReport,
  isOfCpuProfile,
  keyOf,
  markOf,
  type OnRequest,
  PLAIN_TABLES,
  plainTable,
  TABLES,
  type TableName,
} from './print-report.ts';
import { addRequestFlags, findPhaseWindow, hasRequestFlags, type RequestOptions } from './print-requests.ts';
import { formatTicks } from './print-ticks.ts';
import { addRequestChoice, choosesRequests } from './request-choice.ts';
import { formatRows, isOfRequests, isRowTable, ROW_TABLES, type RowTable, rowTablesOf } from './row-tables.ts';
import { formatFailure } from './run-command.ts';
import { print, printFile, printJson, tell } from './terminal.ts';
import { usageError } from './usage-error.ts';
import { addWindowFlags, clipToRun, toWindow, type WindowOptions } from './window-options.ts';

interface ShowOptions extends RunChoice, ProfileChoice, WindowOptions, RequestOptions, OnRequest {
  json?: boolean;
  private?: boolean;
  function?: string;
  /** True: of all files. */
  lines?: string | true;
  table?: TableName | RowTable | typeof ALL;
  format?: TableFormat;
}

/** What `--lines` prints. */
const LINES = 'lines';
const ALL = 'all';
const NAMES = [...TABLES, ...ROW_TABLES, ALL] as const;

/** Tables of the contract that need a feature which is not there yet. */
const LATER_TABLES = ['tree', 'findings'];

export function setupShowCommand(program: Command): void {
  const command: Command = program
    .command('show')
    .description(text('commandLine.command.show'))
    .argument('<file>', text('commandLine.argument.file'))
    .option('--json', text('commandLine.option.json'))
    .option('--private', text('commandLine.option.private'))
    .addOption(
      new Option('--table <name>', text('commandLine.option.table', { names: NAMES.join(', ') })).argParser((name) =>
        parseTable(name, command),
      ),
    )
    .option('--lines [file]', text('commandLine.option.lines'))
    .option('--function <name>', text('commandLine.option.function'))
    .option('--intervals', text('commandLine.option.intervals'))
    .addOption(new Option('--format <format>', text('commandLine.option.tableFormat')).choices(Object.keys(TABLE_WRITERS)));
  addWindowFlags(command)
    .addOption(foldOption())
    .option('--wall', text('commandLine.option.wall'))
    .option('--exact', text('commandLine.option.exact'));
  addRequestChoice(command);
  addRunFlags(addRequestFlags(command)).action(async (file: string, options: ShowOptions) => {
    const { format, lines } = options;
    if (lines !== undefined && options.table !== undefined && options.table !== LINES)
      return usageError(command, text('commandLine.refused.linesTable', { name: options.table }));
    const named = options.table === ALL ? undefined : options.table;
    const table = lines !== undefined && !options.json ? LINES : named;
    if (options.json && table) {
      if (table === 'requests') return usageError(command, text('commandLine.refused.jsonRequests'));
      if (isRowTable(table)) return usageError(command, text('commandLine.refused.jsonText', { name: table }));
      return usageError(command, text('commandLine.refused.jsonTable', { name: table, key: keyOf(table) }));
    }
    const ofFunction = options.function;
    if (ofFunction !== undefined && (options.table !== undefined || options.json || lines !== undefined))
      return usageError(command, text('commandLine.refused.functionAlone'));
    if (!isOfRequests(table) && ofFunction === undefined && hasRequestFlags(options))
      return usageError(command, text('commandLine.refused.requestFlags'));
    const { intervals = false } = options;
    if (intervals && table && table !== 'percentiles') return usageError(command, text('commandLine.refused.intervals', { name: table }));
    const plain = isRowTable(table) ? undefined : PLAIN_TABLES.find((name) => name === table);
    if (format && (!plain || options.json))
      return usageError(command, text('commandLine.refused.tableFormat', { names: PLAIN_TABLES.join(', ') }));
    if (table === 'output' && (options.process !== undefined || options.thread !== undefined || choosesRequests(options)))
      return usageError(command, text('commandLine.refused.outputOfAll'));
    const asked = toWindow(command, options);
    if (options.exact && (asked || options.phase !== undefined || choosesPart(options)))
      return usageError(command, text('commandLine.refused.exactOfAll'));
    const ofPhase = isOfRequests(table) ? undefined : options.phase;
    if (ofPhase !== undefined && asked) return usageError(command, text('commandLine.refused.phaseOrTime'));
    const json = options.json === true;
    const engine = makeEngine();
    const chosen = await openChosen(engine, file, options);
    if (!chosen.ok) return refuse(chosen.failure, json);
    const { sessionId, index, open, whole } = chosen.value;
    const isOfRun =
      choosesRequests(options) ||
      asked ||
      options.process !== undefined ||
      options.thread !== undefined ||
      options.fold !== undefined ||
      options.wall ||
      options.exact ||
      options.phase !== undefined ||
      intervals ||
      lines !== undefined;
    if (open.kind === 'comparison' && isOfRun) return usageError(command, text('commandLine.refused.singleRunOnly'));
    if (options.private) {
      const facts = await engine.sessions.privateFacts(sessionId);
      if (json) printJson(facts);
      else print(formatPrivateFacts(facts));
      return engine.close();
    }
    const ofTime = ofPhase === undefined || open.kind === 'comparison' ? succeed(asked) : findPhaseWindow(open, ofPhase);
    if (!ofTime.ok) return refuse(ofTime.failure, json);
    if (isRowTable(table)) {
      if (open.kind === 'comparison') return usageError(command, text('commandLine.refused.tableOfOneRun', { name: table }));
      if (index !== null && whole.kind === 'comparison') tell(describePass(whole, index));
      const time = ofTime.value;
      const part = ofPhase === undefined || time === null ? options : { from: time.fromMs / 1e3, to: time.toMs / 1e3 };
      const rows = await formatRows(table, open, { part, window: () => clipToRun(command, time, open) }, options);
      if (!rows.ok) return refuse(rows.failure, json);
      print(rows.value);
      return engine.close();
    }
    const window = clipToRun(command, ofTime.value, open);
    if (ofFunction !== undefined) {
      if (open.kind === 'comparison') return usageError(command, text('commandLine.refused.singleRunOnly'));
      const told = await formatFunction(open, window, ofFunction, options);
      if (!told.ok) return refuse(told.failure, json);
      print(told.value);
      return engine.close();
    }
    const everything = await engine.report(sessionId, window);
    const profiled = options.exact ? chooseExact(everything) : chooseProfile(everything, open, window, options);
    if (!profiled.ok) return refuse(profiled.failure, json);
    const ofFile = typeof lines === 'string' ? lines : null;
    const report = table === LINES || lines !== undefined ? chooseLines(profiled.value, open, window, ofFile, options) : profiled;
    if (!report.ok) return refuse(report.failure, json);
    if (index !== null && whole.kind === 'comparison') tell(describePass(whole, index));
    const tables = async (): Promise<string> => {
      if (table && isOfCpuProfile(table) && open.kind === 'comparison') return formatProfiledRuns(engine, sessionId, open, table);
      if (table === 'ticks')
        return open.kind === 'comparison' ? formatTickRuns(engine, sessionId, open) : formatTicks(open.recording.ticks);
      if (table) return formatReport(report.value, [table], { intervals });
      if (open.kind === 'comparison') return formatComparison(describeComparison(open, null), report.value.failure);
      return formatReport(report.value, options.table === ALL ? TABLES : undefined, {
        whole: everything,
        intervals,
        alone: rowTablesOf(open),
      });
    };
    if (format && plain && open.kind === 'comparison') return usageError(command, text('commandLine.refused.tableOfRun'));
    if (format && plain) {
      const [run] = report.value.runs;
      const rows = run && plainTable(plain, run, { intervals });
      const { write } = TABLE_WRITERS[format];
      if (rows) printFile(write(rows));
      else tell(text('terminal.run.emptyTable', { name: plain }));
    } else if (json) printJson(toDocument(report.value, everything, { intervals }));
    else print(await tables(), table === undefined ? markOf(everything) : 'none');
    await engine.close();
  });
}

/** Anything but the whole of a profile. */
function choosesPart(options: ShowOptions): boolean {
  const { process, thread, fold, wall, table } = options;
  return (
    process !== undefined || thread !== undefined || fold !== undefined || wall === true || choosesRequests(options) || isRowTable(table)
  );
}

export function refuse(failure: Failure, json: boolean): void {
  if (json) printJson(toDocument(failedReport(failure)));
  else tell(formatFailure(failure), 'bad');
  process.exitCode = failure.code === 'stopped' ? EXIT.interrupted : EXIT.failed;
}

/** Of each variant the run that has a profile: measured ones have none. */
async function formatProfiledRuns(engine: Engine, sessionId: string, comparison: Comparison, table: TableName): Promise<string> {
  const parts: string[] = [];
  for (const [variant, index] of comparison.profiledPasses().entries()) {
    if (index === null) parts.push(text('terminal.noProfile', { variant: variantLetter(variant) }));
    else {
      const report = await engine.report(passSessionId(sessionId, index), null);
      parts.push(`${describePass(comparison, index)}\n${formatReport(report, [table])}`);
    }
  }
  return parts.join('\n\n');
}

/** Of each variant the run that has ticks. */
async function formatTickRuns(engine: Engine, sessionId: string, comparison: Comparison): Promise<string> {
  const parts: string[] = [];
  for (const variant of comparison.setup.variants.keys()) {
    const pass = findTickRun(comparison.passes, variant);
    if (pass === null) parts.push(text('terminal.noTicksOf', { variant: variantLetter(variant) }));
    else {
      const { open } = (await engine.sessions.find(passSessionId(sessionId, pass.index))).shown;
      if (open.kind !== 'comparison') parts.push(`${describePass(comparison, pass.index)}\n${formatTicks(open.recording.ticks)}`);
    }
  }
  return parts.join('\n\n');
}

function parseTable(name: string, command: Command): ShowOptions['table'] {
  const known = NAMES.find((one) => one === name);
  if (known !== undefined) return known;
  const isLater = LATER_TABLES.includes(name);
  return usageError(command, text(`commandLine.refused.${isLater ? 'tableLater' : 'table'}`, { name, names: NAMES.join(', ') }));
}
