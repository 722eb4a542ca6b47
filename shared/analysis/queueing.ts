/**
 * The queue before a server that does one thing at a time and takes equally long for each (in queueing theory D, with 1 server), as requests
 * come evenly spaced and at random (M). What the theory says of M/D/1, and how far from it the measured runs lie.
 */
import { median } from '../base/statistics/statistics.ts';
import type { Milliseconds, Percent, PerSecond, Ratio } from '../base/units.ts';
import type { Phases } from '../load/part-figures.ts';
import type { ComparisonSetup } from '../model/comparison/comparison.ts';
import type { Pass } from '../model/comparison/pass.ts';
import { isAtOneRate, partsOfLoad } from '../model/load-models.ts';
import type { Setup } from '../model/setup/setup.ts';
import { DIRECT } from '../model/setup/topology.ts';
import { metricOf } from './verdicts/metrics.ts';

export interface QueueRun {
  readonly variant: number;
  /** The share of time that the server is busy, at the rate at which requests really came. */
  readonly utilization: Ratio;
  readonly meanMs: Milliseconds;
}

export interface Queue {
  /** Of a request that finds the server idle. */
  readonly serviceMs: Milliseconds;
  /** Half of those that came evenly spaced took longer than this, so they waited for something that is not in the theory; null: they did not. */
  readonly disturbedMs: Milliseconds | null;
  /** How many came in the runs at random, and the share of time that the server is busy then: chance makes it more or less than planned. */
  readonly perSecond: PerSecond;
  readonly utilization: Ratio;
  /** Index of the variant at random. */
  readonly random: number;
  readonly runs: readonly QueueRun[];
  /** Mean latency at random by the theory, at that rate; null: more come than can be served, and the queue grows for as long as they do. */
  readonly theoryMs: Milliseconds | null;
  /** The median of the runs at random. */
  readonly measuredMs: Milliseconds;
  /** The median from that of the theory; `low` and `high`: single runs, each from the theory at the rate at which its requests came. Null: there is none. */
  readonly off: { readonly median: Percent; readonly low: Percent; readonly high: Percent } | null;
}

/** What Node does beside the work makes some tenths of a millisecond. */
const DISTURBED = 1.5;

/** M/D/1: W = rho S / 2 (1 - rho), and S to be served. Null: there is no mean. */
export function meanOfQueue(serviceMs: Milliseconds, utilization: Ratio): Milliseconds | null {
  return utilization >= 1 ? null : serviceMs + (utilization * serviceMs) / (2 * (1 - utilization));
}

/** Null: the comparison is another one, or has no runs of both yet. */
export function queueOf({ setup, passes }: { readonly setup: ComparisonSetup; readonly passes: readonly Pass[] }): Queue | null {
  const loads = setup.variants.map((variant) => steadyArrivals(variant.setup));
  const [a, b] = loads;
  if (loads.length !== 2 || !a || !b || !isSameRate(a, b) || a.isPoisson === b.isPoisson) return null;
  const random = a.isPoisson ? 0 : 1;
  const { schedule } = a;
  const reports = (variant: number) =>
    passes.flatMap((pass) => (pass.variant === variant && pass.kind === 'measured' && pass.excluded === null ? (pass.report ?? []) : []));
  // Evenly spaced nobody waits for others, so half of them take no longer than they need, in a run that nothing disturbs.
  const medians = reports(1 - random).flatMap((report) => metricOf(report, 'p50') ?? []);
  if (medians.length === 0) return null;
  const fastestMs = Math.min(
    ...reports(1 - random).flatMap((report) => report.latencyMs?.percentiles['1'] ?? metricOf(report, 'p50') ?? []),
  );
  const evenMs = median(medians);
  const isDisturbed = evenMs > DISTURBED * fastestMs;
  const serviceMs = isDisturbed ? fastestMs : Math.min(...medians);
  const runs = loads.flatMap((_, variant) =>
    reports(variant).flatMap((report): QueueRun[] => {
      const meanMs = metricOf(report, 'mean');
      return meanMs === null ? [] : [{ variant, meanMs, utilization: (report.requests.sent / schedule.seconds) * (serviceMs / 1e3) }];
    }),
  );
  const atRandom = runs.filter(({ variant }) => variant === random);
  if (atRandom.length === 0) return null;
  const utilization = median(atRandom.map((run) => run.utilization));
  const theoryMs = meanOfQueue(serviceMs, utilization);
  const measuredMs = median(atRandom.map(({ meanMs }) => meanMs));
  const off = atRandom.flatMap((run) => {
    const theory = meanOfQueue(serviceMs, run.utilization);
    return theory === null ? [] : [100 * (run.meanMs / theory - 1)];
  });
  return {
    serviceMs,
    disturbedMs: isDisturbed ? evenMs : null,
    perSecond: (utilization * 1e3) / serviceMs,
    utilization,
    random,
    runs,
    theoryMs,
    measuredMs,
    off:
      isDisturbed || theoryMs === null || off.length < atRandom.length
        ? null
        : { median: 100 * (measuredMs / theoryMs - 1), low: Math.min(...off), high: Math.max(...off) },
  };
}

/** One server, to which requests come at one rate. Null: another load, or several that share it. */
function steadyArrivals({ load, target }: Setup): Phases | null {
  const parts = partsOfLoad(load);
  if (parts?.are !== 'phases' || ('topology' in target && target.topology !== DIRECT)) return null;
  return parts.schedule.phases.length === 1 && isAtOneRate(load) ? parts : null;
}

function isSameRate(a: Phases, b: Phases): boolean {
  return a.schedule.total === b.schedule.total && a.schedule.seconds === b.schedule.seconds;
}
