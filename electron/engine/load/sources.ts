/** Load model -> what it does, one stage after the other. A new model is one source and its entry here. */
import { makeRandom } from '../../../shared/analysis/random.ts';
import { Schedule } from '../../../shared/load/schedule.ts';
import { connectionsOf, type LoadModel, levelsOf, scheduleOf, warmUpRate } from '../../../shared/model/load-models.ts';
import type { Load, LoadOf } from '../../../shared/model/setup.ts';
import type { PerSecond, Seconds } from '../../../shared/model/units.ts';
import { ArrivalsSource } from './arrivals-source.ts';
import { ClosedSource, edge, shareClosed } from './closed-source.ts';
import type { ClientPlan } from './load-client.ts';
import type { Part } from './source.ts';
import { UsersSource } from './users-source.ts';

export type Stage = Pick<ClientPlan, 'source' | 'connections' | 'opens' | 'duration'>;

interface Making<L> {
  /** What one of several load processes does of it. */
  share(load: L, part: Part): L;
  /** How many connections such a share has at most. Left out: as its load says. */
  connections?(load: L, part: Part): number;
  /** What such a share measures. `firstConnection`: the number of its first. */
  stages(load: L, part: Part, firstConnection: number): readonly Stage[];
  /** What it warms up with: the same load, without an end. */
  warmUp(load: L, part: Part): Stage;
}

const MODELS: { readonly [M in LoadModel]: Making<LoadOf<M>> } = {
  closed: {
    share: shareClosed,
    stages: ({ connections, end }) => {
      const requests = end.by === 'amount' ? end.requests : Infinity;
      const duration = end.by === 'duration' ? end.seconds * 1e6 : Infinity;
      return [{ source: new ClosedSource(requests), connections: Math.min(connections, requests), opens: 'ahead', duration }];
    },
    warmUp: ({ connections, warmupS }) => closedStage(connections, warmupS),
  },
  users: {
    share: (load, { nth, of }) => ({ ...load, users: edge(load.users, nth + 1, of) - edge(load.users, nth, of) }),
    stages: ({ users, requestsEach: requests, spreadS }, part, first) => [
      {
        source: new UsersSource({ users, first, part, requests, spread: spreadS * 1e6 }),
        connections: users,
        opens: 'by user',
        duration: Infinity,
      },
    ],
    warmUp: ({ users, warmupS }) => closedStage(users, warmupS),
  },
  arrivals: {
    share: (load, { nth, of }) => ({ ...load, maxInFlight: edge(load.maxInFlight, nth + 1, of) - edge(load.maxInFlight, nth, of) }),
    stages: (load, part) => {
      const schedule = scheduleOf(load) ?? new Schedule([]);
      return [arrivalsStage(schedule, load, part)];
    },
    warmUp: (load, part) => rateStage(warmUpRate(load), load.warmupS, load, part),
  },
  sweep: {
    share: (load, part) => ({ ...load, maxInFlight: partOf(load.maxInFlight, part) }),
    connections: (load, part) => (levelsOf(load).of === 'rate' ? load.maxInFlight : partOf(connectionsOf(load), part)),
    stages: (load, part) => levelsOf(load).values.map((level) => levelStage(load, level, load.holdS, part)),
    warmUp: (load, part) => levelStage(load, levelsOf(load).values[0] ?? 1, load.warmupS, part),
  },
};

function closedStage(connections: number, seconds: Seconds): Stage {
  return { source: new ClosedSource(Infinity), connections, opens: 'ahead', duration: seconds * 1e6 };
}

type OnDemand = Pick<LoadOf<'arrivals'>, 'maxInFlight'> & Partial<Pick<LoadOf<'arrivals'>, 'poisson' | 'seed'>>;

function arrivalsStage(schedule: Schedule, { maxInFlight, poisson = false, seed = 0 }: OnDemand, part: Part): Stage {
  const source = new ArrivalsSource(schedule, poisson ? makeRandom(seed) : null, part);
  return { source, connections: maxInFlight, opens: 'on demand', duration: Infinity };
}

function rateStage(rate: PerSecond, seconds: Seconds, load: OnDemand, part: Part): Stage {
  return arrivalsStage(new Schedule([{ from: rate, to: rate, seconds }]), load, part);
}

function levelStage(load: LoadOf<'sweep'>, level: number, seconds: Seconds, part: Part): Stage {
  return levelsOf(load).of === 'rate' ? rateStage(level, seconds, load, part) : closedStage(partOf(level, part), seconds);
}

/** The remainder goes to the first ones, and nobody's part of more is smaller: a level can have fewer connections than there are processes. */
function partOf(whole: number, { nth, of }: Part): number {
  return Math.floor((whole + of - 1 - nth) / of);
}

// The compiler cannot see that the entry of a model accepts the loads of that model.
const makingOf = ({ model }: Load): Making<Load> => MODELS[model] as Making<Load>;

export const shareOf: Making<Load>['share'] = (load, part) => makingOf(load).share(load, part);
/** `load`: of the share. */
export const connectionsOfShare = (load: Load, part: Part): number => makingOf(load).connections?.(load, part) ?? connectionsOf(load);
export const stagesOf: Making<Load>['stages'] = (load, part, first) => makingOf(load).stages(load, part, first);
export const warmUpOf: Making<Load>['warmUp'] = (load, part) => makingOf(load).warmUp(load, part);
