/** Less or more waiting for another server, where that is a good part of a difference in latency. */
import { SIGNIFICANCE_LEVEL } from '../../base/statistics/sign-flips.ts';
import type { Ratio } from '../../base/units.ts';
import { formatMs } from '../../format/figures.ts';
import type { ComparedDifference, ComparedWait, ComparedWaits, WaitReason } from '../../model/comparison/compared-waits.ts';
import { MINIMUM_PAIRS_FOR_VERDICT, type Verdict } from '../../model/comparison/comparison.ts';
import { say } from '../../words/said.ts';
import type { Rule } from '../rule.ts';

/** Of the difference in latency; less explains little of it. */
const LEAST_PART: Ratio = 0.25;
export interface Waited {
  readonly waits: ComparedWaits;
  readonly verdicts: readonly Verdict[];
}

export const otherWaits: Rule<Waited, WaitReason> = {
  id: 'other-waits',
  severity: 'info',
  line: 'why',
  find: ({ waits: { rows, beside }, verdicts }) =>
    rows.flatMap((wait) => {
      const { latencyMs } = beside.find(({ b }) => b === wait.b)!;
      if (latencyMs === null || !isFound(wait) || !explains(wait, latencyMs)) return [];
      const cpu = verdicts.find(({ b, metric }) => b === wait.b && metric === 'cpuMsPerRequest');
      return [{ wait, latencyMs: latencyMs.difference, isCpuEqual: cpu?.verdict === 'equivalent' }];
    }),
  says: ({ wait, latencyMs, isCpuEqual }) =>
    say(wait.part === 'inLine' ? 'comparison.otherLine' : 'comparison.otherWaits', {
      ...{ variant: wait.b, base: wait.a, to: wait.to, size: formatMs(Math.abs(wait.difference)) },
      ...{ than: wait.difference < 0 ? 'less' : 'more', ...between(wait) },
      ...{ latency: formatMs(Math.abs(latencyMs)), cpu: isCpuEqual ? 'unchanged' : 'other' },
    }),
};

/** As sure as a verdict has to be. A reply is read late where the event loop is busy: then it waits longer and idles less. */
function isFound({ part, from, pairs, pHolm, ci, difference, whileIdle }: ComparedWait): boolean {
  if (part === 'calls' || from !== 'runs' || pairs < MINIMUM_PAIRS_FOR_VERDICT || pHolm === null || pHolm >= SIGNIFICANCE_LEVEL)
    return false;
  return isAway(ci) && whileIdle !== null && isAway(whileIdle.ci) && Math.sign(whileIdle.difference) === Math.sign(difference);
}

function explains({ difference }: ComparedWait, latency: ComparedDifference): boolean {
  const isAlike = Math.sign(difference) === Math.sign(latency.difference);
  return isAway(latency.ci) && isAlike && Math.abs(difference) >= LEAST_PART * Math.abs(latency.difference);
}

const isAway = (ci: ComparedDifference['ci']): boolean => ci !== null && ci[0] * ci[1] > 0;

/** The smaller size first. */
function between({ ci }: ComparedWait): { readonly low: string; readonly high: string } {
  const [low, high] = ci!.map(Math.abs).sort((one, other) => one - other) as [number, number];
  return { low: formatMs(low), high: formatMs(high) };
}
