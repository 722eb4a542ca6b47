/** Parts of a text and what stands there instead, also of a text that is in several pieces. */

export interface Range {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/** Ranges in their order, none in another. */
export type FindRanges = (text: string) => readonly Range[];

export function replaceRanges(text: string, ranges: readonly Range[]): string {
  return cutAt([text], ranges)[0]!;
}

/** The texts follow each other: a range that lies across borders is found as well, and is replaced where it begins. */
export function cutAt(texts: readonly string[], ranges: readonly Range[]): string[] {
  let [start, next] = [0, 0];
  return texts.map((text) => {
    const end = start + text.length;
    const kept: string[] = [];
    // A range that began before this text covers its start.
    let at = Math.max(start, ranges[next - 1]?.to ?? 0);
    for (; next < ranges.length && ranges[next]!.from < end; next++) {
      const { from, to, by } = ranges[next]!;
      kept.push(text.slice(at - start, from - start), by);
      at = to;
    }
    kept.push(text.slice(Math.min(at, end) - start));
    start = end;
    return kept.join('');
  });
}
