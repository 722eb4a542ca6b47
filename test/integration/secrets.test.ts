/** A secret in every place that takes one: the script gets it, and nothing that Loopscope writes or prints has it. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { PrivateFacts } from '../../shared/copies/private-facts.ts';
import type { RequestParams } from '../../shared/protocol/contract.ts';
import { loopscope, scratch, start } from '../helpers/command.ts';
import { makeEngine, unwrap } from '../helpers/comparisons.ts';
import { makeSetup } from '../helpers/fake-data.ts';
import { unpack } from '../helpers/repack.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

/** Plain words: no shape gives it away, only where it stands. */
const SECRET = 'correct-horse-battery';
const SCRIPT = join(TARGETS_DIR, 'wants-secrets.cjs');
const GIVEN = [
  ...['--url', `/cart?token=${SECRET}&page=2`, '--method', 'POST', '--body', `{"card":"${SECRET}"}`],
  ...['--header', `x-shop=${SECRET}`, '--header', `authorization=Bearer ${SECRET}`, '--header', 'accept=text/html'],
  ...['--env', `API_TOKEN=${SECRET}`, '--env', `DATABASE_URL=postgres://shop:${SECRET}@db/shop`, '--env', 'NODE_ENV=production'],
];
const ARGS = ['--', '--mode', 'fast', '--password', SECRET, `--db=postgres://shop:${SECRET}@db/shop`];
type Format = RequestParams<'export.text'>['format'];
const FORMATS: readonly Format[] = [
  'cpuprofile',
  'speedscope',
  'pprof',
  'firefox',
  'collapsed',
  'autocannon',
  'hgrm',
  'csv',
  'json',
  'html',
  'markdown',
  'brief',
];

/** As the command and the window write it. */
async function exportAll(session: string, formats: readonly Format[], dataDir: string, out: string): Promise<void> {
  const engine = makeEngine(dataDir);
  const { sessionId } = unwrap(await engine.handle('sessions.open', { path: session }));
  for (const format of formats) {
    const { text, isBase64 } = unwrap(await engine.handle('export.text', { sessionId, format }));
    writeFileSync(join(out, `x.${format}`), isBase64 ? gunzipSync(Buffer.from(text, 'base64')) : text);
  }
  await engine.close();
}

/** Every file below a folder, and of sessions every part, inflated. */
async function everyByte(dir: string): Promise<[name: string, bytes: Buffer][]> {
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(dir, name))
    .filter((path) => statSync(path).isFile());
  const all: [string, Buffer][] = files.map((path) => [path, readFileSync(path)]);
  for (const path of files.filter((one) => one.endsWith('.loopscope')))
    for (const { name, content } of await unpack(path)) all.push([`${path} ${name}`, content]);
  return all;
}

/** Where the secret stands: plain, or as base64 of the header it was in. */
async function leaksBelow(dir: string): Promise<string[]> {
  const spellings = [SECRET, Buffer.from(SECRET).toString('base64').replace(/=+$/, '')];
  return (await everyByte(dir)).filter(([, bytes]) => spellings.some((one) => bytes.includes(one))).map(([name]) => name);
}

test('a run leaves no secret in any byte it writes or prints, also while it goes on', async () => {
  const [data, out] = [scratch(), scratch()];
  const session = join(out, 'run.loopscope');
  const run = start(['run', SCRIPT, '-c', '2', '-d', '2', '--env', 'LOUD=1', ...GIVEN, '-o', session, ...ARGS], {
    LOOPSCOPE_DATA_DIR: data,
  });
  await run.said('measuring');
  const whileRunning = await everyByte(join(data, 'recordings'));
  expect(whileRunning.some(([name]) => name.endsWith('journal'))).toBe(true);
  expect(await leaksBelow(data)).toEqual([]);
  const { code, stdout, stderr } = await run.ended;
  expect(code).toBe(0);
  // It was run with the values themselves.
  expect(stdout).toContain('; 0 with an unexpected status');
  await exportAll(session, FORMATS, data, out);
  const shown = await Promise.all(
    [[], ['--json'], ['--private'], ['--private', '--json']].map((flags) => loopscope('show', session, ...flags)),
  );
  expect([stdout, stderr, ...shown.map((one) => one.stdout + one.stderr)].join('\n')).not.toContain(SECRET);
  expect(await leaksBelow(data)).toEqual([]);
  expect(await leaksBelow(out)).toEqual([]);
  // What is harmless is still there to read.
  const parts = await unpack(session);
  const partOf = (part: string): string => parts.find(({ name }) => name === part)!.content.toString();
  expect(partOf('output.txt')).toContain('configuration: (not saved) (not saved) ');
  const manifest = JSON.parse(partOf('manifest.json'));
  const [cell] = manifest.experiment.cells;
  const {
    target,
    requests: [request],
  } = cell.session.setup;
  expect(target.env.at(-1)).toEqual({ name: 'NODE_ENV', value: 'production' });
  expect(target.args.slice(0, 2)).toEqual(['--mode', 'fast']);
  expect(request.url).toBe('/cart?token=(not saved 1)&page=2'.replace('1', /\d/.exec(request.url)![0]));
  expect(request.headers.at(-1)).toEqual({ name: 'accept', value: 'text/html' });
  expect(cell.session.keepsValues).toBe(false);
});

test('a comparison leaves no secret, and says that two hidden values differ, live and reopened', { tags: ['long'] }, async () => {
  const [data, out] = [scratch(), scratch()];
  const session = join(out, 'two.loopscope');
  const sides = ['--env-a', `SESSION_SECRET=${SECRET}-a`, '--env-b', `SESSION_SECRET=${SECRET}-b`, '--env-b', 'BYPASS_CACHE=1'];
  const args = ['compare', SCRIPT, '--one-look', '-c', '2', '-a', '60', '--capture', 'none', ...GIVEN, ...sides, '-o', session, ...ARGS];
  const { code, stdout, stderr } = await start(args, { LOOPSCOPE_DATA_DIR: data }).ended;
  expect(code).toBe(0);
  const shown = await loopscope('show', session);
  const json = JSON.parse((await loopscope('show', session, '--json')).stdout);
  for (const text of [stdout, shown.stdout]) {
    expect(text).toContain('SESSION_SECRET: differs, hidden: A (not saved');
    expect(text).toContain('BYPASS_CACHE: A not set, B 1');
  }
  expect(json.comparison.differences.map(({ field, hidden }: { field: string; hidden?: string }) => [field, hidden])).toEqual([
    ['env.BYPASS_CACHE', undefined],
    ['env.SESSION_SECRET', 'differs'],
  ]);
  await exportAll(session, ['html', 'markdown', 'brief', 'json'], data, out);
  expect(readFileSync(join(out, 'x.html'), 'utf8')).toContain('differs, hidden');
  expect([stdout, stderr, shown.stdout].join('\n')).not.toContain(SECRET);
  expect([...(await leaksBelow(data)), ...(await leaksBelow(out))]).toEqual([]);
});

test('what was given is kept in memory for running again, not on disk, and is gone with the engine', async () => {
  const data = scratch();
  const given = makeSetup(SCRIPT, {
    url: `/cart?token=${SECRET}`,
    headers: [{ name: 'authorization', value: `Bearer ${SECRET}` }],
    connections: 1,
    end: { by: 'duration', seconds: 1 },
  });
  const engine = makeEngine(data);
  const { sessionId } = unwrap(await engine.handle('run.start', { setup: given, name: null }));
  await engine.sessions.finished(sessionId);
  const { setup, command } = unwrap(await engine.handle('session.info', { sessionId }));
  expect(JSON.stringify(setup)).not.toContain(SECRET);
  expect(command).toContain('"authorization=$AUTHORIZATION"');
  const [remembered] = unwrap(await engine.handle('setup.remembered', { script: SCRIPT }));
  for (const saved of [setup!, remembered!.setup]) {
    expect(unwrap(await engine.handle('setup.given', { setup: saved, from: sessionId })).requests).toEqual(given.requests);
  }
  expect(await leaksBelow(data)).toEqual([]);
  await exportAll(join(data, 'sessions', readdirSync(join(data, 'sessions'))[0]!), FORMATS, data, data);
  expect(await leaksBelow(data)).toEqual([]);
  await engine.close();
  const next = makeEngine(data);
  expect(unwrap(await next.handle('setup.given', { setup: setup!, from: sessionId }))).toEqual(setup);
  await next.close();
});

test('a run that is refused does not quote what it was given', async () => {
  const data = scratch();
  const urls = [
    `http://ana:${SECRET}@127.0.0.1:9/`,
    `ftp://ana:${SECRET}@127.0.0.1/`,
    `http://ana:${SECRET}@[/`,
    `http://x.invalid/?token=${SECRET}`,
  ];
  for (const url of urls) {
    const { code, stdout, stderr } = await start(['run', SCRIPT, '-a', '1', '--url', url, '--json'], { LOOPSCOPE_DATA_DIR: data }).ended;
    expect(code).toBe(1);
    expect(stdout + stderr).not.toContain(SECRET);
  }
  const wrong = await loopscope('run', SCRIPT, '--header', `Bearer ${SECRET}`);
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).not.toContain(SECRET);
  expect(await leaksBelow(data)).toEqual([]);
});

test('--keep-values stores everything in that session and says so; what is remembered for the next run has no secret', async () => {
  const [data, out] = [scratch(), scratch()];
  const session = join(out, 'kept.loopscope');
  const args = ['run', SCRIPT, '-c', '1', '-a', '20', ...GIVEN, '--keep-values', '-o', session, ...ARGS];
  expect((await start(args, { LOOPSCOPE_DATA_DIR: data }).ended).code).toBe(0);
  const manifest = (await unpack(session)).find(({ name }) => name === 'manifest.json')!.content.toString();
  expect(manifest.split(SECRET).length).toBeGreaterThan(8);
  expect(JSON.parse(manifest).experiment.cells[0].session).toMatchObject({
    keepsValues: true,
    command: expect.stringContaining('--keep-values'),
  });
  for (const store of ['setups.json', 'recent.json']) expect(readFileSync(join(data, store), 'utf8')).not.toContain(SECRET);
  const told = (await loopscope('show', session, '--private')).stdout;
  expect(told).toContain('All values that were given are stored');
  const facts: PrivateFacts = JSON.parse((await loopscope('show', session, '--private', '--json')).stdout);
  expect(facts.facts[0]).toMatchObject({ about: 'suspicious' });
  expect(facts.facts[0]!.count).toBeGreaterThan(5);
  // Even here it is not put on the screen.
  expect(told).not.toContain(SECRET);
});
