import type { Said } from '../../words/said.ts';

/** The user's stop cut a run of a comparison short, or kept it from starting. */
export const STOPPED_PASS = 'stopped' as const;

/** Why a run takes no part in the verdict of its comparison. */
export type Exclusion = Said | typeof STOPPED_PASS;
