/** A report as text: the tables users of autocannon know, and the heavy table DevTools users know. */

import { chooseTimeUnit, formatNumber } from '../../shared/format/figures.ts';
import { calledFunction, columnsToTell, placeOf } from '../../shared/format/place.ts';
import { showHidden } from '../../shared/format/show-hidden.ts';
import { formatWeight } from '../../shared/format/weights.ts';
import { minimumCount } from '../../shared/load/distribution.ts';
import type { LoadResult } from '../../shared/load/foreign/load-result.ts';
import { type Distribution, LATENCY_PERCENTILES, largestOf } from '../../shared/model/distribution.ts';
import { isOfLoad } from '../../shared/model/failure.ts';
import { endOf } from '../../shared/model/load-models.ts';
import {
  type ExternalReport,
  type HeavyRow,
  hasLoad,
  isExternal,
  type ProfileFigures,
  type ProfileReport,
  type Report,
  type RunReport,
  type Spread,
} from '../../shared/model/report.ts';
import { ownPercent, ownTime } from '../../shared/profile/folds.ts';
import { autocannonParts } from '../../shared/report/autocannon-tables.ts';
import { blockedTable } from '../../shared/report/blocked-table.ts';
import {
  countsTable,
  externalAnswer,
  externalTables,
  periodsTable as foreignPeriodsTable,
  timesTable,
  toolOf,
} from '../../shared/report/external-tables.ts';
import { linesTable } from '../../shared/report/line-tables.ts';
import { periodsTable } from '../../shared/report/period-table.ts';
import { routesTable } from '../../shared/report/routes-table.ts';
import {
  capturedTable,
  failureTable,
  filesTable,
  functionTable,
  intervalText,
  latencyName,
  latencyTable,
  levelRequestsTable,
  levelsTable,
  livesTable,
  ownTable,
  packagesTable,
  percentileTable,
  phasesTable,
  planTable,
  processTable,
  serverTable,
  serviceBeside,
  systemTable,
  tellLabel,
  throughputTable,
  unansweredUnknown,
} from '../../shared/report/run-tables.ts';
import { answerOf } from '../../shared/report/sentences.ts';
import type { ReportTable } from '../../shared/report/table.ts';
import { threadsTable } from '../../shared/report/threads-table.ts';
import { timingsTable } from '../../shared/report/timings-table.ts';
import { toExternalReport } from '../../shared/session/external-report.ts';
import { placeOfCode } from '../../shared/words/answer.ts';
import { shortFigure, tellBounded } from '../../shared/words/bounds.ts';
import { exactText } from '../../shared/words/exact-pass.ts';
import { sayModel, sendsText } from '../../shared/words/load-plan.ts';
import { doubts, timeOf } from '../../shared/words/profile-words.ts';
import { costText } from '../../shared/words/profiling-cost.ts';
import { tellFailure, wordSaid } from '../../shared/words/word-said.ts';
import { text } from '../../shared/words/words.ts';
import { breakable, bytes, decimal, duration, ms, percent } from './format.ts';
import { formatAnswers, formatFailures } from './print-answers.ts';
import { formatTickFigures } from './print-ticks.ts';
import type { Mark } from './terminal.ts';
import { reportTable, textTable } from './text-table.ts';

const HEAVY_ROWS = 15;
const MOST_LINES = 30;
/** Of tables that stand beside the heavy one. */
const FEWER_ROWS = 8;

/** What is shown on request only. */
export interface OnRequest {
  /** Of percentiles, each with its interval. */
  readonly intervals?: boolean;
}

interface Table<Run> {
  /** `isWhole`: all tables are printed, so that one that does not apply is left out. */
  readonly print: (run: Run, isWhole: boolean, shown: OnRequest) => string;
  /** All of its rows, as the window copies them; null: the run has none. Not given: it is more than rows and columns. */
  readonly rows?: (run: Run, shown: OnRequest) => ReportTable | null;
  /** Where the JSON document has what it shows. */
  readonly key: string;
  /** Only named below what is printed unasked. */
  readonly isLater?: true;
  /** Not given: every run has it, be it empty. */
  readonly isIn?: (run: Run) => boolean;
}

/** In the order in which they are printed. */
const LOAD_TABLES = {
  errors: { print: formatFailures, rows: failureTable, key: 'runs[].errors' },
  answers: { print: formatAnswers, key: 'runs[].answers' },
  latency: { print: formatLatency, rows: latencyTable, key: 'runs[].latencyMs' },
  throughput: { print: formatThroughput, rows: throughputTable, key: 'runs[].throughput', isLater: true },
  plan: { print: partsPrinter(planTable, 'run.parts.noPlan'), rows: planTable, key: 'runs[].byRequest' },
  states: { print: partsPrinter(periodsTable, 'run.parts.noPeriods'), rows: periodsTable, key: 'runs[].periods' },
  phases: { print: partsPrinter(phasesTable, 'run.parts.noPhases'), rows: phasesTable, key: 'runs[].phases' },
  levels: { print: partsPrinter(levelsTable, 'run.parts.noLevels'), rows: levelsTable, key: 'runs[].levels' },
  'level-requests': {
    print: partsPrinter(levelRequestsTable, 'run.parts.noLevelsByRequest'),
    rows: levelRequestsTable,
    key: 'runs[].levels[].byRequest',
  },
  percentiles: {
    print: formatPercentiles,
    rows: percentileTable,
    key: 'runs[].latencyMs.percentiles',
    isLater: true,
  },
  autocannon: { print: formatAutocannon, key: 'runs[].autocannon' },
  routes: {
    print: partsPrinter(routesTable, 'run.routes.notAsked'),
    rows: routesTable,
    key: 'runs[].routes',
    isIn: ({ routes }) => Boolean(routes),
  },
  timings: {
    print: partsPrinter(timingsTable, 'run.timings.none'),
    rows: (run) => timingsTable(run, Number.POSITIVE_INFINITY),
    key: 'runs[].timings',
    isLater: true,
    isIn: ({ timings }) => timings !== undefined,
  },
  server: { print: formatServer, rows: processTable, key: 'runs[].server' },
  nginx: {
    print: ({ target }, isWhole) => target.nginx?.trimEnd() ?? (isWhole ? '' : text('terminal.run.noNginx')),
    key: 'runs[].target.nginx',
    isLater: true,
    isIn: ({ target }) => target.nginx !== undefined,
  },
} as const satisfies Record<string, Table<RunReport>>;

function formatServer(run: RunReport, isWhole: boolean): string {
  const own = formatTable(serverTable(run));
  if (own === null) return text('report.noServer');
  return [own, formatTable(livesTable(run)) ?? '', formatTable(systemTable(run)) ?? (isWhole ? '' : text('run.server.systemUnknown'))]
    .filter((part) => part !== '')
    .join('\n\n');
}

type Profiled = Pick<RunReport, 'profile' | 'ticks'>;

/** Those that a profile of another tool has, too. */
const PROFILE_TABLES = {
  heavy: {
    print: (run, isWhole) => formatHeavy(run) || noProfile(run, isWhole),
    rows: ({ profile }) => profile && functionTable(profile, Number.POSITIVE_INFINITY),
    key: 'runs[].profile.heavy',
  },
  own: {
    print: (run, isWhole) => formatOwn(run, isWhole) || noProfile(run, isWhole),
    rows: ({ profile }) => profile && ownTable(profile, Number.POSITIVE_INFINITY),
    key: 'runs[].profile.own',
  },
  threads: {
    print: (run, isWhole) => formatTable(threadsTable(run)) ?? noProfile(run, isWhole),
    rows: threadsTable,
    key: 'runs[].profile.threads',
    isLater: true,
    isIn: (run) => threadsTable(run) !== null,
  },
  blocked: {
    print: (run, isWhole) => formatTable(run.profile && blockedTable(run.profile)) ?? noProfile(run, isWhole),
    rows: ({ profile }) => profile && blockedTable(profile),
    key: 'runs[].profile.blocked',
    isLater: true,
    isIn: ({ profile }) => (profile?.blocked.length ?? 0) > 0,
  },
  packages: {
    print: (run, isWhole) => formatPackages(run, isWhole) || noProfile(run, isWhole),
    rows: ({ profile }) => profile && packagesTable(profile),
    key: 'runs[].profile.packages',
    isLater: true,
  },
  files: {
    print: (run, isWhole) => formatFiles(run) || noProfile(run, isWhole),
    rows: ({ profile }) => profile && filesTable(profile),
    key: 'runs[].profile.files',
    isLater: true,
  },
  lines: {
    print: (run, isWhole) => formatLines(run, isWhole) || noProfile(run, isWhole),
    rows: ({ profile }) => profile && linesTable(profile),
    key: 'runs[].profile.lines',
    isLater: true,
    isIn: ({ profile }) => Boolean(profile?.lines),
  },
  ticks: { print: ({ ticks }) => formatTickFigures(ticks), key: 'runs[].ticks' },
} as const satisfies Record<string, Table<Profiled>>;

export type TableName = keyof typeof LOAD_TABLES | keyof typeof PROFILE_TABLES;
const TABLE: Readonly<Record<TableName, Table<RunReport>>> = { ...LOAD_TABLES, ...PROFILE_TABLES };
export const TABLES = Object.keys(TABLE) as readonly TableName[];
const LATER = TABLES.filter((name) => TABLE[name].isLater);
const FIRST = TABLES.filter((name) => !TABLE[name].isLater);
/** Those that are rows and columns and no more. */
export const PLAIN_TABLES = TABLES.filter((name) => TABLE[name].rows);

/** Null: the run has none. */
export function plainTable(name: TableName, run: Report['runs'][number], shown: OnRequest = {}): ReportTable | null {
  if (hasLoad(run)) return TABLE[name].rows?.(run, shown) ?? null;
  if (isExternal(run)) return EXTERNAL_TABLES[name]?.(run) ?? null;
  const table: Table<Profiled> | null = isOfProfile(name) ? PROFILE_TABLES[name] : null;
  return table?.rows?.(run, shown) ?? null;
}

export function keyOf(name: TableName): string {
  return TABLE[name].key;
}

interface Printed extends OnRequest {
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
  { whole = report, alone = [], isOfPart = false, ...shown }: Printed = {},
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
  const names = LATER.filter((name) => !(shown.intervals && name === 'percentiles')).filter((name) =>
    loads.some((run) => TABLE[name].isIn?.(run) ?? true),
  );
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
  const shown = tables.flatMap((table) => (isOfProfile(table) ? [table] : []));
  if (shown.length === 0) return text('terminal.run.onlyProfile');
  const notes = run.warnings.map((warning) => text('terminal.note', { message: wordSaid(warning) }));
  const isWhole = tables.length > 1;
  const sections = shown.map((table) => PROFILE_TABLES[table].print(run, isWhole) || nothingIn(table, isWhole));
  return [...sections, ...notes].filter((part) => part !== '').join('\n\n');
}

/** What another load tool has measured. Its tables are its own; asked for alone are those that ours have, too. */
function formatExternal(run: ExternalReport, tables: readonly TableName[]): string {
  const notes = run.warnings.map((warning) => text('terminal.note', { message: wordSaid(warning) }));
  if (tables.length > 1) {
    const { lead, rest } = externalAnswer(run);
    return [breakable(`${lead} ${rest}`), ...notes, ...externalTables(run).map(formatForeign)].join('\n\n');
  }
  const asked = tables[0] === undefined ? undefined : EXTERNAL_TABLES[tables[0]];
  const table = asked?.(run) ?? null;
  return table === null ? text('terminal.run.notOfTool', { tool: toolOf(run) }) : [formatForeign(table), ...notes].join('\n\n');
}

/** Under a heading, which says whose figures they are. */
function formatForeign(table: ReportTable): string {
  return `${table.caption}\n${formatTable(table)}`;
}

const EXTERNAL_TABLES: Partial<Record<TableName, (run: ExternalReport) => ReportTable | null>> = {
  latency: timesTable,
  percentiles: timesTable,
  throughput: timesTable,
  errors: countsTable,
  states: foreignPeriodsTable,
};

/** One run: the answer, how it was measured, and the tables. */
export function formatRun(
  run: RunReport,
  tables: readonly TableName[] = FIRST,
  { whole = run, isOfPart = false, ...shown }: OnRequest & Pick<Printed, 'isOfPart'> & { readonly whole?: Report['runs'][number] } = {},
): string {
  const isWhole = tables.length > 1;
  if (isWhole && run.byCommand !== undefined) return formatByCommand(run, run.byCommand, tables, shown);
  const listed = tables === FIRST && shown.intervals ? TABLES.filter((name) => name === 'percentiles' || FIRST.includes(name)) : tables;
  const sections = listed.map((table) => TABLE[table].print(run, isWhole, shown) || nothingIn(table, isWhole));
  const head = isWhole ? [hasLoad(whole) ? formatAnswer(whole, isOfPart) : '', formatHead(run)] : [];
  const captured = isWhole ? capturedTable(run) : null;
  if (captured !== null) sections.push(reportTable(captured, { captioned: 0 }));
  return [...head, ...sections, ...run.warnings.map((warning) => text('terminal.note', { message: wordSaid(warning) }))]
    .filter((section) => section !== '')
    .join('\n\n');
}

/** The figures of the tool that made the load, which are not ours, and what was measured of the server. */
function formatByCommand(run: RunReport, result: LoadResult | null, tables: readonly TableName[], shown: OnRequest): string {
  const ofTool = result === null ? null : toExternalReport(run, result);
  const { lead, rest } = ofTool === null ? { lead: '', rest: '' } : externalAnswer(ofTool);
  const ofServer = tables.filter((name) => name === 'server' || name === 'nginx' || isOfProfile(name));
  return [
    breakable(`${lead} ${rest}`.trim()),
    tellMaker(run, ofTool),
    ...(ofTool === null ? [] : externalTables(ofTool).map(formatForeign)),
    ...ofServer.map((name) => TABLE[name].print(run, true, shown)),
    ...run.warnings.map((warning) => text('terminal.note', { message: wordSaid(warning) })),
  ]
    .filter((section) => section !== '')
    .join('\n\n');
}

function tellMaker({ target, load, joined }: RunReport, ofTool: ExternalReport | null): string {
  const measured = { url: target.url, measured: duration(load.durationMs), node: target.node || 'none' };
  return joined === undefined || ofTool === null
    ? text('terminal.run.byCommand', measured)
    : text('terminal.run.joined', { ...measured, tool: toolOf(ofTool), file: joined.file });
}

/** Asked for alone, a table says why it is not there. */
function noProfile({ profile, ticks }: Profiled, isWhole: boolean): string {
  return isWhole || profile !== null ? '' : text('terminal.run.noProfile', { ticks: ticks === null ? 'no' : 'yes' });
}

/** Of a table that was asked for by its name, and has no rows. */
function nothingIn(table: TableName, isWhole: boolean): string {
  if (isWhole) return '';
  return table === 'blocked' ? text('run.blocked.none') : text('terminal.run.emptyTable', { name: table });
}

function isOfProfile(table: TableName): table is keyof typeof PROFILE_TABLES {
  return Object.hasOwn(PROFILE_TABLES, table);
}

/** Of a comparison such a table comes from the profiled runs, not from the measured ones. */
export function isOfCpuProfile(table: TableName): boolean {
  return isOfProfile(table) && table !== 'ticks';
}

function partsPrinter(
  tableOf: (run: RunReport) => ReportTable | null,
  without:
    | 'run.parts.noPlan'
    | 'run.parts.noPeriods'
    | 'run.parts.noPhases'
    | 'run.parts.noLevels'
    | 'run.parts.noLevelsByRequest'
    | 'run.routes.notAsked'
    | 'run.timings.none',
): Table<RunReport>['print'] {
  return (run, isWhole) => formatTable(tableOf(run)) ?? (isWhole ? '' : text(without));
}

function formatTable(table: ReportTable | null): string | null {
  return table && [reportTable(table), ...(table.note === undefined ? [] : [table.note])].join('\n');
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
  if (runs.length !== 1 || run === undefined || !hasLoad(run)) return 'none';
  return answerOf(run).bad ? 'bad' : 'strong';
}

function formatHead(run: RunReport): string {
  const { target, load, requests, window } = run;
  const end = endOf(load);
  const unknown = unansweredUnknown(run);
  return [
    text('terminal.run.head', {
      url: target.url,
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
      ...{ unexpected: requests.unexpected, dropped: requests.dropped },
    }),
    ...(load.client === 'autocannon' ? [text('terminal.run.byAutocannon')] : []),
    ...(load.client === 'k6' ? [text('report.planK6')] : []),
  ].join('\n');
}

function formatLatency(run: RunReport): string {
  const { latencyMs, latenessMs, sessionMs, load, firstByteMs, connectMs } = run;
  if (!latencyMs) return text('run.overview.noLatency');
  const rowsOf = (name: string, of: Distribution | null | undefined): string[][] => {
    if (!of) return [];
    const figure = (key: string): string => breakable(shortFigure(of, key));
    return [[name, ...SHOWN_PERCENTILES.map(figure), figure('mean'), ms(of.stdev ?? undefined), figure('max')]];
  };
  const rows = [
    ...rowsOf(latencyName(run), latencyMs),
    ...rowsOf(text('run.overview.rowService'), serviceBeside(run)),
    ...rowsOf(text('run.overview.rowLateness'), latenessMs),
    ...rowsOf(text('run.overview.rowSession'), sessionMs),
    // As `ab` has them. Where connections are kept, connecting is no part of the latency.
    ...(load.keepAlive
      ? []
      : [...rowsOf(text('run.overview.rowConnect'), connectMs), ...rowsOf(text('run.overview.rowFirstByte'), firstByteMs)]),
  ];
  const titles = ['', ...SHOWN_PERCENTILES.map(percentileName), ...WHOLE.map((name) => text(`run.overview.${name}`))];
  const bounded = tellBounded([latencyMs, serviceBeside(run), sessionMs, firstByteMs]);
  return [
    textTable(titles, rows),
    formatResponses(latencyMs, ['97.5', '99'], tellLabel(run)),
    ...(bounded === null ? [] : [breakable(bounded)]),
  ].join('\n');
}

const SHOWN_PERCENTILES = ['2.5', '50', '97.5', '99'] as const;

const WHOLE = ['avg', 'stdev', 'max'] as const;

function percentileName(percentile: string): string {
  return text('run.overview.percentile', { percentile });
}

function formatResponses({ weak, count }: Distribution, shown: readonly string[], label: string): string {
  const listed = weak
    .filter((key) => shown.includes(key))
    .map((percentile) => text('terminal.run.needs', { percentile, needed: minimumCount(Number(percentile)) }));
  if (listed.length === 0) return text('terminal.run.responses', { count, label });
  return text('terminal.run.responsesWeak', { count, label, percentiles: listed.join(', ') });
}

function formatThroughput({ throughput, bytesPerSecond }: RunReport): string {
  if (!throughput || !bytesPerSecond) return text('run.overview.noThroughput');
  if (throughput.seconds < 2)
    return text('terminal.run.shortThroughput', { requests: decimal(throughput.mean), bytes: bytes(bytesPerSecond.mean) });
  const row = (name: string, s: Spread, show: (value: number | undefined) => string): string[] => [
    name,
    show(s.percentiles['1']),
    show(s.percentiles['2.5']),
    show(s.percentiles['50']),
    show(s.percentiles['97.5']),
    show(s.mean),
    show(s.stdev),
    show(s.min),
  ];
  const table = textTable(
    [
      text('terminal.run.perSecond'),
      ...['1', '2.5', '50', '97.5'].map(percentileName),
      text('run.overview.avg'),
      text('run.overview.stdev'),
      text('run.overview.min'),
    ],
    [row(text('terminal.run.requestsPerSecond'), throughput, decimal), row(text('terminal.run.bytesPerSecond'), bytesPerSecond, bytes)],
  );
  return `${table}\n${text('run.overview.wholeSeconds', { seconds: throughput.seconds })}`;
}

function formatPercentiles(run: RunReport, _isWhole: boolean, { intervals = false }: OnRequest): string {
  const { latencyMs } = run;
  if (!latencyMs) return '';
  const unit = chooseTimeUnit(largestOf(latencyMs));
  const rows = LATENCY_PERCENTILES.map((p) => {
    const key = String(p);
    const isWeak = latencyMs.weak.includes(key);
    const note = isWeak ? text('terminal.run.weak', { count: latencyMs.count + (latencyMs.censored ?? 0), needed: minimumCount(p) }) : '';
    return [percentileName(key), breakable(shortFigure(latencyMs, key)), ...(intervals ? [intervalText(run, p, unit)] : []), note];
  });
  const titles = [
    text('run.overview.percentileColumn'),
    text('run.overview.rowLatency'),
    ...(intervals ? [text('run.overview.intervalColumn', { unit: unit.unit })] : []),
    '',
  ];
  const table = textTable(titles, rows, [0, titles.length - 1]);
  return intervals ? `${table}\n${breakable(text('run.overview.intervalHelp'))}` : table;
}

function formatAutocannon({ autocannon = [], load, window }: RunReport, isWhole: boolean): string {
  if (autocannon.length === 0) {
    if (isWhole) return '';
    if (load.client !== 'autocannon') return text('terminal.run.notAutocannon');
    return text(window === null ? 'run.autocannon.none' : 'terminal.run.autocannonOfWhole');
  }
  return autocannonParts({ autocannon })
    .map(({ title, latency, rates, lines }) => [`${title}:`, reportTable(latency), reportTable(rates), ...lines].join('\n'))
    .join('\n\n');
}

function formatHeavy({ profile }: Pick<RunReport, 'profile'>): string {
  if (!profile) return '';
  const weigh = weigherOf(profile);
  const isFolded = profile.heavy.some(({ folded }) => folded !== undefined);
  const heavy = [...profile.heavy].sort((a, b) => ownTime(b) - ownTime(a)).slice(0, HEAVY_ROWS);
  const columnOf = columnsToTell(heavy);
  const rows = heavy.map((row) => [
    weigh(ownTime(row)),
    withInterval(ownPercent(row), row.selfMargin),
    ...(isFolded ? [weigh(row.folded ?? 0)] : []),
    weigh(row.total),
    withInterval(row.totalPercent, row.totalMargin),
    shorten(calledFunction(row), 48),
    shorten(place(row, columnOf(row)), 60),
  ]);
  return [
    textTable(
      [
        text('run.flame.self'),
        '',
        ...(isFolded ? [text('run.flame.foldedTime')] : []),
        text('run.flame.total'),
        '',
        text('run.functionColumn.function'),
        text('run.functionColumn.file'),
      ],
      rows,
      isFolded ? [5, 6] : [4, 5],
    ),
    formatBase(profile),
  ].join('\n');
}

/** The user's own functions by the time in and below them: what natives and packages do is done for one of them. */
function formatOwn({ profile }: Pick<RunReport, 'profile'>, isWhole: boolean): string {
  if (!profile || (isWhole && profile.own.length === 0)) return '';
  if (profile.own.length === 0) return text('terminal.run.noOwn');
  const weigh = weigherOf(profile);
  const own = profile.own.slice(0, FEWER_ROWS);
  const columnOf = columnsToTell(own);
  const rows = own.map((row) => [
    weigh(row.total),
    percent(row.totalPercent),
    weigh(ownTime(row)),
    shorten(calledFunction(row), 48),
    shorten(place(row, columnOf(row)), 60),
  ]);
  const titles = [text('run.flame.total'), '', text('run.flame.self'), text('terminal.run.own'), text('run.functionColumn.file')];
  return textTable(titles, rows, [3, 4]);
}

function formatPackages({ profile }: Pick<RunReport, 'profile'>, isWhole: boolean): string {
  if (!profile || (isWhole && profile.packages.every(({ kind }) => kind === 'core'))) return '';
  const weigh = weigherOf(profile);
  const rows = profile.packages
    .slice(0, FEWER_ROWS)
    .map(({ name, kind, self, total, totalPercent }) => [
      weigh(total),
      percent(totalPercent),
      weigh(self),
      kind === 'core' ? text('run.answer.codeNode') : shorten(name, 48),
    ]);
  return textTable([text('run.flame.total'), '', text('run.flame.self'), text('terminal.run.package')], rows, [3]);
}

function formatLines({ profile }: Pick<RunReport, 'profile'>, isWhole: boolean): string {
  if (!profile || (isWhole && !profile.lines)) return '';
  const table = linesTable(profile, isWhole ? FEWER_ROWS : MOST_LINES);
  return table === null ? text('run.lines.none') : `${reportTable(table)}\n${breakable(table.note ?? '')}`;
}

/** "17.2 ± 0.7 %": half the width of its 95 % interval in points. */
function withInterval(share: number, half: number | null | undefined): string {
  return half == null ? percent(share) : text('terminal.run.share', { share: formatNumber(share, 1), half: formatNumber(half, 1) });
}

function formatFiles({ profile }: Pick<RunReport, 'profile'>): string {
  if (!profile) return '';
  const weigh = weigherOf(profile);
  const rows = profile.files
    .slice(0, HEAVY_ROWS)
    .map(({ name, self, selfPercent, total, totalPercent }) => [
      weigh(self),
      percent(selfPercent),
      weigh(total),
      percent(totalPercent),
      name === '' ? text('run.functions.noFile') : shorten(placeOf(name, 0), 80),
    ]);
  const titles = [text('run.flame.self'), '', text('run.flame.total'), '', text('run.functionColumn.file')];
  return [textTable(titles, rows, [4]), formatBase(profile)].join('\n');
}

function weigherOf({ unit }: ProfileFigures): (weight: number) => string {
  return (weight) => (unit === 'microseconds' ? ms(weight / 1e3) : formatWeight(weight, unit));
}

function formatBase(profile: ProfileFigures): string {
  const { exactPass, exact } = profile;
  const shares = formatShares(profile);
  if (exactPass !== undefined) return `${shares}\n${breakable(exactText(exactPass))}`;
  return exact?.exactPass === undefined
    ? shares
    : `${shares}\n${breakable(`${exactText(exact.exactPass)} ${text('terminal.run.showExact')}`)}`;
}

/** What percentages are of. */
function formatShares(profile: ProfileFigures): string {
  const { unit, weight, base } = profile;
  // As on the screen: of the time that percentages are of.
  const samples = base === 'wall' ? profile.samples : profile.hot.samples;
  if (unit === 'samples') return text('terminal.run.profileSamples', { samples });
  if (unit !== 'microseconds') return text('terminal.run.profileWeight', { weight: formatWeight(weight, unit), samples });
  const figures = {
    processes: profile.processes,
    threads: profile.threads.length > profile.processes ? profile.threads.length : 0,
    samples,
    duration: duration(profile.durationMs),
    reached: profile.effectiveIntervalUs,
    asked: profile.intervalUs,
    cost: costText(profile),
  };
  if (base === 'wall') return text('terminal.run.profileWall', { ...figures, time: duration(profile.processMs) });
  const of = base === 'blocked' ? base : timeOf(profile.hot.cpu);
  const shares = text('terminal.run.profileCpu', { ...figures, of, time: formatWeight(weight, unit) });
  return base === 'cpu' ? [shares, ...doubts(samples, profile.hot.cpu).map(breakable)].join('\n') : shares;
}

function place({ url, line, calledBy }: HeavyRow, column: number): string {
  if (calledBy !== undefined) return text('report.calledBy', { place: placeOfCode(calledBy) });
  return placeOf(url, line, column);
}

/** Keeps the end: of a path it is the informative part. */
function shorten(text: string, length: number): string {
  // Here and not only at the door, so that the width of a column is that of what is seen.
  const safe = showHidden(text);
  return safe.length <= length ? safe : `…${safe.slice(safe.length - length + 1)}`;
}
