/** What a probe has found, for a terminal: what it means, then what that stands on. */
import { readStep } from '../../shared/analysis/probe/judge.ts';
import { formatMs, formatNumber, formatRate } from '../../shared/format/figures.ts';
import type { ProbeReport, ProbeStep } from '../../shared/model/probe.ts';
import { text } from '../../shared/words/words.ts';
import { textTable } from './text-table.ts';

export function formatProbe(probe: ProbeReport): string {
  const { levels, steps, serviceMs } = probe;
  const ofLevels = levels.map(({ connections, throughput, meanMs, maxMs, responses }) => [
    String(connections),
    formatRate(throughput),
    formatMs(meanMs),
    formatMs(maxMs),
    String(responses),
  ]);
  const { connections, throughput, mean, slowest, responses, fastest, seen } = {
    connections: text('probe.column.connections'),
    throughput: text('probe.column.throughput'),
    mean: text('probe.column.mean'),
    slowest: text('probe.column.slowest'),
    responses: text('probe.column.responses'),
    fastest: text('probe.column.fastest'),
    seen: text('probe.column.seen'),
  };
  return [
    answerOf(probe).join('\n'),
    ...(ofLevels.length === 0 ? [] : [text('probe.levels'), textTable([connections, throughput, mean, slowest, responses], ofLevels, [])]),
    ...(steps.length === 0 || serviceMs === null
      ? []
      : [
          text('probe.steps'),
          textTable(
            [connections, fastest, slowest, seen],
            steps.map((step) => [String(step.connections), formatMs(step.times[0]), formatMs(step.times.at(-1)), sayStep(step, serviceMs)]),
            [3],
          ),
        ]),
  ].join('\n\n');
}

/** Whole sentences; the first says how many requests at once. */
export function answerOf(probe: ProbeReport): string[] {
  const { workers, reason, serviceMs, capacity, levels, scaling, light, synchronous, atLeast } = probe;
  const service = formatMs(serviceMs);
  const first =
    workers === 1
      ? text('probe.answer.one', { service })
      : workers !== null
        ? text('probe.answer.several', { workers, service })
        : text(`probe.answer.${reason!}`, { service, atLeast });
  const most = Math.max(...levels.map(({ throughput }) => throughput));
  const failed = [...levels, ...probe.steps].reduce((sum, one) => sum + one.failed, 0);
  return [
    first,
    ...(workers === null && capacity !== null
      ? [text('probe.answer.capacity', { capacity: formatNumber(capacity, 1), throughput: formatRate(most) })]
      : []),
    ...sayLight(light, synchronous, workers),
    ...(scaling?.peak == null ? [] : [text('probe.answer.peak', { peak: formatNumber(scaling.peak) })]),
    ...(failed > 0 ? [text('probe.answer.failed', { failed })] : []),
  ];
}

function sayLight(light: ProbeReport['light'], synchronous: boolean | null, workers: number | null): string[] {
  if (light === null || light.meanwhileMs === null) return workers === null ? [] : [text('probe.answer.oneRoute')];
  const told = { alone: formatMs(light.aloneMs), meanwhile: formatMs(light.meanwhileMs) };
  if (synchronous === null) return [text('probe.answer.unclear', told)];
  return [text(synchronous ? 'probe.answer.synchronous' : 'probe.answer.asynchronous', told)];
}

function sayStep(step: ProbeStep, serviceMs: number): string {
  const seen = readStep(step, serviceMs);
  if (seen === 'none') return text('probe.none');
  return seen === null ? text('probe.unclear') : text('probe.waited', { count: step.times.length - seen });
}
