/** What Node does in libuv's pool of threads waits in line for one of them. */
import { FEWEST, isOfThread, type Shared, sharedBy } from '../../../analysis/waits-of-run.ts';
import { showHidden } from '../../../base/show-hidden.ts';
import type { Percent } from '../../../base/units.ts';
import { formatMs, formatSignificant } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

interface ThreadsFull extends Shared {
  readonly kind: 'threads-full';
  /** What has them for the longest. */
  readonly most: string;
}

/** Of the time in the server: what is in line for less is not what a response waits for. */
const LINE_FROM: Percent = 10;

function findThreadsFull(run: RunReport): ThreadsFull | null {
  const rows = (run.waits ?? []).filter((one) => one.route === null && isOfThread(one) && one.atOnce.limit !== null);
  const shared = sharedBy(run, rows);
  if (shared === null || shared.calls < FEWEST || shared.lineShare < LINE_FROM) return null;
  const [longest] = [...rows].sort((a, b) => b.inProgressMs.mean * b.calls - a.inProgressMs.mean * a.calls);
  return { kind: 'threads-full', ...shared, most: longest!.name ?? longest!.to };
}

export const threadsFull: Rule<RunReport, ThreadsFull> = {
  id: 'threads-full',
  severity: 'info',
  line: 'why',
  codes: ['threads-full'],
  find: findThreadsFull,
  says: ({ size, most, meanLineMs, used, wanted }) =>
    text('run.answer.threadsFull', {
      size,
      most: showHidden(most),
      line: formatMs(meanLineMs),
      used: formatSignificant(used),
      wanted: formatSignificant(wanted),
    }),
  advice: ({ wanted, size }) => say('advice.moreThreads', { threads: Math.max(size + 1, Math.ceil(wanted)) }),
};
