/** An errand, on the command line: find the highest rate my server holds, and which request breaks first. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LevelBracket, RunReport } from '../../shared/model/report.ts';
import type { ReportDocument } from '../../shared/report/report-document.ts';
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
  expect(code, stderr).toBe(0);
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

test('the highest rate that a server holds, and which of its routes breaks first', { tags: ['long'] }, async () => {
  // It does 17 a second at most, and the other one 170. What came in excess of that is waited for.
  const report = await sweep('/report', [5, 50]);
  const search = await sweep('/search', [50, 400]);
  expect(report.bracket.of).toBe('rate');
  expect(report.bracket.broke!).toBeLessThanOrEqual(50);
  expect(search.bracket.broke!).toBeLessThanOrEqual(400);
  expect(report.bracket.broke!).toBeLessThanOrEqual(search.bracket.broke!);
  for (const { bracket, told, markdown } of [report, search]) {
    const { held, broke } = bracket;
    const says = held === null ? `at ${broke} visitors a second` : `${held} visitors a second: the server kept up`;
    expect(told).toContain(says);
    expect(markdown).toContain(says);
    // A queue grew where it broke.
    expect(told).toMatch(/At (50|400) a second, the median latency rose from .* visitors behind, out of \d+/);
  }
});

const SHOP = join(import.meta.dirname, '../fixtures/e2e/shop.cjs');

test('of a plan with a login, one sweep says which of its requests breaks first', { tags: ['long'] }, async () => {
  const plan = join(scratch(), 'shop.yaml');
  writeFileSync(
    plan,
    `plan: 1
sequence:
  - { name: login, url: /login, capture: { token: { json: $.token } } }
${['home', 'search', 'report'].map((name) => `  - { name: ${name}, url: /${name}, headers: { authorization: "Bearer {{token}}" } }\n`).join('')}`,
  );
  const file = join(scratch(), 'shop.loopscope');
  const sweepOf = ['--sweep', '3/s, 40/s', '--hold', '3', '--capture', 'none'];
  const { stdout, stderr, code } = await loopscope('run', SHOP, '--plan', plan, ...sweepOf, '--json', '-o', file);
  expect(code, stderr).toBe(0);
  const document = JSON.parse(stdout) as ReportDocument;
  const { levels, byRequest, bracket } = document.runs[0] as unknown as RunReport;
  // Whoever came at a level made all requests in it, but for who was refused.
  expect(levels.map((level) => 'visits' in level && level.visits.came)).toEqual([9, 120]);
  expect(levels[0]!.byRequest!.map(({ name, requests: { sent } }) => [name, sent])).toEqual(
    ['login', 'home', 'search', 'report'].map((name) => [name, 9]),
  );
  for (const [nth, { name, requests }] of byRequest!.entries()) {
    const sum = (of: 'sent' | 'unexpected') => levels.reduce((total, level) => total + level.byRequest![nth]!.requests[of], 0);
    expect([name, sum('sent'), sum('unexpected')]).toEqual([name, requests.sent, requests.unexpected]);
  }
  expect(bracket).toMatchObject({ broke: 40, failedAt: 40 });
  expect(document.answer.find(({ code: of }) => of === 'wrong-first')!.text).toMatch(
    /^Errors first appeared at 40 visitors a second, mostly in “report”: \d/,
  );
  // Who has had an error goes no further.
  const { sent } = levels[1]!.byRequest![3]!.requests;
  const told = (await loopscope('show', file, '--table', 'level-requests')).stdout;
  expect(told).toMatch(new RegExp(`│ report +│ +40 │ +${sent} │ +\\d`));
});
