/** An errand, on the command line: find the highest rate my server holds, and which request breaks first. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LevelBracket, RunReport } from '../../shared/model/report.ts';
import type { ReportDocument } from '../../shared/words/report-document.ts';
import { loopscope, scratch } from '../helpers/command.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

const HOLD_S = 2;

async function sweep(route: string, rates: readonly number[]): Promise<{ bracket: LevelBracket; told: string; markdown: string }> {
  const file = join(scratch(), 'sweep.loopscope');
  const { stdout, stderr, code } = await loopscope(
    'run',
    join(TARGETS_DIR, 'three-routes.cjs'),
    '--url',
    route,
    '--sweep',
    rates.map((rate) => `${rate}/s`).join(', '),
    '--hold',
    String(HOLD_S),
    '--capture',
    'none',
    '--json',
    '-o',
    file,
  );
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const run = (JSON.parse(stdout) as ReportDocument).runs[0] as unknown as RunReport;
  expect(run.levels.map((level) => 'rate' in level && level.rate)).toEqual(rates);
  // Nobody is held up by those before: they come, whatever the server does.
  expect(run.levels.map(({ requests: { sent, dropped } }) => sent + dropped)).toEqual(rates.map((rate) => rate * HOLD_S));
  return {
    bracket: run.bracket!,
    told: (await loopscope('show', file, '--table', 'levels')).stdout,
    markdown: (await loopscope('export', file, '--format', 'markdown', '-o', '-')).stdout,
  };
}

test('the highest rate that a server holds, and which of its routes breaks first', async () => {
  // It does 17 a second at most, and the other one 170. What came in excess of that is waited for.
  const report = await sweep('/report', [5, 50]);
  const search = await sweep('/search', [50, 400]);
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
