/** Reads the text of a grid (docs/user/GRIDS.md): named topologies and cases, each with the flags of `loopscope run` that it stands for. */
import { MOST_TITLE } from '../model/comparison/comparison-schema.ts';
import { MOST_GRID_CELLS } from '../model/comparison/grid.ts';
import { splitWords } from '../model/setup/shell-words.ts';
import { say } from '../words/said.ts';
import type { Part, PlanReader } from './plan-reader.ts';
import type { Place, PlanProblem } from './problem.ts';
import { readDocument } from './read-document.ts';

/** In characters. */
export const LONGEST_GRID = 100_000;
/** The number behind `grid:`, raised when a grid of today would be read as something else. */
const GRID_VERSION = 1;
const LONGEST_FLAGS = 10_000;

/** A row or a column. */
export interface GridLine {
  readonly name: string;
  /** As they would be typed behind `loopscope run`. */
  readonly words: readonly string[];
  readonly at: Place;
}

export interface GridText {
  readonly topologies: readonly GridLine[];
  readonly cases: readonly GridLine[];
}

export type ReadGrid = { readonly ok: true; readonly grid: GridText } | { readonly ok: false; readonly problems: readonly PlanProblem[] };

export function readGrid(text: string): ReadGrid {
  if (text.length > LONGEST_GRID)
    return { ok: false, problems: [{ says: say('grid.tooLong', { limit: LONGEST_GRID }), path: [], at: { line: 1, column: 1 } }] };
  const read = readDocument(text, readTree);
  return read.ok ? { ok: true, grid: read.value } : read;
}

function readTree(reader: PlanReader, whole: Part): GridText {
  if (whole.tree.kind !== 'map') {
    reader.refuse(whole, say('grid.empty'));
    return { topologies: [], cases: [] };
  }
  const { grid, topologies, cases } = reader.members(whole, ['grid', 'topologies', 'cases']);
  if (grid === undefined || reader.scalar(grid) !== GRID_VERSION) reader.refuse(grid ?? whole, say('grid.noVersion'));
  const read = { topologies: readLines(reader, topologies ?? null), cases: readLines(reader, cases ?? null) };
  const count = read.topologies.length * read.cases.length;
  if (reader.problems.length > 0) return read;
  if (count < 2) reader.refuse(whole, say('grid.fewCells'));
  if (count > MOST_GRID_CELLS)
    reader.refuse(
      cases ?? whole,
      say('grid.manyCells', { cases: read.cases.length, topologies: read.topologies.length, count, most: MOST_GRID_CELLS }),
    );
  return read;
}

function readLines(reader: PlanReader, part: Part | null): GridLine[] {
  if (part === null) return [];
  return reader.entries(part, MOST_GRID_CELLS).map(({ entry: { key, keyAt, value }, part: line }) => {
    if (key === '' || key.length > MOST_TITLE) reader.note(say('grid.badName', { longest: MOST_TITLE }), line.path, keyAt);
    // Nothing: as the command line says it.
    const isEmpty = value.kind === 'scalar' && value.value === null;
    const { words, openQuote } = splitWords(isEmpty ? '' : (reader.text(line, LONGEST_FLAGS) ?? ''));
    if (openQuote) reader.refuse(line, say('grid.openQuote'));
    return { name: key, words, at: keyAt };
  });
}
