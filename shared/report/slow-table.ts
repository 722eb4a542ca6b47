/** Why the slowest requests are slow: what they did more than the middle half. */

import type { Percent } from '../base/units.ts';
import { formatMs, formatNumber, formatPercentTyped, formatSigned, NOTHING } from '../format/figures.ts';
import { calledWithNatives, shortName, shortPlace } from '../format/place.ts';
import type { DiffFunctionRow } from '../model/profile/profile-views.ts';
import type { SlowRequests } from '../model/profile/slow-requests.ts';
import { placeOfCode } from '../phrases/code-place.ts';
import { text } from '../words/words.ts';
import type { Cell, ReportTable } from './table.ts';
import { numeric, weakCell } from './tables/columns.ts';

const US_PER_MS = 1_000;

/** The sentence above the table; what there is too little of is said. */
export function slowSentence({ slow, middle, functions }: SlowRequests, percent: Percent): string {
  if (slow.tookMs === null || middle.tookMs === null || slow.cpuMs === null || middle.cpuMs === null) return text('run.slow.none');
  const told = text('run.slow.sentence', {
    percent: formatPercentTyped(percent),
    slow: slow.requests,
    middle: middle.requests,
    slowTook: formatMs(slow.tookMs),
    middleTook: formatMs(middle.tookMs),
    slowCpu: formatMs(slow.cpuMs),
    middleCpu: formatMs(middle.cpuMs),
    slowWait: formatMs(slow.tookMs - slow.cpuMs),
    middleWait: formatMs(middle.tookMs - middle.cpuMs),
  });
  if (functions === null) return `${told} ${text('run.slow.tooFew')}`;
  // The larger of both differences is where to look first.
  const [byCpu, byWait] = [slow.cpuMs - middle.cpuMs, slow.tookMs - slow.cpuMs - (middle.tookMs - middle.cpuMs)];
  if (byCpu <= byWait) return `${told} ${text('run.slow.byWait')}`;
  const cause = findCause(functions);
  if (cause === null) return `${told} ${text('run.slow.byCpu')}`;
  return `${told} ${text('run.slow.byFunction', { ...cause, more: formatMs(cause.more) })}`;
}

/** The function of the user's own in which the slowest spend most of what they spend more, and the others little. Null: none stands out. */
export function findCause(functions: readonly DiffFunctionRow[]): { readonly name: string; readonly more: number } | null {
  const more = ({ totalA, totalB }: DiffFunctionRow): number => totalB - totalA;
  const weight = (row: DiffFunctionRow): number => (more(row) <= 0 ? 0 : more(row) ** 2 / row.totalB);
  const own = functions.filter(({ kind }) => kind === 'own').sort((a, b) => weight(b) - weight(a));
  const [first] = own;
  if (first === undefined || weight(first) === 0) return null;
  return { name: placeOfCode(first), more: more(first) / US_PER_MS };
}

/** Null: there is no difference to show. ms per request; those within the sampling error in brackets. */
export function slowTable({ functions }: SlowRequests, most: number): ReportTable | null {
  const rows = (functions ?? []).filter(({ selfA, selfB, totalA, totalB }) => selfA !== selfB || totalA !== totalB).slice(0, most);
  if (rows.length === 0) return null;
  const ms = (us: number): string => formatNumber(us / US_PER_MS, 3);
  return {
    caption: text('run.slow.title'),
    columns: [
      { title: text('run.functionColumn.function'), share: 22 },
      { ...numeric(text('run.slow.more')), share: 10 },
      { ...numeric(text('run.slow.selfSlow')), share: 11 },
      { ...numeric(text('run.slow.selfMiddle')), share: 11 },
      { ...numeric(text('run.slow.totalSlow')), share: 12 },
      { ...numeric(text('run.slow.totalMiddle')), share: 12 },
      { title: text('run.functionColumn.file') },
    ],
    rows: rows.map((row) => [
      { text: shortName(calledWithNatives(row)), tone: 'code' },
      moreCell(row),
      ms(row.selfB),
      ms(row.selfA),
      ms(row.totalB),
      ms(row.totalA),
      shortPlace(row.url, row.line),
    ]),
    note: text('run.slow.note', { count: rows.length }),
  };
}

function moreCell({ selfA, selfB, noise }: DiffFunctionRow): Cell {
  const by = (selfB - selfA) / US_PER_MS;
  if (by === 0) return NOTHING;
  const value = formatSigned(by, 3);
  return noise ? weakCell(value) : { text: value, tone: by > 0 ? 'more' : 'less' };
}
