/** The unknown services of a study: the student's guesses, the findings of a probe, and the truth. */
import type { Milliseconds, Seconds } from '../base/units.ts';
import type { LessonTexts } from './comparison/lesson-texts.ts';
import type { Failure } from './failure.ts';
import type { ProbeReport, ProbeState } from './probe.ts';

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

/** A student's guess before the probe; null: none. */
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

/** Which study they are of, and how it was started: enough to show it where its folder is not. */
export interface ServicesPlan {
  /** Its name. */
  readonly study: string;
  /** Where it was opened from; null: it is bundled. */
  readonly folder: string | null;
  readonly title: string;
  readonly form: Pick<ServicesForm, 'name' | 'title' | 'budgetS'>;
  /** What drew them; null: they are fixed by the form. */
  readonly seed: number | null;
  readonly lesson: LessonTexts;
}

/** What the study is called by in commands and addresses. */
export function idOfStudy({ study, folder }: Pick<ServicesPlan, 'study' | 'folder'>): string {
  return folder ?? study;
}

/** A study of unknown services as it is shown: of services that run, or of a session that was opened again. */
export interface StudiedServices {
  /** Null: nothing is kept yet, as nobody has guessed. */
  readonly sessionId: string | null;
  readonly plan: ServicesPlan;
  readonly services: readonly ServiceState[];
  /** In the same order, written down before the probe; null: not yet. */
  readonly guesses: readonly ServiceGuess[] | null;
  /** False: they were stopped. What was found out about them stays. */
  readonly isUp: boolean;
  /** In the same order; null: not told. */
  readonly truths: readonly ServiceTruth[] | null;
}

/** What a session keeps of one of the services. */
export interface RecordedService extends Pick<ServiceState, 'name' | 'url' | 'lightUrl'> {
  /** Null: it was not probed. */
  readonly report: ProbeReport | null;
  /** Why the last probe of it found nothing; null: none failed. */
  readonly failure: Failure | null;
  /** Null: nobody was asked, or asked to guess. */
  readonly guess: ServiceGuess | null;
  /** Null until it is told: a session that has not told it does not hold it. */
  readonly truth: ServiceTruth | null;
}

/** A study of unknown services as a session keeps it. */
export interface RecordedServices {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly plan: ServicesPlan;
  readonly services: readonly RecordedService[];
}

/** The services that an engine has started. */
export interface ServicesState {
  /** Those that were started last; null: none were. */
  readonly running: StudiedServices | null;
}

export const NO_SERVICES: ServicesState = { running: null };
export const SEEDS = { low: 1, high: 9_999 } as const;

export function isSynchronous({ kind }: Pick<ServiceTruth, 'kind'>): boolean {
  return kind === 'synchronous' || kind === 'processes';
}

/** Whether what they are was told. */
export function isTold({ services }: Pick<RecordedServices, 'services'>): boolean {
  return services.every(({ truth }) => truth !== null);
}
