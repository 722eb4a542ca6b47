/** What a probe has found, in sentences. */
import { highestThroughput, readStep } from '../analysis/probe/judge.ts';
import { formatMs, formatNumber, formatRate, formatSignificant } from '../format/figures.ts';
import type { ProbeReport, ProbeStage, ProbeStep } from '../model/probe.ts';
import { text } from '../words/words.ts';

/** Whole sentences; the first says how many requests at once. */
export function answerOf(probe: ProbeReport): string[] {
  const { workers, reason, serviceMs, capacity, levels, scaling, atLeast } = probe;
  const service = formatMs(serviceMs);
  const first =
    workers === 1
      ? text('probe.answer.one', { service })
      : workers !== null
        ? text('probe.answer.several', { workers, service })
        : text(`probe.answer.${reason!}`, { service, atLeast });
  const most = highestThroughput(levels);
  const failed = [...levels, ...probe.steps, ...(probe.arrivals?.rates ?? [])].reduce((sum, one) => sum + one.failed, 0);
  return [
    first,
    ...(workers === null && capacity !== null
      ? [text('probe.answer.capacity', { capacity: formatNumber(capacity, 1), throughput: formatRate(most) })]
      : []),
    ...sayLight(probe),
    ...(scaling?.peak == null ? [] : [text('probe.answer.peak', { peak: formatNumber(scaling.peak) })]),
    ...sayArrivals(probe.arrivals),
    ...sayCuts(probe),
    ...(failed > 0 ? [text('probe.answer.failed', { failed })] : []),
  ];
}

function sayArrivals(arrivals: ProbeReport['arrivals']): string[] {
  if (arrivals === null) return [];
  const { held, broke } = arrivals;
  if (broke === null) return held === null ? [] : [text('probe.answer.keptAll', { held: formatSignificant(held) })];
  if (held === null) return [text('probe.answer.keptNone', { broke: formatSignificant(broke) })];
  return [text('probe.answer.kept', { held: formatSignificant(held), broke: formatSignificant(broke) })];
}

/** What is missing, unless the first sentence has said the same. */
function sayCuts({ cuts, reason }: ProbeReport): string[] {
  return cuts.flatMap(({ during, reason: why }) =>
    why === reason || during === 'single' || during === 'step'
      ? []
      : [text('probe.answer.cut', { missing: text(`probe.answer.missing.${during}`), why: text(`probe.answer.whyCut.${why}`) })],
  );
}

function sayLight({ light, synchronous, workers, cuts }: ProbeReport): string[] {
  if (light === null || light.meanwhileMs === null)
    return workers === null || cuts.some(({ during }) => during === 'light') ? [] : [text('probe.answer.oneRoute')];
  const told = { alone: formatMs(light.aloneMs), meanwhile: formatMs(light.meanwhileMs) };
  if (synchronous === null) return [text('probe.answer.unclear', told)];
  return [text(synchronous ? 'probe.answer.synchronous' : 'probe.answer.asynchronous', told)];
}

export function sayStep(step: ProbeStep, serviceMs: number): string {
  const seen = readStep(step, serviceMs);
  if (seen === 'none') return text('probe.none');
  return seen === null ? text('probe.unclear') : text('probe.waited', { count: step.times.length - seen });
}

export function sayStage(stage: ProbeStage): string {
  switch (stage.doing) {
    case 'step':
      return text('probe.stage.step', { connections: stage.connections });
    case 'level':
      return text('probe.stage.level', { connections: stage.connections, seconds: Math.round(stage.seconds) });
    case 'ramp':
      return text('probe.stage.ramp', { seconds: Math.round(stage.seconds) });
    default:
      return text(`probe.stage.${stage.doing}`);
  }
}
