/** Ticks of a file of another tool: figures that it does not have are counted from its stacks, and what it calls things is made presentable. */
import { showHidden } from '../format/show-hidden.ts';
import type { Said } from '../words/said.ts';
import { computeBottomUp } from './bottom-up.ts';
import type { Imported, ImportFormat } from './importer.ts';
import { MAX_NAME_LENGTH, shorten } from './shorten.ts';
import type { TickFigures, TickStacks, Ticks } from './ticks.ts';

const NO_STACKS: TickStacks = { frames: [], parent: [-1], frame: [-1], top: [0], total: [0] };

type Known = TickFigures & Partial<Pick<Ticks, 'bottomUp' | 'stacks'>>;

export function ticksOfFile(
  format: ImportFormat,
  { total, unaccounted, summary, libraries, bottomUp, stacks = NO_STACKS }: Known,
  notes: readonly Said[],
): Imported {
  const ticks: Ticks = {
    node: '',
    pid: 0,
    intervalUs: 0,
    outside: 0,
    total,
    unaccounted,
    summary,
    libraries: libraries.map((row) => ({ ...row, name: shown(row.name) })),
    bottomUp: (bottomUp ?? computeBottomUp(stacks)).map((row) => ({ ...row, name: shown(row.name) })),
    stacks,
  };
  return { format, profiles: [], titles: [], ticks, notes };
}

function shown(name: string): string {
  return shorten(showHidden(name), MAX_NAME_LENGTH);
}
