/** Appends the increments of a live series to what is known. Columns are replaced, never modified. */
import type { LoadSeriesColumns, MachineSeriesColumns, ServerSeriesColumns } from '../../shared/model/series.ts';

type Numbers = Float64Array | Float32Array | Uint32Array;

function joined<T extends Numbers>(head: T, keep: number, tail: T): T {
  const out = new (head.constructor as new (length: number) => T)(keep + tail.length);
  out.set(head.subarray(0, keep) as never, 0);
  out.set(tail as never, keep);
  return out;
}

/** Has several values to a row. */
const BY_KIND = 'byKind';

function joinColumns<T extends { readonly meta: unknown }>(head: T, keep: number, tail: T, meta: T['meta']): T {
  const out: Record<string, unknown> = { meta };
  for (const [name, column] of Object.entries(tail)) {
    if (name !== 'meta' && name !== BY_KIND)
      out[name] = joined((head as Record<string, unknown>)[name] as Numbers, keep, column as Numbers);
  }
  return out as T;
}

/**
 * The first second of a live load series that may still change. Responses are recorded in batches, so those of a second may arrive when the next one
 * has begun, and the seconds since then are there as empty ones: everything from the last second with a response on is requested again.
 */
export function firstOpenBucket(known: LoadSeriesColumns | null): number {
  if (known === null) return 0;
  let last = known.completed.length - 1;
  while (last > 0 && known.completed[last] === 0 && known.failed[last] === 0) last -= 1;
  return known.meta.fromBucket + Math.max(0, last);
}

/** `tail` starts at its own `fromBucket`; what `known` has from there on is the same second, requested again, and is replaced. */
export function joinLoadSeries(known: LoadSeriesColumns | null, tail: LoadSeriesColumns): LoadSeriesColumns {
  const keep = tail.meta.fromBucket - (known?.meta.fromBucket ?? 0);
  if (known === null || keep <= 0 || keep > known.completed.length) return tail;
  const joinedSeries = joinColumns(known, keep, tail, { ...tail.meta, fromBucket: known.meta.fromBucket });
  return { ...joinedSeries, byKind: joinKinds(known, keep, tail) };
}

/** Kinds that have not failed before come with the tail, behind those that have. */
function joinKinds(known: LoadSeriesColumns, keep: number, tail: LoadSeriesColumns): Uint32Array {
  const [before, now] = [known.meta.kinds.length, tail.meta.kinds.length];
  const counts = new Uint32Array(keep * now + tail.byKind.length);
  for (let row = 0; row < keep; row++) counts.set(known.byKind.subarray(row * before, (row + 1) * before), row * now);
  counts.set(tail.byKind, keep * now);
  return counts;
}

export function joinServerSeries(known: ServerSeriesColumns | null, tail: ServerSeriesColumns): ServerSeriesColumns {
  return joinRows(known, tail);
}

export function joinMachineSeries(known: MachineSeriesColumns | null, tail: MachineSeriesColumns): MachineSeriesColumns {
  return joinRows(known, tail);
}

function joinRows<T extends ServerSeriesColumns | MachineSeriesColumns>(known: T | null, tail: T): T {
  const keep = tail.meta.fromRow - (known?.meta.fromRow ?? 0);
  if (known === null || keep <= 0 || keep > known.atMs.length) return tail;
  return joinColumns(known, keep, tail, { ...tail.meta, fromRow: known.meta.fromRow });
}
