/** Drawn comparisons: settings, places and runs that differ in anything, or in nothing. */
import type { Random } from '../../../../shared/base/statistics/random.ts';
import { computeWarnings } from '../../../../shared/derive/warnings.ts';
import { timesOf } from '../../../../shared/load/foreign/load-reader.ts';
import { type Exclusion, STOPPED_PASS } from '../../../../shared/model/comparison/exclusion.ts';
import { loadResult } from '../../../../shared/model/load/load-result.ts';
import type { Compared } from '../../../../shared/rules/comparison/compared.ts';
import { comparisonOf } from '../../../helpers/comparisons.ts';
import { makeEnvironment, makeSetup } from '../../../helpers/fake-data.ts';
import { loadOf } from '../../../helpers/plans.ts';
import { verbatim } from '../../../helpers/worded.ts';
import { drawRun } from './draw-run.ts';

export function drawCompared(random: Random): Compared {
  const chance = (share: number): boolean => random() < share;
  const pick = <Value>(...values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!;
  const setup = makeSetup('/app/server.js');
  const loads = [setup.load, loadOf('closed', { connections: 3 }), loadOf('arrivals', { schedule: '10/s for 3s' })];
  const isAlike = chance(0.3);
  const drawn = Array.from({ length: pick(2, 2, 2, 6) }, () => ({
    ...setup,
    load: pick(setup.load, ...loads),
    plan: pick(null, null, null, 'plan: 1\nrequests:\n  - /a\n  - /b\n'),
    capture: pick(setup.capture, setup.capture, { kind: 'none' as const }),
  }));
  const setups = isAlike ? drawn.map(() => drawn[0]!) : drawn;
  const planned = comparisonOf(setups, { pairs: pick(2, 2, 6, 10) });
  const variants = planned.variants.map((variant) => (chance(0.1) ? { ...variant, tool: 'wrk' as const } : variant));
  const runs = Array.from({ length: 3 }, () => {
    const run = drawRun(random);
    return { ...run, warnings: computeWarnings(run) };
  });
  const made = pick('series' as const, 'sessions' as const);
  // Of sessions there is one run each.
  const rounds = made === 'sessions' ? 1 : planned.pairs + pick(0, 1);
  const passes = Array.from({ length: variants.length * rounds }, (_, index) => {
    const excluded = pick<Exclusion | null>(null, null, null, STOPPED_PASS, verbatim('99 % of its responses had status 500.'));
    const report = chance(0.9) ? pick(...runs) : null;
    const latency = timesOf({ min: 1, mean: pick(2, 2, 900), max: 9, percentiles: { '50': 2 } });
    const { sent, completed, failed, timedOut, unexpected, dropped } = runs[0]!.requests;
    const result = loadResult({ tool: 'wrk', requests: { sent, completed, failed, timedOut, unexpected, dropped }, times: { latency } });
    const byCommand = pick({}, {}, {}, { byCommand: null }, { byCommand: result });
    return {
      ...{ index, variant: index % variants.length, round: Math.floor(index / variants.length), kind: 'measured' as const },
      ...{ report: report && { ...report, ...byCommand }, excluded, failed: excluded },
      environment: pick(null, makeEnvironment(), { ...makeEnvironment(), cores: 2, loopscope: '0.2.0' }),
    };
  });
  return { setup: { ...planned, variants }, header: { made }, ending: pick(null, 'stopped', 'completed'), recovered: chance(0.2), passes };
}
