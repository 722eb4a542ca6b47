/** Functions that take more or less CPU time per request than in the first variant. */
import { formatDifference, formatNumber, NOTHING } from '../../../format/figures.ts';
import { calledFunction, placesToTell, shortName } from '../../../format/place.ts';
import { variantLetter } from '../../../model/comparison/comparison.ts';
import type { DiffFunctionRow } from '../../../model/profile/profile-views.ts';
import { text } from '../../../words/words.ts';
import type { Cell, ReportTable } from '../../table.ts';
import { numeric, placeCell, weakCell } from '../columns.ts';
import type { ComparedTable } from './compared-table.ts';

/** Less and more have the colours of the flame graph. */
function differenceCell(text: string, value: number): Cell {
  return value === 0 ? text : { text, tone: value < 0 ? 'less' : 'more' };
}

/** µs per request of both sides; the largest differences first. */
function diffFunctionTable(rows: readonly DiffFunctionRow[], a: string, b: string): ReportTable {
  const us = (value: number): string => formatNumber(value, 1);
  const toTell = placesToTell(rows);
  return {
    caption: text('report.diffFunctions', { a, b }),
    columns: [
      { title: text('run.functionColumn.function') },
      ...[
        text('compare.functions.self', { letter: a }),
        text('compare.functions.self', { letter: b }),
        text('compare.flame.difference'),
        text('compare.functions.total', { letter: a }),
        text('compare.functions.total', { letter: b }),
      ].map(numeric),
      { title: text('run.functionColumn.file') },
    ],
    rows: rows.map((row) => {
      // Without time of its own in A it may still have called others there.
      const difference = row.totalA === 0 ? text('compare.functions.only', { letter: b }) : formatDifference(row.differencePercent);
      const value = row.selfB - row.selfA;
      return [
        { text: shortName(calledFunction(row)), tone: 'code' },
        us(row.selfA),
        us(row.selfB),
        row.noise && difference !== NOTHING ? weakCell(difference) : differenceCell(difference, value),
        us(row.totalA),
        us(row.totalB),
        placeCell(row, toTell(row)),
      ];
    }),
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
