/** The result of a load generator beside a recording of the server: joined, and where it lies on its time axis. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '../../electron/engine/machine/paths.ts';
import { journalSession } from '../../electron/engine/sessions/journal.ts';
import { writeSession } from '../../electron/engine/sessions/session-file.ts';
import { wordSaid } from '../../shared/format/word-said.ts';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { loopscope, scratch, start } from '../helpers/command.ts';
import { unwrap } from '../helpers/comparisons.ts';
import { newEngine, openFileIn } from '../helpers/engines.ts';
import { record } from '../helpers/session-dir.ts';
import { syntheticEntries } from '../helpers/synthetic-recording.ts';
import { until } from '../helpers/targets.ts';
import { messageOf } from '../helpers/worded.ts';

const fixture = (name: string): string => join(import.meta.dirname, '../fixtures/load-results', name);

/** A recording of 10 s, which began so long before the fixture `autocannon.json`; its load command has waited. */
async function recordedFile(dir: string, loadCommand: string | null, beforeMs: number): Promise<string> {
  const { start: begun } = JSON.parse(readFileSync(fixture('autocannon.json'), 'utf8')) as { start: string };
  const createdAt = new Date(Date.parse(begun) - beforeMs).toISOString();
  const entries = [...syntheticEntries({ seconds: 10, rowsPerSecond: 5 })].map((entry) =>
    entry.type === 'header' ? { ...entry, header: { ...entry.header, createdAt, setup: { ...entry.header.setup, loadCommand } } } : entry,
  );
  const { recording, journal } = await record(join(dir, 'recording'), entries);
  const path = join(dir, 'recorded.loopscope');
  expect(await writeSession(journalSession(journal, recording), path, { overwrite: false })).toMatchObject({ ok: true });
  await journal.close();
  return path;
}

test('the window places a result in a recording, and makes a third session of both, which is saved and listed', async () => {
  const dir = scratch();
  const path = await recordedFile(dir, 'sleep 600', 6_000);
  const before = readFileSync(path);
  const engine = newEngine(dir);
  const [recorded, result, wrk] = [
    await openFileIn(engine, path),
    await openFileIn(engine, fixture('autocannon.json')),
    await openFileIn(engine, fixture('wrk.txt')),
  ];
  const placed = unwrap(await engine.handle('sessions.place-load', { sessionIds: [recorded, result] }));
  expect(placed.says.map(wordSaid).join()).toMatch(/^autocannon\.json lies on the time axis where its clock places it/);
  expect(unwrap(await engine.handle('session.info', { sessionId: recorded })).joined).toBe(undefined);

  const { sessionId } = unwrap(await engine.handle('sessions.join', { sessionIds: [recorded, result] }));
  const info = unwrap(await engine.handle('session.info', { sessionId }));
  expect(info).toMatchObject({
    kind: 'run',
    name: expect.stringMatching(/ with autocannon\.json$/),
    joined: { tool: 'autocannon', file: 'autocannon.json' },
  });
  expect(existsSync(info.path!)).toBe(true);
  expect(info.path).not.toBe(path);
  expect(unwrap(await engine.handle('sessions.recent', {})).map((one) => one.path)).toContain(info.path);
  // The recording is as it was, in memory and in its file.
  expect(unwrap(await engine.handle('session.info', { sessionId: recorded })).joined).toBe(undefined);
  expect(readFileSync(path).equals(before)).toBe(true);

  const refused = async (...sessionIds: [string, string]) => {
    const outcomes = [await engine.handle('sessions.place-load', { sessionIds }), await engine.handle('sessions.join', { sessionIds })];
    const [sentence, again] = outcomes.map((outcome) => (outcome.ok ? 'it is not refused' : messageOf(outcome.failure)));
    expect(again).toBe(sentence);
    return sentence;
  };
  expect(await refused(recorded, wrk)).toContain('wrk.txt does not say when the load was made');
  expect(await refused(recorded, recorded)).toContain('recorded.loopscope is not a result of a load tool');
  expect(await refused(result, result)).toContain('autocannon.json is not a recording of a server');
});

const SERVER = `const server = require('node:http').createServer((request, response) => response.end('ok'));
server.listen(0, '127.0.0.1', () => require('node:fs').writeFileSync('port', String(server.address().port)));
`;
/** What makes no load, and waits until somebody else has made it. */
const WAIT = `const fs = require('node:fs');
fs.writeFileSync('waits', '');
setInterval(() => { if (fs.existsSync('is over')) process.exit(); }, 20);
`;
const AUTOCANNON = join(ROOT, 'node_modules/autocannon/autocannon.js');

test('the real autocannon, which nobody here has started: placed by its clock or, where that is wrong, by what the server did', {
  tags: ['long'],
}, async () => {
  const cwd = scratch();
  const [recorded, result, wrong, out] = ['recorded.loopscope', 'result.json', 'wrong.json', 'out.loopscope'].map((name) =>
    join(cwd, name),
  );
  writeFileSync(join(cwd, 'server.js'), SERVER);
  writeFileSync(join(cwd, 'wait.js'), WAIT);
  const command = `"${process.execPath}" wait.js`;
  const flags = ['--cwd', cwd, '-d', '60', '--capture', 'none', '--load-command', command, '-o', recorded!];
  const run = start(['run', join(cwd, 'server.js'), ...flags]);
  await until(() => existsSync(join(cwd, 'waits')), 'the load command waits');
  const beganMs = Date.now();
  await sleep(4_500);
  const url = `http://127.0.0.1:${readFileSync(join(cwd, 'port'), 'utf8')}/`;
  const { stdout } = await promisify(execFile)(process.execPath, [AUTOCANNON, '--json', '-c', '8', '-d', '4', url]);
  await sleep(5_500);
  writeFileSync(join(cwd, 'is over'), '');
  expect(await run.ended).toMatchObject({ code: 0 });

  const told = JSON.parse(stdout) as { start: string; requests: { total: number } };
  const placedMs = Date.parse(told.start) - beganMs;
  writeFileSync(result!, stdout);
  const joined = await loopscope('import', result!, '--join', recorded!, '-o', out!);
  expect(joined).toMatchObject({ code: 0, stderr: '' });
  expect(joined.stdout).toMatch(
    /^result\.json lies on the time axis where its clock places it; the CPU time of the server agrees, within /,
  );
  const documentOf = async (file: string) => JSON.parse((await loopscope('show', file, '--json')).stdout) as ReportDocument;
  const [ran] = (await documentOf(out!)).runs;
  expect(ran!.byCommand).toMatchObject({ tool: 'autocannon', requests: { completed: told.requests.total } });
  expect(Math.abs(ran!.joined!.startMs - placedMs)).toBeLessThan(500);
  const shown = await loopscope('show', out!);
  expect(shown.stdout).toContain('the load was made with autocannon, whose figures in result.json are its own');
  expect(shown.stdout).toContain('Times, from another tool: autocannon');
  expect(shown.stdout).not.toContain('load command');
  const html = join(cwd, 'report.html');
  expect(await loopscope('export', out!, '--format', 'html', '-o', html)).toMatchObject({ code: 0 });
  expect(readFileSync(html, 'utf8')).toContain('load by autocannon, joined from result.json');

  // The same from a machine whose clock is 20 s behind.
  writeFileSync(wrong!, JSON.stringify({ ...told, start: new Date(Date.parse(told.start) - 20_000).toISOString() }));
  expect(await loopscope('import', wrong!, '--join', recorded!, '-o', out!, '--force')).toMatchObject({ code: 0 });
  const [moved] = (await documentOf(out!)).runs;
  const { startMs, clock } = moved!.joined!;
  expect(Math.abs(startMs - placedMs)).toBeLessThan(clock!.withinMs + 500);
  expect(moved!.warnings.join()).toMatch(/its clock is (19|20)(\.\d)? s behind that of the server/);

  const refused = async (...args: string[]) => {
    const { code, stderr } = await loopscope('import', ...args, '-o', join(cwd, 'none.loopscope'));
    expect(code).not.toBe(0);
    return stderr;
  };
  expect(await refused(fixture('wrk.txt'), '--join', recorded!)).toContain('wrk.txt does not say when the load was made');
  expect(await refused(fixture('artillery.json'), '--join', recorded!)).toContain('are of different times');
  expect(await refused(result!, '--join', fixture('ab.txt'))).toContain('ab.txt is not a recording of a server');
  expect(await refused(recorded!, '--join', recorded!)).toContain('recorded.loopscope is not a result of a load tool');
  expect(existsSync(join(cwd, 'none.loopscope'))).toBe(false);
});
