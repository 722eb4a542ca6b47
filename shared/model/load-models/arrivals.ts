/** Open load: visitors arrive at a rate, whatever the server does. */
import { type Said, say } from '../../words/said.ts';
import { readSchedule } from '../load/schedule-text.ts';
import type { Fields } from '../setup/setting.ts';
import { AT_RANDOM, anyScheduleOf, COUNT, IN_FLIGHT, type LoadModelOf, OF_EVERY_LOAD, type PlanKeys, scheduleOf } from './model.ts';

const SETTINGS = {
  /** As people write it: shared/model/load/schedule-text.ts. */
  schedule: {
    is: 'text',
    holds: 'schedule',
    min: 0,
    max: 10_000,
    default: '10/s for 10s',
    refuse: (text) => {
      const read = readSchedule(text);
      return read.ok ? null : { says: read.says, hint: say('schedule.form') };
    },
    often: true,
    flag: { names: '--arrivals <schedule>', always: true },
  },
  ...AT_RANDOM,
  ...IN_FLIGHT,
  ...OF_EVERY_LOAD,
} as const satisfies Fields;

const KEYS = {
  /** Each is a schedule by itself. */
  phases: { is: 'texts', missing: say('plan.noPhases'), refuse: refusePhase },
  poisson: { is: 'switch' },
  seed: { is: 'number', least: 0, most: 2 ** 32 - 1, whole: true },
  maxInFlight: COUNT,
} as const satisfies PlanKeys;

export const ARRIVALS: LoadModelOf<typeof SETTINGS, typeof KEYS> = {
  settings: SETTINGS,
  // Without random arrivals a seed has no effect.
  fields: ({ poisson }) => [['schedule'], ['poisson'], poisson ? ['maxInFlight', 'seed'] : ['maxInFlight']],
  connections: ({ maxInFlight }) => maxInFlight,
  inFlight: () => null,
  pace: (load) => {
    const schedule = scheduleOf(load);
    return schedule && schedule.total / schedule.seconds;
  },
  end: (load) => ({ by: 'duration', seconds: anyScheduleOf(load).seconds }),
  planned: (load, ofVisitor) => {
    const schedule = scheduleOf(load);
    return schedule && schedule.total * ofVisitor;
  },
  amountField: 'load.schedule',
  hasSchedule: true,
  isPaced: true,
  parts: (load) => ({ are: 'phases', schedule: anyScheduleOf(load), isPoisson: load.poisson }),
  portable: (load) => ({
    by: 'rate',
    phases: anyScheduleOf(load).phases,
    isPoisson: load.poisson,
    maxInFlight: load.maxInFlight,
  }),
  charts: ['latency', 'throughput', 'states', 'loop'],
  sends: (load) => {
    const visitors = { figure: anyScheduleOf(load).total, as: 'count' } as const;
    const plan = shortened(load.schedule);
    return load.poisson ? say('loadSends.atRandom', { visitors, plan }) : say('loadSends.arrivals', { visitors, plan });
  },
  name: (load) => {
    const rates = anyScheduleOf(load).phases.flatMap(({ from, to }) => [from, to]);
    const rate = { figure: Math.max(0, ...rates), as: 'count' } as const;
    return new Set(rates).size === 1 ? say('loadName.rate', { rate }) : say('loadName.rates', { rate });
  },
  plan: {
    keys: KEYS,
    settings: ({ phases, poisson, ...rest }) => ({ schedule: phases.join(', '), poisson: poisson || null, ...rest }),
    values: ({ schedule, poisson, seed, maxInFlight }) => ({
      phases: phasesIn(schedule),
      poisson,
      seed: poisson ? seed : null,
      maxInFlight,
    }),
  },
};

/** A phase may be a pause, with no arrivals, as long as others have some. */
function refusePhase(text: string): Said | null {
  const read = readSchedule(text);
  return read.ok || readSchedule(`${text}, 1/s for 1s`).ok ? null : read.says;
}

/** One text each; what is repeated stays together. */
function phasesIn(schedule: string): string[] {
  return schedule.split(/,(?![^(]*\))/).map((phase) => phase.trim());
}

/** A schedule may have a thousand phases. */
const MOST_LETTERS = 60;

function shortened(schedule: string): string {
  const line = schedule.replace(/\s+/g, ' ').trim();
  return line.length <= MOST_LETTERS ? line : `${line.slice(0, MOST_LETTERS)}…`;
}
