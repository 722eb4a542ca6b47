/** A load that is not the one that was asked for, through the command: what is said first. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunReport } from '../../shared/model/report.ts';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { loopscope, scratch } from '../helpers/command.ts';

function server(delayMs: number): string {
  const file = join(scratch(), 'server.cjs');
  writeFileSync(file, `require('node:http').createServer((q, s) => setTimeout(() => s.end('ok'), ${delayMs})).listen(0);`);
  return file;
}

test('visitors who found too many requests in flight come first, and the exit code is that of a run', async () => {
  const load = ['--arrivals', '100/s for 1s', '--max-in-flight', '2', '--capture', 'none', '--json'];
  const { code, stdout, stderr } = await loopscope('run', server(300), ...load);
  expect(code, stderr).toBe(0);
  const { answer, runs } = JSON.parse(stdout) as ReportDocument;
  const { dropped, sent } = runs[0]!.requests as RunReport['requests'];
  expect(dropped).toBeGreaterThan(80);
  expect(sent + dropped).toBe(100);
  expect(answer[0]).toMatchObject({ code: 'not-sent', text: expect.stringMatching(new RegExp(`^${dropped} of 100 visitors`)) });
});
