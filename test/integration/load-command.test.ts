/** A generator of the user makes the load: its figures are those that it prints, and nothing is left of it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { testCases } from '../helpers/cases.ts';
import { loopscope, loopscopeHere, runJson, scratch, start } from '../helpers/command.ts';
import { until } from '../helpers/targets.ts';
import { alive } from '../helpers/zoo.ts';

const SERVER = `let requests = 0;
require('node:http').createServer((request, response) => response.end(String(++requests))).listen(0, '127.0.0.1');
`;

/**
 * Requests the server, then says so as autocannon does; or fails, or goes on and ignores SIGTERM. It pauses after each request: the server is
 * sampled four times a second, and of a load that is over sooner there are no figures of it.
 */
const GENERATOR = `const fs = require('node:fs');
const [url, count, how, file] = process.argv.slice(2);
fs.writeFileSync('generator-pid', String(process.pid));
async function main() {
  let last = '';
  for (let i = 0; i < Number(count); i++) {
    last = await (await fetch(url)).text();
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  if (how === 'fail') { console.error('no luck after ' + last); process.exit(3); }
  if (how === 'stay') { process.on('SIGTERM', () => {}); fs.writeFileSync('stays', ''); setInterval(() => {}, 1000); return; }
  const spread = { average: 2.5, mean: 2.5, stddev: 1, min: 1, max: 9, p50: 2, p99: 8, total: Number(last), sent: Number(last), totalCount: Number(last) };
  const result = { url, connections: 1, sampleInt: 1000, duration: 1, start: '2026-01-02T03:04:05.000Z', errors: 0, timeouts: 0, non2xx: 0,
    '1xx': 0, '2xx': Number(last), '3xx': 0, '4xx': 0, '5xx': 0, latency: spread, requests: spread, throughput: { ...spread, total: 1234 } };
  if (how === 'lose') fs.rmSync(require('node:path').dirname(file), { recursive: true });
  if (how === 'write') { console.log('wrote ' + file); fs.writeFileSync('written', file); }
  if (how === 'write' || how === 'huge') fs.writeFileSync(file, JSON.stringify(result) + (how === 'huge' ? ' '.repeat(600_000) : ''));
  else console.log(JSON.stringify(result));
}
main();
`;

function project(): string {
  const folder = scratch();
  writeFileSync(join(folder, 'server.js'), SERVER);
  writeFileSync(join(folder, 'generator.js'), GENERATOR);
  return folder;
}

function flags(cwd: string, rest: string, seconds = '60'): string[] {
  const command = `"${process.execPath}" generator.js ${rest}`;
  return [join(cwd, 'server.js'), '--cwd', cwd, '-d', seconds, '--capture', 'none', '--load-command', command];
}

const pidIn = (cwd: string): number => Number(readFileSync(join(cwd, 'generator-pid'), 'utf8'));

test('the figures are those that the command prints, in the run as in its session; the server is measured, secrets are left out', async () => {
  const cwd = project();
  const session = join(cwd, 'run.loopscope');
  const { code, report, stderr } = await runJson(...flags(cwd, '{url} 40 end --token=verysecretword'), '-o', session);
  expect(code, stderr).toBe(0);
  const [run] = report.runs;
  expect(run!.byCommand).toMatchObject({
    tool: 'autocannon',
    url: run!.target.url,
    requests: { sent: 40, completed: 40, failed: 0 },
    times: { latency: { count: 40, mean: 2.5, max: 9, percentiles: { '50': 2, '99': 8 } } },
  });
  expect(run!.server.map(({ role }) => role)).toEqual(['main']);
  expect(alive([pidIn(cwd)])).toEqual([]);
  const shown = await loopscope('show', session);
  expect(shown.stdout).toContain('Times, from another tool: autocannon');
  const stored = await loopscope('show', session, '--json');
  expect(JSON.parse(stored.stdout).runs[0].byCommand).toEqual(run!.byCommand);
  expect(stored.stdout + shown.stdout).not.toContain('verysecretword');
});

test('the figures of a file that the command writes are read, and its folder is gone afterwards', { tags: ['long'] }, async () => {
  const cwd = project();
  const session = join(cwd, 'run.loopscope');
  const { code, report, stderr } = await runJson(...flags(cwd, '{url} 7 write {out}.json'), '-o', session);
  expect(code, stderr).toBe(0);
  expect(report.runs[0]!.byCommand).toMatchObject({ tool: 'autocannon', requests: { sent: 7, completed: 7 } });
  const shown = await loopscope('show', session);
  expect(shown.stdout).toContain('Times, from another tool: autocannon');
  const written = readFileSync(join(cwd, 'written'), 'utf8');
  expect(written).toMatch(/out\.json$/);
  expect(existsSync(dirname(written))).toBe(false);
});

testCases<readonly [string, string]>(
  [['{url} 1 huge {out}', 'has more than 524,288 bytes']],
  [
    ['{url} 1 end {out}', 'wrote no file to the place of {out}'],
    ['{url} 1 lose {out}', '{out} cannot be read (ENOENT)'],
  ],
)('a file that cannot be read is said: %s', async ([rest, says]) => {
  const { code, report } = await runJson(...flags(project(), rest));
  expect(code).toBe(0);
  expect(report.runs[0]!.warnings.join()).toContain(says);
});

test('a script finds the URL in its environment, and a command without a place for it is warned of', async () => {
  const cwd = project();
  writeFileSync(join(cwd, 'generator.js'), `fetch(process.env.LOOPSCOPE_URL).then(() => console.log('to', process.env.LOOPSCOPE_URL));`);
  const session = join(cwd, 'run.loopscope');
  const { code, report, stderr } = await runJson(...flags(cwd, ''), '--url', '/list?page=2', '-o', session);
  expect(code, stderr).toBe(0);
  const { url } = report.runs[0]!.target;
  expect(url).toMatch(/:\d+\/list\?page=2$/);
  const { stdout } = await loopscope('show', session, '--table', 'output');
  expect(stdout).toContain(`to ${url}`);
  expect(report.runs[0]!.warnings.join()).toContain('unless it reads LOOPSCOPE_URL');
});

test('a command that fails is named with what it said last, and the server side is kept', async () => {
  const cwd = project();
  const { code, report } = await runJson(...flags(cwd, '{url} 5 fail'));
  expect(code).toBe(1);
  expect(report.failure).toMatchObject({
    message: expect.stringContaining('exit code 3'),
    detail: expect.stringContaining('no luck after 5'),
  });
  expect(report.runs[0]).toMatchObject({ byCommand: null, ending: 'failed' });
});

test.each(['the limit', 'Ctrl-C'])(
  '%s stops a command that ignores SIGTERM, and what was measured is kept',
  { tags: ['long'] },
  async (by) => {
    const cwd = project();
    const session = join(cwd, 'run.loopscope');
    const run = start(['run', ...flags(cwd, '{url} 3 stay', by === 'the limit' ? '5' : '600'), '-o', session]);
    if (by === 'Ctrl-C') {
      await until(() => existsSync(join(cwd, 'stays')), 'the generator stays');
      run.child.kill('SIGINT');
    }
    expect(await run.ended).toMatchObject({ code: 0 });
    expect(alive([pidIn(cwd)])).toEqual([]);
    expect(existsSync(session)).toBe(true);
  },
);

test('a command dies with the engine that has started it', async () => {
  const cwd = project();
  const run = start(['run', ...flags(cwd, '{url} 3 stay', '600')]);
  await until(() => existsSync(join(cwd, 'stays')), 'the generator stays');
  run.child.kill('SIGKILL');
  await until(() => alive([pidIn(cwd)]).length === 0, 'the generator is gone');
});

test('what a command cannot do is refused, and a program that is not there', async () => {
  const cwd = project();
  const refused = async (...more: string[]) => (await loopscopeHere('run', ...flags(cwd, '{url} 1 end'), ...more)).stderr;
  expect(await refused('--warmup', '1')).toContain('has no warm-up');
  // What it says itself does not reach it from here.
  expect(await refused('-c', '10')).toContain('-c has no effect on it');
  expect(await refused('--no-keepalive')).toContain('--no-keepalive has no effect on it');
  expect(await refused('--load-command', 'no-such-generator {url}')).toContain('no-such-generator');
});

test('each run of a comparison gets the command; its figures are compared, how they are timed is said before any of them', {
  tags: ['long'],
}, async () => {
  const cwd = project();
  const session = join(cwd, 'pair.loopscope');
  const other = join(cwd, 'other.js');
  writeFileSync(other, SERVER);
  const [script, ...rest] = flags(cwd, '{url} 30 end --token=verysecretword');
  const { code, stdout, stderr } = await loopscope('compare', script!, other, ...rest, '--pairs', '2', '--json', '-o', session);
  expect(code, stderr).toBe(0);
  const report = JSON.parse(stdout) as ReportDocument;
  expect(report.runs.map(({ variant, excluded, byCommand }) => [variant, excluded, byCommand?.requests.completed])).toEqual(
    expect.arrayContaining(['A', 'B', 'A', 'B'].map((variant) => [variant, null, 30])),
  );
  const verdict = (metric: string) => report.verdicts.find((one) => one.metric === metric);
  // 2 ms in whole milliseconds decide nothing, however many pairs there are.
  expect(verdict('p50')).toMatchObject({ aValue: 2, bValue: 2, reason: 'whole milliseconds' });
  expect(verdict('throughput')).toMatchObject({ pairs: 2, reason: 'too few pairs' });
  expect(verdict('cpuMsPerRequest')).toMatchObject({ pairs: 2, reason: 'too few pairs' });
  const shown = await loopscope('show', session);
  expect(shown.stdout).toMatch(
    /^A and B: requests made and timed by another tool, autocannon\. autocannon rounds latency to whole milliseconds/,
  );
  expect(shown.stdout + stdout).not.toContain('verysecretword');
  expect(alive([pidIn(cwd)])).toEqual([]);
});

test('each variant can have a command of its own', { tags: ['long'] }, async () => {
  const cwd = project();
  const [script, ...rest] = flags(cwd, '').slice(0, -2);
  const of = (side: string, count: number) => [`--load-command-${side}`, `"${process.execPath}" generator.js {url} ${count} end`];
  const { code, stdout, stderr } = await loopscope('compare', script!, ...rest, ...of('a', 30), ...of('b', 20), '--one-look', '--json');
  expect(code, stderr).toBe(0);
  const { runs, comparison } = JSON.parse(stdout) as ReportDocument;
  expect(runs.map(({ variant, byCommand }) => [variant, byCommand?.requests.completed]).sort()).toEqual([
    ['A', 30],
    ['B', 20],
  ]);
  expect(comparison!.differences.map(({ field }) => field)).toEqual(['loadCommand']);
});

test('a comparison with a command whose output is in no known format describes the load, and compares the server', {
  tags: ['long'],
}, async () => {
  const cwd = project();
  writeFileSync(join(cwd, 'generator.js'), `fetch(process.argv[2]).then(() => console.log('done'));`);
  const [script, ...rest] = flags(cwd, '{url}');
  const { code, stdout } = await loopscope('compare', script!, script!, ...rest, '--one-look');
  expect(code).toBe(0);
  expect(stdout).toContain('A and B: what the load command printed is in no format that Loopscope reads.');
  expect(stdout).toContain('The load is described, without a verdict');
  expect(stdout).toMatch(/^\W*Memory/m);
  expect(stdout).not.toMatch(/^\W*(Throughput|p50 latency|CPU per request)/m);
});
