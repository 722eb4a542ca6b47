/**
 * A run that reaches as many requests as a run keeps: it ends there and says so, and all of them are in its file.
 * @module-tag long
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunReport } from '../../shared/model/report.ts';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { loopscope, loopscopeHere, scratch, start } from '../helpers/command.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

const SERVER = join(TARGETS_DIR, 'server.cjs');
/** Far below what is sent in the time that is asked for. */
const LOWERED = { LOOPSCOPE_MOST_REQUESTS: '500' };
const SENTENCE =
  'The run was ended before its planned end, because it had reached 500 requests: every request of a run is kept, and a run keeps no more. The figures cover all of them.';

test.each([
  ['a fixed number of connections', ['-c', '2', '-d', '300']],
  ['several load processes', ['-c', '4', '-w', '2', '-d', '300']],
  ['visitors, of whom more than that are dropped', ['--arrivals', '2000/s for 300s', '--max-in-flight', '1']],
])('%s: the run ends at the limit, and its file has every request', async (_, load) => {
  const file = join(scratch(), 'full.loopscope');
  const { code, stdout } = await start(['run', SERVER, ...load, '--capture', 'none', '--json', '-o', file], LOWERED).ended;
  expect(code).toBe(0);
  const document = JSON.parse(stdout) as ReportDocument;
  const [run] = document.runs;
  expect(run!.ending).toBe('full');
  expect(run!.warnings.filter((warning) => warning.includes('planned end'))).toEqual([SENTENCE]);
  const { sent, completed, failed, unfinished, dropped } = run!.requests as RunReport['requests'];
  expect(sent).toBe(completed + failed + unfinished);
  expect(completed + failed + dropped).toBeGreaterThan(500);
  const csv = join(scratch(), 'rows.csv');
  expect((await loopscope('export', file, '--format', 'csv', '-o', csv)).code).toBe(0);
  expect(readFileSync(csv, 'utf8').trimEnd().split('\n')).toHaveLength(1 + completed + failed + dropped);
  const shown = JSON.parse((await loopscope('show', file, '--json')).stdout) as ReportDocument;
  expect(shown.runs).toEqual(document.runs);
  expect((await loopscope('show', file)).stdout).toContain(SENTENCE);
});

test('a run of exactly so many requests is complete; more than a run keeps are refused before anything is started', async () => {
  const { code, stdout } = await start(['run', SERVER, '-c', '2', '-a', '500', '--capture', 'none', '--json'], LOWERED).ended;
  expect(code).toBe(0);
  const [run] = (JSON.parse(stdout) as ReportDocument).runs;
  expect([run!.ending, run!.requests!.completed]).toEqual(['completed', 500]);
  const refused = await loopscopeHere('run', SERVER, '-a', '50000001');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('50,000,000');
});
