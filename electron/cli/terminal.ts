/**
 * The one door to the terminal. What is printed holds names of scripts, settings, files and what a script has written: control sequences in
 * them would move the cursor, or set the title or the clipboard of the reader. Here they become visible escapes; the only
 * sequences that are meant are those that draw a line over the last and that mark a line.
 */
import { createInterface, type Interface } from 'node:readline/promises';
import { showHidden, showHiddenInJson, showHiddenInLines } from '../../shared/base/show-hidden.ts';

/** A terminal that progress is shown on, or a file that it is written to. */
export interface ProgressScreen {
  readonly isTerminal: boolean;
  line(text: string): void;
  /** Draws over the line before; cut to the width of the terminal. */
  redraw(text: string): void;
}

interface Out {
  readonly isTTY?: boolean;
  readonly columns?: number;
  hasColors?(): boolean;
  write(text: string): unknown;
}

type BytesOut = Pick<Out, 'isTTY'> & { write(bytes: Uint8Array): unknown };

const START_OF_EMPTY_LINE = '\r\u001b[K';
const USUAL_WIDTH = 80;

/** The reader has closed the pipe (EPIPE), or the terminal is gone (EIO). */
const UNREAD: readonly (string | undefined)[] = ['EPIPE', 'EIO'];

/**
 * `loopscope show FILE | head`: the reader may close the pipe before everything is printed, and a terminal may be closed during a run. The rest is
 * dropped, and the command goes on to its end: it may still have a script to stop and a file to write.
 */
export function outliveReaders(): void {
  for (const out of [process.stdout, process.stderr]) {
    out.on('error', (error: NodeJS.ErrnoException) => {
      if (!UNREAD.includes(error.code)) throw error;
    });
  }
}

/** Whether any of the standard streams is one. */
export function hasTerminal(): boolean {
  return [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
}

/** Of what is printed; a file or a pipe has no edge. */
export function terminalWidth(out: Out = process.stdout): number {
  return out.isTTY ? (out.columns ?? USUAL_WIDTH) : Number.POSITIVE_INFINITY;
}

/** The result of a command. `first`: how its first line is marked where the terminal has colours. */
export function print(text: string, first: Mark = 'none', out: Out = process.stdout): void {
  const [line = '', ...others] = showHiddenInLines(text).split('\n');
  out.write(`${[mark(line, first, out), ...others].join('\n')}\n`);
}

/** `strong`: the result; `bad`: what went wrong. */
export type Mark = 'none' | 'strong' | 'bad';

const MARKS = { strong: '\u001b[1m', bad: '\u001b[1;31m' } as const;

/** Node reads NO_COLOR, FORCE_COLOR and TERM. Marked after what could be a control sequence in the text was made visible. */
function mark(line: string, as: Mark, out: Out): string {
  return as === 'none' || line === '' || out.isTTY !== true || out.hasColors?.() !== true ? line : `${MARKS[as]}${line}\u001b[0m`;
}

export function printJson(value: unknown): void {
  process.stdout.write(`${showHiddenInJson(JSON.stringify(value, null, 2))}\n`);
}

/** The content of a file. Somebody else's program gets it as it is. */
export function printFile(text: string, out: Out = process.stdout): void {
  out.write(out.isTTY ? showHiddenInLines(text) : text);
}

/** The content of a file that is no text. False: a terminal would take it for commands, so nothing was written. */
export function printBytes(bytes: Uint8Array, out: BytesOut = process.stdout): boolean {
  if (out.isTTY) return false;
  out.write(bytes);
  return true;
}

/** Messages beside it: progress, warnings, failures. */
export function tell(text: string, first: Mark = 'none'): void {
  print(text, first, process.stderr);
}

/** Asks at the terminal, beside what is printed. Where keys cannot be read (`isAskable`) nobody is asked. */
export function openDialogue(): Interface {
  const dialogue = createInterface({ input: process.stdin, output: process.stderr });
  // Otherwise the line editor keeps Ctrl-C to itself.
  return dialogue.on('SIGINT', () => process.emit('SIGINT'));
}

export function progressOn(out: Out = process.stderr): ProgressScreen {
  return {
    isTerminal: out.isTTY === true,
    line: (text) => void out.write(`${showHiddenInLines(text)}\n`),
    redraw: (text) => void out.write(`${START_OF_EMPTY_LINE}${showHidden(text).slice(0, (out.columns ?? USUAL_WIDTH) - 1)}`),
  };
}

/** For commander: its help and its complaints, which repeat what was typed. */
export const COMMANDER_OUTPUT = {
  writeOut: (text: string): void => void process.stdout.write(showHiddenInLines(text)),
  writeErr: (text: string): void => void process.stderr.write(showHiddenInLines(text)),
};
