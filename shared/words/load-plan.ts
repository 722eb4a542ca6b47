/** The load plan in words: "50 connections, 200 requests". */
import { formatNumber, formatPercent } from '../format/figures.ts';
import { type ComparisonSetup, variantLetter } from '../model/comparison.ts';
import type { RunReport } from '../model/report.ts';
import type { Setup } from '../model/setup.ts';
import { text } from './words.ts';

/** In a report the settings of load and client are together: they are given twice. */
export function planText(
  { connections: count, end, warmupS }: Setup['load'],
  { pipelining, workers }: Pick<Setup['client'], 'pipelining' | 'workers'>,
): string {
  const connections = text('run.head.planConnections', { connections: count, pipelining });
  const phase =
    end.by === 'duration'
      ? text('run.head.planDuration', { connections, seconds: formatSeconds(end.seconds) })
      : text('run.head.planAmount', { connections, requests: end.requests });
  const plan = workers === 1 ? phase : text('run.head.planWorkers', { plan: phase, workers });
  return warmupS > 0 ? text('run.head.planWarm', { plan, seconds: formatSeconds(warmupS) }) : plan;
}

/** Of a comparison: once where all variants have the same, otherwise each after its letter. */
export function plansOf({ variants }: Pick<ComparisonSetup, 'variants'>): string[] {
  const plans = variants.map(({ setup }) => planText(setup.load, setup.client));
  if (new Set(plans).size === 1) return plans.slice(0, 1);
  return plans.map((plan, index) => text('compare.head.planOf', { letter: variantLetter(index), plan }));
}

export function formatSeconds(seconds: number): string {
  return formatNumber(seconds, Number.isInteger(seconds) ? 0 : 1);
}

/** CPU of the load processes; empty: not known. */
export function generatorText({ generator, load }: Pick<RunReport, 'generator' | 'load'>): string {
  const { cpuPercent, busiestPercent } = generator;
  if (cpuPercent === null) return '';
  const cpu = formatPercent(cpuPercent);
  if (busiestPercent === undefined) return cpu;
  return text('run.overview.generatorOfMany', { cpu, workers: load.workers, busiest: formatPercent(busiestPercent) });
}
