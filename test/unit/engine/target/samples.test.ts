import { expect, test } from 'vitest';
import { LineSplitter } from '../../../../electron/engine/agent/lines.ts';
import { MainState } from '../../../../electron/engine/agent/threads/main-state.ts';
import { parseAgentMessage } from '../../../../electron/engine/target/agent-messages.ts';
import { Tail } from '../../../../electron/engine/target/output.ts';
import { type Stats, sampleFromOutside, sampleFromStats } from '../../../../electron/engine/target/samples.ts';

const COLLECTIONS = {
  ...{ allocated: 0, behind: 0, toldAt: 0, fullCount: 0, fullUs: 0, stepCount: 0, stepUs: 0, live: null },
  pauses: { minor: 0, full: 0, step: 0 },
};

const zero: Stats = {
  type: 'stats',
  clock: 0,
  cpuUs: 0,
  rss: 1,
  heapUsed: 2,
  ownBytes: 3,
  eluActiveUs: 0,
  eluIdleUs: 0,
  loopStallUs: 0,
  gcCount: 0,
  gcUs: 0,
  heap: { total: 5, ofWorkers: 0, external: 3, arrayBuffers: 1, collections: COLLECTIONS },
  ownThreadsUs: 0,
  responses: null,
};

const HEAP = {
  ...{ heapTotal: 50, workersHeap: 7, external: 4, arrayBuffers: 2, allocated: 9_000, behind: 1, toldAt: 240_000, liveHeap: 20 },
  ...{ fullCount: 1, fullTime: 5, stepCount: 2, stepTime: 3, minorPause: 1, fullPause: 5, stepPause: 2 },
};

test('two readings make a sample', () => {
  const now = {
    ...zero,
    clock: 250_000,
    cpuUs: 500_000,
    rss: 10,
    eluActiveUs: 50_000,
    eluIdleUs: 200_000,
    loopStallUs: 7,
    gcCount: 3,
    gcUs: 9,
    heap: {
      ...{ total: 50, ofWorkers: 7, external: 4, arrayBuffers: 2 },
      collections: {
        ...{ allocated: 9_000, behind: 1, toldAt: 240_000, fullCount: 1, fullUs: 5, stepCount: 2, stepUs: 3, live: 20 },
        pauses: { minor: 1, full: 5, step: 2 },
      },
    },
    ownThreadsUs: 60_000,
  };
  expect(sampleFromStats(5, zero, now)).toEqual({
    at: 250_000,
    pid: 5,
    cpuPercent: 200,
    rss: 10,
    heapUsed: 2,
    ownBytes: 3,
    elu: 0.2,
    loopStall: 7,
    gcCount: 3,
    gcTime: 9,
    ...HEAP,
    otherThreadsPercent: 176,
  });
  expect(sampleFromStats(5, zero, { ...now, ownThreadsUs: null }).otherThreadsPercent).toBeNaN();
});

test('of a heap without a full collection between two readings no live heap is told', () => {
  const later = { ...zero, clock: 250_000, heap: { ...zero.heap, collections: { ...COLLECTIONS, live: 20 } } };
  expect(sampleFromStats(5, zero, later).liveHeap).toBeNaN();
});

test('a Node that tells nothing of its collections has levels in its samples', () => {
  const told = sampleFromStats(5, zero, { ...zero, clock: 250_000, heap: { ...zero.heap, collections: null } });
  expect(told).toMatchObject({
    heapTotal: 5,
    external: 3,
    arrayBuffers: 1,
    allocated: Number.NaN,
    liveHeap: Number.NaN,
    fullCount: Number.NaN,
  });
});

const NONE: ReadonlyMap<string, number> = new Map();

test('readings from outside have no event-loop figures', () => {
  const sample = sampleFromOutside(
    5,
    { at: 0, cpuUs: 0, threadsUs: NONE, rss: 1 },
    { at: 100_000, cpuUs: 50_000, threadsUs: NONE, rss: 2 },
  );
  expect(sample).toMatchObject({ cpuPercent: 50, rss: 2, elu: Number.NaN, loopStall: Number.NaN });
});

test('CPU seen from outside is exact where threads tell it, and known to a tick where one of them has ended', () => {
  const between = (ticksMs: number, before: Record<string, number>, now: Record<string, number>) => {
    const reading = (cpuMs: number, threads: Record<string, number>) => ({
      ...{ cpuUs: cpuMs * 1e3, rss: 1 },
      threadsUs: new Map(Object.entries(threads).map(([thread, ms]) => [thread, ms * 1e3])),
    });
    return sampleFromOutside(5, { at: 0, ...reading(0, before) }, { at: 100_000, ...reading(ticksMs, now) }).cpuPercent;
  };
  expect(between(0, { main: 50 }, { main: 57 })).toBeCloseTo(7);
  expect(between(10, { main: 50 }, { main: 57, new: 5 })).toBeCloseTo(12);
  expect(between(60, { main: 50, gone: 20 }, { main: 57 })).toBeCloseTo(60);
});

test('joins lines across chunks and characters, up to a limit', () => {
  const lines = new LineSplitter(10);
  const bytes = Buffer.from('жук\nan');
  expect(lines.push(bytes.subarray(0, 3))).toEqual([]);
  expect(lines.push(bytes.subarray(3))).toEqual(['жук']);
  expect(lines.push(Buffer.from('d\n\n'))).toEqual(['and', '']);
  expect(lines.push(Buffer.from('12345678901'))).toBeNull();
});

const HEAP_OF_MAIN = {
  ...{ allocated: 8, gcCount: 5, gcUs: 6.5, fullCount: 1, fullUs: 2, stepCount: 3, stepUs: 4, liveHeap: Number.NaN },
  ...{ heapUsed: 4, heapTotal: 9, external: 10, arrayBuffers: 11 },
};

test('shared figures keep the longest stall until it is read', () => {
  const writer = new MainState();
  const reader = new MainState(writer.buffer);
  expect(reader.read()).toBeNull();
  const figures = { clock: 1, eluActiveUs: 2, eluIdleUs: 3, mainCpuUs: 7, ...HEAP_OF_MAIN };
  for (const stall of [100, 900, 300]) writer.write(figures, stall);
  expect(reader.read()).toEqual(figures);
  expect([reader.takeStall(), reader.takeStall()]).toEqual([900, 0]);
});

test('unknown messages are null', () => {
  for (const line of [
    '',
    'GET / HTTP/1.1',
    '{}',
    '{"type":"stats","clock":"now"}',
    '{"type":"slice","profile":{},"clockOffset":0,"last":true}',
  ]) {
    expect(parseAgentMessage(line), line).toBeNull();
  }
  expect(parseAgentMessage('{"type":"exit","code":3}')).toEqual({ type: 'exit', code: 3 });
});

test('the tail of a stream is its last 50 lines', () => {
  const tail = new Tail();
  for (let i = 1; i <= 200; i++) tail.push(`line ${i}\n`);
  const lines = tail.toString().split('\n');
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([50, 'line 151', 'line 200']);
});
