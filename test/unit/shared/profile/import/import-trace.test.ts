import { describe, expect, test } from 'vitest';
import { wordSaid } from '../../../../../shared/format/word-said.ts';
import { importText } from '../../../../../shared/session/importers.ts';
import { notesOf, readForeign, refusalOf, treeOf } from '../../../../helpers/read-foreign.ts';

const frame = (functionName: string) => ({ functionName, scriptId: 7, url: '/app/a.js', lineNumber: 3, columnNumber: 1 });
const root = { id: 1, callFrame: { functionName: '(root)', scriptId: 0 } };
const event = (name: string, ts: number, tid: number, data: object, id: object = { id: `0x${tid}` }) => ({
  pid: 9,
  tid,
  ts,
  ph: 'P',
  cat: 'v8',
  name,
  ...id,
  args: { data },
});
const begins = (ts: number, tid: number) => event('Profile', ts, tid, { startTime: ts });
const chunk = (ts: number, tid: number, nodes: readonly object[], samples: readonly number[], timeDeltas: readonly number[]) =>
  event('ProfileChunk', ts, tid, { cpuProfile: { nodes, samples }, timeDeltas });
const called = (tid: number, name: string) => ({ pid: 9, tid, ts: 0, ph: 'M', name: 'thread_name', args: { name } });
const trace = (events: readonly object[]): string => JSON.stringify({ traceEvents: events });

const EVENTS = [
  begins(1_000, 1),
  begins(1_000, 2),
  chunk(1_100, 1, [root, { id: 2, callFrame: frame('inMain'), parent: 1 }], [2, 2], [0, 100]),
  chunk(1_100, 2, [root, { id: 2, callFrame: frame('inWorker'), parent: 1 }], [2, 2], [0, 100]),
  chunk(1_400, 2, [{ id: 3, callFrame: frame('late'), parent: 2 }], [3, 3, 2], [100, 100, 100]),
  event('ProfileChunk', 1_500, 1, { endTime: 1_200 }),
  event('ProfileChunk', 1_500, 2, { endTime: 1_500 }),
  called(1, 'CrRendererMain'),
  called(2, 'DedicatedWorker thread'),
];

describe('events of a trace in another order than that of time', () => {
  const inOrder = readForeign(trace(EVENTS));

  test.each([
    ['backwards', [...EVENTS].reverse()],
    ['chunks before the beginning of their profile', [...EVENTS.slice(2), ...EVENTS.slice(0, 2)]],
    ['mixed', [5, 3, 8, 0, 4, 2, 7, 6, 1].map((i) => EVENTS[i]!)],
  ])('%s: nothing is lost', (_name, events) => {
    const imported = readForeign(trace(events));
    expect(imported.titles).toEqual(['DedicatedWorker thread', 'CrRendererMain']);
    expect([treeOf(imported), treeOf(imported, 1)]).toEqual([treeOf(inOrder), treeOf(inOrder, 1)]);
    expect(treeOf(imported)[0]).toBe('(root) self 0 total 500');
    expect(notesOf(imported)).toEqual(notesOf(inOrder));
  });

  test('a number that is given twice is of two profiles', () => {
    const again = [begins(9_000, 1), chunk(9_100, 1, [root, { id: 2, callFrame: frame('second'), parent: 1 }], [2, 2], [0, 50])];
    const imported = readForeign(trace([...again.reverse(), ...EVENTS]));
    expect(imported.profiles).toHaveLength(3);
    expect(treeOf(imported, 2)).toContain('  second self 50 total 50');
  });

  test('numbers of a process alone are numbers, too', () => {
    const id2 = (one: object): object => ({ ...one, id: undefined, id2: { local: (one as { id?: string }).id } });
    expect(readForeign(trace(EVENTS.map(id2))).profiles).toHaveLength(2);
  });
});

describe('what cannot be placed is counted and told', () => {
  test('parts of a profile that began before the trace, and profiles without samples', () => {
    const imported = readForeign(
      trace([
        ...EVENTS,
        chunk(1_000, 7, [root], [1], [5]),
        chunk(1_001, 7, [], [1], [5]),
        begins(1_000, 8),
        event('ProfileChunk', 1_000, 1, {}),
      ]),
    );
    expect(notesOf(imported)).toEqual([
      expect.stringContaining('2 profiles'),
      expect.stringMatching(/^2 parts of CPU profiles are left out/),
      'A profile without samples is left out.',
    ]);
  });

  test('one of py-spy is refused with the format of it that is read', () => {
    const call = (ph: string, ts: number) => ({ args: { filename: 'a.py', line: 3 }, cat: 'py-spy', name: 'load', ph, pid: 9, tid: 1, ts });
    const refused = importText(JSON.stringify([call('B', 10), call('E', 90)]), 'py.json');
    expect(refusalOf(refused)).toMatch(/^py\.json is a trace that py-spy has written/);
    expect(refused?.ok === false && wordSaid(refused.failure.hint!)).toMatch(/^py-spy record --format speedscope/);
  });

  test('where there is nothing else, the trace is refused for it', () => {
    expect(refusalOf(importText(trace([chunk(1_000, 7, [root], [1], [5])]), 'x'))).toMatch(/a part of CPU profiles, but their beginning/);
    expect(refusalOf(importText(trace([begins(1, 1), begins(1, 2)]), 'x'))).toMatch(/2 CPU profiles that have no samples/);
    expect(refusalOf(importText(trace([]), 'x'))).toMatch(/Loopscope finds no CPU profile/);
  });
});

describe('a whole profile in one event', () => {
  const cpuProfile = {
    nodes: [
      { ...root, children: [2, 3] },
      { id: 2, callFrame: frame('render'), hitCount: 3 },
      { id: 3, callFrame: frame('parse'), hitCount: 1 },
    ],
    startTime: 1_000,
    endTime: 1_040,
    samples: [2, 2, 2, 3],
    timeDeltas: [0, 10, 10, 10],
  };
  const whole = (data: object, tid = 1) => event('CpuProfile', 5, tid, data, {});

  test('is read, alone and beside those in parts', () => {
    const imported = readForeign(trace([called(1, 'Main'), whole({ cpuProfile })]));
    expect([imported.format, imported.titles]).toEqual(['trace', ['Main']]);
    expect(treeOf(imported)).toEqual(['(root) self 0 total 40', '  render self 30 total 30', '  parse self 10 total 10']);
    expect(readForeign(trace([...EVENTS, whole({ cpuProfile }, 3)])).profiles).toHaveLength(3);
  });

  test('with hit counts alone it has counts', () => {
    const imported = readForeign(trace([whole({ cpuProfile: { ...cpuProfile, samples: undefined, timeDeltas: undefined } })]));
    expect([imported.profiles[0]!.unit, treeOf(imported)[0]]).toEqual(['samples', '(root) self 0 total 4']);
    expect(notesOf(imported)).toEqual([expect.stringContaining('only how often each function was hit')]);
  });

  test('one without a profile is refused by its place', () => {
    expect(refusalOf(importText(trace([whole({})]), 'x'))).toMatch(/traceEvents\[0\]\.args\.data\.cpuProfile is missing/);
  });
});
