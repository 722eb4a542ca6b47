/** Opens what `autocannon --json` prints, of 7.0 to 9.0. */
import type { Importer } from '../../foreign/importer.ts';
import type { Json } from '../../foreign/read-json.ts';
import { refuse } from '../../foreign/refuse.ts';
import { PERCENTILE_KEYS } from '../../model/load/autocannon-result.ts';
import { type ForeignRate, loadResult } from '../../model/load/load-result.ts';
import { say } from '../../words/said.ts';
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
          completed: take.maybeCount(requests.total, 'requests.total'),
          failed: take.maybeCount(json.errors, 'errors'),
          timedOut: take.maybeCount(json.timeouts, 'timeouts'),
        },
        status: statusOf(take, json),
        bytes: take.maybeCount(throughput.total, 'throughput.total'),
        rate: (json.sampleInt ?? SECOND) === SECOND ? rateOf(take, requests) : null,
        times: {
          latency: timesOf({
            // Before 6.0 it did not say.
            count: take.maybeCount(latency.totalCount ?? requests.total, 'latency.totalCount'),
            min: take.amount(latency.min, 'latency.min'),
            mean: take.amount(latency.mean ?? latency.average, 'latency.average'),
            stdev: take.amount(latency.stddev, 'latency.stddev'),
            max: take.amount(latency.max, 'latency.max'),
            percentiles: percentilesOf(take, latency, 'latency'),
          }),
        },
        figures: ['non2xx', 'mismatches', 'resets', 'pipelining', 'workers'].flatMap((key) => {
          const value = take.maybeCount(json[key], key);
          return value === null ? [] : [{ name: key, value, unit: '' }];
        }),
      }),
      [say('foreign.ofAutocannon')],
    );
  },
};

function statusOf(take: LoadReader, json: Json): Record<string, number> {
  if (json.statusCodeStats === undefined) return {};
  const entries = Object.entries(take.object(json.statusCodeStats, 'statusCodeStats'));
  take.checkNumber(entries.length);
  const countOf = (value: unknown, place: string): number => take.count(take.object(value, place).count, `${place}.count`);
  return named(entries.map(([status, value]) => [status, countOf(value, `statusCodeStats.${status}`)]));
}

function percentilesOf(take: LoadReader, json: Json, place: string): Record<string, number> {
  return Object.fromEntries(
    PERCENTILE_KEYS.flatMap((key) => {
      const value = take.maybeAmount(json[key], `${place}.${key}`);
      return value === null ? [] : [[key.slice(1).replace('_', '.'), value]];
    }),
  );
}

function rateOf(take: LoadReader, requests: Json): ForeignRate {
  return {
    mean: take.amount(requests.mean ?? requests.average, 'requests.average'),
    stdev: take.maybeAmount(requests.stddev, 'requests.stddev'),
    min: take.maybeAmount(requests.min, 'requests.min'),
    max: take.maybeAmount(requests.max, 'requests.max'),
    percentiles: percentilesOf(take, requests, 'requests'),
  };
}
