import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_TEXT_LENGTH } from '../../../../shared/foreign/check-text-length.ts';
import type { FailureCode } from '../../../../shared/model/failure.ts';
import type { Profile } from '../../../../shared/model/profile/profile.ts';
import { exportCpuProfile } from '../../../../shared/profile/export/export-cpuprofile.ts';
import { MAX_STACK_DEPTH, readCpuProfile } from '../../../../shared/profile/import/read-cpuprofile.ts';
import { computeCallTree, WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { computeFunctions } from '../../../../shared/profile/tree/functions.ts';
import { computeProfileFigures } from '../../../../shared/profile/tree/profile-figures.ts';
import { importCpuProfile } from '../../../helpers/importers.ts';
import { messageOf } from '../../../helpers/worded.ts';
import { makeRandom, makeRandomProfile } from './draw.ts';

const SEED = readFileSync(join(import.meta.dirname, '../../../fixtures/profiles/split.cpuprofile'), 'utf8');

const frame = (functionName: string) => ({ functionName, scriptId: '1', url: '/app.js', lineNumber: 0, columnNumber: 0 });
const root = { id: 1, callFrame: { ...frame('(root)'), url: '', lineNumber: -1, columnNumber: -1 }, children: [2] };
const a = { id: 2, callFrame: frame('a'), children: [3] };
const b = { id: 3, callFrame: frame('b'), children: [] as number[] };
/** (root) - a - b; a for 10 us, b for 20. */
const GOOD = { nodes: [root, a, b], startTime: 100, endTime: 130, samples: [2, 3], timeDeltas: [0, 10] };
const file = (change: object) => JSON.stringify({ ...GOOD, ...change });
const without = (key: keyof typeof GOOD) => JSON.stringify({ ...GOOD, [key]: undefined });

function read(text: string): Profile {
  const outcome = importCpuProfile(text, 'x.cpuprofile');
  if (!outcome.ok) throw new Error(messageOf(outcome.failure));
  return outcome.value;
}
const namesAndTimes = (profile: Profile) =>
  computeFunctions(computeCallTree([profile], WHOLE_PROFILE)).rows.map((row) => [row.function, Math.round(row.self)]);

const MALFORMED: [name: string, text: string, code: FailureCode, says: RegExp][] = [
  ['an empty file', '', 'damaged', /is empty/],
  ['blanks', ' \n\t ', 'damaged', /is empty/],
  ['not JSON', 'hello', 'damaged', /not JSON/],
  ['cut in the middle', SEED.slice(0, SEED.length >> 1), 'damaged', /not JSON/],
  ['a zip', 'PK\u0003\u0004\u0000\u0000', 'damaged', /not JSON/],
  ['NaN, which JSON has not', file({}).replace('"startTime":100', '"startTime":NaN'), 'damaged', /not JSON/],
  ['2 million nested arrays', '['.repeat(2_000_000) + ']'.repeat(2_000_000), 'damaged', /deeper than 64 levels at character 64/],
  ['nested arrays behind a brace in a text', `{"a":"}]\\"","b":${'['.repeat(100)}${']'.repeat(100)}}`, 'damaged', /deeper than 64/],
  ['more than can be read', ' '.repeat(MAX_TEXT_LENGTH + 1), 'too-large', /256000001 characters/],
  ['a number', '42', 'not-a-session', /holds 42/],
  ['null', 'null', 'not-a-session', /holds null/],
  ['an old Chrome trace', '[{"ph":"X","pid":1,"tid":1,"cat":"v8"}]', 'not-a-session', /no list "nodes"/],
  ['no nodes', without('nodes'), 'not-a-session', /no list "nodes"/],
  ['nodes in an object', file({ nodes: { 1: root } }), 'damaged', /"nodes" is an object/],
  ['an empty list of nodes', file({ nodes: [] }), 'damaged', /"nodes" is empty/],
  ['a node that is null', file({ nodes: [root, null, b] }), 'damaged', /node 1 is null/],
  ['an id that is a string', file({ nodes: [root, { ...a, id: '2' }, b] }), 'damaged', /node 1 has the string "2" as id/],
  ['no callFrame', file({ nodes: [root, { id: 2, children: [3] }, b] }), 'damaged', /node 1 has no callFrame/],
  [
    'a name that is a number',
    file({ nodes: [root, { ...a, callFrame: { ...a.callFrame, functionName: 7 } }, b] }),
    'damaged',
    /has 7 as functionName/,
  ],
  ['a url that is a list', file({ nodes: [root, { ...a, callFrame: { ...a.callFrame, url: [] } }, b] }), 'damaged', /a list as url/],
  [
    'a line that is a string',
    file({ nodes: [root, { ...a, callFrame: { ...a.callFrame, lineNumber: '1' } }, b] }),
    'damaged',
    /"1" as lineNumber/,
  ],
  ['two nodes of one id', file({ nodes: [root, a, { ...b, id: 2 }] }), 'damaged', /nodes 1 and 2 have the same id 2/],
  ['children that are a string', file({ nodes: [root, { ...a, children: '3' }, b] }), 'damaged', /children of node 2 are the string/],
  ['a child listed twice', file({ nodes: [root, { ...a, children: [3, 3] }, b] }), 'damaged', /child 3 twice/],
  ['two parents', file({ nodes: [{ ...root, children: [2, 3] }, a, b] }), 'damaged', /node 3 has two parents, 1 and 2/],
  ['parent and children at odds', file({ nodes: [root, a, { ...b, parent: 1 }] }), 'damaged', /node 3 has two parents/],
  ['a node that is its own child', file({ nodes: [root, { ...a, children: [] }, { ...b, children: [3] }] }), 'damaged', /part of a cycle/],
  [
    'a cycle without a root',
    file({
      nodes: [
        { ...a, children: [3] },
        { ...b, children: [2] },
      ],
    }),
    'damaged',
    /cycle; none of them is the root/,
  ],
  ['a cycle beside the tree', file({ nodes: [{ ...root, children: [] }, a, { ...b, children: [2] }] }), 'damaged', /part of a cycle/],
  ['two roots', file({ nodes: [root, { ...a, children: [] }, b] }), 'damaged', /2 nodes without a parent \(1, 3/],
  ['a sample named __proto__', file({ samples: [2, '__proto__'] }), 'damaged', /samples\[1\] is the string "__proto__"/],
  ['hit counts only', without('samples'), 'damaged', /no "samples".*not when/],
  ['no timeDeltas', without('timeDeltas'), 'damaged', /no "timeDeltas"/],
  ['lists of different lengths', file({ timeDeltas: [0, 10, 10] }), 'damaged', /2 samples but 3 timeDeltas/],
  ['a delta that is null', file({ timeDeltas: [0, null] }), 'damaged', /timeDeltas\[1\] is null/],
  ['a delta without end', file({}).replace('[0,10]', '[0,1e999]'), 'damaged', /timeDeltas\[1\] is Infinity/],
  ['deltas that add up to no time', file({ timeDeltas: [9e15, 9e15] }), 'damaged', /add up to/],
  ['a start that is a string', file({ startTime: '100' }), 'damaged', /startTime is the string "100"/],
  ['no end', without('endTime'), 'damaged', /endTime is missing/],
  ['an end before the start', file({ endTime: 5 }), 'damaged', /ends \(5\) before it starts \(100\)/],
];

/** Of files of other tools these are mended, and told. */
const OF_NO_NODE: typeof MALFORMED = [
  ['a child that is missing', file({ nodes: [root, a, { ...b, children: [9] }] }), 'damaged', /node 3 names 9 as child/],
  ['a parent that is missing', file({ nodes: [root, a, { ...b, id: 4, parent: 77 }] }), 'damaged', /names 3 as child/],
  ['a sample of an unknown node', file({ samples: [2, 8] }), 'damaged', /sample 1 names node 8/],
];

test.each(OF_NO_NODE)('a part of a session is refused for %s', (_name, text, code, says) => {
  const outcome = readCpuProfile(text, 'x.cpuprofile');
  expect(outcome.ok ? 'was read' : outcome.failure.code).toBe(code);
  expect(outcome.ok ? '' : messageOf(outcome.failure)).toMatch(says);
});

describe('refuses a malformed file with a message', () => {
  test.each(MALFORMED)('%s', (_name, text, code, says) => {
    const outcome = importCpuProfile(text, 'x.cpuprofile');
    expect(outcome.ok ? 'was read' : outcome.failure.code).toBe(code);
    expect(outcome.ok ? '' : messageOf(outcome.failure)).toMatch(says);
    expect(outcome.ok ? '' : messageOf(outcome.failure)).toMatch(/^x\.cpuprofile.*\.$/s);
  });
});

describe('reads what is valid', () => {
  test('the plain case', () => {
    const profile = read(file({}));
    expect(namesAndTimes(profile)).toEqual([
      ['b', 20],
      ['a', 10],
    ]);
    expect([profile.pid, profile.startTime, profile.endTime]).toEqual([0, 0, 30]);
  });

  test('nodes that name their parent, in any order', () => {
    const nodes = [
      { id: 3, callFrame: b.callFrame, parent: 2 },
      { id: 2, callFrame: a.callFrame, parent: 1 },
      { id: 1, callFrame: root.callFrame },
    ];
    expect(namesAndTimes(read(file({ nodes })))).toEqual(namesAndTimes(read(file({}))));
  });

  test('time is that of the deltas, not of the interval that was asked for', () => {
    // As --cpu-prof-interval 100 writes it where V8 does not keep up: no interval in the file, and a sample every 613 us.
    const samples = Array.from({ length: 1_000 }, (_, i) => (i % 4 === 0 ? 2 : 3));
    const timeDeltas = samples.map((_, i) => (i === 0 ? 0 : 613));
    const profile = read(file({ startTime: 0, endTime: 613_000, samples, timeDeltas }));
    const figures = computeProfileFigures([profile], WHOLE_PROFILE, 10);
    expect([figures.effectiveIntervalUs, figures.durationMs, figures.activeMs, figures.samples]).toEqual([613, 613, 613, 1_000]);
    const selfMs = Object.fromEntries(figures.heavy.map(({ function: name, selfMs }) => [name, selfMs]));
    expect(selfMs).toEqual({ b: 750 * 0.613, a: 250 * 0.613 });
  });

  test('samples behind a later one are put in the order of their times, and counted', () => {
    const text = file({ samples: [2, 3, 2], timeDeltas: [0, 20, -5] });
    expect(Array.from(read(text).sampleTime)).toEqual([0, 15, 20]);
    const outcome = readCpuProfile(text, 'x');
    expect(outcome.ok && outcome.value.negativeDeltas).toBe(1);
  });

  test('a long time after the last sample does not count for its function', () => {
    const many = { samples: Array(101).fill(2), timeDeltas: [0, ...Array(100).fill(10)] };
    expect(read(file({ ...many, endTime: 100 + 3_600_000_000 })).endTime).toBe(1_010);
    expect(read(file({ ...many, endTime: 100 + 1_050 })).endTime).toBe(1_050);
  });

  test('an end before the last sample is moved to it', () => {
    expect(read(file({ timeDeltas: [0, 90] })).endTime).toBe(90);
  });

  test('no samples give an empty profile', () => {
    expect(namesAndTimes(read(file({ samples: [], timeDeltas: [] })))).toEqual([]);
  });

  test(`stacks deeper than ${MAX_STACK_DEPTH} are folded, the time is kept`, () => {
    const depth = 20_000;
    const nodes = [
      root,
      ...Array.from({ length: depth }, (_, i) => ({ id: i + 2, callFrame: frame(`f${i}`), children: i + 1 < depth ? [i + 3] : [] })),
    ];
    const outcome = readCpuProfile(file({ nodes, samples: [depth + 1, 2] }), 'x');
    expect(outcome.ok && [outcome.value.profile.nodes.length, outcome.value.foldedNodes]).toEqual([
      MAX_STACK_DEPTH + 1,
      depth - MAX_STACK_DEPTH,
    ]);
    expect(namesAndTimes(read(file({ nodes, samples: [depth + 1, 2] }))).slice(0, 2)).toEqual([
      ['f0', 20],
      [`f${MAX_STACK_DEPTH - 1}`, 10],
    ]);
  });

  test('very long names and URLs are cut, never within a character', () => {
    const long = { ...a, callFrame: { ...a.callFrame, functionName: `${'x'.repeat(998)}😀${'y'.repeat(9_000)}`, url: 'u'.repeat(9_000) } };
    const row = computeFunctions(computeCallTree([read(file({ nodes: [root, long, b] }))], WHOLE_PROFILE)).rows.find(({ url }) =>
      url.startsWith('u'),
    )!;
    expect(row.function).toBe(`${'x'.repeat(998)}…`);
    expect(row.url.length).toBe(2_000);
  });

  test('unknown fields, including __proto__, change nothing', () => {
    const text = file({}).replace('{', '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},');
    expect(namesAndTimes(read(text))).toEqual(namesAndTimes(read(file({}))));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('an invalid scriptId is ignored', () => {
    const odd = { ...a, callFrame: { ...a.callFrame, scriptId: { toString: 1 } } };
    expect(namesAndTimes(read(file({ nodes: [root, odd, b] })))).toEqual(namesAndTimes(read(file({}))));
  });

  test('a real file of V8', () => {
    const outcome = readCpuProfile(SEED, 'split.cpuprofile');
    const { rows } = computeFunctions(computeCallTree([read(SEED)], WHOLE_PROFILE));
    expect(outcome.ok && outcome.value.negativeDeltas).toBe(0);
    expect(rows[0]!.function).toBe('heavy');
    expect(rows.find((row) => row.function === 'middle')).toMatchObject({ line: 25, column: 16, kind: 'own' });
  });

  test('our own export is read with exactly the same figures', () => {
    for (const profile of [read(SEED), ...[4, 5, 6].map((seed) => makeRandomProfile(makeRandom(seed), 300, 0))]) {
      const again = read(exportCpuProfile(profile));
      const shift = profile.startTime - again.startTime;
      expect(Array.from(again.sampleTime, (time) => time + shift)).toEqual(Array.from(profile.sampleTime));
      expect(computeFunctions(computeCallTree([again], WHOLE_PROFILE))).toEqual(
        computeFunctions(computeCallTree([profile], WHOLE_PROFILE)),
      );
      expect(computeProfileFigures([again], WHOLE_PROFILE, 99)).toEqual({
        ...computeProfileFigures([profile], WHOLE_PROFILE, 99),
        intervalUs: 0,
      });
    }
  });
});

/** Every change either reads or is refused with a sentence; the runner's time limit is what a hang meets. */
describe('mutated files', () => {
  const limits = { seed: 20_260_101, numRuns: 1_500, interruptAfterTimeLimit: 10_000, markInterruptAsFailure: false };
  const answers = (text: string) => {
    const outcome = importCpuProfile(text, 'x.cpuprofile');
    if (!outcome.ok) return expect(messageOf(outcome.failure).length).toBeGreaterThan(10);
    const { rows, base } = computeFunctions(computeCallTree([outcome.value], WHOLE_PROFILE));
    expect(Number.isFinite(base) && base >= 0).toBe(true);
    expect(rows.reduce((sum, row) => sum + row.self, 0)).toBeCloseTo(base, 0);
  };

  test('characters changed, removed and doubled', () => {
    const text = file({ nodes: [root, a, { ...b, parent: 2 }] });
    const change = fc.tuple(
      fc.nat(text.length - 1),
      fc.nat(3),
      fc.constantFrom('', '0', '-', '9e9', '"', '[', ']', '{', '}', ',', 'null', '\\'),
    );
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        let mutated = text;
        for (const [at, removed, added] of changes) mutated = mutated.slice(0, at) + added + mutated.slice(at + removed);
        answers(mutated);
      }),
      limits,
    );
  });

  test('values replaced anywhere in the structure', () => {
    const paths = listPaths(JSON.parse(SEED) as object).filter((_, i, all) => i % Math.ceil(all.length / 400) === 0);
    const value = fc.oneof(
      fc.constantFrom<unknown>(null, [], {}, '', '__proto__', -1, 0, 1e300, -1e300, 0.5, true, [[]], { id: 1 }),
      fc.integer({ min: -5, max: 60 }),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...paths), value), { minLength: 1, maxLength: 3 }), (changes) => {
        const json = JSON.parse(SEED) as object;
        for (const [path, replacement] of changes) setAt(json, path, replacement);
        answers(JSON.stringify(json));
      }),
      { ...limits, numRuns: 600 },
    );
  });
});

function listPaths(value: object, prefix: readonly string[] = []): (readonly string[])[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = [...prefix, key];
    return typeof inner === 'object' && inner !== null ? [path, ...listPaths(inner, path)] : [path];
  });
}

function setAt(json: object, path: readonly string[], value: unknown): void {
  let at: unknown = json;
  for (const key of path.slice(0, -1)) {
    if (typeof at !== 'object' || at === null) return; // an earlier change has taken the place away
    at = (at as Record<string, unknown>)[key];
  }
  if (typeof at === 'object' && at !== null) (at as Record<string, unknown>)[path.at(-1)!] = value;
}
