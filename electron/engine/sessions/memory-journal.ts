/** Used if a run's journal cannot be created: keeps only the requests, as everything else is in the recording. */
import { type Failure, fail } from '../../../shared/model/failure.ts';
import type { RecordingEntry } from '../../../shared/session/entries.ts';
import { say } from '../../../shared/words/said.ts';
import { MEMORY_LIMIT, type RequestsEntry, type RunJournal } from './journal.ts';
import { FIRST_RECORD, type JournalPlace } from './journal-records.ts';

export class MemoryJournal implements RunJournal {
  onTrouble: ((failure: Failure) => void) | null = null;
  readonly dir = null;
  readonly isOnDisk = false;
  private readonly kept: RequestsEntry[] = [];
  private bytes = 0;
  private hasDropped = false;

  append(entry: RecordingEntry): void {
    if (entry.type !== 'requests') return;
    if (this.bytes > MEMORY_LIMIT) {
      this.drop();
      return;
    }
    this.kept.push(entry);
    this.bytes += Object.values(entry.batch).reduce((sum, column) => sum + column.byteLength, 0);
  }

  async sync(): Promise<void> {}

  async *requestEntries({ sequence }: JournalPlace = FIRST_RECORD): AsyncGenerator<RequestsEntry> {
    yield* this.kept.slice(sequence);
  }

  get end(): JournalPlace {
    return { offset: 0, sequence: this.kept.length };
  }

  /** The rows are in memory, so scanning all of them costs little. */
  placeBefore(): JournalPlace {
    return FIRST_RECORD;
  }

  async close(): Promise<void> {}

  private drop(): void {
    if (this.hasDropped) return;
    this.hasDropped = true;
    this.onTrouble?.(fail('disk-full', say('save.memoryRanOut'), say('save.makeWritableAndRun')).failure);
  }
}

/** The warning for a run whose journal could not be created. */
export function describeMemoryOnly(failure: Failure): Failure {
  return {
    ...failure,
    says: say('save.memoryOnly', { why: failure.says }),
    hint: say('save.saveElsewhere'),
  };
}
