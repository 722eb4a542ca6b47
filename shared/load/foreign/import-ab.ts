/** Opens what ApacheBench (2.3) leaves: what it prints, its percentiles (`-e`), and its requests (`-g`). */
import { checkTextLength } from '../../foreign/check-text-length.ts';
import type { Importer } from '../../foreign/importer.ts';
import { RECORD_AGAIN, refuse } from '../../foreign/refuse.ts';
import { AB_LENGTH, AB_WRITE } from '../../model/load/load-outcomes.ts';
import { type ForeignFigure, type ForeignTimes, loadResult } from '../../model/load/load-result.ts';
import { say } from '../../words/said.ts';
import { ExactDistribution, toDistribution } from '../distribution.ts';
import { importedLoad, LoadReader, named, shownName, shownUrl, timesOf } from './load-reader.ts';
import { Seconds } from './seconds.ts';

/** What ab prints in place of a result where it gives up: the call that failed, and why; perhaps behind its progress, on the same line. */
const GAVE_UP = /(?:^|\.)(apr_\w+|socket|bind)(?:\(\))?(?: for \S{1,255})?: ([^\n]{1,200}?) \(\d+\)$/m;
/** Rows of `Connection Times (ms)`: its whole milliseconds count from the beginning of the connecting. */
const ROW = /^(Connect|Waiting|Total): +(\d+) +(\d+) +(\d+\.\d) +(\d+) +(\d+)$/gm;
/** The same with `-S`: the smallest, and what `meanAndLargest` reads. */
const SHORT_ROW = /^(Connect|Waiting|Total): +(\d+) ([ \d]+)$/gm;
const PERCENTILE = /^ *(\d+)% +(\d+)(?: \(longest request\))?$/gm;
/** What it prints beside, with what it is a mean over. */
const FIGURES: readonly (readonly [pattern: RegExp, name: string, unit: string])[] = [
  [/^Document Length: +(\d+) bytes$/m, 'Document Length', 'B'],
  [/^Keep-Alive requests: +(\d+)$/m, 'Keep-Alive requests', ''],
  [/^HTML transferred: +(\d+) bytes$/m, 'HTML transferred', 'B'],
  [/^Time per request: +(\S+) \[ms\] \(mean\)$/m, 'Time per request (mean)', 'ms'],
  [
    /^Time per request: +(\S+) \[ms\] \(mean, across all concurrent requests\)$/m,
    'Time per request (mean, across all concurrent requests)',
    'ms',
  ],
  [/^Transfer rate: +(\S+) \[Kbytes\/sec\] received$/m, 'Transfer rate', 'Kbytes/sec'],
];

export const AB: Importer = {
  sniff: ({ lines }) => lines.some((line) => line.startsWith('This is ApacheBench, Version')),
  read(source, name) {
    checkTextLength(source, name);
    const text = source.replaceAll('\r\n', '\n');
    const take = new LoadReader(name);
    const seconds = take.find(text, /^Time taken for tests: +(\S+) seconds$/m);
    const completed = take.find(text, /^Complete requests: +(\d+)$/m);
    const rate = take.find(text, /^Requests per second: +(\S+) \[#\/sec\] \(mean\)$/m);
    if (completed === null) {
      const [, call, why] = GAVE_UP.exec(text) ?? [];
      if (call === undefined) return take.refuseMissing('Complete requests');
      return refuse('damaged', say('foreign.abGaveUp', { name, why: shownName(why!) }), say(nextStep(call, why!)));
    }
    const listed = [...(/^ *\((Connect.*)\)$/m.exec(text)?.[1] ?? '').matchAll(/\b(\w+): (\d+)/g)].map(
      ([, cause, count]) => [cause!, take.numberOf(count!, cause!)] as const,
    );
    // Those are in no other count.
    const writes = take.find(text, /^Write errors: +(\d+)$/m) ?? 0;
    const [length, html, total] = [
      /^Document Length: +(\d+) bytes$/m,
      /^HTML transferred: +(\d+) bytes$/m,
      /^Total transferred: +(\d+) bytes$/m,
    ].map((pattern) => take.find(text, pattern)) as [number | null, number | null, number | null];
    const failed = take.find(text, /^Failed requests: +(\d+)$/m);
    // ab prints them last, of any response.
    if (completed > 0 && !/^Total: +\d/m.test(text)) return take.refuseMissing('Connection Times (ms)');
    const rows = new Map([...text.matchAll(ROW)].map(([, row, ...figures]) => [row, figures.map((one) => take.numberOf(one, row!))]));
    const shortRows = new Map(
      [...text.matchAll(SHORT_ROW)].map(([, row, least, others]) => [
        row,
        [least!, ...meanAndLargest(others!)].map((one) => take.numberOf(one, row!)),
      ]),
    );
    const percentiles = [...text.matchAll(PERCENTILE)].map(([, percentile, ms]) => [percentile!, take.numberOf(ms!, percentile!)] as const);
    take.checkNumber(percentiles.length);
    const times = (row: string, listed: Readonly<Record<string, number>> = {}): ForeignTimes | null => {
      const [min, mean, stdev, median, max] = rows.get(row) ?? [];
      if (min === undefined) {
        const [least = null, average = null, most = null] = shortRows.get(row) ?? [];
        const known = { min: least, mean: average, max: most, percentiles: listed };
        return timesOf(known) && timesOf({ ...known, count: completed });
      }
      return timesOf({ count: completed, min, mean: mean!, stdev: stdev!, max: max!, percentiles: { '50': median!, ...listed } });
    };
    return importedLoad(
      'ab',
      loadResult({
        tool: 'ab',
        version: /^This is ApacheBench, Version (\d[\w.]*)/m.exec(text)?.[1] ?? null,
        url: urlOf(text),
        connections: take.find(text, /^Concurrency Level: +(\d+)$/m),
        durationMs: seconds === null ? null : Math.round(seconds * 1_000_000) / 1_000,
        requests: {
          completed,
          failed:
            failed === null ? null : writes + (listed.length === 0 ? failed : countFailed(listed, { completed, length, html, total })),
          // It prints how many there are, unless there are none.
          unexpected: take.find(text, /^Non-2xx responses: +(\d+)$/m) ?? 0,
        },
        errors: named([...listed, [AB_WRITE, writes] as const].filter(([, count]) => count > 0)),
        bytes: total,
        rate: rate === null ? null : { mean: rate, stdev: null, min: null, max: null, percentiles: {} },
        times: {
          latency: times('Total', Object.fromEntries(percentiles.filter(([percentile]) => percentile !== '100'))),
          firstByte: times('Waiting'),
          connect: times('Connect'),
        },
        figures: FIGURES.flatMap(([pattern, title, unit]): ForeignFigure[] => {
          const value = take.find(text, pattern);
          return value === null ? [] : [{ name: title, value, unit }];
        }),
      }),
      [say('foreign.ofAb')],
    );
  },
};

/** What another attempt needs: -r helps against errors of receiving alone, and not where there was no server. */
function nextStep(call: string, why: string): 'foreign.abWaits' | 'foreign.abGoesOn' | 'foreign.abFindServer' | 'foreign.abAgain' {
  if (call.startsWith('apr_poll') && /timeout/i.test(why)) return 'foreign.abWaits';
  if (/^apr_(socket_connect|sockaddr_info_get)$/.test(call) || /refused/i.test(why)) return 'foreign.abFindServer';
  return call === 'apr_socket_recv' ? 'foreign.abGoesOn' : 'foreign.abAgain';
}

/** Each has five columns or more, and nothing between them; of more digits than that it cannot be told where the one ends. */
function meanAndLargest(columns: string): string[] {
  const words = columns.trim().split(/ +/);
  if (words.length === 2) return words;
  return columns.length === 10 ? [columns.slice(0, 5), columns.slice(5)] : [];
}

interface Transferred {
  readonly completed: number;
  /** Of the first body, all bodies, and all responses with their heads. */
  readonly length: number | null;
  readonly html: number | null;
  readonly total: number | null;
}

/**
 * Without those whose response is whole and only not as long as the first. A connection that was closed without a response counts as one of these:
 * they are told apart where as many bodies and as many heads are missing.
 */
function countFailed(
  causes: readonly (readonly [cause: string, count: number])[],
  { completed, length, html, total }: Transferred,
): number {
  const odd = causes.reduce((sum, [cause, count]) => (cause === AB_LENGTH ? sum + count : sum), 0);
  const others = causes.reduce((sum, [, count]) => sum + count, 0) - odd;
  const whole = completed - odd;
  if (odd === 0 || whole <= 0 || length === null || length === 0 || html === null || total === null) return others;
  const areMissing = html === length * whole && (total - html) % whole === 0;
  return areMissing ? others + odd : others;
}

function urlOf(text: string): string | null {
  const part = (title: string): string => new RegExp(`^${title}: +(\\S+)$`, 'm').exec(text)?.[1] ?? '';
  const host = part('Server Hostname');
  if (host === '') return null;
  const protocol = part('SSL/TLS Protocol') === '' ? 'http' : 'https';
  return shownUrl(`${protocol}://${host}:${part('Server Port')}${part('Document Path')}`);
}

const CSV_HEAD = 'Percentage served,Time in ms';

export const AB_CSV: Importer = {
  sniff: ({ lines }) => lines[0] === CSV_HEAD,
  read(text, name) {
    checkTextLength(text, name);
    const take = new LoadReader(name);
    const lines = text
      .split('\n', 1_000)
      .slice(1)
      .filter((line) => line.trim() !== '');
    const rows = lines.map((line, index) => {
      const [percentile, ms, ...more] = line.trimEnd().split(',');
      if (ms === undefined || more.length > 0) refuse('damaged', say('foreign.noRow', { name, line: index + 2 }), RECORD_AGAIN);
      return [take.numberOf(percentile!, line), take.numberOf(ms, line)] as const;
    });
    if (rows.length === 0) take.refuseMissing('0');
    const at = new Map(rows);
    const percentiles = Object.fromEntries(
      rows.filter(([percentile]) => percentile > 0 && percentile < 100).map(([key, ms]) => [String(key), ms]),
    );
    return importedLoad(
      'ab-csv',
      loadResult({ tool: 'ab', times: { latency: timesOf({ min: at.get(0) ?? null, max: at.get(100) ?? null, percentiles }) } }),
      [say('foreign.ofAbCsv')],
    );
  },
};

const TSV_HEAD = 'starttime\tseconds\tctime\tdtime\tttime\twait';

export const AB_TSV: Importer = {
  sniff: ({ lines }) => lines[0] === TSV_HEAD,
  read(text, name) {
    checkTextLength(text, name);
    const take = new LoadReader(name);
    const all = { ctime: new ExactDistribution(), ttime: new ExactDistribution(), wait: new ExactDistribution() };
    /** In which they began. */
    const seconds = new Seconds(name);
    let number = 1;
    for (const line of linesOf(text)) {
      number += 1;
      const [, second, ctime, , ttime, wait, ...more] = line.split('\t');
      if (wait === undefined || more.length > 0) refuse('damaged', say('foreign.noRow', { name, line: number }), RECORD_AGAIN);
      seconds.add(take.numberOf(second!, 'seconds'), { ms: whole(take, ttime!, number), isFailed: null });
      all.ctime.record(whole(take, ctime!, number));
      all.ttime.record(whole(take, ttime!, number));
      all.wait.record(whole(take, wait, number));
    }
    if (all.ttime.count === 0) take.refuseMissing('ttime');
    return importedLoad(
      'ab-tsv',
      loadResult({
        tool: 'ab',
        startedAt: seconds.startedAt,
        // Whether there was a response, a row does not say.
        requests: { sent: all.ttime.count },
        times: { latency: toDistribution(all.ttime, 1), firstByte: toDistribution(all.wait, 1), connect: toDistribution(all.ctime, 1) },
        periods: seconds.periods(),
      }),
      [say('foreign.ofAbTsv')],
    );
  },
};

/** Without the head. */
function* linesOf(text: string): Generator<string> {
  for (let start = text.indexOf('\n') + 1; start > 0 && start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const line = text.slice(start, end).trimEnd();
    if (line !== '') yield line;
    start = end + 1;
  }
}

/** A year of milliseconds: more has no place in a distribution. */
const LONGEST_MS = 2 ** 32 - 1;

function whole(take: LoadReader, text: string, line: number): number {
  const value = take.numberOf(text, text);
  if (Number.isInteger(value) && value <= LONGEST_MS) return value;
  return refuse('damaged', say('foreign.noRow', { name: take.name, line }), RECORD_AGAIN);
}
