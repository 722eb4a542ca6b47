/** A copy of a session without parts of it: it opens with the same figures, and what was left out is in none of its bytes. */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import type { RunReport } from '../../shared/model/report.ts';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { testCases } from '../helpers/cases.ts';
import { loopscope, scratch } from '../helpers/command.ts';
import { bytesOf, repack, unpack } from '../helpers/repack.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

const folder = temporaryFolder();
const session = join(folder, 'errors.loopscope');
const SCRIPT = join(TARGETS_DIR, 'fails-some.cjs');
const LOAD = ['-c', '2', '-a', '80'];
/** Plain words, which nothing but the choice of the user leaves out. */
const GIVEN = ['--env', 'SHOP_MODE=velvet-harbour', '--header', 'accept=text/lantern', '--url', '/?basket=copper-kettle'];
const ALL = 'all';
const BODY = 'no connection to the database';

beforeAll(async () => {
  const ran = await loopscope('run', SCRIPT, ...LOAD, ...GIVEN, '-o', session, '--', '--colour', 'amber-willow');
  expect(ran.code).toBe(0);
});

const copyOf = async (from: string, without: string): Promise<string> => {
  const to = join(scratch(), 'copy.loopscope');
  const { code, stderr } = await loopscope('export', from, '--format', 'session', '--without', without, '-o', to);
  expect([code, stderr]).toEqual([0, expect.stringContaining(to)]);
  return to;
};
const documentOf = async (file: string): Promise<ReportDocument> => {
  const { code, stdout } = await loopscope('show', file, '--json');
  const document = JSON.parse(stdout) as ReportDocument;
  expect([code, document.failure]).toEqual([0, null]);
  return document;
};

/** Everything that is a number, with where it stands. */
function figuresOf(value: unknown, place = ''): string[] {
  if (typeof value === 'number') return [`${place} ${value}`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => figuresOf(inner, `${place}.${key}`));
}
/** Kept headers are a list of what is left out. */
const withoutAnswers = (document: ReportDocument) => ({ ...document, runs: document.runs.map((run) => ({ ...run, answers: null })) });

test('a copy without everything shows the same figures, and none of what was left out', async () => {
  const before = await bytesOf(session);
  const copy = await copyOf(session, ALL);
  const after = await bytesOf(copy);
  const texts = [BODY, 'velvet-harbour', 'text/lantern', 'copper-kettle', 'amber-willow', TARGETS_DIR, dirname(process.execPath)];
  for (const one of texts) expect([one, before.includes(one), after.includes(one)]).toEqual([one, true, false]);
  const [original, copied] = [await documentOf(session), await documentOf(copy)];
  expect(figuresOf(withoutAnswers(copied))).toEqual(figuresOf(withoutAnswers(original)));
  const rows = async (file: string) => (await unpack(file)).filter(({ name }) => name.endsWith('.bin'));
  expect(await rows(copy)).toEqual(await rows(session));
  const answers = (copied.runs[0] as unknown as RunReport).answers!;
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 500, 500, 500]);
  for (const { body, head } of answers) expect([body!.kind, body!.text, head!.headers]).toEqual(['left-out', '', []]);
  const told = (await loopscope('show', copy, '--table', 'answers')).stdout;
  expect(told).toContain('The body was left out when this copy was saved.');
  expect(told).toContain('The headers were left out when this copy was saved.');
  expect((await loopscope('show', copy, '--private')).stdout).toMatch(/This copy was saved without: bodies of kept responses/);
});

testCases<[string, string[]]>(
  [
    ['html', []],
    ['markdown', ['--brief']],
  ],
  [
    ['markdown', []],
    ['json', []],
  ],
)('a report in %s %j without everything tells none of it', async ([format, flags]) => {
  const reportOf = async (...more: string[]): Promise<string> => {
    const { code, stdout } = await loopscope('export', session, '--format', format, ...flags, ...more, '-o', '-');
    expect(code).toBe(0);
    return stdout;
  };
  const [whole, without] = [await reportOf(), await reportOf('--without', ALL)];
  for (const one of ['text/lantern', TARGETS_DIR]) expect([one, whole.includes(one)]).toEqual([one, true]);
  const texts = [BODY, 'velvet-harbour', 'text/lantern', 'copper-kettle', 'amber-willow', TARGETS_DIR, dirname(process.execPath), folder];
  for (const one of texts) expect([one, without.includes(one)]).toEqual([one, false]);
  expect(without).toContain('fails-some.cjs');
});

test('what was not chosen stays, and a copy of a copy says all that is missing', { tags: ['long'] }, async () => {
  const copy = await copyOf(session, 'output');
  const parts = await unpack(copy);
  expect(parts.find(({ name }) => name === 'output.txt')!.content.toString()).toBe('');
  expect(await bytesOf(copy)).toContain('velvet-harbour');
  const again = await copyOf(copy, 'notes');
  expect((await loopscope('show', again, '--private')).stdout).toContain('without: output of the server, notes.');
});

test('a value is left out wherever the pieces of the output end', { tags: ['long'] }, async () => {
  const across = join(scratch(), 'across.loopscope');
  const env = ['--env', 'SHOP_MODE=velvet-harbour', '--env', 'API_TOKEN=copper-kettle'];
  expect((await loopscope('run', join(TARGETS_DIR, 'prints-across.cjs'), ...env, '-c', '1', '-a', '20', '-o', across)).code).toBe(0);
  const outputOf = async (file: string) => (await unpack(file)).find(({ name }) => name === 'output.txt')!.content.toString();
  const printed = `${join(TARGETS_DIR, 'prints-across.cjs')} (not saved)`;
  expect((await outputOf(across)).replace(/^x+/, '')).toBe(`velvet-harbour ${printed}`);
  expect((await outputOf(await copyOf(across, 'values'))).replace(/^x+/, '')).toBe(`(not saved) ${printed}`);
  const copy = await copyOf(across, 'paths');
  expect((await outputOf(copy)).replace(/^x+/, '')).toMatch(/^velvet-harbour \/\S*prints-across\.cjs \(not saved\)$/);
  expect(await bytesOf(copy)).not.toContain(TARGETS_DIR);
});

test('source that was kept at the wish of the user is in no copy without it', { tags: ['long'] }, async () => {
  const script = join(TARGETS_DIR, 'busy.cjs');
  const kept = join(scratch(), 'kept.loopscope');
  expect((await loopscope('run', script, '--keep-source', '-c', '2', '-a', '3000', '-o', kept)).code).toBe(0);
  const partOf = async (file: string, name: string) => (await unpack(file)).find((part) => part.name === name)?.content.toString();
  const textsOf = async (file: string) => JSON.parse((await partOf(file, 'texts.json')) ?? 'null') as Record<string, string> | null;
  expect(await textsOf(kept)).toMatchObject({ [pathToFileURL(script).href]: readFileSync(script, 'utf8') });
  expect(await textsOf(await copyOf(kept, 'source'))).toEqual({});
  const [place] = Object.keys((await textsOf(await copyOf(kept, 'paths')))!);
  expect([place!.includes(TARGETS_DIR), place!.endsWith('/busy.cjs')]).toEqual([false, true]);
  expect(await partOf(session, 'texts.json')).toBeUndefined();
});

test('a comparison and the profile of another tool can be copied without paths', { tags: ['long'] }, async () => {
  const compared = join(folder, 'comparison.loopscope');
  const made = await loopscope(
    'compare',
    SCRIPT,
    '--env-a',
    'SHOP=velvet-a',
    '--env-b',
    'SHOP=velvet-b',
    ...LOAD,
    '--one-look',
    '-o',
    compared,
  );
  expect(made.code).toBe(0);
  const copy = await copyOf(compared, 'values,output,bodies,paths');
  const bytes = await bytesOf(copy);
  for (const one of ['velvet-a', 'velvet-b', TARGETS_DIR, BODY]) expect([one, bytes.includes(one)]).toEqual([one, false]);
  expect(figuresOf((await documentOf(copy)).comparison)).toEqual(figuresOf((await documentOf(compared)).comparison));
  // Two values that differ still do.
  expect((await loopscope('show', copy)).stdout).toContain('SHOP: differs, hidden');
  const profile = join(folder, 'x.cpuprofile');
  writeFileSync(profile, (await loopscope('export', session, '--format', 'cpuprofile', '-o', '-')).stdout);
  const imported = await copyOf(profile, 'paths');
  expect(await bytesOf(imported)).not.toContain(TARGETS_DIR);
  expect((await loopscope('show', imported, '--private')).stdout).toContain('without: folders in paths.');
});

test('a session of a server on another machine opens without the name of that', async () => {
  const server = createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [plan, local] = [join(scratch(), 'plan.yaml'), join(scratch(), 'local.loopscope')];
  const url = `http://127.0.0.1:${port}`;
  writeFileSync(plan, `plan: 1\nrequests: [{ name: a, url: "${url}/a?of=http://third.example/" }, { name: b, url: /b }]\n`);
  expect((await loopscope('run', url, '--plan', plan, '-c', '1', '-a', '20', '-o', local)).code).toBe(0);
  server.close();
  // Load goes to this machine only.
  const other = join(scratch(), 'other.loopscope');
  const rename = (text: string) => text.replaceAll('127.0.0.1', 'shop.example').replace('"allowHost": null', '"allowHost": "shop.example"');
  await repack(local, other, (parts) =>
    parts.map((one) => (one.name === 'manifest.json' ? { ...one, content: Buffer.from(rename(one.content.toString())) } : one)),
  );
  expect((await loopscope('show', other, '--private')).stdout).toMatch(/Other machines +│ +2 /);
  const copy = await copyOf(other, 'hosts');
  const bytes = await bytesOf(copy);
  for (const host of ['shop.example', 'third.example']) expect([host, bytes.includes(host)]).toEqual([host, false]);
  const [original, copied] = [await documentOf(other), await documentOf(copy)];
  expect(figuresOf(copied)).toEqual(figuresOf(original));
  const manifest = (await unpack(copy)).find(({ name }) => name === 'manifest.json')!.content.toString();
  // The set-up has addresses that can be read.
  expect(manifest).toContain(`"server": "http://host-1.invalid:${port}"`);
  expect(manifest).toContain('--allow-host host-1.invalid');
  expect((await loopscope('show', copy, '--private')).stdout).not.toMatch(/Other machines/);
});

test('an unknown part, another format, no part and a file that is there are refused', { tags: ['long'] }, async () => {
  const to = join(folder, 'refused.loopscope');
  const refusals: [string[], string][] = [
    [['--format', 'session', '--without', 'bodies,faces'], 'bodies, headers, output, source, values, statements, hosts, notes, paths'],
    [['--format', 'csv', '--without', 'bodies'], 'session, json, html, markdown, lesson'],
    [['--format', 'session'], '--without'],
    [['--format', 'session', '--without', 'notes', '--from', '1'], 'copies the whole session'],
  ];
  for (const [flags, says] of refusals) {
    const { code, stderr } = await loopscope('export', session, ...flags, '-o', to);
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
  }
  const before = await unpack(session);
  const there = join(scratch(), 'there.loopscope');
  writeFileSync(there, 'something else');
  const copyTo = (out: string, ...flags: string[]) =>
    loopscope('export', session, '--without', 'notes', ...flags, '--format', 'session', '-o', out);
  expect(await copyTo(there)).toMatchObject({ code: 1, stderr: expect.stringContaining('replace it with --force') });
  expect((await copyTo(there, '--force')).code).toBe(0);
  expect((await loopscope('show', there)).code).toBe(0);
  expect((await copyTo(session, '--force')).code).toBe(1);
  expect(await unpack(session)).toEqual(before);
});

test('a hostile file is copied with its words harmless, or refused where it says what cannot be', async () => {
  const change = async (part: string, from: string | RegExp, to: string): Promise<string> => {
    const file = join(scratch(), 'hostile.loopscope');
    await repack(session, file, (parts) =>
      parts.map((one) => (one.name === part ? { ...one, content: Buffer.from(one.content.toString().replace(from, () => to)) } : one)),
    );
    return file;
  };
  // What it says of itself is checked as everything else.
  const lying = await change('manifest.json', '"keepsValues": false', '"keepsValues": false, "leftOut": ["everything"]');
  expect((await loopscope('show', lying)).code).toBe(1);
  // Letters of patterns in a folder, a prototype as a key, and labels that would be counted on from.
  const names = await change('manifest.json', 'velvet-harbour', '$& (not saved 7) /home/ana/(a+)+$/x.js');
  const place = '"/home/ana/(.*)+[/$&/a.js:1:1": {"url": "/home/ana/(.*)+[/$&/a.js", "line": 1, "column": 1, "name": null}';
  const folders = await change('sources.json', /^.*$/s, `{"__proto__": {"url": "", "line": 1, "column": 1, "name": null}, ${place}}`);
  for (const file of [names, folders]) {
    const copy = await copyOf(file, ALL);
    expect((await loopscope('show', copy)).code).toBe(0);
    expect(await bytesOf(copy)).not.toContain('/home/ana');
  }
});
