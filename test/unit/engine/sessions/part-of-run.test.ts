/** A window of a run that goes on: what was counted is not read again, and what lies before it is not read at all. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Journal, journalSession } from '../../../../electron/engine/sessions/journal.ts';
import type { OpenSession } from '../../../../electron/engine/sessions/open-session.ts';
import { loadOfWindow } from '../../../../electron/engine/sessions/part-of-run.ts';
import type { TimeWindow } from '../../../../shared/base/units.ts';
import type { LoadAccumulator } from '../../../../shared/load/load-accumulator.ts';
import { computeWindow } from '../../../../shared/load/window.ts';
import type { RecordingEntry } from '../../../../shared/session/entries.ts';
import type { RunRecording } from '../../../../shared/session/recording.ts';
import { record, temporaryFolder } from '../../../helpers/session-dir.ts';
import { syntheticEntries } from '../../../helpers/synthetic-recording.ts';

const dir = temporaryFolder();
const all = [...syntheticEntries({ seed: 5, seconds: 8, rowsPerSecond: 2_000 })];
const requests = all.filter((entry) => entry.type === 'requests');

interface Live {
  readonly recording: RunRecording;
  readonly session: OpenSession;
  /** Batches read since the last call. */
  readonly read: () => number;
  readonly go: (entries: readonly RecordingEntry[]) => Promise<void>;
  readonly journal: Journal;
}

/** A run before its first request. Reading all of its rows is a mistake, unless `mayReadAll`. */
async function begin(name: string, { mayReadAll = false } = {}): Promise<Live> {
  const { recording, journal } = await record(join(dir, name), all.slice(0, all.indexOf(requests[0]!)));
  const real = journalSession(journal, recording);
  let batches = 0;
  const growing: OpenSession['growing'] = {
    ...real.growing!,
    async *rows(from) {
      for await (const batch of real.growing!.rows(from)) {
        batches += 1;
        yield batch;
      }
    },
  };
  const rows = () => {
    if (!mayReadAll) throw new Error('All rows were read');
    return real.rows();
  };
  return {
    recording,
    session: { ...real, growing, rows },
    read: () => {
      const count = batches;
      batches = 0;
      return count;
    },
    go: async (entries) => {
      for (const entry of entries) {
        recording.apply(entry);
        journal.append(entry);
      }
    },
    journal,
  };
}

function figuresOf(load: LoadAccumulator): unknown {
  const { completed, failed, unexpected, bytes, durationUs, latency, connect } = load;
  const percentiles = latency.count === 0 ? [] : [1, 50, 99].map((p) => latency.percentile(p));
  return {
    completed,
    failed,
    unexpected,
    bytes,
    durationUs,
    percentiles,
    mean: latency.mean,
    connects: connect.count,
    seconds: load.wholeSeconds(),
  };
}

const WINDOWS: TimeWindow[] = [
  { fromMs: 0, toMs: 1_500 },
  { fromMs: 2_250.5, toMs: 4_000 },
  { fromMs: 3_000, toMs: 60_000 },
];

test('always has the figures of reading everything', async () => {
  const live = await begin('same', { mayReadAll: true });
  for (let at = 0; at < requests.length; at += 7) {
    await live.go(requests.slice(at, at + 7));
    // Partly on disk, partly waiting to be written.
    if (at % 2 === 0) await live.journal.sync();
    for (const window of WINDOWS) {
      const expected = await computeWindow(live.session.rows(), window, live.recording.durationUs);
      expect(figuresOf(await loadOfWindow(live.session, window))).toEqual(figuresOf(expected));
    }
  }
  await live.journal.close();
});

test('reads no row twice, and at most about a second before the window', async () => {
  const live = await begin('once');
  const half = requests.length >> 1;
  await live.go(requests.slice(0, half));
  await live.journal.sync();
  const perSecond = requests.length / 8;
  const window = { fromMs: 3_000, toMs: 60_000 };
  await loadOfWindow(live.session, window);
  // Four seconds have been recorded; the window begins after three of them.
  const first = live.read();
  expect(first).toBeGreaterThanOrEqual(perSecond * 0.9);
  expect(first).toBeLessThanOrEqual(perSecond * 3);
  await loadOfWindow(live.session, window);
  expect(live.read()).toBe(0);
  await live.go(requests.slice(half, half + 3));
  await Promise.all([loadOfWindow(live.session, window), loadOfWindow(live.session, window)]);
  expect(live.read()).toBe(3);
  await live.journal.close();
});

test('is counted once more after the end of the run, as from the file, and then no more', async () => {
  const live = await begin('ended', { mayReadAll: true });
  await live.go(requests);
  const window = { fromMs: 1_000, toMs: 60_000 };
  await loadOfWindow(live.session, window);
  await live.go(all.slice(all.indexOf(requests.at(-1)!) + 1).filter((entry) => entry.type !== 'requests'));
  expect(live.recording.loadEndUs).not.toBeNull();
  const ended = await loadOfWindow(live.session, window);
  expect(figuresOf(ended)).toEqual(figuresOf(await computeWindow(live.session.rows(), window, live.recording.durationUs)));
  expect(await loadOfWindow(live.session, window)).toBe(ended);
  await live.journal.close();
});

test('a read error fails the request, and the next one starts again', async () => {
  const live = await begin('fails');
  await live.go(requests.slice(0, 20));
  const window = { fromMs: 0, toMs: 60_000 };
  const broken: OpenSession = {
    ...live.session,
    growing: {
      ...live.session.growing!,
      async *rows(from) {
        for await (const batch of live.session.growing!.rows(from)) {
          yield batch;
          throw new Error('The disk is gone');
        }
      },
    },
  };
  await expect(loadOfWindow(broken, window)).rejects.toThrow('The disk is gone');
  const { finished } = await loadOfWindow(live.session, window);
  expect(finished).toBe(live.recording.load.finished);
  await live.journal.close();
});
