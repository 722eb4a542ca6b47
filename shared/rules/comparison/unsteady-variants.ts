/** Variants whose runs changed in their course. */
import { variantLetter } from '../../model/comparison/comparison.ts';
import type { RunReport, SteadinessLabel } from '../../model/report.ts';
import type { Experiment } from '../../model/setup/experiment.ts';
import { type Param, say } from '../../words/said.ts';
import type { Warned } from '../rule.ts';
import { warmedUp } from '../run/latency/unsteady.ts';
import { type Compared, comparisonWarning, countedOf, finishedOf } from './compared.ts';

/** One run in fifty is called unsteady by chance; a warning only if there are more. */
const SAID_UNSTEADY_SHARE = 0.15;

export const unsteadyVariants = comparisonWarning('unsteady-variants', (compared) => {
  const counted = countedOf(finishedOf(compared));
  return compared.setup.variants.flatMap((_, variant): readonly Warned[] => {
    const labels = counted.flatMap((pass) => (pass.variant === variant ? labelsOf(pass.report) : []));
    const unsteady = labels.filter((label) => label !== 'steady');
    if (unsteady.length === 0 || unsteady.length < Math.min(labels.length, Math.max(2, labels.length * SAID_UNSTEADY_SHARE))) return [];
    const isWarming = unsteady.some((label) => label === 'warm-up' || label === 'rising');
    const told = { unsteady: unsteady.length, count: labels.length, variant: variantLetter(variant), how: tellLabels(unsteady) };
    const says = say('comparisonWarning.unsteady', told);
    return isWarming ? [{ says, advice: say('advice.longerWarmUpMayHelp'), experiment: warmUpLonger(compared, counted) }] : [says];
  });
});

/** In all variants, as their other settings are. Null: how long it would have to be was not seen, or the runs were others' than a comparison's. */
function warmUpLonger({ header, setup }: Compared, counted: readonly { readonly report: RunReport }[]): Experiment | null {
  const seen = counted.flatMap(({ report: { steadiness } }) => (steadiness?.label === 'warm-up' ? (steadiness.warmupMs ?? []) : []));
  if (seen.length === 0 || header.made !== 'series') return null;
  const warmupS = Math.max(...setup.variants.map((variant) => variant.setup.load.warmupS));
  return { kind: 'compare', changes: warmedUp({ warmupS }, Math.max(...seen)) };
}

/** A run that is too short for its seconds to be compared may show one large change of level; without one it counts as steady. Empty: not known. */
function labelsOf({ steadiness, levelChange, load }: RunReport): SteadinessLabel[] {
  if (levelChange == null) return steadiness ? [steadiness.label] : levelChange === null ? ['steady'] : [];
  if (levelChange.afterMs > levelChange.beforeMs) return ['falling'];
  return [levelChange.atMs <= load.durationMs / 2 ? 'warm-up' : 'rising'];
}

/** "2 with rising latency, 1 with jumps". */
function tellLabels(labels: readonly SteadinessLabel[]): Param {
  const kinds = [...new Set(labels)].map((label) => ({ label, times: labels.filter((one) => one === label).length }));
  kinds.sort((a, b) => b.times - a.times);
  const list = kinds.map(({ label, times }) => ({ times, how: say(`comparisonWarning.${label}`) }));
  return list.length === 1 ? list[0]!.how : { list: list.map((told) => say('comparisonWarning.times', told)), by: 'comma' };
}
