/** The interface of a load model: code that uses it knows no model by name. */
import type { PerSecond, Seconds } from '../../base/units.ts';
import type { Said } from '../../words/said.ts';
import { type Levels, readLevels } from '../load/levels.ts';
import { type Phase, Schedule } from '../load/schedule.ts';
import { readSchedule } from '../load/schedule-text.ts';
import type { SearchPlan } from '../load/search-plan.ts';
import { MOST_ROWS } from '../run.ts';
import type { RunChartId } from '../run-chart.ts';
import type { Fields, FieldsOf, FormOf } from '../setup/setting.ts';

/** What ends a load: it lasts so long, but for what is still in flight then, or it has so many requests. */
export type LoadEnd = { readonly by: 'duration'; readonly seconds: Seconds } | { readonly by: 'amount'; readonly requests: number };

/** The parts of a load's time that its figures are told by. */
export type PartsOfLoad =
  /** Empty where the text is no schedule: such a run is refused, but a form or a file may hold the text. */
  | { readonly are: 'phases'; readonly schedule: Schedule; readonly isPoisson: boolean }
  /**
   * One after the other, each drained before the next; none where the text names no levels. `holdS`: of a level by its place. `search`: the levels are
   * those that it may have, and which of them are run follows from what the server does; null: its text is no question. Left out: all of them are run.
   */
  | {
      readonly are: 'levels';
      readonly levels: Levels;
      readonly holdS: (place: number) => Seconds;
      readonly search?: SearchPlan | null;
    };

/** A load as other load generators have it. */
export type PortableLoad =
  /** Clients who make one request after the other, as many as each stage says. */
  | { readonly by: 'clients'; readonly stages: readonly { readonly clients: number; readonly seconds: Seconds }[] }
  /** Clients who make so many requests: together, or each of them. They come evenly over `spreadS`. */
  | {
      readonly by: 'amount';
      readonly clients: number;
      readonly requests: number;
      readonly isEach: boolean;
      readonly spreadS: Seconds;
    }
  | { readonly by: 'rate'; readonly phases: readonly Phase[]; readonly isPoisson: boolean; readonly maxInFlight: number }
  /** Rates that follow from what the server does: no other generator has that. */
  | { readonly by: 'search' };

interface Texts {
  readonly missing: Said;
  readonly refuse: (text: string) => Said | null;
}

/** A key of `load:` in a request plan. */
export type PlanKey =
  | { readonly is: 'number'; readonly least: number; readonly most: number; readonly whole?: true }
  | { readonly is: 'switch' }
  /** The first where it is left out. */
  | { readonly is: 'choice'; readonly of: readonly [string, ...string[]] }
  /** One or several, which cannot be left out. */
  | ({ readonly is: 'text' } & Texts)
  | ({ readonly is: 'texts' } & Texts);
export type PlanKeys = Readonly<Record<string, PlanKey>>;

/** Null: it is left out. */
export type PlanValues<K> = { readonly [N in keyof K]: PlanValue<K[N]> };
type PlanValue<K> = K extends { is: 'number' }
  ? number | null
  : K extends { is: 'switch' }
    ? boolean
    : K extends { is: 'choice'; of: readonly (infer C)[] }
      ? C
      : K extends { is: 'texts' }
        ? readonly string[]
        : string;

/** `F`: its settings; `K`: its keys in a request plan. A load that is asked about has these settings. */
export interface LoadModelOf<F extends Fields, K extends PlanKeys> {
  readonly settings: F;
  /** The fields of the form in rows, by the keys of settings and unions. `byCommand`: a load command takes the place of clients. */
  fields(form: FormOf<F>, byCommand: boolean): readonly (readonly (keyof FormOf<F>)[])[];
  /** Connections that it opens at most. */
  connections(load: FieldsOf<F>): number;
  /** Requests in flight at any time; null: not fixed, so that they depend on the server. */
  inFlight(load: FieldsOf<F>, pipelining: number): number | null;
  /** Requests a second; null: not fixed, so that they depend on the server. */
  pace(load: FieldsOf<F>): PerSecond | null;
  end(load: FieldsOf<F>): LoadEnd;
  /** Requests that it makes at most, if each visitor makes so many; null: not fixed, so that they depend on the server. */
  planned(load: FieldsOf<F>, ofVisitor: number): number | null;
  /** The setting to change where these are too many. */
  readonly amountField: string;
  /** Requests have their times, so that they can be late. */
  readonly hasSchedule: boolean;
  /** Its rate is set, so that no run differs in it. */
  readonly isPaced: boolean;
  /** Requests that each user makes before leaving; left out: the load has no such users. */
  requestsOfUser?(load: FieldsOf<F>): number;
  /** Left out: the load is one whole. */
  parts?(load: FieldsOf<F>): PartsOfLoad;
  portable(load: FieldsOf<F>): PortableLoad;
  /** The charts that tell most of it. */
  readonly charts: readonly RunChartId[];
  /** "50 connections": what sends the requests. */
  sends(load: FieldsOf<F>, pipelining: number): Said;
  /** The same in as few words as possible, for the name of a run. */
  name(load: FieldsOf<F>): Said;
  readonly plan: {
    readonly keys: K;
    /** Of these only one may be there. */
    readonly onlyOne?: { readonly of: readonly [keyof K, keyof K]; readonly says: Said };
    /** Settings by their path below `load`; null: the plan does not say. */
    settings(values: PlanValues<K>): Readonly<Record<string, string | number | boolean | null>>;
    values(load: FieldsOf<F>): PlanValues<K>;
    /** Defaults where the plan is a sequence of so many requests, in place of those of the settings. */
    defaults?(sequence: number): Readonly<Record<string, number>>;
  };
}

/** Null: the text is no schedule, so there are no arrivals. */
export function scheduleOf({ schedule }: { readonly schedule: string }): Schedule | null {
  const read = readSchedule(schedule);
  return read.ok ? read.schedule : null;
}

/** The same, where none is an empty one. */
export function anyScheduleOf(load: { readonly schedule: string }): Schedule {
  return scheduleOf(load) ?? new Schedule([]);
}

/** Empty if the text names no levels. */
export function levelsOf({ levels }: { readonly levels: string }): Levels {
  const read = readLevels(levels);
  return read.ok ? read.levels : { of: 'connections', values: [] };
}

/** What every load model has, beside settings of its own. */
export const OF_EVERY_LOAD = {
  /** Separate load before the measured phase, on its own connections, drained; 0: none. */
  warmupS: {
    is: 'number',
    whole: false,
    unit: 's',
    min: 0,
    max: 3_600,
    default: 0,
    // In the forms only, where it is seen before Run: long enough for V8 to have optimised the hot paths of most servers, short enough
    // not to be skipped. A command line does what it says, and those in use go on measuring what they measured.
    proposed: 3,
    often: true,
    flag: {
      names: '--warmup <seconds>',
    },
  },
  /** A request has failed when no byte of its response arrives for this long; in a load of a number of requests, when its response is not complete by then. */
  timeoutS: {
    is: 'number',
    whole: false,
    unit: 's',
    min: 0.01,
    max: 86_400,
    default: 10,
    flag: { names: '--timeout <seconds>' },
  },
  /** A host other than loopback may be loaded only when its name is given here, typed by the user for this run. */
  allowHost: {
    is: 'text',
    holds: 'host',
    min: 0,
    max: 253,
    default: null,
    flag: {
      names: '--allow-host <name>',
    },
  },
  /** Of the responses that are kept, their bodies as well. */
  keepBodies: { is: 'switch', default: true, addedLater: true, flag: { names: '--no-keep-bodies' } },
} as const satisfies Fields;

/** Of the models that open connections on demand: an arrival that finds so many requests in flight is dropped, and counted. */
export const IN_FLIGHT = {
  maxInFlight: { is: 'number', whole: true, unit: null, min: 1, max: 50_000, default: 10_000, flag: { names: '--max-in-flight <n>' } },
} as const satisfies Fields;

/** Of the models whose visitors come at a rate: at random, independently of each other; otherwise evenly spaced. */
export const AT_RANDOM = {
  poisson: { is: 'switch', default: false, flag: { names: '--poisson' } },
  /** Of what is random. */
  seed: { is: 'number', whole: true, unit: null, min: 0, max: 4_294_967_295, default: 1, flag: { names: '--seed <n>' } },
} as const satisfies Fields;

export const COUNT = { is: 'number', least: 1, most: MOST_ROWS, whole: true } as const satisfies PlanKey;
export const SECONDS = { is: 'number', least: 0.1, most: 86_400 } as const satisfies PlanKey;
