/** What a request waits for in a variant and in the first one: calls to other servers. */
import { formatCount, formatSignificant, NOTHING } from '../../../format/figures.ts';
import type { ComparedWait, ComparedWaits, WhyNotCompared } from '../../../model/comparison/compared-waits.ts';
import { variantIndex, variantLetter } from '../../../model/comparison/comparison.ts';
import type { ComparisonInfo } from '../../../model/comparison/comparison-info.ts';
import { text } from '../../../words/words.ts';
import type { Cell, ReportTable, TableColumn } from '../../table.ts';
import { numeric } from '../columns.ts';
import { EVERYWHERE } from '../run-table.ts';
import type { ComparedTable } from './compared-table.ts';

function waitsTable(rows: readonly ComparedWait[], { unknown }: ComparedWaits, { made }: ComparisonInfo): ReportTable {
  const [first] = rows;
  const isOfProfiles = rows.some(({ from }) => from === 'profiles');
  const value = (letter: string): TableColumn => ({ ...numeric(letter), variant: variantIndex(letter), share: 10 });
  return {
    caption: text('compare.waits.title', { a: first!.a, b: first!.b }),
    columns: [
      { title: text('compare.waits.to') },
      { title: text('compare.waits.part'), share: 19 },
      value(first!.a),
      value(first!.b),
      { ...numeric(text('compare.waits.difference')), share: 12 },
      { ...numeric(text('compare.waits.interval')), share: 16, term: 'interval' },
      { ...numeric(text('compare.verdicts.pairs')), share: 7, term: 'pairs' },
    ],
    rows: rows.map((row, at) => rowOf(row, rows[at - 1])),
    note: [
      text(made === 'sessions' ? 'compare.waits.noteOfSessions' : 'compare.waits.note'),
      ...(isOfProfiles ? [text('compare.waits.noteOfProfiles')] : []),
      ...whyOf(unknown),
    ].join(' '),
  };
}

function rowOf({ kind, to, part, aValue, bValue, difference, ci, pairs, from }: ComparedWait, above: ComparedWait | undefined): Cell[] {
  const isSame = above !== undefined && above.to === to && above.kind === kind;
  const isProfiled = from === 'profiles';
  return [
    // Each row by itself says where, for those who read a table row by row or as a file.
    isSame ? { text: to, tone: 'muted' } : to,
    text(isProfiled ? 'compare.waits.parts.inLineProfiled' : `compare.waits.parts.${part}`),
    formatSignificant(aValue),
    formatSignificant(bValue),
    signed(difference),
    ci === null ? NOTHING : text('compare.verdicts.between', { low: signed(ci[0]), high: signed(ci[1]) }),
    isProfiled ? NOTHING : formatCount(pairs),
  ];
}

/** As many digits as the figures beside it. */
function signed(value: number): string {
  const size = formatSignificant(Math.abs(value));
  return value === 0 ? size : `${value < 0 ? '−' : '+'}${size}`;
}

function whyOf(unknown: ComparedWaits['unknown']): string[] {
  return unknown.map(({ variant, why }) => text(`compare.waits.unknown.${why}`, { variant }));
}

const SAID: ReadonlySet<WhyNotCompared> = new Set<WhyNotCompared>(['off', 'tooDear']);

export const WAIT_DIFFERENCE: ComparedTable = {
  id: 'wait-difference',
  section: 'waits',
  of: ({ info }) =>
    info.setup.variants.flatMap((_, b) => {
      const rows = info.waits?.rows.filter((row) => row.b === variantLetter(b)) ?? [];
      return rows.length === 0 ? [] : [{ b, table: waitsTable(rows, info.waits!, info) }];
    }),
  // Of sessions from before it was recorded nothing is said: nobody misses it there.
  none: ({ info: { waits } }) => (waits?.unknown.some(({ why }) => SAID.has(why)) ? whyOf(waits.unknown).join(' ') : ''),
  on: EVERYWHERE,
  key: 'comparison.waits.rows',
};
