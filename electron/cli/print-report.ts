/** A report as text: the tables users of autocannon know, and the heavy table DevTools users know. */

import { minimumCount } from '../../shared/load/distribution.ts';
import {
  type Distribution,
  type HeavyRow,
  hasLoad,
  LATENCY_PERCENTILES,
  type ProfileReport,
  type Report,
  type RunReport,
  type Spread,
} from '../../shared/model/report.ts';
import { bytes, count, decimal, duration, ms, percent } from './format.ts';
import { textTable } from './text-table.ts';

export const TABLES = ['latency', 'throughput', 'percentiles', 'heavy'] as const;
export type TableName = (typeof TABLES)[number];
const HEAVY_ROWS = 15;

export function formatReport(report: Report, tables: readonly TableName[] = TABLES): string {
  const title = ({ variant }: Report['runs'][number]): string => (report.runs.length > 1 ? `${variant}:\n` : '');
  return report.runs.map((run) => `${title(run)}${hasLoad(run) ? formatRun(run, tables) : formatProfile(run, tables)}`).join('\n\n');
}

/** An imported profile: no requests, so no table about them. */
function formatProfile(run: ProfileReport, tables: readonly TableName[]): string {
  return tables.includes('heavy') ? formatHeavy(run) : 'This is a profile of another tool: there are no requests in it.';
}

/** One run: its head, and the tables. */
export function formatRun(run: RunReport, tables: readonly TableName[]): string {
  const sections = tables.map((table) => SECTIONS[table](run));
  const head = tables.length === TABLES.length ? [formatHead(run)] : [];
  return [...head, ...sections, ...run.warnings.map((warning) => `Note: ${warning}`)].filter((section) => section !== '').join('\n\n');
}

const SECTIONS: Record<TableName, (run: RunReport) => string> = {
  latency: formatLatency,
  throughput: formatThroughput,
  percentiles: formatPercentiles,
  heavy: formatHeavy,
};

function formatHead({ target, load, requests, window }: RunReport): string {
  const end = load.end.by === 'amount' ? `${count(load.end.requests)} requests` : `${load.end.seconds} s`;
  const shown = window ? `, of it ${window.fromMs / 1e3} s to ${window.toMs / 1e3} s` : '';
  const { sent, completed, failed, timedOut, unfinished, unexpected } = requests;
  return [
    `${target.url}: closed load, ${count(load.connections)} connections, ${end}; measured ${duration(load.durationMs)}${shown}; Node ${target.node}`,
    `${count(sent)} sent = ${count(completed)} completed + ${count(failed)} failed (${count(timedOut)} timed out) + ${count(unfinished)} unfinished; ${count(unexpected)} with an unexpected status`,
  ].join('\n');
}

function formatLatency({ latencyMs }: RunReport): string {
  if (!latencyMs) return 'Latency: no answer with an expected status (200 to 399), so there is no figure.';
  const { percentiles: p, mean, stdev, max } = latencyMs;
  const row = ['Latency', ms(p['2.5']), ms(p['50']), ms(p['97.5']), ms(p['99']), ms(mean), ms(stdev), ms(max)];
  return `${textTable(['', '2.5 %', '50 %', '97.5 %', '99 %', 'Avg', 'Stdev', 'Max'], [row])}\nn = ${count(latencyMs.count)}${weakNote(latencyMs, ['97.5', '99'])}`;
}

function weakNote({ weak, count: n }: Distribution, shown: readonly string[]): string {
  const listed = weak.filter((key) => shown.includes(key)).map((key) => `${key} % needs ${count(minimumCount(Number(key)))}`);
  return listed.length === 0 ? '' : `; weak, too few answers for a statement (n ${count(n)}): ${listed.join(', ')}`;
}

function formatThroughput({ throughput, bytesPerSecond }: RunReport): string {
  if (!throughput || !bytesPerSecond) return 'Throughput: nothing completed, so there is no figure.';
  if (throughput.seconds < 2)
    return `Throughput: ${decimal(throughput.mean)} requests/s, ${bytes(bytesPerSecond.mean)}/s on average (too short for a spread: fewer than 2 whole seconds)`;
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
    ['per second', '1 %', '2.5 %', '50 %', '97.5 %', 'Avg', 'Stdev', 'Min'],
    [row('Requests', throughput, decimal), row('Bytes', bytesPerSecond, bytes)],
  );
  return `${table}\nover ${count(throughput.seconds)} whole seconds`;
}

function formatPercentiles({ latencyMs }: RunReport): string {
  if (!latencyMs) return '';
  const rows = LATENCY_PERCENTILES.map((p) => {
    const key = String(p);
    const weak = latencyMs.weak.includes(key);
    return [`${key} %`, ms(latencyMs.percentiles[key]), weak ? `weak: n ${count(latencyMs.count)}, needs ${count(minimumCount(p))}` : ''];
  });
  return textTable(['Percentile', 'Latency', ''], rows, [0, 2]);
}

function formatHeavy({ profile }: Pick<RunReport, 'profile'>): string {
  if (!profile) return '';
  const rows = profile.heavy
    .slice(0, HEAVY_ROWS)
    .map((row) => [
      ms(row.selfMs),
      percent(row.selfPercent),
      ms(row.totalMs),
      percent(row.totalPercent),
      shorten(row.function, 48),
      shorten(place(row), 60),
    ]);
  const cost =
    profile.overheadPercent === null ? 'what profiling costs was not measured' : `profiling cost ${percent(profile.overheadPercent)}`;
  const base = profile.base === 'active' ? 'active time (without idle)' : 'wall time';
  return [
    textTable(['Self', '', 'Total', '', 'Function', 'File'], rows, [4, 5]),
    `percent of ${base}; ${count(profile.samples)} samples in ${duration(profile.durationMs)}, ${count(profile.effectiveIntervalUs)} us apart (asked ${count(profile.intervalUs)}); ${cost}`,
  ].join('\n');
}

function place({ url, line }: HeavyRow): string {
  return url === '' ? '' : `${url.replace(/^file:\/\//, '')}${line > 0 ? `:${line}` : ''}`;
}

/** Keeps the end: of a path it is the part that tells. */
function shorten(text: string, length: number): string {
  // Names come from other people's files: control characters would act on the terminal.
  const safe = text.replace(/\p{C}/gu, '\u{fffd}');
  return safe.length <= length ? safe : `…${safe.slice(safe.length - length + 1)}`;
}
