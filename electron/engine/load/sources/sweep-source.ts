/** One level after the other, each as a closed or an open load of its own. */
import type { Seconds } from '../../../../shared/base/units.ts';
import { connectionsOf, levelsOf } from '../../../../shared/model/load-models.ts';
import type { LoadOf } from '../../../../shared/model/setup/setup.ts';
import { rateStage } from './arrivals-source.ts';
import { closedStage } from './closed-source.ts';
import type { Part } from './source.ts';
import type { Stage, StagesOf } from './stages.ts';

export const SWEEP: StagesOf<LoadOf<'sweep'>> = {
  share: (load, part) => ({ ...load, maxInFlight: partOf(load.maxInFlight, part) }),
  connections: (load, part) => (levelsOf(load).of === 'rate' ? load.maxInFlight : partOf(connectionsOf(load), part)),
  stages: (load, part) => levelsOf(load).values.map((level) => levelStage(load, level, load.holdS, part)),
  warmUp: (load, part) => levelStage(load, levelsOf(load).values[0] ?? 1, load.warmupS, part),
};

function levelStage(load: LoadOf<'sweep'>, level: number, seconds: Seconds, part: Part): Stage {
  return levelsOf(load).of === 'rate' ? rateStage(level, seconds, load, part) : closedStage(partOf(level, part), seconds);
}

/** The remainder goes to the first processes, so that a higher level never gives a process fewer connections. A level may have fewer connections than processes. */
function partOf(whole: number, { nth, of }: Part): number {
  return Math.floor((whole + of - 1 - nth) / of);
}
