/** Requests that the program makes to other servers, by Node's own client and by undici, which `fetch` is. */
import http, { type ClientRequest } from 'node:http';
import type { Microseconds } from '../../../../shared/base/units.ts';
import { listenTo } from '../channels.ts';
import { clockUs } from '../hrtime.ts';
import { seeCalls } from './replace-method.ts';
import { type NamedWait, UNKNOWN_LINE, UNKNOWN_OWNER } from './wait-ring.ts';
import type { WorkNow } from './waits.ts';

interface Begun {
  readonly request: number;
  /** When it was asked for; null: not before it was written, as far as is known. */
  readonly asked: Microseconds | null;
  start: Microseconds;
  /** How long the event loop had been idle by then, and when it was asked for. */
  idle: Microseconds;
  readonly idleBefore: Microseconds;
  to: string;
  method: string;
  status: number;
  limit: number;
}

interface UndiciRequest {
  readonly method?: unknown;
  readonly origin?: unknown;
}

const MOST_CHARACTERS = 200;
const MOST_LIMIT = 0xffff;
/** Calls at one time; of those beyond it is not told if they never end. */
const MOST_OPEN = 10_000;
/** Before it Node does not announce a request that is made, and its agents are asked for that. */
const ANNOUNCES_SINCE = 22;

/** What is told where it is not known whose a call is. */
export interface WithoutOwners {
  /** How long the event loop has been idle. */
  idleNow(): Microseconds;
}

/** Returns what tells of those that have been sent and are not over. */
export function observeHttpCalls(
  work: Pick<WorkNow, 'asker'>,
  onEnd: (call: NamedWait) => void,
  beside: WithoutOwners | null = null,
): () => NamedWait[] {
  const idleNow = beside === null ? () => 0 : beside.idleNow;
  const begun = new WeakMap<object, Begun>();
  const open = new Set<Begun>();
  const send = (one: Begun): void => {
    one.start = clockUs();
    one.idle = idleNow();
    if (open.size < MOST_OPEN) open.add(one);
  };
  const ask = (call: object): Begun => {
    const time = clockUs();
    const one = { request: work.asker, asked: time, start: time, idle: 0, idleBefore: idleNow(), to: '', method: '', status: 0, limit: 0 };
    begun.set(call, one);
    return one;
  };
  const end = (call: object): void => {
    const one = begun.get(call);
    if (one === undefined) return;
    begun.delete(call);
    open.delete(one);
    onEnd({ ...toWait(one), idle: idleNow() - one.idle, lineIdle: one.idle - one.idleBefore });
  };
  const responded = (call: object, status: unknown): void => {
    const one = begun.get(call);
    if (one !== undefined) one.status = Number(status) || 0;
  };

  if (Number.parseInt(process.versions.node, 10) >= ANNOUNCES_SINCE)
    listenTo('http.client.request.created', (message) => ask((message as { request: ClientRequest }).request));
  else seeAsked(ask);
  listenTo('http.client.request.start', (message) => {
    const { request } = message as { request: ClientRequest & { readonly agent?: { readonly maxSockets?: number } | null } };
    const one = begun.get(request) ?? Object.assign(ask(request), { asked: null });
    send(one);
    one.method = request.method;
    one.to = `${request.protocol}//${String(request.getHeader('host') ?? request.host)}`;
    const most = request.agent?.maxSockets ?? Number.POSITIVE_INFINITY;
    one.limit = most <= MOST_LIMIT ? most : 0;
    // With the whole response, or when it has failed.
    request.once('close', () => end(request));
  });
  listenTo('http.client.response.finish', (message) => {
    const { request, response } = message as { request: ClientRequest; response: { statusCode?: unknown } };
    // The head of the response has arrived.
    responded(request, response.statusCode);
  });
  listenTo('undici:request:create', (message) => {
    const { request } = message as { request: UndiciRequest };
    const one = Object.assign(ask(request), { to: String(request.origin ?? ''), method: String(request.method ?? '') });
    // A pool tells it when it has a connection for it, and who waited for that would have to be known.
    if (beside !== null) Object.assign(one, { asked: null });
  });
  listenTo('undici:client:sendHeaders', (message) => {
    const one = begun.get((message as { request: object }).request);
    if (one !== undefined) send(one);
  });
  listenTo('undici:request:headers', (message) => {
    const { request, response } = message as { request: object; response: { statusCode?: unknown } };
    responded(request, response.statusCode);
  });
  for (const channel of ['undici:request:trailers', 'undici:request:error'])
    listenTo(channel, (message) => end((message as { request: object }).request));
  return () => [...open].map(toWait);
}

/** Until now. */
function toWait({ asked, start, to, method: name, status, limit, request }: Begun): NamedWait {
  // What a pool asks for by itself it asks for late.
  const line = asked === null || request === UNKNOWN_OWNER ? UNKNOWN_LINE : Math.max(0, start - asked);
  return { kind: 'http', to: to.slice(0, MOST_CHARACTERS), name, start, end: clockUs(), line, request, status, limit };
}

/** The constructor of a request calls this method of its agent. */
function seeAsked(onAsk: (request: object) => void): void {
  // One that is not seen is known from when it is written.
  seeCalls(http.Agent.prototype, 'addRequest', (_, [request]) => onAsk(request as object));
}
