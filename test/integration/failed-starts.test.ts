/** A start that fails is kept as any other session: with its message, its output and its set-up, also after the engine has ended. */

import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Engine } from '../../electron/engine/api/engine.ts';
import { Library } from '../../electron/engine/sessions/library.ts';
import { wordFailure, wordSaid } from '../../shared/format/word-said.ts';
import type { RecentSummary } from '../../shared/model/recent-session.ts';
import type { ScriptTarget, Setup } from '../../shared/model/setup/setup.ts';
import { recentState } from '../../shared/phrases/recent.ts';
import { doAfterEach } from '../helpers/after-each.ts';
import { loopscope } from '../helpers/command.ts';
import { comparisonOf, makeEngine, setupOf, unwrap } from '../helpers/comparisons.ts';
import { bytesOf } from '../helpers/repack.ts';
import { temporaryFolder } from '../helpers/targets.ts';
import { verbatim } from '../helpers/worded.ts';

const SECRET = 'hunter2-and-more';
const SCRIPTS = {
  'crash.js': `console.log('config postgres://shop:${SECRET}@db/shop'); setTimeout(() => { throw new Error('no database'); }, 50);`,
  'two-writes.js': `process.stdout.write('config postgres://shop:${SECRET.slice(0, 7)}');
    setTimeout(() => console.log('${SECRET.slice(7)}@db/shop'), 50);
    setTimeout(() => { throw new Error('no database'); }, 100);`,
  'silent.js': `console.log('waiting for the database'); setInterval(() => {}, 1000);`,
  'taken.js': `require('node:http').createServer(() => {}).listen(Number(process.env.PORT), '127.0.0.1');`,
};

function folderWithScripts(): string {
  const dir = temporaryFolder('failed-starts-');
  for (const [name, text] of Object.entries(SCRIPTS)) writeFileSync(join(dir, name), text);
  return dir;
}

function engineOn(dir: string): Engine {
  const engine = makeEngine(join(dir, 'data'));
  doAfterEach(() => engine.close());
  return engine;
}

const setupIn = (dir: string, name: string, target: Partial<ScriptTarget> = {}) =>
  setupOf(name, { load: short, target: { script: join(dir, name), ...target } });

const short = { end: { by: 'amount', requests: 5 }, warmupS: 0 } as const;

async function failToStart(engine: Engine, setup: Setup, options = {}): Promise<string> {
  const { sessionId } = unwrap(await engine.startRun(setup, options));
  const { failure, saveFailure } = await engine.sessions.finished(sessionId);
  expect(failure).not.toBeNull();
  expect(saveFailure).toBeNull();
  return sessionId;
}

/** As Home of the next start shows it. */
async function reopen(dir: string) {
  const engine = engineOn(dir);
  const [recent] = unwrap(await engine.handle('sessions.recent', {}));
  const { sessionId } = unwrap(await engine.handle('sessions.open', { path: recent!.path }));
  return { engine, sessionId, recent: recent!, info: unwrap(await engine.handle('session.info', { sessionId })) };
}

test('a script that crashes at its start: message, output and set-up are there after a restart, and no secret of its output', async () => {
  const dir = folderWithScripts();
  const first = engineOn(dir);
  await failToStart(first, setupIn(dir, 'crash.js'));
  await first.close();
  const { engine, sessionId, recent, info } = await reopen(dir);
  expect(recent.name).toContain('crash.js');
  expect(recentState(recent.summary!)).toMatchObject({ word: 'nothing measured', tone: 'bad' });
  expect(wordSaid(recent.summary!.failedStart!)).toContain('The script ended with code 1 before it listened');
  expect(info.state).toBe('failed');
  expect(wordFailure(info.failure!).message).toContain('no database');
  const output = unwrap(await engine.handle('session.output', { sessionId }));
  expect(output.text.map(({ text }) => text).join('')).toContain('config postgres://');
  expect(info.setup).toMatchObject({ target: { kind: 'script', script: join(dir, 'crash.js') } });
  expect(await bytesOf(recent.path)).not.toContain(SECRET);
  expect(JSON.stringify(output)).not.toContain(SECRET);
});

test('a secret that is printed in two writes is not kept either', async () => {
  const dir = folderWithScripts();
  const first = engineOn(dir);
  await failToStart(first, setupIn(dir, 'two-writes.js'));
  await first.close();
  const { engine, sessionId, recent } = await reopen(dir);
  const text = unwrap(await engine.handle('session.output', { sessionId }))
    .text.map((piece) => piece.text)
    .join('');
  expect(text).toMatch(/config postgres:\/\/.*@db\/shop/);
  expect(text).not.toMatch(/hunter2|and-more/);
  expect(await bytesOf(recent.path)).not.toMatch(/hunter2|and-more/);
});

test('the command shows why it did not start and what it printed last, and no figures of nothing', async () => {
  const dir = folderWithScripts();
  const engine = engineOn(dir);
  const runId = await failToStart(engine, setupIn(dir, 'crash.js'));
  const setups = ['crash.js', 'crash.js'].map((name) => setupIn(dir, name));
  const { sessionId: compareId } = unwrap(
    await engine.comparisons.start(comparisonOf(setups, { pairs: 2, profiled: false }), { name: null }),
  );
  await engine.sessions.finished(compareId);
  for (const id of [runId, compareId]) {
    const { stdout } = await loopscope('show', engine.sessions.get(id).path!);
    expect(stdout).toMatch(/The script ended with code 1 before it listened: Error: no database/);
    expect(stdout).toMatch(/^ {4}config postgres:\/\/.*\n(?: {4}.*\n|\n)* {4}Error: no database$/m);
    expect(stdout).not.toMatch(/0 sent|No request was sent|p99/);
    const notMade = /The comparison ended before its planned end: \d+ planned runs were not made\./;
    expect(id === compareId ? stdout.match(notMade)?.length : 1).toBe(1);
    expect(stdout).not.toMatch(/runs? left out.*ended before/);
  }
});

test('one that never listens, and one whose port is taken', async () => {
  const dir = folderWithScripts();
  const other = createServer().listen(0, '127.0.0.1');
  doAfterEach(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const engine = engineOn(dir);
  await failToStart(engine, setupIn(dir, 'silent.js', { portTimeoutS: 1 }));
  const env = [{ name: 'PORT', value: String(port) }];
  await failToStart(engine, setupIn(dir, 'taken.js', { env }));
  const recent = unwrap(await engine.handle('sessions.recent', {}));
  expect(recent.map(({ summary }) => wordSaid(summary!.failedStart!))).toEqual([
    expect.stringMatching(/port/i),
    expect.stringMatching(/did not|within|listen/i),
  ]);
});

test('what was measured under the name of the file stays: the failed start gets a file of its own', async () => {
  const dir = folderWithScripts();
  const engine = engineOn(dir);
  const saveTo = join(dir, 'good.loopscope');
  writeFileSync(saveTo, 'good figures');
  const sessionId = await failToStart(engine, setupIn(dir, 'crash.js'), { saveTo, mayReplace: true });
  expect(readFileSync(saveTo, 'utf8')).toBe('good figures');
  expect(engine.sessions.get(sessionId).path).not.toBe(saveTo);
  expect(existsSync(engine.sessions.get(sessionId).path!)).toBe(true);
});

test('a start that is stopped leaves nothing', async () => {
  const dir = folderWithScripts();
  const engine = engineOn(dir);
  const { sessionId } = unwrap(await engine.startRun(setupIn(dir, 'silent.js'), {}));
  await engine.sessions.stop(sessionId);
  await engine.sessions.finished(sessionId);
  expect(unwrap(await engine.handle('sessions.recent', {}))).toEqual([]);
  expect(readdirSync(join(dir, 'data/sessions'))).toEqual([]);
  expect(unwrap(await engine.handle('recordings.list', {}))).toEqual([]);
});

test('a comparison whose first run cannot be started is kept with its message', async () => {
  const dir = folderWithScripts();
  const first = engineOn(dir);
  const setups = ['crash.js', 'crash.js'].map((name) => setupIn(dir, name));
  const { sessionId } = unwrap(await first.comparisons.start(comparisonOf(setups, { pairs: 2, profiled: false }), { name: null }));
  await first.sessions.finished(sessionId);
  await first.close();
  const { info, recent } = await reopen(dir);
  expect(recent.summary).toMatchObject({ kind: 'comparison' });
  expect(recentState(recent.summary!)!.word).toBe('nothing measured');
  expect(wordFailure(info.failure!).message).toContain('before it listened');
  expect(await bytesOf(recent.path)).not.toContain(SECRET);
});

test('of many failed starts the oldest are deleted, but for those that somebody has named', async () => {
  const dir = temporaryFolder('failed-starts-');
  const library = new Library(dir);
  mkdirSync(library.sessionsDir, { recursive: true });
  const summary = (day: number, failed: boolean): RecentSummary => ({
    script: '/a.js',
    connections: 1,
    completed: 0,
    failed: 0,
    p50Ms: null,
    p99Ms: null,
    requestsPerSecond: null,
    recordedAt: new Date(Date.UTC(2026, 0, day)).toISOString(),
    ...(failed ? { failedStart: verbatim('It ended.') } : {}),
  });
  const add = async (name: string, day: number, failed = true, folder = library.sessionsDir) => {
    writeFileSync(join(folder, name), name);
    await library.remember(join(folder, name), name, summary(day, failed));
  };
  await add('measured', 1, false);
  await add('named', 2);
  await library.updateRecent(join(library.sessionsDir, 'named'), 'mine', summary(2, true));
  await add('elsewhere', 3, true, dir);
  for (let day = 4; day < 17; day += 1) await add(`failed-${day}`, day);
  await library.limitFailedStarts();
  const kept = Array.from({ length: 10 }, (_, at) => `failed-${at + 7}`);
  expect(readdirSync(library.sessionsDir).sort()).toEqual(['measured', 'named', ...kept].sort());
  expect((await library.recent()).map(({ path }) => path.split('/').pop()).sort()).toEqual(
    ['measured', 'named', 'elsewhere', ...kept].sort(),
  );
});
