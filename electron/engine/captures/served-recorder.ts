/** What the agent tells of requests that have ended, checked and recorded. It comes from the user's program. */
import { showHidden } from '../../../shared/format/show-hidden.ts';
import {
  MOST_CALL_CHARACTERS,
  MOST_NUMBERED,
  MOST_ROUTE_CHARACTERS,
  MOST_ROUTES,
  type OutgoingCall,
} from '../../../shared/model/served.ts';
import type { EndedReport } from '../agent/request-reader.ts';
import type { CaptureStore } from './capture-port.ts';

export class ServedRecorder {
  /** Of each process, in the order of their numbers there. */
  private readonly routes = new Map<number, string[]>();
  /** Nothing has been told so far. */
  isSilent = true;

  constructor(private readonly store: CaptureStore) {}

  /** False: that is not what the agent says. */
  record(pid: number, { routes: added, columns, lost, calls: told }: Omit<EndedReport, 'type'>): boolean {
    const routes = this.routes.get(pid) ?? [];
    this.routes.set(pid, routes);
    if (routes.length + added.length > MOST_ROUTES) return false;
    routes.push(...added.map((name) => showHidden(name.slice(0, MOST_ROUTE_CHARACTERS / 2)).slice(0, MOST_ROUTE_CHARACTERS)));
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
    const { places, names } = namesOf(route, routes);
    const pids = new Array<number>(count).fill(pid);
    this.isSilent = false;
    const rows = { request, start, end, running, status, route: places, pid: pids, port, localPort };
    const calls = told.map((call) => toCall(pid, call));
    if (!calls.every((call) => call !== null)) return false;
    this.store.record({ type: 'served', routes: names, rows, lost, ...(calls.length === 0 ? {} : { calls }) });
    return true;
  }
}

/** Only the names that these rows need. */
function namesOf(route: readonly number[], routes: readonly string[]): { places: number[]; names: string[] } {
  const placeOf = new Map<number, number>();
  const names: string[] = [];
  const places = route.map((number) => {
    const known = placeOf.get(number);
    if (known !== undefined) return known;
    placeOf.set(number, names.length);
    return names.push(routes[number]!) - 1;
  });
  return { places, names };
}

/** Null: that cannot be. */
function toCall(pid: number, [request, start, end, status, to]: EndedReport['calls'][number]): OutgoingCall | null {
  const isPossible =
    isWhole(request, 1, MOST_NUMBERED) &&
    isWhole(status, 0, 0xffff) &&
    start >= 0 &&
    end >= start &&
    end <= Number.MAX_SAFE_INTEGER &&
    to.length <= MOST_CALL_CHARACTERS;
  return isPossible
    ? { pid, request, start: Math.round(start), end: Math.round(end), to: showHidden(to).slice(0, MOST_CALL_CHARACTERS), status }
    : null;
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
