import type { TimingColumns } from '../model/series.ts';
import type { UserTiming } from '../model/user-timings.ts';

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
