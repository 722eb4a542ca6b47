/** Responses that were kept, in words: the same on the screen, in reports and in a terminal. What comes from a server was made harmless when it was read. */
import { knownErrorKind, statusName } from '../analysis/failed-load.ts';
import { htmlGist, isHtml } from '../base/html-gist.ts';
import { shorten } from '../base/shorten.ts';
import { showHidden, showHiddenInLines } from '../base/show-hidden.ts';
import { formatBytes, formatMs } from '../format/figures.ts';
import { wordSaid } from '../format/word-said.ts';
import { isGoodResponse, type ResponseBody } from '../model/kept-response.ts';
import { isDefaultName } from '../model/load/plan.ts';
import type { ReportedResponse, RunReport } from '../model/report.ts';
import { say } from '../words/said.ts';
import { text } from '../words/words.ts';

/** Of the address of a request: beside its name it is read, not copied. */
const LONGEST_URL = 120;

export interface ToldResponse {
  /** "500 Internal Server Error", "CLOSED: the server closed the connection ..." */
  readonly title: string;
  /** Of which request of the plan, when, after how long, of what size. */
  readonly facts: string;
  /** Status line and headers, a line each; empty: none came. */
  readonly head: string;
  readonly body: string;
  /** What the body says, where it is a page for a browser; empty: the body is read as it is. */
  readonly gist: string;
  /** What is not shown, and why. */
  readonly notes: readonly string[];
  readonly stdout: string;
  readonly stderr: string;
  /** Where there is neither: that the server was silent, or why it is not known. */
  readonly silence: string;
}

export interface SortedResponses {
  readonly failing: readonly ReportedResponse[];
  readonly good: readonly ReportedResponse[];
}

export function sortResponses({ answers }: Pick<RunReport, 'answers'>): SortedResponses {
  return { failing: answers?.filter((one) => !isGoodResponse(one)) ?? [], good: answers?.filter(isGoodResponse) ?? [] };
}

/** Why there are none to show; null: there are some. */
export function whyNoResponses({ answers, requests }: Pick<RunReport, 'answers' | 'requests'>): string | null {
  if (answers === undefined || answers === null) return text('run.responses.notKept');
  return answers.length === 0 && requests.sent > 0 ? text('run.responses.noneKept') : null;
}

/** "the server closed the connection before the response was complete". */
export function tellErrorKind(kind: string): string {
  return wordSaid(say(`requestError.${knownErrorKind(kind)}`));
}

/** "status 503 (Service Unavailable)". */
export function tellStatus(status: string): string {
  const name = statusName(status);
  return name === undefined ? text('run.responses.unexpected', { status }) : text('run.responses.unexpectedNamed', { status, name });
}

export function tellKeptResponse(response: ReportedResponse): ToldResponse {
  const { head, body, error } = response;
  const output = { stdout: showHiddenInLines(response.stdout).trim(), stderr: showHiddenInLines(response.stderr).trim() };
  return {
    title: error === null ? titleOf(response) : text('run.responses.failed', { kind: error, what: tellErrorKind(error) }),
    facts: factsOf(response),
    head: head === null ? '' : [head.line, ...head.headers.map(({ name, value }) => `${name}: ${value}`)].join('\n'),
    body: body?.text ?? '',
    // Entities may stand for characters that are made visible elsewhere.
    gist: body !== null && isHtml(body.type, body.text) ? showHiddenInLines(htmlGist(body.text)) : '',
    notes: [
      ...(head?.isLeftOut ? [text('run.responses.headersLeftOut')] : []),
      ...(head?.isCut ? [text('run.responses.headCut')] : []),
      ...(body === null ? [] : notesOf(body)),
    ],
    ...output,
    silence: output.stdout === '' && output.stderr === '' ? silenceOf(response) : '',
  };
}

function silenceOf({ outputMissing }: ReportedResponse): string {
  if (outputMissing === 'left-out') return text('privacy.copy.noOutputText');
  return text(outputMissing === undefined ? 'run.responses.silent' : `run.responses.${outputMissing}`);
}

/** "checkout, POST /api/checkout"; a request without a name of its own is called after the rest. */
function tellAsked({ name, method, url }: NonNullable<ReportedResponse['asked']>): string {
  const [called, what] = [showHidden(name), showHidden(`${method} ${shorten(url, LONGEST_URL)}`)];
  return called === what || isDefaultName({ name, method, url }) ? called : text('run.responses.asked', { name: called, what });
}

/** Without the version of HTTP. */
function titleOf({ head, status }: ReportedResponse): string {
  return head?.line.replace(/^HTTP\/\S+ /, '') ?? String(status);
}

function factsOf({ asked, atMs, latencyMs, bytes, body }: ReportedResponse): string {
  const times = { time: formatMs(atMs), latency: formatMs(latencyMs) };
  const when =
    asked === undefined ? text('run.responses.when', times) : text('run.responses.whenOf', { ...times, request: tellAsked(asked) });
  const came = bytes === 0 ? text('run.responses.nothing') : text('run.responses.came', { bytes: formatBytes(bytes) });
  return [when, came, ...(body === null ? [] : sizeOf(body))].join('; ');
}

function sizeOf({ type, coding, wireBytes, decodedBytes }: ResponseBody): string[] {
  if (wireBytes === null) return [];
  const sizes = { wire: formatBytes(wireBytes), bytes: formatBytes(decodedBytes), coding, type };
  if (coding === '') return [text(type === '' ? 'run.responses.body' : 'run.responses.bodyTyped', sizes)];
  if (decodedBytes === null) return [text('run.responses.codedUnknown', sizes)];
  return [text(type === '' ? 'run.responses.coded' : 'run.responses.codedTyped', sizes)];
}

function notesOf({ kind, coding, isCut }: ResponseBody): string[] {
  if (kind === 'text') return isCut ? [text('run.responses.cut')] : [];
  return [text(`run.responses.${kind}`, { coding })];
}
