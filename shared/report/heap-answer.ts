/** What a snapshot of a heap shows, in sentences: which object keeps most of it alive. */
import { percentOf } from '../base/percent-of.ts';
import type { Percent } from '../base/units.ts';
import { formatBytes, formatCount, formatPercent } from '../format/figures.ts';
import type { HeapSummary } from '../model/heap-summary.ts';
import { wordHolder } from '../phrases/heap-names.ts';
import { text } from '../words/words.ts';
import type { Sentences } from './document.ts';

/** What keeps less alive is one of many. */
const TOLD_FROM: Percent = 10;

export function heapAnswer({ objects, references, bytes, retainers }: HeapSummary): Sentences {
  const rest = text('run.heap.all', { objects: formatCount(objects), references: formatCount(references) });
  const all = formatBytes(bytes);
  // A function keeps what it sees alive; what it sees is told.
  const largest = retainers.find(({ url, constructor: of }) => !url.startsWith('node:') && of !== 'Function');
  const share = largest === undefined ? 0 : percentOf(largest.retainedBytes, bytes);
  if (largest === undefined || share < TOLD_FROM) return { lead: text('run.heap.noHolder', { all }), rest, bad: false };
  const retained = formatBytes(largest.retainedBytes);
  return { lead: text('run.heap.lead', { what: wordHolder(largest), retained, all, share: formatPercent(share, 0) }), rest, bad: false };
}
