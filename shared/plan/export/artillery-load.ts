/**
 * A load as phases of Artillery, and what each of its users does. Artillery knows arrivals only: users who arrive, go through a scenario and leave.
 * Users who stay are those who arrive within a short time and go through it several times. It has no clients that loop for a given time.
 */
import type { Seconds } from '../../base/units.ts';
import type { Json } from '../../model/load/plan.ts';
import { Schedule } from '../../model/load/schedule.ts';
import { partsOfLoad, portableLoad } from '../../model/load-models.ts';
import type { Load } from '../../model/setup/setup.ts';
import { type Said, say } from '../../words/said.ts';

export type ArtilleryPhase = { readonly [name: string]: Json };

export interface ArtilleryLoad {
  readonly phases: readonly ArtilleryPhase[];
  /** How often each user goes through the scenario. */
  readonly passes: number;
  readonly notes: readonly Said[];
}

/** A rate that changes is written in steps, because a ramp of Artillery loses what is less than a whole visitor in each second. */
const MOST_STEPS = 100;
/** The shortest time in which it has users come. */
const AT_ONCE_S = 1;

/** `length`: the requests of a pass. Null: there is no such load. */
export function artilleryLoad(load: Load, length: number): ArtilleryLoad | null {
  const asked = portableLoad(load);
  switch (asked.by) {
    case 'clients':
    case 'search':
      return null;
    case 'amount': {
      const { clients, requests, isEach, spreadS } = asked;
      const wanted = Math.ceil(requests / length);
      const users = isEach ? clients : Math.min(clients, wanted);
      const passes = isEach ? wanted : Math.ceil(wanted / users);
      const isWhole = isEach && passes * length === requests;
      const amount = isWhole ? [] : [say('planExport.amount', { users, passes, requests: users * passes * length })];
      return stay(users, passes, spreadS > 0 ? spreadS : AT_ONCE_S, amount);
    }
    case 'rate': {
      const { notes, ...rest } = come(new Schedule(asked.phases), asked.maxInFlight);
      const levels = partsOfLoad(load)?.are === 'levels' ? [say('planExport.levels', { generator: 'Artillery' })] : [];
      return { ...rest, notes: [...notes, ...levels] };
    }
  }
}

function stay(users: number, passes: number, within: Seconds, notes: readonly Said[]): ArtilleryLoad {
  return {
    phases: [{ duration: lengthOf(within), arrivalCount: users }],
    passes,
    notes: [...notes, say('planExport.within', { seconds: within }), ...(passes > 1 ? [say('planExport.leaves')] : [])],
  };
}

function come(schedule: Schedule, maxInFlight: number): ArtilleryLoad {
  const hasRamp = schedule.phases.some(({ from, to }) => from !== to);
  const phases = schedule.phases.flatMap(({ from, to, seconds }, nth) => {
    const start = schedule.startOf(nth);
    const steps = from === to ? 1 : Math.min(MOST_STEPS, Math.max(1, Math.round(seconds)));
    return Array.from({ length: steps }, (_, step): ArtilleryPhase => {
      const [begin, end] = [step, step + 1].map((one) => start + Math.round((seconds * 1_000 * one) / steps) / 1_000) as [number, number];
      const duration = lengthOf(end - begin);
      // A count is exact, but comes from one worker of Artillery: a rate that is exact as well is better.
      if (from === to && from > 0 && Number.isInteger(from) && Number.isInteger(seconds))
        return { duration, arrivalRate: from, maxVusers: maxInFlight };
      const count = wholeUntil(schedule, end) - wholeUntil(schedule, begin);
      return count === 0 ? { pause: duration } : { duration, arrivalCount: count, maxVusers: maxInFlight };
    });
  });
  const notes = [say('planExport.skipped', { most: maxInFlight }), ...(hasRamp ? [say('planExport.steps')] : [])];
  return { phases, passes: 1, notes };
}

/** What has come by then. Areas are added up, so that a whole number may be a hair below itself. */
function wholeUntil(schedule: Schedule, seconds: Seconds): number {
  return Math.min(schedule.total, Math.floor(schedule.areaUntil(seconds) + 1e-6));
}

/** A number is in seconds and has to be whole; a text has its unit. */
function lengthOf(seconds: Seconds): number | string {
  return Number.isInteger(seconds) ? seconds : `${Math.round(seconds * 1_000)}ms`;
}
