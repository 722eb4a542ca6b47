/** What the script wrote, as lines. Both streams in the order in which they came; a line belongs to the stream that wrote it. */
import { showHiddenInLines } from '../base/show-hidden.ts';
import type { Bytes } from '../base/units.ts';
import { formatBytes } from '../format/figures.ts';
import { OUTPUT_STREAMS, type OutputStream } from '../model/run.ts';
import type { OutputChunk } from '../model/series.ts';
import { text as word } from '../words/words.ts';

export interface OutputLine {
  readonly stream: OutputStream;
  readonly text: string;
  readonly atMs: number;
  /** It stands for what is left out here. */
  readonly isGap?: true;
}

/** Where output is missing, and what is said there. */
export interface OutputGap {
  /** The first chunk behind it. */
  readonly at: number;
  readonly says: string;
}

// Colours and cursor movements are removed: CSI sequences, OSC sequences, and single escapes.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be removed
const ANSI = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the remaining control characters, except tab
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

export function stripAnsi(text: string): string {
  return showHiddenInLines(text.replace(ANSI, '').replace(CONTROL, ''));
}

/** The output of a run, with a mark where some of it was dropped. */
export function readOutput(output: {
  readonly text: readonly OutputChunk[];
  readonly droppedBytes: Bytes;
  readonly gapAt?: number;
}): OutputLine[] {
  const { text, droppedBytes, gapAt = 0 } = output;
  return splitOutput(text, droppedBytes === 0 ? null : { at: gapAt, says: word('run.output.gap', { bytes: formatBytes(droppedBytes) }) });
}

interface Open {
  text: string;
  atMs: number;
}

/** What a terminal shows of a line whose beginning was written over. Those at its end are not a new beginning. */
function afterReturns(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') end--;
  return line.slice(line.lastIndexOf('\r', end - 1) + 1);
}

/** Chunks end anywhere; an unfinished line waits for the rest from its own stream. A lone carriage return restarts the line. */
export function splitOutput(chunks: readonly OutputChunk[], gap: OutputGap | null = null): OutputLine[] {
  if (gap === null) return splitPart(chunks);
  const [before, after] = [chunks.slice(0, gap.at), chunks.slice(gap.at)];
  // Lines that were cut there do not go on behind it.
  const mark: OutputLine = { stream: 'stdout', text: gap.says, atMs: (after[0] ?? before[before.length - 1])?.atMs ?? 0, isGap: true };
  return [...splitPart(before), mark, ...splitPart(after)];
}

function splitPart(chunks: readonly OutputChunk[]): OutputLine[] {
  const lines: OutputLine[] = [];
  const open: Record<OutputStream, Open | null> = { stdout: null, stderr: null, client: null, clientError: null, clientFile: null };
  const push = (stream: OutputStream, { text, atMs }: Open): void => {
    lines.push({ stream, text: stripAnsi(afterReturns(text)), atMs });
  };
  for (const { stream, text, atMs } of chunks) {
    const parts = text.split('\n');
    const last = parts.pop() ?? '';
    for (const part of parts) {
      push(stream, { text: (open[stream]?.text ?? '') + part, atMs: open[stream]?.atMs ?? atMs });
      open[stream] = null;
    }
    if (last !== '') open[stream] = { text: (open[stream]?.text ?? '') + last, atMs: open[stream]?.atMs ?? atMs };
  }
  for (const stream of OUTPUT_STREAMS) {
    const rest = open[stream];
    if (rest !== null) push(stream, rest);
  }
  return lines;
}
