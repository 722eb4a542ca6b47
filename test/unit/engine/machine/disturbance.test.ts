/** What disturbs a run, from counters and clocks to a sentence. Clocks and counters are made up. */
import { describe, expect, test } from 'vitest';
import { type ProcessRow, parseStat } from '../../../../electron/engine/agent/processes.ts';
import { ClockGapMeter } from '../../../../electron/engine/machine/clock-gap.ts';
import { parseMachineCpu, usedBetween } from '../../../../electron/engine/machine/cpu-times.ts';
import { MachineSampler } from '../../../../electron/engine/machine/machine-sampler.ts';
import { RunPart } from '../../../../shared/derive/sections/section.ts';
import { deriveReport } from '../../../../shared/derive/sections/sections.ts';
import { LoadAccumulator } from '../../../../shared/load/load-accumulator.ts';
import type { MachineSample } from '../../../../shared/model/run.ts';
import { RunRecording } from '../../../../shared/session/recording.ts';
import { syntheticHeader } from '../../../helpers/synthetic-recording.ts';
import { wordedAll } from '../../../helpers/worded.ts';

const S = 1e6;

/** Clocks that stand until they are moved. */
function fakeClocks() {
  const now = { monotonic: 50 * S, wall: 1_700_000_000 * S, cpu: 0 };
  return {
    clocks: { monotonicUs: () => now.monotonic, wallUs: () => now.wall, ownCpuUs: () => now.cpu },
    move: (monotonicS: number, wallS = monotonicS, cpuS = 0) => {
      now.monotonic += monotonicS * S;
      now.wall += wallS * S;
      now.cpu += cpuS * S;
    },
  };
}

describe('gaps of the clock', () => {
  test.each([
    ['an ordinary second', [1, 1, 0], 0],
    ['the time is kept by a daemon', [1, 1.0005, 0], 0.0005],
    ['sleep on Linux', [1, 31, 0], 30],
    ['sleep where the monotonic clock goes on; Ctrl-Z', [31, 31, 0], 30],
    ['a clock that was set back', [1, -3599, 0], -3600],
    ['we were computing for 5 s', [6, 6, 5], 0],
    ['late on a busy machine', [1.08, 1.08, 0], 0.08],
  ])('%s', (_name, [monotonic, wall, cpu], gap) => {
    const { clocks, move } = fakeClocks();
    const meter = new ClockGapMeter(clocks, S);
    move(monotonic!, wall!, cpu!);
    expect(meter.takeGap() / S).toBeCloseTo(gap, 6);
    move(1);
    expect(meter.takeGap()).toBeCloseTo(0, 3);
  });
});

describe('CPU time of other programs', () => {
  test('counts user and system time of the machine, without iowait and interrupts', () => {
    const text = 'cpu  100 20 30 4000 50 6 7 80 9 0\ncpu0 1 2 3 4 5 6 7 8 9 0\nintr 1 2 3\n';
    expect(parseMachineCpu(text)).toEqual({ busyUs: 1.5 * S, stealUs: 0.8 * S });
    expect(parseMachineCpu('cpu  0 0 0 0 0 0 0 0 0 0\n')).toBeNull();
    expect(parseMachineCpu('intr 1\n')).toBeNull();
  });

  const row = (pid: number, cpuTicks: number, reapedTicks = 0, startTicks = pid): ProcessRow => {
    return { pid, ppid: 1, group: 1, startTicks, cpuTicks, reapedTicks };
  };

  test('includes reaped children from /proc', () => {
    const stat = '42 (a) b) S 1 42 42 0 -1 0 0 0 0 0 11 22 33 44 20 0 1 0 99 0 0';
    expect(parseStat(42, stat)).toEqual({ pid: 42, ppid: 1, group: 42, cpuTicks: 33, reapedTicks: 77, startTicks: 99 });
  });

  test.each<[string, ProcessRow[], ProcessRow[], number]>([
    ['what lives on', [row(1, 10), row(2, 5)], [row(1, 40), row(2, 6)], 31],
    ['a child that was started', [row(1, 10)], [row(1, 10), row(9, 7)], 7],
    ['one that ended: what it used since the last sample', [row(1, 10), row(2, 50)], [row(1, 10, 58)], 8],
    ['one that was started and ended between', [row(1, 10)], [row(1, 10, 30)], 30],
    ["one that ended and is nobody else's to wait for", [row(1, 10), row(2, 50)], [row(1, 12)], 2],
    ['the same id, another process', [row(1, 10), row(2, 50)], [row(1, 10, 50), row(2, 3, 0, 99)], 3],
    ['a process that was there before it was known', [row(5, 10)], [row(5, 10), row(2, 900, 0, 1)], 0],
  ])('%s', (_name, before, now, ticks) => {
    expect(usedBetween(before, now)).toBe(ticks * 10_000);
  });
});

test('samples become figures and warnings with these figures', async () => {
  const { clocks, move } = fakeClocks();
  let cpu = { busyUs: 0, stealUs: 0 };
  let ours: ProcessRow = { pid: 1, ppid: 0, group: 1, startTicks: 1, cpuTicks: 0, reapedTicks: 0 };
  const samples: MachineSample[] = [];
  const sampler = new MachineSampler({ clocks, readCpu: () => cpu, processes: () => [ours] }, (sample) => samples.push(sample));
  const origin = clocks.monotonicUs();
  const second = (busyS: number, oursS: number, stealS: number, sleepS = 0) => {
    cpu = { busyUs: cpu.busyUs + busyS * S, stealUs: cpu.stealUs + stealS * S };
    ours = { ...ours, cpuTicks: ours.cpuTicks + oursS * 100 };
    move(1, 1 + sleepS);
    sampler.sample();
  };
  second(1.2, 1.15, 0);
  sampler.heard({ cpuPercent: 33, latenessMs: { p50: 1, p99: 2 }, limited: false });
  second(1.9, 1.1, 0.3);
  second(1.5, 1.1, 0, 3.5);
  // Ours is read a moment after the machine.
  second(1, 1.01, 0);
  sampler.stop();
  expect(samples.map(({ foreignPercent }) => Math.round(foreignPercent))).toEqual([5, 80, 40, 0, Number.NaN]);
  expect(samples[0]).toMatchObject({ stealPercent: 0, generatorPercent: Number.NaN, generatorLateness: Number.NaN, clockGap: 0 });
  expect(samples[1]).toMatchObject({ generatorPercent: 33, generatorLateness: 2_000 });
  expect(samples[2]!.clockGap).toBeCloseTo(3.5 * S);

  const recording = new RunRecording();
  recording.apply({ type: 'header', header: syntheticHeader() });
  recording.apply({ type: 'origin', clock: origin });
  for (const sample of samples) recording.apply({ type: 'machine', sample });
  const counts = { sent: 0, inFlight: 0 };
  recording.apply({ type: 'load-end', at: origin + 4 * S, counts, generator: { cpuPercent: 33, latenessMs: null, limited: false } });
  const { machine, warnings } = deriveReport(new RunPart(recording));
  expect(machine).toMatchObject({ cores: 2, generatorPercent: { mean: 33, max: 33 } });
  expect(machine!.foreignPercent!.mean).toBeCloseTo(31.25);
  expect(machine!.stealPercent).toEqual({ mean: 7.5, max: 30 });
  expect(machine!.clockGapMs).toBeCloseTo(3_500);
  expect(wordedAll(warnings).map((warning) => warning!.replaceAll('\u00a0', ' '))).toEqual(
    expect.arrayContaining([
      'The run was interrupted: for 3.5 s, noticed 3.0 s after the start, the machine or Loopscope was suspended, or the clock was set by that amount. Figures over time are not valid across it; repeat the run.',
      'Other programs used 31 % of a core on average (2 cores), at most 80 %: some of the latency may be due to them.',
      'The host of this virtual machine gave 8 % of a core to others (2 cores): that time is missing here, and some of the latency may be due to the host.',
    ]),
  );
  // A part of the run is told of that part; a recording of before is told nothing of.
  const quiet = deriveReport(new RunPart(recording, { window: { fromMs: 0, toMs: 1_000 }, counted: new LoadAccumulator() }));
  expect(quiet.machine).toMatchObject({ clockGapMs: 0, stealPercent: { mean: 0 } });
  expect(wordedAll(quiet.warnings).join()).not.toMatch(/interrupted|host|Other/);
});

test('what the target uses is not known: nothing is said of other programs', () => {
  const { clocks, move } = fakeClocks();
  let cpu = { busyUs: 0, stealUs: 0 };
  const samples: MachineSample[] = [];
  const sampler = new MachineSampler({ clocks, readCpu: () => cpu, processes: () => null }, (sample) => samples.push(sample));
  cpu = { busyUs: 1.5 * S, stealUs: 0.2 * S };
  move(1);
  sampler.stop();
  expect(samples).toEqual([expect.objectContaining({ foreignPercent: Number.NaN, stealPercent: 20 })]);
});

test('without figures from the system there are no warnings', async () => {
  const { clocks, move } = fakeClocks();
  const recording = new RunRecording();
  recording.apply({ type: 'header', header: syntheticHeader() });
  recording.apply({ type: 'origin', clock: clocks.monotonicUs() });
  const sampler = new MachineSampler({ clocks, readCpu: () => null, processes: () => [] }, (sample) => {
    recording.apply({ type: 'machine', sample });
  });
  move(1);
  sampler.stop();
  const counts = { sent: 0, inFlight: 0 };
  recording.apply({
    type: 'load-end',
    at: clocks.monotonicUs(),
    counts,
    generator: { cpuPercent: null, latenessMs: null, limited: false },
  });
  const { machine, warnings } = deriveReport(new RunPart(recording));
  expect(machine).toEqual({ cores: 2, foreignPercent: null, stealPercent: null, generatorPercent: null, clockGapMs: 0 });
  expect(wordedAll(warnings).join()).not.toMatch(/interrupted|host|Other/);
});
