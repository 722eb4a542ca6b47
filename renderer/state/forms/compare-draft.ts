/** The comparison being edited. Kept outside the screen, so that leaving the screen loses nothing. */
import { create } from 'zustand';
import type { ComparisonSetup } from '../../../shared/model/comparison/comparison.ts';
import type { Setup } from '../../../shared/model/setup/setup.ts';
import { navigate } from '../route.ts';
import {
  type CompareForm,
  compareFormFrom,
  compareFormOf,
  compareFormOfClients,
  compareFormOfOneConnection,
  emptyCompareForm,
} from './compare-form.ts';

const useStore = create<{ form: CompareForm }>(() => ({ form: emptyCompareForm() }));

export function useCompareDraft(): CompareForm {
  return useStore((state) => state.form);
}

export function currentCompareDraft(): CompareForm {
  return useStore.getState().form;
}

export function changeCompareDraft(change: (form: CompareForm) => CompareForm): void {
  useStore.setState(({ form }) => ({ form: change(form) }));
}

/** A comparison with this set-up as A, and a copy of it as B. */
export function compareSetup(setup: Setup): void {
  useStore.setState({ form: compareFormOf(setup) });
  navigate({ screen: 'compare-setup' });
}

/** A comparison of Loopscope's client with autocannon, everything else as in this set-up. */
export function compareClients(setup: Setup, titles: readonly [own: string, autocannon: string]): void {
  useStore.setState({ form: compareFormOfClients(setup, titles) });
  navigate({ screen: 'compare-setup' });
}

/** A comparison with one connection instead of many, which shows whether requests are served one at a time. */
export function compareConnections(setup: Setup): void {
  useStore.setState({ form: compareFormOfOneConnection(setup) });
  navigate({ screen: 'compare-setup' });
}

/** Loads an earlier comparison, to be changed or repeated. */
export function compareAgain(comparison: ComparisonSetup): void {
  useStore.setState({ form: compareFormFrom(comparison) });
  navigate({ screen: 'compare-setup' });
}

export function compareAfresh(): void {
  useStore.setState({ form: emptyCompareForm() });
  navigate({ screen: 'compare-setup' });
}
