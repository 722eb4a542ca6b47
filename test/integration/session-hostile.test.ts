/** Files from strangers: each is refused with a typed failure and a sentence; nothing hangs, nothing grows, nothing is run. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { journalSession } from '../../electron/engine/sessions/journal.ts';
import { openSession, writeSession } from '../../electron/engine/sessions/session-file.ts';
import type { Failure } from '../../shared/model/failure.ts';
import { ALL_SAMPLES } from '../../shared/model/profile/selection.ts';
import { SESSION_FORMAT } from '../../shared/session/entries.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { seededRandom } from '../helpers/random.ts';
import { pack, type RawPart, renameInBytes, repack, unpack } from '../helpers/repack.ts';
import { everyFigure, record, temporaryFolder } from '../helpers/session-dir.ts';
import { syntheticEntries } from '../helpers/synthetic-recording.ts';
import { messageOf, worded } from '../helpers/worded.ts';

// Files are read by a process of its own.
beforeAll(ensureBuilt);

const dir = temporaryFolder();
const good = join(dir, 'good.loopscope');
const bad = join(dir, 'bad.loopscope');
const MB = 1024 * 1024;
let figures: string;

beforeAll(async () => {
  const { recording, journal } = await record(join(dir, 'recording'), syntheticEntries({ seed: 12, seconds: 2.5, rowsPerSecond: 400 }));
  const session = journalSession(journal, recording);
  figures = await everyFigure(session);
  expect((await writeSession(session, good, { overwrite: false })).ok).toBe(true);
  await journal.close();
});

/** Opens a file that must be refused. */
async function refusal(path: string = bad): Promise<Failure> {
  const before = process.memoryUsage().rss;
  const opened = await openSession(path);
  if (opened.ok) throw new Error('this file should not open');
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * MB);
  expect(messageOf(opened.failure)).toMatch(/^.{20,400}\.$/s);
  expect(messageOf(opened.failure)).not.toContain('\u0000');
  return opened.failure;
}

const change =
  (name: string, make: (content: Buffer) => Buffer | string) =>
  (parts: RawPart[]): RawPart[] =>
    parts.map((part) => (part.name === name ? { ...part, content: Buffer.from(make(part.content)) } : part));
type Json = Record<string, unknown>;
const inManifest = (edit: (manifest: Json) => void) =>
  change('manifest.json', (content) => {
    const manifest = JSON.parse(content.toString()) as Json;
    edit(manifest);
    return JSON.stringify(manifest);
  });
const inCell = (edit: (cell: Json) => void) => inManifest(({ experiment }) => edit((experiment as { cells: Json[] }).cells[0]!));
const add = (part: RawPart) => (parts: RawPart[]) => [...parts, part];
const without = (name: string) => (parts: RawPart[]) => parts.filter((part) => part.name !== name);
const store = (name: string, deflate: boolean) => (parts: RawPart[]) =>
  parts.map((part) => (part.name === name ? { ...part, deflate } : part));
const own = (name: string, content = 'x', more: Partial<RawPart> = {}): RawPart => ({
  name,
  content: Buffer.from(content),
  deflate: true,
  ...more,
});

const inColumns = (edit: (columns: string[]) => string[]): ReturnType<typeof inManifest> =>
  inCell((m) => {
    const requests = m.requests as { columns: string[] };
    requests.columns = edit(requests.columns);
  });

const inTicks = (edit: (ticks: { stacks: Record<'parent' | 'frame' | 'top' | 'total', number[]> }) => void): ReturnType<typeof change> =>
  change('ticks.json', (content) => {
    const ticks = JSON.parse(content.toString());
    edit(ticks);
    return JSON.stringify(ticks);
  });

const REPACKED: Record<string, [(parts: RawPart[]) => RawPart[], Failure['code'], RegExp]> = {
  'no manifest': [without('manifest.json'), 'not-a-session', /no manifest\.json/],
  'no rows': [without('requests.bin'), 'damaged', /requests\.bin is missing/],
  'a newer format': [inManifest((m) => (m.format = SESSION_FORMAT + 1)), 'newer-version', /it has format \d+/],
  'a format that is none': [inManifest((m) => (m.format = 'one')), 'damaged', /manifest/],
  'an extra key': [inManifest((m) => (m.extra = 1)), 'damaged', /manifest\.json is not what/],
  'an extra key of a cell': [inCell((m) => (m.extra = 1)), 'damaged', /manifest\.json is not what/],
  'no cell': [inManifest((m) => ((m.experiment as { cells: Json[] }).cells = [])), 'damaged', /manifest\.json is not what/],
  'a joined result without figures': [
    inCell((m) => (m.joined = { file: 'a.json', format: 'k6-points', result: {}, remarks: [], placed: { startMs: 0, clock: null } })),
    'damaged',
    /manifest\.json is not what/,
  ],
  'an extra key inside': [inCell((m) => ((m.session as Json).shell = 'rm')), 'damaged', /manifest\.json is not what/],
  'a key __proto__': [
    change('manifest.json', (c) => c.toString().replace('{', '{"__proto__": {"polluted": 1},')),
    'damaged',
    /manifest\.json is not what/,
  ],
  'a manifest that is not JSON': [change('manifest.json', (c) => c.subarray(0, 100)), 'damaged', /manifest\.json is not valid JSON/],
  'a manifest of 2 million arrays': [change('manifest.json', () => '['.repeat(2_000_000)), 'damaged', /nested more than/],
  'sources of 2 million arrays': [change('sources.json', () => '['.repeat(2_000_000)), 'damaged', /sources\.json/],
  'more rows declared': [inCell((m) => ((m.requests as Json).rows = 999_999_999)), 'damaged', /declared/],
  'a column that nobody knows': [inColumns((columns) => [...columns, 'password']), 'damaged', /manifest/],
  'a column that is not there': [inColumns((columns) => [...columns, 'phase']), 'damaged', /declared/],
  'rows without latency': [inColumns((columns) => columns.filter((name) => name !== 'latency')), 'damaged', /manifest/],
  'rows cut off': [change('requests.bin', (c) => c.subarray(0, c.length - 28)), 'damaged', /declared/],
  'half a row more': [change('requests.bin', (c) => Buffer.concat([c, Buffer.alloc(14)])), 'damaged', /declared/],
  'times that are none': [change('requests.bin', (c) => Buffer.from(c).fill(0x7f)), 'damaged', /possible time/],
  'batches that do not add up': [change('batches.bin', (c) => Buffer.from(c).fill(0)), 'damaged', /batches/],
  'batches of a fraction': [
    change('batches.bin', (c) => {
      const changed = Buffer.from(c);
      changed.writeDoubleLE(0.5, 0);
      return changed;
    }),
    'damaged',
    /batch has 0\.5 rows/,
  ],
  'rows deflated': [store('requests.bin', true), 'damaged', /packed/],
  'a text stored': [store('output.txt', false), 'damaged', /packed/],
  'an end before the start': [inCell((m) => ((m.loadEnd as Json).at = 1)), 'damaged', /ends before it starts/],
  'a strange part': [add(own('run-me.sh')), 'not-a-session', /run-me\.sh/],
  'a part called __proto__': [add(own('__proto__')), 'not-a-session', /__proto__/],
  'a part with control characters': [add(own('\u001b[31mred\u202e')), 'not-a-session', /\?\[31mred/],
  'a part twice': [add(own('output.txt')), 'damaged', /two parts called output\.txt/],
  'a link': [(parts) => parts.map((part) => (part.name === 'output.txt' ? { ...part, mode: 0o120777 } : part)), 'damaged', /is a link/],
  'a profile that is cyclic': [
    change('profiles/4001.cpuprofile', (c) => {
      const profile = JSON.parse(c.toString());
      profile.nodes[1].children = [profile.nodes[0].id];
      return JSON.stringify(profile);
    }),
    'damaged',
    /4001/,
  ],
  'a profile of 2 million arrays': [change('profiles/4001.cpuprofile', () => `{"nodes":${'['.repeat(2_000_000)}`), 'damaged', /4001/],
  'a profile that is missing': [without('profiles/4001.cpuprofile'), 'damaged', /missing/],
  'ticks that are none': [change('ticks.json', () => '{}'), 'damaged', /ticks\.json is not what/],
  'a tree of ticks that is cyclic': [inTicks(({ stacks }) => (stacks.parent = [-1, 2, 1, 1])), 'damaged', /ticks\.json is not what/],
  'ticks of a function that is not there': [inTicks(({ stacks }) => (stacks.frame = [-1, 2, 0, 3])), 'damaged', /ticks\.json is not what/],
  'ticks that do not add up': [inTicks(({ stacks }) => (stacks.top = [0, 1, 5, 4])), 'damaged', /ticks\.json is not what/],
  'a result of autocannon without latency': [
    change('autocannon.json', (c) => JSON.stringify(JSON.parse(c.toString()).map((one: Json) => ({ ...one, latency: {} })))),
    'damaged',
    /autocannon\.json is not what/,
  ],
  'a result of autocannon of 2 million arrays': [change('autocannon.json', () => '['.repeat(2_000_000)), 'damaged', /autocannon\.json/],
  'output that is shorter': [change('output.txt', () => 'x'), 'damaged', /output\.txt is shorter/],
  'a bomb': [change('sources.json', () => Buffer.alloc(200 * MB, 0x20)), 'too-large', /would grow/],
  'many texts': [change('output.txt', () => Buffer.alloc(260 * MB, 0x20)), 'too-large', /grow|text would take/],
};

describe('repacked', () => {
  test.each(Object.entries(REPACKED))('%s', async (_name, [make, code, sentence]) => {
    await repack(good, bad, make);
    const failure = await refusal();
    expect([failure.code, messageOf(failure)]).toEqual([code, expect.stringMatching(sentence)]);
    expect(({} as Json).polluted).toBeUndefined();
  });

  test('a file that was only taken apart and put together opens', async () => {
    await repack(good, bad, (parts) => parts);
    const opened = await openSession(bad);
    expect(opened.ok && (await everyFigure(opened.value))).toBe(figures);
  });

  test.each(['../../evil.jso', '/etc/passwd.js', 'C:/windows/evi', '..\\..\\evil.jso'])('the name %s', async (name) => {
    writeFileSync(bad, renameInBytes(await pack([...(await unpack(good)), own('AAAAAAAAAAAAAA')]), 'AAAAAAAAAAAAAA', name));
    expect(['damaged', 'not-a-session']).toContain((await refusal()).code);
  });

  test('a zip of something else', async () => {
    writeFileSync(bad, await pack([own('word/document.xml')]));
    expect((await refusal()).code).toBe('not-a-session');
  });

  test('functions called __proto__ or <img onerror> are functions like others', async () => {
    // The fourth one has a source map that names it.
    const names = ['__proto__', 'constructor', null, '<img src=x onerror=alert(1)>', 'hasOwnProperty'];
    await repack(
      good,
      bad,
      change('profiles/4001.cpuprofile', (c) => {
        const profile = JSON.parse(c.toString());
        names.forEach((name, index) => {
          if (name) profile.nodes[index + 1].callFrame.functionName = name;
        });
        return JSON.stringify(profile);
      }),
    );
    const opened = await openSession(bad);
    const frames = opened.ok ? opened.value.recording.profiles(ALL_SAMPLES).find(({ pid }) => pid === 4_001)!.frames : [];
    expect(frames.map((frame) => frame.name)).toEqual(expect.arrayContaining(names.filter((name) => name !== null)));
    expect(({} as Json).polluted).toBeUndefined();
  });
});

describe('damaged', () => {
  test('truncated at any place', async () => {
    const whole = readFileSync(good);
    const random = seededRandom(5);
    const places = [
      4,
      30,
      whole.length - 1,
      whole.length - 10,
      whole.length - 22,
      ...Array.from({ length: 150 }, () => 5 + Math.floor(random() * (whole.length - 5))),
    ];
    for (const length of places) {
      writeFileSync(bad, whole.subarray(0, length));
      expect((await refusal()).code).toBe('damaged');
    }
    writeFileSync(bad, whole.subarray(0, 1_000));
    // What the reader of zip files says is beside the sentence, not in it.
    expect(worded(await refusal())).toEqual({
      code: 'damaged',
      message: 'bad.loopscope is damaged: its end is missing, so it was probably cut off while it was copied or sent.',
      hint: 'Copy it once more from where it was recorded, or open another copy.',
      detail: expect.stringContaining('not a zip file'),
    });
  });

  test('a flipped bit is noticed, or is of no consequence', async () => {
    const whole = readFileSync(good);
    const random = seededRandom(6);
    let noticed = 0;
    for (let round = 0; round < 30; round++) {
      const flipped = Buffer.from(whole);
      flipped[Math.floor(random() * whole.length)]! ^= 1 << Math.floor(random() * 8);
      writeFileSync(bad, flipped);
      const opened = await openSession(bad);
      if (!opened.ok) noticed += 1;
      // Time stamps, attributes and the spectrum for other tools are not read; every figure is.
      else expect((await everyFigure(opened.value)) === figures).toBe(true);
    }
    expect(noticed).toBeGreaterThan(20);
  });

  test('random bytes after the signature of a zip', async () => {
    const random = seededRandom(7);
    for (let round = 0; round < 50; round++) {
      writeFileSync(
        bad,
        Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.from(Array.from({ length: 500 }, () => Math.floor(random() * 256)))]),
      );
      expect((await refusal()).code).toBe('damaged');
    }
  });
});

test('opening leaves nothing on the disk', async () => {
  const empty = join(dir, 'empty');
  mkdirSync(empty);
  writeFileSync(join(empty, 'one.loopscope'), readFileSync(good));
  expect((await openSession(join(empty, 'one.loopscope'))).ok).toBe(true);
  expect(readdirSync(empty)).toEqual(['one.loopscope']);
});
