/** The comparison being edited. */
import type { ComparisonSetup } from '../../../shared/model/comparison/comparison.ts';
import type { CompareExperiment } from '../../../shared/model/setup/experiment.ts';
import type { Setup } from '../../../shared/model/setup/setup.ts';
import { navigate } from '../route.ts';
import {
  type CompareForm,
  compareFormFrom,
  compareFormOf,
  compareFormOfClients,
  compareFormOfExperiment,
  emptyCompareForm,
} from './compare-form.ts';
import { keepDraft } from './kept-draft.ts';

export const compareDraft = keepDraft<CompareForm>(emptyCompareForm());

function begin(form: CompareForm): void {
  compareDraft.begin(form);
  navigate({ screen: 'compare-setup' });
}

/** A comparison with this set-up as A, and a copy of it as B. */
export function compareSetup(setup: Setup): void {
  begin(compareFormOf(setup));
}

/** A comparison of Loopscope's client with autocannon, everything else as in this set-up. */
export function compareClients(setup: Setup, titles: readonly [own: string, autocannon: string]): void {
  begin(compareFormOfClients(setup, titles));
}

/** A comparison that a result proposes. */
export function compareExperiment(setup: Setup, experiment: CompareExperiment): void {
  begin(compareFormOfExperiment(setup, experiment));
}

/** Loads an earlier comparison, to be changed or repeated. */
export function compareAgain(comparison: ComparisonSetup): void {
  begin(compareFormFrom(comparison));
}
