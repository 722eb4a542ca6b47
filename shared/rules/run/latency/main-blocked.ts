/** The main thread of the server waited in calls, in which no request makes progress (the threshold: ../../../analysis/blocked-calls.ts). */
import { type BlockedInCalls, findBlockedInCalls } from '../../../analysis/blocked-calls.ts';
import { isServerUnseen, type LoopOwner, ownerOf } from '../../../analysis/known-loops.ts';
import { isOver } from '../../../analysis/work-or-waiting.ts';
import { formatPercent } from '../../../format/figures.ts';
import { MAIN_THREAD } from '../../../model/profile/profile.ts';
import type { RunReport } from '../../../model/report.ts';
import { callWithCaller } from '../../../phrases/blocked-calls.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

/** `longest`: of several processes, whose it is: that which waited for longest. */
interface MainBlocked extends BlockedInCalls {
  readonly kind: 'main-blocked';
  readonly longest?: LoopOwner;
}

export const mainBlocked: Rule<RunReport, MainBlocked> = {
  id: 'main-blocked',
  about: 'waiting',
  severity: 'info',
  line: 'why',
  codes: ['main-blocked'],
  find: (run) => {
    if (!isOver(run) || run.profile?.unit !== 'microseconds') return [];
    const threads = run.profile.threads.filter(({ thread }) => thread === MAIN_THREAD);
    const found = threads.flatMap((thread) => {
      const one = findBlockedInCalls(thread, run.load.durationMs);
      return one === null ? [] : [{ one, pid: thread.pid }];
    });
    const [first] = found.sort((a, b) => b.one.percent - a.one.percent);
    if (first === undefined) return [];
    const profiled = run.server.filter(({ pid }) => threads.some((thread) => thread.pid === pid));
    const process = profiled.find(({ pid }) => pid === first.pid);
    const owner = process === undefined ? null : ownerOf(profiled, process);
    const longest: LoopOwner | null = owner ?? (isServerUnseen(run) ? { of: 'reporting', count: 1 } : null);
    return [{ kind: 'main-blocked', ...first.one, ...(longest && { longest }) }];
  },
  says: ({ percent, first, second, isLeast, longest }) => {
    const shown = { least: isLeast ? 'yes' : 'no', whose: longest?.of ?? 'server', count: longest?.count ?? 1 } as const;
    if (second === null)
      return text('run.answer.mainBlocked', { ...shown, percent: formatPercent(first.percent, 0), call: callWithCaller(first) });
    return text('run.answer.mainBlockedTwo', {
      ...{ ...shown, percent: formatPercent(percent, 0) },
      ...{ first: formatPercent(first.percent, 0), call: callWithCaller(first) },
      ...{ second: formatPercent(second.percent, 0), other: callWithCaller(second) },
    });
  },
};
