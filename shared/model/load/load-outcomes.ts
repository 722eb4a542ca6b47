/** How the requests ended that another tool has made, as far as its file says: each tool counts failures in its own way. Null: it does not say. */

import { isExpectedCode } from '../run.ts';
import type { LoadResult, LoadTool } from './load-result.ts';

export type ToldOutcomes = Pick<LoadResult, 'tool' | 'requests' | 'status' | 'errors' | 'connections' | 'figures' | 'rate'>;

/** What k6 counts without saying which of them got no response, and which an unexpected status. */
export const K6_FAILED = 'http_req_failed';
/** Checks of a script's responses; one request may have several. */
export const K6_CHECKS = 'checks';

/** Of ab: responses that were not as long as the first, or none at all. */
export const AB_LENGTH = 'Length';

/** All their errors have a name, so that without one there were none. */
const NAME_ALL_ERRORS: readonly LoadTool[] = ['artillery', 'wrk', 'wrk2'];

const sumOf = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Requests that failed; of a summary of k6 also those with an unexpected status. */
export function failuresIn({ tool, requests, errors }: Pick<ToldOutcomes, 'tool' | 'requests' | 'errors'>): number | null {
  if (requests.failed !== null) return requests.failed;
  return NAME_ALL_ERRORS.includes(tool) ? sumOf(errors) : (errors[K6_FAILED] ?? null);
}

/** Of ab: responses of another length than the first, which may be no failures at all, unless it is known that there was no response. */
export function oddLengthsIn({ tool, errors, requests }: Pick<ToldOutcomes, 'tool' | 'requests' | 'errors'>): number {
  const length = tool === 'ab' ? (errors[AB_LENGTH] ?? 0) : 0;
  return requests.failed === sumOf(errors) ? 0 : length;
}

/** Of ab: errors of writing are in no other count, all others may be counts of the same request. */
export const AB_WRITE = 'Write';

/**
 * Whether the failures that a file counts are as many requests that failed. A tool may count one request under several causes (ab), or several times
 * while it waits (wrk2); it may count responses that came after all (wrk), were of another length (ab) or had an unexpected status (summaries of k6).
 */
export function tellsFailures(told: Pick<ToldOutcomes, 'tool' | 'requests' | 'errors'>): boolean {
  const { tool, requests, errors } = told;
  switch (tool) {
    case 'ab':
      return oddLengthsIn(told) === 0 && Object.entries(errors).filter(([cause, count]) => cause !== AB_WRITE && count > 0).length < 2;
    case 'wrk':
    case 'wrk2':
      return (requests.timedOut ?? 0) === 0;
    case 'k6':
      return requests.failed !== null || (errors[K6_FAILED] ?? 0) === 0 || requests.completed === 0;
    case 'autocannon':
    case 'artillery':
      return true;
  }
}

/** Requests with a whole response; null: not told. Those that ab counts as complete have the failed ones in them; summaries of k6 tell what was sent. */
export function answeredIn(
  { tool, requests: { completed, sent } }: Pick<ToldOutcomes, 'tool' | 'requests'>,
  failed: number | null,
): number | null {
  if (completed === null) return sent === null || failed === null ? null : sent - failed;
  return tool === 'ab' ? Math.max(0, completed - (failed ?? 0)) : completed;
}

/** Whether failures and unexpected statuses together are as many requests: of what k6 counts as failed it is only not known which of the two it was. */
export function tellsErrors(told: Pick<ToldOutcomes, 'tool' | 'requests' | 'errors'>): boolean {
  return told.tool === 'k6' || tellsFailures(told);
}

/**
 * Of autocannon, which counts in whole seconds: all requests were done within the only one, at any time of it, so that their rate is no more than the
 * least that it can have been.
 */
export function isLeastRate({ tool, rate, requests: { sent, completed } }: Pick<LoadResult, 'tool' | 'rate' | 'requests'>): boolean {
  return tool === 'autocannon' && completed !== null && rate?.mean === completed && sent === completed;
}

/** Responses with another status than 200 to 399. */
export function unexpectedIn({ requests: { unexpected }, status }: Pick<ToldOutcomes, 'requests' | 'status'>): number | null {
  const codes = Object.entries(status);
  if (unexpected !== null || codes.length === 0) return unexpected;
  return codes.reduce((sum, [code, count]) => (isExpectedCode(code) ? sum : sum + count), 0);
}

/** Those that take no bytes for no response. */
const COUNT_ALL_BYTES: readonly LoadTool[] = ['ab', 'k6'];

/** Whether a file says that there was no response at all; a tool may have timed the waiting all the same. */
export function hasNoResponse({ tool, requests, bytes }: Pick<LoadResult, 'tool' | 'requests' | 'bytes'>): boolean {
  if (requests.completed === 0) return true;
  return COUNT_ALL_BYTES.includes(tool) && bytes === 0 && (requests.completed ?? requests.sent) !== null;
}

/**
 * Whether the latencies of autocannon are those that it measured. With a rate, it adds others for requests that a slow response held back, as far as
 * they took 2 ms or more: they are then more than its responses, or another number than either all responses or those of 200 to 299, which are the
 * two that it measures. Null: it does not say how many there are, or fewer than all for another reason.
 */
export function hasAddedLatencies(
  {
    tool,
    requests: { completed },
    status,
  }: Pick<ToldOutcomes, 'tool' | 'status'> & { readonly requests: Pick<LoadResult['requests'], 'completed'> },
  count: number | null,
): boolean | null {
  if (count === null || completed === null || completed === 0) return null;
  if (count > completed) return tool === 'autocannon' || null;
  const successes = Object.entries(status).reduce((sum, [code, number]) => (code.startsWith('2') ? sum + number : sum), 0);
  return count === completed || count === successes ? false : null;
}

export interface Unexplained {
  readonly count: number;
  /** As many as can have been in flight at the end; null: the file does not say. */
  readonly inFlight: number | null;
  /** As many as autocannon counts twice where a rate is set: those of a second. */
  readonly mayBeRate: boolean;
}

/** Of the rate: how much the requests of its first second may differ from those of any other. */
const ABOUT = 0.2;

/** Requests that were sent of which a file says nothing more; null: none, or as many as can have been in flight. */
export function unexplainedIn(told: ToldOutcomes): Unexplained | null {
  const { requests, connections, figures, tool, rate } = told;
  const { sent, completed } = requests;
  const failed = failuresIn(told);
  if (sent === null || completed === null || failed === null) return null;
  const perConnection = Math.max(1, figures.find(({ name }) => name === 'pipelining')?.value ?? 1);
  const inFlight = tool === 'autocannon' && connections !== null ? connections * perConnection : null;
  // A connection takes all with it that were sent on it.
  const explained = completed + failed * perConnection + (inFlight ?? 0);
  const count = sent - completed - failed;
  // Where a rate is set, autocannon counts what it will send in the first second twice.
  const isRate = tool === 'autocannon' && rate?.max != null && Math.abs(count - rate.max) <= (inFlight ?? 0);
  const mayBeRate = tool === 'autocannon' && rate !== null && Math.abs(count - rate.mean) <= Math.max(inFlight ?? 0, ABOUT * rate.mean);
  return sent > explained && !isRate ? { count, inFlight, mayBeRate } : null;
}
