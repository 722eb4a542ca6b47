/** Load plans by their settings, wherever in the set-up these are. */
import { SETTINGS } from '../../shared/model/setup/settings.ts';
import {
  DEFAULT_SETUP,
  defaultOf,
  type Load,
  type LoadClient,
  type LoadOf,
  type LoadPlan,
  type PlannedRequest,
  type Setup,
} from '../../shared/model/setup/setup.ts';

type OwnClient = Extract<LoadClient, { kind: 'loopscope' }>;
export type PlanSettings = Partial<
  Omit<LoadOf<'closed'>, 'model'> & PlannedRequest & Omit<OwnClient, 'kind'> & { client: LoadClient['kind']; load: Load }
>;

/** The default with these changes. */
export function planOf({
  url,
  method,
  headers,
  body,
  client,
  keepAlive,
  pipelining,
  workers,
  pin,
  load: whole,
  ...load
}: PlanSettings = {}): LoadPlan & Pick<Setup, 'plan' | 'planFile' | 'loadCommand'> {
  const { requests, client: own } = DEFAULT_SETUP;
  return {
    requests: [{ ...requests[0], ...given({ url, method, headers, body }) }],
    plan: null,
    planFile: null,
    load: whole ?? { ...DEFAULT_SETUP.load, ...load },
    client:
      client === 'autocannon'
        ? { kind: client, pipelining: pipelining ?? 1, workers: workers ?? 1, pin: pin ?? true }
        : { ...(own as OwnClient), ...given({ keepAlive, pipelining, workers, pin }) },
    // In the order of the settings, in which a file has them.
    loadCommand: null,
  };
}

function given<T extends object>(settings: T): Partial<T> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** The load of a set-up that has a closed one. */
export function closedLoadOf({ load }: Pick<Setup, 'load'>): LoadOf<'closed'> {
  if (load.model !== 'closed') throw new Error(`Not a closed load: ${load.model}`);
  return load;
}

/** The default of a model with these changes. */
export function loadOf<M extends Load['model']>(model: M, settings: Partial<LoadOf<M>> = {}): LoadOf<M> {
  return { ...(defaultOf({ ...SETTINGS.load, default: model }) as LoadOf<M>), ...settings };
}
