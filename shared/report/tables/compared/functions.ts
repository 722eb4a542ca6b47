/** Functions that take more or less CPU time, or allocate more or less, per request than in the first variant. */
import { formatDifferenceFigures, formatNumber, formatSigned, NOTHING } from '../../../format/figures.ts';
import { calledWithNatives, placeOf, placesToTell, shortName, type ToTell } from '../../../format/place.ts';
import { smallUnit } from '../../../format/weights.ts';
import { variantLetter } from '../../../model/comparison/comparison.ts';
import type { DiffFunctionRow } from '../../../model/profile/profile-views.ts';
import type { WeightUnit } from '../../../model/profile/weight-unit.ts';
import { aboutHeapDifference } from '../../../phrases/heap-profile.ts';
import { text } from '../../../words/words.ts';
import { type RowColumn, tableOfRows } from '../../row-columns.ts';
import type { Cell, ReportTable } from '../../table.ts';
import { placeCell, weakCell } from '../columns.ts';
import type { Compared, ComparedTable, PairFunctions } from './compared-table.ts';

/** `by`: how much more it is; less and more have the colours of the flame graph. In brackets: within the sampling error. */
function differenceCell(shown: string, by: number, isNoise: boolean): Cell {
  if (isNoise && shown !== NOTHING) return { ...weakCell(shown), title: text('compare.functions.noise') };
  return by === 0 ? shown : { text: shown, tone: by < 0 ? 'less' : 'more' };
}

type WeightName = 'selfA' | 'selfB' | 'foldedA' | 'foldedB' | 'totalA' | 'totalB';

function weight(id: WeightName, title: string, digits: number): RowColumn<DiffFunctionRow> {
  return { id, title, numeric: true, cell: (row) => formatNumber(row[id], digits), value: (row) => row[id] };
}

/** Sorted by how large it is, whatever its sign. */
function change(
  id: 'change' | 'foldedChange',
  title: string,
  digits: number,
  of: (row: DiffFunctionRow) => readonly [by: number, isNoise: boolean],
): RowColumn<DiffFunctionRow> {
  const cell = (row: DiffFunctionRow): Cell => {
    const [by, isNoise] = of(row);
    return differenceCell(formatSigned(by, digits), by, isNoise);
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
  /** Of the profiles. */
  readonly unit: WeightUnit;
  /** Letters of the variants. */
  readonly a: string;
  readonly b: string;
  /** Some of it is that of folded frames. */
  readonly isFolded: boolean;
  /** There is a column for the files of each side. */
  readonly isMoved: boolean;
  /** What tells the place of a function from others. */
  readonly toTell: (row: DiffFunctionRow) => ToTell;
}

/** Per request of both sides. */
export function diffFunctionColumns({
  unit: weighed,
  a,
  b,
  isFolded,
  isMoved,
  toTell,
}: DiffColumns): readonly RowColumn<DiffFunctionRow>[] {
  const { unit, digits } = smallUnit(weighed);
  const titled = (what: 'self' | 'folded' | 'total', letter: string): string => text(`compare.functions.${what}`, { letter, unit });
  const fileOf = (letter: string): string => text('compare.functions.file', { letter });
  return [
    {
      id: 'function',
      title: text('run.functionColumn.function'),
      cell: (row) => ({ text: shortName(calledWithNatives(row)), tone: 'code', swatch: row.kind }),
      value: calledWithNatives,
    },
    weight('selfA', titled('self', a), digits),
    weight('selfB', titled('self', b), digits),
    change('change', text('compare.functions.difference', { unit }), digits, ({ selfA, selfB, noise }) => [selfB - selfA, noise]),
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
          weight('foldedA', titled('folded', a), digits),
          weight('foldedB', titled('folded', b), digits),
          change('foldedChange', text('compare.functions.foldedDifference', { unit }), digits, ({ foldedA, foldedB, foldedNoise }) => [
            foldedB - foldedA,
            foldedNoise,
          ]),
        ]
      : []),
    weight('totalA', titled('total', a), digits),
    weight('totalB', titled('total', b), digits),
    ...(isMoved
      ? [
          place('file', fileOf(a), toTell, (row) => (row.totalA === 0 ? null : row)),
          place('fileB', fileOf(b), toTell, (row) => (row.totalB === 0 ? null : placeInB(row))),
        ]
      : [place('file', text('run.functionColumn.file'), toTell, (row) => row)]),
  ];
}

/** The largest differences first. */
function diffFunctionTable(info: Compared['info'], { functions: rows, unit, b: place }: PairFunctions): ReportTable {
  const [a, b] = [variantLetter(0), variantLetter(place)];
  return {
    caption: text('report.diffFunctions', { a, b, unit }),
    ...tableOfRows(diffFunctionColumns({ unit, a, b, isFolded: false, isMoved: someMoved(rows), toTell: placesOfBoth(rows) }), rows),
    note: `${text('report.diffFunctionsNote', { unit })} ${aboutHeapDifference(info, unit)}`.trim(),
  };
}

export const DIFFERENCE: ComparedTable = {
  id: 'difference',
  section: 'functions',
  of: ({ info, profiles = [] }) =>
    profiles.flatMap((pair) => (pair.functions.length === 0 ? [] : [{ b: pair.b, table: diffFunctionTable(info, pair) }])),
  on: { html: 40, brief: 10 },
  needs: 'profiles',
};
