/** Opens the report that `artillery run -o` (2.0) writes. */
import type { Milliseconds, PerSecond } from '../../base/units.ts';
import type { Importer } from '../../foreign/importer.ts';
import type { Json } from '../../foreign/read-json.ts';
import { refuse } from '../../foreign/refuse.ts';
import { formatNumber } from '../../format/figures.ts';
import { type ForeignPeriod, type ForeignTimes, loadResult, MOST_PERIODS } from '../../model/load/load-result.ts';
import { type Said, say } from '../../words/said.ts';
import { importedLoad, LoadReader, named, shownName, timesOf } from './load-reader.ts';

/** Its names of percentiles: p999 is 99.9 %. */
const PERCENTILES = { p50: '50', p75: '75', p90: '90', p95: '95', p99: '99', p999: '99.9' };
/** From the request to the beginning of the response; the response itself is not in it. */
const RESPONSE_TIME = 'http.response_time';
/** Only where `config.http.extendedMetrics` is on. */
const TOTAL = 'http.total';
const STATUS = 'http.codes.';
const ERROR = 'errors.';
/** Of counters that do not add up. */
const MOST_TOLD = 3;

export const ARTILLERY: Importer = {
  sniff: ({ brackets, keys }) => brackets === '{' && keys.has('aggregate') && (keys.has('intermediate') || keys.has('timestamp')),
  read(text, name) {
    const take = new LoadReader(name);
    const json = take.document(text);
    const all = take.object(json.aggregate, 'aggregate');
    if (all.counters === undefined) refuse('bad-request', say('foreign.artilleryOld', { name }), say('foreign.artilleryAgain'));
    const counters = take.counts(take.object(all.counters, 'aggregate.counters'), 'aggregate.counters');
    const rates = take.object(all.rates ?? {}, 'aggregate.rates');
    const summaries = take.object(all.summaries ?? {}, 'aggregate.summaries');
    const errors = startingWith(counters, ERROR);
    const hasTotal = summaries[TOTAL] !== undefined;
    const parts = take.list(json.intermediate ?? [], 'intermediate');
    if (parts.length > MOST_PERIODS) refuse('too-large', say('foreign.tooManyFigures', { name, count: parts.length, limit: MOST_PERIODS }));
    const first = take.maybeCount(all.firstCounterAt, 'aggregate.firstCounterAt');
    const last = take.maybeCount(all.lastCounterAt, 'aggregate.lastCounterAt');
    const rate = take.maybeAmount(rates['http.request_rate'], 'aggregate.rates.http.request_rate');
    const durationMs = first === null || last === null || last < first ? null : last - first;
    const times = (key: string) => timesIn(take, summaries, key, 'aggregate.summaries');
    return importedLoad(
      'artillery',
      loadResult({
        tool: 'artillery',
        startedAt: first === null || first > LAST_DATE ? null : new Date(first).toISOString(),
        durationMs,
        requests: {
          sent: counters['http.requests'] ?? null,
          // It counts none where there were none.
          completed: counters['http.responses'] ?? (counters['http.requests'] === undefined ? null : 0),
          timedOut: errors.ETIMEDOUT ?? null,
        },
        status: startingWith(counters, STATUS),
        errors,
        bytes: counters['http.downloaded_bytes'] ?? null,
        rate: rate === null ? null : { mean: rate, stdev: null, min: null, max: null, percentiles: {} },
        times: {
          latency: times(TOTAL),
          firstByte: times(RESPONSE_TIME),
          connect: times('http.tcp'),
          session: times('vusers.session_length'),
        },
        periods: periodsOf(take, parts, hasTotal ? TOTAL : RESPONSE_TIME),
        figures: Object.entries(counters)
          .filter(([key]) => !key.startsWith('http.') && !key.startsWith(ERROR))
          .map(([key, value]) => ({ name: shownName(key), value, unit: '' })),
      }),
      [
        ...oddCounters(take, counters, parts),
        say('foreign.ofArtillery'),
        ...noteOnRate(rate, counters['http.requests'] ?? null, durationMs),
        say(hasTotal ? 'foreign.artilleryTotal' : 'foreign.artilleryFirstByte'),
      ],
    );
  },
};

/** What its rate is a mean of, beside the mean over all of its time, which is another one where its periods are not equally full. */
function noteOnRate(rate: PerSecond | null, requests: number | null, durationMs: Milliseconds | null): Said[] {
  if (rate === null) return [];
  if (requests === null || durationMs === null || durationMs === 0) return [say('foreign.artilleryRate')];
  const seconds = durationMs / 1_000;
  return [say('foreign.artilleryRateOver', { requests, seconds: formatNumber(seconds, 1), rate: formatNumber(requests / seconds, 1) })];
}

/** The latest that a Date can be. */
const LAST_DATE = 8.64e15;

function startingWith(counters: Readonly<Record<string, number>>, prefix: string): Record<string, number> {
  return named(Object.entries(counters).flatMap(([key, count]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), count]] : [])));
}

function timesIn(take: LoadReader, summaries: Json, key: string, place: string): ForeignTimes | null {
  if (summaries[key] === undefined) return null;
  const at = `${place}.${key}`;
  const summary = take.object(summaries[key], at);
  const figure = (one: string): number | null => take.maybeAmount(summary[one], `${at}.${one}`);
  return timesOf({
    count: take.maybeCount(summary.count, `${at}.count`),
    min: figure('min'),
    mean: figure('mean'),
    max: figure('max'),
    percentiles: Object.fromEntries(
      Object.entries(PERCENTILES).flatMap(([one, percentile]) => {
        const value = figure(one);
        return value === null ? [] : [[percentile, value]];
      }),
    ),
  });
}

/** Responses and errors are told with the periods; of other requests, codes and users, those that do not add up. */
function oddCounters(take: LoadReader, counters: Readonly<Record<string, number>>, parts: readonly unknown[]): Said[] {
  if (parts.length === 0) return [];
  const sums = new Map<string, number>();
  for (const [index, value] of parts.entries()) {
    const place = `intermediate[${index}].counters`;
    for (const [key, count] of Object.entries(take.counts(take.object(take.object(value, place).counters ?? {}, place), place)))
      sums.set(key, (sums.get(key) ?? 0) + count);
  }
  const isOther = (key: string): boolean => key === 'http.requests' || key.startsWith(STATUS) || key.startsWith('vusers.');
  return Object.entries(counters)
    .filter(([key, count]) => isOther(key) && (sums.get(key) ?? 0) !== count)
    .slice(0, MOST_TOLD)
    .map(([key, count]) =>
      say('foreign.impossibleCounter', {
        name: key,
        all: { figure: count, as: 'count' },
        sum: { figure: sums.get(key) ?? 0, as: 'count' },
      }),
    );
}

/** What it has counted in each ten seconds of the clock, in their order; merged reports have them in any. */
function periodsOf(take: LoadReader, parts: readonly unknown[], timed: string): ForeignPeriod[] {
  const read = parts.flatMap((value, index) => {
    const place = `intermediate[${index}]`;
    const part = take.object(value, place);
    const began =
      typeof part.period === 'string' ? take.numberOf(part.period, `${place}.period`) : take.maybeAmount(part.period, `${place}.period`);
    return began === null || !Number.isInteger(began) ? [] : [{ began, part, place }];
  });
  // One of them without its time would be missing from the sums.
  if (read.length < parts.length) return [];
  const start = read.reduce((least, { began }) => Math.min(least, began), Number.POSITIVE_INFINITY);
  return read
    .sort((one, other) => one.began - other.began)
    .map(({ began, part, place }) => {
      const counters = take.counts(take.object(part.counters ?? {}, `${place}.counters`), `${place}.counters`);
      const failed = Object.values(startingWith(counters, ERROR)).reduce((sum, count) => sum + count, 0);
      const times = timesIn(take, take.object(part.summaries ?? {}, `${place}.summaries`), timed, `${place}.summaries`);
      const { '50': p50 = null, '99': p99 = null } = times?.percentiles ?? {};
      return { fromMs: began - start, completed: counters['http.responses'] ?? 0, failed, times: times && { p50, p99, max: times.max } };
    });
}
