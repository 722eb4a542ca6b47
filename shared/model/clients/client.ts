/** The interface of a client, which makes the requests of a run: code that uses it knows no client by name. */
import type { Milliseconds } from '../../base/units.ts';
import { type Said, say } from '../../words/said.ts';
import { connectionsOf, inFlightOf, type Load } from '../load-models.ts';
import type { Fields, NameValue, Refusal, SetupLimit } from '../setup/setting.ts';

/** What a run asks of its client. */
export interface Asked<C = SomeClient> {
  readonly client: C;
  readonly load: Load;
  readonly plan: string | null;
  readonly requests: readonly [
    { readonly method: string; readonly url: string; readonly headers: readonly NameValue[]; readonly body: string },
  ];
}

/** Settings that a client has or does not have. */
interface SomeClient {
  readonly kind: string;
  readonly keepAlive?: boolean;
  readonly pipelining?: number;
  readonly workers?: number;
}

export const DEFAULT_CLIENT = 'loopscope';

/** The load generators that request plans are written for, as messages call them. */
export type Generator = 'k6' | 'Artillery';

/** `F`: its settings. What starts it is in electron/engine/experiments/run/clients/; what it is called, in the catalogue under `setup.client`. */
export interface ClientOf<F extends Fields> {
  readonly settings: F;
  /** What it cannot do, by the setting that asks for it: refused before a run, and said in the form. */
  limits(asked: Asked): SetupLimit[];
  /** Why it has no such setting, by its key. */
  readonly lacks?: Readonly<Record<string, Said>>;
  /** What it does in its own way, by names in the catalogue, in the order of a run. */
  readonly differs?: readonly string[];
  /** The port of each request is known, by which it is found in the server. */
  readonly tellsPorts?: true;
  /** It does not say when a request was due, and times it from sending. Why there is no verdict on the latency from then. */
  readonly timesFromSending?: Refusal;
  /** It does not say which requests got no response. */
  readonly hidesUnanswered?: true;
  /** How much longer its load takes than it was asked to, on average. */
  readonly overrunMs?: Milliseconds;
  /** It is given the plan as a script for this generator, which has to be able to carry it out. */
  readonly generator?: Generator;
  /** A load that it sends, where it has to be named. */
  sentBy?(load: Said): Said;
}

/** Whether a connection is used for more than one request. */
export function keepsConnections({ keepAlive = true }: SomeClient): boolean {
  return keepAlive;
}

/** Requests in flight on each connection. */
export function pipeliningOf({ pipelining = 1 }: SomeClient): number {
  return pipelining;
}

/** Processes of ours that make the requests; 1 as well where a program makes them that is none of ours. */
export function workersOf({ workers = 1 }: SomeClient): number {
  return workers;
}

/** What no client can do. */
export function limitsOfAll({ client, load, plan }: Asked): SetupLimit[] {
  const connections = connectionsOf(load);
  const [pipelining, workers] = [pipeliningOf(client), workersOf(client)];
  const limits: SetupLimit[] = [];
  if (workers > connections)
    limits.push({
      field: 'client.workers',
      says: say('load.fewConnections', { connections, workers }),
      hint: say('load.moreConnections'),
    });
  // Only connections that are always busy have several requests in flight.
  if (pipelining > 1 && inFlightOf(load, pipelining) === null)
    limits.push({ field: 'client.pipelining', says: say('load.pipeliningOpen'), hint: say('load.pipelineOne') });
  if (pipelining > 1 && plan !== null)
    limits.push({ field: 'client.pipelining', says: say('load.pipeliningPlan'), hint: say('load.pipelineOne') });
  if (pipelining > 1 && !keepsConnections(client))
    limits.push({ field: 'client.pipelining', says: say('load.pipeliningCloses'), hint: say('load.keepConnections') });
  return limits;
}

export const KEEP_ALIVE = { keepAlive: { is: 'switch', default: true, flag: { names: '--no-keepalive' } } } as const satisfies Fields;

/** What the clients have in common that make the requests in load processes of ours. */
export const OUR_PROCESSES = {
  /** Requests in flight on each connection. With more than one, the next is sent before the response to the last has come. */
  pipelining: {
    is: 'number',
    whole: true,
    unit: null,
    min: 1,
    max: 100,
    default: 1,
    addedLater: true,
    affectsSpeed: true,
    flag: { names: '--pipelining <n>' },
  },
  /** Load processes, among which the connections are divided. */
  workers: {
    is: 'number',
    whole: true,
    unit: null,
    min: 1,
    // The connections of a client are at most 10,000, and a process makes tens of thousands of requests a second: more would only take cores.
    max: 32,
    default: 1,
    addedLater: true,
    flag: { names: '-w, --workers <n>' },
  },
  /** Each load process stays on one core, where there are enough of them. */
  pin: { is: 'switch', default: true, addedLater: true, flag: { names: '--no-pin' } },
} as const satisfies Fields;
