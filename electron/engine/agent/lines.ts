import { StringDecoder } from 'node:string_decoder';

/**
 * Cuts a byte stream into lines. Returns null once a line is longer than `maxLength` characters: the sender is not one
 * of ours, and what follows means nothing.
 */
export class LineSplitter {
  private readonly decoder = new StringDecoder('utf8');
  private parts: string[] = [];
  private length = 0;

  constructor(private maxLength: number) {}

  /** Raises the cap, once the sender has shown its token. */
  allow(maxLength: number): void {
    this.maxLength = maxLength;
  }

  push(chunk: Buffer): string[] | null {
    const pieces = this.decoder.write(chunk).split('\n');
    const lines: string[] = [];
    for (let i = 0; i < pieces.length; i++) {
      this.parts.push(pieces[i]!);
      this.length += pieces[i]!.length;
      if (this.length > this.maxLength) return null;
      if (i < pieces.length - 1) lines.push(this.take());
    }
    return lines;
  }

  private take(): string {
    const line = this.parts.join('');
    this.parts = [];
    this.length = 0;
    return line;
  }
}
