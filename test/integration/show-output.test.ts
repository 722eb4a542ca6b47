/** `show --table output`: what the server wrote, in the terminal. */
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../electron/engine/machine/paths.ts';
import { loopscope, scratch } from '../helpers/command.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

const session = join(temporaryFolder(), 'logs.loopscope');
const LINE = /^ *(-?[\d.]+) {2}(stdout|stderr) {2}(.*)$/;

beforeAll(async () => {
  const load = ['--arrivals', '15/s for 2s'];
  const ran = await loopscope('run', join(TARGETS_DIR, 'logs-json.cjs'), ...load, '--capture', 'none', '-o', session);
  expect([ran.code, ran.stdout]).toEqual([
    0,
    expect.stringMatching(/Other tables: .*, or all; not part of all: answers, requests, output\./),
  ]);
});

const show = (...args: string[]) => loopscope('show', session, '--table', 'output', ...args);
async function linesOf(...args: string[]) {
  const { code, stdout, stderr } = await show(...args);
  expect([code, stderr]).toEqual([0, '']);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, seconds, stream, text] = LINE.exec(line) ?? [line];
      return { seconds: Number(seconds), stream, text: text ?? '' };
    });
}

test('each line is printed whole, with its time and its stream, and cannot move the cursor', async () => {
  const lines = await linesOf();
  expect(lines[0]).toMatchObject({ stream: 'stdout', text: 'shop 1.4.0 starts' });
  // Before the load, so before time 0.
  expect(lines[0]!.seconds).toBeLessThan(0);
  const requests = lines.filter(({ text }) => text.includes('"level":"info"'));
  expect(requests.length).toBeGreaterThan(12);
  expect(JSON.parse(requests[0]!.text)).toMatchObject({ n: 1, msg: 'request completed' });
  const errors = lines.filter(({ stream }) => stream === 'stderr').map(({ text }) => JSON.parse(text).n);
  expect(errors).toEqual(Array.from({ length: Math.floor(requests.length / 3) }, (_, index) => 3 * (index + 1)));
  expect(lines.map(({ text }) => text)).toContain('red \\u202ereversed');
});

test('of a part of the run: by time, by phase', { tags: ['long'] }, async () => {
  const from = await linesOf('--from', '1');
  expect(from.every(({ seconds }) => seconds >= 1)).toBe(true);
  const to = await linesOf('--to', '1');
  expect(to[0]).toMatchObject({ text: 'shop 1.4.0 starts' });
  expect(from.length + to.length).toBe((await linesOf()).length);
  expect((await show('--from', '600')).stdout).toBe('The server wrote nothing in this part of the run.\n');
  const phased = join(scratch(), 'phases.loopscope');
  const script = join(TARGETS_DIR, 'logs-json.cjs');
  expect((await loopscope('run', script, '--arrivals', '5/s for 1s, 20/s for 1s', '--capture', 'none', '-o', phased)).code).toBe(0);
  const second = (await loopscope('show', phased, '--table', 'output', '--phase', '2')).stdout;
  expect(second.match(/"level":"info"/g)!.length).toBeGreaterThan(10);
  expect(second).not.toContain('"n":1,');
});

test('what was dropped is said where it is missing', async () => {
  const flooded = join(scratch(), 'flooded.loopscope');
  await loopscope('run', join(TARGETS_DIR, 'prints-60-mb.cjs'), '-a', '20', '--capture', 'none', '-o', flooded);
  const { stdout } = await loopscope('show', flooded, '--table', 'output');
  expect(stdout).toMatch(/\n *… [\d.]+\sMB are left out here …\n/);
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/MB were not kept: the server printed more than Loopscope records\./);
});

test('what it is not of is refused in a sentence', { tags: ['long'] }, async () => {
  for (const [args, sentence] of [
    [['--json'], '--table output is text: leave out --json.'],
    [['--process', '1'], '--process does not change what --table output shows'],
    [['--slowest', '1'], '--slowest does not change what --table output shows'],
    [['--format', 'csv'], 'The table output cannot be written with --format, which writes errors, latency,'],
  ] as const)
    expect(await show(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) });
  const comparison = join(ROOT, 'resources/samples/ssr.loopscope');
  expect((await loopscope('show', comparison, '--table', 'output')).stderr).toContain('Choose a run of it: --run N.');
  expect((await loopscope('show', comparison, '--table', 'output', '--run', '1')).stdout).toContain('http://127.0.0.1:');
  const profile = join(ROOT, 'test/fixtures/profiles/split.cpuprofile');
  expect((await loopscope('show', profile, '--table', 'output')).stdout).toBe(
    'This is the file of another tool: it contains no output of a server.\n',
  );
  const copy = join(scratch(), 'copy.loopscope');
  await loopscope('export', session, '--without', 'output', '-o', copy);
  expect((await loopscope('show', copy, '--table', 'output')).stdout).toBe(
    'The output of the server was left out when this copy was saved.\n',
  );
});
