/** What is said of a main thread that waits in calls. */
import { expect, test } from 'vitest';
import { findBlockedInCalls } from '../../../../shared/analysis/blocked-calls.ts';
import { makeRandom } from '../../../../shared/base/statistics/random.ts';
import { type BlockedCall, hasLoad, type RunReport, type ThreadShare } from '../../../../shared/model/report.ts';
import { computeAnswer, tellAnswer } from '../../../../shared/rules/answer.ts';
import { makeReport, makeSetup } from '../../../helpers/fake-data.ts';

const DURATION_MS = 4_000;
const base = makeReport(makeSetup('/app/server.js'), DURATION_MS, null).runs.find(hasLoad)!;

const calledBy = { function: 'thumbnail', url: 'file:///app/images.js', line: 2 };
const spawns = (blockedMs: number, more: Partial<BlockedCall> = {}): BlockedCall => ({
  ...{ call: 'spawnSync', blockedMs, samples: blockedMs, calledBy },
  ...more,
});

/** A thread that was on a core in the time in which it was not blocked. */
function thread(calls: readonly BlockedCall[], change: Partial<ThreadShare> = {}): ThreadShare {
  const blockedMs = calls.reduce((sum, one) => sum + one.blockedMs, 0);
  return {
    ...{ pid: 1, thread: 0, title: '', samples: DURATION_MS, cpuMs: DURATION_MS - blockedMs, blockedMs, idleMs: 0 },
    ...{ waitedForCoreMs: 0, stoppedMs: 0, activeMs: 0, blockedIn: calls },
    ...change,
  };
}

function said(threads: readonly ThreadShare[], change: Partial<RunReport> = {}): string[] {
  const run: RunReport = {
    ...base,
    load: { ...base.load, durationMs: DURATION_MS },
    server: [...new Set(threads.map(({ pid }) => pid))].map((pid) => ({ ...base.server[0]!, pid, role: 'main' })),
    profile: { ...base.profile!, threads, hot: { ...base.profile!.hot, samples: 10 } },
    ...change,
  };
  return computeAnswer(run)
    .filter(({ kind }) => kind === 'main-blocked')
    .map((part) => tellAnswer(part).replaceAll('\u00a0', ' '));
}

test('the call that most of its time in calls is in, and who made it', () => {
  expect(said([thread([spawns(3_320)])])).toEqual([
    'For 83 % of the time the server’s main thread waited in spawnSync, called from thumbnail (images.js:2).',
  ]);
  const { calledBy: _, ...byNobody } = spawns(3_320);
  expect(said([thread([byNobody])])).toEqual(['For 83 % of the time the server’s main thread waited in spawnSync.']);
  const calledByPackage = { name: 'execa', kind: 'dependency' as const, function: 'run' };
  expect(said([thread([{ ...byNobody, calledByPackage }])])).toEqual([
    'For 83 % of the time the server’s main thread waited in spawnSync, called from execa (run).',
  ]);
  // The share is that of the call.
  expect(said([thread([spawns(2_000), spawns(400, { call: 'readSync' })])])).toEqual([
    'For 50 % of the time the server’s main thread waited in spawnSync, called from thumbnail (images.js:2).',
  ]);
});

test('two where no single one has most, or the second is about as much', () => {
  const reads = spawns(1_100, { call: 'readSync', calledBy: { ...calledBy, function: 'readTick', line: 9 } });
  expect(said([thread([spawns(1_200), reads])])).toEqual([
    'For 58 % of the time the server’s main thread waited in calls: for 30 % in spawnSync, called from thumbnail (images.js:2); for 28 % in readSync, called from readTick (images.js:9).',
  ]);
});

test('nothing where it hardly waited, where samples are too few, or of a thread that never came back from its call', () => {
  expect(said([thread([spawns(399)])])).toEqual([]);
  expect(said([thread([spawns(400)])])).toHaveLength(1);
  expect(said([thread([spawns(3_320, { samples: 320 })], { samples: 399 })])).toEqual([]);
  expect(said([thread([spawns(3_999, { samples: 4_000 })])])).toEqual([]);
  expect(said([thread([spawns(3_320)], { thread: 1 })])).toEqual([]);
  expect(said([thread([spawns(3_320)])], { ending: 'measuring' })).toEqual([]);
});

test('of a thread that was not sampled all the time it is so much at least', () => {
  expect(said([thread([spawns(2_000)], { cpuMs: 500 })])[0]).toMatch(/^For at least 50 % of the time the server’s main thread waited in/);
});

test('of several processes whose main thread it is', () => {
  const threads = [thread([spawns(1_000)], { pid: 1 }), thread([spawns(3_000)], { pid: 2 })];
  expect(said(threads)[0]).toMatch(/^For 75 % of the time the main thread of the longest waiting of 2 processes waited in spawnSync/);
  const started = [1, 2].map((pid) => ({ ...base.server[0]!, pid, ...(pid === 2 ? { serves: true as const } : {}) }));
  expect(said(threads, { server: started })[0]).toMatch(/^For 75 % of the time the server’s main thread waited in spawnSync/);
  const server = [1, 2].map((pid) => ({ ...base.server[0]!, pid, role: 'cluster worker' as const }));
  expect(said(threads, { server })[0]).toMatch(/the main thread of the longest waiting of 2 cluster workers waited/);
});

test('beside it nobody wonders which code took the little CPU time that there was', () => {
  const kindsOf = (blockedMs: number) =>
    computeAnswer({
      ...base,
      load: { ...base.load, durationMs: DURATION_MS },
      profile: {
        ...base.profile!,
        ...{ threads: [thread([spawns(blockedMs)])], blockedMs, threadCpuMs: DURATION_MS - blockedMs },
        hot: { ...base.profile!.hot, samples: 10 },
      },
    }).map(({ kind }) => kind);
  expect(kindsOf(3_000)).not.toContain('code-too-few');
  expect(kindsOf(1_000)).toEqual(expect.arrayContaining(['main-blocked', 'code-too-few']));
});

test('of drawn threads what is named is never more than all, and the largest', () => {
  const random = makeRandom(7);
  let told = 0;
  for (let drawn = 0; drawn < 500; drawn++) {
    const count = Math.floor(random() * 5);
    let left = DURATION_MS * random();
    const calls = Array.from({ length: count }, (_, nth) => {
      const blockedMs = left * random();
      left -= blockedMs;
      return spawns(blockedMs, { calledBy: { ...calledBy, line: nth } });
    }).sort((a, b) => b.blockedMs - a.blockedMs);
    const of = thread(calls);
    const found = findBlockedInCalls(of, DURATION_MS);
    const all = (100 * of.blockedMs) / DURATION_MS;
    expect(found !== null).toBe(all >= 10);
    if (found === null) continue;
    told++;
    const { percent, first, second } = found;
    expect(percent).toBeCloseTo(all, 6);
    expect(first.percent + (second?.percent ?? 0)).toBeLessThanOrEqual(percent + 1e-6);
    expect(first.calledBy!.line).toBe(calls[0]!.calledBy!.line);
    if (second === null) expect(first.percent).toBeGreaterThan(percent / 2);
    else expect(first.percent).toBeGreaterThanOrEqual(second.percent);
  }
  expect(told).toBeGreaterThan(100);
});
