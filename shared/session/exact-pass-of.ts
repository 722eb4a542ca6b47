/** How different the pass without inlining was from the first one. */

import { saidForeign } from '../analysis/disturbance.ts';
import type { ExactPass, PassRates } from '../model/exact-pass.ts';
import { paceOf } from '../model/load-models.ts';
import { computeMachineFigures } from './machine-figures.ts';
import type { RunRecording } from './recording.ts';
import { computeCpuTime } from './server-figures.ts';

const US_PER_S = 1_000_000;
const MS_PER_S = 1_000;

/**
 * Of the seconds from time 0 that both have: a server gets faster in its first ones, and a schedule has its own rates in each. Where other
 * programs want the cores in one of the passes, throughput is not told: it would be about them.
 */
export function compareExactPass(first: RunRecording, second: RunRecording): ExactPass {
  const both = [first, second];
  const seconds = Math.min(...both.map(({ load }) => Math.floor(load.offeredUs / US_PER_S)));
  const isBusy = both.some((recording) => isDisturbed(recording));
  const rates = (of: RunRecording): PassRates => ({ ...ratesIn(of, seconds), ...(isBusy ? { perSecond: null } : {}) });
  return { comparedMs: seconds * MS_PER_S, inlined: rates(first), exact: rates(second) };
}

function isDisturbed({ machine, originUs, loadEndUs, header }: RunRecording): boolean {
  if (originUs === null || loadEndUs === null || header === null) return false;
  return saidForeign(computeMachineFigures(machine, originUs, loadEndUs, header.environment.cores, originUs)) !== null;
}

function ratesIn(recording: RunRecording, seconds: number): PassRates {
  const { header, load, server, originUs, processes } = recording;
  const completed = load
    .wholeSeconds()
    .completed.slice(0, seconds)
    .reduce((sum, count) => sum + count, 0);
  if (header === null || originUs === null || completed === 0) return { perSecond: null, cpuUsPerRequest: null };
  const pids = new Set(processes.map(({ pid }) => pid));
  const cpuUs = computeCpuTime(server, pids, originUs, originUs + seconds * US_PER_S);
  return {
    perSecond: paceOf(header.setup.load) === null ? completed / seconds : null,
    cpuUsPerRequest: cpuUs === null ? null : cpuUs / completed,
  };
}
