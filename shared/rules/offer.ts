/** Whether an experiment can be run, which is more than a rule knows: a rule sees figures, and not all of the set-up. */
import { formatCompareCommand } from '../model/comparison/compare-command.ts';
import { type ComparisonSetup, DEFAULT_EQUIVALENCE_PERCENT, DEFAULT_PAIRS, DEFAULT_SEED } from '../model/comparison/comparison.ts';
import { comparisonSchema } from '../model/comparison/comparison-schema.ts';
import { DEFAULT_QUESTION } from '../model/comparison/metrics.ts';
import { formatCommand } from '../model/setup/command-line.ts';
import type { Experiment, SettingChanges } from '../model/setup/experiment.ts';
import { changeSettings } from '../model/setup/settings-list.ts';
import type { Setup } from '../model/setup/setup.ts';
import { setupSchema } from '../model/setup/setup-schema.ts';
import { findSetupLimits } from '../plan/setup-limits.ts';
import { redactDocument } from '../privacy/redact-document.ts';
import { redactSetup } from '../privacy/redaction.ts';
import type { Offer } from './rule.ts';

/** After a run. Null: its set-up is not known. */
export function offerAfterRun(setup: Setup | null): Offer {
  return (experiment) => {
    if (setup === null) return null;
    if (experiment.kind === 'compare') return comparedWith(setup, experiment);
    const next = changed(setup, experiment.changes);
    return next === null ? null : { ...experiment, command: formatCommand(withoutSecrets(next)) };
  };
}

/** After a comparison, whose variants have all of them changed. */
export function offerAfterComparison(comparison: ComparisonSetup): Offer {
  return (experiment) => {
    if (experiment.kind === 'run') return null;
    const setups = comparison.variants.map(({ setup }) => changed(setup, experiment.changes));
    if (setups.includes(null)) return null;
    const { question = comparison.question, pairs = comparison.pairs } = experiment;
    const variants = comparison.variants.map((variant, index) => ({ ...variant, setup: withoutSecrets(setups[index]!) }));
    const next = { ...comparison, variants, question, pairs };
    const command = comparisonSchema.safeParse(next).success ? formatCompareCommand(next) : null;
    return command === null ? null : { ...experiment, command };
  };
}

/** The run itself as A. The flags of `compare` cannot say of one variant all that a set-up can: then the other run is the command. */
function comparedWith(setup: Setup, experiment: Extract<Experiment, { kind: 'compare' }>): ReturnType<Offer> {
  const { changes, common = {}, question = DEFAULT_QUESTION, pairs = DEFAULT_PAIRS } = experiment;
  const setups = [changed(setup, common), changed(setup, { ...common, ...changes })];
  const [base, next] = setups;
  if (!base || !next) return null;
  const variants = [base, next].map((one) => ({ title: '', setup: withoutSecrets(one) }));
  const settings = { question, pairs, profiled: false, seed: DEFAULT_SEED, equivalencePercent: DEFAULT_EQUIVALENCE_PERCENT };
  const command = formatCompareCommand({ variants, ...settings }) ?? formatCommand(variants[1]!.setup);
  return { ...experiment, command };
}

/** Null: it is refused, or the same as before although something was to be changed. */
export function changed(setup: Setup, changes: SettingChanges): Setup | null {
  const next = changeSettings(setup, changes);
  const parsed = setupSchema.safeParse(next);
  if (!parsed.success || findSetupLimits(parsed.data).length > 0) return null;
  const isSame = JSON.stringify(next) === JSON.stringify(changeSettings(setup, {}));
  return isSame && Object.keys(changes).length > 0 ? null : parsed.data;
}

/** A session may keep all values that it was given; documents made of it need not. */
function withoutSecrets(setup: Setup): Setup {
  return redactSetup(setup, redactDocument);
}
