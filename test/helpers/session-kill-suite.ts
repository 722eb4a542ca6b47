/** The same promises for the quick suite and for the acceptance run; only the number of kills differs. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { journalSession } from '../../electron/engine/sessions/journal.ts';
import { writeSession } from '../../electron/engine/sessions/session-file.ts';
import { seededRandom } from './random.ts';
import { collect, countRows, record, temporaryFolder } from './session-dir.ts';
import { buildWriters, killWhileRecording, killWhileSaving } from './session-kill.ts';
import { syntheticEntries } from './synthetic-recording.ts';
import { twoOfThree } from './two-of-three.ts';

const LONGEST_RECORDING_MS = 3_500;
const LONGEST_SAVING_MS = 900;
/** Starting a writer takes most of it; on a busy machine several seconds. */
const MS_FOR_A_KILL = 10_000;

interface Kills {
  readonly recordings: number;
  readonly savings: number;
  /** Whether what is lost is held to the promised 1.5 s. A machine that is busy takes longer to write. */
  readonly timed: boolean;
}

export function testKills({ recordings, savings, timed }: Kills): void {
  const dir = temporaryFolder();
  beforeAll(buildWriters);

  const inTime = timed ? ', at most 1.5 s lost' : '';
  const define = timed ? twoOfThree : (name: string, body: (nth: number) => Promise<void>) => test(name, () => body(0));
  define(`killed at ${recordings} moments while recording: the recording is offered and opened each time${inTime}`, async (nth) => {
    const random = seededRandom(2024 + nth);
    const data = join(dir, `data ${nth}`);
    for (let round = 0; round < recordings; round++) {
      // The first one falls into the very beginning.
      const ms = round === 0 ? 3 : random() * LONGEST_RECORDING_MS;
      const { session, mustHave, appended, offeredWhileAlive } = await killWhileRecording(data, `run-${round}`, ms);
      expect(offeredWhileAlive).toBe(false);
      if (session === null) {
        expect(appended).toBe(0);
        continue;
      }
      const starts = (await collect(session.rows())).flatMap((batch) => [...batch.start]);
      // Every request that was recorded in time, in order, none twice and none made up.
      if (timed) expect(starts.length).toBeGreaterThanOrEqual(mustHave);
      expect(starts.every((start, index) => start === index)).toBe(true);
      expect(session.recording.load.completed).toBe(starts.length);
      expect(session.recording.ending).toBe('recovered');
      const saved = await writeSession(session, join(dir, `run-${nth}-${round}.loopscope`), { overwrite: false });
      expect(saved.ok).toBe(true);
    }
  });

  test(
    `killed ${savings} times while saving: the file is always whole, the old or the new`,
    async () => {
      const { recording, journal } = await record(join(dir, 'source'), syntheticEntries({ seed: 77, seconds: 10, rowsPerSecond: 30_000 }));
      const from = join(dir, 'from.loopscope');
      expect((await writeSession(journalSession(journal, recording), from, { overwrite: false })).ok).toBe(true);
      await journal.close();
      const random = seededRandom(4048);
      const moments = Array.from({ length: savings }, () => random() * LONGEST_SAVING_MS);
      let torn = 0;
      const killInTurn = async (writer: number): Promise<void> => {
        const folder = join(dir, `writer ${writer}`);
        mkdirSync(folder);
        const path = join(folder, 'saved.loopscope');
        copyFileSync(from, path);
        for (let ms = moments.pop(); ms !== undefined; ms = moments.pop()) {
          const { session, leftovers } = await killWhileSaving(from, path, ms);
          expect(await countRows(session.rows())).toBe(recording.load.finished);
          expect(session.recording.notes).toMatch(/^(round \d+)?$/);
          torn += leftovers;
        }
      };
      await Promise.all([1, 2].map(killInTurn));
      // Otherwise no kill has fallen into a save, and nothing was tried.
      expect(torn).toBeGreaterThan(0);
    },
    savings * MS_FOR_A_KILL,
  );
}
