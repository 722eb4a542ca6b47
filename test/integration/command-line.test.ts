/** What the command refuses, and how it ends when there is nothing to show. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../electron/engine/machine/paths.ts';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { loopscope, scratch, start } from '../helpers/command.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

const RUN = join(ROOT, 'resources/samples/slow-route.loopscope');
const COMPARISON = join(ROOT, 'resources/samples/ssr.loopscope');
const PROFILE = join(ROOT, 'test/fixtures/profiles/split.cpuprofile');
const SERVER = join(TARGETS_DIR, 'server.cjs');
const NEVER = join(TARGETS_DIR, 'never-listens.cjs');

test('a session file that is there is replaced with --force only, and nothing is started before', { tags: ['long'] }, async () => {
  const file = join(scratch(), 'kept.loopscope');
  writeFileSync(file, 'mine');
  for (const args of [
    ['run', SERVER, '-a', '5'],
    ['compare', SERVER, '--quick', '-a', '5'],
    ['import', PROFILE],
  ]) {
    const { code, stderr } = await loopscope(...args, '-o', file);
    expect(stderr).toContain(`error: ${file} exists already. Choose another name, or replace it with --force.`);
    expect({ code, content: readFileSync(file, 'utf8') }).toEqual({ code: 1, content: 'mine' });
  }
  expect(await loopscope('run', SERVER, '-a', '5', '-o', file, '--force')).toMatchObject({ code: 0 });
  expect(await loopscope('show', file)).toMatchObject({ code: 0, stdout: expect.stringContaining('5 sent = 5 completed') });
  expect(await loopscope('import', PROFILE, '-o', file, '--force')).toMatchObject({ code: 0 });
});

test.each([
  ['waiting for it to listen', ['run', NEVER]],
  ['Run 1 of', ['compare', NEVER, SERVER]],
])('Ctrl-C before anything was measured says so, and is no success: "%s"', async (words, args) => {
  const file = join(scratch(), 'none.loopscope');
  const { child, said, ended } = start([...args, '-o', file, '--json']);
  await said(words);
  child.kill('SIGINT');
  const { code, stdout } = await ended;
  expect(code).toBe(130);
  expect((JSON.parse(stdout) as ReportDocument).failure).toMatchObject({
    code: 'stopped',
    message: 'Stopped before anything was measured, so no session was written.',
  });
  expect(existsSync(file)).toBe(false);
});

test('a run whose terminal is closed is saved, also when the shell and the system both tell it', async () => {
  const file = join(scratch(), 'closed.loopscope');
  const { child, said, ended } = start(['run', SERVER, '-c', '2', '-d', '300', '--env', 'LATE_MS=5', '-o', file]);
  await said('measuring');
  child.kill('SIGHUP');
  child.kill('SIGHUP');
  expect((await ended).code).toBe(0);
  expect(await loopscope('show', file)).toMatchObject({ code: 0, stdout: expect.stringContaining('failed') });
});

test('a run is told in few tables; the others are named, are printed when asked for, and one can be written for a spreadsheet', async () => {
  const first = (await loopscope('show', RUN)).stdout;
  expect(first).toContain(
    'Other tables: `loopscope show FILE --table` throughput, percentiles, threads, blocked, packages, files, lines, or all; not part of all: answers, requests, output.',
  );
  const boxes = (text: string) => text.split('┌').length - 1;
  const all = (await loopscope('show', RUN, '--table', 'all')).stdout;
  expect([boxes(first) <= 6, boxes(all) > boxes(first), all.includes('Other tables')]).toEqual([true, true, false]);
  const csv = await loopscope('show', RUN, '--table', 'percentiles', '--format', 'csv');
  expect(csv.stdout.split('\r\n').slice(0, 2)).toEqual([
    expect.stringMatching(/^Percentile,/),
    expect.stringMatching(/^[\d.]+ %,\(?[\d.]+\)?,/),
  ]);
  const heavy = (await loopscope('show', PROFILE, '--table', 'heavy', '--format', 'tsv')).stdout.trimEnd().split('\n');
  expect(new Set(heavy.map((line) => line.split('\t').length)).size).toBe(1);
  for (const flags of [
    ['--format', 'csv'],
    ['--table', 'answers', '--format', 'csv'],
    ['--table', 'own', '--format', 'csv', '--json'],
  ])
    expect((await loopscope('show', RUN, ...flags)).code).toBe(2);
});

test('a comparison has tables of its own, which can be written for a spreadsheet and are none of a run', async () => {
  const verdicts = (await loopscope('show', COMPARISON, '--table', 'verdicts')).stdout;
  const whole = (await loopscope('show', COMPARISON)).stdout;
  const rowsOf = (told: string) => told.split('\n').filter((line) => /^│ (Throughput|p50 latency) /.test(line));
  expect(rowsOf(verdicts)).toHaveLength(2);
  expect(rowsOf(whole)).toEqual(rowsOf(verdicts));
  const runs = (await loopscope('show', COMPARISON, '--table', 'runs', '--format', 'csv')).stdout.trimEnd().split('\r\n');
  const document = JSON.parse((await loopscope('show', COMPARISON, '--json')).stdout) as { readonly runs: readonly unknown[] };
  expect(runs[0]).toMatch(/^Run,Round,Variant,/);
  expect(runs.filter((line) => line.includes(',measured,'))).toHaveLength(document.runs.length);
  // None of it: said beside the table, which stays empty.
  expect(await loopscope('show', COMPARISON, '--table', 'cells', '--format', 'csv')).toMatchObject({
    ...{ code: 0, stdout: '', stderr: expect.stringContaining('There is nothing in the table cells.') },
  });
  for (const [args, sentence] of [
    [[COMPARISON, '--table', 'verdicts', '--json'], /What --table verdicts shows is in verdicts\./],
    [[COMPARISON, '--table', 'own', '--format', 'csv'], /this is a comparison\. Choose a run of it: --run N\./],
    [[RUN, '--table', 'verdicts'], /--table verdicts applies to a comparison; this is a single run\./],
  ] as const)
    expect(await loopscope('show', ...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(sentence) });
});

test('what is wrong with a call names the help of its command', async () => {
  expect((await loopscope('show', RUN, '--nothing')).stderr).toContain('(loopscope show --help lists what there is)');
  expect((await loopscope('nothing')).stderr).toContain('(loopscope --help lists what there is)');
  // Once, whatever is wrong.
  for (const [args, what] of [
    [['run', 'x.js', '-c', '0'], '-c must be at least 1.'],
    [['compare', 'x.js', '--pairs', '0'], '--pairs must be at least 1.'],
    [['show', RUN, '--table', 'heavy', '--format', 'csv'], 'The table heavy cannot be written with --format, which writes'],
    [['show', RUN, '--table', 'all', '--format', 'csv'], 'The table all cannot be written with --format, which writes'],
    [['show', RUN, '--format', 'csv'], '--format writes one table: use it with --table and one of leak-grown,'],
  ] as const) {
    const { stderr } = await loopscope(...args);
    expect(stderr).toContain(what);
    expect(stderr.match(/--help/g)).toHaveLength(1);
  }
});

test('a window behind the end, or without a time axis, is refused; so is one table as JSON', { tags: ['long'] }, async () => {
  const stacks = join(scratch(), 'stacks.txt');
  writeFileSync(stacks, 'a;b 3\na;c 4\n');
  for (const [args, sentence] of [
    [[PROFILE, '--from', '600'], /--from is after the end of the profile, which is [\d.]+ s long\./],
    [[RUN, '--from', '600'], /--from is after the end of the run, which took 12\.0 s\./],
    [[stacks, '--from', '0.1'], /this file has no time axis\./],
    [[RUN, '--json', '--table', 'own'], /leave out --table\. What --table own shows is in runs\[\]\.profile\.own\./],
  ] as const)
    expect(await loopscope('show', ...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(sentence) });
});

test('a condition about a verdict says in the help how many pairs it needs', async () => {
  const help = (await loopscope('compare', '--help')).stdout.replace(/\s+/g, ' ');
  expect(help).toContain('A verdict ("slower") needs 10 pairs, more with several variants: --pairs');
});
