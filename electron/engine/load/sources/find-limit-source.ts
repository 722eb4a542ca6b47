/** Levels of a rate, none of which is planned: which comes next, the engine says. */
import { LEVELS_OF_SEARCH } from '../../../../shared/model/load/search-plan.ts';
import { partsOfLoad } from '../../../../shared/model/load-models.ts';
import type { LoadOf } from '../../../../shared/model/setup/setup.ts';
import { rateStage } from './arrivals-source.ts';
import { closedStage } from './closed-source.ts';
import { edge, type StagesOf } from './stages.ts';

/** That always ask: how fast they are served says where to begin. More than a few may be more than a server takes. */
export const CONNECTIONS_OF_WARM_UP = 8;

export const FIND_LIMIT: StagesOf<LoadOf<'find-limit'>> = {
  share: (load, { nth, of }) => ({ ...load, maxInFlight: edge(load.maxInFlight, nth + 1, of) - edge(load.maxInFlight, nth, of) }),
  stages: () => [],
  onDemand: (load, phase, part) => {
    const parts = partsOfLoad(load);
    const place = phase % LEVELS_OF_SEARCH.length;
    const seconds = parts?.are === 'levels' ? parts.holdS(place) : 0;
    // Each level has arrivals of its own.
    return rateStage(LEVELS_OF_SEARCH[place]!, seconds, { ...load, seed: load.seed + phase }, part);
  },
  warmUp: (load, { nth, of }) =>
    closedStage(Math.max(1, edge(CONNECTIONS_OF_WARM_UP, nth + 1, of) - edge(CONNECTIONS_OF_WARM_UP, nth, of)), load.warmupS),
};
