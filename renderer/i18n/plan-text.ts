import type { Setup } from '../../shared/model/setup.ts';
import { formatNumber } from './format.ts';
import type { useText } from './i18n.tsx';

/** The load plan in words: "50 connections, 200 requests". */
export function planText(load: Setup['load'], text: ReturnType<typeof useText<'run.head'>>): string {
  const { connections, end, warmupS } = load;
  const plan =
    end.by === 'duration'
      ? text('planDuration', { connections, seconds: trim(end.seconds) })
      : text('planAmount', { connections, requests: end.requests });
  return warmupS > 0 ? text('planWarm', { plan, seconds: trim(warmupS) }) : plan;
}

function trim(seconds: number): string {
  return formatNumber(seconds, Number.isInteger(seconds) ? 0 : 1);
}

/** The last part of a path of any platform. */
export function fileName(path: string): string {
  return path.split(/[/\\]/).pop() ?? path;
}
