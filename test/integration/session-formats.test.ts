/** Sessions saved by every earlier format open for ever, with the figures they had. The files are never made anew. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSession, writeSession } from '../../electron/engine/sessions/session-file.ts';
import { SESSION_FORMAT } from '../../shared/session/entries.ts';
import { computeRunReport } from '../../shared/session/report.ts';
import { unpack } from '../helpers/repack.ts';
import { countRows, temporaryFolder } from '../helpers/session-dir.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/sessions');
const dir = temporaryFolder();

const FORMAT_1 = {
  requests: { sent: 500, completed: 444, failed: 6, timedOut: 2, unfinished: 50, dropped: 0, unexpected: 5 },
  latencyMs: {
    count: 439,
    min: 0.2,
    max: 1492.379,
    mean: 179.9470205011389,
    stdev: 343.29616486178946,
    percentiles: { '50': 7.451, '99': 1388.503 },
  },
  profile: {
    samples: 10_113,
    heavy: [
      { function: 'renderList', url: 'file:///srv/shop/render.ts', line: 22, selfMs: 1718.159, totalMs: 3360.956 },
      { function: '(anonymous)', url: 'node:internal/timers', line: 8, selfMs: 1716.963, totalMs: 1716.963 },
    ],
  },
};

test('format 1', async () => {
  const path = join(FIXTURES, 'format-1.loopscope');
  const opened = await openSession(path);
  if (!opened.ok) throw new Error(opened.failure.message);
  const { recording } = opened.value;
  const run = await computeRunReport(recording, null, null, 2);
  expect(run.requests).toEqual(FORMAT_1.requests);
  expect(run.latencyMs).toMatchObject(FORMAT_1.latencyMs);
  expect(run.profile).toMatchObject(FORMAT_1.profile);
  expect(run.server.map(({ pid, role }) => [pid, role])).toEqual([
    [4_001, 'main'],
    [4_002, 'cluster worker'],
  ]);
  expect([recording.notes, recording.state, recording.exit]).toEqual(['Kept as written.\n', 'done', { code: null, signal: 'SIGTERM' }]);
  expect(await countRows(opened.value.rows())).toBe(run.requests.completed + run.requests.failed);

  if (SESSION_FORMAT > 1) return;
  // As long as this is today's format, saving it again gives the same parts: nothing in it is lost by opening it.
  const copy = join(dir, 'copy.loopscope');
  expect((await writeSession(opened.value, copy, { overwrite: true })).ok).toBe(true);
  // The packed bytes depend on the version of zlib; what is in them does not.
  expect(await unpack(copy)).toEqual(await unpack(path));
});
