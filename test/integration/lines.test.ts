/** Time by line against a program whose answer is known: written in TypeScript, profiled as it was bundled by a real compiler, in more than one V8. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { readSourceMaps, type ScriptWithMap } from '../../electron/engine/captures/read-source-maps.ts';
import { openSession } from '../../electron/engine/sessions/session-file.ts';
import type { LineFigures, LineRow } from '../../shared/model/report.ts';
import { exportCpuProfile } from '../../shared/profile/export-cpuprofile.ts';
import { computeLines } from '../../shared/profile/lines.ts';
import { ProfileMerger } from '../../shared/profile/merge-slices.ts';
import { CPU_OF_MAIN_THREAD, type Profile } from '../../shared/profile/profile.ts';
import { computeLinePositions, computeSourcePositions } from '../../shared/profile/source-maps.ts';
import type { V8Profile } from '../../shared/profile/v8-profile.ts';
import { loopscope, scratch } from '../helpers/command.ts';
import { importCpuProfile } from '../helpers/importers.ts';
import { needNode } from '../helpers/nodes.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/profiles');
const HOT = join(FIXTURES, 'hot-lines.ts');
/** Of HOT. */
const LINES = [9, 10, 11];
const SERVER = `
import { createServer } from 'node:http';
export const answer = (): string => {
  let value = 1;
  for (let i = 0; i < 600_000; i++) value = (Math.imul(value, 31) + i) | 0;
  return String(value);
};
createServer((_request, response) => response.end(answer())).listen(Number(process.env.PORT ?? 0), '127.0.0.1');
`;

async function profileOf(node: string, script: string): Promise<Profile> {
  const args = [join(FIXTURES, 'profile-and-scripts.mjs'), script];
  const { stdout } = await promisify(execFile)(node, args, { maxBuffer: 64_000_000 });
  const { profile: slice, scripts } = JSON.parse(stdout) as { profile: V8Profile; scripts: ScriptWithMap[] };
  const merger = new ProfileMerger({ pid: 1, intervalUs: 500, ...CPU_OF_MAIN_THREAD });
  merger.addSlice(slice);
  const generated = merger.toProfile(0, {});
  const maps = await readSourceMaps(scripts);
  return merger.toProfile(0, computeSourcePositions(generated.frames, maps), computeLinePositions(generated.lines?.places ?? [], maps));
}

function expectTruth(profile: Profile): void {
  const { rows } = computeLines([profile], { window: null, base: 'active' })!;
  const url = pathToFileURL(HOT).href;
  const hot = LINES.map((line) => rows.find((row) => row.url === url && row.line === line)!);
  expectShares(hot);
  // Whose function it is depends on what V8 has inlined.
  expect(hot[0]).toMatchObject({ isExact: true, kind: 'own' });
}

/** Within 3 points; or, where the machine has let too few samples be taken for that, within the error of so few. */
function expectShares(hot: readonly LineRow[]): void {
  const all = hot.reduce((sum, { self }) => sum + self, 0);
  const samples = hot.reduce((sum, row) => sum + row.samples, 0);
  for (const [at, truth] of [60, 30, 10].entries()) {
    const share = (100 * hot[at]!.self) / all;
    expect(Math.abs(share - truth), `${share} of ${samples}`).toBeLessThan(
      Math.max(3, 330 * Math.sqrt(((truth / 100) * (1 - truth / 100)) / samples)),
    );
  }
}

async function bundle(minify: boolean): Promise<string> {
  const outfile = join(scratch(), 'hot-lines.mjs');
  await build({ entryPoints: [HOT], outfile, bundle: true, format: 'esm', sourcemap: true, minify });
  return outfile;
}

describe.each([20, 24])('Node %i: three lines have 60, 30 and 10 percent', (major) => {
  const nodeOf = (context: Parameters<typeof needNode>[1]) =>
    process.versions.node.startsWith(`${major}.`) ? process.execPath : needNode(major, context);

  test('through the source map of a bundle', async (context) => {
    expectTruth(await profileOf(nodeOf(context), await bundle(false)));
  });

  test('in a script as it is written, opened again from a .cpuprofile', async (context) => {
    const script = join(scratch(), 'plain.mjs');
    const { outputFiles } = await build({ entryPoints: [HOT], bundle: true, format: 'esm', write: false });
    writeFileSync(script, outputFiles[0]!.text);
    const profile = await profileOf(nodeOf(context), script);
    const at = outputFiles[0]!.text.split('\n').flatMap((line, index) => (line.includes('for (') ? [index + 1] : []));
    const again = importCpuProfile(exportCpuProfile(profile), 'plain.cpuprofile');
    for (const one of [profile, ...(again.ok ? [again.value] : [])]) {
      const { rows } = computeLines([one], { window: null, base: 'active' })!;
      expectShares(at.map((line) => rows.find((row) => row.url.endsWith('/plain.mjs') && row.line === line)!));
    }
    expect(again.ok).toBe(true);
  });
});

test('of code in one line only the function is known, and it is said', async () => {
  const profile = await profileOf(process.execPath, await bundle(true));
  const { rows } = computeLines([profile], { window: null, base: 'active' })!;
  const [first] = rows.filter(({ url }) => url === pathToFileURL(HOT).href);
  expect(first).toMatchObject({ isExact: false });
});

test('a run keeps them, and shows the lines of one file, of a window and as every kind of table', async () => {
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
  expect(opened.value.recording.lines({ kind: 'cpu', pid: null, thread: null, window: null, base: 'active' })!.rows[0]).toEqual(hot);
});
