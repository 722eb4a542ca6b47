/** In a worker thread of the user's, before his code. */
import { HALVES } from './captures.ts';
import { tellThreadTimings } from './thread-timings.ts';
import { tellOfThread } from './worker-table.ts';

export function prepareThread(): void {
  const tellEnd = tellOfThread();
  const halves = Object.values(HALVES).flatMap(({ inMain }) => (inMain === undefined ? [] : [new inMain()]));
  for (const half of halves) half.install();
  tellThreadTimings();
  // Not on terminate(), which runs no code in the thread any more.
  process.on('exit', () => {
    for (const half of halves) half.finish();
    tellEnd();
  });
}
