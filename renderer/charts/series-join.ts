/** Live series arrive as increments; these put them behind what is already there. Columns are replaced, never written into. */
import type { LoadSeriesColumns, ServerSeriesColumns } from '../../shared/protocol/contract.ts';

type Numbers = Float64Array | Float32Array | Uint32Array;

function joined<T extends Numbers>(head: T, keep: number, tail: T): T {
  const out = new (head.constructor as new (length: number) => T)(keep + tail.length);
  out.set(head.subarray(0, keep) as never, 0);
  out.set(tail as never, keep);
  return out;
}

function joinColumns<T extends { readonly meta: unknown }>(head: T, keep: number, tail: T, meta: T['meta']): T {
  const out: Record<string, unknown> = { meta };
  for (const [name, column] of Object.entries(tail)) {
    if (name !== 'meta') out[name] = joined((head as Record<string, unknown>)[name] as Numbers, keep, column as Numbers);
  }
  return out as T;
}

/** `tail` starts at its own `fromBucket`; what `known` has from there on is the same second, asked again, and is replaced. */
export function joinLoadSeries(known: LoadSeriesColumns | null, tail: LoadSeriesColumns): LoadSeriesColumns {
  const keep = tail.meta.fromBucket - (known?.meta.fromBucket ?? 0);
  if (known === null || keep <= 0 || keep > known.completed.length) return tail;
  return joinColumns(known, keep, tail, { ...tail.meta, fromBucket: known.meta.fromBucket });
}

export function joinServerSeries(known: ServerSeriesColumns | null, tail: ServerSeriesColumns): ServerSeriesColumns {
  const keep = tail.meta.fromRow - (known?.meta.fromRow ?? 0);
  if (known === null || keep <= 0 || keep > known.atMs.length) return tail;
  return joinColumns(known, keep, tail, { ...tail.meta, fromRow: known.meta.fromRow });
}
