/**
 * How much of a script's output is recorded. A script may print 100 MB a second; its requests are what the disk is for.
 *
 *   push -> the first 64 kB, and [ the newest 1 MB ] -> take, ten times a second: the first, and the newest that the budget allows; the rest is counted
 */
import type { Bytes, Microseconds } from '../base/units.ts';
import { type Said, say } from '../words/said.ts';
import { newestOf, OUTPUT_HEAD, OUTPUT_LIMIT, type OutputPiece, OutputRing } from './output-ring.ts';

/** Hundreds of times what can be read; an hour of it would still be a GB, hence the total. */
export const OUTPUT_PER_SECOND: Bytes = 256 * 1024;
/** Of one run: less than its requests take at a few thousand a second. */
export const OUTPUT_PER_RUN: Bytes = 64 * 1024 * 1024;
/** When a run ends its last output is kept whatever was spent: it says why a script died. */
const LAST_WORDS: Bytes = 64 * 1024;
/** What a piece costs in the journal beside its text. */
const PIECE_COST: Bytes = 100;

const US_PER_S = 1e6;

/** The output to be recorded since the last call. */
export interface TakenOutput {
  readonly pieces: readonly OutputPiece[];
  readonly droppedBytes: Bytes;
}

export class OutputBudget {
  private waiting = new OutputRing(OUTPUT_LIMIT, PIECE_COST, OUTPUT_HEAD);
  private waitingBytes = 0;
  /** A burst, such as a long greeting at start, is kept whole: it fits into what is shown. */
  private allowance = OUTPUT_LIMIT;
  private leftOfRun = OUTPUT_PER_RUN;
  private takenAt: Microseconds | null = null;

  push(piece: OutputPiece): void {
    this.waiting.push(piece);
    this.waitingBytes += piece.text.length;
  }

  /** `now` on the engine's clock. Once the run's share is spent everything waits for the last call, `isLast`. */
  take(now: Microseconds, isLast: boolean): TakenOutput {
    this.refill(now);
    const allowed = Math.max(Math.min(this.allowance, this.leftOfRun), isLast ? LAST_WORDS : 0);
    if (this.waitingBytes === 0 || (this.leftOfRun <= 0 && !isLast)) return { pieces: [], droppedBytes: 0 };
    const { pieces, cost, bytes } = takeEnds(this.waiting, allowed);
    this.allowance -= cost;
    this.leftOfRun -= cost;
    const droppedBytes = this.waitingBytes - bytes;
    this.waiting = new OutputRing(OUTPUT_LIMIT, PIECE_COST, this.waiting.headRoom);
    this.waitingBytes = 0;
    return { pieces, droppedBytes };
  }

  private refill(now: Microseconds): void {
    const passed = this.takenAt === null ? 0 : Math.max(0, now - this.takenAt);
    this.takenAt = now;
    this.allowance = Math.min(OUTPUT_LIMIT, this.allowance + (passed / US_PER_S) * OUTPUT_PER_SECOND);
  }
}

/** The warning about it in the run. */
export function describeDroppedOutput(bytes: Bytes): Said {
  return say('recording.droppedOutput', { bytes: { figure: bytes, as: 'bytes' } });
}

interface Taken {
  readonly pieces: readonly OutputPiece[];
  readonly cost: Bytes;
  readonly bytes: Bytes;
}

/** The beginning of the output, as far as it is waiting, and the newest. */
function takeEnds({ pieces: all, headPieces }: OutputRing, allowed: Bytes): Taken {
  const head = all.slice(0, headPieces);
  const bytes = head.reduce((sum, { text }) => sum + text.length, 0);
  const cost = bytes + head.length * PIECE_COST;
  const newest = takeNewest(all.slice(headPieces), allowed - cost);
  return { pieces: [...head, ...newest.pieces], cost: cost + newest.cost, bytes: bytes + newest.bytes };
}

/** The newest pieces that cost at most `allowed`, in their order; of the oldest of them only its end. */
function takeNewest(all: readonly OutputPiece[], allowed: Bytes): Taken {
  const pieces: OutputPiece[] = [];
  let [cost, bytes] = [0, 0];
  for (let index = all.length - 1; index >= 0; index--) {
    const text = newestOf(all[index]!.text, Math.floor(allowed - cost - PIECE_COST));
    if (text === '') break;
    pieces.push({ ...all[index]!, text });
    cost += text.length + PIECE_COST;
    bytes += text.length;
  }
  return { pieces: pieces.reverse(), cost, bytes };
}
