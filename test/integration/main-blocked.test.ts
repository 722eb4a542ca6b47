/** A server whose main thread waits in calls: the answer names the call and who made it. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loopscope, runJson, scratch } from '../helpers/command.ts';
import { unwrap } from '../helpers/comparisons.ts';
import { newEngine, openFileIn } from '../helpers/engines.ts';
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

test('over time its event loop is busy in these calls, and the story of a request has them apart from work', async () => {
  const file = join(scratch(), 'run.loopscope');
  const flags = ['--env', 'WAIT=thread', '--by-request-limit', '100', '-c', '2', '-d', '2', '-o', file];
  const { report } = await runJson(join(TARGETS_DIR, 'waits-in-calls.cjs'), ...flags);
  const [process] = report.runs[0]!.server;
  const engine = newEngine(scratch());
  const sessionId = await openFileIn(engine, file);
  const { atMs, elu } = unwrap(await engine.handle('session.server-series', { sessionId, fromRow: 0 }));
  // Samples reach over both ends of the measured time.
  const inside = [...elu].filter((_, row) => atMs[row]! > 400 && atMs[row]! < 1_900);
  const mean = inside.reduce((sum, share) => sum + share, 0) / inside.length;
  expect(Math.abs(mean - process!.elu!.mean)).toBeLessThan(0.15);
  expect(process!.elu!.max!).toBeGreaterThanOrEqual(Math.max(...inside) - 1e-6);
  expect(process!.elu!.max!).toBeLessThanOrEqual(1);
  const { stdout } = await loopscope('show', file, '--table', 'story');
  const [, ms] = /│ The main thread was blocked in a call +│ +([\d.]+) │/.exec(stdout)!;
  expect(Number(ms)).toBeGreaterThan(20);
  expect(stdout).toContain('Atomics.wait');
});
