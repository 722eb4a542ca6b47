import { describe, expect, test } from 'vitest';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { CPU_OF_MAIN_THREAD, type Profile } from '../../../../shared/model/profile/profile.ts';
import { toV8Profile } from '../../../../shared/profile/export/export-cpuprofile.ts';
import { readCpuProfile } from '../../../../shared/profile/import/read-cpuprofile.ts';
import { computeLinePositions } from '../../../../shared/profile/import/source-maps.ts';
import type { V8Profile } from '../../../../shared/profile/import/v8-profile.ts';
import { LineTicksTable } from '../../../../shared/profile/lines/line-ticks.ts';
import { computeLines, linesOfFile } from '../../../../shared/profile/lines/lines.ts';
import { ProfileMerger } from '../../../../shared/profile/time/merge-slices.ts';
import { linesTable } from '../../../../shared/report/tables/lines.ts';

const APP = 'file:///srv/app.js';
const frame = (functionName: string, lineNumber: number, url = APP) => ({ functionName, scriptId: '1', url, lineNumber, columnNumber: 0 });

/** `outer` (line 1) calls `inner` (line 11); a sample each millisecond, the last one idle. `ticks`: lines of inner, and of outer. */
function slice(start: number, samples: readonly number[], inner: Record<number, number>, outer: Record<number, number> = {}): V8Profile {
  const ticksOf = (lines: Record<number, number>) => Object.entries(lines).map(([line, ticks]) => ({ line: Number(line), ticks }));
  return {
    nodes: [
      { id: 1, callFrame: frame('(root)', -1, ''), children: [2, 4] },
      { id: 2, callFrame: frame('outer', 0), children: [3], positionTicks: ticksOf(outer) },
      { id: 3, callFrame: frame('inner', 10), positionTicks: ticksOf(inner) },
      { id: 4, callFrame: frame('(idle)', -1, '') },
    ],
    startTime: start,
    endTime: start + samples.length * 1_000,
    samples,
    timeDeltas: samples.map((_, i) => (i === 0 ? 0 : 1_000)),
  };
}

const SLICES = [slice(0, [3, 3, 3, 3], { 12: 3, 14: 1 }), slice(4_000, [2, 2, 3, 4], { 14: 1 }, { 3: 1, 11: 1 })];

function merge(slices: readonly V8Profile[]): ProfileMerger {
  const merger = new ProfileMerger({ pid: 1, intervalUs: 1_000, ...CPU_OF_MAIN_THREAD });
  for (const one of slices) merger.addSlice(one);
  return merger;
}

const rows = (profile: Profile, window: { fromMs: number; toMs: number } | null = null) =>
  computeLines([profile], { window, base: 'cpu' })!.rows.map(({ line, self, total, samples }) => [line, self, total, samples]);

describe('time by line', () => {
  test('is the time of each slice, shared out by its ticks; the total of a line is that of functions which begin on it', () => {
    // inner: 4 ms as 3:1 in the first slice, 1 ms in the second; outer: 2 ms on its lines 3 and 11, where inner begins.
    expect(rows(merge(SLICES).toProfile(0, {}))).toEqual([
      [12, 3_000, 3_000, 3],
      [14, 2_000, 2_000, 2],
      [11, 1_000, 6_000, 1],
      [3, 1_000, 1_000, 1],
      [1, 0, 7_000, 0],
    ]);
    const { files, weight, samples } = computeLines([merge(SLICES).toProfile(0, {})], { window: null, base: 'cpu' })!;
    expect({ weight, samples }).toEqual({ weight: 7_000, samples: 7 });
    expect(files).toMatchObject([{ url: APP, self: 7_000, total: 7_000, selfPercent: 100, samples: 7, lines: 4 }]);
  });

  test('of a window is that of the whole slices it touches', () => {
    const profile = merge(SLICES).toProfile(0, {});
    expect(computeLines([profile], { window: { fromMs: 4.5, toMs: 5 }, base: 'cpu' })!.window).toEqual({ fromMs: 4, toMs: 8 });
    expect(rows(profile, { fromMs: 4.5, toMs: 5 })).toEqual([
      [11, 1_000, 2_000, 1],
      [3, 1_000, 1_000, 1],
      [14, 1_000, 1_000, 1],
      [1, 0, 3_000, 0],
    ]);
    expect(rows(profile, { fromMs: 3, toMs: 4.1 })).toEqual(rows(profile));
    expect(rows(profile, { fromMs: 3, toMs: 4 })[0]).toEqual([12, 3_000, 3_000, 3]);
  });

  test('a node without ticks has a line that is not known', () => {
    const [first] = SLICES;
    expect(rows(merge([{ ...first!, samples: [2, 3, 3, 3] }]).toProfile(0, {}))).toContainEqual([0, 1_000, 1_000, 1]);
  });

  test('a profile that does not know its lines has none', () => {
    const plain = SLICES.map((one) => ({ ...one, nodes: one.nodes.map(({ positionTicks: _, ...node }) => node) }));
    expect(computeLines([merge(plain).toProfile(0, {})], { window: null, base: 'cpu' })).toBeNull();
  });

  test('files are found by the end of their path', () => {
    const lines = computeLines([merge(SLICES).toProfile(0, {})], { window: null, base: 'cpu' })!;
    for (const name of ['app.js', './app.js', 'srv/app.js', '/srv/app.js', APP]) expect(linesOfFile(lines, name).rows).toHaveLength(5);
    expect(linesOfFile(lines, 'pp.js').files).toEqual([]);
  });

  test.each([
    ['turbopack:///[project]/app/items/%5Bid%5D/route.ts', ['[id]/route.ts', 'items/[id]/route.ts']],
    ['file:///srv/My%20pr%C3%B8ject%20(1)/esm.mjs', ['My prøject (1)/esm.mjs', '/srv/My prøject (1)/esm.mjs']],
    ['file:///C:/My%20app/esm.mjs', ['My app/esm.mjs', 'My app\\esm.mjs', 'C:\\My app\\esm.mjs', 'C:/My app/esm.mjs']],
    ['file://srv/share/My%20app/esm.mjs', ['\\\\srv\\share\\My app\\esm.mjs', 'share\\My app\\esm.mjs']],
  ])('%s is found by its path as it is shown', (url, names) => {
    const moved = SLICES.map((one) => ({
      ...one,
      nodes: one.nodes.map((node) => ({ ...node, callFrame: { ...node.callFrame, url: node.callFrame.url && url } })),
    }));
    const lines = computeLines([merge(moved).toProfile(0, {})], { window: null, base: 'cpu' })!;
    for (const name of names) expect(linesOfFile(lines, name).rows, name).toHaveLength(5);
  });
});

test('written and read again, a profile has the same lines in the same slices', () => {
  const profile = merge(SLICES).toProfile(0, {});
  const read = readCpuProfile(JSON.stringify(toV8Profile(profile)), 'p');
  expect(read.ok && merge([read.value.profile]).toProfile(0, {})).toEqual(profile);
});

describe('a made file', () => {
  const good = toV8Profile(merge(SLICES).toProfile(0, {}));
  const refused = (change: (lineTicks: Record<string, unknown>) => void): string => {
    const lineTicks = structuredClone({ ...good.lineTicks }) as Record<string, unknown>;
    change(lineTicks);
    const read = readCpuProfile(JSON.stringify({ ...good, lineTicks }), 'p');
    return read.ok ? 'read' : wordSaid(read.failure.says);
  };

  test.each([
    ['slices', [0, 99]],
    ['slices', [4, 0]],
    ['slices', [0.5, 4]],
    ['slices', 'all'],
    ['entries', [2, 2]],
    ['entries', [5]],
    ['nodes', [3, 3, 3, 2, 77]],
    ['lines', [12, 14, 14, 3, 0]],
    ['lines', [12, 14, 14, 3]],
    ['ticks', [1, 1, 1, 1, -1]],
    ['ticks', [1, 1, 1, 1, null]],
  ])('of %s %j is refused', (key, value) => {
    expect(
      refused((lineTicks) => {
        lineTicks[key] = value;
      }),
    ).toMatch(/^p: lineTicks\.\w+ does not say on which lines samples were taken\.$/);
  });

  test.each([[7], [[{ line: 0, ticks: 1 }]], [[{ line: 1, ticks: -1 }]], [[{ line: 1 }]], [[null]]])(
    'positionTicks of %j are refused',
    (positionTicks) => {
      const nodes = SLICES[0]!.nodes.map((node) => ({ ...node, positionTicks }));
      const read = readCpuProfile(JSON.stringify({ ...SLICES[0], nodes }), 'p');
      expect(read.ok ? 'read' : wordSaid(read.failure.says)).toMatch(/^Node 0 of p: positionTicks /);
    },
  );
});

test('slices are joined where they would take too much room', () => {
  const table = new LineTicksTable(8);
  for (let i = 0; i < 9; i++) {
    table.begin(i * 1_000);
    table.add(1, APP, 12, 1);
    table.add(1, APP, 14, 2);
  }
  const { start, ticks, node } = table.toLineTicks(0);
  expect(node.length).toBeLessThanOrEqual(8);
  expect(start.length).toBeLessThan(9);
  expect(ticks.reduce((sum, one) => sum + one)).toBe(27);
});

describe('source maps', () => {
  const OUT = 'file:///srv/dist/app.js';
  /** Line 1 is one of line 5 of a.ts; line 2 of lines 7 and 8. */
  const map = JSON.stringify({ version: 3, sources: ['../src/a.ts'], names: [], mappings: 'AAIA,AAAA;AAEA,CACA' });
  const positions = computeLinePositions(
    [1, 2, 3].map((line) => ({ url: OUT, line })),
    [{ url: OUT, map }],
  );

  test('a line of several is the first of them, and says so', () => {
    const url = 'file:///srv/src/a.ts';
    expect(positions).toEqual({ [`${OUT}:1`]: { url, line: 5, isExact: true }, [`${OUT}:2`]: { url, line: 7, isExact: false } });
  });

  test('what is not mapped stays, and a line that is not exact is not before its function', () => {
    const at = { url: 'file:///srv/src/a.ts', line: 7, column: 0, name: 'original' };
    const one: V8Profile = {
      nodes: [
        { id: 1, callFrame: frame('(root)', -1, ''), children: [2, 3] },
        {
          id: 2,
          callFrame: frame('f', 1, OUT),
          positionTicks: [
            { line: 2, ticks: 1 },
            { line: 3, ticks: 1 },
          ],
        },
        { id: 3, callFrame: frame('g', 2, APP), positionTicks: [{ line: 3, ticks: 1 }] },
      ],
      startTime: 0,
      endTime: 3_000,
      samples: [2, 2, 3],
      timeDeltas: [0, 1_000, 1_000],
    };
    const { places, place } = merge([one]).toProfile(0, { [`${OUT}:1:0`]: at }, positions).lines!;
    expect([...place].map((index) => places[index])).toEqual([
      { url: at.url, line: 8, isExact: false },
      { url: at.url, line: 8, isExact: false },
      { url: APP, line: 3, isExact: true },
    ]);
  });

  test('a file whose samples all lie in what was inlined from another one has the total of its function, and the other has the rest', () => {
    const [caller, callee] = ['file:///srv/src/a.ts', 'file:///srv/src/b.ts'];
    const one: V8Profile = {
      nodes: [
        { id: 1, callFrame: frame('(root)', -1, ''), children: [2] },
        { id: 2, callFrame: frame('handle', 1, OUT), positionTicks: [{ line: 40, ticks: 2 }] },
      ],
      startTime: 0,
      endTime: 2_000,
      samples: [2, 2],
      timeDeltas: [0, 1_000],
    };
    const inlined = { [`${OUT}:40`]: { url: callee, line: 3, isExact: true } };
    const profile = merge([one]).toProfile(0, { [`${OUT}:1:0`]: { url: caller, line: 7, column: 0, name: 'handle' } }, inlined);
    const lines = computeLines([profile], { window: null, base: 'cpu' })!;
    const of = (file: string) => linesOfFile(lines, file).rows.map(({ line, self, total }) => [line, self, total]);
    expect(of('src/a.ts')).toEqual([[8, 0, 2_000]]);
    expect(of('src/b.ts')).toEqual([[3, 2_000, 2_000]]);
    expect(linesTable({ lines: linesOfFile(lines, 'src/a.ts'), unit: 'microseconds' })!.rows).toHaveLength(1);
  });
});
