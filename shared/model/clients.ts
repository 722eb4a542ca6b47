/** What can make the requests of a run. */
import { AUTOCANNON } from './clients/autocannon.ts';
import { type ClientOf, DEFAULT_CLIENT } from './clients/client.ts';
import { LOAD_COMMAND } from './clients/command.ts';
import { K6 } from './clients/k6.ts';
import { LOOPSCOPE } from './clients/loopscope.ts';
import { hasSchedule, type Load } from './load-models.ts';
import type { Fields, Union, ValueOf } from './setup/setting.ts';

/** In the order in which they are offered. */
const CLIENTS = { loopscope: LOOPSCOPE, autocannon: AUTOCANNON, k6: K6 };

type Clients = typeof CLIENTS;
export type ClientKind = keyof Clients;
export const CLIENT_KINDS = Object.keys(CLIENTS) as readonly ClientKind[];

/** The settings of a client. */
export const CLIENT_SETTINGS = {
  is: 'union',
  tag: 'kind',
  key: 'client',
  default: DEFAULT_CLIENT,
  affectsSpeed: true,
  flag: { names: '--client <kind>' },
  ofVariant: { names: '--client <kind>' },
  members: Object.fromEntries(CLIENT_KINDS.map((kind) => [kind, CLIENTS[kind].settings])) as unknown as {
    readonly [K in ClientKind]: Clients[K]['settings'];
  },
} as const satisfies Union;

export type LoadClient = ValueOf<typeof CLIENT_SETTINGS>;

/** Of a client by its kind. */
export const clientNamed = (kind: ClientKind): ClientOf<Fields> => CLIENTS[kind];

/** What makes the requests: the load command, where there is one. */
export function clientOf({ client, loadCommand = null }: MadeBy): ClientOf<Fields> {
  return loadCommand === null ? clientNamed(client.kind) : LOAD_COMMAND;
}

export interface MadeBy {
  readonly client: Pick<LoadClient, 'kind'>;
  readonly loadCommand?: string | null;
}

export const timesFromSending = (kind: ClientKind): boolean => clientNamed(kind).timesFromSending !== undefined;

/** Requests have their times, and the client says so. */
export function knowsIntended({ load, client }: { readonly load: Load; readonly client: Pick<LoadClient, 'kind'> }): boolean {
  return hasSchedule(load) && !timesFromSending(client.kind);
}
