/** Checks and records what the agent reports about ended requests. It comes from the user's program. */
import {
  MOST_ASKING,
  MOST_NUMBERED,
  MOST_ROUTE_CHARACTERS,
  MOST_ROUTES,
  MOST_SHARED,
  MOST_SHARED_CHARACTERS,
  type SharedExchanges,
} from '../../../shared/model/served.ts';
import type { EndedReport } from '../agent/requests/request-reader.ts';
import type { CaptureStore } from './capture-port.ts';
import { isWhole, nameOfReport } from './reported.ts';

export class ServedRecorder {
  /** Names of routes of each process, by their number there. */
  private readonly routes = new Map<number, string[]>();
  /** How many names of shared work each process has reported. */
  private readonly shared = new Map<number, number>();
  /** Nothing has been reported so far. */
  isSilent = true;

  constructor(private readonly store: CaptureStore) {}

  /** False: not a valid report of the agent. */
  record(
    pid: number,
    { routes: added, shared: addedShared, columns, lost, exchanges, isCpuTime, cost }: Omit<EndedReport, 'type' | 'waits'>,
  ): boolean {
    const routes = this.routes.get(pid) ?? [];
    this.routes.set(pid, routes);
    const sharedBefore = this.shared.get(pid) ?? 0;
    if (routes.length + added.length > MOST_ROUTES || sharedBefore + addedShared.length > MOST_SHARED) return false;
    routes.push(...added.map((name) => nameOfReport(name, MOST_ROUTE_CHARACTERS)));
    const { request, start, end, running, route, status, port, localPort } = columns;
    const count = request.length;
    if ([start, end, running, route, status, port, localPort].some(({ length }) => length !== count)) return false;
    for (let row = 0; row < count; row++) {
      const isPossible =
        isWhole(request[row]!, 1, MOST_NUMBERED) &&
        isWhole(route[row]!, 0, routes.length - 1) &&
        isWhole(status[row]!, 0, 0xffff) &&
        isWhole(port[row]!, 0, 0xffff) &&
        isWhole(localPort[row]!, 0, 0xffff) &&
        isWhole(start[row]!, 0, Number.MAX_SAFE_INTEGER) &&
        isWhole(end[row]!, start[row]!, Number.MAX_SAFE_INTEGER) &&
        isWhole(running[row]!, 0, 0xffff_ffff);
      if (!isPossible) return false;
    }
    const asked = toExchanges(pid, exchanges, { routes: routes.length, shared: sharedBefore + addedShared.length });
    if (asked === null) return false;
    this.shared.set(pid, sharedBefore + addedShared.length);
    const { placeOf, names } = namesOf([...route, ...asked.flatMap((one) => one.routes)], routes);
    const places = route.map(placeOf);
    const sharing = {
      names: addedShared.length === 0 ? [] : [{ pid, names: addedShared.map((name) => nameOfReport(name, MOST_SHARED_CHARACTERS)) }],
      exchanges: asked.map((one) => ({ ...one, routes: one.routes.map(placeOf) })),
      isCpuTime,
    };
    const pids = new Array<number>(count).fill(pid);
    if (count > 0) this.isSilent = false;
    const rows = { request, start, end, running, status, route: places, pid: pids, port, localPort };
    const costs = cost === null ? {} : { costs: [{ pid, ...cost }] };
    this.store.record({ type: 'served', routes: names, rows, lost, sharing, ...costs });
    return true;
  }
}

/** Only the names that these numbers need. */
function namesOf(numbers: readonly number[], routes: readonly string[]): { placeOf(route: number): number; names: string[] } {
  const used = [...new Set(numbers)];
  const places = new Map(used.map((number, place) => [number, place]));
  return { placeOf: (route) => places.get(route)!, names: used.map((number) => routes[number]!) };
}

/** Null: not valid. `known`: how many names there are. */
function toExchanges(
  pid: number,
  told: EndedReport['exchanges'],
  known: { readonly routes: number; readonly shared: number },
): SharedExchanges[] | null {
  if (told === null) return [];
  const { time, of } = told;
  const isPossible = of.every(
    ([shared, count, us, routes]) =>
      isWhole(shared, 0, known.shared - 1) &&
      isWhole(count, 1, MOST_NUMBERED) &&
      isWhole(us, 0, Number.MAX_SAFE_INTEGER) &&
      routes.length <= MOST_ASKING &&
      routes.every((route) => isWhole(route, 0, known.routes - 1)),
  );
  if (!isPossible || !isWhole(time, 0, Number.MAX_SAFE_INTEGER)) return null;
  return of.map(([shared, count, us, routes]) => ({ pid, shared, time, count, us, routes: [...routes] }));
}
