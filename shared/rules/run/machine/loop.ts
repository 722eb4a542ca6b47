/** How busy the busiest event loop was; only where it is known well enough (known-loops.ts). */
import { type CoreOfLoop, coreOfLoop } from '../../../analysis/core-of-loop.ts';
import { busiestLoop, type LoopOwner, ownerOfLoop } from '../../../analysis/known-loops.ts';
import { otherThreadsPercent } from '../../../analysis/other-threads.ts';
import { formatPercent } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

/** `core`: where it was busy in good part without a core; `busiest`: where there are others, whose it is. */
export interface LoopDetails {
  readonly core?: CoreOfLoop;
  readonly busiest?: LoopOwner;
}

interface Loop extends LoopDetails {
  readonly kind: 'loop';
  readonly percent: number;
}

/** Null: not known. */
export function findLoop(run: RunReport): { readonly loopPercent: number; readonly details: LoopDetails } | null {
  const loop = busiestLoop(run);
  if (loop === null) return null;
  const [core, busiest] = [coreOfLoop(run, loop), ownerOfLoop(run, loop)];
  return { loopPercent: loop.elu.mean * 100, details: { ...(core && { core }), ...(busiest && { busiest }) } };
}

export const loop: Rule<RunReport, Loop> = {
  id: 'loop',
  about: 'loops',
  severity: 'info',
  line: 'rest',
  codes: ['loop'],
  find: (run) => {
    const found = findLoop(run);
    return found === null || otherThreadsPercent(run.server) !== 0 ? [] : [{ kind: 'loop', percent: found.loopPercent, ...found.details }];
  },
  says: ({ percent, ...details }) => text('run.answer.loop', { loop: formatPercent(percent), ...tellLoop(details) }),
};

/** What the sentences need, whether there is something to say or not. */
export function tellLoop({ core, busiest }: LoopDetails) {
  const [ran, waited] = [formatPercent(core?.ranPercent ?? 0), formatPercent(core?.waitedPercent ?? 0)];
  const known = core === undefined ? 'none' : core.waitedPercent === null ? 'machine' : 'waited';
  return { core: known, ran, waited, busy: core?.isMachineBusy ? 'yes' : 'no', whose: busiest?.of ?? 'server', count: busiest?.count ?? 1 };
}
