/** Reports of saved sessions, through the door the window uses and through the command. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Engine } from '../../electron/engine/api/engine.ts';
import { formatCount, formatNumber, formatSignificant } from '../../shared/format/figures.ts';
import { formatMetric } from '../../shared/format/metric-figures.ts';
import type { Distribution } from '../../shared/model/distribution.ts';
import { passSessionId } from '../../shared/protocol/pass-id.ts';
import { loopscope, scratch } from '../helpers/command.ts';
import { unwrap } from '../helpers/comparisons.ts';
import { frameTitles, rowOf, tableOf } from '../helpers/read-report.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/sessions');
const RUN = join(FIXTURES, 'format-1.loopscope');
const COMPARISON = join(FIXTURES, 'format-2-comparison.loopscope');
const engine = new Engine({ dataDir: temporaryFolder(), host: 'browser' });
afterAll(() => engine.close());

async function open(path: string): Promise<string> {
  return unwrap(await engine.handle('sessions.open', { path })).sessionId;
}

async function write(sessionId: string, format: 'html' | 'markdown'): Promise<{ fileName: string; text: string }> {
  return unwrap(await engine.handle('export.text', { sessionId, format }));
}

test('the report of a run has the figures of the screen', async () => {
  const sessionId = await open(RUN);
  const { runs } = unwrap(await engine.handle('session.report', { sessionId, window: null }));
  const { fileName, text } = await write(sessionId, 'html');
  expect(fileName).toBe('Synthetic run.html');
  const { latencyMs, requests, profile, server } = runs[0]!;
  const bounds = latencyMs as Distribution;
  const [low, high] = [bounds.atLeast!['99']!, bounds.atMost!['99']!].map((ms) => formatSignificant(ms / 1_000));
  expect(rowOf(text, 'Latency', 'Latency, s')[4]).toBe(`${low} to ${high}`);
  expect(rowOf(text, 'Requests', 'Sent')[1]).toBe(formatCount(requests!.sent));
  expect(tableOf(text, 'Functions by self time')[1]!.slice(0, 2)).toEqual([
    profile!.heavy[0]!.function,
    formatNumber(profile!.heavy[0]!.selfMs, 1),
  ]);
  expect(tableOf(text, 'Processes')).toHaveLength(1 + server.length);
  expect(text).toContain('Kept as written.');
  expect((await write(sessionId, 'html')).text).toBe(text);
});

test('the report of a comparison has verdicts, runs and both profiles', async () => {
  const sessionId = await open(COMPARISON);
  const info = unwrap(await engine.handle('compare.info', { sessionId }));
  const { text } = await write(sessionId, 'html');
  for (const { metric, aValue, bValue, pairs } of info.verdicts) {
    const row = tableOf(text, 'B against A').find((cells) => cells[1] === formatMetric(metric, aValue));
    expect(row?.slice(2, 3).concat(row[6]!)).toEqual([formatMetric(metric, bValue), formatCount(pairs)]);
  }
  expect(info.verdicts.length).toBeGreaterThan(0);
  expect(tableOf(text, 'Runs, in the order they were made')).toHaveLength(1 + info.passes.length);
  expect(text).toContain('left out: Made up to fail.');
  expect(frameTitles(text, 'flame-B').some((title) => title.startsWith('renderList'))).toBe(true);
  expect((await write(sessionId, 'html')).text).toBe(text);
});

test('the report of one run of a comparison is that of a run', async () => {
  const sessionId = passSessionId(await open(COMPARISON), 0);
  const { text } = await write(sessionId, 'html');
  expect(text).toContain('Loopscope report of a run');
});

test('the report of a profile of another tool', async () => {
  const folder = scratch();
  const profile = join(folder, 'other.cpuprofile');
  expect((await loopscope('export', RUN, '--format', 'cpuprofile', '--process', '4001', '-o', profile)).code).toBe(0);
  const { text } = await write(await open(profile), 'html');
  expect(text).toContain('Loopscope report of a CPU profile');
  expect(frameTitles(text, 'flame').some((title) => title.startsWith('renderList'))).toBe(true);
});

test('the export command writes the same file each time', { tags: ['long'] }, async () => {
  const folder = scratch();
  const [first, second] = [join(folder, 'first.html'), join(folder, 'second.html')];
  for (const file of [first, second]) expect((await loopscope('export', COMPARISON, '--format', 'html', '-o', file)).code).toBe(0);
  const [one, two] = [await readFile(first, 'utf8'), await readFile(second, 'utf8')];
  expect(one).toBe(two);
  expect(one).toBe((await write(await open(COMPARISON), 'html')).text);
});

test('the export command writes Markdown to standard output', async () => {
  const { code, stdout } = await loopscope('export', RUN, '--format', 'markdown', '-o', '-');
  expect(code).toBe(0);
  const headings = stdout.split('\n').filter((line) => line.startsWith('#'));
  expect(headings).toEqual([
    '# Synthetic run',
    '## Conclusion',
    '## Before you trust the figures',
    '## Errors',
    '## Figures',
    '## Where the time went',
    '## How it was measured',
  ]);
});

test('the export command writes a brief of a run and of a comparison; only Markdown has one', async () => {
  for (const [file, title] of [
    [RUN, '# Synthetic run'],
    [COMPARISON, '# One against other'],
  ] as const) {
    const { code, stdout } = await loopscope('export', file, '--brief', '-o', '-');
    expect(code).toBe(0);
    expect(stdout.split('\n')[0]).toBe(title);
    expect(stdout.split('\n').length).toBeLessThan(100);
  }
  const refused = await loopscope('export', RUN, '--format', 'html', '--brief', '-o', '-');
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('use it with --format markdown') });
});
