import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** Passes on whole characters in chunks as they arrive, and never stops reading: a pipe that is not drained fills the target's memory. */
export function drainOutput(stream: Readable, onText: (text: string) => void): void {
  const decoder = new StringDecoder('utf8');
  stream.on('data', (chunk: Buffer) => {
    const text = decoder.write(chunk);
    if (text !== '') onText(text);
  });
  stream.on('end', () => {
    const rest = decoder.end();
    if (rest !== '') onText(rest);
  });
  stream.on('error', () => {});
}

const TAIL_LINES = 50;
const TAIL_CHARACTERS = 16_000;

/** The last lines of a stream, for the detail of a failure. */
export class Tail {
  private text = '';

  push(text: string): void {
    this.text = (this.text + text).slice(-TAIL_CHARACTERS);
  }

  toString(): string {
    return this.text.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
  }
}
