/** The first sentences about a profile of another tool: which code, and of how much, in the words of what the file counts. */
import { describe, expect, test } from 'vitest';
import type { Imported } from '../../../../shared/foreign/importer.ts';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { computeProfileFigures } from '../../../../shared/profile/tree/profile-figures.ts';
import { profileAnswer } from '../../../../shared/report/profile-answer.ts';
import { say } from '../../../../shared/words/said.ts';
import { readForeign } from '../../../helpers/read-foreign.ts';

function answerOf({ profiles, called }: Imported): string[] {
  const profile = computeProfileFigures(profiles, WHOLE_PROFILE, 10);
  const { lead, rest } = profileAnswer({ profile, ticks: null, ...(called === undefined ? {} : { called }) });
  return [lead, rest].map((sentence) => sentence.replaceAll('\u00a0', ' '));
}

const callFrame = (functionName: string, url: string, lineNumber = 0) => ({
  functionName,
  scriptId: '1',
  url,
  lineNumber,
  columnNumber: 0,
});

/** `samples`: in parse; a third of it in what has no file. */
function cpuProfile(samples: number): string {
  const nodes = [
    { id: 1, callFrame: callFrame('(root)', ''), children: [2, 4] },
    { id: 2, callFrame: callFrame('parse', 'file:///srv/codec.js', 13), children: [3] },
    { id: 3, callFrame: callFrame('copy', ''), children: [] },
    { id: 4, callFrame: callFrame('(program)', ''), children: [] },
  ];
  const taken = Array.from({ length: samples }, (_, i) => [2, 2, 3, 4][i % 4]!);
  return JSON.stringify({ nodes, startTime: 0, endTime: samples * 1_000, samples: taken, timeDeltas: taken.map(() => 1_000) });
}

test('a CPU profile: the place of the code, then how much there is', () => {
  expect(answerOf(readForeign(cpuProfile(800)))).toEqual([
    '75 % of sampled time is in parse (codec.js:14) and what it calls.',
    expect.stringMatching(/^799 ms in \d+ samples, without idle time and calls known to block\.$/),
  ]);
});

test('generated code without a name is called as in the tables', () => {
  const nodes = [
    { id: 1, callFrame: callFrame('(root)', '', -1), children: [2] },
    { id: 2, callFrame: callFrame('', ''), children: [] },
  ];
  const samples = Array.from({ length: 800 }, () => 2);
  const file = { nodes, startTime: 0, endTime: 800_000, samples, timeDeltas: samples.map(() => 1_000) };
  expect(answerOf(readForeign(JSON.stringify(file)))[0]).toBe('100 % of sampled time is in generated code:1 itself.');
});

test('one sample is told in the singular', () => {
  const head = { callFrame: callFrame('(root)', '', -1), selfSize: 0, id: 1, children: [] };
  const one = { callFrame: callFrame('f', '/srv/a.js'), selfSize: 8, id: 2, children: [] };
  const file = { head: { ...head, children: [one] }, samples: [{ size: 8, nodeId: 2, ordinal: 1 }] };
  expect(answerOf(readForeign(JSON.stringify(file)))[0]).toBe('8 B in all, in 1 sample: sampled memory.');
  const log = (total: number, without: number) => wordSaid(say('foreign.logWithoutStack', { total, without }));
  expect(log(2_693, 1)).toMatch(/^1 of its 2,693 ticks has no stack: it is in the summary, /);
  expect(log(2_693, 2)).toMatch(/^2 of its 2,693 ticks have no stack: they are in the summary, /);
});

test('a CPU profile of few samples names no function', () => {
  expect(answerOf(readForeign(cpuProfile(80)))).toEqual([
    expect.stringMatching(/^79\.0 ms in/),
    'That is too few to name functions: 400 samples are needed.',
  ]);
});

/** `waits`: in spawnSync, of as many samples. */
function waitingProfile(samples: number, waits: number): string {
  const nodes = [
    { id: 1, callFrame: callFrame('(root)', ''), children: [2] },
    { id: 2, callFrame: callFrame('parse', 'file:///srv/codec.js', 13), children: [3] },
    { id: 3, callFrame: callFrame('spawnSync', 'node:child_process'), children: [4] },
    { id: 4, callFrame: callFrame('spawnSync', 'node:internal/child_process'), children: [] },
  ];
  const taken = Array.from({ length: samples }, (_, i) => ((i * waits) % samples < waits ? 4 : 2));
  return JSON.stringify({ nodes, startTime: 0, endTime: samples * 1_000, samples: taken, timeDeltas: taken.map(() => 1_000) });
}

test('a thread that waited in calls for most of the time comes before the code that ran in the rest of it', () => {
  const waited = 'For 73 % of the time its thread waited in spawnSync, called from parse (codec.js:14).';
  expect(answerOf(readForeign(waitingProfile(2_000, 1_500)))).toEqual([
    waited,
    expect.stringMatching(/^100 % of sampled time is in parse/),
  ]);
  expect(answerOf(readForeign(waitingProfile(800, 600)))).toEqual([
    waited,
    expect.stringMatching(/^\d+ ms in .* too few to name functions/),
  ]);
  expect(answerOf(readForeign(waitingProfile(2_000, 500)))).toEqual([
    expect.stringMatching(/^100 % of sampled time is in parse/),
    expect.stringMatching(/^For 25 % of the time its thread waited in spawnSync, called from parse \(codec\.js:14\)\. 1\.5\d s in/),
  ]);
  expect(answerOf(readForeign(waitingProfile(2_000, 100))).join(' ')).not.toContain('waited');
});

describe('garbage collection', () => {
  /** Collapsed stacks, whose frames are named as V8 names them. */
  const answerTo = (stacks: string) => answerOf(readForeign(stacks, 'x', 'samples'))[0];

  test('where it is the largest, it is named before the code', () => {
    expect(answerTo('(garbage collector) 460\nmain;parse 300\nmain;other 240\n')).toMatch(
      /^46 % of what was sampled is garbage collection\. 30 % of what was sampled is in parse/,
    );
    expect(answerTo('(garbage collector) 200\na;b 190\nc;d 160\ne;f 150\ng;h 150\ni;j 150\n')).toMatch(
      /^20 % of what was sampled is garbage/,
    );
    expect(answerTo('(garbage collector) 600\nmain;memcpy 400\n')).toMatch(/^60 % of what was sampled is garbage collection\. 40 %/);
  });

  test('where more is in the code, it is named after that', () => {
    expect(answerTo('main;parse 700\n(garbage collector) 300\n')).toMatch(
      /^70 % of what was sampled is in .*\. 30 % of what was sampled is garbage collection\.$/,
    );
  });

  test('as much as any program needs is not named', () => {
    expect(answerTo('main;parse 800\n(garbage collector) 200\n')).not.toContain('garbage');
  });
});

test('idle samples are said to be left out where there are some', () => {
  expect(answerOf(readForeign('main;work 700\n(idle) 300\n', 'x', 'samples'))[1]).toBe('700 samples, without idle ones.');
  expect(answerOf(readForeign('main;work 700\n', 'x', 'samples'))[1]).toBe('700 samples.');
});

test('what no code of the user’s own stands for: the function with most of its own, and no word of Node', () => {
  const told = answerOf(readForeign('main;work;memcpy 700\nmain;work 200\nmain 100\n', 'x', 'samples'));
  expect(told).toEqual(['70 % of what was sampled is in memcpy itself.', '1,000 samples.']);
});

test('a heap profile of few samples names no function; of one that does not list them it is not known how many they are', () => {
  const heap = (count: number) => {
    const samples = Array.from({ length: count }, (_, ordinal) => ({ size: 9_000 / count, nodeId: 2, ordinal }));
    const frame = { functionName: 'fill', scriptId: '1', url: 'file:///srv/a.js', lineNumber: 4, columnNumber: 0 };
    const child = { id: 2, callFrame: frame, selfSize: 9_000, children: [] };
    return answerOf(
      readForeign(JSON.stringify({ head: { id: 1, callFrame: callFrame('(root)', ''), selfSize: 0, children: [child] }, samples })),
    );
  };
  expect(heap(2)).toEqual(['9.00 kB in all, in 2 samples: sampled memory.', 'That is too few to name functions: 400 samples are needed.']);
  expect(heap(399)[1]).toMatch(/too few/);
  expect(heap(400)).toEqual([
    '100 % of the sampled memory is in fill (a.js:5) and what it calls.',
    '9.00 kB in all, in 400 samples: sampled memory.',
  ]);
  expect(heap(0)[0]).toMatch(/^100 %/);
});

test('bytes, and weights that are no samples', () => {
  const frame = (name: string) => ({ functionName: name, scriptId: '1', url: 'file:///srv/a.js', lineNumber: 4, columnNumber: 0 });
  const child = { id: 2, callFrame: frame('fill'), selfSize: 9_000, children: [] };
  const heap = { head: { id: 1, callFrame: callFrame('(root)', ''), selfSize: 1_000, children: [child] }, samples: [] };
  expect(answerOf(readForeign(JSON.stringify(heap)))).toEqual([
    '90 % of the sampled memory is in fill (a.js:5) and what it calls.',
    '10.0 kB in all: sampled memory.',
  ]);
  expect(answerOf(readForeign('main;work 128430015\nmain 10000\n'))[0]).toBe('99.99 % of the total weight is in work itself.');
});
