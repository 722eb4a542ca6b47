import type { FileHandle } from 'node:fs/promises';

const CHUNK_BYTES = 1024 * 1024;

/** Reads a file from its start in pieces of exact size, with few system calls and memory for one chunk and one piece. */
export class ChunkedReader {
  /** Bytes handed out so far. */
  position = 0;
  private buffered: Uint8Array = new Uint8Array(0);

  constructor(
    private readonly file: FileHandle,
    private readonly size: number,
  ) {}

  /** Continues at a later position. */
  skipTo(position: number): void {
    this.buffered = this.buffered.subarray(position - this.position);
    this.position = position;
  }

  /** The next `length` bytes, aligned and owned by the caller; null: there are fewer. */
  async read(length: number): Promise<Uint8Array | null> {
    if (this.position + length > this.size) return null;
    const piece = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      if (this.buffered.length === 0 && !(await this.fill())) return null;
      const part = this.buffered.subarray(0, length - filled);
      piece.set(part, filled);
      this.buffered = this.buffered.subarray(part.length);
      filled += part.length;
      this.position += part.length;
    }
    return piece;
  }

  private async fill(): Promise<boolean> {
    const left = Math.min(CHUNK_BYTES, this.size - this.position);
    const { bytesRead, buffer } = await this.file.read(new Uint8Array(left), 0, left, this.position);
    this.buffered = buffer.subarray(0, bytesRead);
    return bytesRead > 0;
  }
}
