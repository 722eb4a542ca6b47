/** A server that answers and then never again, through the command: what is said first, and how it ends. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { loopscope, scratch } from '../helpers/command.ts';

const ANSWERS = 300;

function stopping(): string {
  const file = join(scratch(), 'stops.cjs');
  const script = `let n = 0; require('node:http').createServer((q, s) => { if (++n > ${ANSWERS}) return; s.end('ok'); }).listen(0);`;
  writeFileSync(file, script);
  return file;
}

async function measure(...args: string[]): Promise<{ code: number | null; document: ReportDocument; stderr: string }> {
  const { code, stdout, stderr } = await loopscope('run', stopping(), '-d', '4', '--capture', 'none', '--wait', '--json', ...args);
  return { code, document: JSON.parse(stdout) as ReportDocument, stderr };
}

test('a server that stops responding is told so first, and the run fails', async () => {
  const { code, document } = await measure();
  const [run] = document.runs;
  expect(document.failure).toMatchObject({ code: 'stopped-answering' });
  expect(document.answer[0]).toMatchObject({
    code: 'silent',
    text: expect.stringMatching(/^No response came in the last .*: all 10 connections were waiting\.$/),
  });
  expect(document.answer[1]!.text).toMatch(/^Of the requests answered before /);
  expect(document.answer.map((one) => one.code)).not.toContain('try-one');
  expect(document.findings[0]).toMatchObject({ id: 'stopped-answering', severity: 'trust' });
  expect(run!.requests).toMatchObject({ sent: ANSWERS + 10, completed: ANSWERS, failed: 0, unfinished: 10, unanswered: 10 });
  expect(run!.latencyMs).toMatchObject({ count: ANSWERS, censored: 10, mean: null, max: null });
  expect(code).toBe(1);
});

test('limits that it does not hold are met, by requests without a response and by the silence', { tags: ['long'] }, async () => {
  const { code, stderr } = await measure('--fail-if', 'errors > 1%', '--fail-if', 'p50 > 100ms');
  expect(stderr).toMatch(/"errors > 1%" is met/);
  expect(stderr).toMatch(/"p50 > 100ms" is met/);
  expect(code).toBe(3);
});

test('a server that stops during the warm-up is told by what the warm-up got', { tags: ['long'] }, async () => {
  const { code, document } = await measure('--warmup', '1', '--timeout', '1');
  const [run] = document.runs;
  expect(run!.warmUp).toEqual({ sent: ANSWERS + 10, answered: ANSWERS });
  expect(document.failure).toMatchObject({ code: 'load-failed', hint: expect.stringContaining('a pool that is used up') });
  expect(code).toBe(1);
});

test('a server of which a few requests hang did not stop, however long they are waited for after the load', async () => {
  const file = join(scratch(), 'hangs.cjs');
  const script = `let n = 0; require('node:http').createServer((q, s) => { if (n++ % 50 !== 40) s.end('ok'); }).listen(0);`;
  writeFileSync(file, script);
  const { code, stdout } = await loopscope('run', file, '-c', '4', '-a', '300', '--timeout', '2', '--capture', 'none', '--wait', '--json');
  const document = JSON.parse(stdout) as ReportDocument;
  expect(document.runs[0]!.requests).toMatchObject({ sent: 300, completed: 294, failed: 6, timedOut: 6 });
  expect(document.answer.map((one) => one.code)).not.toContain('silent');
  expect(document.answer[0]!.text).toMatch(/^1 in 50 requests failed \(6 of 300\)/);
  expect(document.failure).toBeNull();
  expect(code).toBe(0);
});
