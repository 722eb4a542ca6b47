/** What the members of a group print. */
import type { TargetStream } from '../../../../shared/model/run.ts';

type OnOutput = (stream: TargetStream, text: string) => void;

/** A longer line is passed on in parts. */
const LONGEST_LINE = 16_000;

/** Puts the name of the member before each line, so that the lines of several stay apart: `nginx | worker process 12 exited`. */
export class PrefixedOutput {
  private readonly rests = { stdout: '', stderr: '' };

  constructor(
    private readonly name: string,
    private readonly onOutput: OnOutput,
  ) {}

  push(stream: TargetStream, text: string): void {
    const lines = (this.rests[stream] + text).split('\n');
    const rest = lines.pop()!;
    this.rests[stream] = rest.length > LONGEST_LINE ? '' : rest;
    if (rest.length > LONGEST_LINE) lines.push(rest);
    if (lines.length > 0) this.onOutput(stream, lines.map((line) => `${this.name} | ${line}\n`).join(''));
  }

  /** The last line may lack a line break. */
  end(): void {
    for (const stream of ['stdout', 'stderr'] as const) if (this.rests[stream] !== '') this.push(stream, '\n');
  }
}

/** Whether a line with a text has been printed yet. */
export class LineSearch {
  found = false;
  private readonly rests = { stdout: '', stderr: '' };

  constructor(private readonly wanted: string) {}

  push(stream: TargetStream, text: string): void {
    if (this.found) return;
    const seen = this.rests[stream] + text;
    this.found = seen.includes(this.wanted);
    // Keeps what may be the beginning of the text, which has no line break in it.
    this.rests[stream] = seen.slice(-this.wanted.length);
  }
}
