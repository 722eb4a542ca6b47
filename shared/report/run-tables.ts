/** The tables of one run, as the Overview, the Functions and the Server tab show them. */
import {
  chooseTimeUnit,
  formatBytes,
  formatCount,
  formatMs,
  formatNumber,
  formatPercent,
  formatSignificant,
  NOTHING,
  type TimeUnit,
} from '../format/figures.ts';
import { minimumCount } from '../load/distribution.ts';
import {
  type Distribution,
  type Environment,
  LATENCY_PERCENTILES,
  type ProfileFigures,
  type RunReport,
  type Spread,
  THROUGHPUT_PERCENTILES,
} from '../model/report.ts';
import { ERROR_KINDS } from '../model/run.ts';
import { placeOf, shortName, shortPlace } from './place.ts';
import type { Cell, ReportTable, TableColumn } from './table.ts';
import { words } from './words.ts';

const SHOWN_PERCENTILES = [2.5, 50, 97.5, 99] as const;
const MB = 1e6;

const numeric = (title: string): TableColumn => ({ title, numeric: true });
const FACTS: readonly TableColumn[] = [{ title: words.name }, { title: words.value }];
const COUNTS: readonly TableColumn[] = [{ title: words.name }, numeric(words.value)];

/** Null: there is no latency. A row has one unit, named in its head: connecting takes microseconds where answers take seconds. */
export function latencyTable(run: RunReport): ReportTable | null {
  const all: readonly (readonly [name: string, of: Distribution | null])[] = [
    [words.latency, run.latencyMs],
    [words.firstByte, run.firstByteMs],
    [words.connect, run.connectMs],
    [words.otherStatuses, run.unexpectedLatencyMs],
  ];
  const rows = all.flatMap(([name, of]) => (of === null ? [] : [{ name, of }]));
  if (rows.length === 0) return null;
  const anyWeak = rows.some(({ of }) => SHOWN_PERCENTILES.some((percentile) => of.weak.includes(String(percentile))));
  return {
    caption: words.latency,
    columns: [
      { title: words.stat },
      ...SHOWN_PERCENTILES.map((percentile) => numeric(words.percentile(String(percentile)))),
      ...[words.avg, words.stdev, words.max, words.answers].map(numeric),
    ],
    rows: rows.map(({ name, of }) => {
      const unit = chooseTimeUnit(of.max);
      const scaled = (ms: number): string => formatSignificant(ms * unit.perMs);
      const percentiles = SHOWN_PERCENTILES.map((percentile) => percentileCell(of, percentile, unit));
      return [words.withUnit(name, unit.unit), ...percentiles, scaled(of.mean), scaled(of.stdev), scaled(of.max), formatCount(of.count)];
    }),
    ...(anyWeak ? { note: words.weakNote } : {}),
  };
}

function percentileCell(of: Distribution, percentile: number, unit: TimeUnit): Cell {
  const ms = of.percentiles[String(percentile)];
  const shown = formatSignificant(ms === undefined ? null : ms * unit.perMs);
  if (!of.weak.includes(String(percentile))) return shown;
  const title = words.weakMark(formatCount(of.count), formatCount(minimumCount(percentile)));
  return { text: words.bracketed(shown), tone: 'weak', title };
}

export function throughputTable({ throughput, bytesPerSecond }: RunReport): ReportTable | null {
  if (throughput === null) return null;
  const row = (name: string, of: Spread, size: number): string[] => {
    const scaled = (value: number | undefined): string => formatSignificant((value ?? Number.NaN) / size);
    return [
      name,
      ...THROUGHPUT_PERCENTILES.map((percentile) => scaled(of.percentiles[String(percentile)])),
      scaled(of.mean),
      scaled(of.stdev),
      scaled(of.min),
    ];
  };
  const { unit, size } = chooseByteUnit(bytesPerSecond?.mean ?? 0);
  return {
    caption: words.throughput,
    columns: [
      { title: words.stat },
      ...THROUGHPUT_PERCENTILES.map((percentile) => numeric(words.percentile(String(percentile)))),
      ...[words.avg, words.stdev, words.min].map(numeric),
    ],
    rows: [row(words.requestsPerSecond, throughput, 1), ...(bytesPerSecond === null ? [] : [row(`${unit}/s`, bytesPerSecond, size)])],
    note: throughput.seconds < 2 ? words.fewSeconds(throughput.seconds) : words.wholeSeconds(throughput.seconds),
  };
}

function chooseByteUnit(bytes: number): { unit: string; size: number } {
  if (bytes >= 1e8) return { unit: 'MB', size: 1e6 };
  return bytes >= 1e4 ? { unit: 'kB', size: 1e3 } : { unit: 'B', size: 1 };
}

export function totalsTable(run: RunReport): ReportTable {
  const { sent, completed, failed, timedOut, unfinished, unexpected, dropped } = run.requests;
  const bad = (count: number): Cell => (count > 0 ? { text: formatCount(count), tone: 'bad' } : formatCount(count));
  return {
    caption: words.requests,
    facts: true,
    columns: COUNTS,
    rows: [
      [words.sent, formatCount(sent)],
      [words.completedRow, formatCount(completed)],
      [words.unexpected, bad(unexpected)],
      [words.failed, bad(failed)],
      ...(timedOut > 0 ? [[words.timedOut, formatCount(timedOut)]] : []),
      [words.unfinished, formatCount(unfinished)],
      ...(dropped > 0 ? [[words.dropped, formatCount(dropped)]] : []),
      [words.bytes, formatBytes(run.bytes)],
    ],
  };
}

export function statusTable({ status }: RunReport): ReportTable {
  const rows = Object.entries(status).sort(([a], [b]) => (a < b ? -1 : 1));
  return countTable(words.statusCodes, words.status, rows, words.noStatus);
}

export function errorTable({ errors }: RunReport): ReportTable {
  const place = (name: string): number => (ERROR_KINDS as readonly string[]).indexOf(name);
  const rows = Object.entries(errors).sort(([a], [b]) => place(a) - place(b) || (a < b ? -1 : 1));
  return countTable(words.errors, words.error, rows, words.noErrors);
}

function countTable(caption: string, name: string, rows: readonly (readonly [string, number])[], empty: string): ReportTable {
  const columns = [{ title: name }, numeric(words.count)];
  if (rows.length === 0) return { caption, facts: true, columns, rows: [[{ text: empty, tone: 'muted' }, '']] };
  return { caption, facts: true, columns, rows: rows.map(([label, count]) => [label, formatCount(count)]) };
}

export function percentileTable(latency: Distribution | null): ReportTable | null {
  if (latency === null) return null;
  const unit = chooseTimeUnit(latency.max);
  return {
    caption: words.allPercentiles,
    columns: [numeric(words.percentileColumn), numeric(words.latencyColumn(unit.unit)), { title: words.note }],
    rows: LATENCY_PERCENTILES.map((percentile) => [
      words.percentile(String(percentile)),
      percentileCell(latency, percentile, unit),
      latency.weak.includes(String(percentile)) ? words.weakRow(formatCount(latency.count), formatCount(minimumCount(percentile))) : '',
    ]),
  };
}

/** Short to read; the whole path is one hover away. */
export function placeCell({ url, line }: { readonly url: string; readonly line: number }): Cell {
  return { text: shortPlace(url, line), tone: 'code', title: placeOf(url, line) };
}

/** `most`: the heaviest rows. */
export function functionTable(profile: ProfileFigures, baseMs: number, most: number): ReportTable | null {
  if (profile.heavy.length === 0) return null;
  const rows = profile.heavy.slice(0, most);
  const shown = rows.length < profile.heavy.length ? ` ${words.functionsShown(rows.length, profile.heavy.length)}` : '';
  return {
    caption: words.functions,
    columns: [
      { title: words.functionColumn },
      ...[words.selfMs, words.selfPercent, words.totalMs, words.totalPercent].map(numeric),
      { title: words.file },
      { title: words.kind },
    ],
    rows: rows.map((row) => [
      { text: shortName(row.function), tone: 'code' },
      formatNumber(row.selfMs, 1),
      formatNumber(row.selfPercent, 1),
      formatNumber(row.totalMs, 1),
      formatNumber(row.totalPercent, 1),
      placeCell(row),
      words.kindNames[row.kind],
    ]),
    note: `${words.functionsNote(formatMs(baseMs), formatCount(profile.samples))}${shown}`,
  };
}

export function profileTable(profile: ProfileFigures): ReportTable {
  const us = (value: number): string => formatMs(value / 1_000);
  const overhead = profile.overheadPercent;
  return {
    caption: words.profileFacts,
    facts: true,
    columns: FACTS,
    rows: [
      [words.samples, formatCount(profile.samples)],
      [words.interval, words.intervalValue(us(profile.intervalUs), us(profile.effectiveIntervalUs))],
      [words.covers, words.coversValue(formatMs(profile.durationMs), formatMs(profile.idleMs))],
      [words.overhead, overhead === null ? words.notMeasured : words.overheadValue(formatPercent(overhead))],
    ],
  };
}

export function serverTable({ server }: RunReport): ReportTable | null {
  if (server.length === 0) return null;
  const pair = ({ mean, max }: { mean: number; max: number }, scale: number): string =>
    `${formatNumber(mean * scale, 1)} / ${formatNumber(max * scale, 1)}`;
  return {
    caption: words.processes,
    columns: [
      { title: words.pid },
      { title: words.role },
      ...[words.cpuPair, words.rssPair, words.loopPair, words.stallMax, words.gcRuns, words.gcTotal].map(numeric),
    ],
    rows: server.map(({ pid, role, cpuPercent, rssBytes, elu, loopDelayMs, gc }) => [
      String(pid),
      role,
      pair(cpuPercent, 1),
      pair(rssBytes, 1 / MB),
      elu === null ? NOTHING : pair(elu, 100),
      formatNumber(loopDelayMs?.max, 1),
      formatCount(gc?.count),
      formatNumber(gc?.totalMs, 1),
    ]),
    ...(server.some(({ elu }) => elu === null) ? { note: words.noAgent } : {}),
  };
}

export function environmentTable(run: RunReport, environment: Environment | null): ReportTable {
  const { target } = run;
  const exit = target.exit;
  const rows: [string, string][] = [
    [words.script, target.script],
    [words.args, target.args.join(' ')],
    [words.url, target.url],
    [words.node, target.node],
    [words.nodePath, target.nodePath],
    [words.cwd, target.cwd],
    [words.exit, exit === null ? '' : exit.signal === null ? words.exitCode(exit.code) : words.exitSignal(exit.signal)],
    [words.generator, run.generator.cpuPercent === null ? '' : formatPercent(run.generator.cpuPercent)],
    ...machineRows(environment),
  ];
  return {
    caption: words.environment,
    facts: true,
    columns: FACTS,
    rows: rows.filter(([, value]) => value !== '').map(([name, value]) => [name, shortName(value)]),
  };
}

export function machineRows(environment: Environment | null): [string, string][] {
  if (environment === null) return [];
  const { cpu, cores, memoryBytes, os, arch, engineNode, loopscope } = environment;
  return [
    [words.machine, words.machineValue(cpu, cores, formatBytes(memoryBytes))],
    [words.system, `${os}, ${arch}`],
    [words.engineNode, engineNode],
    [words.loopscope, loopscope],
  ];
}
