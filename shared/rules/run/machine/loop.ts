/** How busy the busiest event loop was; only where it is known well enough (known-loops.ts). */
import { type CoreOfLoop, coreOfLoop } from '../../../analysis/core-of-loop.ts';
import { busiestLoop } from '../../../analysis/known-loops.ts';
import { otherThreadsPercent } from '../../../analysis/other-threads.ts';
import { formatPercent } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

/** `core`: where it was busy in good part without a core. */
interface Loop {
  readonly kind: 'loop';
  readonly percent: number;
  readonly core?: CoreOfLoop;
}

/** Null: not known. */
export function findLoop(run: RunReport): { readonly loopPercent: number; readonly core: { readonly core?: CoreOfLoop } } | null {
  const loop = busiestLoop(run);
  if (loop === null) return null;
  const core = coreOfLoop(run, loop);
  return { loopPercent: loop.elu.mean * 100, core: core === null ? {} : { core } };
}

export const loop: Rule<RunReport, Loop> = {
  id: 'loop',
  about: 'loops',
  severity: 'info',
  line: 'rest',
  codes: ['loop'],
  find: (run) => {
    const found = findLoop(run);
    return found === null || otherThreadsPercent(run.server) !== 0 ? [] : [{ kind: 'loop', percent: found.loopPercent, ...found.core }];
  },
  says: ({ percent, core }) => text('run.answer.loop', { loop: formatPercent(percent), ...tellCore(core) }),
};

/** What the sentences need, whether there is something to say or not. */
export function tellCore(core: CoreOfLoop | undefined) {
  const [ran, waited] = [formatPercent(core?.ranPercent ?? 0), formatPercent(core?.waitedPercent ?? 0)];
  const known = core === undefined ? 'none' : core.waitedPercent === null ? 'machine' : 'waited';
  return { core: known, ran, waited, busy: core?.isMachineBusy ? 'yes' : 'no' };
}
