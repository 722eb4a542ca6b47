/** What a snapshot of a heap holds, as tables: the same in the window, in reports and on the terminal. */
import { percentOf } from '../base/percent-of.ts';
import type { Bytes } from '../base/units.ts';
import { formatBytes, formatCount, formatPercent, formatSigned } from '../format/figures.ts';
import type { DominatorRow, HeapDifference, HeapSummary } from '../model/heap-summary.ts';
import { wordHolder, wordNamed } from '../phrases/heap-names.ts';
import { text } from '../words/words.ts';
import { type Cell, cutTable, type ReportTable } from './table.ts';
import { numeric, placeCell } from './tables/columns.ts';
import { tellCut } from './tables/index.ts';

/** A table that answers to a name after `--table`; `most`: rows in reports, and on the terminal where it is not asked for alone. */
interface HeapTable {
  readonly id: 'constructors' | 'retainers' | 'dominators';
  readonly of: (heap: HeapSummary) => ReportTable;
  readonly most: number;
  /** Where the JSON document has its figures. */
  readonly key: string;
}

export const HEAP_TABLES: readonly HeapTable[] = [
  { id: 'constructors', of: constructorsTable, most: 20, key: 'runs[].snapshot.constructors' },
  { id: 'retainers', of: retainersTable, most: 20, key: 'runs[].snapshot.retainers' },
  { id: 'dominators', of: treeTable, most: 40, key: 'runs[].snapshot.tree' },
];

/** Of two snapshots. */
export const MOST_CHANGES = 20;

/** With as many rows as there is room for. */
export function heapTables(heap: HeapSummary): ReportTable[] {
  return HEAP_TABLES.map(({ of, most }) => cutTable(of(heap), most, tellCut));
}

function constructorsTable(heap: HeapSummary): ReportTable {
  const others = heap.otherConstructors;
  const told = others && {
    constructors: formatCount(others.constructors),
    count: formatCount(others.count),
    bytes: formatBytes(others.selfBytes),
  };
  const rows = heap.constructors.map(({ name, count, selfBytes, retainedBytes }): Cell[] => [
    { text: name, tone: 'code' },
    figure(count, formatCount(count)),
    bytesCell(selfBytes),
    ...retainedCells(retainedBytes, heap),
  ]);
  const column = (key: 'constructor' | 'count' | 'self') => text(`run.heap.column.${key}`);
  return {
    caption: text('run.heap.constructors'),
    columns: [{ title: column('constructor') }, numeric(column('count')), numeric(column('self')), ...retainedColumns()],
    rows,
    long: true,
    note: [text('run.heap.noteConstructors'), ...(told === null ? [] : [text('run.heap.others', told)])].join(' '),
  };
}

function retainersTable(heap: HeapSummary): ReportTable {
  const rows = heap.retainers.map((one): Cell[] => [
    { text: wordHolder(one), tone: 'code' },
    one.url === '' ? '' : placeCell({ url: one.url, line: 0 }),
    bytesCell(one.selfBytes),
    ...retainedCells(one.retainedBytes, heap),
  ]);
  return {
    caption: text('run.heap.retainers'),
    columns: [
      { title: text('run.heap.column.object'), share: 34 },
      { title: text('run.heap.column.file'), share: 28 },
      numeric(text('run.heap.column.self')),
      ...retainedColumns(),
    ],
    rows,
    long: true,
    note: text('run.heap.noteRetainers'),
  };
}

function treeTable(heap: HeapSummary): ReportTable {
  const rows = heap.tree.map((row): Cell[] => [
    { text: nameOfRow(row), tone: 'code', depth: row.depth },
    bytesCell(row.selfBytes),
    ...retainedCells(row.retainedBytes, heap),
  ]);
  return {
    caption: text('run.heap.tree'),
    columns: [{ title: text('run.heap.column.object') }, numeric(text('run.heap.column.self')), ...retainedColumns()],
    rows,
    note: text('run.heap.noteTree'),
  };
}

function nameOfRow({ name, constructor: of, count }: DominatorRow): string {
  const object = name === '' ? of : wordNamed({ name, constructor: of });
  return count === 1 ? object : text('run.heap.ofSeveral', { name: object, count: formatCount(count) });
}

/** `file`: what the other snapshot is called. */
export function changesTable({ changes }: HeapDifference, file: string): ReportTable {
  const column = (key: 'constructor' | 'count' | 'countChange' | 'self' | 'selfChange') => text(`run.heap.column.${key}`);
  const rows = changes.map(({ name, count, countBefore, selfBytes, selfBytesBefore }): Cell[] => [
    { text: name, tone: 'code' },
    figure(count, formatCount(count)),
    figure(count - countBefore, formatSigned(count - countBefore, 0)),
    bytesCell(selfBytes),
    figure(selfBytes - selfBytesBefore, signedBytes(selfBytes - selfBytesBefore)),
  ]);
  return {
    caption: text('run.heap.changes', { file }),
    columns: [
      { title: column('constructor') },
      numeric(column('count')),
      numeric(column('countChange')),
      numeric(column('self')),
      numeric(column('selfChange')),
    ],
    rows,
    long: true,
    note: text(rows.length === 0 ? 'run.heap.noChanges' : 'run.heap.noteChanges'),
  };
}

function signedBytes(change: Bytes): string {
  const sign = change < 0 ? '−' : change > 0 ? '+' : '';
  return `${sign}${formatBytes(Math.abs(change))}`;
}

const retainedColumns = () => [numeric(text('run.heap.column.retained')), numeric(text('run.heap.column.retainedShare'))];

function retainedCells(retained: Bytes, { bytes }: HeapSummary): Cell[] {
  const share = percentOf(retained, bytes);
  return [bytesCell(retained), figure(share, formatPercent(share))];
}

const bytesCell = (bytes: Bytes): Cell => figure(bytes, formatBytes(bytes));

/** `plain`: for spreadsheets and programs. */
const figure = (value: number, shown: string): Cell => ({ text: shown, plain: `${value}`, value });
