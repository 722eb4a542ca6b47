import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FRAME_KINDS } from '../../../../shared/model/profile/frame-kind.ts';
import type { Profile } from '../../../../shared/model/profile/profile.ts';
import { type ChartWindow, chartOf, FlameChart } from '../../../../shared/profile/time/flame-chart.ts';
import { CHART_SHAPES, toFlameChartColumns, usualOfLanes } from '../../../../shared/profile/time/flame-chart-columns.ts';
import { type CallRow, RowJoiner } from '../../../../shared/profile/time/join-calls.ts';
import { computeCallTree } from '../../../../shared/profile/tree/call-tree.ts';
import { drawProfile, makeRandom, makeRandomProfile } from './draw.ts';

const whole = (profile: Profile, least = 0): ChartWindow => ({ from: profile.startTime, to: profile.endTime, least });

function printRow(chart: FlameChart, { start, end, node, count, time, kind }: CallRow): string[] {
  return start.map((from, i) => {
    const name = chart.frameOf(node[i]!)?.name;
    const what = name === undefined ? `${count[i]} calls of ${time[i]}, most of kind ${kind[i]}` : `${name}, self ${time[i]}`;
    return `${from}-${end[i]} ${what}`;
  });
}

const print = (chart: FlameChart, window: ChartWindow): string[] =>
  chart.calls(window).flatMap((row, depth) => printRow(chart, row).map((line) => `${depth}: ${line}`));

const DRAWN = drawProfile(`
  time  0       10      20      30      31         32         33      40    50    60      70      80      90
        main    main    main    main    main       main       (idle)  a     (gc)  a       (program) a     b
        .       render  render  .       read@core  read@core  .       x     .     x       .       y
        .       .       map@native .    .          .          .       .     .     .       .       .`);

describe('calls of a drawn profile', () => {
  const chart = new FlameChart(DRAWN, { hide: [] });

  test('each call once with its self time; (garbage collector) and a single (program) are on top of what they interrupt', () => {
    expect(print(chart, whole(DRAWN))).toEqual([
      '0: 0-33 main, self 11',
      '0: 40-90 a, self 0',
      '1: 10-30 render, self 10',
      '1: 31-33 read, self 2',
      '1: 40-80 x, self 20',
      '1: 80-90 y, self 10',
      '2: 20-30 map, self 10',
      '2: 50-60 (garbage collector), self 10',
      '2: 70-80 (program), self 10',
    ]);
    expect(printRow(chart, chart.collections(whole(DRAWN)))).toEqual(['50-60 (garbage collector), self 10']);
    expect(chart.rowCount).toBe(3);
  });

  test('a window: its calls, with their true start and end', () => {
    expect(print(chart, { from: 22, to: 31, least: 0 })).toEqual([
      '0: 0-33 main, self 11',
      '1: 10-30 render, self 10',
      '2: 20-30 map, self 10',
    ]);
    expect(print(chart, { from: 34, to: 39, least: 0 })).toEqual([]);
  });

  test('a medium zoom: calls narrower than a pixel are drawn alone or joined', () => {
    expect(print(chart, whole(DRAWN, 11))).toEqual([
      '0: 0-33 main, self 11',
      '0: 40-90 a, self 0',
      '1: 10-30 render, self 10',
      '1: 31-33 read, self 2',
      '1: 40-80 x, self 20',
      '1: 80-90 y, self 10',
      '2: 20-30 map, self 10',
      '2: 50-80 2 calls of 20, most of kind 3',
    ]);
  });

  test('zoomed out: one rectangle per row', () => {
    expect(print(chart, whole(DRAWN, 200))).toEqual([
      '0: 0-90 2 calls of 83, most of kind 0',
      '1: 10-90 4 calls of 72, most of kind 0',
      '2: 20-80 3 calls of 30, most of kind 3',
    ]);
  });

  test('folded kinds are not drawn, and their time belongs to the callers', () => {
    expect(print(new FlameChart(DRAWN, { hide: ['native', 'core'] }), whole(DRAWN))).toEqual([
      '0: 0-33 main, self 13',
      '0: 40-50 a, self 0',
      '0: 60-70 a, self 0',
      '0: 80-90 a, self 0',
      '1: 10-30 render, self 20',
      '1: 40-50 x, self 10',
      '1: 60-70 x, self 10',
      '1: 80-90 y, self 10',
    ]);
  });

  test('a search: the calls that match, how many, and the time under them', () => {
    const found = chart.find('X')!;
    // The address of the drawn functions is main.js.
    expect(chart.find('main.js')!.calls).toBe(5);
    expect(found.rows(whole(DRAWN)).flatMap((row) => printRow(chart, row))).toEqual(['40-80 x, self 20']);
    expect([found.calls, found.time]).toEqual([1, 40]);
    expect(chart.find('"y"')!.time).toBe(10);
    expect(chart.find('  ')).toBe(null);
  });
});

test('a time without samples is a gap, and calls end before it', () => {
  const profile = drawProfile(`
    time  0  10  20  2000  2010  2020 4000
          a  a   a   a     a     (idle)`);
  const chart = new FlameChart(profile, { hide: [] });
  expect(print(chart, whole(profile))).toEqual(['0: 0-30 a, self 30', '0: 2000-2020 a, self 20']);
  expect(chart.gaps).toEqual([{ start: 30, end: 2_000 }]);
});

test('as columns: what the page draws, in the order of rows', () => {
  const { meta, what, row, start, end, count, time, name, line, kind } = toFlameChartColumns(
    [new FlameChart(DRAWN, { hide: [] })],
    whole(DRAWN, 11),
    'x',
    2,
  );
  expect(
    Array.from(
      what,
      (shape, i) =>
        `${CHART_SHAPES[shape]} ${row[i]}: ${start[i]}-${end[i]} ${meta.names[name[i]!]}:${line[i]} x${count[i]} ${time[i]} kind ${kind[i]}`,
    ),
  ).toEqual([
    'call 0: 0-33 main:1 x1 11 kind 0',
    'call 0: 40-90 a:1 x1 0 kind 0',
    'call 1: 10-30 render:1 x1 10 kind 0',
    'call 1: 31-33 read:1 x1 2 kind 2',
    'call 1: 40-80 x:1 x1 20 kind 0',
    'call 1: 80-90 y:1 x1 10 kind 0',
    'call 2: 20-30 map:0 x1 10 kind 3',
    'call 2: 50-80 :0 x2 20 kind 3',
    'found 1: 40-80 x:1 x1 20 kind 0',
    'collector 0: 50-60 (garbage collector):0 x1 10 kind 3',
  ]);
  expect(meta).toMatchObject({ moreLanes: 2, fromUs: 0, toUs: 90, leastUs: 11, found: { calls: 1, us: 40 } });
  expect(meta.lanes).toEqual([{ pid: 1, thread: 0, rows: 3, samples: 12, usualUs: 10, startUs: 0, endUs: 90 }]);
});

/** The stacks as they are to be drawn, one a sample, computed from the samples alone. */
function stacksOf(profile: Profile): string[][] {
  const stackOf = (node: number): string[] => {
    const names: string[] = [];
    for (let at = node; at > 0; at = profile.parent[at]!) names.unshift(profile.frames[profile.frame[at]!]!.name);
    return names;
  };
  let under: string[] = [];
  return Array.from(profile.sampleNode, (node, i) => {
    // A sample that lasted no time leaves nothing to draw.
    const end = profile.sampleTime[i + 1] ?? profile.endTime;
    if (end <= profile.sampleTime[i]!) return [];
    const stack = stackOf(node);
    if (stack[0] === '(idle)') {
      under = [];
      return under;
    }
    if (stack[0] === '(garbage collector)') return [...under, ...stack];
    under = stack;
    return stack;
  });
}

describe('for any profile', () => {
  const profiles = fc.tuple(fc.integer({ min: 0, max: 2 ** 31 }), fc.integer({ min: 1, max: 120 }));
  const make = ([seed, samples]: readonly [number, number]) => makeRandomProfile(makeRandom(seed), samples);

  test('at any time the rectangles in a column are the stack of the sample', () => {
    fc.assert(
      fc.property(profiles, (drawn) => {
        const profile = make(drawn);
        const chart = new FlameChart(profile, { hide: [] });
        const rows = chart.calls(whole(profile));
        const stackAt = (time: number) =>
          rows.flatMap((row) =>
            row.start.flatMap((start, i) => (start <= time && time < row.end[i]! ? [chart.frameOf(row.node[i]!)!.name] : [])),
          );
        stacksOf(profile).forEach((stack, i) => {
          const end = profile.sampleTime[i + 1] ?? profile.endTime;
          if (end > profile.sampleTime[i]!) expect(stackAt((profile.sampleTime[i]! + end) / 2)).toEqual(stack);
        });
      }),
    );
  });

  test('a window shows those calls of the whole chart that are in it', () => {
    fc.assert(
      fc.property(profiles, fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (drawn, a, b) => {
        const profile = make(drawn);
        const chart = new FlameChart(profile, { hide: [] });
        const at = (share: number) => profile.startTime + share * (profile.endTime - profile.startTime);
        const [from, to] = [at(Math.min(a, b)), at(Math.max(a, b))];
        const inside = chart
          .calls(whole(profile))
          .flatMap((row, depth) =>
            row.start.flatMap((start, i) =>
              start < to && row.end[i]! > from ? [[depth, start, row.end[i], row.node[i], row.time[i]]] : [],
            ),
          );
        const shown = chart
          .calls({ from, to, least: 0 })
          .flatMap((row, depth) => row.start.map((start, i) => [depth, start, row.end[i], row.node[i], row.time[i]]))
          // The run at the edge is looked at whole.
          .filter(([, start, end]) => start! < to && end! > from);
        expect(shown).toEqual(inside);
      }),
    );
  });

  test('the outermost calls of a window take the time that the flame graph of that window shows, to the microsecond', () => {
    fc.assert(
      fc.property(profiles, fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }), (drawn, fromMs, ms) => {
        const profile = make(drawn);
        const window = { fromMs, toMs: fromMs + ms };
        const [from, to] = [window.fromMs * 1_000, window.toMs * 1_000];
        const chart = new FlameChart(profile, { hide: [] });
        const outermost = chart.calls({ from, to, least: 0 })[0];
        const clipped = (start: number, end: number) => Math.max(0, Math.min(end, to) - Math.max(start, from));
        const calls = outermost?.start.reduce((sum, start, i) => sum + clipped(start, outermost.end[i]!), 0) ?? 0;
        const gaps = chart.gaps.reduce((sum, { start, end }) => sum + clipped(start, end), 0);
        expect(calls + gaps).toBe(computeCallTree([profile], { window, hide: [], base: 'cpu' }).base);
      }),
    );
  });
});

/** Many samples of a random tree; drawing them one by one would take long. */
function makeLongProfile(random: () => number, samples: number): Profile {
  const shape = makeRandomProfile(random, 300);
  const sampleTime = new Float64Array(samples);
  for (let i = 1; i < samples; i++) sampleTime[i] = sampleTime[i - 1]! + 1 + Math.floor(random() * 300);
  const sampleNode = Int32Array.from(sampleTime, () => Math.floor(random() * shape.parent.length));
  return { ...shape, sampleTime, sampleNode, startTime: 0, endTime: sampleTime[samples - 1]! + 100 };
}

test('at any resolution, every wide call is drawn and every call is counted', () => {
  const profile = makeLongProfile(makeRandom(7), 90_000);
  const chart = new FlameChart(profile, { hide: [] });
  expect(chart.runs.node.length).toBeGreaterThan(65_536);
  const exact = chart.calls(whole(profile));
  const all = { calls: 0, joined: 0 };
  for (const least of [2_500, 40_000, 700_000, 1e9]) {
    const rows = chart.calls(whole(profile, least));
    exact.forEach((row, depth) => {
      const drawn = rows[depth]!;
      const wide = ({ start, end, node }: CallRow) =>
        start.flatMap((from, i) => (node[i] !== -1 && end[i]! - from >= least ? [[from, end[i], node[i]]] : []));
      expect(wide(drawn)).toEqual(wide(row));
      expect(drawn.count.reduce((sum, count) => sum + count, 0)).toBe(row.start.length);
      // No rectangle reaches into another one, and none is further than a pixel from a call.
      expect(drawn.start.every((start, i) => start >= (drawn.end[i - 1] ?? 0))).toBe(true);
      all.calls += row.start.length;
      all.joined += drawn.start.length;
    });
  }
  expect(all.joined).toBeLessThan(all.calls / 2);
});

/** The calls of each row with the names of their functions, found by comparing each stack with the one before it. */
function listCalls(profile: Profile): CallRow[] {
  const kindOf = new Map(profile.frames.map(({ name, kind }) => [name, FRAME_KINDS.indexOf(kind)]));
  const names = [...kindOf.keys()];
  const rows: { name: string; start: number; end: number; self: number }[][] = [];
  let open: (typeof rows)[number] = [];
  stacksOf(profile).forEach((stack, i) => {
    const start = profile.sampleTime[i]!;
    const end = profile.sampleTime[i + 1] ?? profile.endTime;
    if (end <= start) return;
    const other = stack.findIndex((name, depth) => open[depth]?.name !== name);
    const shared = other < 0 ? stack.length : other;
    const begun = stack.slice(shared).map((name) => ({ name, start, end, self: 0 }));
    begun.forEach((call, below) => {
      rows[shared + below] ??= [];
      rows[shared + below]!.push(call);
    });
    open = [...open.slice(0, shared), ...begun];
    for (const call of open) call.end = end;
    const innermost = open[open.length - 1];
    if (innermost) innermost.self += end - start;
  });
  return rows.map((row) => ({
    start: row.map(({ start }) => start),
    end: row.map(({ end }) => end),
    node: row.map(({ name }) => names.indexOf(name)),
    count: row.map(() => 1),
    time: row.map(({ self }) => self),
    kind: row.map(({ name }) => kindOf.get(name)!),
  }));
}

function joinPlainly(rows: readonly CallRow[], { from, to, least }: ChartWindow): CallRow[] {
  return rows.map(({ start, end, node, count, time, kind }) => {
    const joiner = new RowJoiner(least);
    start.forEach((at, i) => {
      if (at < to && end[i]! > from) joiner.add(at, end[i]!, node[i]!, count[i]!, time[i]!, kind[i]!);
    });
    return joiner.row;
  });
}

test('at any zoom the rectangles are those of all calls, joined one after the other; of many stacks, resolution by resolution', () => {
  const random = makeRandom(8);
  const profile = makeLongProfile(random, 80_000);
  const chart = new FlameChart(profile, { hide: [] });
  const calls = listCalls(profile);
  const names = [...new Set(profile.frames.map(({ name }) => name))];
  const { runs } = chart;
  let resolutions = 0;
  for (let round = 0; round < 24; round++) {
    const length = profile.endTime / 2 ** (round % 12);
    const from = round % 12 === 0 ? 0 : random() * (profile.endTime - length);
    const window = { from, to: from + length, least: length / 1_300 };
    const inside = runs.start.filter((start) => start >= window.from && start < window.to).length;
    let expected: readonly CallRow[] = calls;
    if (inside > 65_536) {
      for (let least = 16 * runs.usualUs; least <= window.least; least *= 8, resolutions++)
        expected = joinPlainly(expected, { ...whole(profile), least });
    }
    const shown = chart.calls(window);
    joinPlainly(expected, window).forEach((row, depth) => {
      const { node, ...drawn } = shown[depth] ?? { start: [], end: [], node: [], count: [], time: [], kind: [] };
      expect({ ...drawn, node: node.map((one) => names.indexOf(chart.frameOf(one)?.name ?? '')) }).toEqual(row);
    });
  }
  expect(resolutions).toBeGreaterThan(0);
});

test('a chart is built once for what is folded', () => {
  const chart = chartOf(DRAWN, { hide: ['core', 'native'] });
  expect(chartOf(DRAWN, { hide: ['native', 'core'], folds: [] })).toBe(chart);
  expect(chartOf(DRAWN, { hide: [] })).not.toBe(chart);
});

test('how far samples are apart is told of the thread with most of them', () => {
  const lanes = [
    { samples: 360, usualUs: 1_000 },
    { samples: 4, usualUs: 219_000 },
  ];
  expect(usualOfLanes(lanes)).toBe(1_000);
  expect(usualOfLanes([])).toBe(0);
});
