/** What is saved under the name of a session, and where. */
import { basename, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RunCell } from '../../../../electron/engine/experiments/run/run-cell.ts';
import { Session } from '../../../../electron/engine/experiments/session.ts';
import { SessionSaver } from '../../../../electron/engine/experiments/session-saver.ts';
import { journalSession } from '../../../../electron/engine/sessions/journal.ts';
import { Library } from '../../../../electron/engine/sessions/library.ts';
import { openSession, writeSession } from '../../../../electron/engine/sessions/session-file.ts';
import { RunPart } from '../../../../shared/derive/sections/section.ts';
import { deriveReport } from '../../../../shared/derive/sections/sections.ts';
import { countRows, record, temporaryFolder } from '../../../helpers/session-dir.ts';
import { syntheticEntries } from '../../../helpers/synthetic-recording.ts';
import { worded } from '../../../helpers/worded.ts';

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

test('a session of which an older version saved that its threads began when they were read from outside has the figures of before', async () => {
  const { recording, journal } = await record(join(dir, 'begins late'), syntheticEntries({ seed: 3, seconds: 2 }));
  onTestFinished(() => journal.close());
  const [pid, start] = [recording.processes[0]!.pid, recording.originUs! - 1e5];
  const main = { series: 1, kind: 'main', tid: pid, startTicks: 5, thread: 0, title: '', start, ended: false } as const;
  const end = [1, 2, 3, 4].map((half) => start + half * 5e5);
  const rows = { end: [...end, ...end], ran: [4, 4, 4, 4, 3, 3, 3, 3].map((ran) => ran * 1e5), waited: end.concat(end).map(() => 0) };
  const series = [0, 0, 0, 0, 1, 1, 1, 1];
  recording.apply({
    type: 'thread-times',
    pid,
    by: 'kernel',
    start,
    threads: [main],
    rows: { ...rows, series, stopped: series.map(() => 0) },
  });
  const live = deriveReport(new RunPart(recording));
  const described = recording.threadSeries.describe();
  const reopened = async (name: string) => {
    const path = join(dir, name);
    expect(await writeSession(await journalSession(journal, recording), path, { overwrite: false })).toMatchObject({ ok: true });
    const opened = await openSession(path);
    return opened.ok && deriveReport(new RunPart(opened.value.recording));
  };
  expect(live.server.find((one) => one.pid === pid)?.cpuByThread?.rows[0]).toMatchObject({ kind: 'main' });
  expect(await reopened('sound.loopscope')).toEqual(live);
  recording.threadSeries.describe = () =>
    described.map((process) => ({ ...process, threads: process.threads.map((thread) => ({ ...thread, start: end[3]! - 1e4 })) }));
  expect(await reopened('late.loopscope')).toEqual(live);
});
