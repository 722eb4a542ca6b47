/** Time by line against a program whose answer is known: written in TypeScript, profiled as it was bundled by a real compiler, in more than one V8. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { openSession } from '../../electron/engine/sessions/session-file.ts';
import { ALL_SAMPLES } from '../../shared/model/profile/selection.ts';
import type { LineFigures, LineRow } from '../../shared/model/report.ts';
import { exportCpuProfile } from '../../shared/profile/export/export-cpuprofile.ts';
import { computeLines } from '../../shared/profile/lines/lines.ts';
import { loopscope, scratch } from '../helpers/command.ts';
import { bundled, hotRows, plain, profileOf } from '../helpers/hot-lines.ts';
import { importCpuProfile } from '../helpers/importers.ts';
import { needNode } from '../helpers/nodes.ts';

const SERVER = `
import { createServer } from 'node:http';
export const answer = (): string => {
  let value = 1;
  for (let i = 0; i < 600_000; i++) value = (Math.imul(value, 31) + i) | 0;
  return String(value);
};
createServer((_request, response) => response.end(answer())).listen(Number(process.env.PORT ?? 0), '127.0.0.1');
`;

/** How near 60, 30 and 10 they come is measured in test/acceptance: on a busy machine samples are not taken evenly. */
function expectOrder(hot: readonly LineRow[]): void {
  expect(hot.map(({ self }) => self)).toEqual(hot.map(({ self }) => self).sort((a, b) => b - a));
  expect(hot.at(-1)!.samples).toBeGreaterThan(0);
}

describe.each([20, 24])('Node %i: of three lines with 60, 30 and 10 percent of the work each has its place', (major) => {
  const nodeOf = (context: Parameters<typeof needNode>[1]) =>
    process.versions.node.startsWith(`${major}.`) ? process.execPath : needNode(major, context);

  const tags = major === 20 ? [] : ['long'];

  test('through the source map of a bundle', { tags }, async (context) => {
    const program = await bundled();
    const hot = hotRows(await profileOf(nodeOf(context), program), program);
    expectOrder(hot);
    // Whose function it is depends on what V8 has inlined.
    expect(hot[0]).toMatchObject({ isExact: true, kind: 'own' });
  });

  test('in a script as it is written, opened again from a .cpuprofile', { tags }, async (context) => {
    const program = await plain();
    const profile = await profileOf(nodeOf(context), program);
    const again = importCpuProfile(exportCpuProfile(profile), 'plain.cpuprofile');
    if (!again.ok) throw new Error('not imported');
    expectOrder(hotRows(profile, program));
    const of = ({ line, samples, self }: LineRow) => [line, samples, Math.round(self)];
    expect(hotRows(again.value, program).map(of)).toEqual(hotRows(profile, program).map(of));
  });
});

test('of code in one line only the function is known, and it is said', { tags: ['long'] }, async () => {
  const program = await bundled(true);
  const { rows } = computeLines([await profileOf(process.execPath, program)], { window: null, base: 'cpu' })!;
  const [first] = rows.filter(({ url }) => url === program.url);
  expect(first).toMatchObject({ isExact: false });
});

test('a run keeps them, and shows the lines of one file, of a window and as every kind of table', { tags: ['long'] }, async () => {
  const folder = scratch();
  const script = join(folder, 'server.cjs');
  writeFileSync(join(folder, 'server.ts'), SERVER);
  await build({ entryPoints: [join(folder, 'server.ts')], outfile: script, platform: 'node', bundle: true, sourcemap: true });
  const file = join(folder, 'run.loopscope');
  const ran = await loopscope('run', script, '-c', '2', '-d', '3', '-o', file, '--json');
  expect(ran.code, ran.stderr).toBe(0);
  const lines = (text: string): LineFigures => JSON.parse(text).runs[0].profile.lines;
  const live = lines(ran.stdout);
  const [hot] = live.rows;
  expect(hot).toMatchObject({ url: pathToFileURL(join(folder, 'server.ts')).href, line: 5, function: 'answer', isExact: true });
  expect(live.window).toBeNull();

  // As it was, from the file.
  const again = await loopscope('show', file, '--json');
  expect(lines(again.stdout)).toEqual(live);

  // Slices are of a second or more, so a moment is widened.
  const part = lines((await loopscope('show', file, '--lines', 'server.ts', '--from', '1.4', '--to', '1.5', '--json')).stdout);
  expect(part.window!.fromMs).toBeLessThanOrEqual(1_400);
  expect(part.window!.toMs).toBeGreaterThanOrEqual(1_500);
  expect(part.weight).toBeLessThan(live.weight);
  expect(new Set(part.rows.map(({ url }) => url))).toEqual(new Set([hot!.url]));

  const table = await loopscope('show', file, '--lines', 'server.ts', '--format', 'csv');
  expect(table.stdout.split('\r\n')[0]).toMatch(/^File,Line,/);
  expect(table.stdout.split('\r\n')[1]).toContain('server.ts,5,');
  expect((await loopscope('show', file, '--lines')).stdout).toContain('server.ts');
  const strange = await loopscope('show', file, '--lines', 'erver.ts');
  expect(strange.code).toBe(1);
  expect(strange.stderr).toContain('No file with time in this profile is called erver.ts.');

  // Another process has nothing of it to read but the file.
  const opened = await openSession(file);
  if (!opened.ok || opened.value.kind !== 'run') throw new Error('not opened as a run');
  expect(opened.value.recording.lines({ selection: ALL_SAMPLES, window: null, base: 'cpu' })!.rows[0]).toEqual(hot);
});
