/** A snapshot of a heap among the files of other tools. */
import { shorten } from '../base/shorten.ts';
import { showHidden, showTexts } from '../base/show-hidden.ts';
import type { Imported } from '../foreign/importer.ts';
import type { HeapSummary } from '../model/heap-summary.ts';

export function importedHeap(heap: HeapSummary): Imported {
  return { format: 'heapsnapshot', profiles: [], titles: [], hasPlaces: true, ticks: null, notes: [], heap: showHeapNames(heap) };
}

/** What cannot be seen in names is made visible: a file may come from anybody. */
export function showHeapNames(heap: HeapSummary): HeapSummary {
  return {
    ...heap,
    constructors: heap.constructors.map(shown),
    retainers: heap.retainers.map(shown),
    tree: heap.tree.map(shown),
  };
}

/** Names are no longer than anybody reads. */
const MOST_NAME = 200;

function shown<T extends { readonly name: string }>(row: T): T {
  return { ...showTexts(row), name: shorten(showHidden(row.name), MOST_NAME) };
}
