/** A sweep: closed or open load at one level after the other, each drained before the next. */
import { type Said, say } from '../../words/said.ts';
import { readLevels } from '../load/levels.ts';
import type { Fields } from '../setup/setting.ts';
import { COUNT, IN_FLIGHT, type LoadModelOf, levelsOf, OF_EVERY_LOAD, type PlanKeys, SECONDS } from './model.ts';

const SETTINGS = {
  /** As people write them: shared/model/load/levels.ts. */
  levels: {
    is: 'text',
    holds: 'levels',
    min: 0,
    max: 1_000,
    default: '1..32',
    refuse: (text) => {
      const read = readLevels(text);
      return read.ok ? null : { says: read.says, hint: say('schedule.levelsForm') };
    },
    often: true,
    flag: { names: '--sweep <levels>', always: true },
  },
  holdS: { is: 'number', whole: false, unit: 's', min: 0.1, max: 3_600, default: 3, flag: { names: '--hold <seconds>' } },
  ...IN_FLIGHT,
  ...OF_EVERY_LOAD,
} as const satisfies Fields;

const KEYS = {
  of: { is: 'choice', of: ['connections', 'rate'] },
  levels: { is: 'text', missing: say('plan.noLevels'), refuse: refuseLevels },
  hold: SECONDS,
  maxInFlight: COUNT,
} as const satisfies PlanKeys;

export const SWEEP: LoadModelOf<typeof SETTINGS, typeof KEYS> = {
  settings: SETTINGS,
  fields: (form) => [['levels', 'holdS'], ...(levelsOf(form).of === 'rate' ? [['maxInFlight' as const]] : [])],
  connections: (load) => {
    const { of, values } = levelsOf(load);
    return of === 'connections' ? Math.max(0, ...values) : load.maxInFlight;
  },
  inFlight: () => null,
  pace: () => null,
  end: (load) => ({ by: 'duration', seconds: load.holdS * levelsOf(load).values.length }),
  planned: (load, ofVisitor) => {
    const { of, values } = levelsOf(load);
    return of === 'rate' ? values.reduce((sum, rate) => sum + Math.floor(rate * load.holdS), 0) * ofVisitor : null;
  },
  amountField: 'load.levels',
  hasSchedule: true,
  isPaced: false,
  parts: (load) => ({ are: 'levels', levels: levelsOf(load), holdS: () => load.holdS }),
  portable: (load) => {
    const { of, values } = levelsOf(load);
    const { holdS: seconds, maxInFlight } = load;
    return of === 'rate'
      ? { by: 'rate', phases: values.map((rate) => ({ from: rate, to: rate, seconds })), isPoisson: false, maxInFlight }
      : { by: 'clients', stages: values.map((clients) => ({ clients, seconds })) };
  },
  charts: ['latency', 'throughput', 'cpu', 'loop'],
  sends: (load) => {
    const { of, values } = levelsOf(load);
    const ends = { count: values.length, from: Math.min(...values), to: Math.max(...values) };
    return of === 'rate' ? say('loadSends.rates', ends) : say('loadSends.levels', ends);
  },
  name: (load) => {
    const { of, values } = levelsOf(load);
    const ends = { from: Math.min(...values), to: Math.max(...values) };
    return of === 'rate' ? say('loadName.levelsOfRate', ends) : say('loadName.levelsOfConnections', ends);
  },
  plan: {
    keys: KEYS,
    settings: ({ of, levels, hold, maxInFlight }) => ({ levels: withUnit(of, levels), holdS: hold, maxInFlight }),
    values: ({ levels, holdS: hold, maxInFlight }) => {
      const of = levels.includes('/') ? 'rate' : 'connections';
      return { of, levels, hold, maxInFlight: of === 'rate' ? maxInFlight : null };
    },
  },
};

function refuseLevels(text: string): Said | null {
  const read = readLevels(text);
  return read.ok ? null : read.says;
}

/** On the command line the unit of a level says what it is of. */
function withUnit(of: 'connections' | 'rate', levels: string): string {
  return of === 'rate' && !levels.includes('/') ? levels.replace(/\d+(?:\.\d+)?/g, '$&/s') : levels;
}
