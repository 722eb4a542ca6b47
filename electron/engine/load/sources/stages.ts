/** What a load model does in load processes, one stage after the other. */
import type { ClientPlan } from '../load-client.ts';
import type { Part } from './source.ts';

export type Stage = Pick<ClientPlan, 'source' | 'connections' | 'opens' | 'duration'>;

export interface StagesOf<L> {
  /** The share of one of several load processes. */
  share(load: L, part: Part): L;
  /** How many connections such a share has at most. Left out: as its load says. */
  connections?(load: L, part: Part): number;
  /** The measured stages of a share. `firstConnection`: the number of its first connection. */
  stages(load: L, part: Part, firstConnection: number): readonly Stage[];
  /** A stage that is not planned, by the number of its phase, where the engine says which comes next. Left out: there are none. */
  onDemand?(load: L, phase: number, part: Part): Stage;
  /** The warm-up: the same load without an end. */
  warmUp(load: L, part: Part): Stage;
}

/** Where the first `part` of `parts` equal parts ends; the remainder goes to the first ones. */
export function edge(whole: number, part: number, parts: number): number {
  return Math.ceil((whole * part) / parts);
}
