import { expect, test } from 'vitest';
import { CPU_OF_MAIN_THREAD, type Profile } from '../../../../shared/model/profile/profile.ts';
import { toV8Profile } from '../../../../shared/profile/export/export-cpuprofile.ts';
import { readCpuProfile } from '../../../../shared/profile/import/read-cpuprofile.ts';
import { ProfileMerger } from '../../../../shared/profile/time/merge-slices.ts';
import { computeProfileFigures } from '../../../../shared/profile/tree/profile-figures.ts';
import { drawSlice, makeRandom, makeRandomProfile } from './draw.ts';

function merge(...slices: ReturnType<typeof drawSlice>[]): ProfileMerger {
  const merger = new ProfileMerger({ pid: 7, intervalUs: 10, ...CPU_OF_MAIN_THREAD });
  for (const slice of slices) merger.addSlice(slice);
  return merger;
}

/** `time:outer;inner` of every sample. */
function printSamples({ frames, parent, frame, sampleNode, sampleTime }: Profile): string[] {
  return Array.from(sampleNode, (leaf, i) => {
    const stack: string[] = [];
    for (let node = leaf; node > 0; node = parent[node]!) stack.push(frames[frame[node]!]!.name);
    return `${sampleTime[i]}:${stack.reverse().join(';')}`;
  });
}

test('overlapping slices leave no gap and count no sample twice', () => {
  const merger = merge(
    drawSlice(`time  100  110  120  125
                     a    a    b`),
    drawSlice(`time  115  120  130  140   145
                     b    b    a    a`),
  );
  const profile = merger.toProfile(100, {});
  expect(printSamples(profile)).toEqual(['0:a', '10:a', '20:b', '30:a', '40:a']);
  expect([profile.startTime, profile.endTime, profile.pid, profile.intervalUs]).toEqual([0, 45, 7, 10]);
  expect(merger.sampleCount).toBe(5);
});

test('between two recordings nobody looked: that time is nobody’s', () => {
  const merger = merge(
    drawSlice(`time  0  10  20  30
                     a   a   b`),
    drawSlice(`time  100000  100010  100020
                     b       a`),
  );
  const profile = merger.toProfile(0, {});
  expect(printSamples(profile)).toEqual(['0:a', '10:a', '20:b', '30:(not sampled)', '100000:b', '100010:a']);
  for (const base of ['cpu', 'wall'] as const) {
    const figures = computeProfileFigures([profile], { window: null, hide: [], base }, 10);
    expect([figures.weight, figures.samples, figures.activeMs, figures.idleMs]).toEqual([50, 5, 0.05, 0]);
    expect([figures.processMs, figures.durationMs]).toEqual([0.05, 0.05]);
    expect(figures.heavy.map(({ function: name, self }) => `${name} ${self}`)).toEqual(['a 30', 'b 20']);
  }
  // A saved file has it as one slice.
  const again = merge(toV8Profile(profile) as ReturnType<typeof drawSlice>).toProfile(0, {});
  expect(printSamples(again)).toEqual(printSamples(profile));
});

test('a sample at the very end of a slice is one sample when both slices have it', () => {
  const first = drawSlice(`time 0 10 20 20
                                a a  b`);
  const second = drawSlice(`time 15 20 30 40
                                 b  b  a`);
  expect(printSamples(merge(first, second).toProfile(0, {}))).toEqual(['0:a', '10:a', '20:b', '30:a']);
});

test('nodes of the same parent and function are one node, whatever their ids', () => {
  const profile = merge(
    drawSlice(`time  0  10  20
                     a  a
                     b  c`),
    drawSlice(`time  20  30  40
                     a   a
                     c   b`),
  ).toProfile(0, {});
  expect(Array.from(profile.frame, (frame) => profile.frames[frame]!.name)).toEqual(['(root)', 'a', 'b', 'c']);
  expect(Array.from(profile.parent)).toEqual([-1, 0, 1, 1]);
});

const agent = 'file:///opt/loopscope/dist/engine/loopscope-agent.cjs';

function callFrame(
  functionName: string,
  url: string,
  lineNumber: number,
): Parameters<ProfileMerger['addSlice']>[0]['nodes'][number]['callFrame'] {
  return { functionName, scriptId: '1', url, lineNumber, columnNumber: 0 };
}

test('functions of the agent are merged into one', () => {
  const nodes = [
    { id: 1, callFrame: callFrame('(root)', '', -1), children: [2, 5] },
    { id: 2, callFrame: callFrame('listOnTimeout', 'node:internal/timers', 5), children: [3] },
    { id: 3, callFrame: callFrame('sample', agent, 10), children: [4] },
    { id: 4, callFrame: callFrame('write', agent, 20) },
    { id: 5, callFrame: callFrame('listen', agent, 30), children: [6] },
    { id: 6, callFrame: callFrame('onListening', 'file:///app/server.js', 1) },
  ];
  const merger = new ProfileMerger({ pid: 7, intervalUs: 10, ...CPU_OF_MAIN_THREAD });
  merger.addSlice({ nodes, startTime: 0, endTime: 50, samples: [3, 4, 5, 6], timeDeltas: [0, 10, 10, 10] });
  const profile = merger.toProfile(0, {});
  expect(printSamples(profile)).toEqual([
    '0:listOnTimeout;(Loopscope)',
    '10:listOnTimeout;(Loopscope)',
    '20:(Loopscope)',
    '30:(Loopscope);onListening',
  ]);
  const { heavy } = computeProfileFigures([profile], { window: null, hide: [], base: 'cpu' }, 10);
  expect(heavy.filter((row) => row.function === '(Loopscope)')).toMatchObject([{ kind: 'native', url: '', samples: 3 }]);
});

test('what the agent asks Node for is its own time, and what it passes on to is the program’s', () => {
  const nodes = [
    { id: 1, callFrame: callFrame('(root)', '', -1), children: [2, 6, 9] },
    { id: 2, callFrame: callFrame('before', agent, 10), children: [3, 5] },
    { id: 3, callFrame: callFrame('cpuUsage', 'node:internal/process/per_thread', 20), children: [4] },
    { id: 4, callFrame: callFrame('cpuUsage', '', -1) },
    { id: 5, callFrame: callFrame('hrtime', '', -1) },
    { id: 6, callFrame: callFrame('spawnSync', 'node:internal/child_process', 30), children: [7] },
    { id: 7, callFrame: callFrame('owner.spawn', agent, 40), children: [8] },
    { id: 8, callFrame: callFrame('spawn', '', -1) },
    { id: 9, callFrame: callFrame('writevGeneric', 'node:internal/stream_base_commons', 50), children: [10] },
    { id: 10, callFrame: callFrame('method', agent, 60), children: [11] },
    { id: 11, callFrame: callFrame('writev', '', -1) },
  ];
  const merger = new ProfileMerger({ pid: 7, intervalUs: 10, ...CPU_OF_MAIN_THREAD });
  merger.addSlice({ nodes, startTime: 0, endTime: 50, samples: [3, 4, 5, 8, 11], timeDeltas: [0, 10, 10, 10, 10] });
  expect(printSamples(merger.toProfile(0, {}))).toEqual([
    '0:(Loopscope)',
    '10:(Loopscope)',
    '20:(Loopscope)',
    '30:spawnSync;(Loopscope);spawn',
    '40:writevGeneric;(Loopscope);writev',
  ]);
});

test('a file in quotes, as of a template compiled by ejs, is that file', () => {
  const slice = drawSlice(`time 0 10
                                a`);
  const nodes = slice.nodes.map((node) => {
    const url = node.callFrame.functionName === 'a' ? '"/srv/node_modules/mails/views/product.ejs"' : '';
    return { ...node, callFrame: { ...node.callFrame, url } };
  });
  const { frames } = merge({ ...slice, nodes }).toProfile(0, {});
  expect(frames.find(({ name }) => name === 'a')).toMatchObject({ url: '/srv/node_modules/mails/views/product.ejs', kind: 'dependency' });
});

test('a function that V8 has inlined is in the file of its script, which only its other frames name', () => {
  const template = '"/srv/views/product.ejs"';
  const nodes = [
    { id: 1, callFrame: { functionName: '(root)', scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 }, children: [2, 3, 4] },
    { id: 2, callFrame: { functionName: '', scriptId: '8', url: '', lineNumber: 0, columnNumber: 19 } },
    { id: 3, callFrame: { functionName: '', scriptId: '8', url: template, lineNumber: 0, columnNumber: 19 } },
    { id: 4, callFrame: { functionName: '', scriptId: '9', url: '', lineNumber: 0, columnNumber: 19 } },
  ];
  const root = { ...nodes[0]!, children: [2] };
  const inlined = { nodes: [root, nodes[1]!], startTime: 0, endTime: 20, samples: [2], timeDeltas: [10] };
  const both = { nodes, startTime: 20, endTime: 60, samples: [2, 3, 4], timeDeltas: [0, 10, 10] };
  // Before and after that it was inlined everywhere.
  const profile = merge(inlined, both, { ...inlined, startTime: 60, endTime: 80 }).toProfile(0, {});
  const { frames, frame, sampleNode } = profile;
  const file = '/srv/views/product.ejs';
  expect(Array.from(sampleNode, (node) => frames[frame[node]!]!.url)).toEqual([file, file, file, '', file]);
  expect(frames.map(({ url }) => url)).toEqual(['', file, '']);
  const again = merge(toV8Profile(profile) as ReturnType<typeof drawSlice>).toProfile(0, {});
  expect(again).toEqual(profile);
});

test('a negative delta becomes zero and is counted', () => {
  const slice = { ...drawSlice('time 0 10 20 30 40\n a b c d'), timeDeltas: [0, 10, -4, 24] };
  const merger = merge(slice);
  expect(printSamples(merger.toProfile(0, {}))).toEqual(['0:a', '10:b', '10:c', '30:d']);
  expect(merger.clampedCount).toBe(1);
});

test('fractional times become whole microseconds, relative to the origin as well', () => {
  const profile = merge(drawSlice('time 0 10 20\n a b', 1_000_000.3)).toProfile(1_000_000.7, {});
  expect(Array.from(profile.sampleTime)).toEqual([-1, 9]);
});

test('merging nothing gives an empty profile with a root', () => {
  const profile = new ProfileMerger({ pid: 1, intervalUs: 1_000, ...CPU_OF_MAIN_THREAD }).toProfile(5, {});
  expect([profile.parent.length, profile.sampleNode.length, profile.startTime, profile.endTime]).toEqual([1, 0, 0, 0]);
});

test('children before parents and a cycle: order does not matter, a cycle is a bug', () => {
  const slice = drawSlice('time 0 10 20\n a a\n b b');
  expect(printSamples(merge({ ...slice, nodes: slice.nodes.toReversed() }).toProfile(0, {}))).toEqual(['0:a;b', '10:a;b']);
  const [root, a, b] = slice.nodes;
  expect(() => merge({ ...slice, nodes: [root!, a!, { ...b!, children: [a!.id] }] })).toThrow(/cycle/);
});

test('a stack of 100,000 frames does not overflow', () => {
  const depth = 100_000;
  const callFrame = { functionName: 'f', scriptId: '1', url: '/f.js', lineNumber: 1, columnNumber: 1 };
  const nodes = Array.from({ length: depth }, (_, i) => ({ id: i + 1, callFrame, children: i + 1 < depth ? [i + 2] : [] }));
  const profile = merge({ nodes, startTime: 0, endTime: 10, samples: [depth], timeDeltas: [1] }).toProfile(0, {});
  expect(profile.parent.length).toBe(depth + 1);
});

test('the same version gives the same object, which is never changed', () => {
  const merger = merge(drawSlice('time 0 10 20\n a b'));
  const positions = {};
  const before = merger.toProfile(0, positions);
  expect(merger.toProfile(0, positions)).toBe(before);
  merger.addSlice(drawSlice('time 20 30 40\n c d'));
  expect(merger.toProfile(0, positions)).not.toBe(before);
  expect(before.sampleNode.length).toBe(2);
});

test('original positions: functions and nodes that become equal become one', () => {
  const slice = drawSlice('time 0 10 20 30\n a a a\n x y x');
  const moved = slice.nodes.map((node) =>
    node.callFrame.functionName === 'y' ? { ...node, callFrame: { ...node.callFrame, lineNumber: 5, columnNumber: 3 } } : node,
  );
  const original = { url: 'file:///app/src/helper.ts', line: 40, column: 2, name: 'helper' };
  const positions = { 'file:///app/main.js:5:3': original, 'file:///app/main.js:0:0': original };
  const profile = merge({ ...slice, nodes: moved }).toProfile(0, positions);
  expect(printSamples(profile)).toEqual(['0:helper;helper', '10:helper;helper', '20:helper;helper']);
  expect(profile.parent.length).toBe(3);
  expect(profile.frames[1]).toEqual({ name: 'helper', url: 'file:///app/src/helper.ts', line: 40, column: 2, kind: 'own' });
});

test('a stored profile is read back identically', () => {
  for (const seed of [1, 2, 3]) {
    const profile = makeRandomProfile(makeRandom(seed), 500, 7);
    for (const origin of [0, 123_456_789]) {
      const merger = new ProfileMerger({ pid: 7, intervalUs: 10, ...CPU_OF_MAIN_THREAD });
      merger.addSlice(JSON.parse(JSON.stringify(toV8Profile(profile, origin))));
      expect(merger.toProfile(origin, {})).toEqual(profile);
    }
  }
});

test('very long names and URLs are cut as in the file reader', () => {
  const slice = drawSlice('time 0 10\n a');
  const nodes = slice.nodes.map((node) =>
    node.id === 1
      ? node
      : { ...node, callFrame: { ...node.callFrame, functionName: 'n'.repeat(5_000), url: `data:,${'u'.repeat(5_000)}` } },
  );
  const [, frame] = merge({ ...slice, nodes }).toProfile(0, {}).frames;
  const read = readCpuProfile(JSON.stringify({ ...slice, nodes }), 'x');
  expect(read.ok && [read.value.profile.nodes[1]!.callFrame.functionName, read.value.profile.nodes[1]!.callFrame.url]).toEqual([
    frame!.name,
    frame!.url,
  ]);
  expect([frame!.name.length, frame!.url.length]).toEqual([1_000, 2_000]);
});
