/** Parts of a run that are worth a look, found in what its charts show. */
import type { Milliseconds, TimeWindow } from '../base/units.ts';
import type { ServerSeriesColumns } from '../model/series.ts';
import type { LoadLines } from './chart-lines.ts';

/** In a run of fewer seconds one of them is no find. */
const FEWEST_SECONDS = 3;
/** What is shorter delays a request by less than most other things. */
const SHORTEST_STALL: Milliseconds = 100;
/** Samples are this far apart: a stall lies somewhere since the one before. */
const SAMPLE_MS: Milliseconds = 250;

/** The second in which the slowest hundredth of the responses took longest; null: there is none to tell apart. */
export function worstSecond({ spans, p99 }: Pick<LoadLines, 'spans' | 'p99'>): TimeWindow | null {
  if (p99.filter((value) => value !== null).length < FEWEST_SECONDS) return null;
  const highest = Math.max(...p99.map((value) => value ?? 0));
  const worst = p99.indexOf(highest);
  const { from, to } = spans[Math.max(0, worst)]!;
  return { fromMs: from * 1_000, toMs: to * 1_000 };
}

/** Where the event loop stood still longest, of any process; null: it never did for long. */
export function longestStall(
  { atMs, stallMs }: Pick<ServerSeriesColumns, 'atMs' | 'stallMs'>,
  measuredMs: Milliseconds,
): { readonly window: TimeWindow; readonly ms: Milliseconds } | null {
  let longest = -1;
  for (let row = 0; row < atMs.length; row++) {
    // As in the table of the server: of the samples taken while it was measured.
    const isInside = atMs[row]! > 0 && atMs[row]! <= measuredMs;
    // Not a number: not known.
    if (isInside && stallMs[row]! >= SHORTEST_STALL && stallMs[row]! > (stallMs[longest] ?? 0)) longest = row;
  }
  if (longest < 0) return null;
  const [at, ms] = [atMs[longest]!, stallMs[longest]!];
  return { window: { fromMs: Math.max(0, at - ms - SAMPLE_MS), toMs: at }, ms };
}
