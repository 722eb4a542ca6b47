/** A server whose main thread waits in calls: the answer names the call and who made it. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runJson } from '../helpers/command.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

test.each([
  ['program', 'spawnSync, called from thumbnail (waits-in-calls.cjs:4)'],
  ['thread', 'Atomics.wait, called from takeLock (waits-in-calls.cjs:8)'],
])('a server that waits for a %s', async (wait, call) => {
  const { report } = await runJson(join(TARGETS_DIR, 'waits-in-calls.cjs'), '-c', '2', '-d', '2', '--env', `WAIT=${wait}`);
  const said = report.answer.map(({ text }) => text.replaceAll('\u00a0', ' '));
  const [sentence, ...others] = said.filter((one) => one.includes('waited in'));
  expect(others).toEqual([]);
  const [, percent, rest] = /^For (?:at least )?(\d+) % of the time the server’s main thread waited in (.*)\.$/.exec(sentence!)!;
  expect(rest).toBe(call);
  expect(Number(percent)).toBeGreaterThan(30);
  expect(said.join(' ')).not.toContain('too few to name functions');
});
