/** Marks and measures of a script as they are stored: each name once. */
import type { UserTiming } from '../model/user-timings.ts';
import type { TimingColumns } from '../protocol/series.ts';
import type { StoredTimings } from './format.ts';

export function toStoredTimings(timings: readonly UserTiming[], lost: number): StoredTimings {
  const places = new Map<string, number>();
  const rows = timings.map(({ pid, name, at, us }): StoredTimings['rows'][number] => {
    const place = places.get(name) ?? places.size;
    places.set(name, place);
    return [pid, place, at, us ?? -1];
  });
  return { names: [...places.keys()], rows, lost };
}

/** Rows whose name is missing are no timings. */
export function fromStoredTimings({ names, rows }: StoredTimings): UserTiming[] {
  return rows.flatMap(([pid, place, at, us]) => {
    const name = names[place];
    return name === undefined ? [] : [{ pid, name, at, us: us < 0 ? null : us }];
  });
}

/** For the time axis. `originUs`: time 0; null: it has not come yet. */
export function toTimingColumns(timings: readonly UserTiming[], lost: number, originUs: number | null): TimingColumns {
  const { names, rows } = toStoredTimings(originUs === null ? [] : timings, lost);
  return {
    meta: { names, lost },
    name: Uint32Array.from(rows, ([, place]) => place),
    at: Float64Array.from(rows, ([, , at]) => (at - (originUs ?? 0)) / 1e6),
    length: Float64Array.from(rows, ([, , , us]) => us / 1e6),
  };
}
