/** What requests waited for: queries, calls to other servers, exchanges on sockets. */
import { groupBy } from '../../base/group-by.ts';
import { showHidden } from '../../base/show-hidden.ts';
import { chooseTimeUnit, formatCount, formatNumber, formatSignificant, NOTHING, type TimeUnit } from '../../format/figures.ts';
import type { ChosenRequests, RunReport, WaitFigures } from '../../model/report.ts';
import { text } from '../../words/words.ts';
import type { Cell, MarkedCell, ReportTable, TableColumn } from '../table.ts';
import { notesOf, numeric, percentileCell } from './columns.ts';
import { ALL, type RunTable } from './run-table.ts';

const MS_PER_S = 1_000;
const [MIDDLE, HIGH] = [50, 99];
/** From here on a share stands on all calls. */
const ALL_KNOWN = 99.5;

type Waited = Pick<RunReport, 'waits' | 'waitsOff' | 'waitsUnknown' | 'waitsBeside' | 'waitsOnly'>;

/** Of all routes together, or of the requests that are chosen. Null: it was not recorded. */
export function waitsOfAll({ waits, waitsOnly }: Waited): readonly WaitFigures[] | null {
  if (!waits) return null;
  return waitsOnly === undefined ? waits.filter(({ route }) => route === null) : waits;
}

/** Null: requests waited for nothing that is seen, or it was not recorded. */
export function waitsTable(run: Waited): ReportTable | null {
  const waits = waitsOfAll(run);
  const { waitsOnly } = run;
  if (waits === null || waits.length === 0) return null;
  const inProgress = unitOf(waits.map(({ inProgressMs }) => inProgressMs));
  const inLine = unitOf(waits.map(({ inLineMs }) => inLineMs));
  return {
    caption: waitsOnly === undefined ? text('run.waits.title') : titleOfChosen(waitsOnly),
    long: true,
    columns: [
      { title: text('run.waits.to'), share: 21.5 },
      { title: text('run.waits.name'), share: 20.5 },
      { ...numeric(text('run.waits.calls')), share: 8 },
      { ...numeric(text('run.waits.perRequest')), share: 9 },
      { ...numeric(text('run.waits.share')), share: 7 },
      ...percentileColumns('run.waits.tookAt', inProgress),
      // What is in line at all shows in the high one.
      ...percentileColumns('run.waits.lineAt', inLine).map((column, at) => ({ ...column, detail: at === 0 })),
      { ...numeric(text('run.waits.atOnce')), share: 6.4 },
    ],
    rows: waits.map((one): Cell[] => [
      wholeCell(one.to),
      nameCell(one.name),
      formatCount(one.calls),
      one.perRequest === null ? NOTHING : formatSignificant(one.perRequest),
      shareCell(one),
      ...[MIDDLE, HIGH].map((percentile) => percentileCell(one.inProgressMs, percentile, inProgress)),
      ...[MIDDLE, HIGH].map((percentile) => (one.inLineMs === null ? NOTHING : percentileCell(one.inLineMs, percentile, inLine))),
      atOnceCell(one),
    ]),
    note: [
      text('run.waits.note', { of: waitsOnly === undefined ? 'all' : 'chosen' }),
      ...tellKnown(waits, waitsOnly !== undefined),
      ...(waits.some(({ inLineMs }) => inLineMs === null) ? [text('run.waits.noteOfLine')] : []),
      ...(waits.some(hasUnknownLimit) ? [text('run.waits.noteOfLimit')] : []),
      ...tellBeside(run),
      ...notesOf(
        waits.flatMap(({ inProgressMs, inLineMs }) => [inProgressMs, inLineMs]),
        [MIDDLE, HIGH],
      ),
    ].join(' '),
  };
}

/** Null: each call got a reply, or it is not known. */
export function noReplyTable({ waitsBeside, waitsOnly }: Pick<RunReport, 'waitsBeside' | 'waitsOnly'>): ReportTable | null {
  const calls = waitsBeside?.noReply ?? [];
  if (calls.length === 0) return null;
  const longest = chooseTimeUnit(Math.max(...calls.map(({ longestMs }) => longestMs)));
  const hasOpen = calls.some(({ stillOpen }) => stillOpen > 0);
  const isAnyUnknown = calls.some(({ share }) => share === null);
  return {
    caption: text(waitsOnly === undefined ? 'run.waits.noReply' : 'run.waits.noReplyOfAll'),
    long: true,
    columns: [
      { title: text('run.waits.to'), share: 20 },
      { title: text('run.waits.name'), share: 24 },
      { ...numeric(text('run.waits.failed')), share: 9 },
      { ...numeric(text('run.waits.stillOpen')), share: 9 },
      { ...numeric(text('run.waits.longestOpen', { unit: longest.unit })), share: 9 },
      { ...numeric(text('run.waits.openSince')), share: 10 },
      { ...numeric(text('run.waits.share')), share: 7 },
    ],
    rows: calls.map((one): Cell[] => [
      wholeCell(one.to),
      nameCell(one.name),
      formatCount(one.failed),
      formatCount(one.stillOpen),
      formatSignificant(one.longestMs * longest.perMs),
      one.openSinceMs === null ? NOTHING : formatNumber(one.openSinceMs / MS_PER_S, 1),
      one.share === null ? NOTHING : formatNumber(one.share, 1),
    ]),
    note: [
      text('run.waits.noteOfNoReply'),
      ...(hasOpen ? [text('run.waits.noteOfOpen')] : []),
      ...(isAnyUnknown ? [text('run.waits.noteOfNoShare')] : []),
    ].join(' '),
  };
}

function titleOfChosen({ requests, route, slowest, failed }: ChosenRequests): string {
  return text('run.waits.titleOfChosen', {
    count: requests,
    route: route === null ? 'any' : showHidden(route),
    which: slowest === null ? (failed ? 'failed' : 'all') : failed ? 'both' : 'slowest',
    slowest: slowest === null ? '' : String(slowest),
  });
}

/** Of each peer of which it is not known whose all calls were. */
function tellKnown(waits: readonly WaitFigures[], isOfChosen: boolean): string[] {
  const peers = [...groupBy(waits, ({ to }) => to)].flatMap(([to, rows]) => {
    const known = knownOf(rows);
    return known >= ALL_KNOWN ? [] : [text('run.waits.knownOf', { percent: formatNumber(known, 0), to: showHidden(to) })];
  });
  if (peers.length === 0) return [];
  return [
    text(isOfChosen ? 'run.waits.noteOfUnknownToChosen' : 'run.waits.noteOfUnknown', { peers: peers.join(text('run.waiting.comma')) }),
  ];
}

function percentileColumns(title: 'run.waits.tookAt' | 'run.waits.lineAt', { unit }: TimeUnit): TableColumn[] {
  return [MIDDLE, HIGH].map((percentile) => ({ ...numeric(text(title, { percentile: String(percentile), unit })), share: 9.2 }));
}

/** Where there is no room for it, all of it is one hover away. */
export function wholeCell(name: string): MarkedCell {
  const shown = showHidden(name);
  return { text: shown, whole: shown };
}

const nameCell = (name: string | null): Cell => (name === null ? NOTHING : { ...wholeCell(name), tone: 'code' });

/** Of calls whose request is known: with others it may be more. */
function shareCell({ share, knownPercent }: WaitFigures): Cell {
  if (share === null || knownPercent === 0) return NOTHING;
  const shown = formatNumber(share, 1);
  return knownPercent < ALL_KNOWN ? { text: text('run.waits.atLeast', { share: shown }), value: share } : shown;
}

export function atOnceCell(row: AtOnce): Cell {
  const { max, limit } = row.atOnce;
  if (limit !== null) return { text: text('run.waits.ofLimit', { max, limit }), value: max };
  return hasUnknownLimit(row) ? { text: text('run.waits.ofUnknown', { max }), value: max } : formatCount(max);
}

type AtOnce = Pick<WaitFigures, 'atOnce' | 'inLineMs'>;

/** Something was in line, be it until a connection was open. */
export function hasUnknownLimit({ atOnce, inLineMs }: AtOnce): boolean {
  return atOnce.limit === null && inLineMs !== null && inLineMs.max > 0;
}

function knownOf(waits: readonly WaitFigures[]): number {
  const calls = waits.reduce((sum, one) => sum + one.calls, 0);
  return waits.reduce((sum, one) => sum + one.knownPercent * one.calls, 0) / calls;
}

function unitOf(all: readonly WaitFigures['inLineMs'][]): TimeUnit {
  return chooseTimeUnit(Math.max(0, ...all.map((one) => one?.percentiles[HIGH] ?? 0)));
}

/** What stands in place of the table, and below that what would fill it or what is not in it. */
export interface NoWaits {
  readonly title: string;
  readonly next: string;
}

export function sayNoWaits({ waits, waitsOff, waitsUnknown, waitsOnly, waitsBeside }: Waited): NoWaits {
  if (waitsOff) return { title: text('run.waits.off'), next: text('run.waits.offNext') };
  const why = waitsUnknown ?? (waits ? null : 'earlier');
  if (why !== null) return { title: text(`run.waits.unknown.${why}`), next: text(`run.waits.unknownNext.${why}`) };
  const beside = tellBeside({ waitsBeside, waitsOnly });
  return waitsOnly === undefined
    ? { title: text('run.waits.none'), next: [text('run.waits.noneNext'), ...beside].join(' ') }
    : { title: text('run.waits.noneOfChosen', { count: waitsOnly.requests }), next: beside.join(' ') };
}

export function tellNoWaits(run: Waited): string {
  const { title, next } = sayNoWaits(run);
  return [title, next].filter((sentence) => sentence !== '').join(' ');
}

/** Calls that are in no table. */
function tellBeside({ waitsBeside, waitsOnly }: Pick<Waited, 'waitsBeside' | 'waitsOnly'>): string[] {
  if (waitsBeside === undefined) return [];
  const { outside, lost } = waitsBeside;
  return [
    ...(outside > 0 && waitsOnly === undefined ? [text('run.waits.outside', { count: outside })] : []),
    ...(lost > 0 ? [text('run.waits.lost', { count: lost })] : []),
  ];
}

export const WAITS: RunTable = {
  id: 'waits',
  section: 'waits',
  of: waitsTable,
  on: { screen: ALL, terminal: ALL, html: ALL, markdown: ALL },
  key: 'runs[].waits',
  file: waitsTable,
  alone: { none: tellNoWaits },
};

export const NO_REPLY: RunTable = {
  id: 'no-reply',
  section: 'waits',
  of: noReplyTable,
  on: { screen: ALL, terminal: ALL, html: ALL, markdown: ALL },
  key: 'runs[].waitsBeside.noReply',
  below: 'waits',
};
