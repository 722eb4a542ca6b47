/** Functions that take more or less CPU time per request than in the first variant. */
import type { Microseconds } from '../../../base/units.ts';
import { formatDifferenceFigures, formatNumber, formatSigned, NOTHING } from '../../../format/figures.ts';
import { calledWithNatives, placeOf, placesToTell, shortName, type ToTell } from '../../../format/place.ts';
import { variantLetter } from '../../../model/comparison/comparison.ts';
import type { DiffFunctionRow } from '../../../model/profile/profile-views.ts';
import { text } from '../../../words/words.ts';
import { type RowColumn, tableOfRows } from '../../row-columns.ts';
import type { Cell, ReportTable } from '../../table.ts';
import { placeCell, weakCell } from '../columns.ts';
import type { ComparedTable } from './compared-table.ts';

/** `by`: how much more it is; less and more have the colours of the flame graph. In brackets: within the sampling error. */
function differenceCell(shown: string, by: Microseconds, isNoise: boolean): Cell {
  if (isNoise && shown !== NOTHING) return { ...weakCell(shown), title: text('compare.functions.noise') };
  return by === 0 ? shown : { text: shown, tone: by < 0 ? 'less' : 'more' };
}

type TimeName = 'selfA' | 'selfB' | 'foldedA' | 'foldedB' | 'totalA' | 'totalB';

function time(id: TimeName, title: string): RowColumn<DiffFunctionRow> {
  return { id, title, numeric: true, cell: (row) => formatNumber(row[id], 1), value: (row) => row[id] };
}

/** Sorted by how large it is, whatever its sign. */
function change(
  id: 'change' | 'foldedChange',
  title: string,
  of: (row: DiffFunctionRow) => readonly [by: Microseconds, isNoise: boolean],
): RowColumn<DiffFunctionRow> {
  const cell = (row: DiffFunctionRow): Cell => {
    const [by, isNoise] = of(row);
    return differenceCell(formatSigned(by, 1), by, isNoise);
  };
  return { id, title, numeric: true, cell, value: (row) => Math.abs(of(row)[0]) };
}

function placeInB({ placeB, ...row }: DiffFunctionRow): DiffFunctionRow {
  return { ...row, ...placeB };
}

/** `of`: null: that side has no samples of it. */
function place(
  id: string,
  title: string,
  toTell: DiffColumns['toTell'],
  of: (row: DiffFunctionRow) => DiffFunctionRow | null,
): RowColumn<DiffFunctionRow> {
  return {
    id,
    title,
    cell: (row) => {
      const at = of(row);
      return at === null ? NOTHING : placeCell(at, toTell(at));
    },
    value: (row) => {
      const at = of(row);
      return at === null ? '' : placeOf(at.url, at.line);
    },
  };
}

/** What tells places of both sides from each other. */
export function placesOfBoth(rows: readonly DiffFunctionRow[]): DiffColumns['toTell'] {
  return placesToTell([...rows, ...rows.flatMap((row) => (row.placeB === undefined ? [] : [placeInB(row)]))]);
}

/** Some function is in another file in B. */
export function someMoved(rows: readonly DiffFunctionRow[]): boolean {
  return rows.some(({ url, placeB }) => placeB !== undefined && placeB.url !== url);
}

export interface DiffColumns {
  /** Letters of the variants. */
  readonly a: string;
  readonly b: string;
  /** Some time is that of folded frames. */
  readonly isFolded: boolean;
  /** There is a column for the files of each side. */
  readonly isMoved: boolean;
  /** What tells the place of a function from others. */
  readonly toTell: (row: DiffFunctionRow) => ToTell;
}

/** µs per request of both sides. */
export function diffFunctionColumns({ a, b, isFolded, isMoved, toTell }: DiffColumns): readonly RowColumn<DiffFunctionRow>[] {
  const titled = (what: 'self' | 'folded' | 'total' | 'file', letter: string): string => text(`compare.functions.${what}`, { letter });
  return [
    {
      id: 'function',
      title: text('run.functionColumn.function'),
      cell: (row) => ({ text: shortName(calledWithNatives(row)), tone: 'code', swatch: row.kind }),
      value: calledWithNatives,
    },
    time('selfA', titled('self', a)),
    time('selfB', titled('self', b)),
    change('change', text('compare.functions.difference'), ({ selfA, selfB, noise }) => [selfB - selfA, noise]),
    {
      id: 'percent',
      title: text('compare.functions.percent'),
      numeric: true,
      cell: (row) => {
        const shown =
          row.totalA === 0 ? text('compare.functions.noSamples', { letter: a }) : formatDifferenceFigures(row.differencePercent);
        return row.noise ? differenceCell(shown, 0, true) : shown;
      },
      value: (row) => (row.totalA === 0 ? Number.POSITIVE_INFINITY : row.differencePercent),
    },
    ...(isFolded
      ? [
          time('foldedA', titled('folded', a)),
          time('foldedB', titled('folded', b)),
          change('foldedChange', text('compare.functions.foldedDifference'), ({ foldedA, foldedB, foldedNoise }) => [
            foldedB - foldedA,
            foldedNoise,
          ]),
        ]
      : []),
    time('totalA', titled('total', a)),
    time('totalB', titled('total', b)),
    ...(isMoved
      ? [
          place('file', titled('file', a), toTell, (row) => (row.totalA === 0 ? null : row)),
          place('fileB', titled('file', b), toTell, (row) => (row.totalB === 0 ? null : placeInB(row))),
        ]
      : [place('file', text('run.functionColumn.file'), toTell, (row) => row)]),
  ];
}

/** The largest differences first. */
function diffFunctionTable(rows: readonly DiffFunctionRow[], a: string, b: string): ReportTable {
  return {
    caption: text('report.diffFunctions', { a, b }),
    ...tableOfRows(diffFunctionColumns({ a, b, isFolded: false, isMoved: someMoved(rows), toTell: placesOfBoth(rows) }), rows),
    note: text('report.diffFunctionsNote'),
  };
}

export const DIFFERENCE: ComparedTable = {
  id: 'difference',
  section: 'functions',
  of: ({ profiles = [] }) =>
    profiles.flatMap(({ b, functions }) =>
      functions.length === 0 ? [] : [{ b, table: diffFunctionTable(functions, variantLetter(0), variantLetter(b)) }],
    ),
  on: { html: 40, brief: 10 },
  needs: 'profiles',
};
