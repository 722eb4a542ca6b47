/**
 * The figures of the phases of a schedule, and of the levels of a sweep. Requests belong to the part in which they were to be sent; responses
 * a second are those that came while it lasted.
 *
 * The latencies of all parts are kept until the rows have passed, four bytes each, so that every percentile is exact.
 */
import { levelsOf, scheduleOf } from '../model/load-models.ts';
import type { LevelFigures, PartFigures, PhaseFigures } from '../model/report.ts';
import { DROPPED, ERROR_KINDS, FIRST_HTTP_STATUS, isAsExpected, type PackedBatch } from '../model/run.ts';
import type { Load } from '../model/setup.ts';
import type { Microseconds, Seconds } from '../model/units.ts';
import { ExactDistribution, toDistribution } from './distribution.ts';
import { GrowableColumn } from './growable-column.ts';
import { completionOf, intendedOf, rowCount } from './request-rows.ts';

const TIMEOUT = 1 + ERROR_KINDS.indexOf('TIMEOUT');
const US_PER_MS = 1_000;
const US_PER_S = 1_000_000;

export interface LoadParts {
  readonly phases: readonly PhaseFigures[];
  readonly levels: readonly LevelFigures[];
}

export const NO_PARTS: LoadParts = { phases: [], levels: [] };

/** Whether a load has parts that are told one by one. */
export function hasParts(load: Load): boolean {
  return load.model === 'sweep' || (load.model === 'arrivals' && (scheduleOf(load)?.phases.length ?? 0) > 1);
}

export async function computeParts(load: Load, batches: AsyncIterable<PackedBatch> | Iterable<PackedBatch>): Promise<LoadParts> {
  if (load.model === 'arrivals') return { ...NO_PARTS, phases: await phasesOf(load, batches) };
  return load.model === 'sweep' ? { ...NO_PARTS, levels: await levelFiguresOf(load, batches) } : NO_PARTS;
}

async function phasesOf(load: Extract<Load, { model: 'arrivals' }>, batches: Parameters<typeof computeParts>[1]): Promise<PhaseFigures[]> {
  const schedule = scheduleOf(load);
  if (schedule === null) return [];
  const parts = await gather(
    schedule.phases.map(({ seconds }) => seconds),
    batches,
  );
  const starts = schedule.phases.map((_, nth) => schedule.startOf(nth) * US_PER_S);
  const came = countByPhase(parts, starts, schedule.seconds * US_PER_S);
  return parts.map((part, nth) => {
    const from = schedule.startOf(nth);
    const { from: first, to: last } = schedule.phases[nth]!;
    return { rate: [first, last], ...figuresOf(part, from, schedule.phases[nth]!.seconds, came[nth]!) };
  });
}

async function levelFiguresOf(
  load: Extract<Load, { model: 'sweep' }>,
  batches: Parameters<typeof computeParts>[1],
): Promise<LevelFigures[]> {
  const { of, values } = levelsOf(load);
  const parts = await gather(
    values.map(() => load.holdS),
    batches,
  );
  return parts.flatMap((part, nth) => {
    // A level that was not reached before the run ended.
    if (part.first === Number.POSITIVE_INFINITY) return [];
    const from = part.first / US_PER_S;
    const end = part.first + load.holdS * US_PER_S;
    const came = part.completions.view().filter((time) => time < end).length;
    const figures = { ...figuresOf(part, from, load.holdS, came), ...inFlightOf(part, load.holdS) };
    const level = values[nth]!;
    return [of === 'rate' ? { rate: level, ...figures } : { connections: level, ...figures }];
  });
}

class Part {
  sent = 0;
  completed = 0;
  failed = 0;
  timedOut = 0;
  dropped = 0;
  unexpected = 0;
  first: Microseconds = Number.POSITIVE_INFINITY;
  readonly latencies = new GrowableColumn(Uint32Array);
  /** When each of them was complete. */
  readonly completions = new GrowableColumn(Float64Array);
  readonly lateness = new GrowableColumn(Uint32Array);
  /** Of all that were sent: how long they took together, and when those ended that may have ended after it. */
  time: Microseconds = 0;
  readonly lateEnds = new GrowableColumn(Float64Array);

  constructor(private readonly length: Microseconds) {}

  add(batch: PackedBatch, row: number): void {
    const status = batch.status[row]!;
    const intended = intendedOf(batch, row);
    this.first = Math.min(this.first, intended);
    if (status === DROPPED) {
      this.dropped += 1;
      return;
    }
    this.sent += 1;
    this.lateness.push(Math.floor(batch.start[row]! - intended));
    const end = completionOf(batch, row);
    this.time += end - intended;
    if (end > this.first + this.length) this.lateEnds.push(end);
    if (status < FIRST_HTTP_STATUS) {
      this.failed += 1;
      if (status === TIMEOUT) this.timedOut += 1;
    } else {
      this.completed += 1;
      if (!isAsExpected(status, batch.unmet?.[row])) this.unexpected += 1;
      else {
        this.latencies.push(batch.latency[row]!);
        this.completions.push(end);
      }
    }
  }
}

async function gather(lengths: readonly Seconds[], batches: Parameters<typeof computeParts>[1]): Promise<Part[]> {
  const parts = lengths.map((seconds) => new Part(seconds * US_PER_S));
  for await (const batch of batches) {
    for (let row = 0; row < rowCount(batch); row++) parts[batch.phase === undefined ? 0 : batch.phase[row]!]?.add(batch, row);
  }
  return parts;
}

/** How many responses came in each phase, whichever they belong to. */
function countByPhase(parts: readonly Part[], starts: readonly Microseconds[], end: Microseconds): Uint32Array {
  const counts = new Uint32Array(starts.length);
  for (const { completions } of parts) for (const time of completions.view()) if (time < end) counts[indexBefore(starts, time)]! += 1;
  return counts;
}

/** The last that is not after this time. */
function indexBefore(starts: readonly Microseconds[], time: Microseconds): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** `came`: expected responses while it lasted. */
function figuresOf(part: Part, from: Seconds, seconds: Seconds, came: number): PartFigures {
  const { sent, completed, failed, timedOut, dropped, unexpected } = part;
  const lateness = distributionOf(part.lateness);
  const [p50, p99] = lateness.percentiles([50, 99]);
  return {
    from,
    to: from + seconds,
    requests: { sent, completed, failed, timedOut, dropped, unexpected },
    offered: (sent + dropped) / seconds,
    throughput: came / seconds,
    latencyMs: toDistribution(distributionOf(part.latencies)),
    latenessMs: lateness.count === 0 ? null : { p50: p50! / US_PER_MS, p99: p99! / US_PER_MS },
  };
}

/** All requests of a level are over before the next one begins. */
function inFlightOf({ first, lateEnds, time }: Part, seconds: Seconds): Pick<LevelFigures, 'inFlight' | 'inFlightByLittle'> {
  const hold = seconds * US_PER_S;
  let after = 0;
  for (const end of lateEnds.view()) after += Math.max(0, end - (first + hold));
  return { inFlight: (time - after) / hold, inFlightByLittle: time / hold };
}

function distributionOf(values: GrowableColumn<Uint32Array>): ExactDistribution {
  const distribution = new ExactDistribution();
  for (const value of values.view()) distribution.record(value);
  return distribution;
}
