/** The table of a grid: a row for each cell, those of one case together. */
import { gridFigure, gridMeasures, MOST_FAILED_PERCENT } from '../analysis/verdicts/grid.ts';
import type { Bytes, Percent } from '../base/units.ts';
import { formatCount, formatDifferenceFigures, formatElapsed, formatNumber, formatSignificant, NOTHING } from '../format/figures.ts';
import { wordExclusion, wordSaid } from '../format/word-said.ts';
import type { Grid, GridCell, GridMeasure } from '../model/comparison/grid.ts';
import { text } from '../words/words.ts';
import { type Cell, cellText, type ReportTable } from './table.ts';

/** In this order; those of connecting where requests have connections of their own, bytes where some topology sends fewer. */
const FIGURES = [
  'responses',
  'throughput',
  'p50',
  'p99',
  'connect',
  'waiting',
  'connectMax',
  'failed',
  'cpu',
  'cpuPerRequest',
  'bytes',
] as const;
type Figure = (typeof FIGURES)[number];

/** Headers that a proxy adds make some dozens of bytes of difference. */
const OTHER_BYTES: Bytes = 200;

export function gridTable(grid: Grid, cells: readonly GridCell[]): ReportTable {
  const measures = gridMeasures(cells);
  const isConnecting = measures.includes('connect');
  const hidden: readonly Figure[] = [
    ...(isConnecting ? [] : (['connect', 'waiting', 'connectMax'] as const)),
    ...(measures.includes('cpuPerRequest') ? [] : (['cpuPerRequest'] as const)),
    ...(cells.some((cell) => Math.abs(bytesFromFirst(cells, cell)) > OTHER_BYTES) ? [] : (['bytes'] as const)),
  ];
  const figures = FIGURES.filter((name) => !hidden.includes(name));
  // A load at set rates has no throughput of its own to compare.
  const differences = (['throughput', 'p50', 'p99'] as const).filter((name) =>
    cells.some(({ difference }) => difference !== null && difference[`${name}Percent`] !== null),
  );
  const note = text('grid.note', { first: grid.topologies[0]!, most: String(MOST_FAILED_PERCENT) });
  return {
    caption: text('grid.cell'),
    columns: [
      { title: text('grid.cell'), share: 5 },
      { title: text('grid.case'), share: 13 },
      { title: text('grid.topology'), share: 11 },
      ...figures.map((name) => ({ title: text(`grid.${name}`), numeric: true, ...(name === 'responses' && { share: 9.5 }) })),
      ...differences.map((name) => ({ title: text(`grid.difference.${name}`), numeric: true })),
    ],
    rows: cells.map((cell) => [
      runCell(cell),
      // Named once, where its row begins.
      cell.column === 0 ? grid.cases[cell.row]! : '',
      grid.topologies[cell.column]!,
      ...figureCells(cell, figures),
      ...differences.map((name, index): Cell => {
        if (cell.difference !== null) return differenceCell(cell.difference[`${name}Percent`], cell.difference.disturbed);
        return index === 0 && cell.noDifference !== null ? reasonCell(cell.noDifference) : '';
      }),
    ]),
    note: [
      note,
      ...markNote(cells),
      ...(isConnecting ? [text('grid.noteConnecting')] : []),
      ...(grid.records ? [text('grid.noteRecords')] : []),
    ].join(' '),
  };
}

/** Its number, marked where its run warns of something. */
function runCell({ run, warnings = [] }: GridCell): Cell {
  if (warnings.length === 0) return String(run);
  return { text: text('grid.marked', { value: String(run) }), title: warnings.map(wordSaid).join(' '), value: run };
}

/** What the mark means, where there is one. */
function markNote(cells: readonly GridCell[]): string[] {
  if (cells.every(({ warnings }) => warnings === undefined)) return [];
  return [text(cells.some(({ difference }) => difference?.disturbed) ? 'grid.noteMarkedDifference' : 'grid.noteMarked')];
}

/** One figure of every cell. What a cell has none of is empty, and one that has not been run says so. */
export function gridMatrix({ cases, topologies }: Grid, cells: readonly GridCell[], measure: GridMeasure): ReportTable {
  const rows = cases.map((title, row) => [
    title,
    ...cells.filter((cell) => cell.row === row).map((cell) => matrixCell(cells, cell, measure)),
  ]);
  const isCompared = cells.some((cell) => fromFirst(cells, cell, measure) !== null);
  const notes = [...(isCompared ? [text('grid.matrix.note', { first: topologies[0]! })] : []), ...markNote(cells)];
  return {
    caption: text(`grid.matrix.measure.${measure}`),
    columns: [{ title: text('grid.case'), share: 30 }, ...topologies.map((title) => ({ title, numeric: true }))],
    rows,
    ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
  };
}

function matrixCell(cells: readonly GridCell[], cell: GridCell, measure: GridMeasure): Cell {
  if (cell.figures === null) return stateCell(cell);
  const value = withFailures(cell, measure, figureCell(cell, measure));
  const percent = fromFirst(cells, cell, measure);
  const key = cell.difference?.disturbed ? 'grid.matrix.comparedDisturbed' : 'grid.matrix.compared';
  const told = percent === null ? cellText(value) : text(key, { value: cellText(value), difference: formatDifferenceFigures(percent) });
  // As it is, and with its tone, where there is nothing to add.
  if (percent === null && cell.warnings === undefined) return value;
  const { tone = undefined } = typeof value === 'string' ? {} : value;
  const marked = cell.warnings === undefined ? told : text('grid.marked', { value: told });
  const title = cell.warnings?.map(wordSaid).join(' ');
  return { text: marked, ...(tone === undefined ? {} : { tone }), ...(title === undefined ? {} : { title }) };
}

/** Of those who got a response. */
const OF_ANSWERED: readonly GridMeasure[] = ['p50', 'p99', 'throughput', 'connect', 'connectMax', 'waiting', 'cpuPerRequest'];

/** Percentiles of a few responses say little about all arrivals, so the share of failures stands beside them. */
function withFailures(cell: GridCell, measure: GridMeasure, value: Cell): Cell {
  const failed = gridFigure(cell, 'failed');
  if (failed === null || failed <= MOST_FAILED_PERCENT || !OF_ANSWERED.includes(measure) || value === NOTHING) return value;
  return { text: text('grid.matrix.failed', { value: cellText(value), failed: formatNumber(failed, 0) }), tone: 'bad' };
}

/** Null: nothing is compared with this cell, or not in this figure. */
function fromFirst(cells: readonly GridCell[], cell: GridCell, measure: GridMeasure): Percent | null {
  if (cell.difference === null) return null;
  switch (measure) {
    case 'throughput':
    case 'p50':
    case 'p99':
      return cell.difference[`${measure}Percent`];
    case 'bytes':
    case 'cpuPerRequest': {
      const [value, base] = [gridFigure(cell, measure), gridFigure(firstOf(cells, cell), measure)];
      return value === null || base === null || base === 0 ? null : 100 * (value / base - 1);
    }
    default:
      return null;
  }
}

/** The cell that this one is compared with. */
function firstOf(cells: readonly GridCell[], { row }: GridCell): GridCell {
  return cells.find((cell) => cell.row === row && cell.column === 0)!;
}

function bytesFromFirst(cells: readonly GridCell[], cell: GridCell): Bytes {
  return (gridFigure(cell, 'bytes') ?? 0) - (gridFigure(firstOf(cells, cell), 'bytes') ?? 0);
}

function figureCells(cell: GridCell, names: readonly Figure[]): Cell[] {
  const { figures } = cell;
  if (figures === null) return [stateCell(cell), ...new Array<Cell>(names.length - 1).fill('')];
  return names.map((name) => (name === 'responses' ? formatCount(figures.responses) : figureCell(cell, name)));
}

/** Why a cell has no figures. */
function stateCell({ state }: GridCell): Cell {
  return { text: text(`grid.state.${state}`), tone: 'muted' };
}

function figureCell(cell: GridCell, measure: GridMeasure): Cell {
  const value = gridFigure(cell, measure);
  if (value === null) return NOTHING;
  switch (measure) {
    case 'p50':
    case 'p99': {
      const shown = formatSignificant(value);
      return cell.figures!.weak.includes(measure) ? { text: text('grid.weak', { value: shown }), tone: 'weak' } : shown;
    }
    case 'failed': {
      const shown = formatNumber(value, 1);
      return value > MOST_FAILED_PERCENT ? { text: shown, tone: 'bad' } : shown;
    }
    case 'cpu':
    case 'bytes':
      return formatNumber(value, 0);
    default:
      return formatSignificant(value);
  }
}

/** One of a run that was disturbed does not stand there like the others. */
function differenceCell(percent: Percent | null, isDisturbed = false): Cell {
  if (percent === null) return NOTHING;
  const shown = formatDifferenceFigures(percent);
  if (isDisturbed) return { text: text('grid.marked', { value: shown }), tone: 'weak', value: percent };
  return percent === 0 ? shown : { text: shown, tone: percent < 0 ? 'less' : 'more' };
}

function reasonCell(why: NonNullable<GridCell['noDifference']>): Cell {
  return { text: text(`grid.no.${why}`, { most: String(MOST_FAILED_PERCENT) }), tone: 'muted' };
}

/** Why cells have no whole run, and where the server stopped responding: a sentence for each reason, as many of them often have the same. */
export function gridProblems(cells: readonly GridCell[]): string[] {
  const byReason = new Map<string, number[]>();
  for (const { why, silentMs, run } of cells) {
    if (why === null && silentMs === undefined) continue;
    const worded = why === null ? text('grid.stopped', { time: formatElapsed(silentMs!) }) : wordExclusion(why);
    byReason.set(worded, [...(byReason.get(worded) ?? []), run]);
  }
  return [...byReason].map(([why, runs]) => text('grid.problem', { count: runs.length, runs: runs.join(', '), why }));
}
