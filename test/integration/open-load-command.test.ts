/** Open load, users and sweeps on the command line: what is printed, and what the file says again. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answeredOf } from '../../shared/model/distribution.ts';
import type { RunReport } from '../../shared/model/report.ts';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { loopscope, loopscopeHere, scratch } from '../helpers/command.ts';
import { COMPARE_FIXTURES } from '../helpers/comparisons.ts';

const script = (name: string): string => join(COMPARE_FIXTURES, name);
const PLAIN = script('plain.cjs');

/** A run, its document and what `show` says of the written file. */
async function record(...flags: string[]): Promise<{ run: RunReport; file: string; show: (...more: string[]) => Promise<string> }> {
  const file = join(scratch(), 'run.loopscope');
  const { stdout, stderr, code } = await loopscope('run', PLAIN, ...flags, '--capture', 'none', '--json', '-o', file);
  expect(code, stderr).toBe(0);
  const document = JSON.parse(stdout) as ReportDocument;
  expect(JSON.parse((await loopscope('show', file, '--json')).stdout)).toEqual(document);
  const show = async (...more: string[]) => (await loopscope('show', file, ...more)).stdout;
  return { run: document.runs[0] as unknown as RunReport, file, show };
}

test('--arrivals: what was offered, how late it was sent, and each phase', async () => {
  const { run, show, file } = await record('--arrivals', '100/s for 1s, 20/s..60/s over 500ms', '--max-in-flight', '200');
  expect(run.load).toMatchObject({ model: 'arrivals', schedule: '100/s for 1s, 20/s..60/s over 500ms', maxInFlight: 200, poisson: false });
  expect(run.requests).toMatchObject({ sent: 120, completed: 120, dropped: 0 });
  expect(run.phases.map(({ rate, from, to, offered }) => ({ rate, from, to, offered }))).toEqual([
    { rate: [100, 100], from: 0, to: 1, offered: 100 },
    { rate: [20, 60], from: 1, to: 1.5, offered: 40 },
  ]);
  expect(run.latenessMs!.count).toBe(120);
  expect(answeredOf(run.serviceMs!).mean).toBeLessThanOrEqual(answeredOf(run.latencyMs!).mean);
  expect(run.generator.latenessMs).not.toBeNull();
  expect(run).toMatchObject({ sessionMs: null, levels: [], steadiness: null });
  expect(await show('--table', 'states')).toMatch(/^A run of less than 10 s has one period: see --table latency\.\n/);
  expect(await show()).toContain('open load, 120 visitors (100/s for 1s, 20/s..60/s over 500ms), 1.5 s');
  expect(await show('--table', 'phases')).toMatch(/│ +20 to 60 │ 1\.0 s │/);
  expect(await show('--table', 'latency')).toContain('Sent late by');
  expect(await show('--table', 'levels')).toMatch(/^This load has no levels; --sweep has\.\n/);
  const [ofPhase, ofTime] = await Promise.all([show('--phase', '2', '--json'), show('--from', '1', '--to', '1.5', '--json')]);
  expect((JSON.parse(ofPhase) as ReportDocument).runs[0]!.requests!.completed).toBeLessThan(120);
  expect(JSON.parse(ofPhase)).toEqual(JSON.parse(ofTime));
  const { stdout, stderr } = await loopscope('show', file, '--phase', '3');
  expect({ stdout, stderr }).toEqual({ stdout: '', stderr: expect.stringContaining('this run has none of that name') });
  expect((await loopscope('show', file, '--phase', '1', '--to', '1')).stderr).toContain('give one of them');
});

test('--users: sessions are a figure of their own', { tags: ['long'] }, async () => {
  const { run, show } = await record('--users', '6', '--requests', '5', '--spread', '0.3');
  expect(run.requests).toMatchObject({ sent: 30, completed: 30 });
  expect(run.sessionMs!.count).toBe(6);
  expect(await show('--table', 'latency')).toMatch(/n 30, fixed users, 0\s% errors/);
  expect(run.sessionMs!.min).toBeGreaterThanOrEqual(run.latencyMs!.min * 5 - 0.01);
  expect(await show()).toMatch(/fixed users, 6 users, 30 requests/);
  expect(await show('--table', 'latency')).toContain('Visits');
});

test('--sweep: one row for each level', async () => {
  const { run, show } = await record('--sweep', '1,3', '--hold', '0.5', '--env', 'LATE_MS=2');
  expect(run.levels.map((level) => 'connections' in level && level.connections)).toEqual([1, 3]);
  expect(run.levels.reduce((sum, { requests }) => sum + requests.sent, 0)).toBe(run.requests.sent);
  expect(run.bracket).toMatchObject({ of: 'connections', held: 3, broke: null, failedAt: null });
  expect(await show('--table', 'levels')).toMatch(/Connections │ +From │ In flight │ Answered\/s │ Errors │ Responses │/);
  expect(await show('--table', 'levels')).toContain(
    'At every level, up to 3 connections, all requests were answered as expected. No request went wrong.',
  );
});

test.each([
  [['--arrivals', '10/x for 5s'], /Schedule, character 3: expected "\/s", "\/min" or "\/h", found "\/x for 5s"\./],
  [['--arrivals', '10/s for 1s', '-c', '3'], /-c and --arrivals cannot be combined/],
  [
    ['-c', '3', '--requests', '50'],
    /-c and --requests cannot be combined\. --requests is the number for each of the --users; .* in all, use -a\./,
  ],
  [['-d', '2', '--sweep', '1..4'], /-d and --sweep cannot be combined\. Use --hold to set how long each level of a sweep lasts\./],
  [['-d', '2', '--arrivals', '10/s for 1s'], /-d and --arrivals cannot be combined\. The schedule says how long it takes/],
  [['--arrivals', '10/s for 1s', '--pipelining', '2'], /Only closed load has several requests in flight on a connection/],
  [['--arrivals', '10/s for 1s', '--client', 'autocannon'], /autocannon sends closed load only/],
])('%j is refused before anything starts', async (flags, says) => {
  const { code, stderr } = await loopscopeHere('run', PLAIN, ...flags);
  expect(stderr).toMatch(says);
  expect(code).not.toBe(0);
});

test('compare: the same schedule on both sides, and no verdict on the rate that was set', { tags: ['long'] }, async () => {
  const flags = ['--arrivals', '100/s for 500ms', '--poisson', '--seed', '4', '--pairs', '2', '--capture', 'none'];
  const { stdout } = await loopscope('compare', PLAIN, script('busy.cjs'), ...flags, '--json');
  const { runs, verdicts, comparison } = JSON.parse(stdout) as ReportDocument;
  expect(runs).toHaveLength(4);
  expect(new Set(runs.map(({ requests }) => requests!.sent)).size).toBe(1);
  expect(runs.every(({ load }) => load?.model === 'arrivals' && load.poisson && load.seed === 4)).toBe(true);
  expect(comparison).toMatchObject({ seed: 4 });
  expect(verdicts.map(({ metric }) => metric)).not.toContain('throughput');
  expect(verdicts.map(({ metric }) => metric)).toContain('p50');
  const refused = await loopscope('compare', PLAIN, ...flags, '--question', 'throughput');
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be the question') });
});
