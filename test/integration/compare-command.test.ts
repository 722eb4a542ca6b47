/** `loopscope compare`: what it prints, what it writes, and how it ends. */

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Engine } from '../../electron/engine/api/engine.ts';
import { STOPPED_PASS } from '../../shared/model/comparison/exclusion.ts';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { loopscope, loopscopeHere, scratch, start } from '../helpers/command.ts';
import { COMPARE_FIXTURES, unwrap } from '../helpers/comparisons.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';
import { wordedAll } from '../helpers/worded.ts';

const script = (name: string): string => join(COMPARE_FIXTURES, name);
const SHOP = join(import.meta.dirname, '../fixtures/plans/shop.cjs');
const SHORT = ['-c', '1', '-a', '60', '--capture', 'none'];

test('--json prints one document with every measured run, show prints the same, and --fail-if fails the build', async () => {
  const file = join(scratch(), 'b ü.loopscope');
  const { code, stdout, stderr } = await loopscope(
    ...['compare', script('plain.cjs'), script('busy.cjs'), ...SHORT, '--json', '-o', file, '--fail-if', 'p50 slower'],
    // So much that medians and pairs of a busy machine tell about the same factor, without which none is said.
    ...['--env', 'WAIT_MS=5'],
  );
  const report = JSON.parse(stdout) as ReportDocument;
  expect(report).toMatchObject({ version: 1, failure: null, session: file });
  expect(report.runs.map(({ variant }) => variant).sort()).toEqual([...Array(10).fill('A'), ...Array(10).fill('B')]);
  expect(report.runs.every(({ requests, excluded, profile }) => requests?.completed === 60 && excluded === null && profile === null)).toBe(
    true,
  );
  // Sixty answers are too few for a p99, and the document says so.
  expect(report.verdicts.find(({ metric }) => metric === 'p99')).toMatchObject({ verdict: 'cannot tell', reason: 'too few answers' });
  expect(report.verdicts.find(({ metric }) => metric === 'p50')).toMatchObject({ a: 'A', b: 'B', verdict: 'slower', pairs: 10 });
  expect(report.comparison).toMatchObject({ pairs: 10, question: 'p50', seed: 1, differences: [{ field: 'script' }] });
  const [first, ...basis] = report.answer;
  expect(first).toMatchObject({
    code: 'verdict',
    variant: 'B',
    text: expect.stringMatching(/^B \(busy\.cjs\) is slower than A \(plain\.cjs\): its median latency is .* instead of /),
  });
  expect(basis[0]).toMatchObject({ code: 'verdict-basis', variant: 'B', text: expect.stringContaining('10 pairs') });
  expect(code).toBe(3);
  expect(stderr).toMatch(/^A plain\.cjs against B busy\.cjs: 20 measured runs, about /);
  expect(stderr).toContain('Run 20 of 20');
  expect(stderr).toContain('--fail-if "p50 slower" is met.');

  expect(JSON.parse((await loopscope('show', file, '--json')).stdout)).toEqual(report);
  const shown = await loopscope('show', file);
  expect(shown.stdout).toMatch(
    /^B \(busy\.cjs\) is slower than A \(plain\.cjs\): its median latency is .* instead of .*, about [\d,.]+ times as long.* Typical difference of a pair: \+[\d,.]+ % \(95 % interval \+.* to \+.*\), 10 pairs\./,
  );
  expect(shown.stdout).toMatch(/│ p50 latency, the question .*│ ▼ slower/);
  expect(shown.stdout).toContain('Script: A');
  expect(await loopscope('show', file, '--from', '1')).toMatchObject({ code: 2 });
  expect(await loopscope('export', file, '--format', 'csv', '-o', '-')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('comparison'),
  });
});

test('compares one script with itself under different flags; one look says what differs and gives no verdict', async () => {
  const { code, stdout, stderr } = await loopscope(
    ...['compare', script('plain.cjs'), '-c', '1', '-a', '60', '--one-look', '--env-b', 'MODE=it is b', '--markdown'],
  );
  expect(code).toBe(0);
  expect(stderr).toContain('One run each: differences, but no verdict; that needs 10 pairs.');
  expect(stderr).toContain('Run 4 of 4: B, with a profile');
  expect(stdout).toContain('One run each: the median latency of B (MODE=it is b) was ');
  expect(stdout).toContain('| Variable MODE | not set | it is b |');
  expect(stdout).toMatch(/^\| p50 latency, the question \| .* \| one run each \| 1 \| too few pairs \|/m);
});

test('of a plan each request is compared, with verdicts that are corrected among themselves', { tags: ['long'] }, async () => {
  const file = join(scratch(), 'shop.loopscope');
  const plan = 'plan: 1\nrequests:\n  - { name: page, url: /page }\n  - { name: search, url: /search }\n';
  const compared = ['compare', SHOP, '--plan', plan, '--env-b', 'SLOW=/search', ...SHORT, '-o', file];
  const { code, stdout, stderr } = await loopscope(...compared, '--json', '--fail-if', "p50 of 'search' slower");
  expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringMatching(/is met\. p50 of “search”: /) });
  const unknown = await loopscope(...compared, '--fail-if', "p50 of 'serch' slower");
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('It has “page”, “search”.') });
  const report = JSON.parse(stdout) as ReportDocument;
  const { figures, verdicts } = report.comparison!.byRequest!;
  expect(figures.map(({ request, variant, runs }) => [request, variant, runs])).toEqual([
    ['page', 'A', 10],
    ['page', 'B', 10],
    ['search', 'A', 10],
    ['search', 'B', 10],
  ]);
  expect(figures.reduce((sum, { requests }) => sum + requests, 0)).toBe(20 * 60);
  const verdictOf = (request: string) => verdicts.find((one) => one.request === request && one.metric === 'p50')!;
  expect(verdictOf('search')).toMatchObject({ a: 'A', b: 'B', verdict: 'slower', pairs: 10 });
  expect(verdictOf('search').bValue).toBeGreaterThan(7);
  expect(verdictOf('page').bValue).toBeLessThan(7);
  const shown = (await loopscope('show', file)).stdout;
  expect(shown).toMatch(/│ search +│ B +│/);
  expect(shown).toMatch(/│ search +│ p50 latency, the question .*│ ▼ slower/);
  expect(JSON.parse((await loopscope('show', file, '--json')).stdout)).toEqual(report);
});

test('variants with plans of their own: that the requests differ is said before any figure, and those of one name are compared', {
  tags: ['long'],
}, async () => {
  const folder = scratch();
  const planOf = (name: string, ...requests: string[]): string => {
    const file = join(folder, name);
    writeFileSync(file, `plan: 1\nsequence:\n${requests.map((one) => `  - { name: ${one}, url: /${one} }\n`).join('')}`);
    return file;
  };
  const plans = ['--plan-a', planOf('page.yaml', 'page'), '--plan-b', planOf('both.yaml', 'page', 'search')];
  const file = join(folder, 'out.loopscope');
  const { code, stdout } = await loopscope('compare', SHOP, ...plans, ...SHORT, '--pairs', '2', '--json', '-o', file);
  const report = JSON.parse(stdout) as ReportDocument;
  expect({ code, failure: report.failure }).toEqual({ code: 0, failure: null });
  expect(report.answer[0]).toEqual({
    code: 'different-load',
    text: 'Different requests: A page; B one after the other page, search. Figures of whole runs are of different work; requests of the same name are compared with each other.',
  });
  const { variants, byRequest } = report.comparison!;
  expect(variants.map(({ title }) => title)).toEqual(['page.yaml', 'both.yaml']);
  expect(byRequest!.figures.map(({ request, variant, requests }) => [request, variant, requests])).toEqual([
    ['page', 'A', 120],
    ['page', 'B', 60],
    ['search', 'B', 60],
  ]);
  expect((await loopscope('show', file)).stdout).toMatch(/^Different requests: /);
});

test('variants with groups of their own', { tags: ['long'] }, async () => {
  const folder = scratch();
  const server = (ms: number): string =>
    `require('node:http').createServer((_, response) => setTimeout(() => response.end('ok'), ${ms})).listen(0, '127.0.0.1');`;
  for (const [name, ms] of [
    ['fast', 0],
    ['slow', 20],
  ] as const) {
    writeFileSync(join(folder, `${name}.cjs`), server(ms));
    writeFileSync(join(folder, `${name}.yaml`), `group: 1\nmembers:\n  - { name: api, script: ${name}.cjs }\n`);
  }
  const groups = ['--group-a', join(folder, 'fast.yaml'), '--group-b', join(folder, 'slow.yaml')];
  const { code, stdout } = await loopscope('compare', ...groups, '-c', '1', '-a', '20', '--capture', 'none', '--pairs', '2', '--json');
  const { comparison, verdicts, failure } = JSON.parse(stdout) as ReportDocument;
  expect({ code, failure }).toEqual({ code: 0, failure: null });
  expect(comparison!.variants.map(({ title }) => title)).toEqual(['fast.yaml', 'slow.yaml']);
  expect(verdicts.find(({ metric }) => metric === 'p50')!.bValue).toBeGreaterThan(19);
});

test('compares three variants, the last given by its flags only, each with the first', { tags: ['long'] }, async () => {
  const { code, stdout, stderr } = await loopscope(
    ...['compare', script('plain.cjs'), script('busy.cjs'), ...SHORT, '--pairs', '2', '--env-c', 'MODE=c', '--json'],
  );
  expect(code).toBe(0);
  expect(stderr).toMatch(/^A plain\.cjs against B busy\.cjs against C plain\.cjs, MODE=c: 6 measured runs, about /);
  const { runs, verdicts, comparison } = JSON.parse(stdout) as ReportDocument;
  expect(runs.map(({ variant }) => variant).sort()).toEqual(['A', 'A', 'B', 'B', 'C', 'C']);
  expect([...new Set(verdicts.map(({ a, b }) => a + b))]).toEqual(['AB', 'AC']);
  expect(comparison?.differences).toEqual([
    { field: 'script', values: [script('plain.cjs'), script('busy.cjs'), script('plain.cjs')] },
    { field: 'env.MODE', values: [null, null, 'c'] },
  ]);
});

test('announces the question, stores it and answers it first; says when there are too few pairs for the number of variants', {
  tags: ['long'],
}, async () => {
  const variants = ['b', 'c', 'd', 'e', 'f'].flatMap((letter) => [`--env-${letter}`, `MODE=${letter}`]);
  const run = start([
    'compare',
    script('plain.cjs'),
    ...variants,
    '-c',
    '1',
    '-a',
    '5',
    '--capture',
    'none',
    '--question',
    'spread',
    '--json',
  ]);
  await run.said('Run 1 of 60');
  run.child.kill('SIGINT');
  const { stdout, stderr } = await run.ended;
  expect(stderr).toContain('The question: spread.');
  expect(stderr).toContain(
    'With 6 variants, 10 pairs can show a difference in the question (spread) only; in any other metric that takes 12 pairs.',
  );
  expect((JSON.parse(stdout) as ReportDocument).comparison).toMatchObject({ question: 'spread' });
});

test('says before it starts that nothing differs', { tags: ['long'] }, async () => {
  const { stderr, stdout } = await loopscope('compare', script('plain.cjs'), ...SHORT, '--pairs', '1');
  expect(stderr).toContain('The question: p50 latency.');
  expect(stderr).toContain('Nothing differs between them: this is an A/A test');
  expect(stdout).toContain('Nothing: the variants are equal (A/A), so any differences are chance.');
});

test('Ctrl-C pressed once keeps the finished pairs', { tags: ['long'] }, async () => {
  const file = join(scratch(), 'stopped.loopscope');
  const run = start(['compare', script('plain.cjs'), '-c', '1', '-d', '1', '--capture', 'none', '-o', file, '--json']);
  await run.said('Run 4 of 20');
  run.child.kill('SIGINT');
  const { code, stdout, stderr } = await run.ended;
  expect(stderr).toContain('the finished pairs are kept');
  const report = JSON.parse(stdout) as ReportDocument;
  expect(code).toBe(0);
  expect(report.runs.filter(({ excluded }) => excluded === null)).toHaveLength(3);
  expect(report.verdicts[0]).toMatchObject({ pairs: 1, verdict: 'cannot tell' });
  expect(existsSync(file)).toBe(true);
});

test('exits with code 1 and the output of the script when a variant cannot be started', { tags: ['long'] }, async () => {
  const { code, stdout } = await loopscope('compare', script('plain.cjs'), script('dies.cjs'), ...SHORT, '--json');
  expect(code).toBe(1);
  expect((JSON.parse(stdout) as ReportDocument).failure).toMatchObject({
    code: 'target-crashed',
    message: expect.stringContaining('Two attempts in a row to measure variant B failed'),
    detail: expect.stringContaining('cannot go on'),
  });
});

test('a variant whose server ends in all of its runs has failed, whatever else was measured', async () => {
  const { code, stdout } = await loopscope(
    'compare',
    script('plain.cjs'),
    join(TARGETS_DIR, 'misbehaves.cjs'),
    ...SHORT,
    '--one-look',
    '--json',
    '--',
    'crash',
  );
  expect(code).toBe(1);
  expect((JSON.parse(stdout) as ReportDocument).failure!.message).toMatch(
    /^Variant B: its server ended before the load did in its only run\. The script ended with code 1 under load: \w*Error: /,
  );
});

test('offers a killed comparison with its finished pairs for recovery, once', { tags: ['long'] }, async () => {
  const dataDir = scratch();
  const compare = ['compare', script('plain.cjs'), '-c', '1', '-d', '1', '--env', 'LATE_MS=20', '--capture', 'none', '--pairs', '5'];
  const run = start(compare, { LOOPSCOPE_DATA_DIR: dataDir });
  await run.said('Run 4 of 10');
  run.child.kill('SIGKILL');
  await run.ended;
  const engine = new Engine({ dataDir, host: 'browser' });
  const offered = unwrap(await engine.handle('recordings.list', {}));
  expect(offered).toMatchObject([{ name: 'plain.cjs A against plain.cjs B', script: script('plain.cjs') }]);
  const { sessionId } = unwrap(await engine.handle('recordings.recover', { id: offered[0]!.id }));
  const info = unwrap(await engine.handle('compare.info', { sessionId }));
  expect(info.passes.map(({ excluded }) => excluded)).toEqual([null, null, null, ...Array(7).fill(STOPPED_PASS)]);
  expect(info.passes.slice(0, 3).every(({ report }) => report!.requests.completed > 0)).toBe(true);
  expect(info.verdicts[0]).toMatchObject({ pairs: 1, verdict: 'cannot tell' });
  expect(wordedAll(info.warnings)[0]).toMatch(/killed during this comparison/);
  expect(unwrap(await engine.handle('session.info', { sessionId })).recovered).toBe(true);
  // It is in a file now.
  expect(readdirSync(join(dataDir, 'sessions'))).toHaveLength(1);
  expect(unwrap(await engine.handle('recordings.list', {}))).toEqual([]);
  await engine.close();
});

test.each([
  [['compare']],
  [['compare', 'a.js', '--pairs', '3', '--quick']],
  [['compare', 'a.js', '--pairs', '0']],
  [['compare', 'a.js', 'b.js', 'c.js', 'd.js', 'e.js', 'f.js', 'g.js']],
  [['compare', 'a.js', '--args-b', "'open"]],
  [['compare', 'a.js', '--fail-if', 'p99 worse']],
  [['compare', 'a.js', '--quick', '--fail-if', 'p99 slower']],
  [['compare', 'a.js', '--question', 'p95']],
  [['compare', 'a.js', '--url-f', '/f', '--question', 'p50', '--fail-if', 'p99 slower']],
  [['compare', 'a.js', '--fail-if', 'spread slower']],
  [['compare', 'a.js', '--one-look', '--fail-if', 'p99 differs']],
  [['compare', 'a.js', '--quick', '--fail-if', 'p99 slower', '--fail-if', 'p99 > 1s']],
  [['run', 'a.js', '--fail-if', 'p99 slower']],
])('refuses wrong usage: %j', async (args) => {
  const { code, stdout, stderr } = await loopscopeHere(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/error: /);
});

test('--fail-if with a condition that cannot be judged does not pass', { tags: ['long'] }, async () => {
  const compare = ['compare', script('plain.cjs'), script('errors.cjs'), ...SHORT, '--pairs', '1', '--json'];
  // A answers as it should; that must not speak for B.
  const broken = await loopscope(...compare, '--fail-if', 'p50 > 10s');
  expect(broken).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      '--fail-if "p50 > 10s" could not be judged: there is no run of B that counts. 100 % of its responses had status 500.',
    ),
  });
  expect(await loopscope(...compare, '--fail-if', 'unexpected > 1%')).toMatchObject({ code: 3 });
  const run = ['run', script('errors.cjs'), '-c', '1', '-a', '20', '--capture', 'none', '--json'];
  expect(await loopscope(...run, '--fail-if', 'p50 > 10s')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('could not be judged: nothing was measured that has p50.'),
  });
});

test('--fail-if on a percentile of too few responses says so and ends with 4', { tags: ['long'] }, async () => {
  const run = ['run', script('plain.cjs'), '-c', '2', '-a', '50', '--capture', 'none', '--json'];
  const { code, stderr, stdout } = await loopscope(...run, '--fail-if', 'p99.9 > 10ms');
  expect(code).toBe(4);
  expect(stderr).toMatch(/--fail-if "p99\.9 > 10ms" could not be judged: .*That is of 50 responses, too few for this percentile\./);
  expect(JSON.parse(stdout).runs).toHaveLength(1);
});

test('the metric of --fail-if becomes the question; a stopped comparison cannot be judged', { tags: ['long'] }, async () => {
  const run = start(['compare', script('plain.cjs'), '-c', '1', '-d', '1', '--capture', 'none', '--json', '--fail-if', 'p99 slower']);
  await run.said('Run 4 of 20');
  run.child.kill('SIGINT');
  const { code, stderr } = await run.ended;
  expect(stderr).toContain('The question: p99 latency.');
  expect(code).toBe(4);
  expect(stderr).toContain('--fail-if "p99 slower" could not be judged: there is no verdict about p99 of B: ');
});

test('--fail-if may be repeated: one that is met is enough, whatever its place', { tags: ['long'] }, async () => {
  const run = ['run', script('plain.cjs'), '-c', '1', '-a', '20', '--capture', 'none', '--json'];
  const [met, other, slow] = ['mean > 0.001ms', 'failed > 1%', 'mean > 60s'].flatMap((one) => [['--fail-if', one]]);
  for (const order of [
    [met, other],
    [other, met],
  ]) {
    const { code, stderr } = await loopscope(...run, ...order.flatMap((one) => one!));
    expect(code).toBe(3);
    expect(stderr.match(/--fail-if ".*" is met\./g)).toEqual(['--fail-if "mean > 0.001ms" is met.']);
    expect(stderr).toMatch(/--fail-if ".*" is not met\. \w+( of B)?: [\d.]+/);
  }
  expect(await loopscope(...run, ...other!, ...slow!)).toMatchObject({ code: 0 });
});

test('--fail-if on a single run exits with code 3 above the limit', async () => {
  const run = ['run', script('busy.cjs'), '-c', '1', '-a', '20', '--capture', 'none', '--json'];
  const failed = await loopscope(...run, '--fail-if', 'mean > 0.4ms');
  expect(failed).toMatchObject({ code: 3, stderr: expect.stringContaining('--fail-if "mean > 0.4ms" is met.') });
  expect(JSON.parse(failed.stdout)).toMatchObject({ version: 1, failure: null });
});

const FIXTURES = join(import.meta.dirname, '../fixtures');
const stored = (name: string): string => join(FIXTURES, 'sessions', name);
const [RUN, COMPARISON, SERVICES] = ['format-1', 'format-2-comparison', 'format-4-services'].map((name) => stored(`${name}.loopscope`));
const PROFILE = join(FIXTURES, 'profiles/split.cpuprofile');

test.each([
  ['a run and a comparison', RUN!, COMPARISON!],
  ['two comparisons', COMPARISON!, COMPARISON!],
  ['a run and a profile', RUN!, PROFILE],
  ['a profile and unknown services', PROFILE, SERVICES!],
])('%s cannot be compared, which is said in a sentence', async (_, ...files) => {
  for (const json of [[], ['--json']]) {
    const { code, stdout, stderr } = await loopscopeHere('compare', ...files, ...json);
    expect(code).toBe(2);
    const told = json.length > 0 ? (JSON.parse(stdout) as ReportDocument).failure!.message : stderr;
    expect(told).toMatch(
      /is a (?:comparison or a grid of several runs|profile without requests|study of unknown services, without a run)\./,
    );
    expect(told.length).toBeLessThan(400);
  }
});

test('native calls of a module that one variant loads at its start and the other with the first request are one row', {
  tags: ['long'],
}, async () => {
  const folder = scratch();
  const load = "const { pbkdf2Sync } = require('node:crypto');";
  const server = (start: string, request: string): string => `${start}
function login() { ${request} return pbkdf2Sync('secret', 'salt', 3_000, 32, 'sha512'); }
require('node:http').createServer((_request, response) => response.end(login())).listen(Number(process.env.PORT ?? 0), '127.0.0.1');`;
  writeFileSync(join(folder, 'early.cjs'), server(load, ''));
  writeFileSync(join(folder, 'late.cjs'), server('', load));
  const [file, brief] = [join(folder, 'pair.loopscope'), join(folder, 'pair.md')];
  const compared = await loopscope(
    'compare',
    join(folder, 'early.cjs'),
    join(folder, 'late.cjs'),
    '-c',
    '1',
    '-a',
    '60',
    '--pairs',
    '2',
    '-o',
    file,
    '--json',
  );
  expect(compared.code, compared.stderr).toBe(0);
  await loopscope('export', file, '-o', brief, '--brief');
  const text = readFileSync(brief, 'utf8');
  expect(text).toContain('pbkdf2Sync with ');
  expect(text).not.toMatch(/\| *run *\|/);
});
