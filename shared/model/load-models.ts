/**
 * What the load models mean to code that knows none of them. How their requests are made is in electron/engine/load/; what they are called, in
 * the catalogue under `load`, and in shared/words/load-plan.ts.
 */
import { type Levels, readLevels } from '../load/levels.ts';
import type { Schedule } from '../load/schedule.ts';
import { readSchedule } from '../load/schedule-text.ts';
import type { Load, LoadClient, LoadOf } from './setup.ts';
import type { PerSecond } from './units.ts';

export type LoadModel = Load['model'];
/** What ends a load: it lasts so long, but for what is still in flight then, or it has so many requests. */
export type LoadEnd = LoadOf<'closed'>['end'];

interface LoadFacts<L> {
  /** Connections that it opens at most. */
  connections(load: L): number;
  /** Requests in flight at any time; null: not fixed, so that they depend on the server. */
  inFlight(load: L, pipelining: number): number | null;
  /** Requests a second; null: not fixed, so that they depend on the server. */
  pace(load: L): number | null;
  end(load: L): LoadEnd;
  /** Requests that it makes at most, if each visitor makes so many; null: not fixed, so that they depend on the server. */
  planned(load: L, ofVisitor: number): number | null;
  /** Requests have their times, so that they can be late. */
  hasSchedule: boolean;
}

/** Null: the text is no schedule, so there are no arrivals. Such a run is refused, but a form or a file may hold the text. */
export function scheduleOf({ schedule }: Pick<LoadOf<'arrivals'>, 'schedule'>): Schedule | null {
  const read = readSchedule(schedule);
  return read.ok ? read.schedule : null;
}

/** The warm-up comes at the rate of the first phase in which anybody comes, on average. */
export function warmUpRate(load: Pick<LoadOf<'arrivals'>, 'schedule'>): PerSecond {
  const usual = scheduleOf(load)?.phases.find(({ from, to }) => from + to > 0);
  return usual ? (usual.from + usual.to) / 2 : 0;
}

/** Of a text that names no levels there are none, for the same reason. */
export function levelsOf({ levels }: Pick<LoadOf<'sweep'>, 'levels'>): Levels {
  const read = readLevels(levels);
  return read.ok ? read.levels : { of: 'connections', values: [] };
}

const FACTS: { readonly [M in LoadModel]: LoadFacts<LoadOf<M>> } = {
  closed: {
    connections: ({ connections }) => connections,
    inFlight: ({ connections }, pipelining) => connections * pipelining,
    pace: () => null,
    end: ({ end }) => end,
    planned: ({ end }) => (end.by === 'amount' ? end.requests : null),
    hasSchedule: false,
  },
  users: {
    connections: ({ users }) => users,
    inFlight: () => null,
    pace: () => null,
    end: ({ users, requestsEach }) => ({ by: 'amount', requests: users * requestsEach }),
    planned: ({ users, requestsEach }) => users * requestsEach,
    hasSchedule: true,
  },
  arrivals: {
    connections: ({ maxInFlight }) => maxInFlight,
    inFlight: () => null,
    pace: (load) => {
      const schedule = scheduleOf(load);
      return schedule && schedule.total / schedule.seconds;
    },
    end: (load) => ({ by: 'duration', seconds: scheduleOf(load)?.seconds ?? 0 }),
    planned: (load, ofVisitor) => {
      const schedule = scheduleOf(load);
      return schedule && schedule.total * ofVisitor;
    },
    hasSchedule: true,
  },
  sweep: {
    connections: (load) => {
      const { of, values } = levelsOf(load);
      return of === 'connections' ? Math.max(0, ...values) : load.maxInFlight;
    },
    inFlight: () => null,
    pace: () => null,
    end: (load) => ({ by: 'duration', seconds: load.holdS * levelsOf(load).values.length }),
    planned: (load, ofVisitor) => {
      const { of, values } = levelsOf(load);
      return of === 'rate' ? values.reduce((sum, rate) => sum + Math.floor(rate * load.holdS), 0) * ofVisitor : null;
    },
    hasSchedule: true,
  },
};

// The compiler cannot see that the entry of a model accepts the loads of that model.
const factsOf = ({ model }: Load): LoadFacts<Load> => FACTS[model] as LoadFacts<Load>;

export const connectionsOf = (load: Load): number => factsOf(load).connections(load);
export const inFlightOf = (load: Load, pipelining: number): number | null => factsOf(load).inFlight(load, pipelining);
export const paceOf = (load: Load): number | null => factsOf(load).pace(load);

/** Arrivals at the same rate all the time. */
export function isAtOneRate(load: Load): boolean {
  const phases = (load.model === 'arrivals' ? scheduleOf(load) : null)?.phases ?? [];
  return phases.length > 0 && phases.every(({ from, to }) => from === phases[0]!.from && to === from);
}

export const endOf = (load: Load): LoadEnd => factsOf(load).end(load);
export const plannedRequests = (load: Load, ofVisitor: number): number | null => factsOf(load).planned(load, ofVisitor);
export const hasSchedule = (load: Load): boolean => factsOf(load).hasSchedule;

/** Requests have their times, and the client says so: k6 knows only when it sent them. */
export function knowsIntended({ load, client }: { readonly load: Load; readonly client: Pick<LoadClient, 'kind'> }): boolean {
  return hasSchedule(load) && client.kind !== 'k6';
}

export const LOAD_MODELS = Object.keys(FACTS) as readonly LoadModel[];

/** The models whose requests a client can make. */
export const MODELS_OF_CLIENT: { readonly [K in LoadClient['kind']]: readonly LoadModel[] } = {
  loopscope: LOAD_MODELS,
  autocannon: ['closed'],
  k6: LOAD_MODELS,
};
