/** The load plan in words: "50 connections, 200 requests". */
import { formatNumber, formatPercent } from '../format/figures.ts';
import { type ComparisonSetup, variantLetter } from '../model/comparison.ts';
import type { LoadModel } from '../model/load-models.ts';
import type { RunReport } from '../model/report.ts';
import type { Load, LoadClient, LoadOf } from '../model/setup.ts';
import { type Said, say } from './said.ts';
import { wordSaid } from './word-said.ts';
import { text } from './words.ts';

/** What sends the requests, of each model. */
const SENDS: { readonly [M in LoadModel]: (load: LoadOf<M>, pipelining: number) => Said } = {
  closed: ({ connections }, pipelining) => say('loadSends.closed', { connections, pipelining }),
};

export function saySends(load: Load, pipelining: number): Said {
  // The compiler cannot see that the entry of a model accepts the loads of that model.
  return (SENDS[load.model] as (load: Load, pipelining: number) => Said)(load, pipelining);
}

/** "50 connections". */
export function sendsText(load: Load, pipelining = 1): string {
  return wordSaid(saySends(load, pipelining));
}

/** "closed load". */
export function sayModel({ model }: Load): Said {
  return say(`loadModel.${model}`);
}

/** How the model sends, for readers who may not know it. */
export function howText({ model }: Load, pipelining: number): string {
  return text(`load.${model}.how`, { pipelining });
}

/** In a report the settings of load and client are together: they are given twice. */
export function planText(load: Load, { pipelining, workers }: Pick<LoadClient, 'pipelining' | 'workers'>): string {
  const { end, warmupS } = load;
  const sends = sendsText(load, pipelining);
  const phase =
    end.by === 'duration'
      ? text('run.head.planDuration', { sends, seconds: formatSeconds(end.seconds) })
      : text('run.head.planAmount', { sends, requests: end.requests });
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
