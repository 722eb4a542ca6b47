/** The table of a grid: a row for each cell, those of one case together. */
import { MOST_FAILED_PERCENT } from '../analysis/grid.ts';
import { formatCount, formatDifferenceFigures, formatNumber, formatSignificant, NOTHING } from '../format/figures.ts';
import type { Grid, GridCell } from '../model/grid.ts';
import type { Percent } from '../model/units.ts';
import { wordExclusion } from '../words/word-said.ts';
import { text } from '../words/words.ts';
import type { Cell, ReportTable } from './table.ts';

export function gridTable(grid: Grid, cells: readonly GridCell[]): ReportTable {
  const figures = ['responses', 'throughput', 'p50', 'p99', 'failed', 'cpu'] as const;
  // A load at set rates has no throughput of its own to compare.
  const differences = (['throughput', 'p50', 'p99'] as const).filter((name) =>
    cells.some(({ difference }) => difference !== null && difference[`${name}Percent`] !== null),
  );
  return {
    caption: text('grid.cell'),
    columns: [
      { title: text('grid.cell') },
      { title: text('grid.case') },
      { title: text('grid.topology') },
      ...figures.map((name) => ({ title: text(`grid.${name}`), numeric: true })),
      ...differences.map((name) => ({ title: text(`grid.difference.${name}`), numeric: true })),
    ],
    rows: cells.map((cell) => [
      String(cell.run),
      // Named once, where its row begins.
      cell.column === 0 ? grid.cases[cell.row]! : '',
      grid.topologies[cell.column]!,
      ...figureCells(cell, figures.length),
      ...differences.map((name, index): Cell => {
        if (cell.difference !== null) return differenceCell(cell.difference[`${name}Percent`]);
        return index === 0 && cell.noDifference !== null ? reasonCell(cell.noDifference) : '';
      }),
    ]),
    note: text('grid.note', { first: grid.topologies[0]!, most: String(MOST_FAILED_PERCENT) }),
  };
}

function figureCells({ figures, state }: GridCell, columns: number): Cell[] {
  if (figures === null) return [{ text: text(`grid.state.${state}`), tone: 'muted' }, ...new Array<Cell>(columns - 1).fill('')];
  const { responses, throughput, p50Ms, p99Ms, failedPercent, cpuPercent, weak } = figures;
  const bracketed = (value: number | null, name: 'p50' | 'p99'): Cell =>
    weak.includes(name) ? { text: text('grid.weak', { value: formatSignificant(value) }), tone: 'weak' } : formatSignificant(value);
  const failed = failedPercent === null ? NOTHING : formatNumber(failedPercent, 1);
  return [
    formatCount(responses),
    formatSignificant(throughput),
    bracketed(p50Ms, 'p50'),
    bracketed(p99Ms, 'p99'),
    (failedPercent ?? 0) > MOST_FAILED_PERCENT ? { text: failed, tone: 'bad' } : failed,
    cpuPercent === null ? NOTHING : formatNumber(cpuPercent, 0),
  ];
}

function differenceCell(percent: Percent | null): Cell {
  if (percent === null) return NOTHING;
  const shown = formatDifferenceFigures(percent);
  return percent === 0 ? shown : { text: shown, tone: percent < 0 ? 'less' : 'more' };
}

function reasonCell(why: NonNullable<GridCell['noDifference']>): Cell {
  return { text: text(`grid.no.${why}`, { most: String(MOST_FAILED_PERCENT) }), tone: 'muted' };
}

/** Why cells have no whole run: a sentence for each reason, as many of them often have the same. */
export function gridProblems(cells: readonly GridCell[]): string[] {
  const byReason = new Map<string, number[]>();
  for (const { why, run } of cells) {
    if (why === null) continue;
    const worded = wordExclusion(why);
    byReason.set(worded, [...(byReason.get(worded) ?? []), run]);
  }
  return [...byReason].map(([why, runs]) => text('grid.problem', { count: runs.length, runs: runs.join(', '), why }));
}
