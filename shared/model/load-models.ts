/**
 * The load models, and what is asked of a load whatever its model. How their requests are made is in electron/engine/load/; what they are called,
 * in the catalogue under `load`.
 */
import type { PerSecond } from '../base/units.ts';
import type { Phase } from './load/schedule.ts';
import { ARRIVALS } from './load-models/arrivals.ts';
import { CLOSED } from './load-models/closed.ts';
import { FIND_LIMIT } from './load-models/find-limit.ts';
import type { LoadEnd, LoadModelOf, PartsOfLoad, PlanKeys, PlanValues, PortableLoad } from './load-models/model.ts';
import { SWEEP } from './load-models/sweep.ts';
import { USERS } from './load-models/users.ts';
import type { Union, ValueOf } from './setup/setting.ts';

export { levelsOf, scheduleOf } from './load-models/model.ts';
export type { LoadEnd, PartsOfLoad };

/** In the order in which they are offered. */
const MODELS = { closed: CLOSED, users: USERS, arrivals: ARRIVALS, sweep: SWEEP, 'find-limit': FIND_LIMIT };

type Models = typeof MODELS;
export type LoadModel = keyof Models;
export const LOAD_MODELS = Object.keys(MODELS) as readonly LoadModel[];

type SettingsOfModels = { readonly [M in LoadModel]: Models[M]['settings'] };

/** The settings of a load. */
export const LOAD_SETTINGS = {
  is: 'union',
  tag: 'model',
  key: 'loadModel',
  default: 'closed',
  members: Object.fromEntries(LOAD_MODELS.map((model) => [model, MODELS[model].settings])) as unknown as SettingsOfModels,
} as const satisfies Union;

export type Load = ValueOf<typeof LOAD_SETTINGS>;
export type LoadOf<M extends LoadModel> = Extract<Load, { model: M }>;
/** `load:` of a request plan, with the words of the command line; null: the plan does not say. */
export type PlanLoad = { [M in LoadModel]: { readonly model: M } & PlanValues<Models[M]['plan']['keys']> }[LoadModel];

type AnyModel = LoadModelOf<SettingsOfModels[LoadModel], PlanKeys>;

/** What holds of all loads of a model. */
export type LoadTraits = Pick<AnyModel, 'hasSchedule' | 'isPaced' | 'requestsOfUser'>;

/** The model itself. The compiler cannot see that the entry of a model accepts the loads of that model. */
export const loadModel = (model: LoadModel): AnyModel => MODELS[model] as unknown as AnyModel;

export const connectionsOf = (load: Load): number => loadModel(load.model).connections(load);
export const inFlightOf = (load: Load, pipelining: number): number | null => loadModel(load.model).inFlight(load, pipelining);
export const paceOf = (load: Load): PerSecond | null => loadModel(load.model).pace(load);
export const endOf = (load: Load): LoadEnd => loadModel(load.model).end(load);
export const plannedRequests = (load: Load, ofVisitor: number): number | null => loadModel(load.model).planned(load, ofVisitor);
export const hasSchedule = (load: Load): boolean => loadModel(load.model).hasSchedule;
/** Requests that each user makes before leaving; null: the load has no such users. */
export const requestsOfUser = (load: Load): number | null => loadModel(load.model).requestsOfUser?.(load) ?? null;
/** Null: the load is one whole. */
export const partsOfLoad = (load: Load): PartsOfLoad | null => loadModel(load.model).parts?.(load) ?? null;
/** Which rate comes next follows from what the server does. */
export function isSearch(load: Load): boolean {
  const parts = partsOfLoad(load);
  return parts?.are === 'levels' && parts.search !== undefined;
}
export const portableLoad = (load: Load): PortableLoad => loadModel(load.model).portable(load);

/** What a plan says of this load. */
export function planLoadOf(load: Load): PlanLoad {
  return { model: load.model, ...loadModel(load.model).plan.values(load) } as unknown as PlanLoad;
}

/** Empty: the load has no schedule. */
export function phasesOf(load: Load): readonly Phase[] {
  const parts = partsOfLoad(load);
  return parts?.are === 'phases' ? parts.schedule.phases : [];
}

/** Arrivals at the same rate all the time. */
export function isAtOneRate(load: Load): boolean {
  const phases = phasesOf(load);
  return phases.length > 0 && phases.every(({ from, to }) => from === phases[0]!.from && to === from);
}
