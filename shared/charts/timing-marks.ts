/** Marks and measures of a script on the time axis: a row for each name, in which what is closer than a pixel is one. Pure. */
import type { TimingColumns } from '../model/series.ts';
import type { Span } from './chart-lines.ts';

export interface TimingLine {
  readonly name: string;
  /** "Thread 3: resize.js"; absent: the main one. */
  readonly thread?: string;
  readonly kind: 'mark' | 'measure';
  readonly count: number;
  /** Seconds, in order. `count`: how many are in it. */
  readonly spans: readonly (Span & { readonly count: number })[];
}

/** Finer than a pixel of any screen: they are joined by it. */
const MOST_SPANS = 1_500;

/** Those in [0, toS), the busiest names first: measures by their time together, then marks by their number. */
export function computeTimingLines({ meta, name, at, length }: TimingColumns, toS: number): readonly TimingLine[] {
  const least = toS / MOST_SPANS;
  const groups = new Map<number, { readonly place: number; readonly isMark: boolean; readonly rows: number[]; sum: number }>();
  for (let row = 0; row < at.length; row++) {
    const [isMark, place] = [length[row]! < 0, name[row]!];
    if (at[row]! >= toS || at[row]! + Math.max(0, length[row]!) < 0) continue;
    const key = 2 * place + Number(isMark);
    const group = groups.get(key) ?? { place, isMark, rows: [], sum: 0 };
    groups.set(key, group);
    group.rows.push(row);
    group.sum += Math.max(0, length[row]!);
  }
  return [...groups.values()]
    .sort((a, b) => Number(a.isMark) - Number(b.isMark) || b.sum - a.sum || b.rows.length - a.rows.length)
    .map(({ place, isMark, rows }) => {
      const spans: { from: number; to: number; count: number }[] = [];
      for (const row of rows.sort((a, b) => at[a]! - at[b]!)) {
        const [from, to] = [Math.max(0, at[row]!), Math.min(toS, at[row]! + Math.max(0, length[row]!))];
        const last = spans.at(-1);
        if (last !== undefined && from - last.to < least) {
          last.to = Math.max(last.to, to);
          last.count += 1;
        } else spans.push({ from, to, count: 1 });
      }
      const thread = meta.threads[place]!;
      return { name: meta.names[place]!, ...(thread !== '' && { thread }), kind: isMark ? 'mark' : 'measure', count: rows.length, spans };
    });
}
