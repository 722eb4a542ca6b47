/** What the main thread leaves for the agent's own thread about calls to other servers: sums, however many calls there are. */
import type { MOST_PEERS as MOST_IN_MODEL, PeerKind } from '../../../../shared/model/peer-calls.ts';

// As in shared/model/peer-calls.ts, of which the agent has only the types.
export const MOST_PEERS: typeof MOST_IN_MODEL = 100;

export interface Peer {
  readonly kind: PeerKind;
  /** `postgresql://127.0.0.1:5432`, `http://127.0.0.1:4555`. */
  readonly to: string;
}

/**
 * Times in microseconds, added up. `lines`: calls of which it is known how long they were in line. `idle`, `lineIdle`: the part in which the event loop had
 * nothing to do.
 */
const FIELDS = ['calls', 'progress', 'idle', 'lines', 'line', 'lineIdle'] as const;
export type PeerSums = Readonly<Record<(typeof FIELDS)[number], number>>;

const WIDTH = FIELDS.length;

export class PeerTable {
  readonly buffer: SharedArrayBuffer;
  private readonly cells: Float64Array;

  constructor(buffer?: SharedArrayBuffer) {
    this.buffer = buffer ?? new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT * WIDTH * MOST_PEERS);
    this.cells = new Float64Array(this.buffer);
  }

  /** In line `line`; null: not known. */
  add(peer: number, progress: number, idle: number, line: number | null, lineIdle: number): void {
    const { cells } = this;
    const at = peer * WIDTH;
    cells[at]! += 1;
    cells[at + 1]! += progress;
    cells[at + 2]! += idle;
    if (line === null) return;
    cells[at + 3]! += 1;
    cells[at + 4]! += line;
    cells[at + 5]! += lineIdle;
  }

  read(peer: number): PeerSums {
    return Object.fromEntries(FIELDS.map((name, place) => [name, this.cells[peer * WIDTH + place]!])) as PeerSums;
  }
}

/** Of a time since `before`. */
export function sumsSince(now: PeerSums, before: PeerSums | undefined): PeerSums {
  return Object.fromEntries(FIELDS.map((name) => [name, now[name] - (before?.[name] ?? 0)])) as PeerSums;
}

/** `peers`: in the order of their numbers; they grow while the program runs. */
export interface ObservedPeers {
  readonly table: PeerTable;
  readonly peers: readonly Peer[];
}
