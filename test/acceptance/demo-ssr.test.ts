/**
 * The shape of the study, as it was published. Both variants are measured in turn, and the median over the rounds decides.
 *
 * The server computes from the first request to the last, so the share of a core that it got says whether other programs took
 * the processor away, which makes everybody wait by chance. Rounds in which they did are left out, by that share alone and
 * whatever they show.
 */
import { expect, test } from 'vitest';
import type { RunReport } from '../../shared/model/report.ts';
import type { Setup } from '../../shared/model/setup.ts';
import { comparisonOf, measure } from '../helpers/studies.ts';

const WANTED_ROUNDS = 5;
const MOST_ROUNDS = 15;
/** The server waits for nobody but, in its first moments, for the API. */
const UNDISTURBED_PERCENT = 80;

type Pair = readonly [long: RunReport, small: RunReport];

function gotTheCore({ server }: RunReport): boolean {
  return server.find(({ role }) => role === 'main')!.cpuPercent.mean >= UNDISTURBED_PERCENT;
}

async function measureInTurn(form: string, change: (setup: Setup) => Setup = (setup) => setup): Promise<Pair[]> {
  const [long, small] = comparisonOf('ssr', form).variants.map(({ setup }) => change(setup));
  const pairs: Pair[] = [];
  for (let round = 1; round <= MOST_ROUNDS && pairs.length < WANTED_ROUNDS; round++) {
    const pair = [await measure(long!), await measure(small!)] as const;
    const counts = pair.every(gotTheCore);
    if (counts) pairs.push(pair);
    console.log(`${form} ${round}${counts ? '' : ' (left out)'}: long ${describe(pair[0])}; small ${describe(pair[1])}`);
  }
  expect(pairs.length, 'the machine is too busy: in no round had both servers a core to themselves').toBeGreaterThan(0);
  return pairs;
}

function describe({ latencyMs, load, server }: RunReport): string {
  const { mean, stdev, count, percentiles } = latencyMs!;
  const perSecond = (count / load.durationMs) * 1_000;
  const cpu = server.map(({ cpuPercent }) => cpuPercent.mean.toFixed(0)).join('+');
  return `mean ${mean.toFixed(1)} stdev ${stdev.toFixed(1)} p2.5 ${percentiles['2.5']!.toFixed(1)} p50 ${percentiles['50']!.toFixed(1)} ms, ${perSecond.toFixed(1)}/s, CPU ${cpu} %`;
}

/** Median over the rounds of long / small. */
function medianRatio(pairs: readonly Pair[], figure: (run: RunReport) => number): number {
  const ratios = pairs.map(([long, small]) => figure(long) / figure(small)).sort((a, b) => a - b);
  return ratios[Math.floor(ratios.length / 2)]!;
}

const mean = ({ latencyMs }: RunReport) => latencyMs!.mean;
const stdev = ({ latencyMs }: RunReport) => latencyMs!.stdev;
const throughput = ({ latencyMs, load }: RunReport) => latencyMs!.count / load.durationMs;

test('published: the same throughput, the mean of long 5 to 20 % lower, its standard deviation at least 5 times as large', async () => {
  const pairs = await measureInTurn('published');
  const ratios = { mean: medianRatio(pairs, mean), stdev: medianRatio(pairs, stdev), throughput: medianRatio(pairs, throughput) };
  console.log('published, long / small:', ratios);
  expect(ratios.mean).toBeGreaterThan(0.8);
  expect(ratios.mean).toBeLessThan(0.95);
  expect(ratios.stdev).toBeGreaterThan(5);
  expect(Math.abs(Math.log(ratios.throughput))).toBeLessThan(Math.log(1.1));
});

/** Where it was published a page took 100 ms: the API one page time or ten. */
const PUBLISHED_PAGE_MS = 100;

/** What a page takes here; the fastest of a few runs, for nothing makes a run faster than it is. */
async function measurePage(): Promise<number> {
  const { setup } = comparisonOf('ssr', 'published').variants[0]!;
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const { load } = await measure({ ...setup, load: { ...setup.load, end: { by: 'amount', requests: 50 } } });
    times.push(load.durationMs / 50);
  }
  return Math.min(...times);
}

test('with the API in the proportions of the publication: the standard deviation of long at least 3 times as large', async () => {
  const pageMs = await measurePage();
  const delays = [100, 1_000].map((delay) => Math.round((delay * pageMs) / PUBLISHED_PAGE_MS)).join(',');
  console.log(`a page takes ${pageMs.toFixed(1)} ms, the API ${delays} ms in turn`);
  const pairs = await measureInTurn('api-published', (one) => ({
    ...one,
    target: { ...one.target, env: [...one.target.env, { name: 'API_DELAYS_MS', value: delays }] },
  }));
  const ratios = { mean: medianRatio(pairs, mean), stdev: medianRatio(pairs, stdev), throughput: medianRatio(pairs, throughput) };
  console.log('with the API, long / small:', ratios);
  expect(ratios.stdev).toBeGreaterThan(3);
});

test('mixed: the cheap route is answered at least 5 times sooner beside small tasks', async () => {
  const pairs = await measureInTurn('mixed');
  const ratio = medianRatio(pairs, ({ latencyMs }) => latencyMs!.percentiles['50']!);
  console.log('mixed, p50 of long / small:', ratio);
  expect(ratio).toBeGreaterThan(5);
});
