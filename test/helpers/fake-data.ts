/** Canned but plausible data for looking at the interface without an engine. Everything is derived from seeds and time. */

import { type FoundPath, pathsMeant } from '../../electron/engine/machine/find-typed.ts';
import type { PrivateFacts } from '../../shared/copies/private-facts.ts';
import { LatencyDensity } from '../../shared/load/latency-density.ts';
import { allocateRows } from '../../shared/load/request-rows.ts';
import { RequestSelection } from '../../shared/load/request-selection.ts';
import { insideOf } from '../../shared/load/window.ts';
import type { Study } from '../../shared/model/comparison/study.ts';
import { answeredOf } from '../../shared/model/distribution.ts';
import { fail, type Outcome, succeed } from '../../shared/model/failure.ts';
import type { ExactPass } from '../../shared/model/profile/exact-pass.ts';
import type { Grouping } from '../../shared/model/profile/groupings.ts';
import { CPU_OF_MAIN_THREAD, type Profile } from '../../shared/model/profile/profile.ts';
import type { FlameChartColumns, FlameColumns, FunctionRow } from '../../shared/model/profile/profile-views.ts';
import type { MeasuredCost } from '../../shared/model/profile/profiling-cost.ts';
import type { RecentSession } from '../../shared/model/recent-session.ts';
import {
  type BlockedRow,
  type Environment,
  hasLoad,
  type NoReplyFigures,
  type PeerWaits,
  type Report,
  type RoutesFigures,
  type RunReport,
  type WaitFigures,
} from '../../shared/model/report.ts';
import { ABSENT, ERROR_KINDS, type RequestBatch } from '../../shared/model/run.ts';
import type {
  DensityColumns,
  FunctionSeriesColumns,
  LoadSeriesColumns,
  MachineSeriesColumns,
  RequestRows,
  ServerSeriesColumns,
} from '../../shared/model/series.ts';
import { argumentsOf } from '../../shared/model/setup/command-line.ts';
import { DEFAULT_CAPTURE, DEFAULT_SETUP, keepsConnections, pipeliningOf, type Setup, workersOf } from '../../shared/model/setup/setup.ts';
import { subjectOf } from '../../shared/model/setup/subject.ts';
import type { TimePart, TimePartName } from '../../shared/model/time-parts.ts';
import type { HarHosts } from '../../shared/plan/har.ts';
import { FlameChart } from '../../shared/profile/time/flame-chart.ts';
import { toFlameChartColumns } from '../../shared/profile/time/flame-chart-columns.ts';
import type { CallTree } from '../../shared/profile/tree/call-tree.ts';
import { listGroups } from '../../shared/profile/tree/groups.ts';
import { findHotCode } from '../../shared/profile/tree/hot-code.ts';
import { listPackages } from '../../shared/profile/tree/packages.ts';
import type { RequestParams, RequestReplies } from '../../shared/protocol/contract.ts';
import type { SessionInfo } from '../../shared/protocol/session-contract.ts';
import type { Recording } from '../../shared/protocol/sessions-contract.ts';
import type { FolderListing, NodeBinary } from '../../shared/protocol/setup-contract.ts';
import { say } from '../../shared/words/said.ts';
import { KNOWN_CPU } from './known-cpu.ts';
import { type PlanSettings, planOf } from './plans.ts';
import { scriptTarget } from './script-target.ts';
import { AUTOCANNON_RESULT } from './synthetic-recording.ts';
import { verbatim } from './worded.ts';

/** The same number in 0..1 for the same seed. */
export function noise(seed: number): number {
  let x = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32;
}

export function makeSetup(script: string, load: PlanSettings = {}): Setup {
  return {
    target: scriptTarget({ script }),
    ...planOf({ connections: 50, ...load }),
    capture: DEFAULT_CAPTURE,
    collectGarbage: true,
  };
}

export const NODES: NodeBinary[] = [
  { path: '/usr/local/bin/node', version: '20.20.2', source: 'PATH', problem: null },
  { path: '/home/ana/.nvm/versions/node/v24.4.0/bin/node', version: '24.4.0', source: 'nvm', problem: null },
  { path: '/home/ana/.nvm/versions/node/v22.14.0/bin/node', version: '22.14.0', source: 'nvm', problem: null },
  {
    path: '/home/ana/.nvm/versions/node/v16.20.2/bin/node',
    version: '16.20.2',
    source: 'nvm',
    problem: verbatim('Node 16 is too old to be profiled in slices; Loopscope needs 18 or newer.'),
  },
];

export const DEMOS: Study[] = [
  {
    name: 'ssr',
    title: 'SSR: long or small tasks',
    language: 'en',
    folder: null,
    summary:
      'A server renders a small list 5,625 times for each request, with ReactDOMServer.renderToString. In one long task everybody waits for everybody; in small tasks the waiting is shared out.',
    variants: [
      {
        name: 'long',
        title: 'One long task per request',
        setup: makeSetup('/opt/loopscope/resources/demos/ssr/server-long.js', { end: { by: 'amount', requests: 200 } }),
      },
      {
        name: 'small',
        title: 'Many small tasks',
        setup: makeSetup('/opt/loopscope/resources/demos/ssr/server-small.js', { end: { by: 'amount', requests: 200 } }),
      },
    ],
    comparisons: [
      {
        name: 'quick',
        title: 'Smaller pages',
        comparison: {
          variants: [
            {
              title: 'One long task',
              setup: makeSetup('/opt/loopscope/resources/demos/ssr/server-long.js', { end: { by: 'amount', requests: 200 } }),
            },
            {
              title: 'Many small tasks',
              setup: makeSetup('/opt/loopscope/resources/demos/ssr/server-small.js', { end: { by: 'amount', requests: 200 } }),
            },
          ],
          pairs: 10,
          question: 'spread',
          profiled: true,
          seed: 1,
          equivalencePercent: 5,
        },
        reveal: null,
        usualPerSecond: null,
      },
      {
        name: 'mixed',
        title: 'A cheap route beside the pages',
        comparison: {
          variants: ['server-long.js', 'server-small.js'].map((script) => ({
            title: `The cheap route of ${script}`,
            setup: makeSetup(`/opt/loopscope/resources/demos/ssr/${script}`, { url: '/health', connections: 4 }),
          })),
          pairs: 10,
          question: 'p50',
          profiled: true,
          seed: 1,
          equivalencePercent: 5,
        },
        reveal: 'The cheap route waits for [one chunk](chart:dots), not for a page.',
        usualPerSecond: null,
      },
    ],
    grids: [],
    lesson: {
      question: 'What do the small tasks do to the waiting?',
      choices: [
        { id: 'faster', text: 'Everybody waits less.' },
        { id: 'fair', text: 'Nearly everybody waits about the same.' },
      ],
      expected: 'fair',
      before: 'Both servers do the **same** work. <img src=x onerror=alert(1)>',
      reveal:
        'Look at the [requests](chart:answer-order), then at [throughput](chart:dots). The [standard deviation](chart:verdicts) says it, too. [Elsewhere](https://example.com/) leads nowhere.',
      explain: 'The [stalls](chart:stalls) differ; [log](frame:log) stands in the [flame graph](chart:flame).',
      tryNext: '- Use one connection.',
    },
    services: null,
  },
];

export function makeRecent(now: number): RecentSession[] {
  const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  const summary = (script: string, completed: number, p50Ms: number, p99Ms: number, requestsPerSecond: number) => ({
    script,
    connections: 50,
    completed,
    failed: completed > 20_000 ? 3 : 0,
    p50Ms,
    p99Ms,
    requestsPerSecond,
    ending: 'completed' as const,
    unexpected: 0,
  });
  return [
    {
      path: '/home/ana/.local/share/loopscope/sessions/server-long 2026-02-11 10.41.loopscope',
      name: 'server-long.js, 50 connections, 200 requests',
      openedAt: ago(2),
      missing: false,
      summary: summary('server-long.js', 200, 4_610, 5_180, 10.1),
    },
    {
      path: '/home/ana/shop/checkout after index.loopscope',
      name: 'checkout after the index',
      openedAt: ago(64),
      missing: false,
      summary: summary('server.mjs', 28_812, 3.07, 12.4, 2_881),
    },
    {
      path: '/home/ana/shop/checkout.loopscope',
      name: 'checkout before',
      openedAt: ago(60 * 26),
      missing: true,
      summary: summary('server.mjs', 17_230, 5.61, 48.2, 1_723),
    },
    { path: '/home/ana/Downloads/worker.cpuprofile', name: 'worker.cpuprofile', openedAt: ago(60 * 24 * 9), missing: false, summary: null },
  ];
}

export function makeRecordings(now: number): Recording[] {
  return [
    {
      id: 'rec-1',
      name: 'server.mjs, 50 connections, 10 min',
      createdAt: new Date(now - 3_600_000 * 3).toISOString(),
      script: '/home/ana/shop/server.mjs',
      bytes: 18_400_000,
    },
  ];
}

const TREE: Record<string, [parent: string | null, size: number, modified: string]> = {
  '/home/ana/shop': ['/home/ana', 0, ''],
  '/home/ana/shop/node_modules': ['/home/ana/shop', 0, ''],
  '/home/ana/shop/routes': ['/home/ana/shop', 0, ''],
  '/home/ana/shop/server.mjs': ['/home/ana/shop', 2_310, '2026-02-10T09:12:00Z'],
  '/home/ana/shop/cluster.mjs': ['/home/ana/shop', 1_120, '2026-02-08T18:40:00Z'],
  '/home/ana/shop/ports.mjs': ['/home/ana/shop', 610, '2026-02-08T18:40:00Z'],
  '/home/ana/shop/crash.mjs': ['/home/ana/shop', 240, '2026-02-08T18:40:00Z'],
  '/home/ana/shop/checkout after index.loopscope': ['/home/ana/shop', 1_910_000, '2026-02-11T08:00:00Z'],
  '/home/ana/shop/friday.yaml': ['/home/ana/shop', 240, '2026-02-08T18:40:00Z'],
  '/home/ana/shop/friday.har': ['/home/ana/shop', 240_000, '2026-02-08T18:40:00Z'],
  '/home/ana/shop/routes/cart.mjs': ['/home/ana/shop/routes', 4_100, '2026-01-30T11:00:00Z'],
  '/home/ana/Downloads': ['/home/ana', 0, ''],
  '/home/ana/Downloads/worker.cpuprofile': ['/home/ana/Downloads', 6_204_000, '2026-02-02T13:00:00Z'],
};

export function listFolder(dir: string, kind: string): FolderListing {
  const matches = (path: string) =>
    kind === 'any' ||
    (kind === 'script' && /\.[cm]?[jt]s$/.test(path)) ||
    (kind === 'session' && /\.(loopscope|cpuprofile)$/.test(path)) ||
    path.endsWith({ plan: '.yaml', group: '.yaml', har: '.har' }[kind] ?? '/');
  const entries = Object.entries(TREE)
    .filter(([path, [parent, size]]) => parent === dir && (size === 0 || matches(path)))
    .map(([path, [, size, modifiedAt]]) => ({
      name: path.slice(dir.length + 1),
      path,
      kind: size === 0 ? ('folder' as const) : ('file' as const),
      size,
      modifiedAt: modifiedAt || '2026-02-10T09:12:00Z',
    }));
  const places = { start: '/home/ana/shop', home: '/home/ana', saved: '/home/ana/.local/share/loopscope/sessions' };
  return { dir, parent: dir === '/' ? null : dir.replace(/\/[^/]+$/, '') || '/', places, entries };
}

function fill(length: number, value: (index: number) => number): Float64Array {
  return Float64Array.from({ length }, (_, index) => value(index));
}

/** One bucket a second; a stall of the loop shows as a spike around second 7, then every 11 seconds. */
export function makeLoadSeries(measuredMs: number, fromBucket: number): LoadSeriesColumns {
  const count = Math.max(0, Math.ceil(measuredMs / 1_000) - fromBucket);
  const at = (index: number) => index + fromBucket;
  const part = (index: number) => Math.min(1, measuredMs / 1_000 - at(index));
  const spike = (index: number) => (at(index) % 11 === 7 ? 9 : 1);
  const rate = (index: number) => (2_880 + 240 * (noise(at(index)) - 0.5)) / Math.sqrt(spike(index));
  const p50 = (index: number) => 3.05 + noise(at(index) + 1_000) * 0.3;
  return {
    meta: { bucketMs: 1_000, fromBucket, kinds: ['TIMEOUT'] },
    completed: Uint32Array.from(fill(count, (i) => rate(i) * part(i))),
    failed: Uint32Array.from(fill(count, (i) => (spike(i) > 1 ? 3 : 0))),
    unexpected: Uint32Array.from(fill(count, (i) => (at(i) % 7 === 3 ? 2 : 0))),
    dropped: new Uint32Array(count),
    byKind: Uint32Array.from(fill(count, (i) => (spike(i) > 1 ? 3 : 0))),
    inFlight: Uint32Array.from(fill(count, () => 50)),
    bytes: fill(count, (i) => rate(i) * part(i) * 1_840),
    p50: fill(count, p50),
    p90: fill(count, (i) => p50(i) * 1.7),
    p99: fill(count, (i) => p50(i) * 3.4 * Math.sqrt(spike(i))),
    max: fill(count, (i) => p50(i) * (8 + noise(at(i) + 7) * 4) * spike(i)),
    serviceP50: fill(count, () => Number.NaN),
    serviceP99: fill(count, () => Number.NaN),
    latenessP99: fill(count, () => Number.NaN),
  };
}

/** As many expected responses as the series has, all of a second about as slow as each other. */
export function makeDensity(measuredMs: number): DensityColumns {
  const { completed, unexpected, p50 } = makeLoadSeries(measuredMs, 0);
  const density = new LatencyDensity();
  completed.forEach((count, second) => {
    for (let one = 0; one < count - unexpected[second]!; one++) density.add(second * 1e6, p50[second]! * 1e3 * (0.6 + 3 * noise(one) ** 3));
  });
  return density.toColumns();
}

const ROWS_PER_S = 2_850;

/** As many requests as the report counts, one after the other on 50 connections: three are reset, four answered with 503. */
export function makeRequestBatch(measuredMs: number): RequestBatch {
  const count = Math.round((measuredMs / 1_000) * ROWS_PER_S) + 3;
  const rows = allocateRows(count);
  for (let row = 0; row < count; row++) {
    const latency = Math.round(580 + 3_000 * noise(row) + (row % 311 === 0 ? 300_000 * noise(row + 9) : 0));
    const end = ((row + 1) / count) * measuredMs * 1_000;
    rows.start[row] = Math.max(0, Math.floor(end) - latency);
    rows.intended[row] = rows.start[row]!;
    rows.latency[row] = latency;
    rows.status[row] = row % 12_500 === 500 ? 503 : 200;
    rows.bytes[row] = 1_840;
    rows.connection[row] = row % 50;
    rows.user[row] = row % 50;
    rows.connect[row] = row < 50 ? 120 + row : ABSENT;
    rows.firstByte[row] = Math.round(latency * 0.95);
    if (row % 20_000 === 7_000) {
      rows.status[row] = 1 + ERROR_KINDS.indexOf('ECONNRESET');
      rows.firstByte[row] = ABSENT;
    }
  }
  return rows;
}

/** Half a second in every other second, a tenth of it in the function itself. */
export function makeMoments(measuredMs: number): FunctionSeriesColumns {
  const total = Float64Array.from({ length: Math.ceil(measuredMs / 1_000) }, (_, second) => (second % 2 === 0 ? 500_000 : 0));
  const meta = {
    bucketUs: 1_000_000,
    endUs: measuredMs * 1_000,
    unit: 'microseconds' as const,
    isTimed: true,
    samples: 500 * total.length,
  };
  return { meta, total, self: total.map((us) => us / 10), sampled: total.map(() => 1_000_000) };
}

export function makeRequests(measuredMs: number, asked: RequestParams<'session.requests'>): RequestRows {
  const { by, descending, window, offset, limit, of = null, ...filter } = asked;
  const selection = new RequestSelection(filter, { by, descending }, offset + limit, of && ((batch, row) => batch.latency[row]! / 10));
  selection.add(makeRequestBatch(measuredMs), window === null ? undefined : insideOf(window, measuredMs * 1_000));
  return { meta: { matched: selection.matched, done: 1 }, ...selection.page(offset, limit) };
}

const PROCESSES = [
  { pid: 4_242, parentPid: 1, role: 'main', title: 'server.mjs', node: '20.20.2' },
  { pid: 4_243, parentPid: 4_242, role: 'cluster worker', title: 'server.mjs', node: '20.20.2' },
] as const;
/** What the session of a profile of V8 with two threads says of itself. */
export const IMPORTED: Partial<SessionInfo> = {
  kind: 'profile',
  setup: null,
  command: null,
  url: null,
  node: null,
  exit: null,
  processes: [],
  path: '/home/ana/shop/server.cpuprofile',
  imported: {
    file: '/home/ana/shop/server.cpuprofile',
    isForeign: true,
    format: 'cpuprofile',
    profiles: [
      { title: 'main', unit: 'microseconds', endMs: 20_000 },
      { title: 'worker', unit: 'microseconds', endMs: 20_000 },
    ],
    notes: [verbatim('Two samples had no time.')],
  },
};

export const PRIVATE_FACTS: PrivateFacts = {
  keepsValues: false,
  leftOut: [],
  runs: 1,
  facts: [
    { about: 'suspicious', count: 1, hidden: 0, parts: ['manifest.json'], example: 'failure.detail: password=(not saved)' },
    { about: 'users', count: 1, hidden: 0, parts: ['manifest.json', 'profiles/*.cpuprofile'], example: 'ana' },
    { about: 'paths', count: 41, hidden: 0, parts: ['manifest.json', 'profiles/*.cpuprofile'], example: '/home/ana/shop/server.mjs' },
    { about: 'environment', count: 2, hidden: 1, parts: ['manifest.json'], example: 'NODE_ENV=production' },
    { about: 'output', count: 5_120, hidden: 0, parts: ['output.txt'], example: 'listening on 3000' },
    { about: 'functions', count: 380, hidden: 0, parts: ['profiles/*.cpuprofile'], example: 'renderToString \\u202e' },
    { about: 'machine', count: 3, hidden: 0, parts: ['manifest.json'], example: 'Linux 6.1' },
  ],
};

export const TARGET_PROCESSES = PROCESSES;

/** Two processes, four looks a second each. */
export function makeServerSeries(measuredMs: number, fromRow: number): ServerSeriesColumns {
  const count = Math.max(0, Math.floor(measuredMs / 250) * 2 - fromRow);
  const row = (index: number) => index + fromRow;
  const second = (index: number) => Math.floor(row(index) / 8);
  const busy = (index: number) => (row(index) % 2 === 0 ? 0.94 : 0.61) + (noise(row(index)) - 0.5) * 0.08;
  const stalls = (index: number) => second(index) % 11 === 7 && row(index) % 8 === 2;
  return {
    meta: { processes: PROCESSES, fromRow },
    atMs: fill(count, (i) => Math.floor(row(i) / 2) * 250 + 250),
    pid: Uint32Array.from(fill(count, (i) => PROCESSES[row(i) % 2]!.pid)),
    cpuPercent: Float32Array.from(fill(count, (i) => busy(i) * 104)),
    rss: fill(count, (i) => 92e6 + 18e6 * (1 - Math.exp(-row(i) / 60)) + ((row(i) * 37) % 24) * 2.4e5),
    heapUsed: fill(count, (i) => 38e6 + ((row(i) * 37) % 24) * 9e5),
    elu: Float32Array.from(fill(count, busy)),
    stallMs: fill(count, (i) => (stalls(i) ? 268 : 2 + 6 * noise(row(i) + 99))),
    gcMs: fill(count, (i) => (row(i) % 6 === 0 ? 4.1 : 0.6) * noise(row(i) + 5)),
  };
}

/** Another program is busy for some seconds, and once the machine slept. */
export function makeMachineSeries(measuredMs: number, fromRow: number): MachineSeriesColumns {
  const count = Math.max(0, Math.floor(measuredMs / 1_000) - fromRow);
  const second = (index: number) => index + fromRow;
  const isBusy = (index: number) => second(index) % 13 >= 8 && second(index) % 13 < 11;
  return {
    meta: { fromRow },
    atMs: fill(count, (i) => (second(i) + 1) * 1_000),
    gapMs: fill(count, (i) => (second(i) === 5 ? 12_300 : 0.2)),
    foreignPercent: Float32Array.from(fill(count, (i) => (isBusy(i) ? 62 : 3) + 4 * noise(second(i)))),
    stealPercent: Float32Array.from(fill(count, (i) => 0.5 * noise(second(i) + 17))),
    generatorPercent: Float32Array.from(fill(count, (i) => 28 + 5 * noise(second(i) + 31))),
    latenessMs: fill(count, () => Number.NaN),
  };
}

/** name, url, line, kind (0 own, 1 dependency, 2 core, 3 native), self share, children. */
interface FakeFrame {
  name: string;
  url: string;
  line: number;
  kind: number;
  self: number;
  children: FakeFrame[];
}

const f = (name: string, url: string, line: number, kind: number, self: number, ...children: FakeFrame[]): FakeFrame => ({
  name,
  url,
  line,
  kind,
  self,
  children,
});
const own = (file: string) => `file:///home/ana/shop/${file}`;
const dep = (file: string) => `file:///home/ana/shop/node_modules/${file}`;

function renderList(depth: number): FakeFrame {
  const below = depth > 0 ? [renderList(depth - 1)] : [];
  return f(
    depth % 2 ? 'renderElement' : 'renderNode',
    dep('react-dom/cjs/react-dom-server.node.production.js'),
    5_200 + depth * 31,
    1,
    1.4,
    f('pushStartInstance', dep('react-dom/cjs/react-dom-server.node.production.js'), 2_410, 1, 1.6),
    f('escapeTextForBrowser', dep('react-dom/cjs/react-dom-server.node.production.js'), 190, 1, depth === 0 ? 5 : 0.5),
    ...below,
  );
}

const ROOT = f(
  '(root)',
  '',
  0,
  3,
  0,
  f(
    'processTicksAndRejections',
    'node:internal/process/task_queues',
    72,
    2,
    1.2,
    f('handleCheckout', own('routes/cart.mjs'), 41, 0, 3.2, f('priceOf', own('routes/price.mjs'), 12, 0, 9.4, f('sort', '', 0, 3, 2.2))),
  ),
  f(
    'parserOnIncoming',
    'node:_http_server',
    1_068,
    2,
    2.1,
    f(
      'emit',
      'node:events',
      465,
      2,
      1.1,
      f(
        'handle',
        dep('express/lib/application.js'),
        157,
        1,
        1.5,
        f(
          'next',
          dep('router/index.js'),
          183,
          1,
          2.4,
          f('jsonParser', dep('body-parser/lib/types/json.js'), 98, 1, 2.8, f('parse', '', 0, 3, 3.1)),
          f('renderPage', own('server.mjs'), 28, 0, 4.1, f('Cart', own('views/cart.mjs'), 9, 0, 6.2), renderList(9)),
          f('<img src=x onerror=alert(1)>', own('views/odd.mjs'), 3, 0, 0.9),
        ),
      ),
    ),
  ),
  f('onStreamRead', 'node:internal/stream_base_commons', 166, 2, 1.8, f('writev', '', 0, 3, 4.4)),
  f('(garbage collector)', '', 0, 3, 3.7),
  f('(program)', '', 0, 3, 2.9),
);

interface Flat extends FakeFrame {
  parent: number;
  total: number;
}

function flatten(frame: FakeFrame, parent: number, out: Flat[]): number {
  const index = out.length;
  const flat: Flat = { ...frame, parent, total: frame.self };
  out.push(flat);
  for (const child of frame.children) flat.total += flatten(child, index, out);
  return flat.total;
}

export const FLAT: Flat[] = [];
const SHARE = flatten(ROOT, -1, FLAT);

/** Grows with the run: the same tree, more time in it. */
export function makeFlame(measuredMs: number): FlameColumns {
  const names = [...new Set(FLAT.map(({ name }) => name))];
  const urls = [...new Set(FLAT.map(({ url }) => url))];
  const us = (share: number) => (share / SHARE) * measuredMs * 940;
  return {
    meta: {
      names,
      urls,
      base: measuredMs * 940,
      unit: 'microseconds',
      samples: Math.round(measuredMs * 0.9),
      timeBase: 'cpu',
      cpu: KNOWN_CPU,
      folded: 0,
    },
    parent: Int32Array.from(FLAT, ({ parent }) => parent),
    name: Uint32Array.from(FLAT, ({ name }) => names.indexOf(name)),
    url: Uint32Array.from(FLAT, ({ url }) => urls.indexOf(url)),
    line: Uint32Array.from(FLAT, ({ line }) => line),
    kind: Uint8Array.from(FLAT, ({ kind }) => kind),
    self: Float64Array.from(FLAT, ({ self }) => us(self)),
    folded: new Float64Array(FLAT.length),
    total: Float64Array.from(FLAT, ({ total }) => us(total)),
  };
}

/** The same for what is computed of call trees. */
function makeTree(measuredMs: number): CallTree {
  const { parent, self, folded, total, meta } = makeFlame(measuredMs);
  return {
    frames: FLAT.map(({ name, url, line, kind }) => ({ name, url, line: line - 1, column: line > 0 ? 0 : -1, kind: KINDS[kind]! })),
    parent,
    frame: Int32Array.from(FLAT, (_, index) => index),
    self,
    folded,
    total,
    samples: self.map((us) => Math.round(us / 1_000)),
    base: meta.base,
    unit: meta.unit,
    sampleCount: meta.samples,
    timeBase: meta.timeBase,
    cpu: meta.cpu,
    isSampled: true,
  };
}

const BLOCKED_ROW: BlockedRow = {
  call: 'readSync',
  function: 'loadPrices',
  url: 'file:///home/ana/shop/prices.mjs',
  line: 12,
  threads: 2,
  blockedMs: 400,
  percent: 100,
};

/** Requests one after the other, each through the same tree in its order, with a pause and now and then a collection between them. */
function makeChartProfile(measuredMs: number): Profile {
  const idle = FLAT.length;
  const collector = FLAT.findIndex(({ name }) => name === '(garbage collector)');
  const once = FLAT.flatMap(({ self }, node) => Array<number>(node === collector ? 0 : Math.ceil(self)).fill(node));
  const samples: number[] = [];
  for (let request = 0; samples.length < measuredMs; request++) {
    samples.push(...once.flatMap((node, at) => (request % 3 === 1 && at === 40 ? [node, collector, collector, collector] : [node])));
    samples.push(...Array<number>(4 + Math.floor(noise(request) * 20)).fill(idle));
  }
  const sampleNode = Int32Array.from(samples.slice(0, measuredMs));
  const frames = [...FLAT, { name: '(idle)', url: '', line: 0, kind: 3 }];
  return {
    pid: 4_242,
    intervalUs: 1_000,
    ...CPU_OF_MAIN_THREAD,
    frames: frames.map(({ name, url, line, kind }) => ({ name, url, line: line - 1, column: line > 0 ? 0 : -1, kind: KINDS[kind]! })),
    parent: Int32Array.from([...FLAT.map(({ parent }) => parent), 0]),
    frame: Int32Array.from(frames, (_, index) => index),
    sampleNode,
    sampleTime: Float64Array.from(sampleNode, (_, i) => i * 1_000),
    startTime: 0,
    endTime: sampleNode.length * 1_000,
    weights: null,
  };
}

export function makeChart(measuredMs: number, asked: RequestParams<'profile.chart'>): FlameChartColumns {
  const { fromUs, toUs, pixels, search } = asked;
  const chart = new FlameChart(makeChartProfile(measuredMs), asked);
  return toFlameChartColumns(measuredMs < 1 ? [] : [chart], { from: fromUs, to: toUs, least: (toUs - fromUs) / pixels }, search, 0);
}

const KINDS = ['own', 'dependency', 'core', 'native'] as const;

export function makeFunctions(measuredMs: number): RequestReplies['profile.functions'] {
  const base = measuredMs * 940;
  const bySite = new Map<string, FunctionRow>();
  for (const { name, url, line, kind, self, total } of FLAT.slice(1)) {
    const key = `${name} ${url} ${line}`;
    const known = bySite.get(key);
    const selfUs = (known?.self ?? 0) + (self / SHARE) * base;
    const totalUs = Math.max(known?.total ?? 0, (total / SHARE) * base);
    bySite.set(key, {
      index: known?.index ?? bySite.size,
      hasMore: true,
      function: name,
      url,
      line,
      column: line ? 5 : 0,
      kind: KINDS[kind]!,
      self: selfUs,
      selfPercent: (100 * selfUs) / base,
      folded: 0,
      total: totalUs,
      totalPercent: (100 * totalUs) / base,
      samples: Math.round(selfUs / 1_000),
    });
  }
  const rows = [...bySite.values()].sort((a, b) => b.self - a.self);
  return { rows, base, unit: 'microseconds', samples: Math.round(measuredMs * 0.9), timeBase: 'cpu', cpu: KNOWN_CPU, isSampled: true };
}

export function makeGroups(measuredMs: number, by: Grouping): RequestReplies['profile.groups'] {
  const { rows: _, ...base } = makeFunctions(measuredMs);
  return { ...base, rows: listGroups(makeTree(measuredMs), by) };
}

/** Two callers below each function, down to the root. */
export function makeRelated(measuredMs: number, path: readonly number[]): { rows: FunctionRow[] } {
  if (path.length > 4) return { rows: [] };
  const { rows } = makeFunctions(measuredMs);
  const of = rows.find(({ index }) => index === path[path.length - 1]) ?? rows[0]!;
  const pick = [rows[(of.index + 3) % rows.length]!, rows[(of.index + 5) % rows.length]!];
  return {
    rows: pick.map((row, at) => ({
      ...row,
      self: of.self * (at === 0 ? 0.7 : 0.3),
      selfPercent: of.selfPercent * (at === 0 ? 0.7 : 0.3),
      hasMore: path.length < 4,
    })),
  };
}

const LATENCIES: [string, number][] = [
  ['0.001', 0.61],
  ['0.01', 0.83],
  ['0.1', 1.2],
  ['1', 1.9],
  ['2.5', 2.1],
  ['10', 2.5],
  ['25', 2.8],
  ['50', 3.07],
  ['75', 3.9],
  ['90', 5.2],
  ['95', 6.9],
  ['97.5', 8.8],
  ['99', 12.4],
  ['99.9', 48.1],
  ['99.99', 262],
  ['99.999', 301],
];

export function makeRunReport(setup: Setup, measuredMs: number): RunReport {
  const completed = Math.round(measuredMs * 2.85);
  const latency = {
    count: completed,
    min: 0.58,
    mean: 3.46,
    stdev: 4.2,
    max: 308.6,
    percentiles: Object.fromEntries(LATENCIES),
    weak: ['99.99', '99.999'],
  };
  const { rows, samples } = makeFunctions(measuredMs);
  const timed = (row: FunctionRow) => ({ ...row, selfMs: row.self / 1_000, totalMs: row.total / 1_000 });
  const tree = makeTree(measuredMs);
  return {
    variant: 'A',
    excluded: null,
    target: {
      subject: subjectOf(setup),
      script: subjectOf(setup),
      args: argumentsOf(setup),
      cwd: '/home/ana/shop',
      node: '20.20.2',
      nodePath: '/usr/local/bin/node',
      url: `http://127.0.0.1:3000${setup.requests[0].url}`,
      processes: 2,
      exit: { code: null, signal: 'SIGTERM' },
      agent: true,
    },
    load: {
      ...setup.load,
      ...setup.requests[0],
      client: setup.client.kind,
      keepAlive: keepsConnections(setup.client),
      pipelining: pipeliningOf(setup.client),
      workers: workersOf(setup.client),
      durationMs: measuredMs,
    },
    ending: 'completed',
    window: null,
    requests: { sent: completed + 53, completed, failed: 3, timedOut: 0, unfinished: 50, dropped: 0, unexpected: 4 },
    status: { '200': completed - 4, '503': 4 },
    errors: { ECONNRESET: 3 },
    bytes: completed * 1_840,
    latencyMs: latency,
    latencyIntervalsMs: Object.fromEntries(LATENCIES.map(([p, ms]) => [p, latency.weak.includes(p) ? null : [ms * 0.98, ms * 1.03]])),
    unexpectedLatencyMs: { ...latency, count: 4, weak: Object.keys(latency.percentiles) },
    connectMs: null,
    firstByteMs: { ...latency, mean: 3.3 },
    sessionMs: null,
    latenessMs: null,
    throughput: {
      mean: 2_850,
      stdev: 118,
      min: 931,
      max: 3_001,
      percentiles: { '1': 931, '2.5': 931, '50': 2_871, '97.5': 2_999 },
      seconds: Math.floor(measuredMs / 1_000),
    },
    bytesPerSecond: {
      mean: 5.24e6,
      stdev: 2.1e5,
      min: 1.71e6,
      max: 5.5e6,
      percentiles: { '1': 1.71e6, '2.5': 1.71e6, '50': 5.28e6, '97.5': 5.51e6 },
      seconds: Math.floor(measuredMs / 1_000),
    },
    server: PROCESSES.map(({ pid, role }, index) => ({
      pid,
      role,
      sampled: { intervals: Math.round(measuredMs / 250), ms: measuredMs },
      cpuPercent: { mean: index ? 63 : 98, max: index ? 70 : 104 },
      rssBytes: { mean: 104e6, max: 112e6 },
      elu: { mean: index ? 0.61 : 0.94, max: index ? 0.66 : 0.99 },
      loopDelayMs: { max: 268 },
      gc: { count: 212, totalMs: measuredMs * 0.012 },
    })),
    ...(setup.client.kind === 'autocannon' ? { autocannon: [AUTOCANNON_RESULT] } : {}),
    profile: {
      unit: 'microseconds',
      weight: measuredMs * 1.94e3,
      samples,
      durationMs: measuredMs,
      intervalUs: 1_000,
      effectiveIntervalUs: 1_061,
      processes: 2,
      threads: PROCESSES.map(({ pid }) => ({
        pid,
        thread: 0,
        title: '',
        samples: samples / 2,
        cpuMs: measuredMs * 0.95,
        blockedMs: measuredMs * 0.02,
        idleMs: measuredMs * 0.02,
        waitedForCoreMs: measuredMs * 0.01,
        stoppedMs: 0,
        activeMs: measuredMs * 0.97,
      })),
      dividedBy: 'kernel',
      processMs: measuredMs * 2,
      threadCpuMs: measuredMs * 1.9,
      blockedMs: measuredMs * 0.04,
      unseenPercent: 0.4,
      blocked: [BLOCKED_ROW],
      unclear: [],
      activeMs: measuredMs * 1.94,
      cpuMs: measuredMs * 1.61,
      idleMs: measuredMs * 0.06,
      base: 'cpu',
      overheadPercent: null,
      heavy: rows.slice(0, 40).map(timed),
      own: rows
        .filter(({ kind }) => kind === 'own')
        .sort((a, b) => b.total - a.total)
        .map(timed),
      packages: listPackages(tree),
      files: listGroups(tree, 'file'),
      hot: findHotCode(tree),
    },
    ticks: null,
    phases: [],
    levels: [],
    periods: [],
    generator: { cpuPercent: 71, latenessMs: null, limited: false },
    warnings: [verbatim('What profiling costs was not measured in this run.')],
  };
}

/** Of a run that followed its requests. */
export function makeRoutes(): RoutesFigures {
  const of = answeredOf(makeReport(DEFAULT_SETUP, 20_000, null).runs.filter(hasLoad)[0]!.latencyMs!);
  const route = (name: string, requests: number, onCpuMs: number) => ({
    route: name,
    requests,
    failed: requests > 1_000 ? 3 : 0,
    cpuMs: of,
    serverMs: of,
    onCpuMs,
    share: onCpuMs / 100,
  });
  return {
    routes: [{ ...route('GET /products/:id', 4_200, 6_000), parts: makeTimeParts() }, route('POST /cart', 310, 3_000)],
    cpu: { activeMs: 10_000, requestsMs: 9_100, collectorMs: 600, outsideMs: 300, unfinishedMs: 100, unknownMs: 0, samples: 9_000 },
    shared: [
      { name: 'TCP 127.0.0.1:5432', ms: 200, share: 2, askedBy: { 'GET /products/:id': 75, 'POST /cart': 25 } },
      { name: 'interval 5 ms', ms: 100, share: 1, askedBy: null },
    ],
    lost: 0,
  };
}

/** Where the time of a request of 20 ms goes: mostly in line for one of the sockets to a slow server. */
export function makeTimeParts(): TimePart[] {
  const part = (name: TimePartName, meanMs: number, kind: TimePart['kind'] = null, to: string | null = null): TimePart => ({
    ...{ part: name, kind, to, meanMs, totalMs: 100 * meanMs, busyMs: 0 },
  });
  return [
    part('work', 2),
    part('others', 1),
    part('inLine', 10, 'http', 'http://127.0.0.1:4555'),
    part('inProgress', 5, 'http', 'http://127.0.0.1:4555'),
    part('inProgress', 1, 'query', 'postgresql://127.0.0.1:5432'),
    part('unexplained', 1),
  ];
}

export function makeWaits(): WaitFigures[] {
  const of = answeredOf(makeReport(DEFAULT_SETUP, 20_000, null).runs.filter(hasLoad)[0]!.latencyMs!);
  const known = { route: null, inProgressMs: of, inLineMs: of, knownPercent: 100 };
  return [
    {
      ...{ ...known, kind: 'query', to: 'postgresql://127.0.0.1:5432', name: 'select * from products where id = ?' },
      ...{ calls: 8_400, perRequest: 2, atOnce: { max: 10, limit: null }, share: 61.2 },
    },
    {
      ...{ ...known, kind: 'http', to: 'http://127.0.0.1:4555', name: 'GET', inLineMs: null },
      ...{ calls: 310, perRequest: 0.07, atOnce: { max: 2, limit: 2 }, share: 8.4, knownPercent: 60 },
    },
    {
      ...{ ...known, kind: 'socket', to: 'tcp://127.0.0.1:9000', name: null },
      ...{ calls: 31, perRequest: 0.007, atOnce: { max: 1, limit: null }, share: null, knownPercent: 0 },
    },
  ];
}

/** As many calls as in the rows above. */
export function makeWaitsByPeer(): PeerWaits[] {
  return makeWaits().map(({ kind: _, name: __, route: ___, share: ____, ...one }) => one);
}

export function makeNoReply(): NoReplyFigures[] {
  const failed: NoReplyFigures = {
    ...{ kind: 'http', to: 'http://127.0.0.1:4555', name: 'GET', failed: 12, stillOpen: 0 },
    ...{ longestMs: 2_003, openSinceMs: null, share: 3.4 },
  };
  const open: NoReplyFigures = {
    ...{ kind: 'query', to: 'postgresql://127.0.0.1:5432', name: 'select * from orders where id = ?', failed: 0, stillOpen: 3 },
    ...{ longestMs: 14_200, openSinceMs: 6_100, share: null },
  };
  return [failed, open];
}

export function makeEnvironment(): Environment {
  return {
    loopscope: '0.1.0',
    os: 'Linux 6.12',
    arch: 'x64',
    cpu: 'AMD Ryzen 7 7840U',
    cores: 16,
    memoryBytes: 33.5e9,
    engineNode: '20.20.2',
  };
}

export function makeReport(setup: Setup, measuredMs: number, path: string | null): Report {
  return {
    version: 1,
    failure: null,
    runs: [makeRunReport(setup, measuredMs)],
    verdicts: [],
    probe: null,
    findings: [],
    environment: makeEnvironment(),
    session: path,
  };
}

export const PLAN = `# The shop on a Friday
plan: 1
requests:
  # most people only look
  - name: page
    url: /page
    weight: 3
  - name: search
    url: "/search?q={{word}}" # quoted
    expect: [200, 404]
values:
  word: { random: [1, 6] }
`;

export const HAR: HarHosts = {
  hosts: [
    { origin: 'https://shop.example', requests: 14 },
    { origin: 'https://cdn.example', requests: 6 },
  ],
  leftOut: 2,
};

/** Of this machine, at the interval that forms begin with. */
export const PROFILING_COST: MeasuredCost = {
  intervalUs: 1_000,
  byRequest: false,
  spans: false,
  waits: false,
  measuredAt: '2026-02-03T04:05:06.000Z',
  cpuPerRequest: { percent: 3.1, interval: [2.2, 4], pairs: 81 },
  throughput: { percent: 2.9, interval: [1.8, 4.1], pairs: 81 },
};

export const EXACT_PASS: ExactPass = {
  comparedMs: 10_000,
  inlined: { perSecond: 1_000, cpuUsPerRequest: 800 },
  exact: { perSecond: 690, cpuUsPerRequest: 1_160 },
};

/** As the engine reads a path that was typed, on the files above. */
export function findTyped(typed: string, from: string): Outcome<FoundPath> {
  const meant = pathsMeant(typed, { from, home: '/home/ana', isWindows: false });
  const path = meant.find((one) => TREE[one] !== undefined || one === '/home/ana');
  if (path === undefined) return fail('file-missing', say('machine.pathMissing', { path: meant[0] ?? typed }));
  return succeed({ kind: TREE[path] === undefined || TREE[path][1] === 0 ? 'folder' : 'file', path });
}
