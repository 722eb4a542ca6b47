import type { Setup } from '../../shared/model/setup/setup.ts';
import { useDebounced } from '../state/use-debounced.ts';

/** Characters; what leaves secrets out of a longer plan takes longer than the time between two frames. */
const LONG = 20_000;
const SETTLE_MS = 500;

/** The set-up, with a long plan only once it is no longer being typed. */
export function useSettledSetup(setup: Setup | null): Setup | null {
  const settled = useDebounced(setup, SETTLE_MS);
  return (setup?.plan?.length ?? 0) > LONG ? settled : setup;
}
