/** Load model -> its stages, one after the other. */
import { connectionsOf, type LoadModel } from '../../../../shared/model/load-models.ts';
import type { Load, LoadOf } from '../../../../shared/model/setup/setup.ts';
import { ARRIVALS } from './arrivals-source.ts';
import { CLOSED } from './closed-source.ts';
import { FIND_LIMIT } from './find-limit-source.ts';
import type { Part } from './source.ts';
import type { Stage, StagesOf } from './stages.ts';
import { SWEEP } from './sweep-source.ts';
import { USERS } from './users-source.ts';

const MODELS: { readonly [M in LoadModel]: StagesOf<LoadOf<M>> } = {
  closed: CLOSED,
  users: USERS,
  arrivals: ARRIVALS,
  sweep: SWEEP,
  'find-limit': FIND_LIMIT,
};

// The compiler cannot see that the entry of a model accepts the loads of that model.
const of = ({ model }: Load): StagesOf<Load> => MODELS[model] as StagesOf<Load>;

export const shareOf: StagesOf<Load>['share'] = (load, part) => of(load).share(load, part);
/** `load`: that of the share. */
export const connectionsOfShare = (load: Load, part: Part): number => of(load).connections?.(load, part) ?? connectionsOf(load);
export const stagesOf: StagesOf<Load>['stages'] = (load, part, first) => of(load).stages(load, part, first);
/** Null: all stages are planned. */
export function onDemandOf(load: Load, part: Part): ((phase: number) => Stage) | null {
  const { onDemand } = of(load);
  return onDemand === undefined ? null : (phase) => onDemand(load, phase, part);
}
export const warmUpOf: StagesOf<Load>['warmUp'] = (load, part) => of(load).warmUp(load, part);
