/** What profiling cost in a run, from what was recorded of its blocks. */

import { firstNotBelow } from '../base/ascending.ts';
import type { Microseconds } from '../base/units.ts';
import type { CompletionCounts } from '../load/completion-counts.ts';
import { paceOf } from '../model/load-models.ts';
import {
  BLOCK_MS,
  type Block,
  type BlockPair,
  type Cost,
  CUT_MS,
  PAIRS_NEEDED,
  type ProfilingCost,
} from '../model/profile/profiling-cost.ts';
import { measuresCost } from '../model/setup/captures.ts';
import { saidForeign } from './disturbance.ts';
import type { SessionHeader } from './entries.ts';
import { computeMachineFigures } from './machine-figures.ts';
import type { MachineSeries } from './machine-series.ts';
import { type BlockRates, computeProfilingCost } from './profiling-cost.ts';
import type { ServerSeries } from './server-series.ts';

const US_PER_MS = 1_000;
const US_PER_S = 1_000_000;

/** Of a recording. */
interface Recorded {
  readonly header: SessionHeader | null;
  readonly blocks: readonly BlockPair[];
  readonly completions: CompletionCounts | null;
  readonly originUs: Microseconds | null;
  readonly server: ServerSeries;
  readonly machine: MachineSeries;
  readonly loadEndUs: Microseconds | null;
}

const RUNNING = { why: 'running' } as const satisfies Cost;

/**
 * Null: nobody asked for it. Where other programs want the cores, throughput is not told: what the server gets of them can differ between the
 * two kinds of blocks for other reasons than the work of profiling (seen once on two busy cores: 39 % of a core with sampling, 28 % without).
 */
export function computeMeasuredCost({ header, blocks, completions, originUs, server, machine, loadEndUs }: Recorded): ProfilingCost | null {
  if (completions === null || header === null || !measuresCost(header.setup.capture)) return null;
  const facts = { pairs: blocks.length, needed: PAIRS_NEEDED, blockMs: BLOCK_MS };
  // The intervals take half a second of a core, which may be the server's.
  if (loadEndUs === null) return { ...facts, cpuPerRequest: RUNNING, throughput: RUNNING };
  const cpu = cpuByProcess(server);
  const origin = originUs ?? 0;
  const ratesOf = (block: Block): BlockRates => {
    const from = block.from + CUT_MS * US_PER_MS;
    const used = cpuBetween(cpu, from, block.to);
    const inCpu = used === null ? 0 : completions.between(used.from - origin, used.to - origin) / (used.to - used.from);
    return {
      perSecond: block.to > from ? (completions.between(from - origin, block.to - origin) / (block.to - from)) * US_PER_S : null,
      cpuUs: used === null || inCpu === 0 ? null : used.share / inCpu,
    };
  };
  const isBusy = saidForeign(computeMachineFigures(machine, origin, loadEndUs, header.environment.cores, origin)) !== null;
  const notThroughput = paceOf(header.setup.load) !== null ? 'setRate' : isBusy ? 'busyMachine' : null;
  return { ...facts, ...computeProfilingCost(blocks, ratesOf, notThroughput) };
}

/** CPU time of a process, as it was looked at: `us[i]` were used between `at[i - 1]` and `at[i]`. */
interface CpuTimes {
  readonly at: number[];
  readonly us: number[];
}

function cpuByProcess(server: ServerSeries): readonly CpuTimes[] {
  const { at, pid, cpuPercent } = server.table();
  const found = new Map<number, CpuTimes>();
  for (let row = 0; row < server.rows; row++) {
    const times = found.get(pid[row]!) ?? { at: [], us: [] };
    found.set(pid[row]!, times);
    const before = times.at.at(-1);
    times.us.push(before === undefined ? 0 : (cpuPercent[row]! / 100) * (at[row]! - before));
    times.at.push(at[row]!);
  }
  return [...found.values()];
}

/**
 * CPU time for each µs between `from` and `to`, of all processes: each between the first and the last time it was looked at then, so that
 * nothing is counted that the block before or after has used. Null: none was looked at twice.
 */
function cpuBetween(
  processes: readonly CpuTimes[],
  from: Microseconds,
  to: Microseconds,
): { readonly share: number; readonly from: Microseconds; readonly to: Microseconds } | null {
  let [share, first, last] = [0, Infinity, -Infinity];
  for (const { at, us } of processes) {
    const begin = firstNotBelow(at, from);
    const end = firstNotBelow(at, to) - 1;
    if (end <= begin) continue;
    let used = 0;
    for (let row = begin + 1; row <= end; row++) used += us[row]!;
    share += used / (at[end]! - at[begin]!);
    first = Math.min(first, at[begin]!);
    last = Math.max(last, at[end]!);
  }
  return last > first ? { share, from: first, to: last } : null;
}
