/** Synthetic runs: figures that are not given are the same in every run. */

import type { Pass } from '../../../../shared/model/comparison/pass.ts';
import type { MeasuredDistribution } from '../../../../shared/model/distribution.ts';
import type { RunReport } from '../../../../shared/model/report.ts';
import { planOf } from '../../../helpers/plans.ts';

const plan = planOf();

export interface Figures {
  readonly requestsPerSecond: number;
  readonly meanMs: number;
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p99Ms: number;
  readonly stdevMs: number;
  readonly cpuMsPerRequest: number;
  readonly rssBytes: number;
  readonly allocatedPerRequest: number;
  /** Percentiles based on too few responses. */
  readonly weak: readonly string[];
  /** Share of requests that got no response. */
  readonly failed: number;
  /** From sending, and of users; null: the load has none. */
  readonly serviceP50Ms: number | null;
  readonly sessionP50Ms: number | null;
  /** The unexpected status, and its share of all responses. */
  readonly odd: { readonly status: number; readonly share: number } | null;
}

const USUAL: Figures = {
  requestsPerSecond: 2_000,
  meanMs: 5,
  p50Ms: 4.5,
  p90Ms: 8,
  p99Ms: 14,
  stdevMs: 2,
  cpuMsPerRequest: 0.45,
  rssBytes: 80e6,
  allocatedPerRequest: 5_600,
  weak: ['99.99', '99.999'],
  failed: 0,
  serviceP50Ms: null,
  sessionP50Ms: null,
  odd: null,
};

const DURATION_MS = 10_000;

export function makeReport(figures: Partial<Figures> = {}): RunReport {
  const {
    requestsPerSecond,
    meanMs,
    p50Ms,
    p90Ms,
    p99Ms,
    stdevMs,
    cpuMsPerRequest,
    rssBytes,
    allocatedPerRequest,
    weak,
    failed,
    serviceP50Ms,
    sessionP50Ms,
    odd,
  } = { ...USUAL, ...figures };
  const sent = (requestsPerSecond * DURATION_MS) / 1_000;
  const completed = sent - Math.round(sent * failed);
  const unexpected = odd === null ? 0 : Math.round(completed * odd.share);
  const latencyMs: MeasuredDistribution = {
    count: completed,
    min: 1,
    mean: meanMs,
    stdev: stdevMs,
    max: 60,
    percentiles: { '50': p50Ms, '90': p90Ms, '99': p99Ms },
    weak,
  };
  const cpuPercent = (100 * cpuMsPerRequest * completed) / DURATION_MS;
  return {
    variant: 'A',
    excluded: null,
    target: {
      subject: '/s.js',
      script: '/s.js',
      args: [],
      cwd: '/',
      node: '20.0.0',
      nodePath: '/node',
      url: '',
      processes: 1,
      exit: null,
      agent: true,
    },
    load: { ...plan.load, ...plan.requests[0], client: 'loopscope', keepAlive: true, pipelining: 1, workers: 1, durationMs: DURATION_MS },
    ending: 'completed',
    window: null,
    requests: { sent, completed, failed: sent - completed, timedOut: 0, unfinished: 0, dropped: 0, unexpected },
    status: { ...(unexpected < completed ? { '200': completed - unexpected } : {}), ...(odd === null ? {} : { [odd.status]: unexpected }) },
    errors: {},
    bytes: 0,
    latencyMs: completed === unexpected ? null : latencyMs,
    unexpectedLatencyMs: unexpected === 0 ? null : latencyMs,
    connectMs: null,
    firstByteMs: null,
    sessionMs: sessionP50Ms === null ? null : { ...latencyMs, percentiles: { '50': sessionP50Ms } },
    serviceMs: serviceP50Ms === null ? null : { ...latencyMs, percentiles: { '50': serviceP50Ms, '99': 3 * serviceP50Ms } },
    latenessMs: null,
    throughput: null,
    bytesPerSecond: null,
    // Two processes, to test figures that are summed over processes.
    server: [0.25, 0.75].map((share, pid) => ({
      pid,
      role: pid === 0 ? 'main' : 'cluster worker',
      sampled: { intervals: DURATION_MS / 250, ms: DURATION_MS },
      cpuPercent: { mean: cpuPercent * share, max: 100 },
      rssBytes: { mean: rssBytes * share, max: rssBytes },
      elu: null,
      loopDelayMs: null,
      gc: null,
    })),
    memory: {
      allocatedPerRequestBytes: completed === 0 ? null : allocatedPerRequest,
      ...{ liveBytes: null, growthPerRequestBytes: null, gc: null, ownBytes: null, levels: [] },
    },
    profile: null,
    ticks: null,
    phases: [],
    levels: [],
    periods: [],
    generator: { cpuPercent: null, latenessMs: null, limited: false },
    warnings: [],
  };
}

/** Measured passes, A then B in each round; `reportOf` makes the run of a variant in a round. */
export function makePasses(rounds: number, reportOf: (variant: number, round: number) => RunReport | null, variants = 2): Pass[] {
  return Array.from({ length: variants * rounds }, (_, index) => {
    const [variant, round] = [index % variants, Math.floor(index / variants)];
    return { index, variant, round, kind: 'measured', report: reportOf(variant, round), excluded: null };
  });
}

/** Standard normal numbers from uniform ones (Box-Muller). */
export function makeNormal(random: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
