/**
 * An expected failure is a value, not an exception: what happened, where, and what the user can do. It is data, in no language:
 * `wordFailure` (shared/words) makes sentences of it where it is shown. Bugs throw.
 */
import { isVerbatim, type Said } from '../words/said.ts';

export interface Failure {
  /** Stable name for programs, for example `script-missing`. */
  readonly code: FailureCode;
  /** One sentence: what happened and where. */
  readonly says: Said;
  /** What the user can do about it; null when there is nothing. */
  readonly hint: Said | null;
  /** Raw text (the last lines of stderr, a stack), shown on request. */
  readonly detail?: string;
}

export type FailureCode =
  // target
  | 'script-missing'
  | 'script-unreadable'
  | 'node-missing'
  | 'node-too-old'
  | 'target-exited'
  | 'target-crashed'
  | 'port-in-use'
  | 'never-listened'
  | 'several-ports'
  | 'foreign-port'
  | 'other-port'
  | 'unix-socket-only'
  | 'spawn-failed'
  // load
  | 'host-refused'
  | 'bad-url'
  | 'unreachable'
  | 'load-process-died'
  | 'load-failed'
  // In the last half of the measured time no response came, and requests that waited never got one
  | 'stopped-answering'
  // session files
  | 'file-missing'
  | 'file-unreadable'
  | 'not-a-session'
  | 'newer-version'
  | 'damaged'
  | 'too-large'
  | 'disk-full'
  | 'cannot-write'
  // the rest
  | 'bad-request'
  | 'not-allowed'
  | 'not-found'
  | 'busy'
  | 'stopped'
  | 'not-available'
  | 'internal';

/** What the requests themselves showed: there are figures all the same. */
export function isOfLoad(failure: Failure | null): boolean {
  return failure?.code === 'load-failed' || failure?.code === 'stopped-answering';
}

/** Of a comparison or grid: nothing went wrong but what the sentence about its variants or cells says first. */
export function isToldByVerdict(failure: Failure | null): failure is null {
  return failure === null || failure.code === 'stopped-answering';
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export function succeed<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function fail(code: FailureCode, says: Said, hint: Said | null = null, detail?: string): { ok: false; failure: Failure } {
  return { ok: false, failure: detail === undefined ? { code, says, hint } : { code, says, hint, detail } };
}

/** Carries a Failure through code that can only throw (streams, deep call chains). Caught at the engine's door. */
export class FailureError extends Error {
  constructor(readonly failure: Failure) {
    const { code, says } = failure;
    super(isVerbatim(says) ? says.verbatim : `${code}: ${says.key} ${JSON.stringify(says.params)}`);
    this.name = 'FailureError';
  }
}

/** The failure that was thrown, as a value. */
export async function outcomeOf<T>(made: Promise<T>): Promise<Outcome<T>> {
  try {
    return succeed(await made);
  } catch (error) {
    if (error instanceof FailureError) return { ok: false, failure: error.failure };
    throw error;
  }
}
