/** Marks and measures of a script as they are stored: each name once. */
import type { UserTiming } from '../model/user-timings.ts';
import type { TimingColumns } from '../protocol/series.ts';
import type { StoredTimings } from './format.ts';

export function toStoredTimings(timings: readonly UserTiming[], lost: number): StoredTimings {
  const places = new Map<string, number>();
  const rows = timings.map(({ pid, thread, name, at, us }): StoredTimings['rows'][number] => {
    const place = places.get(name) ?? places.size;
    places.set(name, place);
    return [pid, place, at, us ?? -1, ...(thread === undefined ? [] : [thread])];
  });
  return { names: [...places.keys()], rows, lost };
}

/** Rows whose name is missing are no timings. */
export function fromStoredTimings({ names, rows }: StoredTimings): UserTiming[] {
  return rows.flatMap(([pid, place, at, us, thread]) => {
    const name = names[place];
    return name === undefined ? [] : [{ pid, ...(thread !== undefined && { thread }), name, at, us: us < 0 ? null : us }];
  });
}

/** For the time axis: a name in each thread is one of its own. `originUs`: time 0; null: it has not come yet. */
export function toTimingColumns(
  timings: readonly UserTiming[],
  lost: number,
  originUs: number | null,
  threadOf: (timing: UserTiming) => string = () => '',
): TimingColumns {
  const places = new Map<string, { readonly place: number; readonly name: string; readonly thread: string }>();
  const placed = (originUs === null ? [] : timings).map((timing) => {
    const thread = threadOf(timing);
    const key = `${thread}\n${timing.name}`;
    const known = places.get(key) ?? { place: places.size, name: timing.name, thread };
    places.set(key, known);
    return { place: known.place, at: timing.at, us: timing.us ?? -1 };
  });
  const all = [...places.values()];
  return {
    meta: { names: all.map(({ name }) => name), threads: all.map(({ thread }) => thread), lost },
    name: Uint32Array.from(placed, ({ place }) => place),
    at: Float64Array.from(placed, ({ at }) => (at - (originUs ?? 0)) / 1e6),
    length: Float64Array.from(placed, ({ us }) => us / 1e6),
  };
}
