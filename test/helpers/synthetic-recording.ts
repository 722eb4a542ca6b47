/**
 * A made-up run with everything a real one has, the same for the same seed: warm-up states, two processes, rows with
 * failures and odd statuses, a silent second, overlapping profile slices, output, an end.
 */
import { allocatePlainRows, packRows } from '../../shared/load/request-rows.ts';
import type { KeptResponse } from '../../shared/model/kept-response.ts';
import { type AutocannonHistogram, type AutocannonResult, HISTOGRAM_KEYS } from '../../shared/model/load/autocannon-result.ts';
import { CPU_OF_MAIN_THREAD } from '../../shared/model/profile/profile.ts';
import type { TickFrame, Ticks } from '../../shared/model/profile/ticks.ts';
import { ABSENT, type RequestBatch, UNANSWERED } from '../../shared/model/run.ts';
import { DEFAULT_CAPTURE, type Setup } from '../../shared/model/setup/setup.ts';
import type { Liveness } from '../../shared/model/silence.ts';
import type { V8Profile } from '../../shared/profile/import/v8-profile.ts';
import { type RecordingEntry, SESSION_FORMAT, type SessionHeader } from '../../shared/session/entries.ts';
import { planOf } from './plans.ts';
import { seededRandom } from './random.ts';
import { scriptTarget } from './script-target.ts';

/** Of a run in which every response came at once. */
export const NO_LIVENESS: Liveness = {
  silences: [],
  silencesLeftOut: 0,
  waited: 0,
  streams: [],
  streamsLeftOut: 0,
  knowsUnanswered: true,
};

/** Where the engine's clock stood; a fraction, as a real clock's. */
const ORIGIN_US = 7_654_321_098.125;
const BATCH_US = 100_000;
const SILENT_SECOND = 3;

export interface SyntheticOptions {
  readonly seed?: number;
  readonly seconds?: number;
  readonly rowsPerSecond?: number;
  /** Without: ends in the middle, as when the engine is killed. */
  readonly ended?: boolean;
  /** Responses were waited for when the load had ended. */
  readonly late?: boolean;
}

export const SYNTHETIC_SETUP: Setup = {
  target: scriptTarget({ script: '/srv/shop/Übersicht сервер.js', args: ['--fast'], env: [{ name: 'MODE', value: 'test' }] }),
  ...planOf({ connections: 50, end: { by: 'duration', seconds: 10 } }),
  capture: DEFAULT_CAPTURE,
  collectGarbage: true,
};

const histogramOf = (value: number): AutocannonHistogram =>
  Object.fromEntries(HISTOGRAM_KEYS.map((key, index) => [key, value + index])) as unknown as AutocannonHistogram;

/** Made up, too: every figure is another one. */
export const AUTOCANNON_RESULT: AutocannonResult = {
  url: 'http://127.0.0.1:3000/',
  connections: 50,
  sampleInt: 1_000,
  pipelining: 1,
  duration: 6.05,
  samples: 6,
  start: '2026-01-02T03:04:05.678Z',
  finish: '2026-01-02T03:04:11.728Z',
  statusCodeStats: { '200': { count: 5_321 }, '304': { count: 1 }, '404': { count: 2 }, '503': { count: 1 } },
  latency: { ...histogramOf(7), totalCount: 5_325 },
  requests: { ...histogramOf(880), total: 5_325, sent: 5_375 },
  throughput: { ...histogramOf(161_000.5), total: 987_654 },
  errors: 12,
  timeouts: 3,
  mismatches: 0,
  non2xx: 4,
  resets: 0,
  '1xx': 0,
  '2xx': 5_321,
  '3xx': 1,
  '4xx': 2,
  '5xx': 1,
};

/** Made up, too: a good response, one that failed, and one that never came. */
export const SYNTHETIC_ANSWERS: readonly KeptResponse[] = [
  {
    request: 0,
    connection: 3,
    status: 200,
    at: ORIGIN_US + 4_321.5,
    latency: 4_000,
    bytes: 912,
    head: {
      line: 'HTTP/1.1 200 OK',
      headers: [
        { name: 'Content-Type', value: 'text/html; charset=utf-8' },
        { name: 'Content-Encoding', value: 'gzip' },
        { name: 'Set-Cookie', value: '(not saved)' },
      ],
      isCut: false,
    },
    body: {
      kind: 'text',
      type: 'text/html',
      coding: 'gzip',
      wireBytes: 640,
      decodedBytes: 5_120,
      text: '<!doctype html>\n<title>Shop – Übersicht</title>\n',
      isCut: true,
    },
  },
  {
    request: 0,
    connection: 7,
    status: 503,
    at: ORIGIN_US + 700_000,
    latency: 12_000.25,
    bytes: 180,
    head: { line: 'HTTP/1.1 503 Service Unavailable', headers: [{ name: 'content-type', value: 'application/json' }], isCut: false },
    body: {
      kind: 'text',
      type: 'application/json',
      coding: '',
      wireBytes: 33,
      decodedBytes: 33,
      text: '{"error":"no connection to the database"}',
      isCut: false,
    },
  },
  { request: 0, connection: 1, status: 1, at: ORIGIN_US + 900_000, latency: 800_000, bytes: 0, head: null, body: null },
];

export function syntheticHeader(id = 'synthetic-1', name = 'Synthetic run'): SessionHeader {
  return {
    format: SESSION_FORMAT,
    id,
    name,
    createdAt: '2026-01-02T03:04:05.678Z',
    setup: SYNTHETIC_SETUP,
    environment: { loopscope: '0.1.0', os: 'Linux 6.1', arch: 'x64', cpu: 'Test CPU', cores: 2, memoryBytes: 8e9, engineNode: '20.20.2' },
    command: "loopscope run '/srv/shop/Übersicht сервер.js' -c 50 -d 10 -- --fast",
    keepsValues: false,
  };
}

export function* syntheticEntries({
  seed = 1,
  seconds = 6.4,
  rowsPerSecond = 1_000,
  ended = true,
  late = false,
}: SyntheticOptions = {}): Generator<RecordingEntry> {
  const random = seededRandom(seed);
  yield { type: 'header', header: syntheticHeader() };
  yield { type: 'state', state: 'launching', at: ORIGIN_US - 900_000.5 };
  yield { type: 'process', process: { pid: 4_001, parentPid: 4_000, role: 'main', title: 'server.js', node: '22.1.0' } };
  yield { type: 'process', process: { pid: 4_002, parentPid: 4_001, role: 'cluster worker', title: 'server.js', node: '22.1.0' } };
  yield { type: 'output', stream: 'stdout', text: 'listening on 3000 ✓\n', at: ORIGIN_US - 500_000.25 };
  yield { type: 'state', state: 'waiting', at: ORIGIN_US - 400_000 };
  yield { type: 'resolved', node: '22.1.0', nodePath: '/usr/bin/node', url: 'http://127.0.0.1:3000/', agent: true };
  yield { type: 'state', state: 'warming', at: ORIGIN_US - 300_000 };
  yield { type: 'origin', clock: ORIGIN_US };
  yield { type: 'state', state: 'measuring', at: ORIGIN_US };
  let sent = 50;
  const endUs = seconds * 1e6;
  for (let from = 0, tick = 0; from < endUs; from += BATCH_US, tick++) {
    const batch = syntheticBatch(random, from, Math.round((rowsPerSecond * BATCH_US) / 1e6));
    sent += batch.start.length;
    yield { type: 'requests', batch: packRows(batch), counts: { sent, inFlight: Math.floor(random() * 50) } };
    yield {
      type: 'server',
      samples: [serverSample(random, 4_001, ORIGIN_US + from + 12_345.5), serverSample(random, 4_002, ORIGIN_US + from + 20_000)],
    };
    if (tick % 10 === 9) {
      yield {
        type: 'slice',
        pid: 4_001,
        ...CPU_OF_MAIN_THREAD,
        intervalUs: 1_000,
        profile: syntheticSlice(random, ORIGIN_US + from - 950_000.3, 1_050),
      };
      yield {
        type: 'slice',
        pid: 4_002,
        ...CPU_OF_MAIN_THREAD,
        intervalUs: 1_000,
        profile: syntheticSlice(random, ORIGIN_US + from - 950_000.7, 1_050),
      };
    }
    if (tick % 10 === 9) yield { type: 'machine', sample: machineSample(ORIGIN_US + from + BATCH_US + 400.5, tick) };
    if (tick % 7 === 0)
      yield { type: 'output', stream: tick % 2 ? 'stderr' : 'stdout', text: `line ${tick} ${'é'.repeat(tick)}\n`, at: ORIGIN_US + from };
  }
  if (!ended) return;
  yield { type: 'warning', says: { verbatim: 'The script replaced `console`.' } };
  if (late) yield* lateEntries(endUs, sent);
  yield { type: 'answers', answers: SYNTHETIC_ANSWERS };
  yield { type: 'state', state: 'stopping', at: ORIGIN_US + endUs + 100 };
  yield { type: 'autocannon', result: AUTOCANNON_RESULT };
  yield {
    type: 'load-end',
    at: ORIGIN_US + endUs,
    counts: { sent, inFlight: 50 },
    generator: { cpuPercent: 34.56, latenessMs: null, limited: false },
  };
  yield {
    type: 'sources',
    positions: { 'file:///srv/shop/render.js:10:4': { url: 'file:///srv/shop/render.ts', line: 21, column: 2, name: 'renderList' } },
  };
  yield { type: 'ticks', ticks: SYNTHETIC_TICKS };
  yield { type: 'exit', exit: { code: null, signal: 'SIGTERM' } };
  yield { type: 'state', state: 'done', at: ORIGIN_US + endUs + 400_000 };
  yield { type: 'end', ending: 'completed', failure: null };
}

/** Of three requests that were waited for, one is answered, 0.7 s after the end; another was alive. */
function* lateEntries(endUs: number, sent: number): Generator<RecordingEntry> {
  yield { type: 'phase-end', at: ORIGIN_US + endUs };
  yield { type: 'state', state: 'awaiting', at: ORIGIN_US + endUs + 500 };
  const batch = emptyBatch(3);
  batch.start.set([endUs - 1_500_000, endUs - 2_000_000, endUs - 3_000_000]);
  batch.latency.set([2_200_000, 4_000_000, 5_000_000]);
  batch.status.set([200, UNANSWERED, UNANSWERED]);
  yield { type: 'requests', batch: packRows(batch), counts: { sent: sent + 3, inFlight: 50 } };
  const silence = { from: endUs - 1_000_000.5, to: endUs, inFlight: 4, oldestStart: endUs - 3_000_000 };
  const stream = {
    kind: 'event-stream',
    start: 12.5,
    firstByte: 1_500,
    events: 7,
    eventTimes: { first: 1_500, last: 90_000, withFirst: 2 },
  } as const;
  const liveness = { ...NO_LIVENESS, silences: [silence], waited: 2_000_000, streams: [stream] };
  yield { type: 'liveness', liveness };
}

const FRAME: TickFrame = {
  name: 'render',
  url: '/srv/shop/render.js',
  line: 9,
  column: 3,
  type: 'app',
  tier: 'optimised',
  inlined: false,
  init: false,
};

/** A call tree of four nodes: the root, `handle`, and below it `render` in two tiers. */
const SYNTHETIC_TICKS: Ticks = {
  node: '22.1.0',
  pid: 4_001,
  total: 10,
  unaccounted: 1,
  outside: 3,
  intervalUs: 1_000,
  summary: [
    { name: 'JavaScript', ticks: 6, totalPercent: 60, nonlibPercent: 600 / 7 },
    { name: 'C++', ticks: 0, totalPercent: 0, nonlibPercent: 0 },
    { name: 'GC', ticks: 2, totalPercent: 20, nonlibPercent: 200 / 7 },
    { name: 'Shared libraries', ticks: 3, totalPercent: 30, nonlibPercent: null },
  ],
  libraries: [{ name: '/usr/bin/node', ticks: 3, totalPercent: 30 }],
  bottomUp: [
    { name: 'JS: *render /srv/shop/render.js:10:4', depth: 0, ticks: 5, parentPercent: 50 },
    { name: 'JS: ~handle /srv/shop/server.js:3:1', depth: 1, ticks: 5, parentPercent: 100 },
  ],
  stacks: {
    frames: [FRAME, { ...FRAME, tier: 'unoptimised' }, { ...FRAME, name: 'handle', url: '/srv/shop/server.js', line: 2, column: 0 }],
    parent: [-1, 0, 1, 1],
    frame: [-1, 2, 0, 1],
    top: [0, 1, 5, 3],
    total: [9, 9, 5, 3],
  },
};

function syntheticBatch(random: () => number, fromUs: number, rows: number): RequestBatch {
  const count = Math.floor(fromUs / 1e6) === SILENT_SECOND ? 0 : rows;
  const batch = emptyBatch(count);
  for (let row = 0; row < count; row++) {
    const completion = fromUs + ((row + random()) * BATCH_US) / Math.max(1, rows);
    // Mostly quick, now and then over the second that is counted one by one.
    const latency = Math.min(Math.floor(200 + random() ** 8 * 1_500_000), Math.floor(completion));
    batch.start[row] = completion - latency;
    batch.latency[row] = latency;
    batch.connect[row] = random() < 0.01 ? Math.floor(random() * 900) : ABSENT;
    batch.status[row] = pickStatus(random());
    batch.firstByte[row] = batch.status[row]! < 100 ? ABSENT : Math.floor(latency * random());
    batch.bytes[row] = 100 + Math.floor(random() * 5_000);
    batch.connection[row] = Math.floor(random() * 50);
  }
  return batch;
}

/** Rows of a closed load: sent when intended, each connection a user. */
export function emptyBatch(count: number): RequestBatch {
  const batch = allocatePlainRows(count);
  batch.connect.fill(ABSENT);
  batch.firstByte.fill(ABSENT);
  return batch;
}

function pickStatus(share: number): number {
  if (share < 0.97) return 200;
  if (share < 0.98) return 304;
  if (share < 0.99) return 500;
  return share < 0.995 ? 1 : 3;
}

function serverSample(random: () => number, pid: number, at: number): Extract<RecordingEntry, { type: 'server' }>['samples'][number] {
  const hasAgent = pid === 4_001;
  return {
    at,
    pid,
    cpuPercent: random() * 100,
    rss: Math.floor(5e7 + random() * 1e6),
    heapUsed: Math.floor(2e7 + random() * 1e6),
    elu: hasAgent ? random() : Number.NaN,
    loopStall: hasAgent ? Math.floor(random() * 40_000) : Number.NaN,
    gcCount: Math.floor(random() * 3),
    gcTime: Math.floor(random() * 2_000),
  };
}

/** Quiet, with what a system does not say now and then. */
function machineSample(at: number, tick: number): Extract<RecordingEntry, { type: 'machine' }>['sample'] {
  return {
    at,
    clockGap: tick * 0.5 - 3,
    foreignPercent: tick === 29 ? Number.NaN : 1 + tick / 16,
    stealPercent: tick / 64,
    generatorPercent: tick === 9 ? Number.NaN : 30 + tick / 8,
    generatorLateness: Number.NaN,
  };
}

const FUNCTIONS = [
  ['(root)', '', -1],
  ['(idle)', '', -1],
  ['handle', 'file:///srv/shop/server.js', 5],
  ['render', 'file:///srv/shop/render.js', 10],
  ['__proto__', 'file:///srv/shop/node_modules/list/index.js', 2],
  ['', 'node:internal/timers', 7],
  ['(garbage collector)', '', -1],
] as const;
/** 1 root: 2 idle, 3 handle (4 render (5 __proto__)), 6 timers, 7 gc. */
const CHILDREN: Record<number, number[]> = { 1: [2, 3, 6, 7], 3: [4], 4: [5] };

function syntheticSlice(random: () => number, startTime: number, samples: number): V8Profile {
  const timeDeltas = Array.from({ length: samples }, () => 900 + Math.floor(random() * 200));
  return {
    nodes: FUNCTIONS.map(([functionName, url, lineNumber], index) => ({
      id: index + 1,
      callFrame: { functionName, scriptId: '1', url, lineNumber, columnNumber: url === '' ? -1 : 4 },
      children: CHILDREN[index + 1] ?? [],
    })),
    startTime,
    endTime: startTime + timeDeltas.reduce((sum, delta) => sum + delta, 0) + 300,
    samples: timeDeltas.map(() => 2 + Math.floor(random() * (FUNCTIONS.length - 1))),
    timeDeltas,
  };
}
