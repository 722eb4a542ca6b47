/** What profiling cost, from everything that a run records of it: rows, samples of the processes, blocks. What is true is put into them. */
import { expect, test } from 'vitest';
import { RunPart } from '../../../../shared/derive/sections/section.ts';
import { deriveReport } from '../../../../shared/derive/sections/sections.ts';
import { allocatePlainRows, packRows } from '../../../../shared/load/request-rows.ts';
import { CPU_OF_MAIN_THREAD } from '../../../../shared/model/profile/profile.ts';
import { BLOCK_MS, CUT_MS, PAIRS_NEEDED } from '../../../../shared/model/profile/profiling-cost.ts';
import { DEFAULT_CAPTURE, type Setup } from '../../../../shared/model/setup/setup.ts';
import { costText } from '../../../../shared/phrases/profiling-cost.ts';
import { RunRecording } from '../../../../shared/session/recording.ts';
import { planOf } from '../../../helpers/plans.ts';
import { SYNTHETIC_SETUP, syntheticHeader } from '../../../helpers/synthetic-recording.ts';
import { v8ProfileOf } from '../../../helpers/v8-profile.ts';

const ORIGIN_US = 5e9;
const SAMPLE_US = 50_000;
const BLOCK_US = BLOCK_MS * 1_000;

interface Made {
  readonly pairs?: number;
  readonly setup?: Partial<Setup>;
  readonly measureCost?: boolean;
}

/** Two processes. With sampling 900 responses a second and 60 % of a core, without 1,000 and 50 %; in the cut of every block everything is upside down. */
function recordingOf({ pairs = PAIRS_NEEDED, setup = {}, measureCost = true }: Made): RunRecording {
  const recording = new RunRecording();
  const capture = { ...DEFAULT_CAPTURE, measureCost } as Setup['capture'];
  recording.apply({ type: 'header', header: { ...syntheticHeader(), setup: { ...SYNTHETIC_SETUP, ...setup, capture } } });
  recording.apply({ type: 'origin', clock: ORIGIN_US });
  for (const pid of [1, 2]) recording.apply({ type: 'process', process: { pid, parentPid: 0, role: 'main', title: '', node: '24.0.0' } });
  const isOnFirst = (pair: number): boolean => pair % 3 !== 0;
  const stateAt = (us: number): { isOn: boolean; isCut: boolean } => {
    const block = Math.floor(us / BLOCK_US);
    return { isOn: (block % 2 === 0) === isOnFirst(Math.floor(block / 2)), isCut: us - block * BLOCK_US < CUT_MS * 1_000 };
  };
  const endUs = 2 * pairs * BLOCK_US;
  const times: number[] = [];
  for (let us = 0; us < endUs; ) {
    times.push(us);
    const { isOn, isCut } = stateAt(us);
    us += 1e6 / (isCut ? 5 : isOn ? 900 : 1_000);
  }
  const rows = allocatePlainRows(times.length);
  times.forEach((time, row) => {
    rows.start[row] = time - 10;
    rows.latency[row] = 10;
    rows.status[row] = row % 10 === 0 ? 503 : 200;
  });
  recording.apply({ type: 'requests', batch: packRows(rows), counts: { sent: times.length, inFlight: 0 } });
  const samples = [];
  for (let us = 0; us <= endUs; us += SAMPLE_US)
    for (const pid of [1, 2]) {
      const { isOn, isCut } = stateAt(us - SAMPLE_US / 2);
      const cpuPercent = isCut ? 400 : isOn ? 30 : 25;
      samples.push({ at: ORIGIN_US + us, pid, cpuPercent, rss: 0, heapUsed: 0, elu: 0, loopStall: 0, gcCount: 0, gcTime: 0 });
    }
  recording.apply({ type: 'server', samples });
  recording.apply({ type: 'slice', pid: 1, ...CPU_OF_MAIN_THREAD, intervalUs: 1_000, profile: v8ProfileOf([['a']]) });
  for (let pair = 0; pair < pairs; pair++) {
    const begin = ORIGIN_US + 2 * pair * BLOCK_US;
    const [first, second] = [begin, begin + BLOCK_US].map((from) => ({ from, to: from + BLOCK_US }));
    recording.apply({ type: 'blocks', pair: isOnFirst(pair) ? { on: first!, off: second! } : { on: second!, off: first! } });
  }
  const generator = { cpuPercent: null, latenessMs: null, limited: false };
  recording.apply({ type: 'load-end', at: ORIGIN_US + endUs, counts: { sent: times.length, inFlight: 0 }, generator });
  return recording;
}

test('the true cost comes out: what is cut does not count, all processes do, and responses of any status', () => {
  const { profile } = deriveReport(new RunPart(recordingOf({})));
  // CPU time for each response 0.6 / 900 against 0.5 / 1,000.
  const cpu = 100 * (0.6 / 900 / (0.5 / 1_000) - 1);
  expect(profile!.cost).toMatchObject({ pairs: PAIRS_NEEDED, needed: PAIRS_NEEDED, blockMs: BLOCK_MS });
  const { cpuPerRequest, throughput } = profile!.cost as { cpuPerRequest: { percent: number }; throughput: { percent: number } };
  expect(cpuPerRequest.percent).toBeCloseTo(cpu, 0);
  expect(throughput.percent).toBeCloseTo(10, 0);
  expect(profile!.overheadPercent).toBe(cpuPerRequest.percent);
  // Blocks without sampling used CPU time, too.
  expect(profile!.cpuMs).toBeNull();
  expect(costText(profile!)).toMatch(
    /^Profiling cost this run 33\.\d % \(3\d\.\d to 3\d\.\d\) more CPU time per request and 10\.\d % \(\d+\.\d to 10\.\d\) of its throughput \(95 % intervals, 80 pairs of blocks with and without\)\. The profile covers the blocks with sampling only\.$/,
  );
});

test('too short a run says how long it takes', () => {
  const { profile } = deriveReport(new RunPart(recordingOf({ pairs: 3 })));
  expect(profile!.cost).toMatchObject({ pairs: 3, cpuPerRequest: { why: 'tooFew' }, throughput: { why: 'tooFew' } });
  expect(profile!.overheadPercent).toBeNull();
  expect(costText(profile!)).toBe(
    'What profiling costs was not measured: the run had 3 pairs of blocks with and without sampling; 80 are needed, for which a run has to last 205 s. The profile covers the blocks with sampling only.',
  );
});

test('while the run goes on nothing is computed', () => {
  const recording = recordingOf({});
  recording.loadEndUs = null;
  const { profile } = deriveReport(new RunPart(recording));
  expect(profile!.cost).toMatchObject({ pairs: PAIRS_NEEDED, cpuPerRequest: { why: 'running' }, throughput: { why: 'running' } });
  expect(costText(profile!)).toContain('was not measured: the run goes on.');
});

test('a load with a rate of its own has only CPU time', () => {
  const setup = planOf({ model: 'arrivals', schedule: '900/s for 200s', poisson: false, seed: 1, maxInFlight: 1_000 } as never);
  const { profile } = deriveReport(new RunPart(recordingOf({ setup })));
  expect(profile!.cost!.throughput).toEqual({ why: 'setRate' });
  expect(costText(profile!)).toContain('the load sets the rate, so throughput does not show it');
});

test('where other programs want the cores, throughput says nothing of the profiler', () => {
  const recording = recordingOf({});
  const sample = { at: recording.loadEndUs!, clockGap: 0, stealPercent: 0, generatorPercent: 20, generatorLateness: Number.NaN };
  recording.apply({ type: 'machine', sample: { ...sample, foreignPercent: 60 } });
  const { profile } = deriveReport(new RunPart(recording));
  expect(profile!.cost!.throughput).toEqual({ why: 'busyMachine' });
  expect(profile!.cost!.cpuPerRequest).toHaveProperty('percent');
});

test('nobody asked: nothing is counted, and it is said', () => {
  const { profile } = deriveReport(new RunPart(recordingOf({ measureCost: false, pairs: 0 })));
  expect(profile).not.toHaveProperty('cost');
  expect(costText(profile!)).toBe('What profiling costs was not measured.');
});
