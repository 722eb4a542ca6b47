import { expect, test } from 'vitest';
import { UNKNOWN_CPU } from '../../../../shared/model/profile/known-cpu.ts';
import type { Profile } from '../../../../shared/model/profile/profile.ts';
import { computeCallTree, type ProfileQueryOptions, WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { computeFunctions, listRelated } from '../../../../shared/profile/tree/functions.ts';
import { computeProfileFigures } from '../../../../shared/profile/tree/profile-figures.ts';
import { drawProfile, makeRandom, makeRandomProfile, printTree } from './draw.ts';

const ask = (options: Partial<ProfileQueryOptions>): ProfileQueryOptions => ({ ...WHOLE_PROFILE, ...options });
const treeOf = (profile: Profile | readonly Profile[], options: Partial<ProfileQueryOptions> = {}) =>
  printTree(computeCallTree([profile].flat(), ask(options)));

const SERVER = drawProfile(`
  time  0     10           30         60    65    75      100
        main  main         main       main  (gc)  (idle)
        .     express@dep  read@core  main  .     .
        .     map@native   .          .     .     .
        .     render       .          .     .     .`);

test('the weight of a sample is the time until the next one; idle is left out', () => {
  expect(treeOf(SERVER)).toEqual([
    '(root) self 0 total 75',
    '  main self 10 total 65',
    '    express self 0 total 20',
    '      map self 0 total 20',
    '        render self 20 total 20',
    '    read self 30 total 30',
    '    main self 5 total 5',
    '  (garbage collector) self 10 total 10',
  ]);
});

test('wall time: idle counts as a function, and the last sample lasts until the end', () => {
  const tree = treeOf(SERVER, { base: 'wall' });
  expect(tree[0]).toBe('(root) self 0 total 100');
  expect(tree.at(-1)).toBe('  (idle) self 25 total 25');
});

test('hidden kinds are folded into the nearest visible caller', () => {
  expect(treeOf(SERVER, { hide: ['dependency', 'core'] })).toEqual([
    '(root) self 0 total 75',
    '  main self 40 total 65',
    '    map self 0 total 20',
    '      render self 20 total 20',
    '    main self 5 total 5',
    '  (garbage collector) self 10 total 10',
  ]);
  expect(treeOf(SERVER, { hide: ['dependency', 'core', 'native'], base: 'wall' })).toEqual([
    '(root) self 10 total 100',
    '  main self 40 total 65',
    '    render self 20 total 20',
    '    main self 5 total 5',
    '  (idle) self 25 total 25',
  ]);
});

test('hiding all kinds leaves the root with the whole time', () => {
  expect(treeOf(SERVER, { hide: ['own', 'dependency', 'core', 'native'] })).toEqual(['(root) self 75 total 75']);
});

test('a window is cut exactly, in the middle of samples', () => {
  const profile = drawProfile(`
    time  0  1000  3000  4000
          a  b     a`);
  expect(treeOf(profile, { window: { fromMs: 0.5, toMs: 2 } })).toEqual([
    '(root) self 0 total 1500',
    '  a self 500 total 500',
    '  b self 1000 total 1000',
  ]);
  expect(treeOf(profile, { window: { fromMs: 3.5, toMs: 90 } })).toEqual(['(root) self 0 total 500', '  a self 500 total 500']);
  expect(treeOf(profile, { window: { fromMs: 5, toMs: 6 } })).toEqual(['(root) self 0 total 0']);
  expect(treeOf(profile, { window: { fromMs: -9, toMs: 0 } })).toEqual(['(root) self 0 total 0']);
  expect(computeFunctions(computeCallTree([profile], ask({ window: { fromMs: 0.5, toMs: 2 } }))).samples).toBe(1);
});

test('processes are summed: the same functions are one node', () => {
  const other = drawProfile(
    `time  5     10  30
           main  (idle)
           other .`,
    2,
  );
  expect(treeOf([SERVER, other])).toEqual([
    '(root) self 0 total 80',
    '  main self 10 total 70',
    '    express self 0 total 20',
    '      map self 0 total 20',
    '        render self 20 total 20',
    '    read self 30 total 30',
    '    main self 5 total 5',
    '    other self 5 total 5',
    '  (garbage collector) self 10 total 10',
  ]);
});

test('no profile gives an empty tree', () => {
  expect(treeOf([])).toEqual(['(root) self 0 total 0']);
  expect(computeFunctions(computeCallTree([], WHOLE_PROFILE))).toEqual({
    rows: [],
    base: 0,
    unit: 'microseconds',
    samples: 0,
    timeBase: 'cpu',
    cpu: UNKNOWN_CPU,
    isSampled: true,
  });
  expect(listRelated(computeCallTree([], WHOLE_PROFILE), 'callers', [3])).toEqual([]);
  expect(computeProfileFigures([], WHOLE_PROFILE, 5)).toMatchObject({ samples: 0, durationMs: 0, heavy: [] });
});

test('functions: self, total with recursion counted once, share of the base', () => {
  const profile = drawProfile(`
    time  0   10  20  30  50  60
          a   a   a   b   (idle)
          .   b   b   .   .
          .   .   a   .   .`);
  const { rows, base, samples } = computeFunctions(computeCallTree([profile], WHOLE_PROFILE));
  expect([base, samples]).toEqual([50, 4]);
  expect(rows.map((row) => [row.function, row.self, row.total, row.selfPercent, row.totalPercent, row.samples])).toEqual([
    ['b', 30, 40, 60, 80, 2],
    ['a', 20, 30, 40, 60, 2],
  ]);
  expect(rows.map(({ line, column, url, kind, hasMore }) => [line, column, url, kind, hasMore])).toEqual([
    [1, 1, 'file:///app/main.js', 'own', true],
    [1, 1, 'file:///app/main.js', 'own', true],
  ]);
});

test('functions folded into the root are listed as the root, so that nothing is lost', () => {
  const { rows, base } = computeFunctions(computeCallTree([SERVER], ask({ hide: ['native'] })));
  expect(rows.find((row) => row.function === '(root)')?.self).toBe(10);
  expect(rows.reduce((sum, row) => sum + row.self, 0)).toBe(base);
});

const CALLS = drawProfile(`
  time  0   10  30  60  100
        a   b   b   a
        f   f   a   f
        g   .   f   f
        .   .   .   .`);
const indexIn = (profile: Profile, name: string) =>
  computeFunctions(computeCallTree([profile], WHOLE_PROFILE)).rows.find((row) => row.function === name)!.index;
const related = (direction: 'callers' | 'callees', ...names: string[]) =>
  listRelated(
    computeCallTree([CALLS], WHOLE_PROFILE),
    direction,
    names.map((name) => indexIn(CALLS, name)),
  ).map((row) => `${row.function} self ${row.self} total ${row.total}${row.hasMore ? ' ...' : ''}`);

test('callers: the self time of the function, split by caller', () => {
  // f: 20 directly from b, 30 from a under b, 40 from itself under a, and 10 with g on top from a
  expect(related('callers', 'f')).toEqual(['f self 40 total 40 ...', 'a self 30 total 80 ...', 'b self 20 total 20']);
  expect(related('callers', 'f', 'a')).toEqual(['b self 30 total 30']);
  expect(related('callers', 'f', 'f')).toEqual(['a self 40 total 40']);
  expect(related('callers', 'f', 'b')).toEqual([]);
});

test('callees of a function', () => {
  expect(related('callees', 'a')).toEqual(['f self 30 total 80 ...']);
  expect(related('callees', 'a', 'f')).toEqual(['f self 40 total 40', 'g self 10 total 10']);
  expect(related('callees', 'f', 'g')).toEqual([]);
});

test('an index refers to the same function in every window and with any kinds hidden', () => {
  const whole = computeFunctions(computeCallTree([SERVER], WHOLE_PROFILE)).rows;
  const part = computeFunctions(
    computeCallTree([SERVER], ask({ window: { fromMs: 0.03, toMs: 0.07 }, hide: ['native', 'dependency'] })),
  ).rows;
  expect(part.length).toBeGreaterThan(1);
  for (const row of part.filter(({ function: name }) => name !== '(root)')) {
    expect(whole.find(({ index }) => index === row.index)?.function).toBe(row.function);
  }
});

test('names of object prototypes are ordinary function names', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '<img/onerror=alert(1)>'];
  const profile = drawProfile(`
    time  0 1 2 3 4 5
    ${names.join(' ')}`);
  const { rows } = computeFunctions(computeCallTree([profile], WHOLE_PROFILE));
  expect(rows.map((row) => [row.function, row.self])).toEqual(names.map((name) => [name, 1]));
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('figures of a profile', () => {
  expect(computeProfileFigures([SERVER], WHOLE_PROFILE, 2)).toEqual({
    unit: 'microseconds',
    weight: 75,
    samples: 6,
    durationMs: 0.1,
    processes: 1,
    dividedBy: null,
    threads: [
      {
        pid: 1,
        thread: 0,
        title: '',
        samples: 6,
        cpuMs: 0.075,
        blockedMs: 0,
        idleMs: 0.025,
        waitedForCoreMs: null,
        stoppedMs: 0,
        activeMs: 0.075,
      },
    ],
    threadCpuMs: 0.075,
    blockedMs: 0,
    unseenPercent: null,
    blocked: [],
    unclear: [],
    processMs: 0.1,
    activeMs: 0.075,
    cpuMs: null,
    intervalUs: 10,
    effectiveIntervalUs: 10,
    idleMs: 0.025,
    base: 'cpu',
    overheadPercent: null,
    lines: null,
    heavy: [
      expect.objectContaining({ function: 'read', selfMs: 0.03, selfPercent: 40 }),
      expect.objectContaining({ function: 'render', selfMs: 0.02 }),
    ],
    own: expect.anything(),
    packages: expect.anything(),
    files: expect.anything(),
    hot: expect.anything(),
  });
  expect(computeProfileFigures([SERVER], ask({ window: { fromMs: 0.05, toMs: 2 } }), 0)).toMatchObject({
    durationMs: 0.05,
    samples: 3,
    idleMs: 0.025,
  });
});

test('the effective interval is computed from the deltas, not taken from the request', () => {
  const profile = drawProfile(`time ${Array.from({ length: 101 }, (_, i) => i * 613).join(' ')}\n ${'a '.repeat(100)}`);
  expect(computeProfileFigures([{ ...profile, intervalUs: 100 }], WHOLE_PROFILE, 1)).toMatchObject({
    intervalUs: 100,
    effectiveIntervalUs: 613,
    heavy: [{ selfMs: 61.3 }],
  });
});

/** Sum of own times. */
const sum = (numbers: Float64Array) => numbers.reduce((total, n) => total + n, 0);

test('invariants of every profile', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = makeRandom(seed);
    const profiles = [makeRandomProfile(random, 200), makeRandomProfile(random, 120, 2)];
    const end = Math.max(...profiles.map((profile) => profile.endTime)) / 1_000;
    for (const base of ['cpu', 'wall'] as const) {
      const whole = computeCallTree(profiles, ask({ base }));
      expect(sum(whole.self)).toBe(whole.base);
      expect(whole.total[0]).toBe(whole.base);
      whole.parent.forEach((parent, node) => {
        expect(parent).toBeLessThan(node);
        const children = whole.total.filter((_, child) => whole.parent[child] === node);
        expect(sum(children) + whole.self[node]!).toBe(whole.total[node]);
      });

      const cut = random() * end;
      const before = computeCallTree(profiles, ask({ base, window: { fromMs: 0, toMs: cut } }));
      const after = computeCallTree(profiles, ask({ base, window: { fromMs: cut, toMs: end } }));
      expect(before.base + after.base).toBeCloseTo(whole.base, 6);
      expect(before.sampleCount + after.sampleCount).toBe(whole.sampleCount);

      const hidden = computeCallTree(profiles, ask({ base, hide: ['dependency', 'native'] }));
      expect(hidden.base).toBe(whole.base);
      expect(sum(hidden.self)).toBe(whole.base);

      const { rows } = computeFunctions(computeCallTree(profiles, ask({ base })));
      expect(rows.reduce((total, row) => total + row.self, 0)).toBeCloseTo(whole.base, 6);
      for (const row of rows) {
        expect(row.total).toBeLessThanOrEqual(whole.base);
        expect(row.self).toBeLessThanOrEqual(row.total);
      }
    }
  }
});
