/** Load plans by their settings, wherever in the set-up these are. */
import { type ClosedLoad, DEFAULT_SETUP, type LoadPlan, type PlannedRequest } from '../../shared/model/setup.ts';

export type PlanSettings = Partial<Omit<ClosedLoad, 'model'> & PlannedRequest & Pick<LoadPlan['client'], 'keepAlive'>>;

/** The default with these changes. */
export function planOf({ url, method, headers, body, keepAlive, ...load }: PlanSettings = {}): LoadPlan {
  const request = Object.entries({ url, method, headers, body }).filter(([, value]) => value !== undefined);
  const { requests, client } = DEFAULT_SETUP;
  return {
    requests: [{ ...requests[0], ...Object.fromEntries(request) }],
    load: { ...DEFAULT_SETUP.load, ...load },
    client: keepAlive === undefined ? client : { ...client, keepAlive },
  };
}
