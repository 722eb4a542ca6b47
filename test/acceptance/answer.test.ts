/** The answer tells work from waiting: servers of which it is known where the time goes, and a machine that does nothing else. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { runJson } from '../helpers/command.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';
import { twoOfThree } from '../helpers/two-of-three.ts';

/** What the answer says beside how fast it was, by its code. */
async function answerOf(waits: string, ...flags: string[]): Promise<Map<string, string>> {
  const { report } = await runJson(join(TARGETS_DIR, 'waits-for.cjs'), '--env', `WAITS=${waits}`, '-d', '5', '--warmup', '1', ...flags);
  console.log(`${waits}: ${report.answer.map(({ text }) => text).join(' ')}`);
  return new Map(report.answer.map(({ code, text }) => [code, text]));
}

const WAITING = ['waits-in-line', 'waits-for-both', 'waits-elsewhere', 'generator-limit', 'collecting'];
const waitingIn = (answer: Map<string, string>): string[] => [...answer.keys()].filter((code) => WAITING.includes(code));

twoOfThree('CPU bound: its work, the line, and the place', async () => {
  const answer = await answerOf('cpu', '-c', '20');
  expect(waitingIn(answer)).toEqual(['waits-in-line']);
  expect(answer.get('waits-in-line')).toMatch(/ms of work and waited .* ms in line behind 19 others/);
  expect(answer.get('code')).toContain('waits-for.cjs:');
});

twoOfThree('a timer: idle, it waits for something else', async () => {
  const answer = await answerOf('timer', '-c', '20');
  expect(waitingIn(answer)).toEqual(['waits-elsewhere']);
  expect(answer.get('waits-elsewhere')).not.toContain('one of them at a time');
});

twoOfThree('one socket for all: idle, it waits for something that serves one at a time', async () => {
  const answer = await answerOf('socket', '-c', '20');
  expect(waitingIn(answer)).toEqual(['waits-elsewhere']);
  expect(answer.get('waits-elsewhere')).toContain('one of them at a time');
});

twoOfThree('garbage collection is named', async () => {
  expect(waitingIn(await answerOf('gc', '-c', '20'))).toContain('collecting');
});

twoOfThree('the load process was the limit', async () => {
  expect(waitingIn(await answerOf('client', '-c', '10', '--pipelining', '50'))).toEqual(['generator-limit']);
});

twoOfThree('mixed: what is certain to be the line, and what may be something else', async () => {
  const answer = await answerOf('mixed', '-c', '40');
  expect(waitingIn(answer)).toEqual(['waits-for-both']);
});
