/** Whether the server keeps more memory with each request. */
import { concludeLeak } from '../../analysis/leak/next-step.ts';
import type { LeakCut, LeakMeasured, LeakReport } from '../../model/leak.ts';
import type { RunEnding } from '../../model/run.ts';
import type { Section } from './section.ts';

export const LEAK: Section<'leak', 'leak'> = {
  id: 'leak',
  entries: ['leak-plan', 'leak-round', 'leak-cut', 'leak-found', 'end'],
  derive({ recording: { leak, ending }, isWhole }) {
    return leak === null || !isWhole ? {} : { leak: reportLeak(leak, ending) };
  },
};

export function reportLeak(measured: LeakMeasured, ending: RunEnding | null): LeakReport {
  const { plan, rounds, warmUp, found } = measured;
  const cut = measured.cut ?? cutOf(ending);
  return { plan, warmUp, rounds, found, verdict: ending === null ? null : concludeLeak(plan, { rounds, warmedUp: warmUp.requests, cut }) };
}

function cutOf(ending: RunEnding | null): LeakCut | null {
  if (ending === 'stopped') return 'stopped-by-user';
  return ending === null || ending === 'completed' ? null : 'ended';
}
