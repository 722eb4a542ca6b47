/** Throughput, or latency, changed in the course of the run, so that its mean is of no time of it (the thresholds: steady.ts). */
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';

/** Labels are of the speed: what got faster took less time. */
const LATENCY_SAYS = {
  'warm-up': 'falling',
  rising: 'falling',
  falling: 'rising',
  jumping: 'jumping',
} as const;

export const unsteady = warning<RunReport>('unsteady', ({ steadiness }) => {
  if (!steadiness || steadiness.label === 'steady') return [];
  const { label, spreadPercent, warmupMs } = steadiness;
  if (steadiness.of === 'latency') return [say(`runWarning.${LATENCY_SAYS[label]}Latency`, { spread: Math.round(spreadPercent ?? 0) })];
  const seconds = (warmupMs === null ? 0 : warmupMs / 1e3).toFixed(0);
  if (spreadPercent === null) return [label === 'warm-up' ? say('runWarning.warmUp', { seconds }) : say(`runWarning.${label}`)];
  const spread = Math.round(spreadPercent);
  return [label === 'warm-up' ? say('runWarning.warmUpSpread', { seconds, spread }) : say(`runWarning.${label}Spread`, { spread })];
});
