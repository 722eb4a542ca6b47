/**
 * Opens what wrk (4.1) and wrk2 (4.0) print; the percentiles are there with `--latency`. They look alike, and do not time the same. What a line says
 * does not depend on its indentation, which changes where output is copied.
 */

import { checkTextLength } from '../../foreign/check-text-length.ts';
import type { Importer } from '../../foreign/importer.ts';
import { refuse } from '../../foreign/refuse.ts';
import { loadResult } from '../../model/load/load-result.ts';
import { say } from '../../words/said.ts';
import { importedLoad, LoadReader, shownName, shownUrl, timesOf } from './load-reader.ts';

const FIRST_LINE = /^Running (\S+) test @ (\S+)$/;
const OF_AUTOCANNON = /^\d+ connections?\b/;
/** Its units, in milliseconds. */
const TIMES: ReadonlyMap<string, number> = new Map([
  ['us', 1e-3],
  ['ms', 1],
  ['s', 1e3],
  ['m', 60e3],
  ['h', 3_600e3],
]);
/** It counts bytes in steps of 1,024, and everything else in steps of 1,000. */
const BINARY = ['', 'K', 'M', 'G', 'T', 'P'];

export const WRK: Importer = {
  // What autocannon prints begins with the same words.
  sniff: ({ lines }) => lines.some((line) => FIRST_LINE.test(line.trim())) && !lines.some((line) => OF_AUTOCANNON.test(line.trim())),
  read(source, name) {
    checkTextLength(source, name);
    const take = new WrkReader(name, source);
    const [latency, stdev, max] = take.row('Latency');
    const [, completed, lasted, read] = take.match(/^(\d+) requests in (\S+), (\S+)B read$/m) ?? take.refuseMissing('requests in');
    const rate = take.number(/^Requests\/sec:\s+(\S+)$/m) ?? take.refuseMissing('Requests/sec');
    const count = take.numberOf(completed!, 'requests');
    const times = (one: string): number => take.amountOf(one, TIMES);
    const [connect, reading, writing, timedOut] = take.errors();
    const lists = take.lists();
    const main = lists.find(({ isApart }) => !isApart);
    const apart = lists.filter(({ isApart }) => isApart);
    const tool = take.isWrk2(lists) ? 'wrk2' : 'wrk';
    const valuesIn = (list: LatencyList): [string, number][] => list.percentiles.map(([percentile, value]) => [percentile, times(value)]);
    const connections = take.number(/^\d+ threads? and (\d+) connections?$/m);
    const isShort = times(lasted!) < CALIBRATION_MS + CALIBRATION_OF_CONNECTION_MS * (connections ?? 0);
    const notes = [
      say(tool === 'wrk2' ? 'foreign.ofWrk2' : 'foreign.ofWrk'),
      ...apart.map(({ title }) => say('foreign.wrk2Apart', { title })),
      ...(main === undefined ? [say('foreign.wrkNoPercentiles')] : []),
      ...(tool === 'wrk' && main === undefined && isShort ? [say('foreign.wrkOrWrk2')] : []),
    ];
    return importedLoad(
      tool,
      loadResult({
        tool,
        url: shownUrl(take.first[2]),
        connections,
        durationMs: times(lasted!),
        requests: {
          completed: count,
          timedOut: timedOut ?? null,
          // It prints how many there are, unless there are none; so it does with errors of sockets.
          unexpected: take.number(/^Non-2xx or 3xx responses: (\d+)$/m) ?? 0,
        },
        errors: Object.fromEntries(
          Object.entries({ connect, read: reading, write: writing, timeout: timedOut }).flatMap(([key, value]) =>
            value === undefined || value === 0 ? [] : [[key, value]],
          ),
        ),
        rate: { mean: rate, stdev: null, min: null, max: null, percentiles: {} },
        times: {
          // Where all responses came after its time-out, wrk prints zeros; where it sent several together, it then counts fewer time-outs.
          latency:
            count === 0 || isNoNumber(latency!) || (tool === 'wrk' && times(max!) === 0)
              ? null
              : timesOf(
                  {
                    count: main?.count ?? null,
                    mean: times(latency!),
                    stdev: times(stdev!),
                    max: times(max!),
                    percentiles: Object.fromEntries(main === undefined ? [] : valuesIn(main)),
                  },
                  // wrk leaves out those that came after its time-out, and wrk2 those of its calibration. Of responses to requests that were sent
                  // together wrk times the last alone, and it does not say that they were.
                  { atLeast: null, atMost: tool === 'wrk' ? Math.max(0, count - (timedOut ?? 0)) : count },
                ),
        },
        figures: [
          ...take.figures(),
          { name: 'read', value: take.amountOf(`${read!}B`, BYTES), unit: 'B' },
          ...apart.flatMap((list) =>
            valuesIn(list).map(([percentile, value]) => ({ name: shownName(`${list.title}, ${percentile}%`), value, unit: 'ms' })),
          ),
        ],
      }),
      notes,
    );
  },
};

/** wrk2 calibrates for ten seconds, and 5 ms more for each connection, before it measures and says so; here with half a second to spare. */
const CALIBRATION_MS = 10_500;
const CALIBRATION_OF_CONNECTION_MS = 5;

/** Percentiles as they stand there; wrk has one such list, wrk2 up to two, with a title. */
interface LatencyList {
  readonly title: string;
  /** It is not the latency that its other figures are of. */
  readonly isApart: boolean;
  readonly percentiles: readonly (readonly [percentile: string, value: string])[];
  /** Values in it; null: wrk does not say. */
  readonly count: number | null;
  /** `99.000%`, where wrk prints `99%`. */
  readonly hasDecimals: boolean;
}

const LIST_HEAD = /^Latency Distribution(?: \(HdrHistogram - ([^()]*?) *(?:\(.*)?\))?$/;
const RECORDED = 'Recorded Latency';

const BYTES: ReadonlyMap<string, number> = new Map(BINARY.map((prefix, step) => [`${prefix}B`, 1_024 ** step]));
const METRIC: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['k', 1e3],
  ['M', 1e6],
  ['G', 1e9],
  ['T', 1e12],
]);

/** Of a test that was over before anything was measured. */
function isNoNumber(text: string): boolean {
  return /^-?nan/i.test(text);
}

class WrkReader extends LoadReader {
  readonly first: RegExpExecArray;
  private readonly lines: readonly string[];
  private readonly whole: string;

  constructor(name: string, source: string) {
    super(name);
    this.lines = source.split('\n').map((line) => line.trim());
    this.whole = this.lines.join('\n');
    this.first = new RegExp(FIRST_LINE, 'm').exec(this.whole) ?? this.refuseMissing('Running');
  }

  match(pattern: RegExp): RegExpExecArray | null {
    return pattern.exec(this.whole);
  }

  number(pattern: RegExp): number | null {
    return this.find(this.whole, pattern);
  }

  /** Mean, standard deviation and largest. */
  row(title: string): string[] {
    const found = this.match(new RegExp(`^${title} +(?!Distribution)(\\S+) +(\\S+) +(\\S+) `, 'm'));
    return found === null ? this.refuseMissing(title) : found.slice(1);
  }

  errors(): number[] {
    const found = this.match(/^Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)$/m);
    return (found?.slice(1) ?? []).map((one) => this.numberOf(one, 'Socket errors'));
  }

  /** In their order; without 100 %, which is the largest value. */
  lists(): LatencyList[] {
    const lists: { title: string; rows: [percentile: string, value: string][]; count: number | null }[] = [];
    for (const line of this.lines) {
      const head = LIST_HEAD.exec(line);
      if (head !== null) lists.push({ title: shownName(head[1] ?? ''), rows: [], count: null });
      const list = lists.at(-1);
      if (list === undefined) continue;
      const [, percentile, value] = /^(\d+(?:\.\d+)?)% +(\S+)$/.exec(line) ?? [];
      if (percentile !== undefined) list.rows.push([percentile, value!]);
      const total = /^#\[Max .*Total count *= *(\d+)\]/.exec(line)?.[1];
      if (total !== undefined) list.count = this.numberOf(total, 'Total count');
    }
    this.checkNumber(lists.reduce((sum, { rows }) => sum + rows.length, 0));
    return lists.map(({ title, rows, count }) => ({
      title,
      isApart: title !== '' && title !== RECORDED,
      percentiles: rows.map(([percentile, value]) => [String(Number(percentile)), value] as const).filter(([one]) => one !== '100'),
      count,
      hasDecimals: rows.some(([percentile]) => /\.\d{3}$/.test(percentile)),
    }));
  }

  /** By what wrk never prints. */
  isWrk2(lists: readonly LatencyList[]): boolean {
    return this.match(/^Thread calibration: /m) !== null || lists.some(({ title, hasDecimals }) => title !== '' || hasDecimals);
  }

  /** What it counts in each thread. */
  figures() {
    const row = this.row('Req/Sec');
    if (row.some(isNoNumber)) return [];
    const [mean, stdev, max] = row.map((one) => this.amountOf(one, METRIC));
    return [
      { name: 'Req/Sec of a thread, Avg', value: mean!, unit: '' },
      { name: 'Req/Sec of a thread, Stdev', value: stdev!, unit: '' },
      { name: 'Req/Sec of a thread, Max', value: max!, unit: '' },
    ];
  }

  amountOf(text: string, units: ReadonlyMap<string, number>): number {
    const [, number, unit] = /^(\d+(?:\.\d+)?)([a-zA-Z]*)$/.exec(text) ?? [];
    const factor = units.get(unit ?? '');
    if (number === undefined || factor === undefined) return refuse('damaged', say('foreign.notAnAmount', this.at(this.first[0], text)));
    // 492.39 us are 0.49239 ms, not 0.49239000000000005.
    return Number((this.numberOf(number, text) * factor).toPrecision(12));
  }
}
