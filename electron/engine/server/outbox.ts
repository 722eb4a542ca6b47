import type { OutputChunk } from '../../../shared/model/series.ts';
import type { EngineEvent } from '../../../shared/protocol/contract.ts';

/** Script output kept for a page that does not read, in UTF-16 units. The page can request all of it later. */
const MAX_HELD_OUTPUT = 1_000_000;

/**
 * Events waiting for a slow page, in bounded memory: only the latest progress per session and only the latest
 * output. The other kinds (states, saves) are few, and all are kept in order.
 */
export class Outbox {
  readonly #held = new Map<string, EngineEvent>();
  #count = 0;

  get isEmpty(): boolean {
    return this.#held.size === 0;
  }

  add(event: EngineEvent): void {
    const key = this.#keyOf(event);
    const before = this.#held.get(key);
    // Deleted first, so that the latest progress comes after everything that happened before it.
    this.#held.delete(key);
    this.#held.set(key, event.type === 'run.output' && before?.type === 'run.output' ? joinOutput(before, event) : event);
  }

  takeAll(): EngineEvent[] {
    const events = [...this.#held.values()];
    this.#held.clear();
    return events;
  }

  #keyOf(event: EngineEvent): string {
    if (event.type === 'run.progress' || event.type === 'run.output') return `${event.type} ${event.sessionId}`;
    if (event.type === 'sessions.changed') return event.type;
    this.#count += 1;
    return `${event.type} ${this.#count}`;
  }
}

type OutputEvent = Extract<EngineEvent, { type: 'run.output' }>;

function joinOutput(before: OutputEvent, after: OutputEvent): OutputEvent {
  return { ...after, chunks: newestChunks([...before.chunks, ...after.chunks]) };
}

function newestChunks(chunks: readonly OutputChunk[]): OutputChunk[] {
  let size = 0;
  const firstKept = chunks.findLastIndex((chunk) => {
    size += chunk.text.length;
    return size > MAX_HELD_OUTPUT;
  });
  return chunks.slice(firstKept + 1);
}
