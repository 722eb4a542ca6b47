/** "Open in the editor": the engine names the file of a frame for whoever ran the script here, and for nobody else. */
import { appendFileSync, copyFileSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../electron/engine/api/engine.ts';
import { ROOT } from '../../electron/engine/machine/paths.ts';
import type { FunctionRow } from '../../shared/model/profile/profile-views.ts';
import type { Capture } from '../../shared/model/setup/setup.ts';
import { makeEngine, setupOf, unwrap } from '../helpers/comparisons.ts';
import { openFileIn, WHOLE_PROFILE } from '../helpers/engines.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

const dir = temporaryFolder();

/** `user`: whose data folder it has. */
function engineOf(user: string): Engine {
  const engine = makeEngine(join(dir, user));
  onTestFinished(() => engine.close());
  return engine;
}

async function ownRows(engine: Engine, sessionId: string): Promise<FunctionRow[]> {
  const { rows } = unwrap(await engine.handle('profile.functions', { sessionId, ...WHOLE_PROFILE }));
  return rows.filter(({ url }) => url !== '' && !url.startsWith('node:'));
}

async function find(engine: Engine, sessionId: string, { function: name, url, line }: FunctionRow) {
  return unwrap(await engine.handle('profile.source', { sessionId, function: name, url, line }));
}

test('a run of this user, an own session opened by another engine of the same user, and the same file at somebody else', {
  tags: ['long'],
}, async () => {
  const folder = realpathSync(temporaryFolder());
  const script = join(folder, 'busy.cjs');
  copyFileSync(join(TARGETS_DIR, 'busy.cjs'), script);
  const engine = engineOf('mine');
  // Half a second of work: in less than a tenth a busy machine may take no sample of it.
  const setup = setupOf('busy.cjs', { target: { script }, load: { end: { by: 'amount', requests: 4_000 } } });
  const { sessionId } = unwrap(await engine.handle('run.start', { setup, name: null }));
  await engine.sessions.finished(sessionId);
  const row = (await ownRows(engine, sessionId)).find(({ url }) => url.endsWith('/busy.cjs'))!;
  const place = { path: script, line: row.line, column: row.column };
  expect(await find(engine, sessionId, row)).toEqual(place);
  const { path } = unwrap(await engine.handle('session.info', { sessionId }));

  const again = engineOf('mine');
  expect(await find(again, await openFileIn(again, path!), row)).toEqual(place);
  const other = engineOf('other');
  expect(await find(other, await openFileIn(other, path!), row)).toEqual({ why: 'notOwn' });
});

test('an imported profile and a session of others open no editor', async () => {
  const engine = engineOf('guest');
  for (const file of ['test/fixtures/profiles/split.cpuprofile', 'resources/samples/slow-route.loopscope']) {
    const sessionId = await openFileIn(engine, join(ROOT, file));
    const [row] = await ownRows(engine, sessionId);
    expect(await find(engine, sessionId, row!)).toEqual({ why: 'notOwn' });
  }
});

test('the text of a file beside its lines: of a script that was run here, as long as it is what was run', async () => {
  const folder = realpathSync(temporaryFolder());
  const script = join(folder, 'busy.cjs');
  copyFileSync(join(TARGETS_DIR, 'busy.cjs'), script);
  const engine = engineOf('reader');
  const setup = setupOf('busy.cjs', { target: { script }, load: { end: { by: 'amount', requests: 4_000 } } });
  const { sessionId } = unwrap(await engine.handle('run.start', { setup, name: null }));
  await engine.sessions.finished(sessionId);
  const { hide: _, ...query } = WHOLE_PROFILE;
  const files = unwrap(await engine.handle('profile.lines', { sessionId, ...query, file: null }))!;
  expect(files.rows).toEqual([]);
  const { url } = files.files.find((file) => file.url.endsWith('/busy.cjs'))!;
  const lines = unwrap(await engine.handle('profile.lines', { sessionId, ...query, file: url }))!;
  expect(new Set(lines.rows.map((row) => row.url))).toEqual(new Set([url]));
  const read = async (by: Engine, id: string, of = url) => unwrap(await by.handle('profile.text', { sessionId: id, url: of }));
  expect(await read(engine, sessionId)).toEqual({ text: readFileSync(script, 'utf8'), path: script, instead: null });
  expect(await read(engine, sessionId, 'file:///etc/passwd')).toEqual({ why: 'notOwn', path: null });

  const { path } = unwrap(await engine.handle('session.info', { sessionId }));
  const again = engineOf('reader');
  const opened = await openFileIn(again, path!);
  expect(await read(again, opened)).toEqual({ text: readFileSync(script, 'utf8'), path: script, instead: null });
  const other = engineOf('stranger');
  expect(await read(other, await openFileIn(other, path!))).toEqual({ why: 'notOwn', path: null });
  appendFileSync(script, '\n// changed\n');
  expect(await read(again, opened)).toEqual({ why: 'changed', path: script });
});

test('source that is kept in the session: beside its lines at somebody else, and where the file has changed; without secrets, and line by line', async () => {
  const folder = realpathSync(temporaryFolder());
  const script = join(folder, 'busy.cjs');
  const written = `${readFileSync(join(TARGETS_DIR, 'busy.cjs'), 'utf8')}\nconst password = 'tiny secret';\nconst mode = process.env.MODE; // velvet-harbour-7\n`;
  writeFileSync(script, written);
  const engine = engineOf('keeper');
  const target = { script, env: [{ name: 'API_KEY', value: 'velvet-harbour-7' }] };
  const asked = setupOf('busy.cjs', { target, load: { end: { by: 'amount', requests: 4_000 } } });
  const setup = { ...asked, capture: { ...asked.capture, keepSource: true } as Capture };
  const { sessionId } = unwrap(await engine.handle('run.start', { setup, name: null }));
  await engine.sessions.finished(sessionId);
  const url = pathToFileURL(script).href;
  const read = async (by: Engine, id: string, of = url) => unwrap(await by.handle('profile.text', { sessionId: id, url: of }));
  expect(await read(engine, sessionId)).toEqual({ text: written, path: script, instead: null });

  const { path } = unwrap(await engine.handle('session.info', { sessionId }));
  const kept = written.replace("'tiny secret'", '(not saved)').replace('// velvet-harbour-7', '// (not saved)');
  const other = engineOf('receiver');
  const opened = await openFileIn(other, path!);
  expect(await read(other, opened)).toEqual({ text: kept, path: null, instead: 'notOwn' });
  expect(await read(other, opened, 'node:internal/timers')).toEqual({ why: 'notOwn', path: null });
  appendFileSync(script, '\n// changed\n');
  expect(await read(engine, sessionId)).toEqual({ text: kept, path: script, instead: 'changed' });
  const { facts } = unwrap(await other.handle('session.private', { sessionId: opened }));
  expect(facts.find(({ about }) => about === 'source')).toMatchObject({ count: kept.length, parts: ['texts.json'] });
});
