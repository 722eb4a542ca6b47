/** What `show` prints of a single run, a profile or the result of another load tool. */
import type { Command } from 'commander';
import type { TimeWindow } from '../../../shared/base/units.ts';
import { tellFailure } from '../../../shared/format/word-said.ts';
import { type Failure, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { isOfPart as isPartOfRun } from '../../../shared/model/profile/selection.ts';
import type { Report } from '../../../shared/model/report.ts';
import { toDocument } from '../../../shared/report/report-document.ts';
import { TABLE_WRITERS } from '../../../shared/report/table-text.ts';
import { text } from '../../../shared/words/words.ts';
import type { Engine } from '../../engine/api/engine.ts';
import type { OpenSession } from '../../engine/sessions/open-session.ts';
import { chooseExact, chooseLines, chooseProfile, chooseWaits, selectionOf } from '../flags/choose-run.ts';
import { choosesRequests } from '../flags/request-choice.ts';
import type { Shown } from '../flags/show-options.ts';
import { usageError } from '../flags/usage-error.ts';
import { clipToRun } from '../flags/window-options.ts';
import { isComparedTable } from '../print/compared-tables.ts';
import { breakable } from '../print/format.ts';
import { formatLastOutput, refuse } from '../print/print-failure.ts';
import { formatFunction } from '../print/print-function.ts';
import { formatReport, markOf, plainTable, TABLES, type TableName } from '../print/print-report.ts';
import { findPhaseWindow } from '../print/print-requests.ts';
import { formatTicks } from '../print/print-ticks.ts';
import { formatRows, isRowTable, type ListedRun, type RowTable, rowTablesOf } from '../print/row-tables.ts';
import { print, printFile, printJson, tell } from '../terminal.ts';

interface Run extends ListedRun {
  readonly engine: Engine;
  /** Which run of a comparison it is; null: it is none. */
  readonly isWhich: string | null;
}

/** Ends the command where the run has nothing of what was asked for. */
export async function showRun(command: Command, run: Run, shown: Shown): Promise<void> {
  const { open, isWhich } = run;
  const { json, table, options } = shown;
  const time = shown.phase === undefined ? succeed(shown.window) : findPhaseWindow(open, shown.phase);
  if (!time.ok) return refuse(time.failure, json);
  const window = (): TimeWindow | null => clipToRun(command, time.value, open);
  if (isComparedTable(table)) return usageError(command, text('commandLine.refused.tableOfComparison', { name: table }));
  if (isRowTable(table)) {
    if (isWhich !== null) tell(isWhich);
    const rows = await formatRowTable(table, run, time.value, window, shown);
    return rows.ok ? print(rows.value) : refuse(rows.failure, json);
  }
  if (options.function !== undefined) {
    const told = await formatFunction(run, window(), options.function, options);
    return told.ok ? print(told.value) : refuse(told.failure, json);
  }
  await showReport(run, { ...shown, table, window: window() });
}

function formatRowTable(
  table: RowTable,
  run: ListedRun,
  time: TimeWindow | null,
  window: () => TimeWindow | null,
  { phase, options }: Shown,
): Promise<Outcome<string>> {
  const part = phase === undefined || time === null ? options : { from: time.fromMs / 1e3, to: time.toMs / 1e3 };
  return formatRows(table, run, { part, window }, options);
}

async function showReport(
  { engine, sessionId, open, isWhich }: Run,
  { json, intervals, table, format, window, options }: Shown & { readonly table: TableName | undefined },
): Promise<void> {
  const whole = await engine.report(sessionId, window);
  const chosen = chooseReport(whole, open, window, options, table);
  if (!chosen.ok) return refuse(chosen.failure, json);
  const report = chosen.value;
  const isOfPart = isPartOfRun(selectionOf(options)) || choosesRequests(options);
  if (isWhich !== null) tell(isWhich);
  if (format !== null && table !== undefined) {
    const [run] = report.runs;
    const { write } = TABLE_WRITERS[format];
    const rows = run && plainTable(table, run, { intervals });
    if (rows) printFile(write(rows));
    else tell(text('terminal.run.emptyTable', { name: table }));
  } else if (json) printJson(toDocument(report, whole, { intervals, isOfPart }));
  else if (table === 'ticks') print(formatTicks(open.recording.ticks), 'none');
  else if (table !== undefined) print(formatReport(report, [table], { intervals }), 'none');
  else if (report.failure !== null && !hasStarted(open)) print(formatFailedStart(report.failure), 'bad');
  else {
    const tables = options.table === 'all' ? TABLES : undefined;
    print(formatReport(report, tables, { whole, intervals, isOfPart, alone: rowTablesOf(open) }), markOf(whole));
  }
}

/** False: it failed before the measurement began, so there is nothing for tables. A file of another tool has no such beginning, and no failure. */
const hasStarted = ({ recording }: OpenSession): boolean => recording.originUs !== null;

function formatFailedStart(failure: Failure): string {
  return `${breakable(tellFailure(failure))}${formatLastOutput(failure)}`;
}

/** The report with the profile, the lines and what was waited for as they were asked for. */
function chooseReport(
  whole: Report,
  open: OpenSession,
  window: TimeWindow | null,
  options: Shown['options'],
  table: Shown['table'],
): Outcome<Report> {
  const waited = chooseWaits(whole, open, window, options);
  if (!waited.ok) return waited;
  const profiled = options.exact ? chooseExact(waited.value) : chooseProfile(waited.value, open, window, options);
  if (!profiled.ok || (table !== 'lines' && options.lines === undefined)) return profiled;
  return chooseLines(profiled.value, open, window, typeof options.lines === 'string' ? options.lines : null, options);
}
