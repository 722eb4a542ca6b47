/** When the last request came and the last response ended: for a load whose client does not say which of its requests got no response. */
import type { ServerResponse } from 'node:http';
import type { Microseconds } from '../../../../shared/base/units.ts';
import { listenTo } from '../channels.ts';
import { clockUs } from '../hrtime.ts';
import type { MainState } from '../threads/main-state.ts';

interface Announced {
  readonly socket: object;
  readonly response: ServerResponse;
}

/** Of one connection. */
interface Connection {
  inServer: number;
  /** Of the first request in the server, or when the response before it ended: with pipelining they are served one after the other. */
  since: Microseconds;
}

export function watchResponses(state: MainState): void {
  // An entry for each request would cost some 0.8 µs more each time.
  const connections = new WeakMap<object, Connection>();
  listenTo('http.server.request.start', (message) => {
    const { socket } = message as Announced;
    const time = clockUs();
    state.tellRequest(time);
    let one = connections.get(socket);
    if (one === undefined) {
      one = { inServer: 0, since: time };
      connections.set(socket, one);
    } else if (one.inServer === 0) one.since = time;
    one.inServer += 1;
  });
  listenTo('http.server.response.finish', (message) => {
    const one = connections.get((message as Announced).socket);
    if (one === undefined) return;
    const time = clockUs();
    state.tellResponse(time, time - one.since);
    one.inServer -= 1;
    one.since = time;
  });
}
