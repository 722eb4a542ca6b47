/** The code that ran right before requests waited for one thing, and how many samples say so. */
import { FEWEST } from '../analysis/waits-of-run.ts';
import { percentOf } from '../base/percent-of.ts';
import type { Percent } from '../base/units.ts';
import { formatCount, formatNumber } from '../format/figures.ts';
import { calledFunction, shortName } from '../format/place.ts';
import type { WaitCallers } from '../model/longest-waits.ts';
import { ASKED_OF_SERVERS, type WaitKind } from '../model/waits.ts';
import { text } from '../words/words.ts';
import type { Cell, ReportTable } from './table.ts';
import { numeric, placeCell } from './tables/columns.ts';

/**
 * Less does not stand out. Where a driver sends later than it was asked to, functions that had nothing to do with it had up to 4 % each; the right one of
 * calls to other servers, files and timers had 22 % and more.
 */
const NAMED_FROM: Percent = 15;

/** A sentence: where there are too few samples, or no function of the user's own stands out. */
export function waitCallersTable(kind: WaitKind, { calls, samples, callers }: WaitCallers): ReportTable | string {
  if (samples < FEWEST) return text('run.waits.callers.tooFew', { samples, calls, needed: FEWEST });
  if (percentOf(callers[0]?.samples ?? 0, samples) < NAMED_FROM)
    return text('run.waits.callers.none', { samples, calls, most: callers[0]?.samples ?? 0 });
  return {
    caption: text('run.waits.callers.title'),
    columns: [
      { title: text('run.waits.callers.function') },
      { title: text('run.waits.callers.file') },
      numeric(text('run.waits.callers.seen')),
      numeric(text('run.waits.callers.share')),
    ],
    rows: callers.map((caller): Cell[] => [
      { text: shortName(calledFunction(caller)), tone: 'code', whole: caller.function },
      placeCell(caller),
      text('run.waits.callers.seenIn', { count: caller.samples, samples }),
      formatNumber(percentOf(caller.samples, samples), 0),
    ]),
    note: text('run.waits.callers.note', {
      ...{ samples: formatCount(samples), calls: formatCount(calls) },
      sent: ASKED_OF_SERVERS.has(kind) ? 'later' : 'other',
    }),
  };
}
