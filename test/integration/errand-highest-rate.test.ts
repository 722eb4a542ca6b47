/** An errand, on the command line: find the highest rate my server holds, and which request breaks first. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LevelBracket, RunReport } from '../../shared/model/report.ts';
import type { ReportDocument } from '../../shared/words/report-document.ts';
import { loopscope, scratch } from '../helpers/command.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

const SWEEP = ['--sweep', '5/s, 50/s, 400/s', '--hold', '2', '--capture', 'none'];

async function sweep(route: string): Promise<{ bracket: LevelBracket; told: string; markdown: string }> {
  const file = join(scratch(), 'sweep.loopscope');
  const { stdout, stderr, code } = await loopscope(
    'run',
    join(TARGETS_DIR, 'three-routes.cjs'),
    '--url',
    route,
    ...SWEEP,
    '--json',
    '-o',
    file,
  );
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const run = (JSON.parse(stdout) as ReportDocument).runs[0] as unknown as RunReport;
  expect(run.levels.map((level) => 'rate' in level && level.rate)).toEqual([5, 50, 400]);
  // Nobody is held up by those before: 10, 100 and 800 came, whatever the server did.
  expect(run.levels.map(({ requests: { sent, dropped } }) => sent + dropped)).toEqual([10, 100, 800]);
  return {
    bracket: run.bracket!,
    told: (await loopscope('show', file, '--table', 'levels')).stdout,
    markdown: (await loopscope('export', file, '--format', 'markdown', '-o', '-')).stdout,
  };
}

test('the highest rate that a server holds, and which of its routes breaks first', async () => {
  const report = await sweep('/report');
  const search = await sweep('/search');
  // It does 17 a second at most, and the other one 170.
  expect(report.bracket.of).toBe('rate');
  expect(report.bracket.broke!).toBeLessThanOrEqual(50);
  expect(search.bracket.broke!).toBeLessThanOrEqual(400);
  expect(report.bracket.broke!).toBeLessThanOrEqual(search.bracket.broke!);
  for (const { bracket, told, markdown } of [report, search]) {
    const { held, broke } = bracket;
    const says = held === null ? `at ${broke} visitors a second` : `${held} visitors a second were held`;
    expect(told).toContain(says);
    expect(markdown).toContain(says);
    // A queue grew where it broke.
    expect(told).toMatch(/Little’s law does not hold at .*(50|400)/);
  }
});
