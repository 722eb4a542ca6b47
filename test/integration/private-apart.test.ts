/** What a session tells is looked for in a process of its own: the engine goes on answering meanwhile. */

import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { journalSession } from '../../electron/engine/sessions/journal.ts';
import { writeSession } from '../../electron/engine/sessions/session-file.ts';
import type { RecordingEntry } from '../../shared/session/entries.ts';
import { unwrap } from '../helpers/comparisons.ts';
import { newEngine, openFileIn } from '../helpers/engines.ts';
import { record, temporaryFolder } from '../helpers/session-dir.ts';
import { syntheticEntries } from '../helpers/synthetic-recording.ts';

/** Lines that have to be looked through. One of them has a secret. */
const LINES = `${'GET /a?token=no&user=b key="1" /home/mary/app.js:10 bearer \n'.repeat(9_000)}PASSWORD=velvet-harbour-7\n${'key=" ://a: '.repeat(20_000)}`;

/** Requests that are answered one after the other, before one that was asked first. So many are none that came through between two of its steps. */
const MANY = 20;

function* withOutput(): Generator<RecordingEntry> {
  for (const entry of syntheticEntries({ seconds: 1, rowsPerSecond: 100 })) {
    if (entry.type === 'end') yield { type: 'output', stream: 'stdout', text: LINES, at: 0 };
    yield entry;
  }
}

test('requests are answered while a session with much output is looked through for secrets', async () => {
  const dir = temporaryFolder();
  const path = join(dir, 'much.loopscope');
  const { recording, journal } = await record(join(dir, 'recorded'), withOutput());
  expect((await writeSession(journalSession(journal, recording), path, { overwrite: false })).ok).toBe(true);
  await journal.close();
  const engine = newEngine(dir);
  const sessionId = await openFileIn(engine, path);
  let isRead = false;
  const reading = engine.handle('session.private', { sessionId }).then((answer) => {
    isRead = true;
    return unwrap(answer);
  });
  let answered = 0;
  while (!isRead) {
    await nextTurn();
    unwrap(await engine.handle('session.info', { sessionId }));
    if (!isRead) answered += 1;
  }
  expect((await reading).facts.find(({ about }) => about === 'outputSecrets')!.count).toBeGreaterThan(0);
  expect(answered).toBeGreaterThan(MANY);
});
