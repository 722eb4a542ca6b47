/** What is kept between starts, in a real folder. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultDataDir } from '../../electron/engine/sessions/data-dir.ts';
import { journalSession } from '../../electron/engine/sessions/journal.ts';
import { settingsOf } from '../../electron/engine/sessions/known-settings.ts';
import { Library } from '../../electron/engine/sessions/library.ts';
import { writeSession } from '../../electron/engine/sessions/session-file.ts';
import { connectionsOf } from '../../shared/model/load-models.ts';
import type { MeasuredCost } from '../../shared/model/profile/profiling-cost.ts';
import { hasRedacted } from '../../shared/model/setup/hidden.ts';
import { keepsConnections } from '../../shared/model/setup/setup.ts';
import { subjectOf } from '../../shared/model/setup/subject.ts';
import { lastCostText } from '../../shared/phrases/profiling-cost.ts';
import { redactSetup } from '../../shared/privacy/redaction.ts';
import { closedLoadOf, planOf } from '../helpers/plans.ts';
import { scriptOf } from '../helpers/script-target.ts';
import { record, temporaryFolder } from '../helpers/session-dir.ts';
import { SYNTHETIC_SETUP, syntheticEntries } from '../helpers/synthetic-recording.ts';

const root = temporaryFolder();
let folders = 0;
const newLibrary = (): Library => new Library(join(root, `library ${++folders}`));

test('what profiling cost on this machine is known at the next start, the newest for each way to take a profile', async () => {
  const library = newLibrary();
  const cost = (of: Partial<MeasuredCost>, percent: number): MeasuredCost => ({
    intervalUs: 1_000,
    byRequest: false,
    spans: false,
    waits: true,
    ...of,
    measuredAt: '2026-01-02T03:04:05.678Z',
    cpuPerRequest: { percent, interval: [percent - 1, percent + 1], pairs: 80 },
    throughput: { why: 'busyMachine' },
  });
  expect(await library.profilingCosts()).toEqual([]);
  await library.rememberProfilingCost(cost({}, 3));
  await library.rememberProfilingCost(cost({ byRequest: true, spans: true }, 19));
  await library.rememberProfilingCost(cost({ spans: true }, 5));
  await library.rememberProfilingCost(cost({ byRequest: true }, 20));
  await library.rememberProfilingCost(cost({ byRequest: true, waits: false }, 17));
  await library.rememberProfilingCost(cost({}, 4));
  const known = [cost({}, 4), cost({ byRequest: true, waits: false }, 17), cost({ byRequest: true }, 20), cost({ spans: true }, 5)];
  expect(await new Library(library.dir).profilingCosts()).toEqual(known);
  expect(lastCostText(cost({}, 4))).toBe(
    'Measured on this machine on 2026-01-02: profiling cost 4.0 % (3.0 to 5.0) more CPU time per request.',
  );
});

/** As if the engine of a recording had been killed: its owner is a process that is gone. */
async function abandon(library: Library, id: string): Promise<void> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'close');
  writeFileSync(join(library.recordingDir(id), 'owner.json'), JSON.stringify({ pid: child.pid, started: '1' }));
}

describe('where things live', () => {
  test.each([
    [{ XDG_DATA_HOME: '/data' }, 'linux', '/data/loopscope'],
    [{}, 'linux', '/home/u/.local/share/loopscope'],
    [{}, 'darwin', '/home/u/Library/Application Support/Loopscope'],
    [{ LOOPSCOPE_DATA_DIR: '/elsewhere', XDG_DATA_HOME: '/data' }, 'linux', '/elsewhere'],
  ] as const)('%j on %s: %s', (env, platform, dir) => {
    expect(defaultDataDir(env, platform, '/home/u')).toBe(dir);
  });

  test('on Windows in the roaming application data', () => {
    expect(defaultDataDir({ APPDATA: 'C:\\Users\\u\\AppData\\Roaming' }, 'win32', 'C:\\Users\\u')).toContain('Roaming');
  });
});

describe('recordings', () => {
  test('one that goes on is not offered; one whose engine is gone is, and can be recovered and discarded', async () => {
    const library = newLibrary();
    const { journal } = await record(library.recordingDir('one'), syntheticEntries({ ended: false }));
    await journal.sync();
    expect(await library.recordings()).toEqual([]);
    await journal.close();
    await abandon(library, 'one');
    expect(await library.recordings()).toMatchObject([
      { id: 'one', name: 'Synthetic run', script: '/srv/shop/Übersicht сервер.js', createdAt: '2026-01-02T03:04:05.678Z' },
    ]);
    const recovered = await library.recover('one');
    expect(recovered.ok && recovered.value.kind === 'run' && recovered.value.recording.load.finished).toBeGreaterThan(4_000);
    await library.discard('one');
    expect(await library.recordings()).toEqual([]);
    expect(await library.recover('one')).toMatchObject({ ok: false, failure: { code: 'not-found' } });
  });

  test('a process that has the id of a dead engine by chance does not hide its recording', async () => {
    const library = newLibrary();
    const { journal } = await record(library.recordingDir('two'), syntheticEntries({ seconds: 1 }));
    await journal.close();
    writeFileSync(join(library.recordingDir('two'), 'owner.json'), JSON.stringify({ pid: process.pid, started: '1' }));
    expect((await library.recordings()).map(({ id }) => id)).toEqual(process.platform === 'linux' ? ['two'] : []);
  });

  test('one that is safe in a file is not offered but cleared away', async () => {
    const library = newLibrary();
    const { recording, journal } = await record(library.recordingDir('three'), syntheticEntries({ seconds: 1 }));
    await library.prepare();
    expect(
      (await writeSession(journalSession(journal, recording), join(library.sessionsDir, 's.loopscope'), { overwrite: false })).ok,
    ).toBe(true);
    await journal.close();
    await abandon(library, 'three');
    expect(await library.recordings()).toEqual([]);
    expect(existsSync(library.recordingDir('three'))).toBe(false);
  });

  test('one without a readable header is not offered', async () => {
    const library = newLibrary();
    mkdirSync(library.recordingDir('four'), { recursive: true });
    writeFileSync(join(library.recordingDir('four'), 'journal'), 'LOOPJRN1garbage');
    mkdirSync(library.recordingDir('five'));
    expect(await library.recordings()).toEqual([]);
    expect(await library.recover('four')).toMatchObject({ ok: false, failure: { code: 'damaged' } });
  });

  test.each(['../../outside', '..', '.', '/etc', ''])('the id %j names nothing outside', async (id) => {
    const library = newLibrary();
    await library.prepare();
    writeFileSync(join(library.dir, 'outside'), 'x');
    await library.discard(id);
    expect(existsSync(join(library.dir, 'outside'))).toBe(true);
    expect(existsSync(library.sessionsDir)).toBe(true);
    expect(await library.recover(id)).toMatchObject({ ok: false, failure: { code: 'not-found' } });
  });
});

describe('preferences', () => {
  test('recent sessions: newest first, each once, missing ones marked', async () => {
    const library = newLibrary();
    const here = join(root, 'here.loopscope');
    writeFileSync(here, '');
    for (const path of [here, '/gone/a.loopscope', '/gone/b.loopscope', here]) await library.remember(path, path.slice(-11), null);
    expect((await library.recent()).map(({ path, missing }) => [path, missing])).toEqual([
      [here, false],
      ['/gone/b.loopscope', true],
      ['/gone/a.loopscope', true],
    ]);
    await library.forget('/gone/a.loopscope');
    expect((await new Library(library.dir).recent()).length).toBe(2);
  });

  test('a file that is gone leaves the list a day after that was noticed, and not when it came back', async () => {
    const library = newLibrary();
    const [back, gone] = [join(root, 'back.loopscope'), join(root, 'gone.loopscope')];
    for (const path of [back, gone]) await library.remember(path, 'one', null);
    expect((await library.recent()).map(({ missing }) => missing)).toEqual([true, true]);
    const stored = join(library.dir, 'recent.json');
    const aged = readFileSync(stored, 'utf8').replace(/"missingSince":\s*"[^"]+"/g, '"missingSince":"2020-01-01T00:00:00.000Z"');
    expect(aged.match(/2020-01-01/g)).toHaveLength(2);
    writeFileSync(stored, aged);
    writeFileSync(back, '');
    expect((await new Library(library.dir).recent()).map(({ path, missing }) => [path, missing])).toEqual([[back, false]]);
    rmSync(back);
    expect((await new Library(library.dir).recent()).map(({ missing }) => missing)).toEqual([true]);
  });

  test('how a run ended and its errors are kept with its figures', async () => {
    const library = newLibrary();
    const summary = {
      script: '/srv/app.js',
      connections: 10,
      completed: 100,
      failed: 1,
      p50Ms: null,
      p99Ms: null,
      requestsPerSecond: 58_617,
      ending: 'target-exited' as const,
      unexpected: 60,
    };
    await library.remember('/s/1', 'crash.js', summary);
    expect((await new Library(library.dir).recent())[0]!.summary).toEqual(summary);
  });

  test('a load plan of another version costs its figures in the list, not the list', async () => {
    const library = newLibrary();
    const figures = { connections: 1, completed: 1, failed: 0, p50Ms: null, p99Ms: null, requestsPerSecond: null };
    const { load, client } = SYNTHETIC_SETUP;
    await library.remember('/s/1', 'one', { ...figures, script: '/srv/app.js', load, client });
    await library.remember('/s/2', 'two', { ...figures, script: '/srv/app.js', load: { model: 'waves' } as never });
    const listed = await new Library(library.dir).recent();
    expect(listed.map(({ name, summary }) => [name, summary?.load])).toEqual([
      ['two', undefined],
      ['one', load],
    ]);
  });

  test('changes at the same moment do not undo each other', async () => {
    const library = newLibrary();
    await Promise.all(Array.from({ length: 40 }, (_, index) => library.remember(`/s/${index}`, `${index}`, null)));
    expect((await library.recent()).length).toBe(40);
    expect(readdirSync(library.dir).filter((name) => name.endsWith('-tmp'))).toEqual([]);
  });

  test('the last set-up of each script, for the user alone', async () => {
    const library = newLibrary();
    const other = { ...SYNTHETIC_SETUP, target: { ...SYNTHETIC_SETUP.target, script: '/other.js' } };
    await library.rememberSetup(SYNTHETIC_SETUP);
    await library.rememberSetup(other);
    await library.rememberSetup({ ...SYNTHETIC_SETUP, load: { ...closedLoadOf(SYNTHETIC_SETUP), connections: 7 } });
    expect((await library.rememberedSetups(null)).map(({ setup }) => [subjectOf(setup), connectionsOf(setup.load)])).toEqual([
      [subjectOf(SYNTHETIC_SETUP), 7],
      ['/other.js', 50],
    ]);
    expect(await library.rememberedSetups('/other.js')).toMatchObject([{ setup: other }]);
    if (process.platform !== 'win32') expect(statSync(join(library.dir, 'setups.json')).mode & 0o077).toBe(0);
  });

  const secret = {
    ...SYNTHETIC_SETUP,
    target: { ...scriptOf(SYNTHETIC_SETUP), args: ['--password', 'hunter2'], env: [{ name: 'API_KEY', value: 'hunter2' }] },
    ...planOf({ url: '/?token=hunter2', body: 'hunter2' }),
  };

  test('secrets are not remembered, and the form can tell what is missing', async () => {
    const library = newLibrary();
    await library.rememberSetup(secret);
    expect(readFileSync(join(library.dir, 'setups.json'), 'utf8')).not.toContain('hunter2');
    expect((await library.rememberedSetups(null)).map(({ setup }) => hasRedacted(setup))).toEqual([true]);
  });

  test('what an earlier version has remembered loses its secrets at the next start', async () => {
    const library = newLibrary();
    await library.prepare();
    const { target, requests, load, client, capture } = secret;
    const [{ url, method, headers, body }] = requests;
    const { kind: _kind, ...earlierTarget } = target;
    const earlier = { target: earlierTarget, load: { ...load, url, method, headers, body, keepAlive: keepsConnections(client) }, capture };
    const settings = JSON.stringify([target.args, target.env, target.node, url, method, body]);
    const noise = { at: '2026-01-01', name: 'x', script: '/x', connections: 1, pairs: 5, sameVariants: true, cv: [] };
    const stored = {
      'setups.json': [{ setup: earlier, usedAt: '2026-01-01' }],
      'recent.json': [{ path: '/x', name: 'app.js /?token=hunter2', openedAt: '2026-01-01', summary: null }],
      'noise.json': [{ ...noise, rates: [{ script: '/x', connections: 1, perSecond: 9, settings }] }],
    };
    for (const [name, value] of Object.entries(stored)) writeFileSync(join(library.dir, name), JSON.stringify({ version: 1, value }));
    await new Library(library.dir).prepare();
    for (const name of Object.keys(stored)) expect(readFileSync(join(library.dir, name), 'utf8')).not.toContain('hunter2');
    expect(await library.rememberedSetups(null)).toMatchObject([
      // What was recorded before garbage was collected is repeated without.
      { setup: { ...redactSetup(secret), collectGarbage: false } },
    ]);
    expect((await library.noise())[0]!.rates[0]).toMatchObject({ perSecond: 9, settings: settingsOf(secret) });
  });

  test('all set-ups are forgotten, and so is the list of recent sessions, on the disk as well', async () => {
    const library = newLibrary();
    await library.rememberSetup(SYNTHETIC_SETUP);
    await library.remember('/x.loopscope', 'kept secret', null);
    writeFileSync(join(library.dir, 'setups.json.damaged-1'), 'hunter2');
    await library.forgetSetups();
    expect(await library.rememberedSetups(null)).toEqual([]);
    expect(await library.recent()).toHaveLength(1);
    await library.forgetRecent();
    expect(await library.recent()).toEqual([]);
    const files = readdirSync(library.dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const left = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
    expect(left.join()).not.toMatch(/hunter2|kept secret|server\.js/);
  });

  test.each(['', '{', '[]', '{"theme":"pink"}', '['.repeat(1e6)])('damaged settings are set aside, not fatal: %.10s', async (text) => {
    const library = newLibrary();
    await library.prepare();
    writeFileSync(join(library.dir, 'settings.json'), text);
    expect(await library.settings()).toEqual({ theme: 'system' });
    const aside = readdirSync(library.dir).filter((name) => name.startsWith('settings.json.damaged-'));
    expect(aside.map((name) => readFileSync(join(library.dir, name), 'utf8'))).toEqual([text]);
    expect(await library.setSettings({ theme: 'dark' })).toEqual({ theme: 'dark' });
    expect(await new Library(library.dir).settings()).toEqual({ theme: 'dark' });
  });

  test('preferences say their version; those from before there was one are read', async () => {
    const library = newLibrary();
    await library.prepare();
    const file = join(library.dir, 'settings.json');
    writeFileSync(file, '{"theme":"dark"}');
    expect(await library.settings()).toEqual({ theme: 'dark' });
    await library.setSettings({ theme: 'light' });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ version: 1, value: { theme: 'light' } });
    expect(await new Library(library.dir).settings()).toEqual({ theme: 'light' });
  });

  test('preferences of a newer Loopscope are not damaged, and stay as they are', async () => {
    const library = newLibrary();
    await library.prepare();
    const file = join(library.dir, 'settings.json');
    const newer = '{"version":2,"value":{"colours":{"theme":"dark"}}}';
    writeFileSync(file, newer);
    expect(await library.settings()).toEqual({ theme: 'system' });
    // For as long as this process lives the choice holds all the same.
    await library.setSettings({ theme: 'light' });
    expect(await library.settings()).toEqual({ theme: 'light' });
    expect(readFileSync(file, 'utf8')).toBe(newer);
    expect(readdirSync(library.dir).filter((name) => name.startsWith('settings.json.'))).toEqual(['settings.json.lock']);
  });
});
