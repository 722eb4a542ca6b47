/** Only how long the threads ran: the samples do not carry a sentence about code (the thresholds: ../../../profile/known-cpu.ts). */
import { isUntold, judgeCode, type UntoldPart } from '../../../analysis/which-code.ts';
import { formatMs, formatPercent } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { isEnding } from '../../../model/run.ts';
import { text } from '../../../words/words.ts';
import { longerLoad } from '../../next-load.ts';
import type { Rule } from '../../rule.ts';

export const codeUntold: Rule<RunReport, UntoldPart> = {
  id: 'code-untold',
  about: 'code',
  severity: 'info',
  line: 'why',
  codes: ['code-too-few', 'code-unseen', 'code-lost'],
  // During a run more samples come. Nobody wonders which code took the CPU time of a server that waited in calls for longer, which are named.
  find: (run, isSaid) => (isEnding(run.ending) && !(isSaid('main-blocked') && waitedLonger(run)) ? judgeCode(run).filter(isUntold) : []),
  // Of a profile of times: more of it comes as evenly as responses do.
  experiment: (part, run) => {
    const changes = part.kind === 'code-too-few' && part.samples > 0 ? longerLoad(run, part.needed / part.samples) : null;
    return changes && { kind: 'run', changes };
  },
  says: (part) => {
    const untold = { of: part.of, cpu: formatMs(part.cpuMs), interval: formatMs(part.intervalUs / 1_000) };
    if (part.kind === 'code-too-few') return text('run.answer.codeTooFew', { ...untold, samples: part.samples, needed: part.needed });
    const percent = formatPercent(part.percent, 0);
    return text(part.kind === 'code-lost' ? 'run.answer.codeLost' : 'run.answer.codeUnseen', { ...untold, percent });
  },
};

function waitedLonger({ profile }: RunReport): boolean {
  return profile !== null && profile.blockedMs > profile.threadCpuMs;
}
