/** Ticks of a file of another tool: figures that it does not have are counted from its stacks, and what it calls things is made presentable. */
import { MAX_NAME_LENGTH, shorten } from '../../base/shorten.ts';
import { showHidden } from '../../base/show-hidden.ts';
import type { Imported, ImportFormat } from '../../foreign/importer.ts';
import type { TickFigures, TickStacks, Ticks } from '../../model/profile/ticks.ts';
import type { Said } from '../../words/said.ts';
import { computeBottomUp } from '../tree/bottom-up.ts';

const NO_STACKS: TickStacks = { frames: [], parent: [-1], frame: [-1], top: [0], total: [0] };

type Known = TickFigures & Partial<Pick<Ticks, 'intervalUs' | 'bottomUp' | 'stacks'>>;

export function ticksOfFile(
  format: ImportFormat,
  { total, unaccounted, excluded, summary, libraries, intervalUs = 0, bottomUp, stacks = NO_STACKS }: Known,
  notes: readonly Said[],
): Imported {
  const ticks: Ticks = {
    node: '',
    pid: 0,
    intervalUs,
    outside: 0,
    total,
    unaccounted,
    ...(excluded === undefined ? {} : { excluded }),
    summary,
    libraries: withShownNames(libraries),
    bottomUp: withShownNames(bottomUp ?? computeBottomUp(stacks, total)),
    stacks,
  };
  return { format, profiles: [], titles: [], hasPlaces: true, ticks, notes };
}

/** What programs and systems call things, made presentable. */
export function withShownNames<R extends { readonly name: string }>(rows: readonly R[]): R[] {
  return rows.map((row) => ({ ...row, name: shorten(showHidden(row.name), MAX_NAME_LENGTH) }));
}
