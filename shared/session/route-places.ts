/** The rows of what is told by route: one for each route of each server. */
import type { RouteFigures } from '../model/report.ts';
import { NONE } from './lists-by-place.ts';
import { endedIn, type ServedPart } from './request-filter.ts';
import type { ServedRequests } from './served-requests.ts';

/** The servers are members of a group, so that a request that one passes on to another is not counted twice in one row. */
export class RoutePlaces {
  private readonly members: readonly (string | undefined)[];
  private readonly byPid: ReadonlyMap<number, number>;

  /** `memberOf`: undefined for a process of none. */
  constructor(
    private readonly served: ServedRequests,
    memberOf: (pid: number) => string | undefined = () => undefined,
  ) {
    const named = Array.from(served.pids, (pid) => [pid, memberOf(pid)] as const);
    const members = [...new Set(named.map(([, member]) => member))];
    this.members = members;
    this.byPid = new Map(named.map(([pid, member]) => [pid, members.indexOf(member)]));
  }

  get count(): number {
    return this.served.routes.length * this.members.length;
  }

  /** Of a request, by its row. */
  placeOf(row: number): number {
    return this.byPid.get(this.served.get('pid', row))! * this.served.routes.length + this.served.get('route', row);
  }

  /** Of each request, by its row; NONE: it did not end in the part. */
  placesIn(part: ServedPart): Int32Array {
    return Int32Array.from({ length: this.served.rows }, (_, row) => (endedIn(this.served, row, part) ? this.placeOf(row) : NONE));
  }

  /** The member is named where there are several servers. */
  nameOf(place: number): Pick<RouteFigures, 'route' | 'member'> {
    const { routes } = this.served;
    const member = this.members.length < 2 ? undefined : this.members[Math.floor(place / routes.length)];
    return { route: routes[place % routes.length]!, ...(member === undefined ? {} : { member }) };
  }
}
