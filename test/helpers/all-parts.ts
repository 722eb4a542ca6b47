/** A short made-up run that has recorded each session part, every text of it with the same word in it. */
import { LEAK_PLAN } from '../../shared/model/leak.ts';
import type { Setup } from '../../shared/model/setup/setup.ts';
import type { RecordingEntry } from '../../shared/session/entries.ts';
import { scriptTarget } from './script-target.ts';
import {
  AUTOCANNON_RESULT,
  NO_LIVENESS,
  SYNTHETIC_ANSWERS,
  SYNTHETIC_SETUP,
  syntheticEntries,
  syntheticHeader,
} from './synthetic-recording.ts';

/** The value of a variable of the environment. */
export const WORD = 'tiger-blue-moon-77';
const FOLDER = `/srv/${WORD}`;
const PID = 4_001;
const ORIGIN_US = 7_654_321_098.125;

export const ALL_PARTS_SETUP: Setup = {
  ...SYNTHETIC_SETUP,
  target: scriptTarget({ script: '/srv/shop/server.js', env: [{ name: 'API_TOKEN', value: WORD }] }),
};

/** What a run with every capture records beside `syntheticEntries`. */
const OTHERS: readonly RecordingEntry[] = [
  {
    type: 'timings',
    timings: [
      { pid: PID, name: `render ${WORD}`, at: ORIGIN_US + 1_000.25, us: 250.5 },
      { pid: PID, thread: 2, name: 'ready', at: ORIGIN_US + 2_000, us: null },
    ],
    lost: 3,
  },
  {
    type: 'thread-times',
    pid: PID,
    by: 'kernel',
    start: ORIGIN_US,
    threads: [
      { series: 1, kind: 'worker', tid: 4_003, startTicks: 17, thread: 2, title: `resize ${WORD}`, start: ORIGIN_US, ended: false },
    ],
    rows: {
      end: [ORIGIN_US + 50_000, ORIGIN_US + 100_000.5, ORIGIN_US + 60_000],
      ran: [40_000, 12_000.5, 30_000],
      waited: [0, 3_000, 0],
      series: [0, 0, 1],
      stopped: [0, 0, 0],
    },
  },
  {
    type: 'served',
    routes: [`GET /${WORD}`, 'GET /'],
    rows: {
      start: [ORIGIN_US + 100, ORIGIN_US + 300.5],
      end: [ORIGIN_US + 900, ORIGIN_US + 1_000],
      running: [500, 250],
      request: [1, 2],
      pid: [PID, PID],
      route: [1, 0],
      status: [200, 503],
      port: [50_001, 50_002],
      localPort: [3_000, 3_000],
    },
    lost: 1,
    calls: [{ pid: PID, request: 1, start: ORIGIN_US + 200, end: ORIGIN_US + 500.5, to: `GET http://${WORD}.example`, status: 200 }],
    sharing: {
      names: [{ pid: PID, names: ['interval (server.js:3)', 'TCP db.example:5432'] }],
      exchanges: [{ pid: PID, shared: 0, time: ORIGIN_US + 700, count: 2, us: 40.5, routes: [0, 1] }],
      isCpuTime: true,
    },
    costs: [{ pid: PID, time: ORIGIN_US + 1_500_000, timePercent: 1.5, cpuPercent: 4.5, isTooMuch: false }],
  },
  {
    type: 'waits',
    names: [`postgresql://${WORD}.example:5432`, `select a from "${WORD}" where b = ?`, 'https://db.example', 'GET'],
    rows: {
      start: [ORIGIN_US + 150, ORIGIN_US + 350.5],
      end: [ORIGIN_US + 250.5, ORIGIN_US + 900],
      line: [20, 0xffff_ffff],
      request: [1, 2],
      pid: [PID, PID],
      kind: [0, 1],
      to: [0, 2],
      name: [1, 3],
      status: [0, 503],
      limit: [0, 2],
    },
    lost: 1,
  },
  {
    type: 'peers',
    pid: PID,
    peers: [
      { kind: 'http', to: `https://${WORD}.example`, calls: 7, progress: 9_000.5, idle: 8_000, lines: 7, line: 300.25, lineIdle: 200 },
      { kind: 'query', to: 'postgresql://db.example:5432', calls: 9, progress: 700, idle: 650.5, lines: 0, line: 0, lineIdle: 0 },
    ],
  },
  {
    type: 'server',
    samples: [
      {
        ...{ at: ORIGIN_US + 1_200_000, pid: PID, cpuPercent: 5, rss: 1, heapUsed: 1, elu: 0.1, loopStall: 0, gcCount: 0, gcTime: 0 },
        ...{ allocated: 12_000.5, behind: 0, toldAt: 5, heapTotal: 9, workersHeap: 1, external: 4, arrayBuffers: 2, liveHeap: 5 },
        ...{ fullCount: 1, fullTime: 700, stepCount: 2, stepTime: 30, minorPause: 10, fullPause: 700, stepPause: 20 },
        ...{ lastRequest: ORIGIN_US + 900_000, lastResponse: ORIGIN_US + 800_000, longestResponse: 1_500 },
      },
    ],
  },
  { type: 'live-memory', pid: PID, when: 'before', levels: { heap: 5_000_000, external: 1_500, arrayBuffers: 700, rss: 60_000_000 } },
  { type: 'live-memory', pid: PID, when: 'after', levels: null },
  { type: 'blocks', pair: { on: { from: ORIGIN_US, to: ORIGIN_US + 1e6 }, off: { from: ORIGIN_US + 1e6, to: ORIGIN_US + 2e6 } } },
  {
    type: 'exact',
    pass: {
      comparedMs: 2_000,
      inlined: { perSecond: 1_000.5, cpuUsPerRequest: 410 },
      exact: { perSecond: null, cpuUsPerRequest: 512.25 },
    },
  },
  {
    type: 'limit-level',
    level: {
      ...{ rate: 60, from: 0.5, holdS: 6.75, drainS: 0.25, came: 405, wrong: 2, givenUp: 1, kinds: { 503: 1, unanswered: 1 } },
      counts: [
        { requests: 405, beyond: 3, wrong: 2, beyondSinceSent: 2, value: 182.5, valueSinceSent: null },
        { requests: 405, beyond: 2, wrong: 2, beyondSinceSent: 2, value: 0.5, valueSinceSent: null },
      ],
      ...{ behind: 1.5, mayBeBehind: 10, rose: false, lateMs: null },
    },
  },
  { type: 'leak-plan', plan: { ...LEAK_PLAN, perRound: 200 }, warmUp: { requests: 400, failed: 1, ms: 5_000.5 } },
  {
    type: 'leak-round',
    round: {
      ...{ kind: 'settle', requests: 200, failed: 0, ms: 900.25 },
      threads: [{ pid: PID, thread: 0, heap: 8e6, external: 1e6, arrayBuffers: 4e5 }],
      counts: { threads: 1, descriptors: null, resources: 4, contexts: 1 },
      rss: 5e7,
    },
  },
  { type: 'leak-cut', cut: 'load-failed' },
  {
    type: 'leak-found',
    found: {
      grown: [
        {
          constructor: 'Ticket',
          ...{ countPerRequest: 1, bytesPerRequest: 1_048.5 },
          heldBy: [
            {
              kind: 'variable',
              name: `byName.${WORD}`,
              constructor: 'Map',
              delayMs: null,
              share: 0.9,
              place: { url: `file://${FOLDER}/a.js`, line: 3 },
            },
            { kind: 'timers', name: '', constructor: 'TimersList', delayMs: 5_000, share: 0.1, place: null },
          ],
          functions: [{ name: 'handle', place: { url: `file://${FOLDER}/a.js`, line: null }, share: 1 }],
        },
      ],
      not: null,
      sites: [{ name: WORD, place: { url: `file://${FOLDER}/a.js`, line: 7 }, share: 0.75 }],
    },
  },
  { type: 'captured', figure: { capture: 'leavings', name: 'requests', pid: PID, thread: 0, value: 50.5, unit: 'ms' } },
  { type: 'liveness', liveness: { ...NO_LIVENESS, waited: 2_000_000, warmUp: { sent: 10, answered: 9 } } },
  {
    type: 'sources',
    positions: { [`file://${FOLDER}/a.js:1:1`]: { url: `file://${FOLDER}/a.ts`, line: 2, column: 3, name: 'list' } },
    lines: { [`file://${FOLDER}/a.js:1`]: { url: `file://${FOLDER}/a.ts`, line: 2, isExact: true } },
    files: { [`file://${FOLDER}/a.ts`]: 'ab'.repeat(32) },
    texts: { [`file://${FOLDER}/a.ts`]: `const token = '${WORD}';\n` },
  },
  { type: 'output', stream: 'stderr', text: `cannot read ${FOLDER}/plan.json\nconnect ECONNREFUSED db.exa`, at: ORIGIN_US + 5_000 },
  { type: 'output', stream: 'stderr', text: 'mple:5432\n', at: ORIGIN_US + 5_001 },
  { type: 'output-dropped', bytes: 17 },
  { type: 'autocannon', result: { ...AUTOCANNON_RESULT, url: `http://127.0.0.1:3000/?key=${WORD}` } },
  {
    type: 'answers',
    answers: SYNTHETIC_ANSWERS.map((one) => ({
      ...one,
      head: one.head && { ...one.head, headers: [...one.head.headers, { name: 'x-trace', value: WORD }] },
      body: one.body && { ...one.body, text: `${one.body.text} ${WORD}` },
    })),
  },
];

export function* allParts(): Generator<RecordingEntry> {
  for (const entry of syntheticEntries({ seconds: 1.2, rowsPerSecond: 40 })) {
    if (entry.type === 'header')
      yield { type: 'header', header: { ...syntheticHeader('all-parts', 'Every part'), setup: ALL_PARTS_SETUP } };
    else if (entry.type !== 'answers' && entry.type !== 'autocannon' && entry.type !== 'ticks') yield entry;
    if (entry.type === 'load-end') yield* OTHERS;
    if (entry.type === 'ticks') {
      const [library] = entry.ticks.libraries;
      yield { ...entry, ticks: { ...entry.ticks, libraries: [{ ...library!, name: `${FOLDER}/addon.node` }] } };
    }
  }
}
