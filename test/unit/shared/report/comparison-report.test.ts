/** A report of a comparison, from made-up runs with known figures. */
import { describe, expect, test } from 'vitest';
import { computePercentileCurves } from '../../../../electron/engine/experiments/compare/percentile-curves.ts';
import { computeDots } from '../../../../shared/analysis/verdicts/metrics.ts';
import { ROUND_MEASURES } from '../../../../shared/charts/round-lines.ts';
import { ExactDistribution } from '../../../../shared/load/distribution.ts';
import type { Verdict } from '../../../../shared/model/comparison/comparison.ts';
import type { Metric } from '../../../../shared/model/comparison/metrics.ts';
import type { Pass } from '../../../../shared/model/comparison/pass.ts';
import { fail } from '../../../../shared/model/failure.ts';
import type { DiffFunctionRow } from '../../../../shared/model/profile/profile-views.ts';
import { reachOf } from '../../../../shared/phrases/reach.ts';
import { formatComparisonBrief } from '../../../../shared/report/brief.ts';
import { formatComparisonHtml, formatComparisonMarkdown } from '../../../../shared/report/comparison-report.ts';
import { MOST_BYTES } from '../../../../shared/report/document.ts';
import { sensitivityOf, shownBy, verdictOf } from '../../../../shared/report/sentences.ts';
import { say } from '../../../../shared/words/said.ts';
import { makeInput, SETUP } from '../../../helpers/comparison-input.ts';
import { answerOf, frameTitles, rowOf, tableOf } from '../../../helpers/read-report.ts';
import { SYNTHETIC_SETUP } from '../../../helpers/synthetic-recording.ts';
import { verbatim } from '../../../helpers/worded.ts';

const DIFFERENCES = [{ field: 'script', values: ['a.js', 'b.js'] }];

test('the table of verdicts has the figures of the verdicts', async () => {
  const input = await makeInput();
  const html = formatComparisonHtml(input);
  const mean = input.info.verdicts.find(({ metric }) => metric === 'mean')!;
  const row = rowOf(html, 'B against A', 'Mean latency');
  expect(row[3]).toMatch(/^−(19|20)\.\d$/);
  expect(row[3]).toBe(`−${Math.abs(mean.differencePercent!).toFixed(1)}`);
  expect(row[4]).toBe(`${mean.ci!.map((limit) => `−${Math.abs(limit).toFixed(1)}`).join(' … ')}`);
  expect(row[6]).toBe('9');
  expect(tableOf(html, 'Runs, in the order they were made')).toHaveLength(21);
  expect(rowOf(html, 'Runs, in the order they were made', '20').at(-1)).toBe('left out: It crashed | <b>.');
  expect(rowOf(html, 'What differs between the variants', 'Variable MODE')).toEqual(['Variable MODE', 'a|b', 'not set']);
});

test('the difference flame graph shows direction and noise', async () => {
  const input = await makeInput();
  const html = formatComparisonHtml(input);
  const titles = frameTitles(html, 'flame-B');
  expect(titles.map((title) => title.split('\n')[0])).toEqual(expect.arrayContaining(['(root)', 'handle', 'render', 'log', 'parse']));
  // Two of three samples against one: a difference, but no more than chance makes.
  expect(titles.find((title) => title.startsWith('render'))).toMatch(
    /Difference −.*−50\.0\u00a0%\)\n.*Within the sampling error of the two profiles/s,
  );
  expect(titles.find((title) => title.startsWith('log'))).toMatch(/none in A/);
  expect(html).toMatch(/<g class="d-noise"><title>render/);
});

test('with enough samples, less time in B is blue and more is orange', async () => {
  const input = await makeInput();
  const [pair] = input.profiles;
  const clear = { ...pair!, flame: { ...pair!.flame, noise: new Uint8Array(pair!.flame.noise.length) } };
  const html = formatComparisonHtml({ ...input, profiles: [clear] });
  expect(html).toMatch(/<g class="d-less-4"><title>render[^<]*−50\.0/);
  expect(html).toMatch(/<g class="d-more-4"><title>log[^<]*\+/);
  expect(html).toMatch(/--less:#2166ac;--more:#c9720a/);
});

test('both sides are drawn on one scale', async () => {
  const input = await makeInput();
  const flame = { ...input.profiles[0]!.flame };
  const half = { ...flame, meta: { ...flame.meta, perRequestB: flame.meta.perRequestB / 2 }, totalB: flame.totalB.map((us) => us / 2) };
  const html = formatComparisonHtml({ ...input, profiles: [{ ...input.profiles[0]!, flame: half }] });
  const rootWidth = (id: string): number =>
    Number(new RegExp(`aria-labelledby="${id}-title.*?<rect[^>]* width="([\\d.]+)"`, 's').exec(html)![1]);
  expect(rootWidth('flame-B-a')).toBeCloseTo(1_079.5);
  expect(rootWidth('flame-B-b')).toBeCloseTo(539.5);
});

test('values of sessions are escaped', async () => {
  const html = formatComparisonHtml(await makeInput());
  expect(html).toContain('long &lt;task&gt;');
  expect(html).toContain('&lt;b&gt;Other&lt;/b&gt; machine.');
  expect(html).not.toMatch(/<b>Other|NaN|undefined/);
});

test('the report of the largest possible comparison stays within the size limit', async () => {
  const input = await makeInput();
  const variants = Array.from({ length: 6 }, (_, variant) => ({ title: `variant ${variant}`, setup: SYNTHETIC_SETUP }));
  const passes = Array.from(
    { length: 1_200 },
    (_, index): Pass => ({ ...input.info.passes[0]!, index, variant: index % 6, round: Math.floor(index / 6) }),
  );
  const responseOrder = {
    meta: { shown: 2_000, total: 9_000 },
    startMs: new Float64Array(2_000),
    latencyMs: Float64Array.from({ length: 2_000 }, (_, row) => row % 97),
    status: new Uint16Array(2_000).fill(200),
    unmet: new Uint16Array(2_000),
  };
  const info = { ...input.info, setup: { ...SETUP, variants, pairs: 200 }, passes, dots: computeDots(passes, 6, 'p50') };
  const evidence = variants.map((_, variant) => ({ ...input.evidence[0]!, variant, responseOrder }));
  const html = formatComparisonHtml({ ...input, info, evidence, profiles: [1, 2, 3, 4, 5].map((b) => ({ ...input.profiles[0]!, b })) });
  expect(tableOf(html, 'Runs, in the order they were made')).toHaveLength(1_201);
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(MOST_BYTES);
});

test('in brief: the sentences, the verdicts and what differs in the code, under 100 lines however much there is', async () => {
  const input = await makeInput();
  const brief = formatComparisonBrief(input, input.profiles);
  expect(brief).toContain(answerOf(formatComparisonHtml(input)));
  for (const caption of ['B against A', 'Functions by difference, B against A']) expect(brief).toContain(`**${caption}**`);
  // What was run of each, not of the first alone.
  for (const [variant, command] of input.commands.entries()) expect(brief).toContain(`- **${'AB'[variant]}** \`${command}`);
  const titles = Array.from({ length: 6 }, (_, variant) => `variant ${variant}`);
  const { info } = input;
  const much = formatComparisonBrief(
    {
      ...input,
      commands: ['a\n'.repeat(500)],
      info: {
        ...info,
        setup: { ...SETUP, variants: titles.map((title) => ({ title: `${title}\n`.repeat(9), setup: SYNTHETIC_SETUP })) },
        verdicts: ['B', 'C', 'D', 'E', 'F'].flatMap((b) => info.verdicts.map((verdict) => ({ ...verdict, b }))),
        differences: Array.from({ length: 90 }, (_, index) => ({ field: `env.V${index}`, values: titles.map(String) })),
        warnings: Array.from({ length: 40 }, () => verbatim('line\n'.repeat(300))),
      },
    },
    [],
  );
  expect(much.split('\n').length).toBeLessThan(100);
  expect(much).toContain('**F against A**');
  expect(much).toContain('The first 8 of 90.');
});

test('has the time charts of the screen, in the same order', async () => {
  const html = formatComparisonHtml(await makeInput());
  const ids = [...html.matchAll(/aria-labelledby="time-(\w+)-title/g)].map(([, id]) => id);
  expect(ids).toEqual([...ROUND_MEASURES]);
});

test('functions without self time in A are not called new and have no percentage', async () => {
  const input = await makeInput();
  const [pair] = input.profiles;
  const row = (name: string, totalA: number): DiffFunctionRow => {
    const figures = {
      selfA: 0,
      selfB: 5,
      foldedA: 0,
      foldedB: 0,
      totalA,
      totalB: 9,
      differencePercent: null,
      noise: false,
      foldedNoise: true,
    };
    return { function: name, url: 'file:///x.js', line: 1, kind: 'own', ...figures };
  };
  const html = formatComparisonHtml({ ...input, profiles: [{ ...pair!, functions: [row('calls', 9), row('fresh', 0)] }] });
  expect(rowOf(html, 'Functions by difference, B against A', 'calls').slice(3, 5)).toEqual(['+5.0', '–']);
  expect(rowOf(html, 'Functions by difference, B against A', 'fresh').slice(3, 5)).toEqual(['+5.0', 'none in A']);
});

test('functions of variants in different files have a file for each side', async () => {
  const input = await makeInput();
  const [pair] = input.profiles;
  const figures = {
    selfA: 5,
    selfB: 9,
    foldedA: 0,
    foldedB: 0,
    totalA: 5,
    totalB: 9,
    differencePercent: 80,
    noise: false,
    foldedNoise: true,
  };
  const row = (name: string, url: string, own: Partial<DiffFunctionRow> = {}): DiffFunctionRow => {
    return { function: name, url, line: 4, kind: 'own', ...figures, ...own };
  };
  const inB = 'file:///app/b/index.js';
  const functions = [
    row('price', 'file:///app/a/index.js', { placeB: { url: inB, line: 7 } }),
    row('gone', 'file:///app/a/index.js', { totalB: 0, selfB: 0, differencePercent: -100 }),
    row('fresh', inB, { totalA: 0, selfA: 0, differencePercent: null }),
    row('library', 'file:///lib.js'),
  ];
  const table = tableOf(formatComparisonHtml({ ...input, profiles: [{ ...pair!, functions }] }), 'Functions by difference, B against A');
  expect(table[0]!.slice(-2)).toEqual(['File A', 'File B']);
  expect(table.slice(1).map((cells) => [cells[0], ...cells.slice(-2)])).toEqual([
    ['price', 'a/index.js:4', 'b/index.js:7'],
    ['gone', 'a/index.js:4', '–'],
    ['fresh', '–', 'b/index.js:4'],
    ['library', '/lib.js:4', '/lib.js:4'],
  ]);
});

test('the question comes first in tables and figures, and is said to be fixed in advance', async () => {
  const input = await makeInput({ setup: { ...SETUP, question: 'spread' } });
  const html = formatComparisonHtml(input);
  expect(tableOf(html, 'B against A')[1]![0]).toBe('Spread (stdev), the question');
  expect(/aria-labelledby="runs-(\w+)-title/.exec(html)![1]).toBe('spread');
  expect(html).toContain('The question, spread, was fixed before the first of them.');
  const markdown = formatComparisonMarkdown(input);
  expect(markdown).toMatch(/\|\s*-.*\|\n\| Spread \(stdev\), the question \|/);
});

test('saved sessions have no question', async () => {
  const html = formatComparisonHtml(await makeInput({ made: 'sessions' }));
  expect(html).not.toContain('(the question)');
  expect(html).not.toContain('The question, ');
});

test('lists the machines of the variants if they differ, and never the one that writes the report', async () => {
  const here = { loopscope: '0.1.0', os: 'Linux 6', arch: 'x64', cpu: 'Here', cores: 2, memoryBytes: 8e9, engineNode: '20.0.0' };
  const there = { ...here, cpu: 'There' };
  const same = formatComparisonHtml(await makeInput({ environments: [here, here] }));
  expect(rowOf(same, 'Environment', 'Computer')).toEqual(['Computer', expect.stringContaining('Here, 2 cores')]);
  const apart = formatComparisonHtml(await makeInput({ environments: [here, there], made: 'sessions' }));
  expect(rowOf(apart, 'Environment', 'Computer, differs').map((cell) => cell.split(',')[0])).toEqual(['Computer', 'Here', 'There']);
  expect(rowOf(apart, 'Environment', 'System')).toEqual(['System', 'Linux 6, x64', 'Linux 6, x64']);
  expect(apart).toContain('Saved runs side by side');
});

test('says that a comparison ended early, and shows limits as they were set', async () => {
  const input = await makeInput({ setup: { ...SETUP, equivalencePercent: 2.5 } });
  const { failure } = fail('target-crashed', { verbatim: 'It died.' });
  expect(formatComparisonHtml({ ...input, failure })).toContain('Ended early: It died.');
  expect(formatComparisonMarkdown({ ...input, failure })).toContain('Ended early: It died.');
});

test('no two ticks of an axis have the same label', async () => {
  const input = await makeInput();
  // Ticks in halves, the second of them whole: 2.5, 3, 3.5, 4.
  const dots = input.info.dots.map(({ metric }) => ({
    metric,
    values: [
      [2.7, 3.1],
      [3.6, 3.8],
    ],
  }));
  const html = formatComparisonHtml({ ...input, info: { ...input.info, dots } });
  const panels = html.match(/<svg[^>]*aria-labelledby="runs-.*?<\/svg>/gs) ?? [];
  expect(panels.length).toBeGreaterThan(3);
  for (const panel of panels) {
    const labels = [...panel.matchAll(/<text class="axis end"[^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(new Set(labels).size, labels.join(' ')).toBe(labels.length);
  }
});

test('the same comparison gives the same bytes', async () => {
  expect(formatComparisonHtml(await makeInput())).toBe(formatComparisonHtml(await makeInput()));
});

test('pipes are escaped in Markdown tables', async () => {
  const markdown = formatComparisonMarkdown(await makeInput());
  expect(markdown).toMatch(/^# Long against small\n/);
  expect(markdown).toContain('- **A** long &lt;task&gt;');
  expect(markdown).toContain('| Variable MODE | a\\|b | not set |');
  expect(markdown).toContain('Command line of B: `loopscope run b.js`');
});

test('without measured runs, or with excluded ones only', async () => {
  const html = formatComparisonHtml({
    ...(await makeInput({ passes: [], verdicts: [], dots: [] })),
    evidence: [],
    profiles: [],
    percentiles: computePercentileCurves([new ExactDistribution(), new ExactDistribution()]),
  });
  expect(answerOf(html)).toBe('No verdict about B (small tasks): no pair of runs has figures.');
  expect(html).not.toMatch(/NaN|Infinity|undefined/);
  expect(html).toContain('There are no times of single responses to draw.');
});

test('a load that is compared is a note before the answer, another one a sentence as large as it', async () => {
  const values = 'A 1 connection; B 3 connections';
  const compared = await makeInput({ warnings: [say('comparisonWarning.loadCompared', { values, models: 'one' })] });
  const NOTE = `The load is what differs: ${values}.`;
  expect(formatComparisonHtml(compared)).toContain(`<p class="rest">${NOTE}</p>\n<p class="answer">`);
  expect(formatComparisonMarkdown(compared)).toContain(`\n\n${NOTE}\n\n**`);
  expect(formatComparisonBrief(compared, [])).toContain(`\n\n${NOTE}\n\n**`);
  const other = await makeInput({ warnings: [say('comparisonWarning.load', { values })] });
  expect(formatComparisonHtml(other)).toContain(`<p class="answer">Different load: ${values}. Latency depends on the load.</p>`);
  expect(formatComparisonMarkdown(other)).toContain(`**Different load: ${values}. Latency depends on the load.**`);
});

describe('the first sentence', () => {
  const verdict = (changes: Partial<Verdict>): Verdict => {
    return {
      metric: 'p50',
      a: 'A',
      b: 'B',
      aValue: 10,
      bValue: 8,
      differencePercent: -20,
      ci: [-22, -18],
      verdict: 'faster',
      reason: null,
      pairs: 10,
      agreeing: changes.pairs ?? 10,
      p: 0.002,
      pHolm: 0.014,
      ...changes,
    };
  };
  const say = (...verdicts: Verdict[]): string => ask('p50', ...verdicts);
  const ask = (question: Metric, ...verdicts: Verdict[]): string => {
    const pairs = Math.max(1, ...verdicts.map((one) => one.pairs));
    const setup = { ...SETUP, variants: SETUP.variants.map((one) => ({ ...one, title: '' })), question, pairs };
    const { lead, rest } = verdictOf(verdicts, 'B', { made: 'series', state: 'done', setup, warnings: [], differences: DIFFERENCES });
    return `${lead} ${rest}`.trim().replaceAll('\u00a0', ' ');
  };
  const instead = 'its median latency is 8.00 ms instead of 10.0 ms, about 20 % less';
  const pairsOf = (pairs: number) => `Typical difference of a pair: −20.0 % (95 % interval −22.0 to −18.0), ${pairs} pairs.`;
  const basis = pairsOf(10);

  test.each([
    ['faster', [verdict({})], `B is faster than A: ${instead}. ${basis}`],
    [
      'much faster',
      [verdict({ aValue: 18.3, bValue: 2.61, differencePercent: -85.7, ci: [-89.6, -80.8] })],
      'B is faster than A: its median latency is 2.61 ms instead of 18.3 ms, about 7 times as fast. Typical difference of a pair: −85.7 % (95 % interval −89.6 to −80.8), 10 pairs.',
    ],
    [
      'slower',
      [verdict({ verdict: 'slower', bValue: 20, differencePercent: 101, ci: [98, 104] })],
      'B is slower than A: its median latency is 20.0 ms instead of 10.0 ms, about twice as long. Typical difference of a pair: +101 % (95 % interval +98.0 to +104), 10 pairs.',
    ],
    [
      'a typical pair that differs a little more than the medians: the size is that of the figures beside it',
      [verdict({ aValue: 47.3, bValue: 15.7, differencePercent: -71.5, ci: [-80, -60] })],
      'B is faster than A: its median latency is 15.7 ms instead of 47.3 ms, about 3 times as fast. Typical difference of a pair: −71.5 % (95 % interval −80.0 to −60.0), 10 pairs.',
    ],
    [
      'medians that differ less than a typical pair does: its size is not put beside them',
      [verdict({ aValue: 254, bValue: 253, differencePercent: -2.5, ci: [-3, -2] })],
      'B is faster than A: its median latency is 253 ms instead of 254 ms. Typical difference of a pair: −2.5 % (95 % interval −3.0 to −2.0), 10 pairs.',
    ],
    [
      'medians that differ clearly more than a typical pair does: 2.9 times, or 2.4',
      [verdict({ aValue: 69.2, bValue: 24.2, differencePercent: -57.8, ci: [-66.5, -50.4] })],
      'B is faster than A: its median latency is 24.2 ms instead of 69.2 ms. Typical difference of a pair: −57.8 % (95 % interval −66.5 to −50.4), 10 pairs.',
    ],
    [
      'equivalent',
      [verdict({ verdict: 'equivalent', bValue: 10.1, differencePercent: 1, ci: [-1, 3] })],
      'B and A are equivalent in median latency within ±5 %: 10.0 ms for A, 10.1 ms for B. Typical difference of a pair: +1.0 % (95 % interval −1.0 to +3.0), 10 pairs.',
    ],
    [
      'noisy',
      [verdict({ verdict: 'cannot tell', reason: 'too noisy', morePairs: 12 })],
      `It is not clear whether B differs from A in median latency: 10.0 ms for A, 8.00 ms for B. A difference, if there is one, is too small to be told from the variation between runs. If runs go on to vary like this, a new comparison with about 12 pairs more would probably decide it. ${basis}`,
    ],
    [
      'one run each',
      [verdict({ verdict: 'cannot tell', reason: 'too few pairs', pairs: 1, ci: null })],
      'One run each: the median latency of B was 8.00 ms instead of 10.0 ms, about 20 % less. It describes these two runs and is not a verdict: how much two runs of the same program differ is not known from one run of each.',
    ],
    [
      'too few, without an interval',
      [verdict({ verdict: 'cannot tell', reason: 'too few pairs', pairs: 2, ci: null })],
      'The median latency of B was 8.00 ms instead of 10.0 ms, about 20 % less. Both pairs agree; a verdict needs ten. Typical difference of a pair: −20.0 %, 2 pairs.',
    ],
    [
      'too few, which agree',
      [verdict({ verdict: 'cannot tell', reason: 'too few pairs', pairs: 5 })],
      `The median latency of B was 8.00 ms instead of 10.0 ms, about 20 % less. All five pairs agree; a verdict needs ten. ${pairsOf(5)}`,
    ],
    [
      'too few, which do not all agree',
      [verdict({ verdict: 'cannot tell', reason: 'too few pairs', pairs: 5, agreeing: 4 })],
      `The median latency of B was 8.00 ms instead of 10.0 ms, about 20 % less. Only four of five pairs agree; a verdict needs ten. ${pairsOf(5)}`,
    ],
    [
      'ten pairs, which are too few for so many variants',
      [verdict({ verdict: 'cannot tell', reason: 'too few pairs', morePairs: 2 })],
      `It is not clear whether B differs from A in median latency: 10.0 ms for A, 8.00 ms for B. There are too few pairs, with so many variants tested at once. If runs go on to vary like this, a new comparison with about 2 pairs more would probably decide it. ${basis}`,
    ],
    ['nothing', [], 'No verdict about B: no pair of runs has figures.'],
  ])('%s', (_, verdicts, sentence) => {
    expect(say(...verdicts)).toBe(sentence);
  });

  test('without a verdict, and with an interval that contains no difference, no size is said', () => {
    const few = { verdict: 'cannot tell', reason: 'too few pairs', aValue: 194, bValue: 97.7, differencePercent: -49, pairs: 3 } as const;
    expect(say(verdict({ ...few, ci: [-70, 12] }))).toContain('97.7 ms instead of 194 ms. ');
    expect(say(verdict({ ...few, ci: [-70, -12] }))).toContain('97.7 ms instead of 194 ms, about twice as fast. ');
  });

  test('while pairs are to come it says how many are finished, and no figure', () => {
    const setup = { ...SETUP, variants: SETUP.variants.map((one) => ({ ...one, title: '' })), question: 'p50' as const, pairs: 10 };
    const first = verdict({ verdict: 'cannot tell', reason: 'unfinished', bValue: 8.4, differencePercent: -16, ci: null, pairs: 1 });
    expect(verdictOf([first], 'B', { made: 'series', state: 'running', setup, warnings: [], differences: DIFFERENCES })).toMatchObject({
      lead: 'So far, with 1 of 10 pairs finished, it is too early to say whether B differs from A.',
      rest: '',
    });
  });

  test('a percentage is that of the pairs, not of the medians: it stands once', () => {
    expect(say(verdict({ bValue: 2.3, differencePercent: -75.1, ci: [-80, -70] }))).toMatch(/about 4 times as fast/);
    expect(
      ask(
        'cpuMsPerRequest',
        verdict({ metric: 'cpuMsPerRequest', verdict: 'lower', bValue: 2.3, differencePercent: -75.1, ci: [-80, -70] }),
      ),
    ).toMatch(/2\.30 ms instead of 10\.0 ms, about 75 % less\. Typical difference of a pair: −75\.1 %/);
  });

  test('of throughput, costs and spread it says what more or less of them means', () => {
    const throughput = verdict({ metric: 'throughput', aValue: 50, bValue: 350, differencePercent: 600, ci: [580, 620] });
    expect(ask('throughput', throughput)).toContain('its throughput is 350/s instead of 50.0/s, about 7 times as much. Typical');
    expect(ask('cpuMsPerRequest', verdict({ metric: 'cpuMsPerRequest', verdict: 'lower' }))).toBe(
      `B uses less than A: its CPU per request is 8.00 ms instead of 10.0 ms, about 20 % less. ${basis}`,
    );
    expect(ask('spread', verdict({ metric: 'spread', verdict: 'lower' }))).toBe(
      `Latency of B varies less than that of A: its latency spread is 8.00 ms instead of 10.0 ms, about 20 % less. ${basis}`,
    );
    expect(ask('spread', verdict({ metric: 'spread', verdict: 'higher' }))).toContain('varies more');
  });

  test('leads with the question and names metrics with the opposite verdict in the same sentence', () => {
    const spread = verdict({ metric: 'spread', verdict: 'lower', bValue: 1.6, differencePercent: -84, ci: [-88, -79] });
    const mean = verdict({ metric: 'mean', verdict: 'slower', bValue: 11.4, differencePercent: 14, ci: [12, 16] });
    const p99 = verdict({ metric: 'p99', bValue: 7, differencePercent: -30, ci: [-35, -25] });
    expect(ask('spread', mean, p99, spread)).toBe(
      'Latency of B varies less than that of A: its latency spread is 1.60 ms instead of 10.0 ms, about 84 % less; but mean latency 11.4 ms instead of 10.0 ms. Typical difference of a pair: −84.0 % (95 % interval −88.0 to −79.0), 10 pairs. Better: p99 latency −30.0 %.',
    );
    expect(ask('mean', mean, p99, spread)).toMatch(
      /^B is slower than A: its mean latency is 11\.4 ms instead of 10\.0 ms, about 14 % more; but p99 latency 7\.00 ms instead of 10\.0 ms, latency spread 1\.60 ms instead of 10\.0 ms\. Typical/,
    );
    const same = verdict({ verdict: 'equivalent', differencePercent: 1, ci: [-1, 3] });
    expect(ask('p50', mean, same, spread)).toMatch(/, 10 pairs\..* Better: spread −84\.0 %\. Worse: mean latency \+14\.0 %\.$/);
  });

  test('says when the question has no figures', () => {
    expect(ask('rssBytes', verdict({}))).toBe(
      `B is faster than A: ${instead}. The question was memory, for which no pair of runs has figures. ${basis}`,
    );
  });
});

describe('the detectable difference', () => {
  const reach = (variants: number, pairs: number) => reachOf({ ...SETUP, variants: Array(variants).fill(SETUP.variants[0]), pairs });

  test('is given with the number of pairs needed for more', () => {
    expect([reach(2, 10), reach(6, 12), reach(6, 5)]).toEqual([null, null, null]);
    expect(reach(6, 10)).toBe(
      'With 6 variants, 10 pairs can show a difference in the question (p50 latency) only; in any other metric that takes 12 pairs.',
    );
    expect(reach(3, 10)).toBe(
      'With 3 variants, 10 pairs can show a difference in a metric other than the question (p50 latency) only if the question differs, too; 11 pairs show it on its own.',
    );
  });

  test('of a machine: the question first, by number of pairs', () => {
    const told = [
      { metric: 'mean', cvPercent: 1, detectablePercent: 7, pairs: 12 },
      { metric: 'spread', cvPercent: 1, detectablePercent: 15, pairs: 10 },
    ] as const;
    expect(sensitivityOf(told, 'spread')!.replaceAll('\u00a0', ' ')).toMatch(
      /^With 10 pairs .* about 15 % or more in spread;.*\. With 12 pairs .* 7\.0 % or more in mean/,
    );
    const large = (detectablePercent: number) => sensitivityOf([{ ...told[0], detectablePercent }], 'mean')!.replaceAll('\u00a0', ' ');
    // Twice as much is +100 %, and half as much -50 %: none falls by more than 100 %.
    expect(large(49)).toContain('differences of about 49 % or more in mean latency;');
    expect(large(166)).toContain('differences of a factor of about 2.7 or more in mean latency;');
    expect(large(1e9)).toContain('differences of a factor of over 100 in mean latency;');
  });

  test('of a comparison: where too few runs have figures it is said not to be known', async () => {
    const { info } = await makeInput();
    const known = [{ metric: 'mean', cvPercent: 1, detectablePercent: 7, pairs: 10 }] as const;
    const asked = { ...info, setup: { ...info.setup, question: 'p99' as const } };
    expect(shownBy({ ...asked, sensitivity: null })).toBe(
      'How small a difference such comparisons show is not known: that takes figures of at least 5 runs of each variant, and of three quarters of all its runs.',
    );
    expect(shownBy({ ...asked, sensitivity: known })).toMatch(
      /in mean latency; smaller ones are often missed\. How small a difference in p99 latency they show is not known: /,
    );
    expect(shownBy({ ...asked, sensitivity: [{ ...known[0], metric: 'p99' }] })).not.toContain('not known');
    // Nobody asks it of single runs, and while runs go on it may yet be known.
    for (const other of [{ made: 'sessions' as const }, { setup: { ...asked.setup, pairs: 1 } }, { state: 'running' as const }])
      expect(shownBy({ ...asked, ...other, sensitivity: null })).toBeNull();
  });
});
