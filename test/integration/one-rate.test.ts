/** A rate that a server cannot serve, and one that it can, through the command. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loopscope, type OwnDocument, runJson, scratch } from '../helpers/command.ts';

/** Works on one request at a time, for 50 ms each: 20 a second. */
const SERVER = `let free = 0;
require('node:http').createServer((request, response) => {
  const now = performance.now();
  free = Math.max(free, now) + 50;
  setTimeout(() => response.end('done'), free - now);
}).listen(0, '127.0.0.1');`;

const OPTIONS = ['--warmup', '0', '--capture', 'none'];

function write(): string {
  const file = join(scratch(), 'server.js');
  writeFileSync(file, SERVER);
  return file;
}

/** The first sentence; on a busy machine one before it may say that the generator was late. */
const told = ({ answer }: OwnDocument) => answer.filter(({ code }) => code !== 'generator-behind')[0]!.text;

test('a rate above what the server can serve is said not to hold, first of all', async () => {
  const file = join(scratch(), 'run.loopscope');
  const { code, report, stderr } = await runJson(write(), '--arrivals', '50/s for 3s', ...OPTIONS, '-o', file);
  expect(code, stderr).toBe(0);
  const [phase, ...others] = report.runs[0]!.phases;
  expect(others).toEqual([]);
  expect(phase).toMatchObject({ rate: [50, 50], held: false });
  const { arrived, answered } = phase!.fellBehind!;
  expect(answered).toBeLessThan(arrived / 2);
  expect(told(report)).toMatch(/^50\/s did not hold: .*fewer requests were answered \(\d+\) than arrived \(\d+\)\.$/);
  // With one rate there is no table of phases.
  expect((await loopscope('show', file)).stdout).not.toContain('By phase of the schedule');
});

test('of several rates, the one that did not hold is named with its time', { tags: ['long'] }, async () => {
  const { report } = await runJson(write(), '--arrivals', '5/s for 1s, 50/s for 2s', ...OPTIONS);
  const held = report.runs[0]!.phases.map((one) => one.held);
  // On a busy machine five requests may be sent too late to tell.
  expect(held[0]).not.toBe(false);
  expect(held[1]).toBe(false);
  expect(told(report)).toMatch(/^50\/s did not hold \(1 s to 3 s of the run\): /);
});
