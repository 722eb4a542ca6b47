/**
 * What autocannon prints at the end of a run, from its own result: its two tables and its closing lines, with its figures as it writes them.
 * https://github.com/mcollina/autocannon, lib/printResult.js of 9.0.
 */
import { formatNumber } from '../format/figures.ts';
import type { AutocannonHistogram, AutocannonResult } from '../model/load/autocannon-result.ts';
import { text } from '../words/words.ts';
import type { ClientPart, ClientResult } from './client-result.ts';
import type { ReportTable, TableColumn } from './table.ts';

export const AUTOCANNON_RESULT: ClientResult = {
  client: 'autocannon',
  key: 'runs[].autocannon',
  parts: ({ autocannon = [] }) => {
    const count = String(autocannon.length);
    const titleOf = (index: number): string => text('run.autocannon.titleOf', { number: String(index + 1), count });
    return autocannon.map((result, index) => partOf(result, autocannon.length === 1 ? text('run.autocannon.title') : titleOf(index)));
  },
  title: () => text('run.autocannon.title'),
  none: (why) => text(why === 'window' ? 'run.autocannon.ofWhole' : why === 'not yet' ? 'run.autocannon.later' : 'run.autocannon.none'),
  noneInTerminal: (why) => {
    if (why === 'other client') return text('terminal.run.notAutocannon');
    return text(why === 'window' ? 'terminal.run.autocannonOfWhole' : 'run.autocannon.none');
  },
};

function partOf(result: AutocannonResult, title: string): ClientPart {
  const { latency, requests, throughput, duration } = result;
  return {
    title,
    tables: [latencyTable(latency), ratesTable(requests, throughput)],
    lines: linesOf(result),
    note: `${text('run.autocannon.note', { seconds: formatNumber(duration, 2) })} ${text('run.autocannon.absent')}`,
  };
}

function latencyTable(latency: AutocannonHistogram): ReportTable {
  return {
    caption: text('run.autocannon.latencyTable'),
    columns: columnsOf(['2.5%', '50%', '97.5%', '99%'], text('run.overview.max')),
    rows: [
      [
        text('run.autocannon.latency'),
        ...[latency.p2_5, latency.p50, latency.p97_5, latency.p99, latency.average, latency.stddev].map(ms),
        ms(cut(latency.max)),
      ],
    ],
  };
}

function ratesTable(requests: AutocannonHistogram, throughput: AutocannonHistogram): ReportTable {
  return {
    caption: text('run.autocannon.ratesTable'),
    columns: columnsOf(['1%', '2.5%', '50%', '97.5%'], text('run.overview.min')),
    rows: [
      [text('run.autocannon.requests'), ...samplesOf(requests).map(plain), plain(requests.min)],
      [text('run.autocannon.bytes'), ...samplesOf(throughput).map(bytes), bytes(throughput.min)],
    ],
  };
}

function columnsOf(percentiles: readonly string[], last: string): TableColumn[] {
  const figures = [...percentiles, text('run.overview.avg'), text('run.overview.stdev'), last];
  return [{ title: text('run.overview.stat') }, ...figures.map((title) => ({ title, numeric: true }))];
}

const samplesOf = ({ p1, p2_5, p50, p97_5, average, stddev }: AutocannonHistogram): number[] => [p1, p2_5, p50, p97_5, average, stddev];

function linesOf(result: AutocannonResult): string[] {
  const { sampleInt, samples, non2xx, requests, duration, throughput, errors, timeouts } = result;
  return [
    sampleInt === 1_000 ? text('run.autocannon.sampledSecond') : text('run.autocannon.sampled', { seconds: String(sampleInt / 1_000) }),
    text('run.autocannon.samples', { count: String(samples) }),
    ...(non2xx === 0 ? [] : [text('run.autocannon.statuses', { expected: String(result['2xx']), others: String(non2xx) })]),
    text('run.autocannon.sent', { requests: thousands(requests.sent), seconds: String(duration), bytes: bytes(throughput.total) }),
    ...(errors === 0 ? [] : [text('run.autocannon.errors', { errors: thousands(errors), timeouts: thousands(timeouts) })]),
  ];
}

/** Cut, not rounded. */
const cut = (value: number): number => Math.floor(value * 100) / 100;
const ms = (value: number): string => `${value} ms`;
const plain = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 20 });

function thousands(count: number): string {
  return count < 1_000 ? String(count) : `${Math.round(count / 1_000)}k`;
}

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** As the package pretty-bytes 5 writes them, which is what autocannon uses. */
function bytes(value: number): string {
  if (value < 1) return `${value} B`;
  const step = Math.min(Math.floor(Math.log10(value) / 3), BYTE_UNITS.length - 1);
  return `${Number((value / 1_000 ** step).toPrecision(3))} ${BYTE_UNITS[step]}`;
}
