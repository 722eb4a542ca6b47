/** Requests in a server and what they waited for, as rows that are given. */
import { WAIT_KINDS, type WaitKind } from '../../shared/model/waits.ts';
import { ServedRequests } from '../../shared/session/served-requests.ts';
import { Waits } from '../../shared/session/wait-rows.ts';

export const PID = 5;
export const [DATABASE, OTHER] = ['postgresql://127.0.0.1:5432', 'http://127.0.0.1:4555'];

/** Times in microseconds. */
export type PlantedRequest = readonly [request: number, start: number, end: number, route?: string, status?: number, pid?: number];

export function servedOf(...given: readonly PlantedRequest[]): ServedRequests {
  const served = new ServedRequests();
  const routeOf = ([, , , route = 'GET /']: PlantedRequest): string => route;
  const routes = [...new Set(given.map(routeOf))];
  const each = (value: number): number[] => given.map(() => value);
  served.add({
    routes,
    lost: 0,
    rows: {
      ...{ running: each(0), port: each(0), localPort: each(0) },
      route: given.map((one) => routes.indexOf(routeOf(one))),
      request: given.map(([request]) => request),
      start: given.map(([, start]) => start),
      end: given.map(([, , end]) => end),
      status: given.map(([, , , , status = 200]) => status),
      pid: given.map(([, , , , , pid = PID]) => pid),
    },
  });
  return served;
}

export interface PlantedWait {
  readonly request: number;
  readonly at: readonly [start: number, end: number];
  readonly line?: number;
  readonly pid?: number;
  readonly kind?: WaitKind;
  readonly to?: string;
  readonly name?: string;
  readonly limit?: number;
  readonly status?: number;
}

/** Without any, it is known that there were none. */
export function waitsOf(...given: readonly PlantedWait[]): Waits {
  const waits = new Waits();
  const names = [...new Set(given.flatMap(({ to = DATABASE, name = 'select a' }) => [to, name]))];
  waits.add({
    names,
    lost: 0,
    rows: {
      start: given.map(({ at }) => at[0]),
      end: given.map(({ at }) => at[1]),
      line: given.map(({ line = 0 }) => line),
      request: given.map(({ request }) => request),
      pid: given.map(({ pid = PID }) => pid),
      kind: given.map(({ kind = 'query' }) => WAIT_KINDS.indexOf(kind)),
      to: given.map(({ to = DATABASE }) => names.indexOf(to)),
      name: given.map(({ name = 'select a' }) => names.indexOf(name)),
      status: given.map(({ kind, status }) => status ?? (kind === 'http' ? 200 : 0)),
      limit: given.map(({ limit = 0 }) => limit),
    },
  });
  return waits;
}
