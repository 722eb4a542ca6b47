/** Requests as the server saw them, as columns that grow. */
import {
  type CostOfRequests,
  MOST_CALLS,
  MOST_COSTS,
  MOST_EXCHANGES,
  MOST_SERVED,
  type OutgoingCall,
  SERVED_COLUMNS,
  type ServedRows,
  type SharedExchanges,
  type SharedWork,
} from '../model/served.ts';
import { GrowingTable } from './growing-table.ts';
import { NameList } from './name-list.ts';

export interface ServedEntry {
  /** Names for the column `route` of these rows. */
  readonly routes: readonly string[];
  readonly rows: ServedRows;
  /** Requests that have ended without being recorded. */
  readonly lost: number;
  /** What they asked of other servers; recorded before that was a part of its own (wait-rows.ts). */
  readonly calls?: readonly OutgoingCall[];
  /** Absent: recorded before it was known, and credited to the request that had made the connection. */
  readonly sharing?: SharedWork;
  readonly costs?: readonly CostOfRequests[];
}

export class ServedRequests extends GrowingTable<typeof SERVED_COLUMNS> {
  lost = 0;
  /** Calls to other servers, as they ended. */
  readonly calls: OutgoingCall[] = [];
  /** Whether any capture has told of requests, be there none. */
  isKnown = false;
  /** Since the first entry that tells it, work that requests share is told apart. */
  private sharing: { isCpuTime: boolean; readonly byPid: Map<number, string[]>; readonly exchanges: SharedExchanges[] } | null = null;
  /** Of processes in which a request ended. */
  readonly pids = new Set<number>();
  /** What telling requests apart costs, by process; of those in which it was measured. */
  readonly costs: CostOfRequests[] = [];
  private readonly names = new NameList();
  /** By process and number; made when first asked for. */
  private index: Map<number, Int32Array> | null = null;

  constructor() {
    super(SERVED_COLUMNS);
  }

  add({ routes, rows, lost, calls = [], sharing, costs = [] }: ServedEntry): void {
    this.costs.push(...costs.slice(0, MOST_COSTS - this.costs.length));
    this.calls.push(...calls.slice(0, MOST_CALLS - this.calls.length));
    this.isKnown = true;
    this.index = null;
    this.lost += lost;
    const placeOf = routes.map((name) => this.names.placeOf(name));
    if (sharing) this.addSharing(sharing, placeOf);
    const count = rows.start.length;
    const kept = Math.min(count, MOST_SERVED - this.rows);
    this.lost += count - kept;
    for (let row = 0; row < kept; row++) {
      this.pids.add(rows.pid[row]!);
      for (const { name } of SERVED_COLUMNS) this.of[name].push(name === 'route' ? placeOf[rows.route[row]!]! : rows[name][row]!);
    }
  }

  /** When and where it was given up to tell them apart, because it cost too much. Null: it was not. */
  get givenUp(): CostOfRequests | null {
    return this.costs.find(({ isTooMuch }) => isTooMuch) ?? null;
  }

  get routes(): readonly string[] {
    return this.names.all;
  }

  /** The row of a request of a process; -1: it has not ended, or was not recorded. */
  rowOf(pid: number, request: number): number {
    return this.rowsOf(pid)(request);
  }

  /** The same of all requests of a process, for many of them; good until the next entry. */
  rowsOf(pid: number): (request: number) => number {
    this.index ??= this.makeIndex();
    const rows = this.index.get(pid);
    return (request) => (rows?.[request] ?? 0) - 1;
  }

  /** Null: recorded before it was told apart. */
  get sharedWork(): SharedWork | null {
    if (this.sharing === null) return null;
    const { isCpuTime, byPid, exchanges } = this.sharing;
    return { isCpuTime, exchanges, names: [...byPid].map(([pid, names]) => ({ pid, names })) };
  }

  /** By its number in the samples of a process, or in an exchange (FIRST_SHARED - place). */
  sharedName(pid: number, place: number): string | undefined {
    return this.sharing?.byPid.get(pid)?.[place];
  }

  private addSharing({ names, exchanges, isCpuTime }: SharedWork, placeOf: readonly number[]): void {
    this.sharing ??= { isCpuTime, byPid: new Map(), exchanges: [] };
    const { sharing } = this;
    sharing.isCpuTime &&= isCpuTime;
    for (const { pid, names: added } of names) sharing.byPid.set(pid, [...(sharing.byPid.get(pid) ?? []), ...added]);
    for (const one of exchanges.slice(0, MOST_EXCHANGES - sharing.exchanges.length))
      sharing.exchanges.push({ ...one, routes: one.routes.map((route) => placeOf[route]!) });
  }

  /** Rows counted from 1, so that an empty place says that there is none. Numbers are as dense as the requests of a process. */
  private makeIndex(): Map<number, Int32Array> {
    const most = new Map<number, number>();
    const { pid, request } = this.of;
    for (let row = 0; row < this.rows; row++) most.set(pid.get(row), Math.max(most.get(pid.get(row)) ?? 0, request.get(row)));
    const index = new Map([...most].map(([of, highest]) => [of, new Int32Array(highest + 1)]));
    for (let row = 0; row < this.rows; row++) index.get(pid.get(row))![request.get(row)] = row + 1;
    return index;
  }
}
