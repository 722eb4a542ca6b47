import { describe, expect, test } from 'vitest';
import { metricOf } from '../../../../shared/analysis/verdicts/metrics.ts';
import { parseMarkdown, parseSpans } from '../../../../shared/base/markdown.ts';
import { shortenPath } from '../../../../shared/base/shorten-path.ts';
import { togetherOf } from '../../../../shared/charts/chart-lines.ts';
import { curvesOf } from '../../../../shared/charts/percentile-curves.ts';
import { barsPath } from '../../../../shared/charts/response-order.ts';
import {
  computeRoundLine,
  measuresOf,
  overlay,
  ROUND_LOOKS,
  ROUND_MEASURES,
  tellRoundFigure,
} from '../../../../shared/charts/round-lines.ts';
import { formatSignificant } from '../../../../shared/format/figures.ts';
import { firstLink, parseLessonLink } from '../../../../shared/model/comparison/lesson-links.ts';
import { hasLoad } from '../../../../shared/model/report.ts';
import { nameOf } from '../../../../shared/phrases/variant-name.ts';
import { makeComparison } from '../../../helpers/fake-comparison.ts';
import { makeLoadSeries, makeReport, makeServerSeries } from '../../../helpers/fake-data.ts';

describe('percentile curves', () => {
  const percentile = Float64Array.of(0, 50, 90, 99, 99.9);
  const [curve] = curvesOf({ meta: { variants: 1, counts: [400] }, percentile, ms0: Float64Array.of(1, 10, 20, 90, 95) });

  test('a value is that of the nearest point at or above', () => {
    expect([curve!.at(0), curve!.at(50), curve!.at(50.1), curve!.at(99), curve!.at(100)]).toEqual([1, 10, 20, 90, 95]);
  });

  test('400 responses are enough for p99 and too few for p99.9', () => {
    expect(curve!.sure).toBe(99);
  });

  test('a variant without responses has no curve', () => {
    expect(curvesOf({ meta: { variants: 1, counts: [0] }, percentile, ms0: new Float64Array(5).fill(Number.NaN) })).toEqual([]);
  });
});

test('bars are side by side, at least a pixel high, and only for the requested range', () => {
  const path = barsPath(
    4,
    10,
    40,
    100,
    (row) => 100 - row * 20,
    (row) => row !== 1,
  );
  expect(path.match(/M[\d.]+/g)).toEqual(['M10.00', 'M30.00', 'M40.00']);
  expect(path).toContain('v-1.0');
  expect(path).toContain('v-60.0');
});

describe('the series of a round', () => {
  test('lines sampled at different times share one axis, with gaps where a line has no point', () => {
    const both = overlay([{ x: [1, 3], values: [10, 30] }, null, { x: [2, 3], values: [5, 6] }]);
    expect(both).toEqual({
      x: [1, 2, 3],
      values: [
        [10, null, 30],
        [null, null, null],
        [null, 5, 6],
      ],
    });
  });

  test('CPU per request is the CPU of all processes over the responses of the same second', () => {
    const series = { load: makeLoadSeries(5_000, 0), server: makeServerSeries(5_000, 0), measuredMs: 5_000 };
    const { values } = computeRoundLine(series, 'cpuPerRequest');
    // Two processes at about 98 % and 63 % of a core, about 2,880 answers a second: 1.61 s of CPU over them.
    expect(values).toHaveLength(5);
    for (const value of values) expect(value).toBeGreaterThan(0.5);
    for (const value of values) expect(value).toBeLessThan(0.65);
  });

  test('beside a line stands the longest stall of the run, not a mean of the longest, and none of the warm-up', () => {
    const server = makeServerSeries(3_000, 0);
    const stalls = server.atMs.map((at) => (at < 0 ? 900 : 5));
    stalls[server.atMs.findIndex((at) => at > 1_000)] = 200;
    const series = { load: makeLoadSeries(3_000, 0), server: { ...server, stallMs: stalls }, measuredMs: 3_000 };
    const { values } = computeRoundLine(series, 'stall');
    expect(togetherOf({ values, ...ROUND_LOOKS.stall })).toBe(200);
    const early = { ...series, server: { ...series.server, atMs: server.atMs.map((at) => at - 1_500), stallMs: stalls.map(() => 900) } };
    expect(computeRoundLine(early, 'stall').x.every((at) => at >= 0)).toBe(true);
  });

  test('beside the lines of a run stand its own p50, p99 and CPU per request; of a part of it they are not known', () => {
    const [report] = makeReport(makeComparison().variants[0]!.setup, 20_000, null).runs.filter(hasLoad);
    expect(tellRoundFigure('p99', report!, false)).toContain(formatSignificant(metricOf(report!, 'p99')));
    expect(tellRoundFigure('cpuPerRequest', report!, false)).toBe(formatSignificant(metricOf(report!, 'cpuMsPerRequest')));
    expect([tellRoundFigure('p50', report!, true), tellRoundFigure('p50', null, false)]).toEqual(['–', '–']);
    expect(tellRoundFigure('stall', report!, false)).toBeNull();
  });

  test('a last second of two milliseconds is no point: its bytes would be a hundred times the rate', () => {
    const series = { load: makeLoadSeries(1_500, 0), server: makeServerSeries(1_500, 0), measuredMs: 1_002 };
    expect(series.load.completed).toHaveLength(2);
    for (const measure of ['p50', 'p99', 'throughput', 'bytes', 'cpuPerRequest'] as const) {
      const { values } = computeRoundLine(series, measure);
      expect([measure, values]).toEqual([measure, [expect.any(Number), null]]);
    }
  });

  test('a run whose requests another tool made has the lines of its server only: it is not one without requests', () => {
    const load = makeLoadSeries(3_000, 0);
    const none = { ...load, completed: load.completed.map(() => 0), failed: load.failed.map(() => 0), dropped: load.dropped.map(() => 0) };
    const series = { load: none, server: makeServerSeries(3_000, 0), measuredMs: 3_000 };
    expect(measuresOf(ROUND_MEASURES, [series, null])).toEqual(['stall', 'memory']);
    expect(measuresOf(ROUND_MEASURES, [series, { ...series, load }])).toEqual(ROUND_MEASURES);
  });

  test('the stall is the longest of any process, memory is the sum of all', () => {
    const series = { load: makeLoadSeries(2_000, 0), server: makeServerSeries(2_000, 0), measuredMs: 2_000 };
    const memory = computeRoundLine(series, 'memory').values;
    expect(memory[0]).toBeGreaterThan(180);
    expect(computeRoundLine(series, 'stall').values.every((value) => value !== null && value < 10)).toBe(true);
  });
});

test('paths are shown without their common folder; other values unchanged', () => {
  expect(shortenPath('/srv/shop/a/server.js', ['/srv/shop/a/server.js', '/srv/shop/b/server.js'])).toBe('a/server.js');
  expect(shortenPath('/plain', ['/plain', '/logged'])).toBe('/plain');
  expect(shortenPath('/same.js', ['/same.js'])).toBe('/same.js');
  expect(shortenPath('10', ['10', '20'])).toBe('10');
  expect(shortenPath('C:\\w\\app.cjs', ['C:\\w\\app.cjs', 'C:\\w\\other.cjs'])).toBe('app.cjs');
  expect(shortenPath('C:\\w\\app.cjs', ['C:\\w\\app.cjs', '/w/other.cjs'])).toBe('C:\\w\\app.cjs');
});

test('a variant is called by its letter and its name', () => {
  const setup = makeComparison();
  expect(nameOf({ setup }, 'B')).toBe('B (Many small tasks)');
  const unnamed = { ...setup, variants: setup.variants.map((variant, index) => ({ ...variant, title: `Variant ${'AB'[index]}` })) };
  expect(nameOf({ setup: unnamed }, 'B')).toBe('B');
});

describe('lessons', () => {
  test('links lead to existing figures and frames; all others become plain text', () => {
    expect(parseLessonLink('chart:answer-order')).toEqual({ picture: 'answer-order', query: '' });
    expect(parseLessonLink('frame:renderToString')).toEqual({ picture: 'flame', query: '"renderToString"' });
    for (const href of ['chart:nothing', 'https://example.com/', 'javascript:alert(1)', '#/run/x', ''])
      expect(parseLessonLink(href)).toBeNull();
  });

  test('the first figure that a text links to is shown beside it', () => {
    expect(firstLink('See [this](https://a.b/), then [that](chart:dots) and [more](chart:flame).')).toEqual({ picture: 'dots', query: '' });
    // The table stands above the text already.
    expect(firstLink('The [table](chart:verdicts) and the [curves](chart:percentiles).')?.picture).toBe('percentiles');
    expect(firstLink('No link at all.')).toBeNull();
  });

  test('HTML in a text is shown as text', () => {
    expect(parseMarkdown('<script>alert(1)</script>')).toEqual([{ kind: 'paragraph', text: '<script>alert(1)</script>' }]);
    expect(parseSpans('a [b](chart:dots) `c` **d**')).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'link', text: 'b', href: 'chart:dots' },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'c' },
      { kind: 'text', text: ' ' },
      { kind: 'strong', text: 'd' },
    ]);
  });
});
