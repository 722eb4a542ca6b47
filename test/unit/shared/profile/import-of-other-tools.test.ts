/** Traces, heap profiles, samples of perf and pprof: small files by hand, and what is broken names the place. */
import { Line, Location, Profile as Pprof, Function as PprofFunction, Sample, StringTable, ValueType } from 'pprof-format';
import { describe, expect, test } from 'vitest';
import type { Imported } from '../../../../shared/foreign/importer.ts';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import type { Outcome } from '../../../../shared/model/failure.ts';
import { frameOf } from '../../../../shared/profile/import/import-perf.ts';
import { computeCallTree, WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { computeProfileFigures } from '../../../../shared/profile/tree/profile-figures.ts';
import { profileAnswer } from '../../../../shared/report/profile-answer.ts';
import { importBytes, importText } from '../../../../shared/session/importers.ts';
import { messageOf } from '../../../helpers/worded.ts';
import { printTree } from './draw.ts';

function importedOf(outcome: Outcome<Imported> | null): Imported {
  if (outcome === null) throw new Error('It is in none of the formats');
  if (!outcome.ok) throw new Error(messageOf(outcome.failure));
  return outcome.value;
}
const read = (text: string): Imported => importedOf(importText(text, 'x'));
const refusal = (outcome: Outcome<Imported> | null): string => (outcome === null || outcome.ok ? 'was read' : messageOf(outcome.failure));
const treeOf = ({ profiles }: Imported, at = 0) => printTree(computeCallTree([profiles[at]!], { ...WHOLE_PROFILE, base: 'wall' }));
const notesOf = ({ notes }: Imported): string[] => notes.map(wordSaid);

describe('a trace', () => {
  const callFrame = (functionName: string) => ({ functionName, scriptId: 7, url: '/app/a.js', lineNumber: 3, columnNumber: 1 });
  const event = (name: string, id: string, data: object, tid = 1) => ({ pid: 9, tid, ts: 1, ph: 'P', cat: 'v8', name, id, args: { data } });
  const chunk = (id: string, cpuProfile: object, timeDeltas: readonly number[]) => event('ProfileChunk', id, { cpuProfile, timeDeltas }, 4);
  const EVENTS = [
    { pid: 9, tid: 1, ts: 0, ph: 'M', cat: '__metadata', name: 'thread_name', args: { name: 'CrRendererMain' } },
    event('Profile', '0x1', { startTime: 1_000 }),
    // Another thread's, and one whose beginning is not in the trace.
    event('Profile', '0x2', { startTime: 1_000 }, 2),
    chunk('0x3', { nodes: [{ id: 1, callFrame: callFrame('stranger') }], samples: [1] }, [5]),
    chunk(
      '0x1',
      {
        nodes: [
          { id: 1, callFrame: { functionName: '(root)', scriptId: 0 } },
          { id: 2, callFrame: callFrame('a'), parent: 1 },
        ],
        samples: [2, 2],
      },
      [0, 10],
    ),
    chunk('0x2', { nodes: [{ id: 1, callFrame: { functionName: '(root)', scriptId: 0 } }], samples: [1] }, [0]),
    chunk('0x1', { nodes: [{ id: 3, callFrame: callFrame('b'), parent: 2 }], samples: [3] }, [10]),
    event('ProfileChunk', '0x1', { endTime: 1_050 }, 4),
  ];

  test.each([
    ['an object', { traceEvents: EVENTS, metadata: {} }],
    ['a list', EVENTS],
  ])('%s: a profile of each thread is put together from its parts, the largest first', (_name, json) => {
    const imported = read(JSON.stringify(json));
    expect([imported.format, imported.titles]).toEqual(['trace', ['CrRendererMain', '']]);
    expect(treeOf(imported)).toEqual(['(root) self 0 total 50', '  a self 20 total 50', '    b self 30 total 30']);
    expect(imported.profiles.map(({ thread, unit }) => [thread, unit])).toEqual([
      [0, 'microseconds'],
      [1, 'microseconds'],
    ]);
    expect(imported.profiles[0]!.frames.map(({ name, line, kind }) => [name, line, kind])).toEqual([
      ['(root)', -1, 'native'],
      ['a', 3, 'own'],
      ['b', 3, 'own'],
    ]);
  });

  test('one that was cut off ends with its last sample', () => {
    expect(treeOf(read(JSON.stringify(EVENTS.slice(0, -1))))).toEqual([
      '(root) self 0 total 20',
      '  a self 20 total 20',
      '    b self 0 total 0',
    ]);
  });

  test.each([
    ['no profile', { traceEvents: EVENTS.slice(0, 1) }, /^x is a trace in which Loopscope finds no CPU profile: /],
    ['events in an object', { traceEvents: {} }, /^x: traceEvents is an object, not a list\.$/],
    [
      'a start that is a text',
      [event('Profile', '1', { startTime: '5' }), chunk('1', { samples: [1] }, [0])],
      /args\.data\.startTime is the string/,
    ],
    ['nodes in an object', [EVENTS[1], chunk('0x1', { nodes: {} }, [])], /traceEvents\[1\]\.args\.data\.cpuProfile\.nodes is an object/],
    ['a sample of no node', [EVENTS[1], chunk('0x1', { nodes: [{ id: 1, callFrame: callFrame('a') }], samples: [8] }, [0])], /node 8/],
  ])('broken: %s', (_name, json, says) => {
    expect(refusal(importText(JSON.stringify(json), 'x'))).toMatch(says);
  });
});

describe('a heap profile', () => {
  const node = (functionName: string, selfSize: number, children: readonly object[] = [], rest: object = {}) => ({
    callFrame: { functionName, scriptId: '1', url: 'file:///app/a.js', lineNumber: 4, columnNumber: 0, ...rest },
    selfSize,
    id: 1,
    children,
  });
  const file = (head: object) => JSON.stringify({ head, samples: [] });

  test('bytes of each stack, without a time axis', () => {
    const imported = read(file(node('(root)', 0, [node('a', 100, [node('b', 28)]), node('', 8, [], { url: '', lineNumber: -1 })])));
    expect([imported.format, imported.profiles[0]!.unit, imported.profiles[0]!.endTime]).toEqual(['heapprofile', 'bytes', 0]);
    expect(treeOf(imported)).toEqual([
      '(root) self 0 total 136',
      '  (anonymous) self 8 total 8',
      '  a self 100 total 128',
      '    b self 28 total 28',
    ]);
    expect(imported.profiles[0]!.frames.map(({ line, kind }) => [line, kind])).toEqual([
      [-1, 'native'],
      [-1, 'native'],
      [4, 'own'],
      [4, 'own'],
    ]);
    expect(notesOf(imported)).toHaveLength(2);
  });

  const ofNoFile = (name: string, scriptId: string, size: number, children: readonly object[] = []) =>
    node(name, size, children, { url: '', lineNumber: -1, columnNumber: -1, scriptId });
  const listed = (...below: readonly object[]) =>
    read(
      file(
        node('(root)', 0, [node('listOnTimeout', 0, below, { url: 'node:internal/timers' })], { url: '', scriptId: '0', lineNumber: -1 }),
      ),
    );
  const shownOf = (imported: Imported) => {
    const profile = computeProfileFigures(imported.profiles, WHOLE_PROFILE, 10);
    return { lead: profileAnswer({ profile, ticks: null }).lead.replace(/\s/g, ' '), own: profile.own.map((row) => row.function) };
  };

  test('named functions of scripts without an address are own, and it is told that their file is not known', () => {
    const imported = listed(ofNoFile('main', '81', 0, [ofNoFile('allocBig', '81', 900, [ofNoFile('push', '0', 100)])]));
    expect(shownOf(imported)).toEqual({ lead: '90 % of the size in bytes is in allocBig itself.', own: ['allocBig', 'main'] });
    expect(notesOf(imported)[1]).toMatch(/^Of some functions the file has the name, but not where they are/);
  });

  test('what has no name either is told with the function that most of it is called from', () => {
    const alloc = ofNoFile('allocBig', '81', 0, [ofNoFile('map', '0', 0, [ofNoFile('', '81', 900)])]);
    expect(shownOf(listed(alloc)).lead).toBe('100 % of the size in bytes is in (anonymous) itself, most of it called from allocBig.');
  });

  test('memory that a timer of Node has is not said to be of code that was inlined there', () => {
    expect(shownOf(listed(ofNoFile('push', '0', 900))).lead).toBe('100 % of the size in bytes is in push itself.');
  });

  test.each([
    ['a CPU profile of before 2017', { functionName: '(root)', hitCount: 0 }, /format used before 2017/],
    ['a size below zero', node('(root)', 0, [node('a', -1)]), /head\.children\[0\]\.selfSize is -1/],
    ['sizes beyond counting', node('(root)', 9e15, [node('a', 9e15)]), /add up to more than can be counted|selfSize is/],
    ['children in a text', { ...node('(root)', 0), children: 'x' }, /head\.children is the string "x"/],
    ['no call frame', node('(root)', 0, [{ selfSize: 1 }]), /head\.children\[0\]\.callFrame is missing/],
    ['a line between two', node('(root)', 0, [node('a', 1, [], { lineNumber: 0.5 })]), /callFrame\.lineNumber is 0\.5/],
  ])('broken: %s', (_name, head, says) => {
    expect(refusal(importText(file(head), 'x'))).toMatch(says);
  });
});

describe('samples of perf', () => {
  const PERF = `# captured on: a day
node 42/42  5141.906523:     250000 cpu-clock:u:
            1a2b3c JS:*render file:///app/page.js:12:8+0x51 (/tmp/perf-42.map)
            9f0e1d v8::internal::Invoke(v8::Isolate*)+0x1b (/usr/bin/node)

node 42/42 [001]  5141.907523:     250000 cpu-clock:u:
            9f0e1d v8::internal::Invoke(v8::Isolate*)+0x2c (/usr/bin/node)

V8 Worker 42/43  5141.908523:     250000 cpu-clock:u:
            77aa00 [unknown] ([unknown])
`;

  test('each thread is a profile of its own; samples are counted', () => {
    const imported = read(PERF);
    expect([imported.format, imported.titles]).toEqual(['perf', ['node 42/42', 'V8 Worker 42/43']]);
    expect(treeOf(imported)).toEqual([
      '(root) self 0 total 2',
      '  v8::internal::Invoke(v8::Isolate*) self 1 total 2',
      '    render self 1 total 1',
    ]);
    expect(treeOf(imported, 1)).toEqual(['(root) self 0 total 1', '  [unknown] self 1 total 1']);
    expect(imported.profiles[0]!.frames.map(({ url, line, kind }) => [url, line, kind])).toEqual([
      ['', -1, 'native'],
      ['', -1, 'native'],
      ['file:///app/page.js', 11, 'own'],
    ]);
  });

  test.each([
    ['LazyCompile:*render /app/a.js:12:8+0x51 (/tmp/perf-1.map)', ['render', '/app/a.js', 11, 7]],
    ['JS:~ node:internal/x:1:1 (/tmp/perf-1.map)', ['', 'node:internal/x', 0, 0]],
    ['JS:^fn C:\\app\\my file.js:3:4 (perf.map)', ['fn', 'C:\\app\\my file.js', 2, 3]],
    ['Builtin:ArgumentsAdaptor (/tmp/perf-1.map)', ['ArgumentsAdaptor', '', -1, -1]],
    ['operator new(unsigned long)+0x18 (/usr/lib/libstdc++.so.6)', ['operator new(unsigned long)', '', -1, -1]],
  ])('%s', (printed, [name, url, line, column]) => {
    expect(frameOf(printed)).toEqual({ name, url, line, column });
  });

  test('broken: a line that is neither a sample nor a function', () => {
    expect(refusal(importText(PERF.replace('\n\nV8 Worker', '\nnonsense\n\nV8 Worker'), 'x'))).toMatch(/^x, line 8: .*not "nonsense"\.$/);
  });
});

describe('pprof', () => {
  const strings = new StringTable();
  const text = (value: string): number => strings.dedup(value);
  const TYPES = [
    new ValueType({ type: text('sample'), unit: text('count') }),
    new ValueType({ type: text('wall'), unit: text('nanoseconds') }),
  ];
  const functionOf = (id: number, name: string, filename: string, startLine = 0) =>
    new PprofFunction({ id, name: text(name), systemName: text(name), filename: text(filename), startLine });
  const FUNCTIONS = [functionOf(1, 'main', '/app/a.js', 5), functionOf(2, 'inner', '/app/a.js'), functionOf(3, 'gc', '')];
  const line = (functionId: number, at: number) => new Line({ functionId, line: at });
  const LOCATIONS = [
    new Location({ id: 1, line: [line(1, 6)] }),
    // `inner` was inlined into `main`.
    new Location({ id: 2, line: [line(2, 9), line(1, 7)] }),
    new Location({ id: 3, line: [line(3, 0)] }),
    new Location({ id: 4, address: 0x1f }),
  ];
  const sample = (locationId: number[], value: (number | bigint)[]) => new Sample({ locationId, value });
  const SAMPLES = [sample([1], [1, 4_000]), sample([2, 1], [2, 8_000]), sample([3], [1, 2_000]), sample([4, 1], [1, 1_000])];
  const encode = (change: object = {}): Uint8Array =>
    new Pprof({ sampleType: TYPES, sample: SAMPLES, location: LOCATIONS, function: FUNCTIONS, stringTable: strings, ...change }).encode();

  test('the last sample type is shown unless the file says another; inlined functions are functions', () => {
    const imported = importedOf(importBytes(encode(), 'x'));
    expect(treeOf(imported)).toEqual([
      '(root) self 0 total 15',
      '  main self 4 total 13',
      '    main self 0 total 8',
      '      inner self 8 total 8',
      '    0x1f self 1 total 1',
      '  gc self 2 total 2',
    ]);
    const [profile] = imported.profiles;
    expect([imported.format, profile!.unit, profile!.endTime]).toEqual(['pprof', 'microseconds', 0]);
    expect(profile!.frames.map(({ name, line: at, kind }) => [name, at, kind])).toEqual([
      ['(root)', -1, 'native'],
      ['main', 4, 'own'],
      ['inner', 8, 'own'],
      ['gc', -1, 'native'],
      ['0x1f', -1, 'native'],
    ]);
    expect(notesOf(imported)[0]).toMatch(/^It has 2 sample types; wall \(nanoseconds\) is shown, not sample \(count\)\./);
    const counted = importedOf(importBytes(encode({ defaultSampleType: text('sample') }), 'x'));
    expect([counted.profiles[0]!.unit, treeOf(counted)[0]]).toEqual(['samples', '(root) self 0 total 5']);
  });

  test.each([
    ['a value below zero', encode({ sample: [sample([1], [1, -5n])] }), /the value of sample 0 is below zero/],
    ['a location that does not exist', encode({ sample: [sample([9], [1, 5])] }), /sample\[0\]\.location_id\[0\] is 9/],
    ['a function that does not exist', encode({ location: [new Location({ id: 1, line: [line(9, 1)] })] }), /is 9, which is none of the 3/],
    ['a string that does not exist', encode({ sampleType: [new ValueType({ type: 999, unit: 0 })] }), /sample_type\[0\]\.type is 999/],
  ])('broken: %s', (_name, bytes, says) => {
    expect(refusal(importBytes(bytes, 'x'))).toMatch(says);
  });

  test('a file that is cut off, and other bytes, are none', () => {
    const whole = encode();
    expect(importBytes(whole.subarray(0, whole.length - 3), 'x')).toBeNull();
    for (const other of ['', '{"nodes":[]}', 'a;b 1\n', '\n\n\n', '\u0000\u0001\u0002'])
      expect(importBytes(Buffer.from(other), 'x')).toBeNull();
  });
});
