import type { ReportedAnswer } from '../model/report.ts';
import { errorKindOf } from '../model/run.ts';
import type { Microseconds } from '../model/units.ts';
import { firstOf } from '../profile/shorten.ts';
import type { OutputPiece } from './output-ring.ts';
import type { RunRecording } from './recording.ts';

/** A line is read a moment after it was written, and often written a moment after the response. */
const AFTER_US: Microseconds = 1_000_000;
const BEFORE_US: Microseconds = 100_000;
/** Of the output beside one response. */
const MOST_OUTPUT = 2_000;

/** The responses kept of this part of the run, on the engine's clock, with what the server wrote meanwhile; null: not kept by the version that recorded it. */
export function reportAnswers(recording: RunRecording, from: Microseconds, to: Microseconds): ReportedAnswer[] | null {
  const { answers, outputPieces: pieces, originUs } = recording;
  if (answers === null) return null;
  return answers
    .filter(({ at }) => at >= from && at <= to)
    .map(({ at, latency, ...answer }) => ({
      ...answer,
      error: errorKindOf(answer.status),
      atMs: (at - (originUs ?? at)) / 1e3,
      latencyMs: latency / 1e3,
      stderr: writtenMeanwhile(pieces, at - latency - BEFORE_US, at + AFTER_US),
    }));
}

function writtenMeanwhile(pieces: readonly OutputPiece[], from: Microseconds, to: Microseconds): string {
  const text = pieces.filter(({ stream, at }) => stream === 'stderr' && at >= from && at <= to).map((piece) => piece.text);
  return firstOf(text.join(''), MOST_OUTPUT);
}
