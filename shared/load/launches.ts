/**
 * When users came, counted by second and phase as the rows of their requests pass. A phase lasts some seconds and a second belongs to
 * few phases, so there are about as many counts as seconds.
 */
import type { Microseconds } from '../base/units.ts';
import { requestsOfUser } from '../model/load-models.ts';
import { DROPPED, NO_CONNECTION, type PackedBatch } from '../model/run.ts';
import type { LaunchColumns } from '../model/series.ts';
import type { Load } from '../model/setup/setup.ts';
import { GrowableColumn } from './growable-column.ts';
import { MAX_BUCKETS } from './load-accumulator.ts';
import { intendedOf, rowCount } from './request-rows.ts';

const US_PER_S = 1_000_000;
const US_PER_MS = 1_000;
/** Phases are numbered with 16 bits. */
const PHASES = 2 ** 16;

export class Launches {
  private users = 0;
  private readonly second = new GrowableColumn(Uint32Array);
  private readonly phase = new GrowableColumn(Uint16Array);
  private readonly count = new GrowableColumn(Uint32Array);
  private readonly first = new GrowableColumn(Float64Array);
  private readonly places = new Map<number, number>();
  /** Users who stay for several requests, and have come; null: everybody comes for one. */
  private readonly seen: Uint8Array | null;

  /** `ofVisitor`: a visitor makes so many requests of a plan in order, and is there from the first of them on. */
  constructor(
    load: Load,
    private readonly ofVisitor = 1,
  ) {
    this.seen = requestsOfUser(load) !== null ? new Uint8Array(NO_CONNECTION + 1) : null;
  }

  add(batch: PackedBatch): void {
    for (let row = 0; row < rowCount(batch); row++) {
      if (this.seen !== null) {
        const user = (batch.user ?? batch.connection)[row]!;
        if (this.seen[user] === 1) continue;
        this.seen[user] = 1;
      } else if (this.ofVisitor > 1 && (batch.request?.[row] ?? 0) !== 0) continue;
      this.launch(intendedOf(batch, row), batch.phase?.[row] ?? 0, batch.status[row] !== DROPPED);
    }
  }

  columns(): LaunchColumns {
    return {
      meta: { users: this.users, ofVisitor: this.ofVisitor },
      second: this.second.copy(),
      phase: this.phase.copy(),
      count: this.count.copy(),
      firstMs: this.first.copy().map((us) => us / US_PER_MS),
    };
  }

  private launch(intended: Microseconds, phase: number, isSent: boolean): void {
    const place = this.placeOf(Math.min(Math.max(0, Math.floor(intended / US_PER_S)), MAX_BUCKETS - 1), phase);
    if (intended < this.first.get(place)) this.first.set(place, intended);
    if (!isSent) return;
    this.count.add(place, 1);
    this.users += 1;
  }

  private placeOf(second: number, phase: number): number {
    const key = second * PHASES + phase;
    const known = this.places.get(key);
    if (known !== undefined) return known;
    const place = this.second.length;
    this.places.set(key, place);
    this.second.push(second);
    this.phase.push(phase);
    this.count.push(0);
    this.first.push(Number.POSITIVE_INFINITY);
    return place;
  }
}
