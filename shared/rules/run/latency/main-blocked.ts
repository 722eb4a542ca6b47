/** The main thread of the server waited in calls, in which no request makes progress (the threshold: ../../../analysis/blocked-calls.ts). */
import { type BlockedInCalls, findLongestBlocked } from '../../../analysis/blocked-calls.ts';
import { isServerUnseen, type LoopOwner, ownerOf } from '../../../analysis/known-loops.ts';
import { isOver } from '../../../analysis/work-or-waiting.ts';
import { MAIN_THREAD } from '../../../model/profile/profile.ts';
import type { RunReport } from '../../../model/report.ts';
import { blockedWords } from '../../../phrases/blocked-calls.ts';
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
    const found = findLongestBlocked(threads, run.load.durationMs);
    if (found === null) return [];
    const profiled = run.server.filter(({ pid }) => threads.some((thread) => thread.pid === pid));
    const process = profiled.find(({ pid }) => pid === found.thread.pid);
    // Programs that the server has started, and waits for, are none of its processes.
    const peers = process?.serves ? profiled.filter(({ serves }) => serves) : profiled;
    const owner = process === undefined ? null : ownerOf(peers, process);
    const longest: LoopOwner | null = owner ?? (isServerUnseen(run) ? { of: 'reporting', count: 1 } : null);
    return [{ kind: 'main-blocked', ...found.blocked, ...(longest && { longest }) }];
  },
  says: ({ longest, ...blocked }) => {
    const shown = { whose: longest?.of ?? 'server', count: longest?.count ?? 1 } as const;
    const told = blockedWords(blocked);
    return told.calls === 'one'
      ? text('run.answer.mainBlocked', { ...shown, ...told.words })
      : text('run.answer.mainBlockedTwo', { ...shown, ...told.words });
  },
};
