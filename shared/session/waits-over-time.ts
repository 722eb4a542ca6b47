/** How many calls to other servers were under way at a time, and how many in line: means of each second, by peer. */
import { Remembered } from '../base/remembered.ts';
import type { Microseconds } from '../base/units.ts';
import type { WaitSeriesColumns } from '../model/series.ts';
import { MOST_WAITS, NO_OWNER, UNKNOWN_LINE } from '../model/waits.ts';
import type { Waits } from './wait-rows.ts';

const BUCKET_US: Microseconds = 1_000_000;
/** Peers by themselves; those that less was asked of are together. */
const MOST_PEERS = 12;

class Peer {
  /** µs that calls spent in each bucket; a bucket without any may have no place. */
  readonly progress: number[] = [];
  readonly line: number[] = [];
  /** How many at once each process allows; 0: not known. */
  readonly limits = new Map<number, number>();
  sumUs: Microseconds = 0;

  add(to: 'progress' | 'line', from: Microseconds, until: Microseconds): void {
    const times = this[to];
    this.sumUs += Math.max(0, until - from);
    for (let at = Math.max(0, from); at < until; ) {
      const bucket = Math.floor(at / BUCKET_US);
      const end = Math.min(until, (bucket + 1) * BUCKET_US);
      times[bucket] = (times[bucket] ?? 0) + end - at;
      at = end;
    }
  }

  /** Of all processes together; null: of one it is not known. */
  get limit(): number | null {
    const limits = [...this.limits.values()];
    return limits.includes(0) ? null : limits.reduce((sum, limit) => sum + limit, 0);
  }
}

/** Reads what has been added to the waits since it was last asked: a run that goes on asks each second. */
class WaitsOverTime {
  private read = 0;
  private lastEndUs: Microseconds = 0;
  private readonly peers = new Map<number, Peer>();

  constructor(private readonly originUs: Microseconds) {}

  /** `goesOn`: more comes, so that a second is known when something has ended after it. */
  columns(waits: Waits, durationUs: Microseconds, goesOn: boolean): WaitSeriesColumns {
    this.goOn(waits);
    const buckets = Math.ceil(durationUs / BUCKET_US);
    const after = this.afterEnd(waits, durationUs);
    // Those that took longest come first.
    const ranked = [...this.peers].sort(([, a], [, b]) => b.sumUs - a.sumUs);
    const [own, rest] = [ranked.slice(0, MOST_PEERS), ranked.slice(MOST_PEERS).map(([, peer]) => peer)];
    const peers = [
      ...own.map(([to, peer]) => ({ to: waits.names[to]!, limit: peer.limit, of: [peer] })),
      ...(rest.length === 0 ? [] : [{ to: null, limit: null, of: rest }]),
    ];
    const known = waits.rows < MOST_WAITS && !goesOn ? Number.POSITIVE_INFINITY : Math.floor(this.lastEndUs / BUCKET_US);
    const fill = (kind: 'progress' | 'line') =>
      Float64Array.from({ length: buckets * peers.length }, (_, at) => {
        const bucket = Math.floor(at / peers.length);
        if (bucket >= known) return Number.NaN;
        const sum = peers[at % peers.length]!.of.reduce(
          (us, peer) => us + (peer[kind][bucket] ?? 0) - (bucket === buckets - 1 ? (after.get(peer)?.[kind][bucket] ?? 0) : 0),
          0,
        );
        return sum / (Math.min(durationUs, (bucket + 1) * BUCKET_US) - bucket * BUCKET_US);
      });
    return {
      meta: { bucketMs: BUCKET_US / 1_000, lost: waits.lost, peers: peers.map(({ to, limit }) => ({ to, limit })) },
      progress: fill('progress'),
      line: fill('line'),
    };
  }

  private goOn(waits: Waits): void {
    const { start, end, line, request, to, pid, limit } = waits.table();
    for (; this.read < waits.rows; this.read++) {
      const row = this.read;
      if (request[row] === NO_OWNER) continue;
      const peer = this.peers.get(to[row]!) ?? new Peer();
      this.peers.set(to[row]!, peer);
      const [from, until] = [start[row]! - this.originUs, end[row]! - this.originUs];
      peer.add('progress', from, until);
      if (line[row] !== UNKNOWN_LINE) peer.add('line', from - line[row]!, from);
      peer.limits.set(pid[row]!, Math.max(peer.limits.get(pid[row]!) ?? 0, limit[row]!));
      this.lastEndUs = Math.max(this.lastEndUs, until);
    }
  }

  /** What calls went on after the end. */
  private afterEnd(waits: Waits, endUs: Microseconds): Map<Peer, Peer> {
    const after = new Map<Peer, Peer>();
    const { start, end, line, request, to } = waits.table();
    for (let row = 0; row < waits.rows; row++) {
      const until = end[row]! - this.originUs;
      if (until <= endUs || request[row] === NO_OWNER) continue;
      const of = this.peers.get(to[row]!)!;
      const peer = after.get(of) ?? new Peer();
      after.set(of, peer);
      const from = start[row]! - this.originUs;
      peer.add('progress', Math.max(from, endUs), until);
      if (line[row] !== UNKNOWN_LINE) peer.add('line', Math.max(from - line[row]!, endUs), from);
    }
    return after;
  }
}

const known = new Remembered<Waits, WaitsOverTime>();

/**
 * `originUs`: time 0 on the engine's clock; `durationUs`: until when; `goesOn`: more is being recorded.
 * Null: it was not recorded what requests waited for.
 */
export function waitSeries(
  waits: Waits,
  originUs: Microseconds | null,
  durationUs: Microseconds,
  goesOn = false,
): WaitSeriesColumns | null {
  if (!waits.isKnown || originUs === null) return null;
  return known.get(waits, originUs, () => new WaitsOverTime(originUs)).columns(waits, durationUs, goesOn);
}
