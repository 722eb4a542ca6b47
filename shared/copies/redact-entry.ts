/** What is recorded, as it is stored. */

import type { Redaction } from '../privacy/redaction.ts';
import type { RecordingEntry } from '../session/entries.ts';
import { isPartEntry, partOf } from '../session/parts/parts.ts';
import { mapTexts } from '../words/said.ts';

/** Without the values of the session, and what looks like a secret. In output values are looked for when it is kept. */
export function redactEntry(entry: RecordingEntry, redaction: Redaction): RecordingEntry {
  if (isPartEntry(entry)) return partOf(entry)!.redact(entry, redaction);
  switch (entry.type) {
    // Figures alone, and the header, which is made of what is stored.
    case 'header':
    case 'state':
    case 'origin':
    case 'requests':
    case 'phase-end':
    case 'load-end':
    case 'exit':
      return entry;
    case 'resolved':
      return { ...redaction.code(entry), url: redaction.url(entry.url) };
    case 'process':
      return { ...entry, process: { ...entry.process, title: redaction.text(entry.process.title) } };
    case 'thread':
      return { ...entry, thread: { ...entry.thread, title: redaction.text(entry.thread.title) } };
    case 'warning':
      return { ...entry, says: mapTexts(entry.says, (text) => redaction.text(text)) };
    case 'notes':
      return { ...entry, text: redaction.words(entry.text) };
    case 'name':
      return { ...entry, name: redaction.words(entry.name) };
    case 'end':
      return { ...entry, failure: entry.failure && redaction.failure(entry.failure) };
    case 'slice':
    case 'profile':
    case 'joined':
      return redaction.code(entry);
  }
}
