/** A report as text: the tables users of autocannon know, and the heavy table DevTools users know. */

import { tellErrors, tellStatuses } from '../../shared/analysis/failed-load.ts';
import { showHidden } from '../../shared/format/show-hidden.ts';
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
import { tellFailure, wordParam, wordSaid } from '../../shared/words/word-said.ts';
import { text } from '../../shared/words/words.ts';
import { bytes, count, decimal, duration, ms, percent } from './format.ts';
import { textTable } from './text-table.ts';

export const TABLES = ['latency', 'throughput', 'percentiles', 'heavy'] as const;
export type TableName = (typeof TABLES)[number];
const HEAVY_ROWS = 15;

/** What went wrong is the first line. */
export function formatReport(report: Report, tables: readonly TableName[] = TABLES): string {
  const title = ({ variant }: Report['runs'][number]): string => (report.runs.length > 1 ? `${variant}:\n` : '');
  const runs = report.runs.map((run) => `${title(run)}${hasLoad(run) ? formatRun(run, tables) : formatProfile(run, tables)}`);
  return [...(report.failure === null ? [] : [tellFailure(report.failure)]), ...runs].join('\n\n');
}

/** An imported profile: no requests, so no table about them. */
function formatProfile(run: ProfileReport, tables: readonly TableName[]): string {
  return tables.includes('heavy') ? formatHeavy(run) : 'This is a profile of another tool: it contains no requests.';
}

/** One run: its head, and the tables. */
export function formatRun(run: RunReport, tables: readonly TableName[]): string {
  const sections = tables.map((table) => SECTIONS[table](run));
  const head = tables.length === TABLES.length ? [formatHead(run)] : [];
  return [...head, ...sections, ...run.warnings.map((warning) => `Note: ${wordSaid(warning)}`)]
    .filter((section) => section !== '')
    .join('\n\n');
}

const SECTIONS: Record<TableName, (run: RunReport) => string> = {
  latency: formatLatency,
  throughput: formatThroughput,
  percentiles: formatPercentiles,
  heavy: formatHeavy,
};

function formatHead(run: RunReport): string {
  const { target, load, requests, window } = run;
  const end = load.end.by === 'amount' ? `${count(load.end.requests)} requests` : `${load.end.seconds} s`;
  const shown = window ? `, of which ${window.fromMs / 1e3} s to ${window.toMs / 1e3} s` : '';
  const { sent, completed, failed, timedOut, unfinished, unexpected } = requests;
  return [
    `${target.url}: closed load, ${count(load.connections)} connections, ${end}; measured ${duration(load.durationMs)}${shown}; Node ${target.node}`,
    `${count(sent)} sent = ${count(completed)} completed + ${count(failed)} failed (${count(timedOut)} timed out) + ${count(unfinished)} unfinished; ${count(unexpected)} with an unexpected status`,
    ...(failed === 0 ? [] : [`failed: ${wordParam(tellErrors(run))}`]),
    ...(unexpected === 0 ? [] : [`unexpected: ${wordParam(tellStatuses(run))}`]),
  ].join('\n');
}

function formatLatency({ latencyMs }: RunReport): string {
  if (!latencyMs) return text('run.overview.noLatency');
  const { percentiles: p, mean, stdev, max } = latencyMs;
  const row = [text('run.overview.rowLatency'), ms(p['2.5']), ms(p['50']), ms(p['97.5']), ms(p['99']), ms(mean), ms(stdev), ms(max)];
  return `${textTable(['', '2.5 %', '50 %', '97.5 %', '99 %', text('run.overview.avg'), text('run.overview.stdev'), text('run.overview.max')], [row])}\nn = ${count(latencyMs.count)}${weakNote(latencyMs, ['97.5', '99'])}`;
}

function weakNote({ weak, count: n }: Distribution, shown: readonly string[]): string {
  const listed = weak.filter((key) => shown.includes(key)).map((key) => `${key} % needs ${count(minimumCount(Number(key)))}`);
  return listed.length === 0 ? '' : `; weak, too few responses (n ${count(n)}): ${listed.join(', ')}`;
}

function formatThroughput({ throughput, bytesPerSecond }: RunReport): string {
  if (!throughput || !bytesPerSecond) return text('run.overview.noThroughput');
  if (throughput.seconds < 2)
    return `Throughput: ${decimal(throughput.mean)} requests/s, ${bytes(bytesPerSecond.mean)}/s on average (too short for a standard deviation: fewer than 2 whole seconds)`;
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
    ['per second', '1 %', '2.5 %', '50 %', '97.5 %', text('run.overview.avg'), text('run.overview.stdev'), text('run.overview.min')],
    [row('Requests', throughput, decimal), row('Bytes', bytesPerSecond, bytes)],
  );
  return `${table}\n${text('run.overview.wholeSeconds', { seconds: throughput.seconds })}`;
}

function formatPercentiles({ latencyMs }: RunReport): string {
  if (!latencyMs) return '';
  const rows = LATENCY_PERCENTILES.map((p) => {
    const key = String(p);
    const weak = latencyMs.weak.includes(key);
    return [`${key} %`, ms(latencyMs.percentiles[key]), weak ? `weak: n ${count(latencyMs.count)}, needs ${count(minimumCount(p))}` : ''];
  });
  return textTable([text('run.overview.percentileColumn'), text('run.overview.rowLatency'), ''], rows, [0, 2]);
}

export function formatHeavy({ profile }: Pick<RunReport, 'profile'>): string {
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
  const processes = profile.processes > 1 ? ` of ${profile.processes} processes` : '';
  const base =
    profile.base === 'active'
      ? `${duration(profile.activeMs)} active time${processes} (without idle, waiting for a core included)`
      : `${duration(profile.processMs)} wall time${processes}`;
  return [
    textTable(
      [text('run.flame.self'), '', text('run.flame.total'), '', text('run.functions.function'), text('run.functions.file')],
      rows,
      [4, 5],
    ),
    `percent of ${base}; ${count(profile.samples)} samples in ${duration(profile.durationMs)}${processes}, median interval ${count(profile.effectiveIntervalUs)} µs (requested: ${count(profile.intervalUs)}); ${cost}`,
  ].join('\n');
}

function place({ url, line }: HeavyRow): string {
  return url === '' ? '' : `${url.replace(/^file:\/\//, '')}${line > 0 ? `:${line}` : ''}`;
}

/** Keeps the end: of a path it is the informative part. */
function shorten(text: string, length: number): string {
  // Here and not only at the door, so that the width of a column is that of what is seen.
  const safe = showHidden(text);
  return safe.length <= length ? safe : `…${safe.slice(safe.length - length + 1)}`;
}
