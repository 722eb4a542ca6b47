/** The processes of the server. */
import { ownBytesOf } from '../../analysis/own-memory.ts';
import { sayExit } from '../../analysis/restarts.ts';
import { formatBytes, formatCount, formatMs, formatNumber, NOTHING } from '../../format/figures.ts';
import { wordSaid } from '../../format/word-said.ts';
import type { RunReport } from '../../model/report.ts';
import type { ServerFigures } from '../../model/server-figures.ts';
import { roleText } from '../../phrases/charts.ts';
import { text } from '../../words/words.ts';
import type { ReportTable, TableColumn } from '../table.ts';
import { numeric } from './columns.ts';
import { type Beside, EVERYWHERE, type RunTable } from './run-table.ts';

const MB = 1e6;
const US_PER_MS = 1_000;

/** Number and role of a process, with which each of these tables begins. */
const processColumns = (): TableColumn[] => [
  { title: text('run.server.pid'), share: 7 },
  { title: text('run.server.role'), share: 12 },
];
const processCells = ({ pid, role, member }: Pick<ServerFigures, 'pid' | 'role' | 'member'>): string[] => [
  String(pid),
  roleText(role, member),
];

/** `titles`: what processes are called, as another column. */
function serverTable(run: RunReport, { titles }: Beside = {}): ReportTable | null {
  const { server } = run;
  if (server.length === 0) return null;
  return {
    caption: text('run.server.processes'),
    page: 'TIME-CHARTS',
    columns: [
      ...processColumns(),
      ...(titles === undefined ? [] : [{ title: text('run.server.title') }]),
      { ...numeric(text('run.server.cpuPair')), share: 14 },
      { ...numeric(text('run.server.rssPair')), share: 14.5 },
      { ...numeric(text('run.server.loopPair')), share: 14 },
      { ...numeric(text('run.server.stall')), share: 10.5 },
      { ...numeric(text('run.server.gcCount')), share: 7 },
      { ...numeric(text('run.server.gcTotal')), share: 8.5 },
    ],
    rows: server.map((process) => {
      const { pid, cpuPercent, rssBytes, elu, loopDelayMs, gc } = process;
      return [
        ...processCells(process),
        ...(titles === undefined ? [] : [titles.get(pid) ?? '']),
        pairText(cpuPercent, 1),
        pairText(rssBytes, 1 / MB),
        elu === null ? NOTHING : pairText(elu, 100),
        formatNumber(loopDelayMs?.max, 1),
        formatCount(gc?.count),
        formatNumber(gc?.totalMs, 1),
      ];
    }),
    note: serverNotes(run).join(' '),
  };
}

/** When processes began and ended, and how. Null: all of them were there all the time, or it is not known. */
function livesTable({ server }: Pick<RunReport, 'server'>): ReportTable | null {
  if (!server.some(({ startedMs, endedMs }) => (startedMs ?? 0) > 0 || endedMs != null)) return null;
  return {
    caption: text('run.server.lives'),
    columns: [
      ...processColumns(),
      ...[text('run.server.started'), text('run.server.ended')].map(numeric),
      { title: text('run.server.exit') },
    ],
    rows: server.map(({ startedMs = null, endedMs = null, exit = null, ...process }) => [
      ...processCells(process),
      startedMs === null ? NOTHING : startedMs < 0 ? text('run.server.before') : formatNumber(startedMs / 1_000, 2),
      endedMs === null ? NOTHING : formatNumber(endedMs / 1_000, 2),
      endedMs === null ? text('run.server.wentOn') : wordSaid(sayExit(exit ?? { code: null, signal: null })),
    ]),
  };
}

function serverNotes(run: RunReport): readonly string[] {
  const { server } = run;
  const [own, cpu] = [ownMemoryNote(server), cpuRelationNote(run)];
  return [
    text('run.server.help'),
    ...(own === null ? [] : [own]),
    ...(cpu === null ? [] : [cpu]),
    ...(server.some(({ elu }) => elu === null) ? [text('run.server.noAgent')] : []),
    ...(server.some(({ cpuPercent }) => cpuPercent.max === null) ? [text('run.server.oneInterval')] : []),
  ];
}

/** What stands beside figures of memory: how much of it is Loopscope's. Null: it has no part in any process. */
function ownMemoryNote(server: readonly Pick<ServerFigures, 'elu' | 'ownBytes'>[]): string | null {
  const withAgent = server.filter(({ elu }) => elu !== null);
  if (withAgent.length === 0) return null;
  // Of one of them: they need not have run at the same time.
  const own = ownBytesOf(withAgent);
  const weighed = withAgent.filter(({ ownBytes }) => ownBytes).length;
  const processes = withAgent.length;
  return own === null
    ? text('run.server.ownMemoryUnknown', { count: processes })
    : text('run.server.ownMemory', { count: processes, own: formatBytes(own / weighed) });
}

/**
 * How the figures of CPU time of a run belong together: each of them is a part of that of its processes.
 *
 * Null: threads are not told apart by the kernel, they do not add up, none has a profile, or only a part of it is shown. What functions and lines are
 * shares of is the CPU time of the intervals in which there was a sample on CPU; the rest of the same threads is named with its amount.
 */
export function cpuRelationNote({
  server,
  profile,
  routes,
}: Pick<RunReport, 'server' | 'profile'> & Partial<Pick<RunReport, 'routes'>>): string | null {
  if (profile === null || profile.base !== 'cpu' || profile.hot.cpu.by !== 'kernel' || profile.isOfPart === true) return null;
  const told = server.map(({ cpuByThread }) => cpuByThread ?? null);
  if (told.length === 0 || told.some((one) => one?.by !== 'kernel' || !one.agrees)) return null;
  const rows = told.flatMap((one) => one!.rows);
  const sum = (some: typeof rows): number => some.reduce((all, { cpuMs }) => all + cpuMs, 0);
  const { threads, hot, weight } = profile;
  if (threads.length === 0 || threads.some(({ pid }) => server.every((one) => one.pid !== pid))) return null;
  const { cpuMs } = hot.cpu;
  // What tables of functions say that they are of; with whole samples at the ends it may be a little more.
  const sampledMs = Math.min(cpuMs, weight / US_PER_MS);
  const own = sum(rows.filter(({ kind }) => kind === 'loopscope' || kind === 'profiler'));
  const all = told.reduce((total, one) => total + one!.processMs, 0);
  return text('run.server.cpuRelation', {
    all: formatMs(all),
    profiled: formatMs(cpuMs),
    threads: threads.length,
    sampled: formatMs(sampledMs),
    unseen: cpuMs > sampledMs ? formatMs(cpuMs - sampledMs) : 'none',
    rest: formatMs(Math.max(0, all - cpuMs - own)),
    own: formatMs(own),
    routes: routes?.cpu ? 'yes' : 'no',
  });
}

/** "98.0 / 104.0"; a highest that is not known is missing. */
function pairText({ mean, max }: { mean: number; max: number | null }, scale: number): string {
  const told = max === null ? NOTHING : formatNumber(max * scale, 1);
  return text('run.server.meanAndMax', { mean: formatNumber(mean * scale, 1), max: told });
}

/** Of the same processes, what only the system knows; null: it does not say, or there are none. */
function systemTable({ server }: Pick<RunReport, 'server'>): ReportTable | null {
  if (server.every(({ system }) => system == null)) return null;
  return {
    caption: text('run.server.system'),
    columns: [
      ...processColumns(),
      ...[
        text('run.server.cpuPair'),
        text('run.server.threads'),
        text('run.server.openFiles'),
        text('run.server.waited'),
        text('run.server.preempted'),
      ].map(numeric),
    ],
    rows: server.map(({ cpuPercent, system, ...process }) => [
      ...processCells(process),
      pairText(cpuPercent, 1),
      formatCount(system?.threads.max),
      filesText(system),
      formatNumber(system?.switchesPerSecond.voluntary, 1),
      formatNumber(system?.switchesPerSecond.involuntary, 1),
    ]),
    note: text('run.server.systemHelp'),
  };
}

/** "12 / 1,024". */
function filesText(system: RunReport['server'][number]['system']): string {
  if (system == null) return NOTHING;
  const { max, limit } = system.openFiles;
  return text('run.server.fewOf', { most: formatCount(max), limit: formatCount(limit ?? undefined) });
}

/** Both in one, for a file. */
function processTable(run: RunReport): ReportTable | null {
  const [own, system] = [serverTable(run), systemTable(run)];
  if (own === null || system === null) return own;
  // What both begin with, and CPU.
  const rest = <T>(cells: readonly T[]): readonly T[] => cells.slice(3);
  return {
    ...own,
    columns: [...own.columns, ...rest(system.columns)],
    rows: own.rows.map((cells, at) => [...cells, ...rest(system.rows[at]!)]),
  };
}

export const SERVER: RunTable = {
  id: 'server',
  section: 'server',
  of: serverTable,
  on: { ...EVERYWHERE, brief: [6, 4] },
  none: (_, on) => (on === 'screen' || on === 'brief' ? '' : text('report.noServer')),
  key: 'runs[].server',
  file: processTable,
};

export const LIVES: RunTable = {
  id: 'lives',
  section: 'server',
  of: livesTable,
  on: EVERYWHERE,
  below: 'server',
};

const noSystem = ({ server }: RunReport): string => (server.length === 0 ? '' : text('run.server.systemUnknown'));

export const SYSTEM: RunTable = {
  id: 'system',
  section: 'server',
  of: systemTable,
  on: EVERYWHERE,
  none: (run, on) => (on === 'screen' ? noSystem(run) : ''),
  alone: { none: noSystem },
  below: 'server',
};
