/** Seeded mutants of every fixture file are opened or refused with a sentence; nothing is thrown and no reader dies. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ForeignFiles } from '../../electron/engine/foreign/foreign-files.ts';
import { FileReading } from '../../electron/engine/foreign/read-file.ts';
import { openFile } from '../../electron/engine/sessions/session-file.ts';
import { FailureError } from '../../shared/model/failure.ts';
import { readCpuProfile } from '../../shared/profile/import/read-cpuprofile.ts';
import { folderOf } from '../../shared/session/format.ts';
import { importText } from '../../shared/session/importers.ts';
import { said } from '../../shared/words/en/said.ts';
import { foreignFiles } from './foreign-files.ts';
import { keepProfile } from './kept-profiles.ts';
import { mutate } from './mutate.ts';
import { seededRandom } from './random.ts';
import { joinParts, packPart, unpack } from './repack.ts';
import { temporaryFolder } from './session-dir.ts';
import { messageOf } from './worded.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures');
const files = ['sessions', 'profiles'].flatMap((folder) =>
  readdirSync(join(FIXTURES, folder))
    .filter((name) => /\.(loopscope|cpuprofile)$/.test(name))
    .map((name) => join(FIXTURES, folder, name)),
);
const foreign = foreignFiles();
/** Of these, the ones that sessions are made of: profiles in several units, names without files, ticks, results of load tools. */
const KEPT = ['evented.json', 'stacks.collapsed.txt', 'preprocessed.json', 'artillery.json', 'ab.txt'];

/** Peak of this process since it was started; V8 may take what it is not asked to give back. */
const MOST_GROWTH_BYTES = 512 * 1024 ** 2;

/**
 * `whole`: mutants of whole files, through the process that reads them. `inside`: mutants of one part of a session, packed again so that its
 * checksum is right and the damage reaches whoever reads that part; and of profiles as text.
 */
export function testMutants(counts: {
  readonly whole: number;
  readonly inside: number;
  readonly seed: number;
  readonly patienceMs: number;
}): void {
  const dir = temporaryFolder();
  const all = [...files];

  beforeAll(async () => {
    const kept = join(dir, 'kept');
    mkdirSync(kept);
    for (const name of KEPT) {
      writeFileSync(join(kept, name), foreign.get(name)!);
      all.push(await keepProfile(join(kept, name), join(kept, `${name}.loopscope`)));
    }
  });

  test(`${counts.whole} mutants of whole files`, { timeout: counts.patienceMs }, async () => {
    const door = new ForeignFiles({ heapMb: 512 });
    const random = seededRandom(counts.seed);
    const before = process.memoryUsage().rss;
    const wholes = [...all.map((path) => [basename(path), readFileSync(path)] as const), ...foreign];
    let refused = 0;
    for (let round = 0; round < counts.whole; round++) {
      const [name, whole] = wholes[round % wholes.length]!;
      const path = join(dir, name);
      writeFileSync(path, mutate(whole, random));
      const opened = await openFile(path, door);
      if (opened.ok) continue;
      refused += 1;
      expectSentence(messageOf(opened.failure), opened.failure.detail);
    }
    door.close();
    expect(refused).toBeGreaterThan(counts.whole / 4);
    expect(process.memoryUsage().rss - before).toBeLessThan(MOST_GROWTH_BYTES);
  });

  test(`${counts.inside} mutants of what is inside`, { timeout: counts.patienceMs }, async () => {
    const random = seededRandom(counts.seed + 1);
    const before = process.memoryUsage().rss;
    const sessions = await Promise.all(all.filter((path) => path.endsWith('.loopscope')).map(unpack));
    const packed = sessions.map((parts) => parts.map(packPart));
    const isProfile = ({ name }: { name: string }) => name.endsWith('.cpuprofile');
    const profiles = sessions.flatMap((parts) => parts.filter(isProfile).map(({ content }) => content));
    const texts = [...foreign].filter(([name]) => !name.endsWith('.gz')).map(([, content]) => content);
    const reading = new FileReading();
    const path = join(dir, 'inside.loopscope');
    for (let round = 0; round < counts.inside; round++) {
      const parts = sessions[round % sessions.length]!;
      // Profiles are what comes from elsewhere most often, and are read a hundred times faster without the zip around them.
      if (random() < 0.4) {
        const read = importText(mutate(texts[round % texts.length]!, random).toString('utf8'), 'x.json');
        if (read !== null && !read.ok) expectSentence(messageOf(read.failure));
        continue;
      }
      if (random() < 0.4) {
        const read = readCpuProfile(mutate(profiles[round % profiles.length]!, random).toString('utf8'), 'x.cpuprofile');
        if (!read.ok) expectSentence(messageOf(read.failure));
        continue;
      }
      const hit = Math.floor(random() * parts.length);
      const changed = packPart({ ...parts[hit]!, content: mutate(parts[hit]!.content, random) });
      const whole = packed[round % sessions.length]!;
      writeFileSync(path, joinParts(whole.map((part, at) => (at === hit ? changed : part))));
      reading.close();
      const folder = folderOf(parts[hit]!.name);
      const read = folder === '' ? reading.replyTo({ name: 'file', path }) : reading.replyTo({ name: 'run', path, folder });
      await read.catch((error: unknown) => {
        if (!(error instanceof FailureError)) throw error;
        expectSentence(messageOf(error.failure));
      });
    }
    reading.close();
    expect(process.memoryUsage().rss - before).toBeLessThan(MOST_GROWTH_BYTES);
  });
}

/** The longest piece between placeholders of each sentence about a reader that was ended, or died. */
const GIVEN_UP = [said.file.notReadInTime, said.file.needsTooMuchMemory, said.file.readerEnded].map(
  (text) => text.split(/\{\w+\}/).sort((one, other) => other.length - one.length)[0]!,
);

function expectSentence(message: string, detail?: string): void {
  expect(message).toMatch(/^[^\n]{15,500}\.$/);
  // Nothing was ended for its time or its memory, and nothing died.
  for (const piece of GIVEN_UP) expect(`${message} ${detail ?? ''}`).not.toContain(piece);
}
