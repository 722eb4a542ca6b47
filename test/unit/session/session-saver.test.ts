/** What is saved under the name of a session, and where. */
import { basename, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RunCell } from '../../../electron/engine/experiments/run/run-cell.ts';
import { Session } from '../../../electron/engine/experiments/session.ts';
import { SessionSaver } from '../../../electron/engine/experiments/session-saver.ts';
import { journalSession } from '../../../electron/engine/sessions/journal.ts';
import { Library } from '../../../electron/engine/sessions/library.ts';
import { openSession, writeSession } from '../../../electron/engine/sessions/session-file.ts';
import { countRows, record, temporaryFolder } from '../../helpers/session-dir.ts';
import { syntheticEntries } from '../../helpers/synthetic-recording.ts';
import { worded } from '../../helpers/worded.ts';

const dir = temporaryFolder();

async function sessionOf(name: string, seconds: number) {
  const { recording, journal } = await record(join(dir, name), syntheticEntries({ seed: 3, seconds }));
  onTestFinished(() => journal.close());
  return journalSession(journal, recording);
}

test('two sessions of one name that are saved in the same second have a file each', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-04T10:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const library = new Library(join(dir, 'data'));
  await library.prepare();
  const saver = new SessionSaver(library, () => {});
  const sessions = [];
  for (const seconds of [1, 2])
    sessions.push(new Session(new RunCell(await sessionOf(`recording ${seconds}`, seconds), null), { name: 'server.js' }));
  const rows = await Promise.all(sessions.map(({ cell }) => countRows((cell as RunCell).open.rows())));
  expect(await Promise.all(sessions.map((session) => saver.keep(session, undefined)))).toEqual([null, null]);
  const paths = sessions.map(({ path }) => path!);
  expect(paths.map((path) => basename(path)).sort()).toEqual([
    'server.js-2026-05-04-100000-2.loopscope',
    'server.js-2026-05-04-100000.loopscope',
  ]);
  const saved = await Promise.all(
    paths.map(async (path) => {
      const opened = await openSession(path);
      return opened.ok && countRows(opened.value.rows());
    }),
  );
  expect(saved).toEqual(rows);
});

test('a file that was made meanwhile is not replaced', async () => {
  const session = await sessionOf('meanwhile', 1);
  const path = join(dir, 'meanwhile.loopscope');
  const written = await Promise.all([1, 2].map(() => writeSession(session, path, { overwrite: false })));
  expect(written.filter(({ ok }) => ok)).toHaveLength(1);
  expect(worded(written.find(({ ok }) => !ok)!)).toMatchObject({
    failure: { code: 'cannot-write', message: expect.stringContaining('exists') },
  });
});
