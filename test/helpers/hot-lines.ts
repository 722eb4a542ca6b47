/** A program of three hot lines, of which the work is 60, 30 and 10, profiled in a Node. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { ScriptWithMap } from '../../electron/engine/captures/read-source-maps.ts';
import { CPU_OF_MAIN_THREAD, type Profile } from '../../shared/model/profile/profile.ts';
import type { LineRow } from '../../shared/model/report.ts';
import { computeLinePositions, computeSourcePositions } from '../../shared/profile/import/source-maps.ts';
import type { V8Profile } from '../../shared/profile/import/v8-profile.ts';
import { computeLines } from '../../shared/profile/lines/lines.ts';
import { ProfileMerger } from '../../shared/profile/time/merge-slices.ts';
import { scratch } from './command.ts';
import { readSourceMaps } from './source-maps.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/profiles');
const HOT = join(FIXTURES, 'hot-lines.ts');
/** Of HOT. */
const LINES = [9, 10, 11];
export const TRUTH = [60, 30, 10];

export interface HotLines {
  /** What runs. */
  readonly script: string;
  /** Where its lines are shown to be. */
  readonly url: string;
  readonly lines: readonly number[];
}

/** As it was bundled, with a source map that leads to the TypeScript. */
export async function bundled(minify = false): Promise<HotLines> {
  const script = join(scratch(), 'hot-lines.mjs');
  await build({ entryPoints: [HOT], outfile: script, bundle: true, format: 'esm', sourcemap: true, minify });
  return { script, url: pathToFileURL(HOT).href, lines: LINES };
}

/** Without a source map. */
export async function plain(): Promise<HotLines> {
  const script = join(scratch(), 'plain.mjs');
  const { outputFiles } = await build({ entryPoints: [HOT], bundle: true, format: 'esm', write: false });
  const { text } = outputFiles[0]!;
  writeFileSync(script, text);
  const lines = text.split('\n').flatMap((line, index) => (/for \(let i = 0; i < \d/.test(line) ? [index + 1] : []));
  return { script, url: pathToFileURL(script).href, lines };
}

export async function profileOf(node: string, { script }: HotLines): Promise<Profile> {
  const args = [join(FIXTURES, 'profile-and-scripts.mjs'), script];
  const { stdout } = await promisify(execFile)(node, args, { maxBuffer: 64_000_000 });
  const { profile: slice, scripts } = JSON.parse(stdout) as { profile: V8Profile; scripts: ScriptWithMap[] };
  const merger = new ProfileMerger({ pid: 1, intervalUs: 500, ...CPU_OF_MAIN_THREAD });
  merger.addSlice(slice);
  const generated = merger.toProfile(0, {});
  const maps = await readSourceMaps(scripts);
  return merger.toProfile(0, computeSourcePositions(generated.frames, maps), computeLinePositions(generated.lines?.places ?? [], maps));
}

/** The three lines, in the order of TRUTH. */
export function hotRows(profile: Profile, { url, lines }: HotLines): readonly LineRow[] {
  const { rows } = computeLines([profile], { window: null, base: 'cpu' })!;
  return lines.map((line) => rows.find((row) => row.url === url && row.line === line)!);
}
