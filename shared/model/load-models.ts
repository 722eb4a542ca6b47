/**
 * What the load models mean to code that knows none of them. How their requests are made is in electron/engine/load/; what they are called, in
 * the catalogue under `load`, and in shared/words/load-plan.ts.
 */
import { OF_EVERY_LOAD, SETTINGS } from './settings.ts';
import type { Load, LoadClient, LoadOf } from './setup.ts';

export type LoadModel = Load['model'];

interface LoadFacts<L> {
  /** Connections that it opens at most. */
  connections(load: L): number;
  /** Requests in flight at any time; null: not fixed, so that they depend on the server. */
  inFlight(load: L, pipelining: number): number | null;
  /** Requests a second; null: not fixed, so that they depend on the server. */
  pace(load: L): number | null;
}

const FACTS: { readonly [M in LoadModel]: LoadFacts<LoadOf<M>> } = {
  closed: {
    connections: ({ connections }) => connections,
    inFlight: ({ connections }, pipelining) => connections * pipelining,
    pace: () => null,
  },
};

// The compiler cannot see that the entry of a model accepts the loads of that model.
const factsOf = ({ model }: Load): LoadFacts<Load> => FACTS[model] as LoadFacts<Load>;

export const connectionsOf = (load: Load): number => factsOf(load).connections(load);
export const inFlightOf = (load: Load, pipelining: number): number | null => factsOf(load).inFlight(load, pipelining);
export const paceOf = (load: Load): number | null => factsOf(load).pace(load);

export const LOAD_MODELS = Object.keys(FACTS) as readonly LoadModel[];

/** The models whose requests a client can make. */
export const MODELS_OF_CLIENT: { readonly [K in LoadClient['kind']]: readonly LoadModel[] } = {
  loopscope: LOAD_MODELS,
  autocannon: ['closed'],
};

/** Paths of the settings that a model has of its own. */
export function ownSettings(model: LoadModel): string[] {
  const own = Object.keys(SETTINGS.load.members[model]).filter((name) => !Object.hasOwn(OF_EVERY_LOAD, name));
  return own.map((name) => `load.${name}`);
}
