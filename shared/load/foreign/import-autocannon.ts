/** Opens what `autocannon --json` prints, of 0.16 to 9.0; each has figures that those before did not have. */
import type { Importer } from '../../foreign/importer.ts';
import type { Json } from '../../foreign/read-json.ts';
import { refuse } from '../../foreign/refuse.ts';
import { PERCENTILE_KEYS, STATUS_CLASSES } from '../../model/load/autocannon-result.ts';
import { hasAddedLatencies } from '../../model/load/load-outcomes.ts';
import { type ForeignRate, loadResult } from '../../model/load/load-result.ts';
import { isExpectedCode } from '../../model/run.ts';
import { type Said, say } from '../../words/said.ts';
import { importedLoad, LoadReader, named, shownUrl, timesOf } from './load-reader.ts';

/** Of requests and bytes, milliseconds: then a sample is a second. */
const SECOND = 1_000;

export const AUTOCANNON: Importer = {
  sniff: ({ brackets, keys }) => brackets === '{' && ['latency', 'requests', 'throughput', 'connections'].every((key) => keys.has(key)),
  read(text, name) {
    // Of several addresses it prints one document a line.
    const lines = text.split('\n', 1_000).filter((line) => line.trim() !== '');
    if (lines.length > 1 && lines.every((line) => line.startsWith('{')))
      refuse('bad-request', say('foreign.severalResults', { name, count: lines.length }), say('foreign.oneResult'));
    const take = new LoadReader(name);
    const json = take.document(text);
    const latency = take.object(json.latency, 'latency');
    const requests = take.object(json.requests, 'requests');
    const throughput = take.object(json.throughput, 'throughput');
    const seconds = take.maybeAmount(json.duration, 'duration');
    const completed = take.maybeCount(requests.total, 'requests.total');
    const { status, unexpected } = statusesOf(take, json);
    const count = countOf(take, latency, completed, status);
    return importedLoad(
      'autocannon',
      loadResult({
        tool: 'autocannon',
        url: shownUrl(json.url),
        startedAt: typeof json.start === 'string' && !Number.isNaN(Date.parse(json.start)) ? new Date(json.start).toISOString() : null,
        connections: take.maybeCount(json.connections, 'connections'),
        durationMs: seconds === null ? null : seconds * 1_000,
        requests: {
          sent: take.maybeCount(requests.sent, 'requests.sent'),
          completed,
          failed: take.maybeCount(json.errors, 'errors'),
          timedOut: take.maybeCount(json.timeouts, 'timeouts'),
          unexpected,
        },
        status,
        bytes: take.maybeCount(throughput.total, 'throughput.total'),
        rate: (json.sampleInt ?? SECOND) === SECOND ? rateOf(take, requests) : null,
        times: {
          // Without a response the smallest value is any number.
          latency:
            count === 0 || completed === 0
              ? null
              : timesOf(
                  {
                    count,
                    min: take.amount(latency.min, 'latency.min'),
                    mean: take.amount(latency.mean ?? latency.average, 'latency.average'),
                    stdev: take.amount(latency.stddev, 'latency.stddev'),
                    max: take.amount(latency.max, 'latency.max'),
                    percentiles: percentilesOf(take, latency, 'latency'),
                  },
                  { atLeast: successesOf(take, json, completed), atMost: completed },
                ),
        },
        figures: ['non2xx', 'mismatches', 'resets', 'pipelining', 'workers'].flatMap((key) => {
          const value = take.maybeCount(json[key], key);
          return value === null ? [] : [{ name: key, value, unit: '' }];
        }),
      }),
      [
        say(latency.totalCount === undefined ? 'foreign.ofAutocannonOld' : 'foreign.ofAutocannon'),
        ...(hasAddedLatencies({ tool: 'autocannon', requests: { completed }, status }, count) === true
          ? [say('foreign.autocannonAdded', { values: count!, responses: completed! })]
          : []),
        ...notesOnLeast(take, latency),
        ...notesOnRate(take, json),
      ],
    );
  },
};

/** The least that its histogram tells is the least above 0. */
function notesOnLeast(take: LoadReader, latency: Json): Said[] {
  const min = take.maybeAmount(latency.min, 'latency.min') ?? 0;
  const hasZero = Object.values(percentilesOf(take, latency, 'latency')).includes(0);
  return hasZero && min > 0 && (take.maybeAmount(latency.max, 'latency.max') ?? 0) >= min ? [say('foreign.autocannonLeast', { min })] : [];
}

/** Of so many seconds one makes 10 % of the rate or less. */
const ENOUGH_SECONDS = 10;
/** By how much seconds that autocannon samples are longer where it has no time for them: the usual 20 ms are not worth a word. */
const LONG_SECONDS = 1.1;

/**
 * Of what its rate is a mean, where that matters: it counts in whole seconds, the last of them as a whole, and ends with it. A number of requests (-a)
 * may be done at any time of that second; then it has sent no more than had an outcome. A duration (-d) leaves requests in flight.
 */
function notesOnRate(take: LoadReader, json: Json): Said[] {
  const requests = take.object(json.requests, 'requests');
  const [total, sent] = [take.maybeCount(requests.total, 'requests.total'), take.maybeCount(requests.sent, 'requests.sent')];
  const duration = take.maybeAmount(json.duration, 'duration');
  const samples = take.maybeCount(json.samples, 'samples');
  const seconds = samples ?? (duration === null ? null : Math.round(duration));
  if ((json.sampleInt ?? SECOND) !== SECOND || !seconds || !total) return [];
  // Workers are added up, each with its own seconds.
  if ((take.maybeCount(json.workers, 'workers') ?? 0) > 1)
    return duration !== null && duration < 2 ? [say('foreign.autocannonSecond')] : [];
  const isDone = sent === total + (take.maybeCount(json.errors, 'errors') ?? 0);
  const isLong = samples !== null && duration !== null && duration > LONG_SECONDS * samples;
  return [
    ...(isDone && seconds <= ENOUGH_SECONDS
      ? [
          say('foreign.autocannonDone', {
            ...{ seconds, least: Math.floor(total / seconds), most: seconds === 1 ? 0 : Math.ceil(total / (seconds - 1)) },
          }),
        ]
      : []),
    ...(!isDone && seconds === 1 ? [say('foreign.autocannonSecond')] : []),
    ...(isLong ? [say('foreign.autocannonLong', { seconds, time: duration, requests: total, rate: Math.round(total / duration) })] : []),
  ];
}

/** How many times it has: before 6.0 it did not say, and left out those of some statuses. */
function countOf(take: LoadReader, latency: Json, completed: number | null, status: Readonly<Record<string, number>>): number | null {
  if (latency.totalCount !== undefined) return take.maybeCount(latency.totalCount, 'latency.totalCount');
  return status['2xx'] === completed ? completed : null;
}

/** Responses of 200 to 299, which each version has timed. Null: it does not say how many they were. */
function successesOf(take: LoadReader, json: Json, completed: number | null): number | null {
  const others = take.maybeCount(json.non2xx, 'non2xx');
  return take.maybeCount(json['2xx'], '2xx') ?? (completed === null || others === null ? null : Math.max(0, completed - others));
}

/** By status, or of early versions by class. The count of all but 200 to 299, which has redirects in it, says only of none that there are none. */
function statusesOf(take: LoadReader, json: Json): { readonly status: Record<string, number>; readonly unexpected: number | null } {
  const single = singleStatuses(take, json);
  if (Object.keys(single).length > 0) return { status: single, unexpected: null };
  const classes = STATUS_CLASSES.map((key) => [key, take.maybeCount(json[key], key)] as const);
  const known = classes.filter((one): one is [(typeof STATUS_CLASSES)[number], number] => one[1] !== null);
  if (known.length < classes.length) return { status: {}, unexpected: take.maybeCount(json.non2xx, 'non2xx') === 0 ? 0 : null };
  const unexpected = known.reduce((sum, [key, count]) => (isExpectedCode(key) ? sum : sum + count), 0);
  return { status: Object.fromEntries(known.filter(([, count]) => count > 0)), unexpected };
}

function singleStatuses(take: LoadReader, json: Json): Record<string, number> {
  if (json.statusCodeStats === undefined) return {};
  const entries = Object.entries(take.object(json.statusCodeStats, 'statusCodeStats'));
  take.checkNumber(entries.length);
  const count = (value: unknown, place: string): number => take.count(take.object(value, place).count, `${place}.count`);
  return named(entries.map(([status, value]) => [status, count(value, `statusCodeStats.${status}`)]));
}

/** Before 2.0 they had no dots: p999 was 99.9 %. */
const EARLIER_KEYS = { p999: '99.9', p9999: '99.99', p99999: '99.999' };

function percentilesOf(take: LoadReader, json: Json, place: string): Record<string, number> {
  const names: [key: string, percentile: string][] = [
    ...PERCENTILE_KEYS.map((key): [string, string] => [key, key.slice(1).replace('_', '.')]),
    ...Object.entries(EARLIER_KEYS),
  ];
  return Object.fromEntries(
    names.flatMap(([key, percentile]) => {
      const value = take.maybeAmount(json[key], `${place}.${key}`);
      return value === null ? [] : [[percentile, value]];
    }),
  );
}

function rateOf(take: LoadReader, requests: Json): ForeignRate {
  return {
    mean: take.amount(requests.mean ?? requests.average, 'requests.average'),
    stdev: take.maybeAmount(requests.stddev, 'requests.stddev'),
    // Its histogram is empty where no second had a response: the least is then the largest number there is.
    min: requests.min === Number.MAX_SAFE_INTEGER ? null : take.maybeAmount(requests.min, 'requests.min'),
    max: take.maybeAmount(requests.max, 'requests.max'),
    percentiles: percentilesOf(take, requests, 'requests'),
  };
}
