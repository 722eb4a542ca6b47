import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Profile } from '../../../../shared/model/profile/profile.ts';
import type { WaitPlace } from '../../../../shared/profile/lines/wait-lines.ts';
import { withWaits } from '../../../../shared/profile/lines/wait-lines.ts';
import { clipProfile } from '../../../../shared/profile/time/clip-profile.ts';
import { divideSamples, partsBetween } from '../../../../shared/profile/time/divide-samples.ts';
import { computeNodeWeights } from '../../../../shared/profile/time/sample-weights.ts';
import { computeCallTree, WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { listFunctions } from '../../../../shared/profile/tree/functions.ts';
import { drawProfile } from './draw.ts';

interface Told {
  readonly end: number;
  readonly ran: number;
  readonly waited?: number;
  readonly stopped?: boolean;
}

function intervalsOf(start: number, told: readonly Told[]) {
  return {
    start,
    end: Float64Array.from(told, ({ end }) => end),
    ran: Float64Array.from(told, ({ ran }) => ran),
    waited: Float64Array.from(told, ({ waited = 0 }) => waited),
    stopped: Uint16Array.from(told, ({ stopped = false }) => (stopped ? 1 : 0)),
  };
}

function divided(profile: Profile, told: readonly Told[]): Profile {
  return { ...profile, division: divideSamples(profile, intervalsOf(0, told), 'kernel') };
}

/** Self time by function, rounded. */
function selfOf(profile: Profile, base: 'cpu' | 'blocked' = 'cpu'): Record<string, number> {
  const rows = listFunctions(computeCallTree([profile], { ...WHOLE_PROFILE, base }));
  return Object.fromEntries(rows.filter(({ self }) => self > 0).map((row) => [row.function, Math.round(row.self)]));
}

const partsOf = ({ division, startTime, endTime }: Profile) => partsBetween(division!, startTime, endTime);

test('time on CPU is shared out by counting samples, however far apart they are', () => {
  const profile = drawProfile(`
    time 0  10 11 12  100
    a  a  a  b`);
  expect(selfOf(divided(profile, [{ end: 100, ran: 40 }]))).toEqual({ a: 30, b: 10 });
});

test('what waits for another program, or for a core, or not at all, is not on CPU', () => {
  const profile = drawProfile(`
    time 0  10 20                 30                 40     50
    a  a  spawnSync@core     spawnSync@core     (idle)
    .  .  spawn@native       spawn@native       .`);
  const told = divided(profile, [{ end: 50, ran: 20, waited: 6 }]);
  expect(selfOf(told).a).toBeGreaterThan(19);
  expect(selfOf(told, 'blocked')).toEqual({ spawn: 16 });
  expect(partsOf(told)).toMatchObject({ cpuUs: 20, blockedUs: 16, idleUs: 8, waitedUs: 6, stoppedUs: 0, unseenUs: 0 });
});

test('a call that blocks is known behind the agent, too', () => {
  const profile = drawProfile(`
    time 0 10               20
    a      spawnSync@core
    .      (Loopscope)
    .      spawn@native`);
  expect(selfOf(divided(profile, [{ end: 20, ran: 8 }]), 'blocked')).toEqual({ spawn: 12 });
});

test('a wait for another program is known by the function of Node alone, as node --cpu-prof samples it', () => {
  const profile = drawProfile(`
    time 0  10                                   20                30
    a  a                                    a
    .  spawnSync@core                       helper
    .  spawnSync@core:internal/child_process spawnSync`);
  const weights = (base: 'cpu' | 'blocked') => [...computeNodeWeights(profile, null, base).self].filter((us) => us > 0);
  expect(weights('blocked')).toEqual([9.8]);
  // A function of the user's that is called so works.
  expect(weights('cpu').sort()).toEqual([0.2, 10, 10].map((us) => expect.closeTo(us, 6)));
});

test('what the agent reads is in memory, and no call of the program that blocks', () => {
  const profile = drawProfile(`
    time 0 10             20
    a      (Loopscope)
    .      readSync@core
    .      read@native`);
  const told = divided(profile, [{ end: 20, ran: 8 }]);
  expect(selfOf(told, 'blocked')).toEqual({});
  expect(selfOf(told).read).toBe(4);
});

test('evaluated code, whose lines nobody can read, works for as long as its thread ran and is blocked for the rest', () => {
  const drawn = drawProfile(`
    time 0  10 20 30 40
    a  a  a  a`);
  const profile = { ...drawn, frames: drawn.frames.map((one) => (one.name === 'a' ? { ...one, url: '[worker eval]' } : one)) };
  const told = divided(profile, [{ end: 40, ran: 10 }]);
  expect(selfOf(told, 'blocked').a).toBe(30);
  expect(selfOf(told).a).toBe(10);
});

test('a long wait for a core is of the intervals in which it passed, though the kernel tells it when it is over', () => {
  const profile = drawProfile(`
    time 0  10                     150
    a  (idle)`);
  const told = divided(profile, [
    { end: 50, ran: 10 },
    { end: 100, ran: 0 },
    { end: 150, ran: 0, waited: 120 },
  ]);
  expect(partsOf(told)).toMatchObject({ cpuUs: 10, waitedUs: 120, idleUs: 20 });
});

test('a stopped process neither runs nor waits', () => {
  const profile = drawProfile(`
    time 0  10 1000
    a  a`);
  expect(partsOf(divided(profile, [{ end: 1000, ran: 10, stopped: true }]))).toMatchObject({ cpuUs: 10, stoppedUs: 990, idleUs: 0 });
});

test('CPU time without a sample on CPU is of no function, and is told', () => {
  const profile = drawProfile(`
    time 0  10     60     70
    a  (idle) (idle)`);
  const told = divided(profile, [
    { end: 50, ran: 10 },
    { end: 70, ran: 3 },
  ]);
  expect(selfOf(told)).toEqual({ a: 10 });
  expect(partsOf(told)).toMatchObject({ cpuUs: 13, unseenUs: 3 });
});

test('what the kernel tells a tick late is of the interval before', () => {
  const profile = drawProfile(`
    time 0  20 50 70 100
    a  a  b  b`);
  const told = divided(profile, [
    { end: 50, ran: 46 },
    { end: 100, ran: 54 },
  ]);
  expect(selfOf(told)).toEqual({ a: 50, b: 50 });
});

test('a call that may block works as much as the thread ran: a file in memory does, a pipe does not', () => {
  const profile = drawProfile(
    `
    time 0           10 20          30
    readSync@fs a  readSync@fs
    read@native .  read@native`.replaceAll('@fs', '@core'),
  );
  expect(selfOf(divided(profile, [{ end: 30, ran: 30 }]))).toEqual({ read: 20, a: 10 });
  const pipe = divided(profile, [{ end: 30, ran: 10 }]);
  expect(selfOf(pipe).a).toBeGreaterThan(9);
  expect(selfOf(pipe, 'blocked')).toEqual({ read: 20 });
});

test('garbage is collected for what ran before', () => {
  const profile = divided(
    drawProfile(`
    time 0  10   20     30   40
    a  (gc) (idle) (gc)
    b  .    .      .`),
    [{ end: 40, ran: 30 }],
  );
  const rows = listFunctions(computeCallTree([profile], WHOLE_PROFILE));
  const totals = Object.fromEntries(rows.map((row) => [row.function, row.total]));
  expect(totals).toEqual({ a: 20, b: 20, '(garbage collector)': 20 });
});

/** Function `f` begins on line 10 and is sampled on lines 11 and 12. */
function withLines(works: number, waits: number): Profile {
  const columns = Array.from({ length: works + waits + 1 }, (_, i) => i * 10);
  const profile = drawProfile(
    `time ${columns.join(' ')}\n${columns
      .slice(1)
      .map(() => 'f')
      .join(' ')}`,
  );
  const frames = profile.frames.map((frame) => (frame.name === 'f' ? { ...frame, line: 9, column: 10 } : frame));
  const url = frames.find(({ name }) => name === 'f')!.url;
  const node = profile.frame.findIndex((of) => frames[of]!.name === 'f');
  return {
    ...profile,
    frames,
    lines: {
      start: Float64Array.of(0),
      first: Int32Array.of(0),
      node: Int32Array.of(node, node),
      place: Int32Array.of(0, 1),
      ticks: Int32Array.of(works, waits),
      places: [
        { url, line: 11, isExact: true },
        { url, line: 12, isExact: true },
      ],
    },
  };
}

test('a function that works on one line and waits on another is both, by the lines of its samples', () => {
  const profile = withLines(20, 80);
  const { url } = profile.lines!.places[0]!;
  const waits: WaitPlace[] = [{ url, line: 12, column: 2, isShared: false }];
  const told = divided(withWaits(profile, waits), [{ end: 1000, ran: 200 }]);
  expect(selfOf(told)).toEqual({ f: 200 });
  expect(selfOf(told, 'blocked')).toEqual({ f: 800 });
  expect(partsOf(told)).toMatchObject({ cpuUs: 200, blockedUs: 800, idleUs: 0 });
});

test('the parts of a thread add up to its time, of the whole and of any window, and functions to its CPU time', () => {
  const LEAVES = ['a', 'b', 'spawnSync@core>spawn@native', 'readSync@core>read@native', '(idle)', '(gc)', '(program)'];
  const samples = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.constantFrom(...LEAVES)), { minLength: 1, maxLength: 60 });
  const told = fc.array(
    fc.record({
      lasts: fc.integer({ min: 1, max: 90 }),
      ran: fc.double({ min: 0, max: 1.2, noNaN: true }),
      waited: fc.double({ min: 0, max: 1, noNaN: true }),
      stopped: fc.boolean(),
    }),
    { minLength: 1, maxLength: 20 },
  );
  fc.assert(
    fc.property(samples, told, fc.integer({ min: 0, max: 500 }), (taken, intervals, cut) => {
      let time = 0;
      const times = taken.map(([delta]) => {
        time += delta;
        return time;
      });
      const stacks = taken.map(([, leaf]) => leaf.split('>'));
      const profile = drawProfile(
        [
          `time ${[...times, time + 10].join(' ')}`,
          stacks.map(([outer]) => outer).join(' '),
          stacks.map(([, inner = '.']) => inner).join(' '),
        ].join('\n'),
      );
      let end = 0;
      const rows = intervals.map(({ lasts, ran, waited, stopped }) => {
        end += lasts;
        return { end, ran: ran * lasts, waited: waited * lasts, stopped };
      });
      const one = divided(profile, rows);
      const { division } = one;
      const whole = partsBetween(division!, 0, end);
      const { sampledUs, cpuUs, blockedUs, waitedUs, idleUs, stoppedUs, unseenUs } = whole;
      expect(cpuUs + blockedUs + waitedUs! + idleUs + stoppedUs).toBeCloseTo(sampledUs, 6);
      expect(sampledUs).toBeCloseTo(end, 6);
      for (const part of Object.values(whole)) expect(part).toBeGreaterThanOrEqual(-1e-9);
      const sum = (values: Float64Array) => values.reduce((all, value) => all + value, 0);
      expect(sum(division!.cpu) + unseenUs).toBeCloseTo(cpuUs, 6);
      expect(sum(division!.blocked)).toBeCloseTo(blockedUs, 6);
      const [before, after] = [partsBetween(division!, 0, cut), partsBetween(division!, cut, Math.max(end, cut))];
      expect(before.cpuUs + after.cpuUs).toBeCloseTo(cpuUs, 6);
      const parts = [clipProfile(one, 0, cut), clipProfile(one, cut, Infinity)];
      const baseOf = (profiles: readonly Profile[]) => computeCallTree(profiles, WHOLE_PROFILE).base;
      expect(baseOf(parts)).toBeCloseTo(baseOf([one]), 6);
    }),
    { seed: 7, numRuns: 300 },
  );
});
