/** What is found out about a service from outside: how many requests it works on at once, and whether others wait meanwhile. */

import type { Milliseconds, PerSecond, Seconds } from '../base/units.ts';
import type { Distribution } from './distribution.ts';
import type { Failure } from './failure.ts';
import type { NameValue } from './setup/setting.ts';

/** Why the number of requests at once is not known. */
export type ProbeReason =
  /** No request had to wait with the most connections that were allowed, or throughput still grew with them. */
  | 'not-saturated'
  /** Neither, and the times of responses do not fall into steps. */
  | 'not-steady'
  /** It responds so fast that a step cannot be distinguished from the noise of the machine. */
  | 'too-fast'
  /** The time given for it was over. */
  | 'budget'
  /** The user ended it. */
  | 'stopped'
  /** It stopped responding. */
  | 'no-answer';

/** What ends it early. `no-answer`: more than half of the requests failed. */
export type ProbeCut = Extract<ProbeReason, 'budget' | 'stopped' | 'no-answer'>;

/** What a probe tries beyond the step, in this order. */
export const PROBE_PARTS = ['level', 'light', 'rates', 'ramp'] as const;
export type ProbePart = (typeof PROBE_PARTS)[number];

/** As many requests as connections, all sent at the same moment. */
export interface ProbeStep {
  readonly connections: number;
  /** In ascending order, of the responses that came. */
  readonly times: readonly Milliseconds[];
  readonly failed: number;
}

/** A closed load held for a while: each connection sends its next request when the response has come. */
export interface ProbeLevel {
  readonly connections: number;
  readonly seconds: Seconds;
  readonly failed: number;
  readonly throughput: PerSecond;
  /** Of responses that came after the load had settled; null: none did. */
  readonly latencyMs: Distribution | null;
}

/** Requests that arrive evenly, at one rate after the other. */
export interface ProbeArrivals {
  readonly rates: readonly ProbeRate[];
  /** The highest rate that was kept up with below the first that was not; null: there is none. */
  readonly held: PerSecond | null;
  readonly broke: PerSecond | null;
}

export interface ProbeRate {
  readonly rate: PerSecond;
  /** What was sent. */
  readonly offered: PerSecond;
  readonly throughput: PerSecond;
  /** Since each was due. */
  readonly latencyMs: Distribution | null;
  readonly failed: number;
}

/** Requests that arrive evenly, at a rate that rises from 0 and ends. */
export interface ProbeRamp {
  /** As of a load of arrivals. */
  readonly schedule: string;
  /** When each request was due, since it began; in ascending order. */
  readonly dueS: readonly Seconds[];
  /** Of the same requests, since they were due; null: it failed. */
  readonly latencyMs: readonly (Milliseconds | null)[];
}

/** The Universal Scalability Law, fitted to throughput by connections; intervals of 95 %. */
export interface Scaling {
  readonly alpha: Fitted;
  readonly beta: Fitted;
  readonly gamma: Fitted;
  /** Connections with the highest throughput; null: the data do not show that it has one. */
  readonly peak: number | null;
}

export interface Fitted {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** What is asked. */
export interface ProbeOrder {
  readonly url: string;
  /** Another route, which takes next to nothing itself, as URL or as path on the same server; null: none. */
  readonly lightUrl: string | null;
  readonly headers: readonly NameValue[];
  /** The most connections. */
  readonly max: number;
  /** For everything. */
  readonly budgetS: Seconds;
  readonly timeoutS: Seconds;
  readonly allowHost: string | null;
  /** The schedule of the ramp; left out: to beyond its highest throughput, where that is known and there is time for it. */
  readonly ramp?: string | undefined;
}

/** What can be asked for; both ends are allowed. */
export const PROBE_LIMITS = {
  max: { low: 2, high: 1_000 },
  budgetS: { low: 1, high: 3_600 },
  timeoutS: { low: 0.1, high: 600 },
} as const;

export const PROBE_DEFAULTS = { max: 64, budgetS: 60, timeoutS: 30 } as const;

/** What is being done, for whoever watches. */
export type ProbeStage =
  | { readonly doing: 'single' }
  | { readonly doing: 'step'; readonly connections: number }
  | { readonly doing: 'level'; readonly connections: number; readonly seconds: Seconds }
  | { readonly doing: 'light' }
  | { readonly doing: 'rates' }
  | { readonly doing: 'ramp'; readonly seconds: Seconds };

/** What is known while it goes on. */
export interface ProbeProgress extends Pick<ProbeReport, 'serviceMs' | 'steps' | 'levels'> {
  readonly stage: ProbeStage;
  readonly elapsedS: Seconds;
}

/** The probe that an engine makes, or has made last. */
export interface ProbeState {
  /** What was asked, without secrets; null: none was made. */
  readonly asked: Pick<ProbeOrder, 'url' | 'budgetS'> | null;
  /** Null: it has ended. */
  readonly progress: ProbeProgress | null;
  readonly isStopping: boolean;
  readonly report: ProbeReport | null;
  readonly failure: Failure | null;
}

export const NO_PROBE: ProbeState = { asked: null, progress: null, isStopping: false, report: null, failure: null };

export interface ProbeReport {
  readonly url: string;
  /** Requests that it works on at once; null: see `reason`. */
  readonly workers: number | null;
  readonly reason: ProbeReason | null;
  /** The most requests sent at once of which none had to wait; 0: not even one. */
  readonly atLeast: number;
  /** Highest throughput times service time; null: throughput was still growing, or levels were not measured. */
  readonly capacity: number | null;
  /** Median of single requests; null: there was no response. */
  readonly serviceMs: Milliseconds | null;
  /** Whether *other* requests wait for the same workers; null: cannot tell. */
  readonly synchronous: boolean | null;
  /** Median of the other route, alone and while as many requests as it can take were under way; null: none was named. */
  readonly light: { readonly url: string; readonly aloneMs: Milliseconds; readonly meanwhileMs: Milliseconds | null } | null;
  readonly steps: readonly ProbeStep[];
  readonly levels: readonly ProbeLevel[];
  readonly scaling: Scaling | null;
  /** Null: it did not saturate, or there was no time left for it. */
  readonly arrivals: ProbeArrivals | null;
  /** Null: as `arrivals`. */
  readonly ramp: ProbeRamp | null;
  /** What ended early, and why. What would have followed is missing, unless only the other route did not respond. */
  readonly cuts: readonly { readonly during: ProbeStage['doing']; readonly reason: ProbeCut }[];
  /**
   * What was asked for and not begun, and why; of levels also those there was no time for (`budget`). Not in it is what would say nothing: rates, where
   * throughput still grew. Absent: the file is of an earlier version.
   */
  readonly untried?: readonly { readonly part: ProbePart; readonly reason: ProbeCut }[];
  readonly seconds: Seconds;
}
