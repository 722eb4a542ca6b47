/** The load plan in words: "50 connections, 200 requests". */
import { formatNumber, formatPercent } from '../format/figures.ts';
import { wordSaid } from '../format/word-said.ts';
import type { ClientKind } from '../model/clients.ts';
import { type ComparisonSetup, variantLetter } from '../model/comparison/comparison.ts';
import type { LoadTool } from '../model/load/load-result.ts';
import { endOf, hasSchedule, loadModel } from '../model/load-models.ts';
import type { RunReport } from '../model/report.ts';
import { leakCaptureOf } from '../model/setup/captures.ts';
import { type Load, pipeliningOf, type Setup, workersOf } from '../model/setup/setup.ts';
import { type Said, say } from '../words/said.ts';
import { text, translate } from '../words/words.ts';

/** "50 connections". */
export function sendsText(load: Load, pipelining = 1): string {
  return wordSaid(loadModel(load.model).sends(load, pipelining));
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
export function planText(load: Load, { pipelining, workers }: Pick<RunReport['load'], 'pipelining' | 'workers'>): string {
  const { warmupS } = load;
  const end = endOf(load);
  const sends = sendsText(load, pipelining);
  const phase =
    end.by === 'duration'
      ? text(hasSchedule(load) ? 'run.head.planWithin' : 'run.head.planDuration', { sends, seconds: formatSeconds(end.seconds) })
      : text('run.head.planAmount', { sends, requests: end.requests });
  const plan = workers === 1 ? phase : text('run.head.planWorkers', { plan: phase, workers });
  return warmupS > 0 ? text('run.head.planWarm', { plan, seconds: formatSeconds(warmupS) }) : plan;
}

/** The same of a set-up. */
export function planOfClient({ load, client }: Pick<Setup, 'load' | 'client'>): string {
  return planText(load, { pipelining: pipeliningOf(client), workers: workersOf(client) });
}

/** Of a run. A load command says its own plan; what is ours is how long it may take. */
export function planOfSetup({
  load,
  client,
  loadCommand,
  capture,
}: Pick<Setup, 'load' | 'client'> & Partial<Pick<Setup, 'loadCommand' | 'capture'>>): string {
  if (capture !== undefined && leakCaptureOf(capture) !== null) return planOfRounds(load);
  return (loadCommand ?? null) === null ? planOfClient({ load, client }) : planOfCommand(load);
}

/** Of a run that looks for a leak. */
export function planOfRounds(load: Load): string {
  return text('run.head.planRounds', { sends: sendsText(load, 1) });
}

export function planOfCommand(load: Load): string {
  const end = endOf(load);
  return text('run.head.planCommand', { seconds: end.by === 'duration' ? formatSeconds(end.seconds) : '' });
}

/** Of a result that was joined to a recording. */
export function planOfJoined(tool: LoadTool, file: string): string {
  return text('run.head.planJoined', { tool: text(`run.external.tool.${tool}`), file });
}

/** Of a comparison: once where all variants have the same, otherwise each after its letter. */
export function plansOf({ variants }: Pick<ComparisonSetup, 'variants'>): string[] {
  const plans = variants.map(({ setup, tool }) =>
    tool === undefined ? planOfSetup(setup) : text('compare.head.ofTool', { tool: text(`run.external.tool.${tool}`) }),
  );
  if (new Set(plans).size === 1) return plans.slice(0, 1);
  return plans.map((plan, index) => text('compare.head.planOf', { letter: variantLetter(index), plan }));
}

export function formatSeconds(seconds: number): string {
  return formatNumber(seconds, Number.isInteger(seconds) ? 0 : 1);
}

/** What is said of a client where a run or a report names it: one sentence, or none, as of our own. */
export function tellClient(
  where: 'report.madeBy' | 'terminal.run.madeBy' | 'run.head.by' | 'run.head.byHint',
  client: ClientKind,
): string[] {
  const words = translate(`${where}.${client}`, {});
  return words === null ? [] : [words];
}

/** CPU of the load processes; empty: not known. */
export function generatorText({ generator, load }: Pick<RunReport, 'generator' | 'load'>): string {
  const { cpuPercent, busiestPercent, pinnedTo = [] } = generator;
  if (cpuPercent === null) return '';
  const whole = formatPercent(cpuPercent);
  const cpu =
    busiestPercent === undefined
      ? whole
      : text('run.overview.generatorOfMany', { cpu: whole, workers: load.workers, busiest: formatPercent(busiestPercent) });
  if (pinnedTo.length === 0) return cpu;
  return text('run.overview.generatorPinned', { cpu, count: pinnedTo.length, cores: pinnedTo.join(', ') });
}

const ORIGIN = /^(https?:\/\/[^/]+)\/.*$/;

/** What was requested: a URL; of a plan without its path, which no request of the plan need have. */
export function requestedOf({ target, load }: Pick<RunReport, 'target' | 'load'>): string {
  return load.plan === undefined ? target.url : target.url.replace(ORIGIN, '$1');
}
