/** Each session part: stored and read again, redacted as it is recorded, left out of a copy, and opened from a file of this format. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { journalSession, readJournal } from '../../electron/engine/sessions/journal.ts';
import type { OpenSession } from '../../electron/engine/sessions/open-session.ts';
import { openSession, writeCopy, writeSession } from '../../electron/engine/sessions/session-file.ts';
import { sessionParts } from '../../electron/engine/sessions/session-parts.ts';
import { redactEntry } from '../../shared/copies/redact-entry.ts';
import { LEFT_OUT, type LeftOut } from '../../shared/model/left-out.ts';
import { setupSchema } from '../../shared/model/setup/setup-schema.ts';
import { redactDocument } from '../../shared/privacy/redact-document.ts';
import { createRedaction } from '../../shared/privacy/redaction.ts';
import { canonicalJson } from '../../shared/session/json.ts';
import { figuresOnly } from '../../shared/session/parts/part.ts';
import { PARTS, partOf } from '../../shared/session/parts/parts.ts';
import { RunRecording } from '../../shared/session/recording.ts';
import { ALL_PARTS_SETUP, allParts, WORD } from '../helpers/all-parts.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { unpack } from '../helpers/repack.ts';
import { everyFigure, record, temporaryFolder } from '../helpers/session-dir.ts';
import { messageOf } from '../helpers/worded.ts';

// Files are read by a process of its own.
beforeAll(ensureBuilt);

const dir = temporaryFolder();
const NAMES = PARTS.map(({ name }) => name);

async function open(path: string): Promise<OpenSession> {
  const opened = await openSession(path);
  if (!opened.ok) throw new Error(messageOf(opened.failure));
  return opened.value;
}

async function save(session: OpenSession, name: string): Promise<string> {
  const written = await writeSession(session, join(dir, name), { overwrite: true });
  if (!written.ok) throw new Error(messageOf(written.failure));
  return written.value.path;
}

/** What a file would hold of a part: its rows, its fields and its texts. */
function storedOf(recording: RunRecording, name: (typeof NAMES)[number]): string {
  const { describe: fields, table, files } = PARTS.find((part) => part.name === name)!;
  const rows = table?.of(recording[name]) ?? null;
  const texts = files.flatMap((file) => {
    const value = file.of(recording[name]);
    return value === null ? [] : Object.entries(file.write).map(([of, write]) => [of, write(value)]);
  });
  const columns = rows && Object.entries(rows.columns).map(([column, values]) => [column, Array.from(values)]);
  return canonicalJson([fields(recording[name]), columns, texts]);
}

describe('a run that has recorded each part', () => {
  let live: OpenSession;
  let path: string;

  beforeAll(async () => {
    const { recording, journal } = await record(join(dir, 'recordings', 'all'), allParts());
    live = journalSession(journal, recording);
    path = await save(live, 'all.loopscope');
  });

  test.each(NAMES)('has something of %s, which is the same out of its file', async (name) => {
    expect(storedOf(live.recording, name)).not.toBe(storedOf(new RunRecording(), name));
    expect(storedOf((await open(path)).recording, name)).toBe(storedOf(live.recording, name));
  });

  test('is saved again byte for byte, with the same figures', async () => {
    const opened = await open(path);
    expect((await readFile(await save(opened, 'again.loopscope'))).equals(await readFile(path))).toBe(true);
    expect(await everyFigure(opened)).toBe(await everyFigure(live));
  });

  test('is the same out of its journal', async () => {
    const recovered = new RunRecording();
    for await (const entry of readJournal(join(dir, 'recordings', 'all', 'journal'))) recovered.apply(entry);
    for (const name of NAMES) expect(storedOf(recovered, name)).toBe(storedOf(live.recording, name));
  });

  test('has nothing left of a value in a copy without values, nor of what else is left out', async () => {
    const textsOf = async (file: string) => (await unpack(file)).map(({ name, content }) => [name, content.toString()] as const);
    const having = (texts: readonly (readonly [string, string])[]) => texts.filter(([, text]) => text.includes(WORD)).map(([name]) => name);
    expect(having(await textsOf(path))).toEqual(
      expect.arrayContaining([
        ...['answers.json', 'autocannon.json', 'files.json', 'lines.json', 'manifest.json', 'output.txt', 'served.json', 'sources.json'],
        ...['texts.json', 'ticks.json', 'timings.json', 'waits.json'],
      ]),
    );
    const copy = join(dir, 'copy.loopscope');
    for (const without of [['values'], LEFT_OUT] as const) {
      expect(await writeCopy(live, copy, { overwrite: true, without })).toMatchObject({ ok: true });
      expect(having(await textsOf(copy))).toEqual([]);
    }
    const { recording } = await open(copy);
    expect(recording.outputPieces).toEqual([]);
    expect(recording.timings).toEqual({ all: [], lost: 0 });
    expect(recording.sources.texts).toEqual({});
    expect(recording.answers!.map(({ head, body }) => [head?.headers.length ?? 0, body?.text ?? ''])).toEqual([
      [0, ''],
      [0, ''],
      [0, ''],
    ]);
  });

  test('has other machines and statements in a copy, unless it is one without them', async () => {
    const textsOf = async (file: string) => (await unpack(file)).map(({ name, content }) => [name, content.toString()] as const);
    const copyWithout = async (...without: LeftOut[]) => {
      const copy = join(dir, 'without.loopscope');
      expect(await writeCopy(live, copy, { overwrite: true, without })).toMatchObject({ ok: true });
      return copy;
    };
    const having = async (file: string, one: string) =>
      (await textsOf(file)).filter(([, text]) => text.includes(one)).map(([name]) => name);
    expect((await having(path, 'db.example')).sort()).toEqual(['manifest.json', 'output.txt', 'served.json', 'waits.json']);
    expect(await having(await copyWithout('hosts'), 'db.example')).toEqual([]);
    const { recording } = await open(await copyWithout('hosts', 'statements'));
    // The same machine has the same number in all of it.
    const [shared] = recording.served.sharedWork!.names;
    const number = /^TCP (\(host \d+\)):5432$/.exec(shared!.names[1]!)![1]!;
    expect(recording.waits.names).toEqual([
      expect.stringMatching(/^postgresql:\/\/\(host \d\):5432$/),
      '(statement 1)',
      `https://${number}`,
      'GET',
    ]);
    expect(recording.outputPieces.map(({ text }) => text).join('')).toContain(`connect ECONNREFUSED ${number}:5432`);
    expect(recording.waits.rows).toBe(live.recording.waits.rows);
  });
});

test('an entry of any part is recorded without the values of the set-up; output is looked through when it is kept', () => {
  const redaction = createRedaction(false, redactDocument);
  redaction.know([ALL_PARTS_SETUP]);
  const entries = [...allParts()].filter((entry) => partOf(entry) !== undefined);
  const having = (entry: object): boolean => JSON.stringify(entry).includes(WORD);
  const recorded = entries.map((entry) => redactEntry(entry, redaction));
  expect(new Set(recorded.filter(having).map(({ type }) => type))).toEqual(new Set(['output']));
  expect(entries.filter(having).map(({ type }) => type)).toEqual(
    expect.arrayContaining(['timings', 'thread-times', 'served', 'waits', 'ticks', 'sources', 'output', 'autocannon', 'answers']),
  );
  // @ts-expect-error A part with a text has to say what is taken out of it.
  expect(figuresOnly<{ readonly type: 'x'; readonly of: readonly { readonly name: string }[] }>()).toBeDefined();
});

test('what a run adds while it is saved is neither in the rows nor in what the file says of them', async () => {
  const recording = new RunRecording();
  const entries = [...allParts()];
  for (const entry of entries) recording.apply(entry);
  const more = entries.filter(({ type }) => type === 'server' || type === 'machine');
  const sizes = new Map<string, number>();
  let manifest = '';
  for (const { name, content } of sessionParts(recording, async function* () {})) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of content()) chunks.push(chunk);
    sizes.set(name, Buffer.concat(chunks).length);
    if (name === 'manifest.json') manifest = Buffer.concat(chunks).toString();
    for (const entry of more) recording.apply(entry);
  }
  const [cell] = JSON.parse(manifest).experiment.cells;
  const [server, machine] = PARTS;
  for (const { table } of [server!, machine!]) {
    const width = table!.columns(cell).reduce((sum, { type }) => sum + (type === 'Float64' ? 8 : 4), 0);
    expect(sizes.get(table!.file)).toBe(table!.rows(cell)! * width);
  }
});

/** When the file was written. */
const IN_FORMAT_3 = [
  ...(['server', 'machine', 'threadSeries', 'served', 'ticks', 'answers', 'autocannonResults', 'timings', 'liveness'] as const),
  ...(['blocks', 'exactPass', 'capturedFigures', 'sources', 'outputRing'] as const),
];

/** The number of the format is that of the version that writes, and so are settings that the file is older than. */
function withoutFormat(manifest: Buffer): string {
  const { format: _, ...rest } = JSON.parse(manifest.toString());
  const { session } = rest.experiment.cells[0];
  session.setup = setupSchema.parse(session.setup);
  return canonicalJson(rest);
}

test('a file of format 3 that has each part opens, and is saved as it was', async () => {
  const path = join(import.meta.dirname, '../fixtures/sessions/format-3-all-parts.loopscope');
  const opened = await open(path);
  for (const name of IN_FORMAT_3) expect(storedOf(opened.recording, name)).not.toBe(storedOf(new RunRecording(), name));
  const described = (parts: Awaited<ReturnType<typeof unpack>>) =>
    // The descriptions of columns are for people: their wording may change.
    parts
      .filter(({ name }) => !/^(?:requests|server|machine|threads)\.json$/.test(name))
      .map(({ name, content }) => [name, name === 'manifest.json' ? withoutFormat(content) : content.toString('latin1')]);
  expect(described(await unpack(await save(opened, 'format-3.loopscope')))).toEqual(described(await unpack(path)));
});
