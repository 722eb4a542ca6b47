/** Errors come first: in the terminal, in reports and in JSON, with what came back and what the server wrote meanwhile. */
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { RunReport } from '../../shared/model/report.ts';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { loopscope } from '../helpers/command.ts';
import { RAW_CONTROL } from '../helpers/payloads.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

const folder = temporaryFolder();
const session = join(folder, 'errors.loopscope');
const SCRIPT = join(TARGETS_DIR, 'fails-some.cjs');
const LOAD = ['-c', '2', '-a', '80'];
const PLAN = [...LOAD, '--capture', 'none'];
let ran: Awaited<ReturnType<typeof loopscope>>;

beforeAll(async () => {
  ran = await loopscope('run', SCRIPT, ...PLAN, '-o', session);
});

const show = async (...flags: string[]) => (await loopscope('show', session, ...flags)).stdout;
const answersOf = async (file: string) =>
  ((JSON.parse((await loopscope('show', file, '--json')).stdout) as ReportDocument).runs[0] as unknown as RunReport).answers!;

test('the first sentence says how many failed; the latency comes after it', () => {
  expect(ran.code).toBe(0);
  expect(ran.stdout).toMatch(
    /^1 in 4 responses had status 500 \(Internal Server Error\): 20 of 80\. .*responses with an expected status arrived within/,
  );
  expect(ran.stdout.indexOf('no connection to the database')).toBeLessThan(ran.stdout.indexOf('│ Latency'));
});

test('the table counts what the server counted; the kept responses are harmless and without secrets', async () => {
  expect(await show('--table', 'errors')).toMatch(/status 500 \(Internal Server Error\) +│ +20 │ 25\.0 %/);
  const told = await show('--table', 'answers');
  expect(told.match(/^500 Internal Server Error$/gm)).toHaveLength(3);
  expect(told).toContain('HTTP/1.1 500 Internal Server Error');
  expect(told).toContain('First good response:\n\n200 OK');
  expect(told).toMatch(/body of [\d.]+ B on the wire \(gzip\), 12\.0 kB decoded, text\/html/);
  expect(told).toContain('reversed \\u202e, red \\u001b[31m');
  expect(told).toContain('Error: no connection to the database');
  const html = (await loopscope('export', session, '--format', 'html', '-o', '-')).stdout;
  const markdown = (await loopscope('export', session, '--format', 'markdown', '-o', '-')).stdout;
  for (const text of [told, html, markdown]) {
    expect(text.replace(/[\n\t]/g, '')).not.toMatch(RAW_CONTROL);
    expect(text).not.toContain('hunter2');
    expect(text).toContain('no connection to the database');
  }
  expect(html.indexOf('id="errors"')).toBeLessThan(html.indexOf('id="time"'));
  expect(markdown).toContain('shown is what it says, without its markup');
  expect(markdown.indexOf('## Errors')).toBeLessThan(markdown.indexOf('## Figures'));
});

test('JSON has them, and --private says that they are there', async () => {
  const answers = await answersOf(session);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 500, 500, 500]);
  const failed = answers.find(({ status }) => status === 500)!;
  expect(failed.stderr).toContain('no connection to the database');
  expect(failed.atMs).toBeGreaterThan(0);
  const facts = await show('--private');
  expect(facts).toMatch(/Headers of kept responses/);
  expect(facts).toMatch(/Bodies of kept responses/);
});

test('--no-keep-bodies keeps status and headers only; older sessions say that nothing was kept', { tags: ['long'] }, async () => {
  const file = join(folder, 'no-bodies.loopscope');
  await loopscope('run', SCRIPT, ...PLAN, '--no-keep-bodies', '-o', file);
  for (const { head, body } of await answersOf(file)) {
    expect(head!.line).toMatch(/^HTTP\/1\.1 (200|500)/);
    expect(body).toMatchObject({ kind: 'omitted', text: '' });
  }
  const old = join(import.meta.dirname, '../fixtures/sessions/format-1.loopscope');
  expect((await loopscope('show', old, '--table', 'answers')).stdout).toContain('not kept by the version that recorded this run');
});

test('each run of a comparison has the responses that it kept', { tags: ['long'] }, async () => {
  const file = join(folder, 'comparison.loopscope');
  const variants = ['--env-a', 'A=1', '--env-b', 'A=2'];
  const { code } = await loopscope('compare', SCRIPT, ...variants, ...LOAD, '--pairs', '1', '-o', file);
  expect(code).toBe(0);
  for (const run of ['1', '2']) {
    const told = (await loopscope('show', file, '--run', run, '--table', 'answers')).stdout;
    expect(told.match(/^500 Internal Server Error$/gm)).toHaveLength(3);
    expect(told).toContain('First good response:\n\n200 OK');
  }
});
