/** Services with hidden parameters: what somebody thinks of them, what a probe finds, and what they are. */
import type { Milliseconds, Seconds } from '../base/units.ts';
import type { ProbeState } from './probe.ts';

export type ServiceKind =
  /** One process that works on so many requests at once; the others wait in line, and only they. */
  | 'limit'
  /** One process that starts on every request at once. */
  | 'no-limit'
  /** One process that does nothing else while it works on a request. */
  | 'synchronous'
  /** Several of those behind one port. */
  | 'processes';

/** What a service is. */
export interface ServiceTruth {
  readonly kind: ServiceKind;
  /** Requests that it works on at once; null: without limit. */
  readonly workers: number | null;
  readonly serviceMs: Milliseconds;
}

/** How a study of such services can be run. */
export interface ServicesForm {
  readonly name: string;
  readonly title: string;
  /** The most connections of a probe. */
  readonly max: number;
  /** For the probe of one of them. */
  readonly budgetS: Seconds;
  /** The schedule of a rate that rises, at the end of each probe; left out: as any probe does it. */
  readonly ramp?: string | undefined;
  /** What they are; null: drawn by a seed. */
  readonly fixed: readonly ServiceTruth[] | null;
}

/** What somebody thinks before the probe; null: no answer. */
export interface ServiceGuess {
  readonly workers: number | 'no-limit' | null;
  readonly synchronous: boolean | null;
}

export interface ServiceState {
  /** A, B. */
  readonly name: string;
  /** A request there takes the service time. */
  readonly url: string;
  /** A request there takes next to nothing. */
  readonly lightUrl: string;
  readonly probe: ProbeState;
}

export interface RunningServices {
  readonly study: string;
  readonly form: string;
  /** Null: they are fixed by the form. */
  readonly seed: number | null;
  readonly services: readonly ServiceState[];
  /** False: they were stopped. What was found out about them stays until others are started. */
  readonly isUp: boolean;
  /** In the same order; null: not told yet. */
  readonly truths: readonly ServiceTruth[] | null;
}

/** The services that an engine has started. */
export interface ServicesState {
  /** Those that were started last; null: none were. */
  readonly running: RunningServices | null;
}

export const NO_SERVICES: ServicesState = { running: null };
export const SEEDS = { low: 1, high: 9_999 } as const;

export function isSynchronous({ kind }: Pick<ServiceTruth, 'kind'>): boolean {
  return kind === 'synchronous' || kind === 'processes';
}
