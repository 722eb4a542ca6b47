/** Files of other tools: what is drawn in them is what is read, ours come back as they went, and what is broken names the place. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Imported } from '../../../../shared/foreign/importer.ts';
import { wordFailure, wordSaid } from '../../../../shared/format/word-said.ts';
import type { Outcome } from '../../../../shared/model/failure.ts';
import type { Profile } from '../../../../shared/model/profile/profile.ts';
import { exportCollapsed } from '../../../../shared/profile/export/export-collapsed.ts';
import { exportCpuProfile } from '../../../../shared/profile/export/export-cpuprofile.ts';
import { exportSpeedscope } from '../../../../shared/profile/export/export-speedscope.ts';
import { MAX_STACK_DEPTH } from '../../../../shared/profile/import/read-cpuprofile.ts';
import { computeCallTree, WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { importText } from '../../../../shared/session/importers.ts';
import { messageOf } from '../../../helpers/worded.ts';
import { drawProfile, makeRandom, makeRandomProfile, printTree } from '../profile/draw.ts';

const SCHEMA = 'https://www.speedscope.app/file-format-schema.json';

function importedOf(outcome: Outcome<Imported> | null): Imported {
  if (outcome === null) throw new Error('It is in none of the formats');
  if (!outcome.ok) throw new Error(messageOf(outcome.failure));
  return outcome.value;
}
const read = (text: string): Imported => importedOf(importText(text, 'x'));
const treeOf = ({ profiles }: Imported, at = 0) => printTree(computeCallTree([profiles[at]!], { ...WHOLE_PROFILE, base: 'wall' }));

const FRAMES = [{ name: 'main', file: 'app.js', line: 1, col: 1 }, { name: 'read', file: 'node:fs', line: 7 }, { name: 'gc' }];
const SAMPLED = {
  type: 'sampled',
  name: 'main thread',
  unit: 'milliseconds',
  startValue: 5,
  endValue: 15,
  samples: [[0], [0, 1], [], [0, 1]],
  weights: [1, 2, 3, 4],
};
const EVENTED = {
  type: 'evented',
  name: 'loop',
  unit: 'nanoseconds',
  startValue: 1_000,
  endValue: 21_000,
  events: [
    { type: 'O', frame: 0, at: 3_000 },
    { type: 'O', frame: 1, at: 4_000 },
    { type: 'C', frame: 1, at: 9_000 },
    { type: 'O', frame: 1, at: 9_000 },
    { type: 'C', frame: 1, at: 11_000 },
    { type: 'C', frame: 0, at: 16_000 },
  ],
};
const speedscope = (profiles: readonly object[], rest: object = {}) =>
  JSON.stringify({ $schema: SCHEMA, shared: { frames: FRAMES }, profiles, ...rest });

describe('speedscope', () => {
  test('a sampled profile in time has a time axis; an empty stack is idle', () => {
    const imported = read(speedscope([SAMPLED]));
    expect([imported.format, imported.titles, imported.notes]).toEqual(['speedscope', ['main thread'], []]);
    expect(treeOf(imported)).toEqual([
      '(root) self 0 total 10000',
      '  main self 1000 total 7000',
      '    read self 6000 total 6000',
      '  (idle) self 3000 total 3000',
    ]);
    const [profile] = imported.profiles;
    expect([profile!.unit, profile!.weights, profile!.startTime, profile!.endTime]).toEqual(['microseconds', null, 0, 10_000]);
    expect([...profile!.sampleTime]).toEqual([0, 1_000, 3_000, 6_000]);
    expect(profile!.frames.map(({ name, line, column, kind }) => [name, line, column, kind])).toEqual([
      ['(root)', -1, -1, 'native'],
      ['main', 0, 0, 'own'],
      ['read', 6, -1, 'core'],
      ['(idle)', -1, -1, 'native'],
    ]);
  });

  test('an evented profile with open and close events', () => {
    expect(treeOf(read(speedscope([EVENTED])))).toEqual([
      '(root) self 0 total 20',
      '  (idle) self 7 total 7',
      '  main self 6 total 13',
      '    read self 7 total 7',
    ]);
  });

  test('a frame that is not closed lasts until the end', () => {
    const open = { ...EVENTED, events: EVENTED.events.slice(0, 2) };
    expect(treeOf(read(speedscope([open])))).toEqual([
      '(root) self 0 total 20',
      '  (idle) self 2 total 2',
      '  main self 1 total 18',
      '    read self 17 total 17',
    ]);
  });

  test.each([
    ['bytes', 'bytes'],
    ['none', 'weight'],
  ])('%s have their own unit and no time axis', (unit, own) => {
    const imported = read(speedscope([{ ...SAMPLED, unit, samples: [[0], [0, 1]], weights: [100, 28] }]));
    const [profile] = imported.profiles;
    expect([profile!.unit, profile!.startTime, profile!.endTime]).toEqual([own, 0, 0]);
    expect(treeOf(imported)).toEqual(['(root) self 0 total 128', '  main self 100 total 128', '    read self 28 total 28']);
    expect(imported.notes).toHaveLength(unit === 'none' ? 2 : 1);
  });

  test('several profiles become threads of one file, the active one first', () => {
    const imported = read(speedscope([SAMPLED, EVENTED], { activeProfileIndex: 1 }));
    expect(imported.titles).toEqual(['loop', 'main thread']);
    expect(imported.notes.map(wordSaid)).toEqual(['It has 2 profiles; unless one is chosen, the figures are of all of them together.']);
    expect(imported.profiles.map(({ pid, thread }) => [pid, thread])).toEqual([
      [0, 0],
      [0, 1],
    ]);
  });
});

describe('collapsed stacks', () => {
  test('names are unchanged, and numbers are weights', () => {
    const imported = read(
      'node;main /app/a.js:1;do_syscall_64_[k] 3\r\nnode;main /app/a.js:1;<T> f; 4\n\n# a comment 9\nnode;*map node:internal/x:1:2_[j] 2\nnode 1',
    );
    expect(treeOf(imported)).toEqual([
      '(root) self 0 total 10',
      '  node self 1 total 10',
      '    main /app/a.js:1 self 0 total 7',
      '      do_syscall_64_[k] self 3 total 3',
      '      <T> f self 4 total 4',
      '    *map node:internal/x:1:2_[j] self 2 total 2',
    ]);
    const [profile] = imported.profiles;
    expect(profile!.frames.map(({ kind }) => kind)).toEqual(['native', 'own', 'own', 'native', 'own', 'core']);
    expect([profile!.unit, profile!.endTime]).toEqual(['weight', 0]);
    const kinds = read('(program);(anonymous);a 1')
      .profiles[0]!.frames.slice(1)
      .map(({ kind }) => kind);
    expect(kinds).toEqual(['native', 'own', 'own']);
  });

  test('one very long line, deep stacks and names such as __proto__', () => {
    const deep = read(`${'__proto__;constructor;'.repeat(250_000)}toString 7`);
    expect(deep.profiles[0]!.parent.length).toBe(MAX_STACK_DEPTH + 1);
    expect(computeCallTree(deep.profiles, WHOLE_PROFILE).base).toBe(7);
  });
});

describe('.cpuprofile', () => {
  const one = JSON.parse(exportCpuProfile(drawProfile('time 0 10 30\n a a\n . b'))) as object;

  test('a list of profiles, and keys in any order', () => {
    const imported = read(`\n [ ${JSON.stringify(one)}, ${JSON.stringify(Object.fromEntries(Object.entries(one).reverse()))} ]`);
    expect(treeOf(imported, 0)).toEqual(['(root) self 0 total 30', '  a self 10 total 30', '    b self 20 total 20']);
    expect(treeOf(imported, 1)).toEqual(treeOf(imported, 0));
  });
});

test.each([
  '',
  'hello',
  '42',
  'null',
  '[]',
  '{}',
  '[[[[]]]]',
  '{"name":"x","version":"1.0.0"}',
  '[{"ts":1}]',
  'Usage: node a;b\nnothing here',
  'a 1\nb 2\n',
  '<!doctype html>',
  '"nodes": []',
  '{"a":{"nodes":[],"shared":{},"profiles":[]}}',
])('in none of the formats: %s', (text) => {
  expect(importText(text, 'x')).toBeNull();
});

const without = (event: number) => ({ ...EVENTED, events: EVENTED.events.filter((_, i) => i !== event) });
const BROKEN: [name: string, text: string, says: RegExp][] = [
  ['a speedscope file cut off', speedscope([SAMPLED]).slice(0, -9), /not JSON: .*end of JSON/],
  ['frames that are no list', JSON.stringify({ shared: { frames: {} }, profiles: [] }), /shared\.frames is an object, not a list/],
  ['no profiles', speedscope([]), /has no profiles/],
  ['a name that is a number', JSON.stringify({ shared: { frames: [{ name: 7 }] }, profiles: [SAMPLED] }), /shared\.frames\[0\]\.name is 7/],
  [
    'a line that is a text',
    JSON.stringify({ shared: { frames: [{ name: 'a', line: '7' }] }, profiles: [SAMPLED] }),
    /frames\[0\]\.line is the string "7"/,
  ],
  ['an unknown unit', speedscope([{ ...SAMPLED, unit: 'parsecs' }]), /profiles\[0\]\.unit is the string "parsecs"/],
  ['a unit named __proto__', speedscope([{ ...SAMPLED, unit: '__proto__' }]), /profiles\[0\]\.unit is the string "__proto__"/],
  ['an unknown type', speedscope([SAMPLED, { ...SAMPLED, type: 'traced' }]), /profiles\[1\]\.type is the string "traced"/],
  [
    'a frame that does not exist',
    speedscope([{ ...SAMPLED, samples: [[0], [0, 3], [], []] }]),
    /profiles\[0\]\.samples\[1\]\[1\] is 3, which is none of the 3/,
  ],
  ['a frame between two', speedscope([{ ...SAMPLED, samples: [[0.5], [], [], []] }]), /samples\[0\]\[0\] is 0\.5/],
  ['a negative weight', speedscope([{ ...SAMPLED, weights: [1, -2, 3, 4] }]), /weights\[1\] is -2/],
  ['a weight without end', speedscope([SAMPLED]).replace('[1,2,3,4]', '[1,2,1e999,4]'), /weights\[2\] is Infinity/],
  ['weights beyond counting', speedscope([{ ...SAMPLED, weights: [9e15, 9e15, 0, 0] }]), /at profiles\[0\]\.weights\[0\] .* add up/],
  ['fewer weights', speedscope([{ ...SAMPLED, weights: [1] }]), /profiles\[0\] has 4 samples but 1 weights/],
  [
    'time that runs back',
    speedscope([{ ...EVENTED, events: [EVENTED.events[1], EVENTED.events[0]] }]),
    /events\[1\]\.at is 3000, before .* \(4000\)/,
  ],
  ['a function closed that is not open', speedscope([without(0)]), /events\[4\] closes frame 0/],
  [
    'an event of a strange type',
    speedscope([{ ...EVENTED, events: [{ type: 'B', frame: 0, at: 3_000 }] }]),
    /events\[0\]\.type is the string "B"/,
  ],
  ['a stack without its count', 'a;b 1\na;c 2\na;\u202ed\na 3\n', /line 3: .*not "a;\\u202ed"/],
  ['a negative count', 'a;b 1\na;c 2\na -3', /line 3: .*"a -3"/],
  ['counts beyond counting', `a;b 9007199254740991\na;b 9007199254740991`, /line 2: the numbers add up/],
  [
    'a child that does not exist',
    JSON.stringify({
      traceEvents: [
        {
          name: 'CpuProfile',
          ph: 'I',
          pid: 1,
          tid: 1,
          ts: 1,
          args: {
            data: {
              cpuProfile: JSON.parse(
                '{"nodes":[{"id":1,"callFrame":{"functionName":"a"},"children":["b"]}],"startTime":0,"endTime":1,"samples":[1],"timeDeltas":[1]}',
              ),
            },
          },
        },
      ],
    }),
    /node 1 names the string "b" as child, which does not exist/,
  ],
  ['a member of a list that is no profile', '[{"nodes":[]}, 3]', /"nodes" is empty/],
];

test.each(BROKEN)('broken: %s', (_name, text, says) => {
  const outcome = importText(text, 'x.file');
  expect(outcome !== null && !outcome.ok && messageOf(outcome.failure)).toMatch(says);
  expect(outcome !== null && !outcome.ok && messageOf(outcome.failure)).toMatch(/^x\.file.*\.$/s);
  // What to do next.
  expect(outcome !== null && !outcome.ok && wordFailure(outcome.failure).hint).toMatch(
    /(Export|export) or record it again|or less at once/,
  );
});

/** Total weight of each path of names, outermost first. */
function totalsPerPath(profiles: readonly Profile[]): Map<string, number> {
  const tree = computeCallTree(profiles, WHOLE_PROFILE);
  const paths: string[] = [];
  const totals = new Map<string, number>();
  for (let node = 0; node < tree.parent.length; node++) {
    const name = tree.frames[tree.frame[node]!]!.name;
    paths.push(node === 0 ? '' : `${paths[tree.parent[node]!]};${name}`);
    if (tree.total[node]! > 0) totals.set(paths[node]!, (totals.get(paths[node]!) ?? 0) + tree.total[node]!);
  }
  return totals;
}

test('our exports are read with the same total for each path', () => {
  const profile = fc
    .tuple(fc.nat(), fc.integer({ min: 2, max: 60 }))
    .map(([seed, samples]) => makeRandomProfile(makeRandom(seed), samples));
  fc.assert(
    fc.property(fc.array(profile, { minLength: 1, maxLength: 3 }), (profiles) => {
      const expected = totalsPerPath(profiles);
      // Without a stack of two functions nobody can know what the lines are.
      fc.pre([...expected.keys()].some((path) => path.split(';').length > 2));
      const again = read(exportSpeedscope(profiles, 'x')).profiles;
      expect(again).toHaveLength(profiles.length);
      // How many samples there are decides what may be said of them.
      expect(again.map(({ sampleNode }) => sampleNode.length)).toEqual(profiles.map(({ sampleNode }) => sampleNode.length));
      expect(totalsPerPath(read(exportSpeedscope(profiles, 'x', 0)).profiles)).toEqual(expected);
      expect(totalsPerPath(again)).toEqual(expected);
      expect(totalsPerPath(read(`[${profiles.map(exportCpuProfile).join(',')}]`).profiles)).toEqual(expected);
      expect(totalsPerPath(read(exportCollapsed(profiles)).profiles)).toEqual(expected);
    }),
    { seed: 10, numRuns: 150 },
  );
});
