/** The highest rate that holds, with a real server: what is known of it whatever the machine does meanwhile. Where the limit is, is in acceptance. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loopscope, runJson, scratch, start } from '../helpers/command.ts';
import { until } from '../helpers/targets.ts';

/** Whoever comes as the 61st within a second gets an error. */
const ERRORS_FROM_60 = `let at = [];
require('node:http').createServer((request, response) => {
  const now = performance.now();
  at = at.filter((time) => time > now - 1000);
  at.push(now);
  response.statusCode = at.length > 60 ? 503 : 200;
  response.end('ok');
}).listen(0, '127.0.0.1');`;

const OK = "require('node:http').createServer((request, response) => response.end('ok')).listen(0, '127.0.0.1');";

function write(code: string): { readonly script: string; readonly file: string } {
  const folder = scratch();
  writeFileSync(join(folder, 'server.js'), code);
  return { script: join(folder, 'server.js'), file: join(folder, 'run.loopscope') };
}

const PLAIN = ['--capture', 'none', '--warmup', '0.5'];

test('the limit of a server that has errors from 60 a second on, and what every surface says of it', async () => {
  const { script, file } = write(ERRORS_FROM_60);
  const { code, report, stderr } = await runJson(script, '--find-limit', 'p50 < 5s, errors <= 0%', '--budget', '18', ...PLAIN, '-o', file);
  expect(code, stderr).toBe(0);
  const { limit, answer, runs } = report;
  expect(limit).toMatchObject({
    question: 'p50 < 5000ms, errors <= 0%',
    budgetS: 18,
    verdict: 'found',
    by: 'errors',
    bound: 'errors <= 0%',
  });
  expect(limit).toMatchObject({ resource: 'errors', gaveWay: { kinds: [{ kind: '503' }] }, request: null });
  const { held, broke, levels } = limit!;
  // Never above; how close, the machine decides.
  expect(held!.rate).toBeLessThanOrEqual(60);
  expect(held!.rate).toBeLessThan(held!.at);
  expect(broke!.rate).toBeGreaterThan(held!.at);
  // Levels follow each other, none begins before the one before is over, and none ends after the budget.
  levels.forEach(({ rate, from, holdS, drainS }, nth) => {
    // The first is due when its share of a second has passed.
    expect(from - 1 / rate + holdS + drainS).toBeLessThanOrEqual(levels[nth + 1]?.from ?? 18.5);
  });
  const [run] = runs;
  expect(run!.levels.map((level) => 'rate' in level && level.rate)).toEqual(levels.map(({ rate }) => rate));
  expect(run!.bracket).toBeNull();
  expect(answer[0]).toEqual({ code: 'limit', text: expect.stringMatching(/^Holds \S+\/s: /) });
  expect(answer[1]).toEqual({ code: 'limit-because', text: expect.stringContaining('× 503') });

  const shown = await loopscope('show', file, '--json');
  expect(JSON.parse(shown.stdout).limit).toEqual(JSON.parse(JSON.stringify(limit)));
  const table = (await loopscope('show', file, '--table', 'limit')).stdout;
  expect(table.match(/✓ held|✕ did not hold|○ sent late/g)).toHaveLength(levels.length);
  for (const format of ['html', 'markdown'])
    expect((await loopscope('export', file, '--format', format, '-o', '-')).stdout).toContain(answer[0]!.text);
});

test('Stop keeps the levels that were over', { tags: ['long'] }, async () => {
  const { script, file } = write(OK);
  const run = start(['run', script, '--find-limit', 'p50 < 5s', '--budget', '60', '--level-requests', '40', ...PLAIN, '-o', file]);
  let progress = '';
  run.child.stderr!.on('data', (text) => {
    progress += text;
  });
  await until(() => /measuring[\s\S]*\d+ completed/.test(progress), 'a level is over');
  run.child.kill('SIGINT');
  const { code } = await run.ended;
  const { limit } = JSON.parse((await loopscope('show', file, '--json')).stdout);
  expect(limit.verdict).not.toBeNull();
  expect([0, 4]).toContain(code);
  expect(limit.levels.length).toBeLessThan(30);
});

test('what cannot be asked is refused, with what would do', async () => {
  const { script } = write(ERRORS_FROM_60);
  const plan = join(scratch(), 'plan.yaml');
  writeFileSync(plan, 'plan: 1\nrequests:\n  - { name: page, url: /, weight: 9 }\n  - { name: pay, url: /pay }\n');
  const rare = await loopscope('run', script, '--plan', plan, '--find-limit', 'pay p95 < 1s', '--capture', 'none');
  expect(rare.code).toBe(2);
  expect(rare.stderr).toContain('Levels of 720 requests would do');
  expect(rare.stderr).toContain('--level-requests 720');
  const unknown = await loopscope('run', script, '--plan', plan, '--find-limit', 'buy p95 < 1s');
  expect(unknown.stderr).toContain('page and pay');
  const none = await loopscope('run', script, '--find-limit', 'p99 > 1s');
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('p99 < 200ms, errors <= 0%')]);
  const two = await loopscope('compare', script, script, '--find-limit', 'p99 < 1s', '--pairs', '1');
  expect(two.code).not.toBe(0);
  expect(two.stderr).toContain('A comparison does not search for the highest rate');
});
