/** Single responses that were kept. */
import { firstOf } from '../../base/shorten.ts';
import type { Microseconds } from '../../base/units.ts';
import type { PlanRequest } from '../../model/load/plan.ts';
import type { ReportedResponse } from '../../model/report.ts';
import { errorKindOf, type TargetStream } from '../../model/run.ts';
import type { Target } from '../../model/setup/setup.ts';
import { planOf } from '../../plan/plan-of.ts';
import type { OutputPiece } from '../../session/output-ring.ts';
import type { RunRecording } from '../../session/recording.ts';
import type { Section } from './section.ts';

/** A line is read a moment after it was written, and often written a moment after the response. */
const AFTER_US: Microseconds = 1_000_000;
const BEFORE_US: Microseconds = 100_000;
/** What a server says of a response is written about when it ends; before that a busy log is about others. */
const ABOUT_US: Microseconds = 20_000;
/** Of each stream beside one response. */
const MOST_OUTPUT = 2_000;
/** They were up already: what they write goes elsewhere. */
const WATCHED: readonly Target['kind'][] = ['url', 'pid'];

export const RESPONSES: Section<'responses', 'answers'> = {
  id: 'responses',
  entries: ['answers', 'output', 'output-dropped', 'header'],
  // Of the whole run, those that were waited for, too.
  derive: ({ recording, from, to, isWhole }) => ({ answers: keptResponsesOf(recording, from, isWhole ? Number.POSITIVE_INFINITY : to) }),
};

/** The responses kept of this part of the run, on the engine's clock, with what the server wrote meanwhile; null: not kept by the version that recorded it. */
export function keptResponsesOf(recording: RunRecording, from: Microseconds, to: Microseconds): ReportedResponse[] | null {
  const { answers, outputPieces: pieces, originUs, header } = recording;
  if (answers === null) return null;
  const plan = (header && planOf(header.setup)?.requests) ?? [];
  return answers
    .filter(({ at }) => at >= from && at <= to)
    .map(({ at, latency, ...response }) => {
      const written = (stream: TargetStream): string => writtenMeanwhile(pieces, stream, at - latency, at);
      const output = { stdout: written('stdout'), stderr: written('stderr') };
      return {
        ...response,
        ...askedOf(plan, response.request),
        error: errorKindOf(response.status),
        atMs: (at - (originUs ?? at)) / 1e3,
        latencyMs: latency / 1e3,
        ...output,
        ...(output.stdout === '' && output.stderr === '' ? missingOf(recording) : {}),
      };
    });
}

function askedOf(plan: readonly PlanRequest[], place: number): Pick<ReportedResponse, 'asked'> {
  const request = plan.length > 1 ? plan[place] : undefined;
  return request === undefined ? {} : { asked: { name: request.name, method: request.method, url: request.url } };
}

function writtenMeanwhile(pieces: readonly OutputPiece[], of: TargetStream, sent: Microseconds, ended: Microseconds): string {
  const own = pieces.filter(({ stream, at }) => stream === of && at >= sent - BEFORE_US && at <= ended + AFTER_US);
  const textOf = (part: readonly OutputPiece[]): string => part.map(({ text }) => text).join('');
  const about = textOf(own.filter(({ at }) => at >= ended - ABOUT_US));
  return lastLines(textOf(own.filter(({ at }) => at < ended - ABOUT_US)), MOST_OUTPUT - about.length) + firstOf(about, MOST_OUTPUT);
}

/** As many whole lines as there is room for. */
function lastLines(text: string, room: number): string {
  if (text.length <= room) return text;
  if (room <= 0) return '';
  const cut = text.indexOf('\n', text.length - room - 1);
  return text.slice(cut < 0 ? text.length : cut + 1);
}

/** Nothing is left of it: that the server was silent is said only where that is known. */
function missingOf({ header, leftOut, outputDropped }: RunRecording): Pick<ReportedResponse, 'outputMissing'> {
  if (header !== null && WATCHED.includes(header.setup.target.kind)) return { outputMissing: 'not-recorded' };
  if (leftOut.includes('output')) return { outputMissing: 'left-out' };
  return outputDropped > 0 ? { outputMissing: 'dropped' } : {};
}
