/** A plan of several requests, one of which fails now and then, of a server that logs to stdout: which request it was, and what the server said. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { RunReport } from '../../shared/model/report.ts';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { loopscope } from '../helpers/command.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

const folder = temporaryFolder();
const session = join(folder, 'plan.loopscope');
let ran: Awaited<ReturnType<typeof loopscope>>;

beforeAll(async () => {
  const plan = join(folder, 'plan.yaml');
  writeFileSync(plan, 'plan: 1\nsequence:\n  - { url: /api/products }\n  - { name: checkout, method: POST, url: /api/checkout }\n');
  const script = join(TARGETS_DIR, 'logs-to-stdout.cjs');
  const load = ['--plan', plan, '-c', '1', '-a', '60', '--capture', 'none'];
  ran = await loopscope('run', script, ...load, '--env', 'PAY_TOKEN=hunter2hunter2', '-o', session);
});

const exported = async (format: string) => (await loopscope('export', session, '--format', format, '-o', '-')).stdout;

test('the first sentence names the request that all errors are of', async () => {
  expect(ran).toMatchObject({ code: 0 });
  const sentence = '1 in 6 responses had status 500 (Internal Server Error): 10 of 60, all of them to “checkout”.';
  for (const told of [ran.stdout, await exported('markdown')]) expect(told.replaceAll('\u00a0', ' ')).toContain(sentence);
});

test('each kept response names its request, in the terminal, in reports and in JSON', async () => {
  const told = (await loopscope('show', session, '--table', 'answers')).stdout.replaceAll('\u00a0', ' ');
  expect(
    told.match(/^500 Internal Server Error\n {2}checkout, POST \/api\/checkout: ended [\d.]+ m?s into the run, after /gm),
  ).toHaveLength(3);
  expect(told).toMatch(/^200 OK\n {2}GET \/api\/products: ended /m);
  expect(await exported('html')).toContain('checkout, POST /api/checkout: ended ');
  expect(await exported('markdown')).toContain('checkout, POST /api/checkout: ended ');
});

test('what the server wrote to stdout meanwhile stands beside it, without its secrets', { tags: ['long'] }, async () => {
  const json = (await loopscope('show', session, '--json')).stdout;
  const { answers } = (JSON.parse(json) as ReportDocument).runs[0] as unknown as RunReport;
  const failed = answers!.filter(({ status }) => status === 500);
  expect(failed.map(({ asked, stderr }) => ({ ...asked, stderr }))).toEqual(
    Array(3).fill({ name: 'checkout', method: 'POST', url: '/api/checkout', stderr: '' }),
  );
  for (const { stdout } of failed) expect(stdout).toContain('card declined');
  const table = (await loopscope('show', session, '--table', 'answers')).stdout;
  for (const told of [ran.stdout, table, await exported('html'), await exported('markdown')]) {
    expect(told).toContain('What the server wrote to stdout meanwhile');
    expect(told).not.toContain('wrote nothing');
  }
  for (const told of [json, table, await exported('html'), await exported('markdown')]) {
    expect(told).toContain('card declined');
    expect(told).not.toContain('hunter2');
  }
});
