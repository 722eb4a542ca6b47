/** Tables of a snapshot of a heap as text. */
import type { HeapDifference, HeapSummary } from '../../../shared/model/heap-summary.ts';
import { heapAnswer } from '../../../shared/report/heap-answer.ts';
import { changesTable, HEAP_TABLES, heapTables, MOST_CHANGES } from '../../../shared/report/heap-tables.ts';
import { cutTable, type ReportTable } from '../../../shared/report/table.ts';
import { tellCut } from '../../../shared/report/tables/index.ts';
import { breakable } from './format.ts';
import { reportTable } from './text-table.ts';

export const HEAP_NAMES: readonly string[] = HEAP_TABLES.map(({ id }) => id);

export function isHeapTable(name: string | undefined): name is string {
  return name !== undefined && HEAP_NAMES.includes(name);
}

export function heapTable(name: string, heap: HeapSummary): ReportTable {
  return HEAP_TABLES.find(({ id }) => id === name)!.of(heap);
}

export function keyOfHeapTable(name: string): string {
  return HEAP_TABLES.find(({ id }) => id === name)!.key;
}

/** What was compared with, and what it is called. */
export interface BesideHeap {
  readonly difference: HeapDifference;
  readonly file: string;
}

/** The answer and the tables; where two snapshots are compared, what changed comes first. */
export function formatHeap(heap: HeapSummary, beside: BesideHeap | null): string {
  const { lead, rest } = heapAnswer(heap);
  const changes = beside === null ? [] : [cutTable(changesTable(beside.difference, beside.file), MOST_CHANGES, tellCut)];
  return [breakable(`${lead} ${rest}`), ...[...changes, ...heapTables(heap)].map((table) => reportTable(table))].join('\n\n');
}
