/** What requests waited for, as columns that grow. */
import {
  MOST_WAITS,
  NO_OWNER,
  type OutgoingWait,
  STILL_OPEN,
  UNKNOWN_OWNER,
  WAIT_COLUMNS,
  WAIT_KINDS,
  type WaitRows,
} from '../model/waits.ts';
import { isStatement } from '../privacy/hide-statements.ts';
import { GrowingTable } from './growing-table.ts';
import { NameList } from './name-list.ts';

export interface WaitsEntry {
  /** Names for the columns `to` and `name` of these rows. */
  readonly names: readonly string[];
  readonly rows: WaitRows;
  /** Waits that are over without being recorded. */
  readonly lost: number;
}

export class Waits extends GrowingTable<typeof WAIT_COLUMNS> {
  lost = 0;
  /** Whether any has been told of, be there none. */
  isKnown = false;
  private readonly list = new NameList();

  constructor() {
    super(WAIT_COLUMNS);
  }

  get names(): readonly string[] {
    return this.list.all;
  }

  add({ names, rows, lost }: WaitsEntry): void {
    this.isKnown = true;
    this.lost += lost;
    const placeOf = names.map((name) => this.list.placeOf(name));
    const count = rows.start.length;
    const kept = Math.min(count, MOST_WAITS - this.rows);
    this.lost += count - kept;
    for (let row = 0; row < kept; row++)
      for (const { name } of WAIT_COLUMNS)
        this.of[name].push(name === 'to' || name === 'name' ? placeOf[rows[name][row]!]! : rows[name][row]!);
  }

  /** The places of the names that are statements of a database. */
  statements(): Set<number> {
    const { kind, to, name } = this.table();
    const seen = new Set<string>();
    const found = new Set<number>();
    for (let row = 0; row < this.rows; row++) {
      const key = `${kind[row]} ${to[row]} ${name[row]}`;
      if (seen.has(key)) continue;
      seen.add(key);
      if (isStatement(WAIT_KINDS[kind[row]!]!, this.names[to[row]!]!, this.names[name[row]!]!)) found.add(name[row]!);
    }
    return found;
  }

  /** Those of one request, in the order in which they ended. */
  ofRequest(pid: number, request: number): OutgoingWait[] {
    const found: OutgoingWait[] = [];
    if (request === NO_OWNER || request === UNKNOWN_OWNER) return found;
    for (let row = 0; row < this.rows; row++) {
      if (this.get('request', row) !== request || this.get('pid', row) !== pid) continue;
      const { start, end, line, kind: place, to, name, status } = this.row(row);
      const kind = WAIT_KINDS[place]!;
      const known = kind === 'http' && status !== STILL_OPEN ? status : null;
      found.push({ start, end, line, kind, to: this.names[to]!, name: this.names[name]!, status: known });
    }
    return found;
  }
}
