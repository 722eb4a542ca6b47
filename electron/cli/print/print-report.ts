/** A report as text: the sentences of the answer, how it was measured, and the tables of `shared/report/tables`. */

import { tellFailure, wordSaid } from '../../../shared/format/word-said.ts';
import { isOfLoad } from '../../../shared/model/failure.ts';
import type { LoadResult } from '../../../shared/model/load/load-result.ts';
import { endOf } from '../../../shared/model/load-models.ts';
import { type ExternalReport, hasLoad, isExternal, type ProfileReport, type Report, type RunReport } from '../../../shared/model/report.ts';
import { requestedOf, sayModel, sendsText, tellClient } from '../../../shared/phrases/load-plan.ts';
import type { ClientResult } from '../../../shared/report/client-result.ts';
import { CLIENT_RESULTS } from '../../../shared/report/client-results.ts';
import { externalAnswer, toolOf } from '../../../shared/report/external-answer.ts';
import { externalTable, externalTables } from '../../../shared/report/external-tables.ts';
import { profileAnswer } from '../../../shared/report/profile-answer.ts';
import { planSentences } from '../../../shared/report/run-report.ts';
import { answerOf } from '../../../shared/report/sentences.ts';
import { cutTable, type ReportTable } from '../../../shared/report/table.ts';
import { unansweredUnknown } from '../../../shared/report/tables/counts.ts';
import { PROFILE_TABLES, piecesOf, RUN_TABLES, tellCut } from '../../../shared/report/tables/index.ts';
import type { Beside, Profiled, RunTable } from '../../../shared/report/tables/run-table.ts';
import { computeAnswerOfCommand, tellAnswer } from '../../../shared/rules/answer.ts';
import { toExternalReport } from '../../../shared/session/external-report.ts';
import { text } from '../../../shared/words/words.ts';
import type { Mark } from '../terminal.ts';
import { breakable, duration } from './format.ts';
import { formatResponses } from './print-responses.ts';
import { reportTable } from './text-table.ts';

/** What is shown on request only. */
export type OnRequest = Pick<Beside, 'intervals'>;

/** `told`: the notes of tables so far, each of which is printed once. */
interface Told extends OnRequest {
  readonly told?: Set<string>;
}

/** What has a name after `--table`: a table, with those that stand below it, or something that is more than rows and columns. */
interface Printed<Run> {
  readonly name: string;
  /** `isWhole`: all of them are printed, so that one that does not apply is left out. */
  readonly print: (run: Run, isWhole: boolean, shown: Told) => string;
  /** All of its rows, as the window copies them; null: the run has none. Not given: it is more than one table. */
  readonly rows?: (run: Run, shown: OnRequest) => ReportTable | null;
  /** Where the JSON document has what it shows. */
  readonly key: string;
  /** Only named below what is printed unasked. */
  readonly isLater: boolean;
  /** Something of it is in the run. */
  readonly isIn: (run: Run) => boolean;
}

/** Those tables that have names, in their order. */
function namedTables<Run extends Profiled>(tables: readonly RunTable<Run>[]): Printed<Run>[] {
  return tables.flatMap((table) => {
    const { id, on, key, below, of, file, isLater = false } = table;
    if (on.terminal === undefined || below !== undefined || key === undefined) return [];
    const all = [table, ...tables.filter((one) => one.below === id)];
    return [
      {
        name: id,
        print: (run, isWhole, shown) => joined(all.map((one) => printTable(one, run, isWhole, shown))),
        ...(all.length === 1 || file !== undefined ? { rows: file ?? of } : {}),
        key,
        isLater,
        isIn: (run) => of(run, {}) !== null,
      },
    ];
  });
}

/** Asked for alone, a table says why it is not there. */
function printTable<Run extends Profiled>({ of, on, none, alone }: RunTable<Run>, run: Run, isWhole: boolean, shown: Told): string {
  const table = of(run, shown);
  if (table !== null) return reportTable(cutTable(table, (isWhole ? undefined : alone?.most) ?? on.terminal!, tellCut), shown.told);
  const said = none?.(run, 'terminal', {}) ?? '';
  return said === '' && !isWhole ? (alone?.none?.(run) ?? '') : said;
}

const OF_PROFILES: readonly Printed<Profiled>[] = namedTables(PROFILE_TABLES).map((one) => ({
  ...one,
  // Of a run without a profile nothing else is to be said of it.
  print: (run, isWhole, shown) => noProfile(run, isWhole, one.key) || one.print(run, isWhole, shown),
}));

/** What stands behind which of the tables. */
const OTHERS: readonly (Printed<RunReport> & { readonly behind: string })[] = [
  {
    name: 'answers',
    behind: 'errors',
    print: formatResponses,
    key: 'runs[].answers',
    isLater: false,
    isIn: ({ answers }) => (answers?.length ?? 0) > 0,
  },
  ...CLIENT_RESULTS.map((result) => ({
    name: result.client,
    behind: 'percentiles',
    print: (run: RunReport, isWhole: boolean) => formatResult(result, run, isWhole),
    key: result.key,
    isLater: false,
    isIn: (run: RunReport) => result.parts(run).length > 0,
  })),
  {
    name: 'nginx',
    behind: 'server',
    print: ({ target }, isWhole) => target.nginx?.trimEnd() ?? (isWhole ? '' : text('terminal.run.noNginx')),
    key: 'runs[].target.nginx',
    isLater: true,
    isIn: ({ target }) => target.nginx !== undefined,
  },
];

const PRINTED: readonly Printed<RunReport>[] = [
  ...namedTables(RUN_TABLES.filter((one) => !PROFILE_TABLES.some(({ id }) => id === one.id))),
  ...OF_PROFILES,
].flatMap((one) => [one, ...OTHERS.filter(({ behind }) => behind === one.name)]);

export type TableName = string;
export const TABLES: readonly TableName[] = PRINTED.map(({ name }) => name);
const FIRST = PRINTED.filter(({ isLater }) => !isLater).map(({ name }) => name);
/** Those that are rows and columns and no more. */
export const PLAIN_TABLES = PRINTED.filter(({ rows }) => rows !== undefined).map(({ name }) => name);

function tableOf(name: TableName): Printed<RunReport> {
  return PRINTED.find((one) => one.name === name)!;
}

/** Null: the run has none. */
export function plainTable(name: TableName, run: Report['runs'][number], shown: OnRequest = {}): ReportTable | null {
  if (hasLoad(run)) return tableOf(name).rows?.(run, shown) ?? null;
  if (isExternal(run)) return externalTable(run, name);
  return OF_PROFILES.find((one) => one.name === name)?.rows?.(run, shown) ?? null;
}

/** Others are only named, where the run has them. */
export const isPrintedUnasked = (name: TableName): boolean => FIRST.includes(name);

export function keyOf(name: TableName): string {
  return tableOf(name).key;
}

interface PrintedReport extends OnRequest {
  /** Of all processes, where `report` is of one: the sentences of the answer are about all of them. */
  readonly whole?: Report;
  /** A thread, a process or some requests are chosen, which only the profile follows. */
  readonly isOfPart?: boolean;
  /** Named below: they are printed alone only. */
  readonly alone?: readonly string[];
}

/** What went wrong is the first line. */
export function formatReport(
  report: Report,
  tables: readonly TableName[] = FIRST,
  { whole = report, alone = [], isOfPart = false, ...shown }: PrintedReport = {},
): string {
  const title = ({ variant }: Report['runs'][number]): string => (report.runs.length > 1 ? `${variant}:\n` : '');
  const runs = report.runs.map(
    (run, index) =>
      `${title(run)}${hasLoad(run) ? formatRun(run, tables, { ...shown, isOfPart, whole: whole.runs[index] ?? run }) : isExternal(run) ? formatExternal(run, tables) : formatProfile(run, tables)}`,
  );
  // A load that failed as a whole: the answer of its run says so itself.
  const isTold = isOfLoad(report.failure) && tables.length > 1;
  const failure = report.failure === null || isTold ? [] : [tellFailure(report.failure)];
  const loads = report.runs.filter(hasLoad);
  const isNamed = ({ name, isLater, isIn }: Printed<RunReport>): boolean =>
    isLater && !(shown.intervals && name === 'percentiles') && loads.some(isIn);
  const names = PRINTED.filter(isNamed).map(({ name }) => name);
  // Beside other tables only the first of what went wrong is printed.
  const answers = loads.some((run) => (run.answers?.length ?? 0) > 0) ? ['answers'] : [];
  const notOfAll = [...answers, ...alone].join(', ');
  const others =
    tables === FIRST && loads.length > 0
      ? [text('terminal.run.otherTables', { names: names.join(', '), alone: notOfAll === '' ? 'none' : notOfAll })]
      : [];
  return [...failure, ...runs, ...others].join('\n\n');
}

/** An imported profile: no requests, so no table about them. */
function formatProfile(run: ProfileReport, tables: readonly TableName[]): string {
  const shown = OF_PROFILES.filter(({ name }) => tables.includes(name));
  if (shown.length === 0) return text('terminal.run.onlyProfile');
  const isWhole = tables.length > 1;
  const told = new Set<string>();
  const { lead, rest } = profileAnswer(run);
  const answer = isWhole ? [breakable(`${lead} ${rest}`.trim())] : [];
  return joined([...answer, ...shown.map((one) => one.print(run, isWhole, { told }) || nothingIn(one.name, isWhole)), ...notesOf(run)]);
}

function notesOf({ warnings }: Pick<RunReport, 'warnings'>): string[] {
  return warnings.map((warning) => text('terminal.note', { message: wordSaid(warning) }));
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** What another load tool has measured. Its tables are its own; asked for alone are those that ours have, too. */
function formatExternal(run: ExternalReport, tables: readonly TableName[]): string {
  const [asked = ''] = tables;
  if (tables.length > 1) {
    const { lead, rest } = externalAnswer(run);
    return joined([breakable(`${lead} ${rest}`.trim()), ...notesOf(run), ...externalTables(run).map((table) => reportTable(table))]);
  }
  const table = externalTable(run, asked);
  return table === null ? text('terminal.run.notOfTool', { tool: toolOf(run) }) : joined([reportTable(table), ...notesOf(run)]);
}

/** One run: the answer, how it was measured, and the tables. */
export function formatRun(
  run: RunReport,
  tables: readonly TableName[] = FIRST,
  {
    whole = run,
    isOfPart = false,
    ...shown
  }: OnRequest & Pick<PrintedReport, 'isOfPart'> & { readonly whole?: Report['runs'][number] } = {},
): string {
  const isWhole = tables.length > 1;
  if (isWhole && run.byCommand !== undefined) return formatByCommand(run, run.byCommand, tables, shown);
  const listed = tables === FIRST && shown.intervals ? TABLES.filter((name) => name === 'percentiles' || FIRST.includes(name)) : tables;
  const told = new Set<string>();
  const print = (name: TableName): string => tableOf(name).print(run, isWhole, { ...shown, told }) || nothingIn(name, isWhole);
  // Why a table is not there is of a run that was measured.
  const isEmpty = (name: TableName): boolean => !isWhole && !wasMeasured(run) && !tableOf(name).isIn(run);
  const sections = listed.map((name) => (isEmpty(name) ? text('terminal.run.notMeasured') : print(name)));
  const head = isWhole
    ? [hasLoad(whole) ? formatAnswer(whole, isOfPart) : '', run.leak === undefined ? formatHead(run) : breakable(planSentences(run))]
    : [];
  const hint = isWhole && run.profile?.exact?.exactPass !== undefined ? text('terminal.run.showExact') : '';
  return joined([...head, ...sections, ...(isWhole ? unnamed(run) : []), ...notesOf(run), hint]);
}

/** It failed before its first request, or in what comes before those that count. */
function wasMeasured({ ending, requests }: RunReport): boolean {
  return ending !== 'failed' || requests.sent > 0;
}

/** Tables without a name of their own: printed with all of them only. */
function unnamed(run: RunReport): string[] {
  return piecesOf(run, 'terminal', 'captured').map((piece) => ('said' in piece ? piece.said : reportTable(piece.table)));
}

/** The figures of the tool that made the load, which are not ours, and what was measured of the server. */
function formatByCommand(run: RunReport, result: LoadResult | null, tables: readonly TableName[], shown: OnRequest): string {
  const ofTool = result === null ? null : toExternalReport(run, result);
  const { lead, rest } = answerOf(run);
  const answer = ofTool === null ? computeAnswerOfCommand(run).map(tellAnswer) : [lead, ...rest];
  const told = new Set<string>();
  const ofServer = tables.filter((name) => name === 'server' || name === 'nginx' || isOfProfile(name));
  return joined([
    breakable(answer.join(' ')),
    tellMaker(run, ofTool),
    ...(ofTool === null ? [] : externalTables(ofTool).map((table) => reportTable(table))),
    ...ofServer.map((name) => tableOf(name).print(run, true, { ...shown, told })),
    ...notesOf(run),
  ]);
}

function tellMaker({ target, load, joined }: RunReport, ofTool: ExternalReport | null): string {
  const measured = { url: target.url, measured: duration(load.durationMs), node: target.node || 'none' };
  return joined === undefined || ofTool === null
    ? text('terminal.run.byCommand', measured)
    : text('terminal.run.joined', { ...measured, tool: toolOf(ofTool), file: joined.file });
}

/** Why a table of the profile is not there; empty: there is a profile, or it is left out among others. */
function noProfile(run: Profiled & Partial<Pick<ProfileReport | RunReport, 'load'>>, isWhole: boolean, key: string): string {
  const { profile, ticks } = run;
  if (isWhole || profile !== null || !key.startsWith('runs[].profile')) return '';
  return text('terminal.run.noProfile', { ticks: ticks === null ? 'no' : run.load === null ? 'file' : 'yes' });
}

/** Of a table that was asked for by its name, and has no rows. */
function nothingIn(name: TableName, isWhole: boolean): string {
  return isWhole ? '' : text('terminal.run.emptyTable', { name });
}

function isOfProfile(name: TableName): boolean {
  return OF_PROFILES.some((one) => one.name === name);
}

/** Of a comparison such a table comes from the profiled runs, not from the measured ones. */
export function isOfCpuProfile(name: TableName): boolean {
  return isOfProfile(name) && name !== 'ticks';
}

/** The sentences of the window, one a line. `isOfPart`: what follows is of less. */
function formatAnswer(run: RunReport, isOfPart: boolean): string {
  const { lead, why, rest } = answerOf(run);
  const answer = [lead, ...why, ...rest].join('\n');
  return breakable(isOfPart ? text('terminal.run.wholeAnswer', { window: run.window === null ? 'no' : 'yes', answer }) : answer);
}

/** How the first line of such a text is marked. */
export function markOf({ failure, runs }: Report): Mark {
  if (failure !== null) return 'bad';
  const [run] = runs;
  if (runs.length === 1 && run !== undefined && isExternal(run)) return externalAnswer(run).bad ? 'bad' : 'strong';
  if (runs.length !== 1 || run === undefined) return 'none';
  if (!hasLoad(run)) return 'strong';
  return answerOf(run).bad ? 'bad' : 'strong';
}

function formatHead(run: RunReport): string {
  const { target, load, requests, window } = run;
  const end = endOf(load);
  const unknown = unansweredUnknown(run);
  return [
    text('terminal.run.head', {
      url: requestedOf(run),
      planned: load.plan?.requests.length ?? 1,
      model: wordSaid(sayModel(load)),
      sends: sendsText(load, load.pipelining),
      workers: load.workers,
      end: end.by,
      requests: end.by === 'amount' ? end.requests : 0,
      seconds: end.by === 'duration' ? String(end.seconds) : '',
      measured: duration(load.durationMs),
      window: window ? 'yes' : 'no',
      from: String((window?.fromMs ?? 0) / 1e3),
      to: String((window?.toMs ?? 0) / 1e3),
      node: target.node || 'none',
    }),
    text('terminal.run.requests', {
      ...{ sent: requests.sent, completed: requests.completed, failed: requests.failed, timedOut: requests.timedOut },
      ...{ unfinished: requests.unfinished, unanswered: requests.unanswered ?? 0 },
      ...{ known: unknown === null ? 'yes' : 'no', why: unknown ?? '' },
      ...{ unexpected: requests.unexpected, dropped: requests.dropped, late: requests.late?.completed ?? 0 },
    }),
    ...[...tellClient('terminal.run.madeBy', load.client), ...tellClient('report.madeBy', load.client)].slice(0, 1),
  ].join('\n');
}

function formatResult({ client, parts, noneInTerminal }: ClientResult, run: RunReport, isWhole: boolean): string {
  const all = parts(run);
  if (all.length === 0) {
    if (isWhole) return '';
    if (run.load.client !== client) return noneInTerminal('other client');
    return noneInTerminal(run.window === null ? 'at the end' : 'window');
  }
  return all
    .map(({ title, tables, lines }) => [`${title}:`, ...tables.map((table) => reportTable(table)), ...lines].join('\n'))
    .join('\n\n');
}
