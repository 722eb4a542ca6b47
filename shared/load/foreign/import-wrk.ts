/** Opens what wrk (4.1) prints; the percentiles are there with `--latency`. */

import { checkTextLength } from '../../foreign/check-text-length.ts';
import type { Importer } from '../../foreign/importer.ts';
import { refuse } from '../../foreign/refuse.ts';
import { loadResult } from '../../model/load/load-result.ts';
import { say } from '../../words/said.ts';
import { importedLoad, LoadReader, shownUrl, timesOf } from './load-reader.ts';

const FIRST_LINE = /^Running (\S+) test @ (\S+)$/;
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
  sniff: ({ lines }) => lines.some((line) => FIRST_LINE.test(line)),
  read(text, name) {
    checkTextLength(text, name);
    const take = new WrkReader(name, text);
    const [latency, stdev, max] = take.row('Latency');
    const [, completed, lasted, read] = /^ {2}(\d+) requests in (\S+), (\S+)B read$/m.exec(text) ?? take.refuseMissing('requests in');
    const rate = take.find(text, /^Requests\/sec:\s+(\S+)$/m) ?? take.refuseMissing('Requests/sec');
    const count = take.numberOf(completed!, 'requests');
    const times = (one: string): number => take.amountOf(one, TIMES);
    const [connect, reading, writing, timedOut] = take.errors();
    const notes = [say('foreign.ofWrk'), ...(take.percentiles().length === 0 ? [say('foreign.wrkNoPercentiles')] : [])];
    return importedLoad(
      'wrk',
      loadResult({
        tool: 'wrk',
        url: shownUrl(take.first[2]),
        connections: take.find(text, /^ {2}\d+ threads? and (\d+) connections?$/m),
        durationMs: times(lasted!),
        requests: {
          completed: count,
          timedOut: timedOut ?? null,
          unexpected: take.find(text, /^ {2}Non-2xx or 3xx responses: (\d+)$/m),
        },
        errors: Object.fromEntries(
          Object.entries({ connect, read: reading, write: writing, timeout: timedOut }).flatMap(([key, value]) =>
            value === undefined || value === 0 ? [] : [[key, value]],
          ),
        ),
        rate: { mean: rate, stdev: null, min: null, max: null, percentiles: {} },
        times: {
          latency:
            count === 0
              ? null
              : timesOf({
                  mean: times(latency!),
                  stdev: times(stdev!),
                  max: times(max!),
                  percentiles: Object.fromEntries(take.percentiles().map(([percentile, value]) => [percentile, times(value)])),
                }),
        },
        figures: [...take.figures(), { name: 'read', value: take.amountOf(`${read!}B`, BYTES), unit: 'B' }],
      }),
      notes,
    );
  },
};

const BYTES: ReadonlyMap<string, number> = new Map(BINARY.map((prefix, step) => [`${prefix}B`, 1_024 ** step]));
const METRIC: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['k', 1e3],
  ['M', 1e6],
  ['G', 1e9],
  ['T', 1e12],
]);

class WrkReader extends LoadReader {
  readonly first: RegExpExecArray;

  constructor(
    name: string,
    private readonly whole: string,
  ) {
    super(name);
    this.first = new RegExp(FIRST_LINE, 'm').exec(whole) ?? this.refuseMissing('Running');
  }

  /** Mean, standard deviation and largest. */
  row(title: string): string[] {
    const found = new RegExp(`^ {4}${title} +(\\S+) +(\\S+) +(\\S+) `, 'm').exec(this.whole);
    return found === null ? this.refuseMissing(title) : found.slice(1);
  }

  errors(): number[] {
    const found = /^ {2}Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)$/m.exec(this.whole);
    return (found?.slice(1) ?? []).map((one) => this.numberOf(one, 'Socket errors'));
  }

  /** As they stand there. */
  percentiles(): [string, string][] {
    const rows = this.whole.split('\n').flatMap((line) => {
      const found = /^ +(\d+(?:\.\d+)?)% +(\S+)$/.exec(line.trimEnd());
      return found === null ? [] : [[String(Number(found[1])), found[2]!] as [string, string]];
    });
    this.checkNumber(rows.length);
    return rows;
  }

  /** What it counts in each thread. */
  figures() {
    const [mean, stdev, max] = this.row('Req/Sec').map((one) => this.amountOf(one, METRIC));
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
