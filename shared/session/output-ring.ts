import type { OutputStream } from '../model/run.ts';
import type { Bytes, Microseconds } from '../model/units.ts';

/** A piece of what the script wrote. */
export interface OutputPiece {
  readonly stream: OutputStream;
  readonly text: string;
  /** On the engine's clock. */
  readonly at: Microseconds;
}

/** More than anybody reads, less than anybody notices. */
export const OUTPUT_LIMIT: Bytes = 1024 * 1024;

/** The newest output of the script. What is dropped is counted, so that it can be said. Sizes are in UTF-16 units, which are bytes for ASCII. */
export class OutputRing {
  droppedBytes: Bytes = 0;
  private size = 0;
  private kept: OutputPiece[] = [];

  push(piece: OutputPiece): void {
    const text = piece.text.slice(-OUTPUT_LIMIT);
    this.droppedBytes += piece.text.length - text.length;
    this.kept.push(text === piece.text ? piece : { ...piece, text });
    this.size += text.length;
    this.dropOldest();
  }

  get pieces(): readonly OutputPiece[] {
    return this.kept;
  }

  /** As a reopened session knows it: what an earlier ring had dropped before. */
  addDropped(bytes: Bytes): void {
    this.droppedBytes += bytes;
  }

  private dropOldest(): void {
    let drop = 0;
    while (this.size > OUTPUT_LIMIT) {
      const length = this.kept[drop++]!.text.length;
      this.size -= length;
      this.droppedBytes += length;
    }
    if (drop > 0) this.kept = this.kept.slice(drop);
  }
}
