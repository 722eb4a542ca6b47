/** In a worker thread of the user's, before his code. */
import { beforeExit } from '../before-exit.ts';
import { HALVES } from '../captures.ts';
import { sharedTable, tellOfThread } from '../requests/worker-table.ts';
import { spareRestrictedChildren } from '../restricted-children.ts';
import { tellThreadHeap } from './thread-heaps.ts';
import { tellThreadTimings } from './thread-timings.ts';

export function prepareThread(): void {
  const table = sharedTable();
  const ends = table === null ? [] : [tellOfThread(table), tellThreadHeap(table)];
  const halves = Object.values(HALVES).flatMap(({ inMain }) => (inMain === undefined ? [] : [new inMain()]));
  for (const half of halves) half.install();
  const tellLastTimings = tellThreadTimings();
  beforeExit(() => {
    tellLastTimings();
    for (const half of halves) half.finish();
    for (const tellEnd of ends) tellEnd();
  });
  spareRestrictedChildren();
}
