/** The load plan in words: "50 connections, 200 requests". */
import { formatNumber } from '../format/figures.ts';
import type { Setup } from '../model/setup.ts';
import { text } from './words.ts';

export function planText({ connections, end, warmupS }: Setup['load']): string {
  const plan =
    end.by === 'duration'
      ? text('run.head.planDuration', { connections, seconds: formatSeconds(end.seconds) })
      : text('run.head.planAmount', { connections, requests: end.requests });
  return warmupS > 0 ? text('run.head.planWarm', { plan, seconds: formatSeconds(warmupS) }) : plan;
}

export function formatSeconds(seconds: number): string {
  return formatNumber(seconds, Number.isInteger(seconds) ? 0 : 1);
}
