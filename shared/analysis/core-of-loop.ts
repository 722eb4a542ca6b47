/** Whether a busy event loop had a core: Node counts the time in which its thread is ready to run, and does not, as busy. */
import type { Percent, Ratio } from '../base/units.ts';
import type { RunReport } from '../model/report.ts';
import { blockedShareOf } from '../session/thread-figures.ts';
import type { WithLoop } from './known-loops.ts';
import { threadsOfProgram } from './other-threads.ts';
import { isDisturbed } from './work-or-waiting.ts';

/** Of the time in which the loop was busy. A thread that has something to wake up for waits as well: that part of its wait is not in it. */
export interface CoreOfLoop {
  /** Of the main thread; where `waitedPercent` is null, of the whole process. */
  readonly ranPercent: Percent;
  /** Null: not known, only that the machine was busy. */
  readonly waitedPercent: Percent | null;
  /** Other programs, or the host, used much of the machine. */
  readonly isMachineBusy: boolean;
}

/** Less is as much as the figures differ by anyway. */
const TOLD_FROM: Ratio = 0.05;
/** Of the time in which the loop was busy. */
const TOLD_FROM_SHARE: Ratio = 0.1;

/** Null: it had one for nearly all of that time, or nothing is known of that. */
export function coreOfLoop(run: Pick<RunReport, 'machine'>, process: WithLoop): CoreOfLoop | null {
  const busy = process.elu.mean;
  const isMuch = (without: Ratio): boolean => without >= Math.max(TOLD_FROM, TOLD_FROM_SHARE * busy);
  const isMachineBusy = isDisturbed(run);
  const { cpuByThread } = process;
  // Within calls that wait it needs none.
  const blocked = blockedShareOf(cpuByThread);
  const main = threadsOfProgram(process)?.find(({ kind }) => kind === 'main');
  if (cpuByThread?.agrees && main !== undefined && main.waitedForCoreMs !== null) {
    const [ran, waited] = [main.cpuMs / cpuByThread.durationMs, main.waitedForCoreMs / cpuByThread.durationMs];
    if (!isMuch(waited) || !isMuch(busy - ran - blocked)) return null;
    return { ranPercent: 100 * ran, waitedPercent: 100 * Math.min(waited, busy - ran - blocked), isMachineBusy };
  }
  const ran = process.cpuPercent.mean / 100;
  return isMachineBusy && isMuch(busy - ran - blocked) ? { ranPercent: 100 * ran, waitedPercent: null, isMachineBusy } : null;
}
