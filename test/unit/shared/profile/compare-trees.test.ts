import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CPU_OF_MAIN_THREAD, type Frame, type Profile } from '../../../../shared/model/profile/profile.ts';
import type { DiffFlameColumns } from '../../../../shared/model/profile/profile-views.ts';
import { WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { compareFunctions, compareTrees, type ProfiledSide, toDiffFlameColumns } from '../../../../shared/profile/tree/compare-trees.ts';
import { importCpuProfile } from '../../../helpers/importers.ts';
import { messageOf } from '../../../helpers/worded.ts';
import { drawProfile, makeRandom, makeRandomProfile } from './draw.ts';

const side = (profiles: Profile | Profile[], requests: number): ProfiledSide => ({ profiles: [profiles].flat(), requests });
const draw = (a: ProfiledSide, b: ProfiledSide, maxNodes = 1_000) => toDiffFlameColumns(compareTrees(a, b, WHOLE_PROFILE), maxNodes);
const rowsOf = (a: ProfiledSide, b: ProfiledSide) => compareFunctions(compareTrees(a, b, WHOLE_PROFILE));

/** A tree, one line a node: indentation, name, total and own time per request of A and B; `~` where the difference is noise. */
function print({ meta, parent, name, selfA, totalA, selfB, totalB, noise }: DiffFlameColumns): string[] {
  const line = (node: number, depth: number): string[] => [
    `${'  '.repeat(depth)}${meta.names[name[node]!]} A ${totalA[node]} (${selfA[node]}) B ${totalB[node]} (${selfB[node]})${noise[node] === 1 ? ' ~' : ''}`,
    ...[...parent.keys()].filter((child) => parent[child] === node).flatMap((child) => line(child, depth + 1)),
  ];
  return line(0, 0);
}

/** A stack every 10 us, each as often as it says: `render 300` is 300 samples. */
function sampled(...stacks: (readonly [stack: string, times: number])[]): Profile {
  const columns = stacks.flatMap(([stack, times]) => new Array<string[]>(times).fill(stack.split(' ')));
  const depth = Math.max(...columns.map((stack) => stack.length));
  const rows = Array.from({ length: depth }, (_, level) => columns.map((stack) => stack[level] ?? '.').join(' '));
  return drawProfile([`time ${Array.from({ length: columns.length + 1 }, (_, i) => i * 10).join(' ')}`, ...rows].join('\n'));
}

describe('two profiles with a known difference', () => {
  // Per request: A renders 3 ms. B renders 3 ms as well, waits busily 0.5 ms in its handler's `spin`, and served half as many.
  const a = side(sampled(['handle render', 30_000], ['handle', 1_000]), 100);
  const b = side(sampled(['handle render', 15_000], ['handle spin', 2_500], ['handle', 500]), 50);

  test('become one tree per request, with equal frames in grey', () => {
    expect(print(draw(a, b))).toEqual([
      '(root) A 3100 (0) B 3600 (0)',
      '  handle A 3100 (100) B 3600 (100)',
      '    render A 3000 (3000) B 3000 (3000) ~',
      '    spin A 0 (0) B 500 (500)',
    ]);
    expect(draw(a, b).meta).toMatchObject({
      perRequestA: 3_100,
      perRequestB: 3_600,
      requestsA: 100,
      requestsB: 50,
      samplesA: 31_000,
      samplesB: 18_000,
      folded: 0,
    });
  });

  test('the function that makes the difference comes first', () => {
    expect(rowsOf(a, b)).toEqual([
      {
        function: 'spin',
        url: 'file:///app/main.js',
        line: 1,
        kind: 'own',
        selfA: 0,
        selfB: 500,
        foldedA: 0,
        foldedB: 0,
        totalA: 0,
        totalB: 500,
        differencePercent: null,
        noise: false,
        foldedNoise: true,
      },
      {
        function: 'handle',
        url: 'file:///app/main.js',
        line: 1,
        kind: 'own',
        selfA: 100,
        selfB: 100,
        foldedA: 0,
        foldedB: 0,
        totalA: 3_100,
        totalB: 3_600,
        differencePercent: 0,
        noise: true,
        foldedNoise: true,
      },
      {
        function: 'render',
        url: 'file:///app/main.js',
        line: 1,
        kind: 'own',
        selfA: 3_000,
        selfB: 3_000,
        foldedA: 0,
        foldedB: 0,
        totalA: 3_000,
        totalB: 3_000,
        differencePercent: 0,
        noise: true,
        foldedNoise: true,
      },
    ]);
  });

  test('can be swapped', () => {
    expect(print(draw(b, a))).toEqual([
      '(root) A 3600 (0) B 3100 (0)',
      '  handle A 3600 (100) B 3100 (100)',
      '    render A 3000 (3000) B 3000 (3000) ~',
      '    spin A 500 (500) B 0 (0)',
    ]);
    expect(rowsOf(b, a)[0]).toMatchObject({ function: 'spin', selfA: 500, selfB: 0, differencePercent: -100 });
  });

  test('draws the heaviest frames of both sides when there are too many', () => {
    const few = draw(a, b, 3);
    expect(print(few).length).toBe(3);
    expect([few.meta.folded, few.meta.perRequestB]).toEqual([1, 3_600]);
  });

  test('say where a function is in B, if that is another place', () => {
    const moved: ProfiledSide = {
      ...b,
      profiles: b.profiles.map((profile) => ({
        ...profile,
        frames: profile.frames.map((frame) => (frame.name === '(root)' ? frame : { ...frame, url: 'file:///app/other.js' })),
      })),
    };
    const placed = rowsOf(a, moved).map(({ function: name, url, placeB }) => [name, url, placeB?.url]);
    expect(placed).toEqual([
      ['spin', 'file:///app/other.js', undefined],
      ['handle', 'file:///app/main.js', 'file:///app/other.js'],
      ['render', 'file:///app/main.js', 'file:///app/other.js'],
    ]);
  });

  test('several profiled runs of a side are summed', () => {
    const twice = side([...a.profiles, ...a.profiles], 200);
    expect(print(draw(twice, b))).toEqual(print(draw(a, b)));
  });
});

test('what is folded is told apart from self time, for each side, and has its own noise', () => {
  const a = side(sampled(['handle render', 30_000], ['handle', 1_000]), 100);
  const b = side(sampled(['handle render', 15_000], ['handle spin', 2_500], ['handle', 500]), 50);
  const folds = ['render', 'spin'].map((name) => ({ how: 'function', function: name, url: 'file:///app/main.js', line: 1 }) as const);
  const comparison = compareTrees(a, b, { ...WHOLE_PROFILE, folds });
  const { selfA, foldedA, totalA, selfB, foldedB, totalB } = toDiffFlameColumns(comparison, 10);
  expect([selfA, foldedA, totalA].map((column) => column[1])).toEqual([100, 3_000, 3_100]);
  expect([selfB, foldedB, totalB].map((column) => column[1])).toEqual([100, 3_500, 3_600]);
  expect(compareFunctions(comparison)).toEqual([
    expect.objectContaining({ selfA: 100, foldedA: 3_000, totalA: 3_100, noise: true, foldedNoise: false, differencePercent: 0 }),
  ]);
  expect(compareFunctions(comparison)[0]).toMatchObject({ selfB: 100, foldedB: 3_500, totalB: 3_600 });
});

describe('noise', () => {
  const compare = (samplesA: number, samplesB: number, equivalencePercent = 0) => {
    const comparison = compareTrees(side(sampled(['f', samplesA], ['g', 500]), 10), side(sampled(['f', samplesB], ['g', 500]), 10), {
      ...WHOLE_PROFILE,
      equivalencePercent,
    });
    const { noise } = compareFunctions(comparison).find((row) => row.function === 'f')!;
    const { meta, name, noise: drawn } = toDiffFlameColumns(comparison, 100);
    expect(drawn[[...name].findIndex((index) => meta.names[index] === 'f')]).toBe(noise ? 1 : 0);
    return noise;
  };

  test('is estimated from the square root of the sample counts', () => {
    // 1.96 sqrt(100 + 127) = 29.5, 1.96 sqrt(100 + 132) = 29.9
    expect([compare(100, 127), compare(100, 132)]).toEqual([true, false]);
    expect([compare(132, 100), compare(10_000, 10_270), compare(10_000, 10_290)]).toEqual([false, true, false]);
  });

  test('of few samples is what an exact test calls chance', () => {
    // Conditional binomial test, two-sided: 0.0625 of 5 against 0, 0.031 of 6; 0.07 of 7 against 1, 0.039 of 8.
    expect([compare(5, 0), compare(0, 5), compare(6, 0), compare(0, 6)]).toEqual([true, true, false, false]);
    expect([compare(7, 1), compare(8, 1)]).toEqual([true, false]);
  });

  test('includes the difference between runs of the same code, for any number of samples', () => {
    expect([compare(10_000, 10_400, 5), compare(10_000, 10_600, 5)]).toEqual([true, false]);
  });

  test('false alarms of two profiles of the same code: about one frame in twenty', () => {
    const random = makeRandom(8);
    const names = Array.from({ length: 40 }, (_, i) => `f${i}`);
    const take = () => side(sampled(...Array.from({ length: 4_000 }, () => [names[Math.floor(random() * 40)]!, 1] as const)), 10);
    let alarms = 0;
    for (let i = 0; i < 10; i++)
      alarms += compareFunctions(compareTrees(take(), take(), { ...WHOLE_PROFILE, equivalencePercent: 0 })).filter(
        ({ noise }) => !noise,
      ).length;
    expect(alarms).toBeGreaterThan(5);
    expect(alarms).toBeLessThan(40);
  });
});

describe('invariants of any two profiles', () => {
  const make = (seed: number): [ProfiledSide, ProfiledSide] => {
    const random = makeRandom(seed);
    return [side([makeRandomProfile(random, 200), makeRandomProfile(random, 80, 2)], 7), side(makeRandomProfile(random, 300), 11)];
  };

  test('A compared with A has no difference', () => {
    for (let seed = 1; seed <= 8; seed++) {
      const [a] = make(seed);
      const { selfA, selfB, totalA, totalB, noise } = draw(a, a);
      expect([selfB, totalB]).toEqual([selfA, totalA]);
      expect(noise.every((flag) => flag === 1)).toBe(true);
      for (const row of rowsOf(a, a)) expect([row.differencePercent ?? 0, row.totalB, row.noise]).toEqual([0, row.totalA, true]);
    }
  });

  test('swapping the sides swaps only the figures', () => {
    for (let seed = 1; seed <= 8; seed++) {
      const [a, b] = make(seed);
      const there = print(draw(a, b)).sort();
      const swapped = draw(b, a);
      const back = print({ ...swapped, selfA: swapped.selfB, selfB: swapped.selfA, totalA: swapped.totalB, totalB: swapped.totalA }).sort();
      expect(back).toEqual(there);
      const differences = (rows: ReturnType<typeof rowsOf>, sign: number) =>
        new Map(rows.map((row) => [`${row.function} ${row.url}`, sign * (row.selfB - row.selfA)]));
      expect(differences(rowsOf(b, a), -1)).toEqual(differences(rowsOf(a, b), 1));
    }
  });

  test('self times add up to the total of each side; a node contains its callees', () => {
    for (let seed = 1; seed <= 8; seed++) {
      const { parent, selfA, totalA, selfB, totalB, meta } = draw(...make(seed));
      for (const [self, total, whole] of [
        [selfA, totalA, meta.perRequestA],
        [selfB, totalB, meta.perRequestB],
      ] as const) {
        expect(self.reduce((sum, us) => sum + us, 0)).toBeCloseTo(whole, 6);
        const below = Float64Array.from(self);
        for (let node = parent.length - 1; node > 0; node--) below[parent[node]!]! += below[node]!;
        total.forEach((us, node) => {
          expect(us).toBeCloseTo(below[node]!, 6);
        });
      }
      expect(parent.every((above, node) => above < node)).toBe(true);
    }
  });
});

test('a side without a profile or without requests is empty and gives no difference', () => {
  const full = side(sampled(['handle render', 50]), 5);
  for (const empty of [side([], 0), side([], 5), side(sampled(['handle', 20]), 0)]) {
    for (const [a, b] of [
      [full, empty],
      [empty, full],
      [empty, empty],
    ] as const) {
      const columns = draw(a, b);
      for (const column of [columns.selfA, columns.selfB, columns.totalA, columns.totalB]) expect(column.every(Number.isFinite)).toBe(true);
      expect(columns.noise.every((flag) => flag === 1)).toBe(true);
      for (const row of rowsOf(a, b)) expect([row.selfA, row.selfB, row.differencePercent ?? 0].every(Number.isFinite)).toBe(true);
    }
  }
  expect(print(draw(full, side([], 0)))).toEqual([
    '(root) A 100 (0) B 0 (0) ~',
    '  handle A 100 (0) B 0 (0) ~',
    '    render A 100 (100) B 0 (0) ~',
  ]);
});

/** A profile of stacks of functions `name@file:line:column`, each sampled 100 times. */
function placed(...stacks: string[]): ProfiledSide {
  const frames: Frame[] = [{ name: '(root)', url: '', line: -1, column: -1, kind: 'native' }];
  const parent = [-1];
  const frame = [0];
  const leaves = stacks.map((stack) =>
    stack.split(' ').reduce((above, token) => {
      const [name = '', file = '', line = '0', column = '0'] = token.split(/[@:]/);
      const isPackage = file.includes('node_modules');
      frames.push({
        name: name === '' ? '(anonymous)' : name,
        url: `file:///${file}`,
        line: Number(line),
        column: Number(column),
        kind: isPackage ? 'dependency' : 'own',
      });
      parent.push(above);
      return frame.push(frames.length - 1) - 1;
    }, 0),
  );
  const sampleNode = Int32Array.from(leaves.flatMap((leaf) => new Array<number>(100).fill(leaf)));
  const sampleTime = Float64Array.from(sampleNode, (_, i) => i * 10);
  return side(
    {
      pid: 1,
      frames,
      parent: Int32Array.from(parent),
      frame: Int32Array.from(frame),
      sampleNode,
      sampleTime,
      startTime: 0,
      endTime: sampleNode.length * 10,
      ...CPU_OF_MAIN_THREAD,
      weights: null,
      intervalUs: 10,
    },
    1,
  );
}

/** Functions by what they have of A and of B: `both`, `A` or `B`. */
function pairing(a: ProfiledSide, b: ProfiledSide): string[] {
  return rowsOf(a, b)
    .map(
      ({ function: name, url, line, totalA, totalB }) =>
        `${name} ${url.slice(8)}:${line} ${totalA > 0 && totalB > 0 ? 'both' : totalA > 0 ? 'A' : 'B'}`,
    )
    .sort();
}

describe('the same function of two variants', () => {
  test('named: matched by name and file, on any line', () => {
    expect(pairing(placed('load@s.js:10', 'gone@s.js:50', 'x@t.js:1'), placed('load@s.js:400', 'new@s.js:50', 'x@s.js:1'))).toEqual([
      'gone s.js:51 A',
      'load s.js:11 both',
      'new s.js:51 B',
      'x s.js:2 B',
      'x t.js:2 A',
    ]);
  });

  test('of a name that occurs twice in a file: matched in order of lines', () => {
    expect(pairing(placed('render@s.js:10', 'render@s.js:30'), placed('render@s.js:14', 'render@s.js:34'))).toEqual([
      'render s.js:11 both',
      'render s.js:31 both',
    ]);
  });

  test('anonymous: matched by the shift of its named neighbours', () => {
    // Four lines were put in below `load`: the first handler now stands where the second one stood.
    const a = placed('load@s.js:10', 'route@s.js:15 @s.js:20:4', 'route@s.js:15 @s.js:24:4', 'end@s.js:40');
    const b = placed('load@s.js:10', 'route@s.js:19 @s.js:24:4', 'route@s.js:19 @s.js:28:4', 'end@s.js:44');
    expect(pairing(a, b)).toEqual([
      '(anonymous) s.js:21 both',
      '(anonymous) s.js:25 both',
      'end s.js:41 both',
      'load s.js:11 both',
      'route s.js:16 both',
    ]);
    expect(pairing(b, a).filter((row) => row.endsWith('both')).length).toBe(5);
  });

  test('anonymous without named neighbours: matched by callers and distance, in order; an additional one stays unmatched', () => {
    const a = placed('@s.js:20:4', '@s.js:30:4');
    const b = placed('@s.js:23:4', '@s.js:33:4', '@s.js:60:8');
    expect(pairing(a, b)).toEqual(['(anonymous) s.js:21 both', '(anonymous) s.js:31 both', '(anonymous) s.js:61 B']);
  });

  test('anonymous with other callers elsewhere: not matched', () => {
    expect(pairing(placed('f@s.js:1 @s.js:20:4'), placed('g@s.js:1 @s.js:70:8'))).toEqual([
      '(anonymous) s.js:21 A',
      '(anonymous) s.js:71 B',
      'f s.js:2 A',
      'g s.js:2 B',
    ]);
  });

  test('in two scripts of one folder', () => {
    const a = placed('@ssr/server-long.js:10:3 renderAll@ssr/server-long.js:20 list@ssr/list.js:5');
    const b = placed('@ssr/server-small.js:12:3 renderFrom@ssr/server-small.js:30 list@ssr/list.js:5');
    expect(pairing(a, b)).toEqual([
      '(anonymous) ssr/server-long.js:11 both',
      'list ssr/list.js:6 both',
      'renderAll ssr/server-long.js:21 A',
      'renderFrom ssr/server-small.js:31 B',
    ]);
  });

  test('in two checkouts of one project, including packages; other packages are not matched', () => {
    const a = placed(
      'main@old/server.js:1 parse@old/node_modules/x/index.js:1',
      'main@old/server.js:1 parse@old/node_modules/y/index.js:1',
    );
    const b = placed(
      'main@new/server.js:3 parse@new/node_modules/x/index.js:1',
      'main@new/server.js:3 parse@new/node_modules/z/index.js:1',
    );
    expect(pairing(a, b)).toEqual([
      'main old/server.js:2 both',
      'parse new/node_modules/z/index.js:2 B',
      'parse old/node_modules/x/index.js:2 both',
      'parse old/node_modules/y/index.js:2 A',
    ]);
  });

  test('thousands of anonymous functions on one line are matched by place, in a moment', () => {
    const tokens = Array.from({ length: 2_000 }, (_, i) => `@bundle.js:0:${i * 40}`);
    const moved = tokens.map((token, i) => (i % 100 === 0 ? `${token}1` : token));
    const both = pairing(placed(...tokens), placed(...moved)).filter((row) => row.endsWith('both')).length;
    expect(both).toBeGreaterThanOrEqual(1_980);
  });
});

describe('native calls that V8 tells apart in one variant only', () => {
  const recorded = (how: string): Profile => {
    const name = `native-calls-${how}.cpuprofile`;
    const read = importCpuProfile(readFileSync(new URL(`../../../fixtures/profiles/${name}`, import.meta.url), 'utf8'), name);
    if (!read.ok) throw new Error(messageOf(read.failure));
    return read.value;
  };
  const sum = (rows: readonly { selfA: number; selfB: number }[], which: 'selfA' | 'selfB') =>
    rows.reduce((all, row) => all + row[which], 0);
  const find = (rows: ReturnType<typeof rowsOf>, name: string) => rows.filter((row) => row.function === name);

  test.each([
    ['early', 'late'],
    ['late', 'early'],
  ])('of one program, recorded %s and %s, are with their callers on both sides', (first, second) => {
    const [a, b] = [side(recorded(first), 200), side(recorded(second), 200)];
    const comparison = compareTrees(a, b, WHOLE_PROFILE);
    const rows = compareFunctions(comparison);
    for (const [caller, native] of [
      ['pbkdf2Sync', 'run'],
      ['verify', 'RegExp: (a+)+c'],
      ['processChunkSync', 'writeSync'],
    ] as const) {
      expect(find(rows, native)).toEqual([]);
      expect(find(rows, caller)).toHaveLength(1);
      expect(find(rows, caller)[0]!.natives).toContain(native);
      // The machine was busier in one of them; nothing has vanished, and nothing is new.
      expect(Math.abs(find(rows, caller)[0]!.differencePercent!)).toBeLessThan(150);
    }
    // Nothing is lost: all rows together are all of the time, and a function that has a script is a row of its own.
    const [totalA, totalB] = [comparison.a.total[0]!, comparison.b.total[0]!];
    expect(sum(rows, 'selfA')).toBeCloseTo(totalA, 6);
    expect(sum(rows, 'selfB')).toBeCloseTo(totalB, 6);
    for (const name of ['login', 'pack', 'verify', 'serve']) expect(find(rows, name)).toHaveLength(1);
    expect(
      toDiffFlameColumns(comparison, 1_000)
        .meta.joined.map((one) => one.function)
        .sort(),
    ).toEqual(expect.arrayContaining(['verify', 'pbkdf2Sync', 'processChunkSync']));
  });

  test('stay a row where both sides tell them apart, or only one side calls them', () => {
    const faster = rowsOf(
      side(sampled(['load parse@native', 3_000], ['load', 100]), 100),
      side(sampled(['load parse@native', 1_000], ['load', 100]), 100),
    );
    expect(find(faster, 'parse')[0]).toMatchObject({ selfA: 300, selfB: 100 });
    const added = rowsOf(side(sampled(['load', 1_000]), 100), side(sampled(['load parse@native', 1_000], ['load', 1_000]), 100));
    expect(find(added, 'parse')[0]).toMatchObject({ selfA: 0, selfB: 100 });
    // Far less than what was written by hand, and not the same work by its size.
    const replaced = rowsOf(side(sampled(['load', 9_000]), 100), side(sampled(['load parse@native', 1_000], ['load', 100]), 100));
    expect(find(replaced, 'parse')[0]).toMatchObject({ selfA: 0, selfB: 100 });
  });

  test('take what they call along, and calls elsewhere stay', () => {
    const a = side(sampled(['load', 2_000], ['load compare', 500], ['other each@native', 700]), 100);
    const b = side(sampled(['load each@native', 1_900], ['load each@native compare', 500], ['load', 100], ['other each@native', 700]), 100);
    const rows = rowsOf(a, b);
    expect(find(rows, 'load')[0]).toMatchObject({ natives: ['each'], selfA: 200, selfB: 200, totalA: 250, totalB: 250 });
    expect(find(rows, 'compare')[0]).toMatchObject({ selfA: 50, selfB: 50 });
    expect(find(rows, 'each')[0]).toMatchObject({ selfA: 70, selfB: 70, totalA: 70, totalB: 70 });
    expect(print(draw(a, b))).toContain('    compare A 50 (50) B 50 (50) ~');
  });

  test('are never functions of a script, nor what V8 does itself', () => {
    const a = side(sampled(['load', 2_000]), 100);
    for (const callee of ['parse', 'parse@core', 'parse@dep', '(gc)', '(program)']) {
      const rows = rowsOf(a, side(sampled([`load ${callee}`, 1_900], ['load', 100]), 100));
      expect(rows.every(({ natives }) => natives === undefined)).toBe(true);
      expect(find(rows, 'load')[0]).toMatchObject({ selfA: 200, selfB: 10 });
    }
  });
});
