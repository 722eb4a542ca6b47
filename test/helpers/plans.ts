/** Load plans by their settings, wherever in the set-up these are. */
import { type ClosedLoad, DEFAULT_SETUP, type LoadPlan, type PlannedRequest } from '../../shared/model/setup.ts';

export type PlanSettings = Partial<Omit<ClosedLoad, 'model'> & PlannedRequest & Omit<LoadPlan['client'], 'kind'>>;

/** The default with these changes. */
export function planOf({ url, method, headers, body, keepAlive, pipelining, workers, ...load }: PlanSettings = {}): LoadPlan {
  const { requests, client } = DEFAULT_SETUP;
  return {
    requests: [{ ...requests[0], ...given({ url, method, headers, body }) }],
    load: { ...DEFAULT_SETUP.load, ...load },
    client: { ...client, ...given({ keepAlive, pipelining, workers }) },
  };
}

function given<T extends object>(settings: T): Partial<T> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Partial<T>;
}
