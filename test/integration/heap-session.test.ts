/** A snapshot of a heap from its file to a session and its exports: what it shows, and what is kept of it. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import type { HeapSummary } from '../../shared/model/heap-summary.ts';
import { runUnder } from '../helpers/command.ts';
import { writeSnapshot } from '../helpers/devtools-snapshot.ts';
import { unpack } from '../helpers/repack.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';

const dir = temporaryFolder();
const file = (name: string): string => join(dir, name);
const [BEFORE, AFTER] = [file('before.heapsnapshot'), file('after.heapsnapshot')];

/** Whatever a program may hold that is secret, each in a way of its own. */
const SECRETS = `
  class Session { constructor(token) { this.token = token; this.data = new Array(500).fill(1); } }
  globalThis.sessions = {};
  for (let n = 0; n < 1000; n++) globalThis.sessions['SECRETkey_' + n] = new Session('SECRETtoken' + n);
  globalThis.byUser = new Map([['SECRETuser', new Session('x')], [Symbol('SECRETsymbol'), /SECRETpattern/]]);
  globalThis.parsed = JSON.parse('{"SECRETparsed":{"SECRETinner":{"list":["SECRETtext"]}}}');
  globalThis.headers = Object.fromEntries([['authorization', 'Bearer SECRETbearer'], ['x-SECRETheader', '1'], ['SECRETidentifier', new Array(20000).fill(2)]]);
  globalThis.error = new Error('SECRETmessage');
  globalThis.keep = ((secret) => () => secret)('SECRETclosure');
  globalThis.big = 'SECRET'.repeat(100000) + Math.random();
  process.env.SECRET_VARIABLE = 'SECRETenv';`;

/** What AFTER shows, and the session that was made of it. */
const SESSION = file('kept.loopscope');
let shown = '';
let heap: HeapSummary;

beforeAll(async () => {
  writeSnapshot(process.execPath, BEFORE, SECRETS.replace('n < 1000', 'n < 400'));
  writeSnapshot(process.execPath, AFTER, SECRETS);
  shown = await run('show', AFTER);
  heap = heapOf(await run('show', AFTER, '--json'));
  await run('import', AFTER, '-o', SESSION);
});

async function run(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runUnder(process.execPath, args);
  expect(stderr).not.toMatch(/SECRET/);
  expect(code, stderr).toBe(0);
  return stdout;
}

const heapOf = (json: string): HeapSummary => JSON.parse(json).runs[0].snapshot;

test('the snapshot has the secrets that must not be kept', () => {
  const text = readFileSync(AFTER, 'latin1');
  for (const secret of [
    'key_7',
    'token7',
    'user',
    'symbol',
    'pattern',
    'parsed',
    'inner',
    'text',
    'bearer',
    'header',
    'identifier',
    'message',
    'closure',
  ]) {
    expect(text).toContain(`SECRET${secret}`);
  }
});

test('constructors, the largest objects and the dominator tree are shown', () => {
  expect(shown).toMatch(/^sessions \(Object\) keeps 4\.\d+ MB of \d+\.\d+ MB alive \(\d+ %\)\. The heap has [\d,]+ objects/);
  expect(shown).toMatch(/│ Session +│ +1,001 │/);
  expect(shown).toMatch(/│ +Session × 1,000 +│/);
  const { constructors, retainers, tree, bytes } = heap;
  expect(constructors.find(({ name }) => name === 'Session')!.count).toBe(1_001);
  expect(retainers[0]).toMatchObject({ name: 'sessions', constructor: 'Object', url: '' });
  expect(tree[0]!.depth).toBe(0);
  expect(tree.every(({ retainedBytes }) => retainedBytes <= bytes)).toBe(true);
});

test('a table can be written for spreadsheets, with all of its rows', async () => {
  const rows = (await run('show', AFTER, '--table', 'constructors', '--format', 'csv')).split('\r\n');
  expect(rows[0]).toBe('Constructor,Objects,Own size,Retained size,Of the heap');
  expect(rows.length - 2).toBe(heap.constructors.length);
  expect(rows.find((row) => row.startsWith('Session,'))).toMatch(/^Session,1001,\d+,\d+,[\d.]+$/);
});

test('two snapshots are compared by constructor, of their files and of their sessions', async () => {
  const compared = await run('show', AFTER, '--before', BEFORE);
  expect(compared).toMatch(/By constructor, beside before\.heapsnapshot[\s\S]*│ Session +│ +1,001 │ +\+600 │/);
  const { difference } = JSON.parse(await run('show', SESSION, '--before', BEFORE, '--json'));
  const session = difference.changes.find(({ name }: { readonly name: string }) => name === 'Session');
  expect(session).toMatchObject({ countBefore: 401, count: 1_001 });
});

test('nothing that is secret is shown, kept in a session or exported', async () => {
  const parts = (await unpack(SESSION)).map(({ content }) => content.toString('latin1'));
  const outputs = [shown, await run('show', SESSION), await run('show', SESSION, '--json'), await run('show', SESSION, '--private')];
  outputs.push(await run('show', SESSION, '--table', 'dominators'));
  for (const format of ['html', 'markdown', 'json']) {
    await run('export', SESSION, '--format', format, '-o', file(`report.${format}`));
    outputs.push(readFileSync(file(`report.${format}`), 'utf8'));
  }
  for (const text of [...parts, ...outputs]) expect(text).not.toMatch(/SECRET/);
  expect(parts.join('')).toContain('sessions');
  expect(statSync(SESSION).size).toBeLessThan(statSync(AFTER).size / 20);
});

test('paths can be left out of a copy, and notes with them', async () => {
  const [program, taken, session, copy] = ['orders-of-anna.cjs', 'own.heapsnapshot', 'own.loopscope', 'copy.loopscope'].map(file) as [
    string,
    string,
    string,
    string,
  ];
  writeFileSync(
    program,
    'const orders = [];\nexports.add = (order) => orders.push(order);\nfor (let n = 0; n < 100000; n++) exports.add({ n });\n',
  );
  writeSnapshot(process.execPath, taken, `globalThis.shop = require(${JSON.stringify(program)});`);
  await run('import', taken, '-o', session);
  expect(await run('show', session)).toMatch(/orders \(Array\) +│ .*orders-of-anna\.cjs/);
  await run('export', session, '--format', 'session', '--without', 'paths,notes', '-o', copy);
  const left = await run('show', copy);
  expect(left).toMatch(/orders \(Array\)/);
  expect(left).not.toContain(dir);
  expect((await unpack(copy)).map(({ content }) => content.toString()).join('')).not.toContain(dir);
});

test('a session shows what the file did', async () => {
  expect(heapOf(await run('show', SESSION, '--json'))).toEqual(heap);
  expect(await run('show', SESSION)).toBe(shown);
});

test.each([
  ['a table of runs', ['--table', 'latency'], /neither requests nor a profile/],
  ['a window', ['--from', '1'], /neither requests nor a profile/],
  ['a profile before it', ['--before', file('none.cpuprofile')], /There is no file/],
])('of a snapshot %s is refused', async (_, args, sentence) => {
  const { code, stderr } = await runUnder(process.execPath, ['show', AFTER, ...args]);
  expect(code).not.toBe(0);
  expect(stderr).toMatch(sentence);
});

test('a snapshot that is cut off is refused, and one that is compressed is read', async () => {
  const bytes = readFileSync(AFTER);
  writeFileSync(file('cut.heapsnapshot'), bytes.subarray(0, bytes.length / 2));
  writeFileSync(file('packed.heapsnapshot.gz'), gzipSync(bytes));
  const cut = await runUnder(process.execPath, ['show', file('cut.heapsnapshot')]);
  expect(cut.stderr).toMatch(/cut\.heapsnapshot ends in the middle/);
  expect(await run('show', file('packed.heapsnapshot.gz'))).toBe(shown);
});
