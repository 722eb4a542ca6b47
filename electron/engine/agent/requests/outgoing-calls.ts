/** Requests that the program makes to other servers, by Node's own client and by undici, which `fetch` is. */
import type { ClientRequest } from 'node:http';
import type { Microseconds } from '../../../../shared/base/units.ts';
import { listenTo } from '../channels.ts';
import { clockUs } from '../hrtime.ts';
import { NO_REQUEST } from './request-ring.ts';

/** request of the program, start, end, status (0: it failed), method and origin. */
export type EndedCall = readonly [request: number, start: Microseconds, end: Microseconds, status: number, to: string];

interface Begun {
  readonly request: number;
  readonly start: Microseconds;
  readonly to: string;
  status: number;
}

interface UndiciRequest {
  readonly method?: unknown;
  readonly origin?: unknown;
}

const MOST_CHARACTERS = 200;

/** `requestNow`: the request that the program works for now; calls outside any request are not reported. */
export function observeCalls(requestNow: () => number, onEnd: (call: EndedCall) => void): void {
  const begun = new WeakMap<object, Begun>();
  const begin = (call: object, to: string): void => {
    const request = requestNow();
    if (request !== NO_REQUEST) begun.set(call, { request, start: clockUs(), to: to.slice(0, MOST_CHARACTERS), status: 0 });
  };
  const end = (call: object): void => {
    const one = begun.get(call);
    if (one === undefined) return;
    begun.delete(call);
    onEnd([one.request, one.start, clockUs(), one.status, one.to]);
  };
  const responded = (call: object, status: unknown): void => {
    const one = begun.get(call);
    if (one !== undefined) one.status = Number(status) || 0;
  };

  listenTo('http.client.request.start', (message) => {
    const { request } = message as { request: ClientRequest };
    begin(request, `${request.method} ${request.protocol}//${String(request.getHeader('host') ?? request.host)}`);
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
    begin(request, `${String(request.method ?? '')} ${String(request.origin ?? '')}`);
  });
  listenTo('undici:request:headers', (message) => {
    const { request, response } = message as { request: object; response: { statusCode?: unknown } };
    responded(request, response.statusCode);
  });
  for (const channel of ['undici:request:trailers', 'undici:request:error'])
    listenTo(channel, (message) => end((message as { request: object }).request));
}
