/** Marks and measures of a script by name. */
import type { Microseconds } from '../base/units.ts';
import { isWeak } from '../load/distribution.ts';
import type { TimingFigures, TimingRow, UserTiming } from '../model/user-timings.ts';

const US_PER_MS = 1_000;

/** Those that began in [from, to), µs on the clock of the timings, as time 0 is. */
export function computeTimings(
  timings: readonly UserTiming[],
  lost: number,
  part: { readonly from: Microseconds; readonly to: Microseconds },
  originUs: Microseconds,
  /** In words; empty: the main one. */
  threadOf: (timing: UserTiming) => string = () => '',
): TimingFigures {
  const groups = new Map<string, UserTiming[]>();
  for (const timing of timings) {
    if (timing.at < part.from || timing.at >= part.to) continue;
    const key = `${timing.us === null ? 'mark' : 'measure'} ${threadOf(timing)}\n${timing.name}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [timing]);
    else known.push(timing);
  }
  const weighed = [...groups.values()].map((of) => ({
    row: toRow(of, originUs, threadOf(of[0]!)),
    sum: of.reduce((all, { us }) => all + (us ?? 0), 0),
  }));
  const isMark = ({ kind }: TimingRow): number => Number(kind === 'mark');
  weighed.sort((a, b) => isMark(a.row) - isMark(b.row) || b.sum - a.sum || b.row.count - a.row.count);
  return { rows: weighed.map(({ row }) => row), lost };
}

function toRow(of: readonly UserTiming[], originUs: Microseconds, thread: string): TimingRow {
  const [{ name, us: first }] = of as readonly [UserTiming];
  const times = of.map(({ at }) => (at - originUs) / US_PER_MS);
  const lengths = of.flatMap(({ us }) => (us === null ? [] : [us / US_PER_MS])).sort((a, b) => a - b);
  const count = of.length;
  return {
    name,
    ...(thread !== '' && { thread }),
    kind: first === null ? 'mark' : 'measure',
    count,
    firstMs: times.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY),
    lastMs: times.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY),
    meanMs: lengths.length === 0 ? null : lengths.reduce((sum, one) => sum + one, 0) / lengths.length,
    p50Ms: lengths.length === 0 || isWeak(50, lengths.length) ? null : lengths[Math.ceil(lengths.length / 2) - 1]!,
    maxMs: lengths.at(-1) ?? null,
  };
}
