/** What a probe has found, in sentences. */
import { highestThroughput, readStep } from '../analysis/probe/judge.ts';
import { formatMs, formatNumber, formatRate, formatSignificant } from '../format/figures.ts';
import { PROBE_PARTS, type ProbeReport, type ProbeStage, type ProbeStep } from '../model/probe.ts';
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

/** What is missing, and what to do. */
function sayCuts({ cuts, untried = [], reason }: ProbeReport): string[] {
  const cut = cuts.flatMap(({ during, reason: why }) => (during === 'single' || during === 'step' ? [] : [{ part: during, why }]));
  const failed = cut.flatMap(({ part, why }) =>
    // Unless the first sentence has said the same.
    why !== 'no-answer' || why === reason ? [] : [text('probe.answer.cut', { missing: text(`probe.answer.missing.${part}`) })],
  );
  const left = (['no-answer', 'stopped', 'budget'] as const).flatMap((why) => {
    const parts = PROBE_PARTS.filter(
      (part) =>
        untried.some((one) => one.part === part && one.reason === why) ||
        (why !== 'no-answer' && cut.some((one) => one.part === part && one.why === why)),
    );
    const named = parts.map((part) => text(`probe.answer.part.${part}`)).join(', ');
    return parts.length === 0 ? [] : [text(`probe.answer.untried.${why}`, { parts: named })];
  });
  return [...failed, ...left];
}

function sayLight({ light, synchronous, workers, cuts, untried = [] }: ProbeReport): string[] {
  if (light === null || light.meanwhileMs === null) {
    const wasNamed = cuts.some(({ during }) => during === 'light') || untried.some(({ part }) => part === 'light');
    return workers === null || wasNamed ? [] : [text('probe.answer.oneRoute')];
  }
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
