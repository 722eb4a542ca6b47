/** A window of a saved run in every format that can hold one, through the door the window uses and through the command. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Engine } from '../../electron/engine/api/engine.ts';
import { ALL_SAMPLES } from '../../shared/model/profile/selection.ts';
import { hasLoad, type RunReport } from '../../shared/model/report.ts';
import type { RequestParams } from '../../shared/protocol/contract.ts';
import { loopscope, scratch } from '../helpers/command.ts';
import { unwrap } from '../helpers/comparisons.ts';
import { openFileIn } from '../helpers/engines.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';

const RUN = join(import.meta.dirname, '../fixtures/sessions/format-1.loopscope');
const COMPARISON = join(import.meta.dirname, '../fixtures/sessions/format-2-comparison.loopscope');
const WINDOW = { fromMs: 1_000, toMs: 3_000 };
const engine = new Engine({ dataDir: temporaryFolder(), host: 'browser' });
let sessionId: string;
let shown: RunReport & { requests: NonNullable<RunReport['requests']> };
beforeAll(async () => {
  sessionId = await openFileIn(engine, RUN);
  shown = unwrap(await engine.handle('session.report', { sessionId, window: WINDOW })).runs.find(hasLoad)!;
});
afterAll(() => engine.close());

async function write(format: RequestParams<'export.text'>['format'], window: typeof WINDOW | null = WINDOW, process: number | null = null) {
  return unwrap(await engine.handle('export.text', { sessionId, format, window, selection: { ...ALL_SAMPLES, process } }));
}

test('requests: those that the screen counts in the window, in a file that is called after it', async () => {
  const { text, fileName } = await write('csv');
  const [head, ...rows] = text.trimEnd().split('\r\n');
  expect(rows).toHaveLength(shown.requests.completed + shown.requests.failed);
  expect(rows.length).toBeLessThan((await write('csv', null)).text.trimEnd().split('\r\n').length - 1);
  const [start, latency] = ['start_ms', 'latency_ms'].map((name) => head!.split(',').indexOf(name));
  for (const row of rows) {
    const fields = row.split(',');
    const end = Number(fields[start!]) + Number(fields[latency!]);
    expect(end).toBeGreaterThanOrEqual(WINDOW.fromMs);
    expect(end).toBeLessThan(WINDOW.toMs);
  }
  expect(fileName).toBe('Synthetic run, 1 s to 3 s.csv');
});

test('figures of requests are those of the screen', async () => {
  const result = JSON.parse((await write('autocannon')).text);
  expect(result).toMatchObject({
    errors: shown.requests.failed,
    latency: { totalCount: shown.latencyMs!.count, max: shown.latencyMs!.max },
    requests: { total: shown.requests.completed },
  });
  const whole = JSON.parse((await write('autocannon', null)).text);
  expect(Date.parse(result.start) - Date.parse(whole.start)).toBe(WINDOW.fromMs);
  expect((await write('hgrm')).text).toMatch(new RegExp(`Total count\\s*=\\s*${shown.latencyMs!.count}\\]`));
  expect(JSON.parse((await write('json')).text).runs[0].requests).toEqual(shown.requests);
});

test('profiles hold only the samples of the window', async () => {
  const { samples } = shown.profile!;
  expect(samples).toBeGreaterThan(0);
  const speedscope = JSON.parse((await write('speedscope')).text);
  expect(speedscope.name).toContain('1 s to 3 s');
  for (const { startValue, endValue } of speedscope.profiles) expect(endValue - startValue).toBeLessThanOrEqual(2_000_000);
  for (const pid of [4_001, 4_002]) {
    const [part, whole] = [
      JSON.parse((await write('cpuprofile', WINDOW, pid)).text),
      JSON.parse((await write('cpuprofile', null, pid)).text),
    ];
    expect(part.samples.length).toBeGreaterThan(0);
    expect(part.samples.length).toBeLessThan(whole.samples.length);
    expect(part.endTime - part.startTime).toBeLessThanOrEqual(2_000_000);
  }
  const total = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
  expect(total((await write('collapsed')).text)).toBeLessThan(total((await write('collapsed', null)).text));
  expect((await write('svg')).text).toContain('Synthetic run, 1 s to 3 s');
});

test('the name of the file says the format', { tags: ['long'] }, async () => {
  const out = scratch();
  for (const [name, begins] of [
    ['x.svg', '<svg'],
    ['x.cpuprofile', '{"nodes"'],
    ['X.speedscope.json', '{"$schema"'],
    ['report.md', '# '],
  ] as const) {
    expect((await loopscope('export', RUN, '--process', '4001', '-o', join(out, name))).code).toBe(0);
    expect(readFileSync(join(out, name), 'utf8').slice(0, begins.length)).toBe(begins);
  }
  for (const name of ['x.png', 'x', '-'])
    expect(await loopscope('export', RUN, '-o', name)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`the name ${name} does not say`),
    });
});

test('the command writes the same; what cannot be a part is refused in a sentence', { tags: ['long'] }, async () => {
  const { code, stdout } = await loopscope('export', RUN, '--format', 'csv', '--from', '1', '--to', '3', '-o', '-');
  expect(code).toBe(0);
  expect(stdout).toBe((await write('csv')).text);
  for (const [args, exit, sentence] of [
    [[RUN, '--format', 'html', '--from', '1'], 1, 'always of the whole run'],
    [[RUN, '--format', 'csv', '--from', '3', '--to', '1'], 2, '--to must be later than --from'],
    [[RUN, '--format', 'csv', '--from', '600'], 2, 'is after the end of the run'],
    [[COMPARISON, '--format', 'json', '--from', '1'], 2, 'this is a comparison'],
  ] as const) {
    const refused = await loopscope('export', ...args, '-o', '-');
    expect(refused).toMatchObject({ code: exit, stdout: '', stderr: expect.stringContaining(sentence) });
  }
});
