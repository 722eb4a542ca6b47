/** Throughput, or latency, changed in the course of the run, so that its mean is of no time of it (the thresholds: steady.ts). */
import type { Milliseconds, Seconds } from '../../../base/units.ts';
import type { RunReport, RunSteadiness } from '../../../model/report.ts';
import type { SettingChanges } from '../../../model/setup/experiment.ts';
import { type Said, say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';

/** Labels are of the speed: what got faster took less time. */
const LATENCY_SAYS = {
  'warm-up': 'falling',
  rising: 'falling',
  falling: 'rising',
  jumping: 'jumping',
} as const;

export const unsteady = warning<RunReport>('unsteady', ({ steadiness, load }) => {
  if (!steadiness || steadiness.label === 'steady') return [];
  const { label, warmupMs } = steadiness;
  const says = sayUnsteady({ ...steadiness, label });
  if (label === 'warm-up' && steadiness.of !== 'latency') {
    const experiment = warmupMs === null ? null : ({ kind: 'run', changes: warmedUp(load, warmupMs) } as const);
    return [{ says, advice: say('advice.longerWarmUp'), experiment }];
  }
  // It may be one, and how long it would have to be is not known.
  return label === 'warm-up' || label === 'rising' ? [{ says, advice: say('advice.longerWarmUpMay') }] : [says];
});

function sayUnsteady({ label, of, spreadPercent, warmupMs }: RunSteadiness & { readonly label: keyof typeof LATENCY_SAYS }): Said {
  if (of === 'latency') return say(`runWarning.${LATENCY_SAYS[label]}Latency`, { spread: Math.round(spreadPercent ?? 0) });
  const seconds = (warmupMs === null ? 0 : warmupMs / 1e3).toFixed(0);
  if (spreadPercent === null) return label === 'warm-up' ? say('runWarning.warmUp', { seconds }) : say(`runWarning.${label}`);
  const spread = Math.round(spreadPercent);
  return label === 'warm-up' ? say('runWarning.warmUpSpread', { seconds, spread }) : say(`runWarning.${label}Spread`, { spread });
}

/** Longer by as much as was seen of it. */
export function warmedUp({ warmupS }: { readonly warmupS: Seconds }, moreMs: Milliseconds): SettingChanges {
  return { 'load.warmupS': Math.ceil(warmupS + moreMs / 1e3) };
}
