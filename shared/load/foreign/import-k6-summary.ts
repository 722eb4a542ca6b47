/**
 * Opens the summaries of k6 (1.8): what `handleSummary` is given, what `--summary-export` writes, and the same with
 * `--new-machine-readable-summary`. Which figures a trend has was chosen with `summaryTrendStats`.
 */
import type { Importer } from '../../foreign/importer.ts';
import { isObject, type Json } from '../../foreign/read-json.ts';
import { RECORD_AGAIN, refuse } from '../../foreign/refuse.ts';
import { K6_CHECKS, K6_FAILED } from '../../model/load/load-outcomes.ts';
import { type ForeignFigure, type ForeignThreshold, type ForeignTimes, loadResult } from '../../model/load/load-result.ts';
import { say } from '../../words/said.ts';
import { importedLoad, LoadReader, shownName, timesOf, type Values } from './load-reader.ts';

/** A request that got no connection counts as one of 0 ms, unless only those with an expected response are looked at. */
const DURATION = 'http_req_duration';
const EXPECTED = 'http_req_duration{expected_response:true}';
const TREND = /^http_req_|_duration/;
const PERCENTILE = /^p\(?(\d{1,2}(?:\.\d{1,6})?)\)?$/;
/** The largest under another name. */
const LARGEST = ['p(100)', 'p100'];

export const K6_SUMMARY: Importer = {
  sniff: ({ brackets, keys }) => brackets === '{' && keys.has('metrics') && keys.has('root_group'),
  read(text, name) {
    const take = new LoadReader(name);
    const json = take.document(text);
    const state = take.object(json.state ?? {}, 'state');
    const metrics = take.object(json.metrics, 'metrics');
    take.checkNumber(Object.keys(metrics).length);
    const all = Object.entries(metrics).map(([key, value]) => [key, take.object(value, `metrics.${key}`)] as const);
    const values = all.map(([key, metric]) => [key, take.object(metric.values ?? metric, `metrics.${key}`)] as const);
    const thresholds = all.flatMap(([key, metric]) => thresholdsOf(take, key, metric.thresholds));
    take.checkNumber(thresholds.length);
    return importedK6(
      take,
      new Map(values),
      { version: null, durationMs: take.maybeAmount(state.testRunDurationMs, 'state.testRunDurationMs') },
      thresholds,
    );
  },
};

export const K6_MACHINE_SUMMARY: Importer = {
  sniff: ({ brackets, keys }) => brackets === '{' && keys.has('metadata') && keys.has('results'),
  read(text, name) {
    const take = new LoadReader(name);
    const json = take.document(text);
    const results = take.object(json.results, 'results');
    const config = take.object(json.config ?? {}, 'config');
    const { k6_version: version } = take.object(json.metadata, 'metadata');
    const seconds = take.maybeAmount(config.duration, 'config.duration');
    const checks =
      results.checks === undefined ? [] : take.list(take.object(results.checks, 'results.checks').metrics ?? [], 'results.checks.metrics');
    const listed = [...take.list(results.metrics, 'results.metrics'), ...checks];
    take.checkNumber(listed.length);
    const values = listed.map((value, index) => {
      const place = `results.metrics[${index}]`;
      const metric = take.object(value, place);
      return [take.text(metric.name, `${place}.name`), take.object(metric.values, `${place}.values`)] as const;
    });
    return importedK6(take, new Map(values), {
      version: version === undefined ? null : shownName(take.text(version, 'metadata.k6_version')),
      durationMs: seconds === null ? null : Math.round(seconds * 1e9) / 1e6,
    });
  },
};

/** `handleSummary` is given whether each was met (`ok`); in `--summary-export`, true says that it was not. */
function thresholdsOf(take: LoadReader, key: string, thresholds: unknown): ForeignThreshold[] {
  if (thresholds === undefined) return [];
  const place = `metrics.${key}.thresholds`;
  return Object.entries(take.object(thresholds, place)).map(([limit, value]) => {
    const isMet = isObject(value) ? value.ok : typeof value === 'boolean' ? !value : undefined;
    if (typeof isMet !== 'boolean') refuse('damaged', say('foreign.notAThreshold', take.at(`${place}.${limit}`, value)), RECORD_AGAIN);
    return { metric: shownName(key), limit: shownName(limit), isMet: isMet as boolean };
  });
}

function importedK6(
  take: LoadReader,
  metrics: ReadonlyMap<string, Json>,
  known: { readonly version: string | null; readonly durationMs: number | null },
  thresholds: readonly ForeignThreshold[] = [],
) {
  const value = (key: string, of: string): number | null => take.maybeAmount(metrics.get(key)?.[of], `metrics.${key}.${of}`);
  const rate = value('http_reqs', 'rate');
  const isOfExpected = metrics.has(EXPECTED);
  const errors = countsOfErrors(take, metrics);
  const [sent, bytes] = [value('http_reqs', 'count'), value('data_received', 'count')];
  const failed = errors[K6_FAILED] ?? null;
  const expected = sent === null || failed === null || failed > sent ? null : sent - failed;
  const isAllFailed = sent !== null && failed !== null && failed >= sent;
  // Without a byte there was no response: it times how long it waited, and counts that.
  const hasResponses = !(isAllFailed && bytes === 0);
  const times = (key: string, values: number | null, most = values): ForeignTimes | null =>
    trendOf(take, key, metrics.get(key), { atLeast: values, atMost: most });
  // Of requests that all failed it has zeros for what was not timed.
  const timed = (key: string, values = sent): ForeignTimes | null => {
    const all = times(key, values, sent);
    return isAllFailed && isZero(all) ? null : all;
  };
  return importedLoad(
    'k6-summary',
    loadResult({
      tool: 'k6',
      ...known,
      requests: { sent, ...(hasResponses ? {} : { completed: 0 }), dropped: value('dropped_iterations', 'count') },
      errors,
      bytes,
      rate: rate === null ? null : { mean: rate, stdev: null, min: null, max: null, percentiles: {} },
      times: {
        latency: !hasResponses ? null : isOfExpected ? timed(EXPECTED, expected) : timed(DURATION),
        firstByte: hasResponses ? timed('http_req_waiting') : null,
        connect: timed('http_req_connecting'),
        session: times('iteration_duration', value('iterations', 'count')),
      },
      figures: figuresOf(take, metrics),
      ...(thresholds.length === 0 ? {} : { thresholds }),
    }),
    [
      say('foreign.ofK6'),
      ...(hasResponses && (isOfExpected || metrics.has(DURATION)) ? [say(isOfExpected ? 'foreign.k6Expected' : 'foreign.k6All')] : []),
    ],
  );
}

function isZero(times: ForeignTimes | null): boolean {
  return (
    times !== null && [times.min, times.mean, times.max, ...Object.values(times.percentiles)].every((one) => one === null || one === 0)
  );
}

/** How many of its requests and checks failed, under the names of their metrics. Those that did are "passes" of the one, and "fails" of the other. */
function countsOfErrors(take: LoadReader, metrics: ReadonlyMap<string, Json>): Record<string, number> {
  const count = (key: string, names: readonly string[]): number | null => {
    const values = metrics.get(key) ?? {};
    const name = names.find((one) => values[one] !== undefined);
    return name === undefined ? null : take.maybeCount(values[name], `metrics.${key}.${name}`);
  };
  const all = take.maybeCount(metrics.get('http_reqs')?.count, 'metrics.http_reqs.count');
  const share = take.maybeAmount(metrics.get(K6_FAILED)?.rate ?? metrics.get(K6_FAILED)?.value, `metrics.${K6_FAILED}.rate`);
  // The rate is of whole requests: with their number it is theirs again.
  const failed = count(K6_FAILED, ['passes', 'matches']) ?? (share === null || all === null ? null : Math.round(Math.min(1, share) * all));
  const checks = count(K6_CHECKS, ['fails']) ?? count('checks_failed', ['matches']);
  return { ...(failed === null ? {} : { [K6_FAILED]: failed }), ...(checks === null ? {} : { [K6_CHECKS]: checks }) };
}

function trendOf(take: LoadReader, key: string, values: Json | undefined, counted: Values): ForeignTimes | null {
  if (values === undefined) return null;
  const figure = (name: string): number | null => take.maybeAmount(values[name], `metrics.${key}.${name}`);
  const listed = Object.keys(values).flatMap((name): [string, number][] => {
    const percentile = PERCENTILE.exec(name)?.[1];
    const ms = percentile === undefined ? null : figure(name);
    return ms === null ? [] : [[percentile!, ms]];
  });
  take.checkNumber(listed.length);
  const median = figure('med');
  return timesOf(
    {
      count: take.maybeCount(values.count, `metrics.${key}.count`),
      min: figure('min'),
      mean: figure('avg'),
      max: figure(['max', ...LARGEST].find((one) => values[one] !== undefined) ?? 'max'),
      percentiles: { ...(median === null ? {} : { '50': median }), ...Object.fromEntries(listed) },
    },
    counted,
  );
}

/** Counters, rates and gauges, those of the user's own metrics, too. */
function figuresOf(take: LoadReader, metrics: ReadonlyMap<string, Json>): ForeignFigure[] {
  return [...metrics].flatMap(([key, values]) => {
    if (TREND.test(key) && values.avg !== undefined) return [];
    return Object.entries(values)
      .filter(([, value]) => !isObject(value) && typeof value === 'number')
      .map(([of, value]) => ({
        name: shownName(`${key} ${of}`),
        value: take.amount(value, `metrics.${key}.${of}`, -Number.MAX_SAFE_INTEGER),
        unit: '',
      }));
  });
}
