/** What each load process of a run does. */
import type { Plan } from '../../../shared/model/load/plan.ts';
import { endOf } from '../../../shared/model/load-models.ts';
import type { LoadPlan } from '../../../shared/model/setup/setup.ts';
import type { PlanFiles } from '../../../shared/plan/program.ts';
import type { Part } from './sources/source.ts';
import { connectionsOfShare, shareOf } from './sources/sources.ts';
import type { Destination } from './surroundings.ts';

export interface UsersOrder {
  readonly plan: Plan;
  readonly files: PlanFiles;
  readonly seed: number;
  /** Where requests go that name another host than the target, by its origin. */
  readonly others?: ReadonlyMap<string, Destination>;
}

export interface LoadShare {
  readonly plan: LoadPlan;
  readonly part: Part;
  /** The requests of the users; left out: the one request of the plan. */
  readonly users?: UsersOrder | undefined;
  /** Each row has the port that its request was sent from, so that it can be found in the server. */
  readonly recordsPorts?: boolean;
  /** Number of its first connection: connections are numbered across all shares. */
  readonly firstConnection: number;
}

/** One share for each load process; one without anything to send is left out. */
export function divideLoad({ requests, load, client }: LoadPlan): readonly LoadShare[] {
  let firstConnection = 0;
  const shares = Array.from({ length: client.workers }, (_, nth): LoadShare => {
    const part = { nth, of: client.workers };
    const share = { plan: { requests, load: shareOf(load, part), client }, part, firstConnection };
    firstConnection += connectionsOfShare(share.plan.load, part);
    return share;
  });
  return shares.filter(({ plan: { load: own }, part }) => {
    const end = endOf(own);
    return connectionsOfShare(own, part) > 0 && (end.by === 'duration' || end.requests > 0);
  });
}
