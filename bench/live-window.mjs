// A window chosen while a run goes on: the CPU time that each second of it costs the engine. The run has four processes and 100,000 requests, and
// its samples are told apart by requests.
//
//   node --import tsx bench/live-window.mjs [--seconds 60] [--rounds 15] [--before FOLDER]
//
// Each round is one second of the run: new samples, requests and responses, then what a tab requests of the whole run and, beside it, of the window.
// `--before`: the sources of another version, measured in turn with these.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { packRows } from '../shared/load/request-rows.ts';
import { DEFAULT_CAPTURE } from '../shared/model/setup/setup.ts';
import { seededRandom } from '../test/helpers/random.ts';
import { emptyBatch, syntheticHeader } from '../test/helpers/synthetic-recording.ts';
import { median } from './lib/figures.mjs';
import { makeProfile } from './lib/make-profile.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '15' },
    before: { type: 'string' },
  },
});
const SECONDS = Number(values.seconds);
const ROUNDS = Number(values.rounds);
const REQUESTS_PER_SECOND = Math.ceil(100_000 / SECONDS);
const PIDS = [4_001, 4_002, 4_003, 4_004];
const ORIGIN_US = 7_654_321_098;
const WINDOW = { fromMs: 10_000, toMs: 20_000 };
const HERE = fileURLToPath(new URL('..', import.meta.url));

const random = seededRandom(1);
const profiles = PIDS.map((_, seed) => makeProfile({ seed, samples: (SECONDS + ROUNDS * 5) * 1_000, nodes: 8_000, functions: 1_500 }));

/** Everything that is recorded in a second. */
function* entriesOf(second) {
  const fromUs = second * 1e6;
  const batch = emptyBatch(REQUESTS_PER_SECOND);
  const at = (row) => fromUs + (row * 1e6) / REQUESTS_PER_SECOND;
  for (let row = 0; row < REQUESTS_PER_SECOND; row++) {
    const latency = Math.floor(1_000 + random() ** 8 * 300_000);
    batch.start[row] = Math.max(0, at(row) - latency);
    batch.latency[row] = latency;
    batch.firstByte[row] = latency - 100;
    batch.status[row] = random() < 0.01 ? 500 : 200;
    batch.bytes[row] = 1_000;
    batch.connection[row] = row % 50;
  }
  yield { type: 'requests', batch: packRows(batch), counts: { sent: (second + 1) * REQUESTS_PER_SECOND, inFlight: 50 } };
  const each = Math.floor(REQUESTS_PER_SECOND / PIDS.length);
  for (const [index, pid] of PIDS.entries()) {
    const stats = { cpuPercent: 60 + 30 * random(), rss: 5e7, heapUsed: 2e7, elu: 0.7, loopStall: 900, gcCount: 2, gcTime: 900 };
    yield { type: 'server', samples: [1, 2, 3, 4].map((quarter) => ({ at: ORIGIN_US + fromUs + quarter * 250_000, pid, ...stats })) };
    const of = (value) => Array.from({ length: each }, (_, row) => value(row));
    const start = of((row) => ORIGIN_US + at(row * PIDS.length));
    const rows = {
      start: Float64Array.from(start),
      end: Float64Array.from(start, (time) => time + 2_000),
      running: Uint32Array.from(of(() => 700)),
      request: Uint32Array.from(of((row) => second * each + row)),
      pid: Uint32Array.from(of(() => pid)),
      route: Uint16Array.from(of((row) => row % 7)),
      status: Uint16Array.from(of(() => 200)),
      port: Uint16Array.from(of(() => 0)),
      localPort: Uint16Array.from(of(() => 0)),
    };
    yield { type: 'served', routes: Array.from({ length: 7 }, (_, route) => `GET /${route}`), rows, lost: 0 };
    const { nodes, samples } = profiles[index];
    const ofSecond = samples.slice(second * 1_000, (second + 1) * 1_000);
    const requests = ofSecond.map((_, sample) => second * each + Math.floor((sample * each) / 1_000));
    const startTime = ORIGIN_US + fromUs;
    const slice = { nodes, startTime, endTime: startTime + 1e6, samples: ofSecond, timeDeltas: ofSecond.map(() => 1_000), requests };
    yield { type: 'slice', pid, thread: 0, kind: 'cpu', unit: 'microseconds', intervalUs: 1_000, profile: slice };
  }
}

/** A run that has gone on for `SECONDS`, in the version of a folder. */
async function begin(folder) {
  const { RunRecording } = await import(`${folder}/shared/session/recording.ts`);
  const { RunView } = await import(`${folder}/electron/engine/experiments/run/run-view.ts`);
  const recording = new RunRecording();
  const header = syntheticHeader();
  const setup = { ...header.setup, capture: { ...DEFAULT_CAPTURE, byRequest: true } };
  const batches = [];
  const apply = recording.apply.bind(recording);
  recording.apply = (entry) => {
    if (entry.type === 'requests') batches.push(entry.batch);
    apply(entry);
  };
  recording.apply({ type: 'header', header: { ...header, setup } });
  for (const pid of PIDS)
    recording.apply({ type: 'process', process: { pid, parentPid: 4_000, role: 'cluster worker', title: 'server.js', node: '22.1.0' } });
  recording.apply({ type: 'resolved', node: '22.1.0', nodePath: '/usr/bin/node', url: 'http://127.0.0.1:3000/', agent: true });
  recording.apply({ type: 'origin', clock: ORIGIN_US });
  recording.apply({ type: 'state', state: 'measuring', at: ORIGIN_US });
  for (let second = 0; second < SECONDS; second++) for (const entry of entriesOf(second)) recording.apply(entry);
  async function* rowsFrom(first) {
    yield* batches.slice(first);
  }
  const growing = {
    end: () => ({ offset: batches.length, sequence: 0 }),
    placeBefore: () => ({ offset: 0, sequence: 0 }),
    rows: ({ offset }) => rowsFrom(offset),
  };
  const open = { recording, kind: 'run', recovered: false, rows: () => rowsFrom(0), growing };
  return { recording, view: new RunView(open, null) };
}

/** What a tab shows of the window, as its file says (renderer/screens/run/); an earlier version asks for all, whatever is shown. */
const TABS = {
  'flame graph': [],
  errors: ['setup', 'load', 'responses'],
  routes: ['setup', 'load', 'routes'],
  server: ['setup', 'load', 'server', 'profile', 'memory', 'timings'],
  overview: undefined,
};

async function cpuMs(ask) {
  const from = process.cpuUsage();
  await ask();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1e3;
}

const versions = new Map();
for (const [name, folder] of [
  ['before', values.before],
  ['now', HERE],
])
  if (folder !== undefined) versions.set(name, await begin(folder));
const figures = new Map();
const add = (key, took) => figures.set(key, [...(figures.get(key) ?? []), took]);
for (let round = 0; round < ROUNDS; round++) {
  for (const [place, [tab, sections]] of Object.entries(TABS).entries()) {
    const entries = [...entriesOf(SECONDS + round * Object.keys(TABS).length + place)];
    for (const [name, { recording, view }] of round % 2 === 0 ? versions : [...versions].reverse()) {
      for (const entry of entries) recording.apply(entry);
      const asked = name === 'now' ? sections : undefined;
      // The sentence at the top is of the whole run on every tab.
      add(`whole run, ${name}`, await cpuMs(() => view.report(null, null)));
      add(`window, ${tab}, ${name}`, asked?.length === 0 ? 0 : await cpuMs(() => view.report(WINDOW, null, asked)));
    }
  }
}
for (const [key, took] of figures) console.log(`${key.padEnd(32)} ${median(took).toFixed(1).padStart(6)} ms of CPU`);
