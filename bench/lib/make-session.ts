/** Writes a synthetic session of about the given size: `node --import tsx bench/lib/make-session.ts FILE MEGABYTES`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createJournal, type Journal, journalSession } from '../../electron/engine/sessions/journal.ts';
import { writeSession } from '../../electron/engine/sessions/session-file.ts';
import { wordFailure } from '../../shared/format/word-said.ts';
import type { RecordingEntry } from '../../shared/session/entries.ts';
import { RunRecording } from '../../shared/session/recording.ts';
import { syntheticEntries } from '../../test/helpers/synthetic-recording.ts';

/** Start 8, four times 4, twice 2, and the counts of each batch; nearly all of a session is requests. */
const BYTES_PER_REQUEST = 28.1;
const SECONDS = 60;

const [path = '', megabytes = ''] = process.argv.slice(2);
const rowsPerSecond = (Number(megabytes) * 1e6) / BYTES_PER_REQUEST / SECONDS;

async function begin(entries: Iterator<RecordingEntry>, recording: RunRecording, dir: string): Promise<Journal> {
  const first = entries.next().value as Extract<RecordingEntry, { type: 'header' }>;
  recording.apply(first);
  const created = await createJournal(dir, first.header);
  if (!created.ok) throw new Error(wordFailure(created.failure).message);
  return created.value;
}

const dir = mkdtempSync(join(tmpdir(), 'loopscope-make-'));
try {
  const recording = new RunRecording();
  const entries = syntheticEntries({ seconds: SECONDS, rowsPerSecond });
  const journal = await begin(entries, recording, join(dir, 'journal'));
  for (const entry of entries) {
    recording.apply(entry);
    journal.append(entry);
    // Appending only queues; without waiting, all of it would be held in memory.
    if (entry.type === 'slice') await journal.sync();
  }
  await journal.sync();
  const written = await writeSession(journalSession(journal, recording), path, { overwrite: true });
  if (!written.ok) throw new Error(wordFailure(written.failure).message);
  await journal.close();
} finally {
  rmSync(dir, { recursive: true, force: true });
}
