/** Every Node that a target may run under, and every one that the engine may. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSession } from '../../electron/engine/sessions/session-file.ts';
import type { Report } from '../../shared/model/report.ts';
import type { V8Profile } from '../../shared/profile/import/v8-profile.ts';
import { runUnder, scratch } from '../helpers/command.ts';
import { expectSameEndings, ORDERLY_WAYS } from '../helpers/ending-suite.ts';
import { needNode } from '../helpers/nodes.ts';
import { launchServer, sleep, TARGETS_DIR } from '../helpers/targets.ts';
import { mostAttemptsHold } from '../helpers/two-of-three.ts';
import { ENGINE_MAJORS, TARGET_MAJORS } from '../setup/nodes.mjs';

/** Absolute times of the samples, µs. */
function sampleTimes({ startTime, timeDeltas }: V8Profile): number[] {
  let at = startTime;
  return timeDeltas.map((delta) => (at += delta));
}

/** Overlapping samples counted once, their deltas add up to the time that passed. Stopping takes some ms, which weigh in so short a recording. */
async function expectWholeProfile(node: string, major: number): Promise<void> {
  const { target, captures, slices, processes } = await launchServer('replaces-console.cjs', { node });
  await captures.start();
  await sleep(3_300);
  await captures.stop();
  const profiles = slices.map(({ profile }) => profile);
  expect(profiles.length).toBeGreaterThanOrEqual(4);
  const from = profiles[0]!.startTime;
  const covered = Math.max(...profiles.flatMap(sampleTimes)) - from;
  expect(Math.abs(covered / (profiles.at(-1)!.endTime - from) - 1)).toBeLessThan(0.005);
  for (let i = 1; i < profiles.length; i++) expect(profiles[i]!.startTime).toBeLessThanOrEqual(profiles[i - 1]!.endTime);
  expect(profiles.some(({ nodes }) => nodes.some(({ callFrame }) => callFrame.functionName === 'busyWithoutConsole'))).toBe(true);
  expect(processes[0]!.node.startsWith(`${major}.`)).toBe(true);
  await target.stop();
}

describe.each(TARGET_MAJORS)('a target under Node %d', (major) => {
  test('is profiled without gaps', async (context) => {
    const node = needNode(major, context);
    await mostAttemptsHold(
      () => expectWholeProfile(node, major),
      (line) => console.log(`Node ${major}: ${line}`),
    );
  });

  test.for([false, true])('ends as it would without Loopscope; profiled: %s', async (profiled, context) => {
    const node = needNode(major, context);
    await mostAttemptsHold(
      async () => {
        const withSlices = await expectSameEndings(node, profiled);
        if (profiled) expect(withSlices).toEqual(expect.arrayContaining(ORDERLY_WAYS));
      },
      (line) => console.log(`Node ${major}: ${line}`),
    );
  });

  test('is measured by a run', async (context) => {
    const node = needNode(major, context);
    const { code, stdout, stderr } = await runUnder(process.execPath, [
      ...['run', join(TARGETS_DIR, 'server.cjs'), '--node', node, '-c', '2', '-d', '2', '--json'],
    ]);
    expect(code, stderr).toBe(0);
    const [run] = (JSON.parse(stdout) as Report).runs;
    expect(run!.target.node!.startsWith(`${major}.`)).toBe(true);
    expect(run!.requests!.completed).toBeGreaterThan(0);
    expect(run!.profile!.samples).toBeGreaterThan(0);
  });

  test('has the ticks of its measured phase, with the functions of the script', async (context) => {
    const node = needNode(major, context);
    const file = join(scratch(), 'ticks.loopscope');
    const { code, stderr } = await runUnder(process.execPath, [
      ...['run', join(TARGETS_DIR, 'busy.cjs'), '--node', node, '-c', '2', '-d', '2', '--capture', 'ticks', '-o', file],
    ]);
    expect(code, stderr).toBe(0);
    const opened = await openSession(file);
    if (!opened.ok) throw new Error(opened.failure.code);
    const { total, summary, unaccounted, stacks, node: version } = opened.value.recording.ticks!;
    expect(version.startsWith(`${major}.`)).toBe(true);
    const ticksOf = (name: string): number => summary.find((row) => row.name === name)!.ticks;
    expect(ticksOf('JavaScript') + ticksOf('C++') + ticksOf('Shared libraries') + unaccounted).toBe(total);
    expect(ticksOf('JavaScript')).toBeGreaterThan(0);
    expect(stacks.frames.some(({ name, tier }) => name === 'fibonacci' && tier === 'optimised')).toBe(true);
  });
});

describe.each(ENGINE_MAJORS)('the engine under Node %d', (major) => {
  test('runs a script, saves, and shows the same figures again; opens a profile of another tool', async (context) => {
    const node = needNode(major, context);
    const file = join(scratch(), 'run.loopscope');
    const run = await runUnder(node, ['run', join(TARGETS_DIR, 'cluster.cjs'), '-c', '2', '-d', '2', '-o', file, '--json']);
    expect(run.code, run.stderr).toBe(0);
    const report = JSON.parse(run.stdout) as Report;
    expect(report.runs[0]!.requests!.completed).toBeGreaterThan(0);
    expect(report.runs[0]!.server).toHaveLength(3);
    expect(report.runs[0]!.profile!.samples).toBeGreaterThan(0);
    const shown = await runUnder(node, ['show', file, '--json']);
    expect(JSON.parse(shown.stdout)).toEqual(report);
    const foreign = await runUnder(node, ['show', join(import.meta.dirname, '../fixtures/profiles/split.cpuprofile'), '--json']);
    expect((JSON.parse(foreign.stdout) as Report).runs[0]!.profile!.heavy.length).toBeGreaterThan(1);
  });

  test('compares two scripts', async (context) => {
    const node = needNode(major, context);
    const script = (name: string) => join(import.meta.dirname, '../fixtures/compare', name);
    const { code, stdout, stderr } = await runUnder(node, [
      ...['compare', script('plain.cjs'), script('busy.cjs'), '-c', '1', '-a', '60', '--pairs', '2', '--json'],
    ]);
    expect(code, stderr).toBe(0);
    expect((JSON.parse(stdout) as Report).comparison).toMatchObject({ pairs: 2 });
  });
});
