/** A run with exact frames: V8 counts what it inlines for the caller; a second pass without inlining has each function for itself. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LineRow, ProfileFigures } from '../../shared/model/report.ts';
import { loopscope, runJson, scratch, start } from '../helpers/command.ts';
import { needNode } from '../helpers/nodes.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';
import { OLDEST_TARGET, ownMajor, TARGET_MAJORS } from '../setup/nodes.mjs';

const SCRIPT = join(TARGETS_DIR, 'inlined.cjs');
const TRUTH = { alpha: 45, beta: 35, gamma: 20 };
/** In the source of SCRIPT, the loop of each. */
const LINES = { alpha: 8, beta: 14, gamma: 20 };
/** Percentage points, beyond what chance does to so many samples. */
const NEAR = 3;

/** A share, of those that are a few samples. */
const BY_CHANCE = 0.05;

type Name = keyof typeof TRUTH;
const NAMES = Object.keys(TRUTH) as Name[];

/** Of the samples of the three and their caller: another program that takes the core makes one sample long, and does not make more of them. */
function samplesOf({ lines }: ProfileFigures, isOf: (row: LineRow) => boolean): number {
  return lines!.rows.filter((row) => row.url.endsWith('/inlined.cjs') && isOf(row)).reduce((sum, { samples }) => sum + samples, 0);
}

function shareOfCaller(profile: ProfileFigures): number {
  const of = (name: string) => samplesOf(profile, (row) => row.function === name);
  return of('work') / [...NAMES, 'work'].reduce((sum, name) => sum + of(name), 0);
}

function expectTruth(profile: ProfileFigures): void {
  const byName = NAMES.map((name) => samplesOf(profile, (row) => row.function === name));
  const byLine = NAMES.map((name) => samplesOf(profile, (row) => row.line === LINES[name]));
  for (const counts of [byName, byLine]) {
    const all = counts.reduce((sum, count) => sum + count, 0);
    for (const [index, name] of NAMES.entries()) {
      const truth = TRUTH[name] / 100;
      const chance = 196 * Math.sqrt((truth * (1 - truth)) / all);
      expect(Math.abs((counts[index]! / all) * 100 - TRUTH[name]), `${name}: ${counts}`).toBeLessThan(NEAR + chance);
    }
  }
  expect(shareOfCaller(profile)).toBeLessThan(BY_CHANCE);
}

async function runExact(
  file: string,
  ...flags: string[]
): Promise<{ profile: ProfileFigures; warnings: readonly unknown[]; stderr: string }> {
  const { code, report, stderr } = await runJson(...flags, '--exact-frames', '-c', '2', '-o', file);
  expect(code, stderr).toBe(0);
  const [run] = report.runs;
  return { profile: run!.profile as ProfileFigures, warnings: run!.warnings, stderr };
}

const file = (): string => join(scratch(), 'run.loopscope');

test('a second pass has the functions for themselves, in a profile of its own that is saved and shown', async () => {
  const saved = file();
  const { profile, stderr } = await runExact(saved, SCRIPT, '-d', '1');
  expect(stderr).toContain('second pass, without inlining');
  expectTruth(profile.exact!);
  // In the run itself as much is counted for the caller as V8 inlines, which is for V8 to decide: all of it in most versions, nothing in 26.
  expect(shareOfCaller(profile)).toBeGreaterThanOrEqual(shareOfCaller(profile.exact!) - BY_CHANCE);
  const { stdout } = await loopscope('show', saved, '--exact', '--lines');
  expect(stdout).toMatch(/│ alpha +│/);
});

test('it is labelled wherever it is shown, and is the same when the file is opened again', { tags: ['long'] }, async () => {
  const saved = file();
  const { profile } = await runExact(saved, SCRIPT, '-d', '4');
  expectTruth(profile.exact!);
  const { exactPass } = profile.exact!;
  expect(exactPass!.comparedMs).toBeGreaterThanOrEqual(3_000);
  expect(exactPass!.exact.cpuUsPerRequest).toBeGreaterThan(0);

  const report = join(scratch(), 'run.md');
  const [shown, lines, whole] = await Promise.all([
    loopscope('show', saved, '--exact', '--table', 'heavy'),
    loopscope('show', saved, '--exact', '--lines'),
    loopscope('show', saved),
    loopscope('export', saved, '--format', 'markdown', '-o', report),
  ]);
  const sentence = 'Exact frames come from a second pass, in which V8 inlined no function into its caller.';
  const markdown = readFileSync(report, 'utf8');
  for (const stdout of [shown.stdout, lines.stdout, whole.stdout, markdown]) expect(stdout.replace(/\s+/g, ' ')).toContain(sentence);
  expect(shown.stdout).toMatch(/│ alpha +│/);
  expect(lines.stdout).not.toContain('counts as a part of the caller');
  expect(whole.stdout).toContain('loopscope show FILE --exact');
  expect(markdown).toContain('Exact frames: ');
  const reopened = JSON.parse((await loopscope('show', saved, '--json')).stdout).runs[0].profile;
  expect(reopened.exact).toEqual(profile.exact);
});

test('what has no second pass says so before anything is started', async () => {
  const [compare, attached, window] = await Promise.all([
    loopscope('compare', SCRIPT, SCRIPT, '--exact-frames'),
    loopscope('run', '--pid', String(process.pid), '--exact-frames'),
    loopscope('show', 'none.loopscope', '--exact', '--from', '1'),
  ]);
  expect(compare.stderr).toContain('Exact frames need a single run: a comparison has no second pass.');
  expect(attached.stdout + attached.stderr).toContain('Loopscope has not started this one.');
  expect(window.stderr).toContain('--exact shows the whole second pass');
  for (const { code } of [compare, attached, window]) expect(code).not.toBe(0);
});

test('of a command, too, whose Node takes no such flags from outside', { tags: ['long'] }, async () => {
  const { profile } = await runExact(file(), '--command', `sh -c "exec node ${SCRIPT}"`, '-d', '4');
  expectTruth(profile.exact!);
});

test('Stop ends the second pass, and what it had is kept', { tags: ['long'] }, async () => {
  const saved = file();
  const run = start(['run', SCRIPT, '--exact-frames', '-c', '2', '-d', '2', '-o', saved]);
  await run.said('second pass');
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  run.child.kill('SIGINT');
  await run.ended;
  const { profile } = JSON.parse((await loopscope('show', saved, '--json')).stdout).runs[0];
  expect(samplesOf(profile, () => true)).toBeGreaterThan(100);
});

for (const major of TARGET_MAJORS.filter((one) => one !== ownMajor)) {
  test(`under Node ${major}`, { tags: ['long'] }, async (context) => {
    const { profile, stderr } = await runExact(file(), SCRIPT, '-d', '4', '--node', needNode(major, context));
    expectTruth(profile.exact!);
    // Node 18 has no Maglev, and would say on stderr that it does not know its flag.
    if (major === OLDEST_TARGET) expect(stderr).not.toContain('unrecognized flag');
  });
}
