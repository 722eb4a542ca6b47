/** What went wrong in the requests of a run, and whether anything went right at all. */

import { groupBy } from '../base/group-by.ts';
import { variantLetter } from '../model/comparison/comparison.ts';
import { STOPPED_PASS } from '../model/comparison/exclusion.ts';
import type { Pass } from '../model/comparison/pass.ts';
import { type Failure, fail } from '../model/failure.ts';
import { hasSchedule } from '../model/load-models.ts';
import type { RunReport } from '../model/report.ts';
import { isExpectedCode } from '../model/run.ts';
import { messages } from '../words/catalogue.ts';
import { type Enumeration, type Figure, type Said, say } from '../words/said.ts';
import { findStopped, stoppedFailure } from './silence.ts';

const { failedLoadHint, requestError } = messages.said;

type Outcomes = Pick<RunReport, 'requests' | 'status' | 'metStatus' | 'errors'>;
/** What came back at all, and from where; absent where it is not known. */
type Came = Partial<Pick<RunReport, 'bytes' | 'target' | 'answers' | 'warmUp'>>;

/**
 * A load that failed as a whole: not one response with an expected status (200 to 399), so that no figure says how fast the server
 * is. Null: there was one, or nothing has been sent. While a run goes on this is of the requests so far.
 */
export function findLoadFailure(run: Outcomes & Came & Pick<RunReport, 'latencyMs' | 'ending' | 'load' | 'openStreams'>): Failure | null {
  const { completed, failed, sent } = run.requests;
  // The client of an event stream has no complete response, but it is served.
  if (run.latencyMs !== null || sent === 0 || run.openStreams != null) return null;
  if (completed + failed > 0) return nothingExpected(run);
  // A run that was stopped may have ended before the first response could come.
  return run.ending === 'completed' ? noResponseIn(run) : null;
}

/** Of the first variant with such a load in all of its measured runs; null: every variant has a run with responses, or none yet. */
export function findFailedVariant(passes: readonly Pick<Pass, 'kind' | 'variant' | 'report' | 'excluded'>[]): Failure | null {
  for (const [variant, runs] of measuredByVariant(passes)) {
    const reports = runs.flatMap(({ report }) => report ?? []);
    const failures = reports.map(findLoadFailure);
    const [first] = failures;
    if (first && failures.every((failure) => failure !== null)) return ofVariant(first, variant);
  }
  return null;
}

/** Of the first variant whose server ended before the load did in all of its measured runs; null: none did. Such runs are left out of all verdicts. */
export function findEndedVariant(passes: readonly Pick<Pass, 'kind' | 'variant' | 'report' | 'excluded'>[]): Failure | null {
  for (const [variant, runs] of measuredByVariant(passes)) {
    const whys = runs.flatMap(({ report, excluded }) =>
      report?.ending === 'target-exited' && excluded !== null && excluded !== STOPPED_PASS ? [excluded] : [],
    );
    if (whys.length < runs.length) continue;
    return ofVariant(fail('load-failed', say('comparison.endedInAll', { runs: runs.length, why: whys[0]! })).failure, variant);
  }
  return null;
}

/** Of the first variant with a run in which it stopped responding; null: none did. What the others showed is there all the same. */
export function findStoppedVariant(passes: readonly Pick<Pass, 'kind' | 'variant' | 'report' | 'excluded'>[]): Failure | null {
  for (const [variant, runs] of measuredByVariant(passes)) {
    for (const { report } of runs) {
      const stopped = report && findStopped(report);
      if (stopped) return ofVariant(stoppedFailure(stopped, report), variant);
    }
  }
  return null;
}

/** The base first; without runs that the user's stop cut short. */
function measuredByVariant<P extends Pick<Pass, 'kind' | 'variant' | 'excluded'>>(
  passes: readonly P[],
): (readonly [variant: number, P[]])[] {
  const measured = passes.filter(({ kind, excluded }) => kind === 'measured' && excluded !== STOPPED_PASS);
  return [...groupBy(measured, ({ variant }) => variant)].sort(([one], [other]) => one - other);
}

/** Of the first cell of a grid whose server stopped responding; null: none did. The other cells are what they are. */
export function findStoppedCell(passes: readonly Pick<Pass, 'index' | 'report' | 'excluded'>[]): Failure | null {
  for (const { index, report, excluded } of passes) {
    const stopped = report === null || excluded === STOPPED_PASS ? null : findStopped(report);
    if (stopped === null) continue;
    const failure = stoppedFailure(stopped, report!);
    return { ...failure, says: say('grid.stoppedCell', { run: index + 1, what: failure.says }) };
  }
  return null;
}

function ofVariant(failure: Failure, variant: number): Failure {
  return { ...failure, says: say('comparison.ofVariant', { variant: variantLetter(variant), what: failure.says }) };
}

/** Responses that were not wanted, or none: of one request of a plan and of one cause. */
export interface WrongRequests {
  /** Null: the load has one request. */
  readonly request: string | null;
  /** A kind of error, or a status. */
  readonly cause: string;
  readonly count: number;
}

/** So many causes are told; the others are rarer. */
const MOST_CAUSES = 3;

/** Of a search for a leak, whose rounds have to be alike: too many of the first requests went wrong. `wrong`: at least one. */
export function warmUpFailure(requests: number, wrong: readonly WrongRequests[]): Failure {
  const ordered = [...wrong].sort((a, b) => b.count - a.count);
  const list = ordered.slice(0, MOST_CAUSES).map(({ request, cause, count }) => {
    const what = /^\d/.test(cause) ? sayStatus(cause, count) : sayError(cause, count);
    return request === null ? what : say('leak.ofRequest', { request, what });
  });
  const failed = wrong.reduce((sum, { count }) => sum + count, 0);
  const told = {
    failed: { figure: failed, as: 'count' },
    requests: { figure: requests, as: 'count' },
    causes: { list, by: 'comma' },
  } as const;
  return fail('load-failed', say('leak.warmUpFailed', told), hintFor(ordered[0]!.cause)).failure;
}

/** "390 CLOSED (the server closed the connection before the response was complete), 10 TIMEOUT (no complete response in time)"; the most frequent first. */
export function tellErrors({ errors }: Pick<Outcomes, 'errors'>): Enumeration {
  return { list: byCount(errors).map(([kind, count]) => sayError(kind, count)), by: 'comma' };
}

/** "40 with status 503 (Service Unavailable)"; the most frequent first, expected ones left out. */
export function tellStatuses(run: Pick<Outcomes, 'status' | 'metStatus'>): Enumeration {
  return { list: byCount(unexpectedOf(run)).map(([code, count]) => sayStatus(code, count)), by: 'comma' };
}

export function sayError(kind: string, count: number): Said {
  return say('load.error', { count: { figure: count, as: 'count' }, kind, what: say(`requestError.${knownErrorKind(kind)}`) });
}

export function sayStatus(status: string, count: number): Said {
  const told = { count: { figure: count, as: 'count' }, status } as const;
  const name = statusName(status);
  return name === undefined ? say('load.status', told) : say('load.statusNamed', { ...told, name });
}

function nothingExpected(run: Outcomes & Came): Failure {
  const { completed, failed } = run.requests;
  // What was given up with its connection failed by the request before it, which has a kind of its own.
  const [error] = byCount(run.errors).filter(([kind]) => kind !== 'ABANDONED');
  const [status] = byCount(unexpectedOf(run));
  if (error?.[0] === 'HTTP2' && error[1] === completed + failed) {
    return fail('load-failed', say('load.http2Only', { failed: { figure: failed, as: 'count' } }), say('load.enableHttp1')).failure;
  }
  if (error?.[0] === 'HTTPS' && error[1] === completed + failed) {
    return fail('load-failed', say('load.httpsOnly', { failed: { figure: failed, as: 'count' } }), say('load.useHttps')).failure;
  }
  const list = [...(failed > 0 ? tellErrors(run).list : []), ...(completed > 0 ? tellStatuses(run).list : [])];
  const most = (error?.[1] ?? 0) >= (status?.[1] ?? 0) ? error : status;
  const requests: Figure = { figure: completed + failed, as: 'count' };
  return fail('load-failed', say('load.nothingExpected', { requests, causes: { list, by: 'comma' } }), hintForAll(run, most![0])).failure;
}

function hintForAll(run: Outcomes & Came, cause: string): Said {
  if (isEndless(run, cause)) return say('load.eventStream');
  if (isSilentlyClosed(run, cause)) return hintForSilence(run);
  // The same requests got responses in time before.
  return cause === 'TIMEOUT' && run.requests.completed === 0 && wasResponding(run) ? say('load.lookWhere') : hintFor(cause);
}

function wasResponding({ warmUp }: Came): boolean {
  return (warmUp?.answered ?? 0) > 0;
}

/** An event stream goes on for as long as its client does: no other timeout and no longer run would help. */
function isEndless({ answers }: Came, kind: string): boolean {
  const headers = (answers ?? []).flatMap(({ error, head }) => (error === 'TIMEOUT' ? (head?.headers ?? []) : []));
  return kind === 'TIMEOUT' && headers.some(({ name, value }) => /^content-type$/i.test(name) && /^text\/event-stream\b/i.test(value));
}

/** Servers that speak HTTPS close a connection that begins with HTTP, most of them without a byte. */
function isSilentlyClosed({ bytes }: Came, kind: string): boolean {
  return bytes === 0 && (kind === 'CLOSED' || kind === 'ECONNRESET');
}

function hintForSilence({ target }: Came): Said {
  const url = target === undefined ? null : httpsOf(target.url);
  return url === null ? say('load.closedSilently') : say('load.closedLikeHttps', { url });
}

/** Null: it is no address of plain HTTP. */
function httpsOf(url: string): string | null {
  return url.startsWith('http://') ? url.replace(/^http:/, 'https:') : null;
}

function noResponseIn(run: Pick<RunReport, 'requests' | 'load'> & Came): Failure {
  const { requests, load, bytes = 0, warmUp } = run;
  const { sent } = requests;
  const told = { requests: { figure: sent, as: 'count' }, seconds: Number((load.durationMs / 1e3).toFixed(1)) } as const;
  return fail('load-failed', sayNoResponse(), hint()).failure;

  function sayNoResponse(): Said {
    if (!warmUp?.answered) return say('load.nothingAnswered', told);
    const { answered, sent: all } = warmUp;
    return say('load.nothingAnsweredAfter', {
      ...{ ...told, all: answered === all ? 'yes' : 'no' },
      ...{ answered: { figure: answered, as: 'count' }, sent: { figure: all, as: 'count' } },
    });
  }

  function hint(): Said {
    // Of each that was waited for something came, and nothing after it.
    if (bytes > 0 && requests.unanswered === sent) return say('load.lookForEnd');
    if (wasResponding(run)) return say('load.lookWhere');
    return say(hasSchedule(load) ? 'load.measureLongerOpen' : 'load.measureLonger');
  }
}

function byCount(counts: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(counts).sort(([, a], [, b]) => b - a);
}

/** Those of `status` that are not expected. */
export function unexpectedOf({ status, metStatus = {} }: Pick<RunReport, 'status' | 'metStatus'>): Record<string, number> {
  const odd = Object.entries(status).filter(([code]) => !isExpectedCode(code));
  return Object.fromEntries(odd.map(([code, count]) => [code, count - (metStatus[code] ?? 0)] as const).filter(([, count]) => count > 0));
}

function isErrorKind(kind: string): kind is keyof typeof requestError {
  return Object.hasOwn(requestError, kind);
}

/** By kind of error, or by status. */
function hintFor(cause: string): Said {
  const name = /^\d/.test(cause) ? `status${cause}` : cause;
  if (Object.hasOwn(failedLoadHint, name)) return say(`failedLoadHint.${name as keyof typeof failedLoadHint}`);
  return Number(cause) >= 500 ? say('load.ownFault') : say('load.checkRequest');
}

/** Of one the standard knows. */
export function statusName(status: string): string | undefined {
  return STATUS_NAMES[status];
}

/** A kind of error as the catalogue has it. */
export function knownErrorKind(kind: string): keyof typeof requestError {
  return isErrorKind(kind) ? kind : 'OTHER';
}

/** As the standard names them, in every language. */
const STATUS_NAMES: Readonly<Record<string, string>> = {
  '400': 'Bad Request',
  '401': 'Unauthorized',
  '403': 'Forbidden',
  '404': 'Not Found',
  '405': 'Method Not Allowed',
  '406': 'Not Acceptable',
  '408': 'Request Timeout',
  '409': 'Conflict',
  '411': 'Length Required',
  '413': 'Content Too Large',
  '415': 'Unsupported Media Type',
  '422': 'Unprocessable Content',
  '426': 'Upgrade Required',
  '429': 'Too Many Requests',
  '500': 'Internal Server Error',
  '501': 'Not Implemented',
  '502': 'Bad Gateway',
  '503': 'Service Unavailable',
  '504': 'Gateway Timeout',
};
