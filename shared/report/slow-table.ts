/** Why the slowest requests are slow: what they did more than the middle half. */

import { groupBy } from '../base/group-by.ts';
import type { Milliseconds, Percent, Ratio } from '../base/units.ts';
import { formatMs, formatNumber, formatPercentTyped, formatSigned, NOTHING } from '../format/figures.ts';
import { calledWithNatives, shortName, shortPlace } from '../format/place.ts';
import type { DiffFunctionRow } from '../model/profile/profile-views.ts';
import type { RequestGroup, SlowRequests } from '../model/profile/slow-requests.ts';
import type { TimePart } from '../model/time-parts.ts';
import { placeOfCode } from '../phrases/code-place.ts';
import { tellTimePart, timePartName } from '../phrases/time-part.ts';
import { text } from '../words/words.ts';
import type { Cell, ReportTable } from './table.ts';
import { numeric, weakCell } from './tables/columns.ts';

const US_PER_MS = 1_000;
/** Of what the slowest wait longer: less is not worth a word, and more parts are not read. */
const TOLD_FROM: Ratio = 0.1;
const MOST_TOLD = 3;

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
  if (byCpu <= byWait) return `${told} ${tellWait(slow, middle, byWait)}`;
  const cause = findCause(functions);
  if (cause === null) return `${told} ${text('run.slow.byCpu')}`;
  return `${told} ${text('run.slow.byFunction', { ...cause, more: formatMs(cause.more) })}`;
}

function tellWait(slow: RequestGroup, middle: RequestGroup, byWait: Milliseconds): string {
  const parts = compareParts(slow, middle)
    .filter(({ part, moreMs }) => part.part !== 'work' && moreMs >= TOLD_FROM * byWait)
    .slice(0, MOST_TOLD);
  if (parts.length === 0) return text('run.slow.byWait');
  const told = parts.map(({ part, moreMs }) => tellTimePart({ ...part, meanMs: moreMs })).join(text('run.waiting.comma'));
  return text('run.slow.byPart', { parts: told });
}

interface PartDifference {
  readonly part: TimePart;
  readonly name: string;
  readonly slowMs: Milliseconds;
  readonly middleMs: Milliseconds;
  readonly moreMs: Milliseconds;
}

/** Of which the slowest have more first. Those of one name together: calls of several kinds may be in line for a thread. Empty: not known. */
function compareParts(slow: RequestGroup, middle: RequestGroup): readonly PartDifference[] {
  if (slow.parts === null || middle.parts === null) return [];
  const named = (parts: readonly TimePart[]) => groupBy(parts, (one) => `${one.part} ${timePartName(one)}`);
  const [ofSlow, ofMiddle] = [named(slow.parts), named(middle.parts)];
  const sum = (parts: readonly TimePart[] = []): Milliseconds => parts.reduce((all, { meanMs }) => all + meanMs, 0);
  return [...new Set([...ofSlow.keys(), ...ofMiddle.keys()])]
    .map((key) => {
      const part = (ofSlow.get(key) ?? ofMiddle.get(key)!)[0];
      const [slowMs, middleMs] = [sum(ofSlow.get(key)), sum(ofMiddle.get(key))];
      return { part, name: timePartName(part), slowMs, middleMs, moreMs: slowMs - middleMs };
    })
    .filter(({ slowMs, middleMs }) => slowMs > 0 || middleMs > 0)
    .sort((a, b) => b.moreMs - a.moreMs);
}

/** What the time of the slowest and of the middle half is made of. Null: not known. */
export function slowPartsTable({ slow, middle }: SlowRequests): ReportTable | null {
  const rows = compareParts(slow, middle);
  if (rows.length === 0) return null;
  return {
    caption: text('run.slow.partsTitle'),
    columns: [
      { title: text('run.slow.part'), share: 55 },
      { ...numeric(text('run.slow.partMore')), share: 15 },
      { ...numeric(text('run.slow.partSlow')), share: 15 },
      { ...numeric(text('run.slow.partMiddle')), share: 15 },
    ],
    rows: rows.map(({ name, slowMs, middleMs, moreMs }) => [
      name,
      formatSigned(moreMs, 2),
      formatNumber(slowMs, 2),
      formatNumber(middleMs, 2),
    ]),
    note: text('run.slow.partsNote'),
  };
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
