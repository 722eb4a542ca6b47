/** What the report of a comparison is made of, from made-up runs: ten pairs, of which B takes 0.8 of A's time. */
import { computePercentileCurves } from '../../electron/engine/experiments/compare/percentile-curves.ts';
import { compareRequests } from '../../shared/analysis/by-request.ts';
import { computeDots } from '../../shared/analysis/verdicts/metrics.ts';
import { computeVerdicts } from '../../shared/analysis/verdicts/verdict.ts';
import type { ExactDistribution } from '../../shared/load/distribution.ts';
import type { ComparisonSetup } from '../../shared/model/comparison/comparison.ts';
import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import type { Pass } from '../../shared/model/comparison/pass.ts';
import { answeredOf } from '../../shared/model/distribution.ts';
import type { RunReport } from '../../shared/model/report.ts';
import { WHOLE_PROFILE } from '../../shared/profile/tree/call-tree.ts';
import { compareFunctions, compareTrees, toDiffFlameColumns } from '../../shared/profile/tree/compare-trees.ts';
import type { ComparisonReportInput } from '../../shared/report/comparison-report.ts';
import { drawProfile } from '../unit/shared/profile/draw.ts';
import { reportInput, syntheticRun } from './report-input.ts';
import { SYNTHETIC_SETUP } from './synthetic-recording.ts';
import { verbatim } from './worded.ts';

export const SETUP: ComparisonSetup = {
  variants: ['long <task>', 'small tasks'].map((title) => ({ title, setup: SYNTHETIC_SETUP })),
  pairs: 10,
  question: 'p50',
  profiled: true,
  seed: 7,
  equivalencePercent: 5,
};

/** Recorded for the first who asks: they are only read. */
async function record() {
  const recordings = [syntheticRun({ seed: 1 }), syntheticRun({ seed: 2 })];
  const { run } = await reportInput(syntheticRun());
  return { run, recordings, series: await Promise.all(recordings.map(async (recording) => (await reportInput(recording)).series)) };
}

let recorded: ReturnType<typeof record> | undefined;

/** Ten pairs; every figure of B in time is 0.8 of A's, with a wobble that cannot hide it. */
function makePasses(run: RunReport, factor: number): Pass[] {
  return Array.from({ length: 20 }, (_, index) => {
    const [round, variant] = [Math.floor(index / 2), index % 2];
    const scale = (variant === 1 ? factor : 1) * (1 + 0.004 * ((round * 7 + variant * 3) % 5));
    const latency = answeredOf(run.latencyMs!);
    const percentiles = Object.fromEntries(Object.entries(latency.percentiles).map(([key, ms]) => [key, ms * scale]));
    const latencyMs = { ...latency, mean: latency.mean * scale, stdev: latency.stdev * scale, percentiles };
    const report = { ...run, variant: 'AB'[variant]!, latencyMs };
    return {
      index,
      variant,
      round,
      kind: 'measured',
      report,
      excluded: round === 9 && variant === 1 ? verbatim('It crashed | <b>.') : null,
    };
  });
}

export async function makeInput(changes: Partial<ComparisonInfo> = {}): Promise<ComparisonReportInput> {
  recorded ??= record();
  const { run, recordings, series } = await recorded;
  const passes = makePasses(run, 0.8);
  const evidence = series.map((one, variant) => ({
    variant,
    series: one,
    responseOrder: {
      meta: { shown: 3, total: 9 },
      startMs: Float64Array.of(0, 1, 2),
      latencyMs: Float64Array.of(5, 10, 20 + variant),
      status: Uint16Array.of(200, 200, 500),
      unmet: new Uint16Array(3),
    },
  }));
  const [a, b] = [
    drawProfile(`
      time   0      10     20     30
             handle handle handle
             render render parse`),
    drawProfile(`
      time   0      10     20     30
             handle handle handle
             render log    parse`),
  ];
  const trees = compareTrees({ profiles: [a], requests: 1 }, { profiles: [b], requests: 1 }, WHOLE_PROFILE);
  const latencies = recordings.map((recording) => recording.load.latency satisfies ExactDistribution);
  return {
    name: 'Long against small',
    createdAt: '2026-01-02T03:04:05.678Z',
    failure: null,
    info: {
      made: 'series',
      setup: SETUP,
      state: 'done',
      running: null,
      leftMs: null,
      passes,
      verdicts: computeVerdicts(passes, { ...SETUP, pairs: 9 }, 0, 1),
      byRequest: compareRequests(passes, { ...SETUP, pairs: 9 }, 2, true),
      dots: computeDots(passes, 2, 'p50'),
      differences: [{ field: 'env.MODE', values: ['a|b', null] }],
      environments: [null, null],
      sensitivity: null,
      warnings: [verbatim('<b>Other</b> machine.')],
      profiledPasses: [null, null],
      profileKinds: [['cpu'], ['cpu']],
      study: null,
      ...changes,
    },
    environment: null,
    commands: ['loopscope run a.js', 'loopscope run b.js'],
    notes: '',
    percentiles: computePercentileCurves(latencies),
    round: 0,
    evidence,
    tickFlames: [],
    profiles: [{ b: 1, kind: 'cpu', unit: 'microseconds', flame: toDiffFlameColumns(trees, 1_000), functions: compareFunctions(trees) }],
  };
}
