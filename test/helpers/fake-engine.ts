/**
 * A stand-in for the engine that speaks the protocol with canned data, so that the interface can be looked at and tested
 * by itself:  npx tsx test/helpers/fake-engine.ts [--port 5199] [--empty]
 *
 * A script named `ports…` asks which port, `silent…` never listens, `crash…` dies while measuring; anything else runs for a while and ends well.
 */

import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, extname, join, normalize } from 'node:path';
import { build, type Plugin } from 'vite';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ComparisonSetup } from '../../shared/model/comparison/comparison.ts';
import { isOver } from '../../shared/model/comparison/comparison-info.ts';
import { type Failure, fail, type Outcome, succeed } from '../../shared/model/failure.ts';
import { connectionsOf } from '../../shared/model/load-models.ts';
import { NO_PROBE } from '../../shared/model/probe.ts';
import { isFinal, type RunState } from '../../shared/model/run.ts';
import type { OutputChunk } from '../../shared/model/series.ts';
import { NO_SERVICES } from '../../shared/model/services.ts';
import { DEFAULT_CAPTURE, type Setup } from '../../shared/model/setup/setup.ts';
import { subjectOf } from '../../shared/model/setup/subject.ts';
import { listTickFunctions } from '../../shared/profile/ticks/tick-functions.ts';
import type { Settings } from '../../shared/protocol/app-contract.ts';
import { encodeColumns, isColumns } from '../../shared/protocol/columns.ts';
import { type EngineEvent, type RequestName, requests } from '../../shared/protocol/contract.ts';
import { KEY_PATH } from '../../shared/protocol/http.ts';
import type { PortQuestion, RunProgress } from '../../shared/protocol/run-contract.ts';
import type { SessionInfo } from '../../shared/protocol/session-contract.ts';
import { say } from '../../shared/words/said.ts';
import { isFresh } from './build.ts';
import * as compared from './fake-comparison.ts';
import * as fake from './fake-data.ts';
import { makeTickFlame, makeTicks } from './fake-ticks.ts';
import { loadOf } from './plans.ts';
import { SCHEDULE as VISITORS } from './visitor-rows.ts';
import { verbatim } from './worded.ts';

export interface FakeEngineOptions {
  port?: number;
  /** A new user's machine: no sessions, no recordings. */
  empty?: boolean;
  /** Why nothing can be run on the machine; absent: something can. */
  cannotRun?: Failure;
  /** How much faster than life a run or a comparison goes by. */
  speed?: number;
  /** A run is measured until `endMeasuring` or `run.stop`, from its planned end on as slowly as life, so that no test depends on how quick the machine is. */
  runsByHand?: boolean;
  /** Comparisons stand still until `finishRuns`, so that no test depends on how quick the machine is. */
  comparisonsByHand?: boolean;
  /** Built renderer; built into a temporary folder when absent. */
  dist?: string;
}

const ROOT = join(import.meta.dirname, '../..');
const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ws://127.0.0.1:*";
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

/** A folder with the page: that of the last build, when nothing has changed since and nothing is added. */
export async function buildRenderer(plugins: readonly Plugin[] = []): Promise<string> {
  const built = join(ROOT, 'dist/renderer');
  if (plugins.length === 0 && isFresh([join(built, 'index.html')], ['renderer', 'shared', 'vite.config.ts'])) return built;
  const outDir = await mkdtemp(join(tmpdir(), 'loopscope-renderer-'));
  process.on('exit', () => rmSync(outDir, { recursive: true, force: true }));
  // What users get: Vitest names its environment "test", for which Vite would build React's development version, many times as slow.
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    await build({ configFile: join(ROOT, 'vite.config.ts'), logLevel: 'warn', plugins: [...plugins], build: { outDir, minify: false } });
  } finally {
    process.env.NODE_ENV = NODE_ENV;
  }
  return outDir;
}

const PHASES: [RunState, number][] = [
  ['launching', 500],
  ['waiting', 900],
  ['warming', 3_000],
  ['measuring', 20_000],
  ['stopping', 800],
];
/** About as often as the engine tells of a run: a faster run takes longer steps, so that a page on a busy machine keeps up. */
const STEP_MS = 200;

/** A run that is only acted: its clock advances, everything else is derived from it. */
class FakeRun {
  state: RunState = 'launching';
  elapsedMs: Partial<Record<RunState, number>> = {};
  question: PortQuestion | null = null;
  failure: Failure | null = null;
  path: string | null = null;
  name: string;
  notes = '';
  output: OutputChunk[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(
    readonly id: string,
    readonly setup: Setup,
    name: string | null,
    readonly emit: (event: EngineEvent) => void,
    readonly speed: number,
    /** Whether measuring is ended by hand. */
    private isHeld: boolean,
  ) {
    this.name = name ?? `${basename(subjectOf(setup))}, ${connectionsOf(setup.load)} connections`;
  }

  get measuredMs(): number {
    return this.elapsedMs.measuring ?? 0;
  }

  start(): void {
    this.#timer = setInterval(() => this.#step(), STEP_MS);
    this.#announce();
  }

  finishAtOnce(measuredMs: number): this {
    this.elapsedMs = { launching: 480, waiting: 910, warming: 3_020, measuring: measuredMs, stopping: 740 };
    this.state = 'done';
    this.path = `/home/ana/.local/share/loopscope/sessions/${this.id}.loopscope`;
    this.#say('stdout', 'listening on 3000\n');
    return this;
  }

  stop(): void {
    if (isFinal(this.state)) return;
    this.question = null;
    this.#become('stopping');
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #step(): void {
    if (this.question) return;
    const limit = PHASES.find(([state]) => state === this.state)?.[1] ?? 0;
    const before = this.elapsedMs[this.state] ?? 0;
    const isHeld = this.isHeld && this.state === 'measuring';
    const spent = before + STEP_MS * (isHeld && before >= limit ? 1 : this.speed);
    this.elapsedMs = { ...this.elapsedMs, [this.state]: spent };
    if (this.state === 'measuring') this.#measure(spent);
    if (spent < limit || isHeld) return;
    const script = basename(subjectOf(this.setup));
    if (this.state === 'waiting' && script.startsWith('ports')) this.#ask();
    else if (this.state === 'waiting' && script.startsWith('silent')) this.#giveUp();
    else this.#next();
  }

  /** The measured phase ends now, as long as it was planned. */
  endMeasuring(): void {
    this.isHeld = false;
    const [, planned] = PHASES.find(([state]) => state === 'measuring')!;
    this.elapsedMs = { ...this.elapsedMs, measuring: planned };
    this.#next();
  }

  #giveUp(): void {
    this.#say('stdout', 'waiting for the database\n');
    this.failure = {
      code: 'never-listened',
      says: say('target.neverListened', { launched: 'script', seconds: 30 }),
      hint: say('target.waitLonger'),
    };
    this.#become('failed');
    this.#saved();
  }

  #ask(): void {
    this.question = { urls: ['http://127.0.0.1:3000', 'http://127.0.0.1:9229'] };
    this.#announce();
  }

  answer(url: string): void {
    this.question = null;
    this.#say('stdout', `chosen ${url}\n`);
    this.#become('warming');
  }

  #measure(spent: number): void {
    if (spent % 1_000 === 0)
      this.#say(spent % 5_000 === 0 ? 'stderr' : 'stdout', `GET ${this.setup.requests[0].url} 200 ${spent / 1_000} s\n`);
    this.emit({ type: 'run.progress', sessionId: this.id, progress: this.progress });
    if (basename(subjectOf(this.setup)).startsWith('crash') && spent > 6_000) {
      this.failure = {
        code: 'target-crashed',
        says: verbatim('crash.mjs ended with code 1 after 6.2 s of measuring.'),
        hint: verbatim('What was recorded until then is kept. The last lines it wrote are below.'),
        detail: 'TypeError: Cannot read properties of undefined (reading "id")\n    at priceOf (/home/ana/shop/routes/price.mjs:12:20)',
      };
      this.#become('failed');
      this.#saved();
    }
  }

  get progress(): RunProgress {
    const ms = this.measuredMs;
    const total = 20_000;
    return {
      measuredMs: ms,
      done: Math.min(1, ms / total),
      leftMs: Math.max(0, total - ms),
      sent: Math.round(ms * 2.85) + 50,
      completed: Math.round(ms * 2.85),
      failed: 3,
      unexpected: 4,
      inFlight: this.state === 'measuring' ? 50 : 0,
      loadVersion: Math.floor(ms / 250),
      serverVersion: Math.floor(ms / 250),
      machineVersion: Math.floor(ms / 1_000),
      profileVersion: Math.floor(ms / 1_000),
      blockedMs: ms % 11_000 > 7_000 && ms % 11_000 < 7_600 ? 268 : 0,
      silentMs: 0,
      isDraining: false,
      isGeneratorLimit: false,
    };
  }

  #next(): void {
    const at = PHASES.findIndex(([state]) => state === this.state);
    if (at < 0) return;
    this.#become(PHASES[at + 1]?.[0] ?? 'done');
    if (this.state === 'warming') this.#say('stdout', 'listening on 3000\n');
    if (this.state === 'done') this.#saved();
  }

  #saved(): void {
    this.path = `/home/ana/.local/share/loopscope/sessions/${this.id}.loopscope`;
    this.emit({ type: 'session.saved', sessionId: this.id, path: this.path, failure: null });
    this.emit({ type: 'sessions.changed' });
  }

  #become(state: RunState): void {
    this.state = state;
    if (isFinal(state)) this.end();
    this.#announce();
  }

  #announce(): void {
    const { id: sessionId, state, elapsedMs, question, failure } = this;
    this.emit({ type: 'run.state', sessionId, state, elapsedMs, message: null, question, failure });
  }

  #say(stream: 'stdout' | 'stderr', text: string): void {
    const chunk = { stream, text, atMs: this.measuredMs };
    this.output.push(chunk);
    this.emit({ type: 'run.output', sessionId: this.id, chunks: [chunk] });
  }

  get info(): SessionInfo {
    const started = this.state !== 'launching';
    return {
      id: this.id,
      name: this.name,
      path: this.path,
      kind: 'run',
      createdAt: '2026-02-11T10:41:00.000Z',
      state: this.state,
      elapsedMs: this.elapsedMs,
      question: this.question,
      failure: this.failure,
      recovered: false,
      setup: this.setup,
      command: `loopscope run ${subjectOf(this.setup)} -c ${connectionsOf(this.setup.load)} -d 20`,
      url: started ? `http://127.0.0.1:3000${this.setup.requests[0].url}` : null,
      node: '20.20.2',
      processes: started ? fake.TARGET_PROCESSES : [],
      threads: [],
      profileKinds: this.id === 'sampled' ? ['cpu', 'allocated'] : ['cpu'],
      exactPass: this.id === 'exact' ? fake.EXACT_PASS : null,
      exit: isFinal(this.state) ? { code: null, signal: 'SIGTERM' } : null,
      notes: this.notes,
      keepsValues: false,
      leftOut: [],
      hasProfile: this.setup.capture.kind === 'cpu' && this.measuredMs > 0,
      hasTicks: this.id === 'ticked',
      imported: null,
      measuredMs: this.measuredMs,
      progress: this.progress,
      ...(this.id === 'imported' ? fake.IMPORTED : {}),
      ...(this.id === 'result' ? { ...fake.IMPORTED, kind: 'load' as const, setup: null, hasProfile: false } : {}),
    };
  }
}

export interface FakeEngine {
  url: string;
  /** Every request received, by name. */
  received: { name: RequestName; params: unknown }[];
  /** Puts an answer in place of the canned one; a promise is one that comes later. */
  answerWith(name: RequestName, answer: (params: never) => Outcome<unknown> | Promise<Outcome<unknown>>): void;
  /** Ends the next runs of the comparison that goes on; without a count, all that are left. */
  finishRuns(count?: number): void;
  /** Ends the measured phase of the run that is measured. */
  endMeasuring(): void;
  /** Cuts all sockets, as a crash of the engine would. */
  dropSockets(): void;
  emit(event: EngineEvent): void;
  close(): Promise<void>;
}

export async function startFakeEngine(options: FakeEngineOptions = {}): Promise<FakeEngine> {
  const dist = options.dist ?? (await buildRenderer());
  const sockets = new Map<WebSocket, number>();
  const runs = new Map<string, FakeRun>();
  const comparisons = new Map<string, compared.FakeComparison>();
  const received: FakeEngine['received'] = [];
  const overrides = new Map<string, Parameters<FakeEngine['answerWith']>[1]>();
  let settings: Settings = { theme: 'system' };
  let recent = options.empty ? [] : fake.makeRecent(Date.now());
  let recordings = options.empty ? [] : fake.makeRecordings(Date.now());

  const emit = (event: EngineEvent): void => {
    for (const [socket, seq] of sockets) {
      sockets.set(socket, seq + 1);
      socket.send(JSON.stringify({ seq, event }));
    }
  };
  const addRun = (id: string, setup: Setup, name: string | null = null): FakeRun => {
    const run = new FakeRun(id, setup, name, emit, options.speed ?? 1, options.runsByHand ?? false);
    runs.set(id, run);
    return run;
  };
  addRun('finished', fake.makeSetup('/home/ana/shop/server.mjs'), 'checkout after the index').finishAtOnce(20_000);
  addRun('imported', fake.makeSetup('/home/ana/shop/server.mjs'), 'server.cpuprofile').finishAtOnce(20_000);
  addRun('result', fake.makeSetup('/home/ana/shop/server.mjs'), 'points.json').finishAtOnce(20_000);
  addRun('ticked', { ...fake.makeSetup('/home/ana/shop/server.mjs'), capture: { kind: 'none' } }, 'checkout, classic').finishAtOnce(20_000);
  const withoutWaits = { ...fake.makeSetup('/home/ana/shop/server.mjs'), capture: { ...DEFAULT_CAPTURE, waits: false } };
  addRun('without-waits', withoutWaits, 'checkout alone').finishAtOnce(20_000);
  addRun('sampled', fake.makeSetup('/home/ana/shop/server.mjs'), 'with allocations').finishAtOnce(20_000);
  addRun('exact', fake.makeSetup('/home/ana/shop/server.mjs'), 'with exact frames').finishAtOnce(20_000);
  const visited = fake.makeSetup('/home/ana/shop/server.mjs', { load: loadOf('arrivals', { schedule: VISITORS }) });
  addRun('visited', visited, 'checkout, visitors').finishAtOnce(9_000);
  addRun('waited', { ...fake.makeSetup('/home/ana/shop/server.mjs'), loadCommand: 'sleep 600' }, 'checkout, recorded').finishAtOnce(9_000);

  const addComparison = (id: string, setup: ComparisonSetup, name: string | null = null): compared.FakeComparison => {
    const comparison = new compared.FakeComparison(id, setup, name, emit);
    comparisons.set(id, comparison);
    return comparison;
  };
  addComparison('compared', compared.makeComparison()).finishAtOnce();
  addComparison('allocated', compared.makeComparison()).finishAtOnce();
  addComparison('compared-ticks', compared.makeComparison(5, { kind: 'ticks' })).finishAtOnce();
  const startComparison = (setup: ComparisonSetup, name: string | null): Outcome<{ sessionId: string }> => {
    const comparison = addComparison(`comparison-${comparisons.size}`, setup, name);
    comparison.start(options.comparisonsByHand ? null : 2_000 / (options.speed ?? 1));
    return succeed({ sessionId: comparison.id });
  };
  const ofComparison = <T>(sessionId: string, answer: (comparison: compared.FakeComparison) => T): Outcome<T> => {
    const comparison = comparisons.get(sessionId);
    return comparison
      ? succeed(answer(comparison))
      : fail('not-found', verbatim('This session is not open.'), verbatim('Open it again from Home.'));
  };
  /** A pass is a run like any other; here all of them are the same one. */
  const ofRun = <T>(sessionId: string, answer: (run: FakeRun) => T): Outcome<T> => {
    const run = runs.get(/#\d+$/.test(sessionId) ? 'finished' : sessionId);
    return run ? succeed(answer(run)) : fail('not-found', verbatim('This session is not open.'), verbatim('Open it again from Home.'));
  };

  // biome-ignore lint/suspicious/noExplicitAny: parameters are checked by the schema of each name before they come here
  const handlers: Record<RequestName, (params: any) => Outcome<unknown>> = {
    'app.info': () =>
      succeed({
        version: '0.1.0',
        platform: 'linux',
        host: 'browser',
        homeDir: '/home/ana',
        startDir: '/home/ana/shop',
        dataDir: '/home/ana/.local/share/loopscope',
        openSessionId: null,
        cannotRun: options.cannotRun ?? null,
      }),
    'settings.get': () => succeed(settings),
    'settings.set': (change) => {
      settings = { ...settings, ...change };
      return succeed(settings);
    },
    'setup.costs': () => succeed([fake.PROFILING_COST]),
    'nodes.list': () => succeed(fake.NODES),
    'nodes.running': () => succeed([{ pid: 4711, title: 'server.js', ports: [3000] }]),
    'files.list': ({ dir, kind }) => succeed(fake.listFolder(dir ?? '/home/ana/shop', kind)),
    'files.find': ({ typed, dir }) => fake.findTyped(typed, dir ?? '/home/ana/shop'),
    'setup.check': ({ setup }) =>
      succeed(
        subjectOf(setup).includes('missing')
          ? [
              {
                field: 'target.script',
                failure: {
                  code: 'script-missing',
                  says: verbatim(`There is no file ${subjectOf(setup)}.`),
                  hint: verbatim('Check the path, or choose the file.'),
                },
              },
            ]
          : [],
      ),
    'setup.remembered': ({ script }) => {
      const setup = fake.makeSetup('/home/ana/shop/server.mjs', { url: '/cart', warmupS: 3 });
      return succeed(options.empty || (script && script !== subjectOf(setup)) ? [] : [{ setup, usedAt: '2026-02-11T10:41:00Z' }]);
    },
    'setup.given': ({ setup }) => succeed(setup),
    'setup.forget-all': () => succeed(null),
    'plan.open': () => succeed({ text: fake.PLAN }),
    'group.open': () => succeed({ text: 'group: 1\nmembers: [{ name: api, script: api.js }]\n', folder: '/home/ana/shop' }),
    'plan.har': () => succeed(fake.HAR),
    'plan.of-har': ({ choice }) => succeed({ text: fake.PLAN, notes: [say('har.noCredentials', { count: choice.origins.length })] }),
    'probe.start': () => succeed(null),
    'app.busy': () => succeed(fail('busy', verbatim('Something is being measured.'), verbatim('Wait, or stop it.')).failure),
    'probe.stop': () => succeed(null),
    'probe.state': () => succeed(NO_PROBE),
    'services.start': () => succeed(null),
    'services.guess': () => succeed({ sessionId: 'services' }),
    'services.session': () => fail('not-found', say('session.noLongerOpen')),
    'services.stop': () => succeed(null),
    'services.probe': () => succeed(null),
    'services.stop-probe': () => succeed(null),
    'services.reveal': () => succeed(null),
    'services.state': () => succeed(NO_SERVICES),
    'study.list': () => succeed(fake.DEMOS),
    'study.open': ({ path }) => succeed({ ...fake.DEMOS[0]!, folder: path }),
    'sample.open': () => succeed({ sessionId: 'finished' }),
    'run.start': ({ setup, name }) => {
      const run = addRun(`run-${runs.size}`, setup, name);
      run.start();
      return succeed({ sessionId: run.id });
    },
    'run.stop': ({ sessionId }) =>
      ofRun(sessionId, (run) => {
        run.stop();
        return { path: run.path };
      }),
    'run.choose-url': ({ sessionId, url }) =>
      ofRun(sessionId, (run) => {
        run.answer(url);
        return null;
      }),
    'sessions.running': () => {
      const run = [...runs.values()].find(({ state }) => !isFinal(state));
      if (run !== undefined) {
        const done = run.state === 'measuring' ? run.progress.done : null;
        return succeed({ sessionId: run.id, kind: 'run', name: run.name, done, isStopping: run.state === 'stopping' });
      }
      const comparison = [...comparisons.values()].find(({ state }) => !isOver(state));
      if (comparison === undefined) return succeed(null);
      const { state, passes } = comparison;
      const done = passes.filter(({ report }) => report !== null).length / passes.length;
      return succeed({ sessionId: comparison.id, kind: 'comparison', name: comparison.name, done, isStopping: state === 'stopping' });
    },
    'sessions.recent': () => succeed(recent),
    'sessions.open': ({ path }) =>
      path.includes('broken')
        ? fail(
            'damaged',
            { verbatim: `${path} is damaged: its list of parts is cut off.` },
            verbatim('Try a copy of the file.'),
            'Error: end of central directory record signature not found',
          )
        : succeed({ sessionId: 'finished' }),
    'sessions.forget-all': () => {
      recent = [];
      emit({ type: 'sessions.changed' });
      return succeed(null);
    },
    'sessions.forget': ({ path }) => {
      recent = recent.filter((one) => one.path !== path);
      emit({ type: 'sessions.changed' });
      return succeed(null);
    },
    'sessions.trash': ({ path }) => {
      recent = recent.filter((one) => one.path !== path);
      emit({ type: 'sessions.changed' });
      return succeed(null);
    },
    'sessions.rename-recent': ({ path, name }) => {
      recent = recent.map((one) => (one.path === path ? { ...one, name } : one));
      emit({ type: 'sessions.changed' });
      return succeed(null);
    },
    'sessions.suggest-path': () => succeed({ path: '/home/ana/saved.loopscope' }),
    'sessions.save-as': ({ path }) => succeed({ path }),
    'sessions.save-copy': ({ path }) => succeed({ path }),
    'sessions.rename': ({ sessionId, name }) =>
      ofRun(sessionId, (run) => {
        run.name = name;
        return null;
      }),
    'sessions.place-load': () => succeed({ says: [say('foreign.joinedAgrees', { file: 'points.json', by: 'cpu', within: 0.5 })] }),
    'sessions.join': () => succeed({ sessionId: 'waited' }),
    'sessions.close': () => succeed(null),
    'recordings.list': () => succeed(recordings),
    'recordings.recover': () => succeed({ sessionId: 'finished' }),
    'recordings.discard': () => {
      recordings = [];
      emit({ type: 'sessions.changed' });
      return succeed(null);
    },
    'session.info': ({ sessionId }) =>
      comparisons.has(sessionId) ? ofComparison(sessionId, ({ session }) => session) : ofRun(sessionId, (run) => run.info),
    'session.report': ({ sessionId, window }) =>
      ofRun(sessionId, (run) => fake.makeReport(run.setup, window ? window.toMs - window.fromMs : run.measuredMs, run.path)),
    'session.load-series': ({ sessionId, fromBucket }) => ofRun(sessionId, (run) => fake.makeLoadSeries(run.measuredMs, fromBucket)),
    'session.launches': () => succeed(null),
    'session.wait-series': () => succeed(null),
    'session.longest-waits': () => succeed([]),
    'session.wait-callers': () => succeed(null),
    'session.request-lanes': () => succeed(null),
    'session.client-request': () => succeed('not-seen'),
    'session.density': ({ sessionId }) => ofRun(sessionId, (run) => fake.makeDensity(run.measuredMs)),
    'session.server-series': ({ sessionId, fromRow }) => ofRun(sessionId, (run) => fake.makeServerSeries(run.measuredMs, fromRow)),
    'session.machine-series': ({ sessionId, fromRow }) => ofRun(sessionId, (run) => fake.makeMachineSeries(run.measuredMs, fromRow)),
    'session.requests': (asked) => ofRun(asked.sessionId, (run) => fake.makeRequests(run.measuredMs, asked)),
    'session.private': () => succeed(fake.PRIVATE_FACTS),
    'session.story': () => succeed('no-spans'),
    'session.waits': ({ requests }) => succeed({ waits: fake.makeWaits(), waitsOnly: { ...requests, requests: 42 } }),
    'session.served': () => succeed({ isKnown: false, tellsRequestsApart: false, routes: [] }),
    'session.ticks': ({ sessionId }) => {
      const { stacks: _, ...facts } = makeTicks();
      return ofRun(sessionId, (run) => (run.info.hasTicks ? facts : null));
    },
    'ticks.functions': ({ sessionId }) => ofRun(sessionId, (run) => (run.info.hasTicks ? listTickFunctions(makeTicks()) : null)),
    'ticks.flame': ({ sessionId, ...query }) => {
      const [, comparison, pass] = /^(compared-ticks)#(\d+)$/.exec(sessionId) ?? [];
      if (comparison === undefined) return ofRun(sessionId, (run) => (run.info.hasTicks ? makeTickFlame(query) : null));
      const { variant } = comparisons.get(comparison)!.passes[Number(pass)]!;
      return succeed(makeTickFlame(query, compared.tickFactorOf(variant)));
    },
    'session.output': ({ sessionId }) => ofRun(sessionId, (run) => ({ text: run.output, droppedBytes: 0 })),
    'compare.estimate': ({ comparison }) =>
      succeed({
        totalMs: comparison.pairs * 12_000,
        sensitivity: options.empty
          ? null
          : [
              { metric: 'p50', cvPercent: 4.8, detectablePercent: 6 },
              { metric: 'spread', cvPercent: 12, detectablePercent: 15 },
              { metric: 'p99', cvPercent: 35, detectablePercent: 44 },
            ],
        source: options.empty ? null : 'the nothing-changed study of 11 Feb',
      }),
    'compare.start': ({ comparison, name }) => startComparison(comparison, name),
    'compare.stop': ({ sessionId }) =>
      ofComparison(sessionId, (comparison) => {
        comparison.stop();
        return { path: comparison.path };
      }),
    'compare.again': ({ sessionId, pairs }) => {
      const known = comparisons.get(sessionId);
      return known ? startComparison({ ...known.setup, pairs }, null) : fail('not-found', verbatim('This session is not open.'));
    },
    'compare.sessions': () => {
      const comparison = addComparison('side-by-side', compared.makeComparison(1)).finishAtOnce();
      comparison.made = 'sessions';
      return succeed({ sessionId: comparison.id });
    },
    'compare.info': ({ sessionId }) => ofComparison(sessionId, ({ info }) => info),
    'compare.percentiles': ({ sessionId }) => ofComparison(sessionId, ({ setup }) => compared.makePercentiles(setup.variants.length)),
    'compare.response-order': ({ sessionId, pass }) =>
      ofComparison(sessionId, ({ passes }) => compared.makeAnswerOrder(passes[pass]?.variant ?? 0)),
    'compare.flame': ({ sessionId }) => ofComparison(sessionId, () => compared.makeDiffFlame()),
    'compare.functions': ({ sessionId }) => ofComparison(sessionId, () => compared.makeDiffFunctions()),
    'study.guess': ({ sessionId, choice }) =>
      ofComparison(sessionId, (comparison) => {
        comparison.guess = choice;
        return null;
      }),
    'notes.set': ({ sessionId, text }) =>
      comparisons.has(sessionId)
        ? ofComparison(sessionId, (comparison) => {
            comparison.notes = text;
            return null;
          })
        : ofRun(sessionId, (run) => {
            run.notes = text;
            return null;
          }),
    'profile.flame': ({ sessionId, window }) =>
      ofRun(sessionId, (run) => fake.makeFlame(window ? window.toMs - window.fromMs : run.measuredMs)),
    'profile.chart': (asked) => ofRun(asked.sessionId, (run) => fake.makeChart(run.measuredMs, asked)),
    'profile.functions': ({ sessionId, window }) =>
      ofRun(sessionId, (run) => fake.makeFunctions(window ? window.toMs - window.fromMs : run.measuredMs)),
    'session.timings': () =>
      succeed({ meta: { names: [], threads: [], lost: 0 }, name: new Uint32Array(), at: new Float64Array(), length: new Float64Array() }),
    'profile.moments': ({ sessionId }) => ofRun(sessionId, (run) => fake.makeMoments(run.measuredMs)),
    'profile.groups': ({ sessionId, window, by }) =>
      ofRun(sessionId, (run) => fake.makeGroups(window ? window.toMs - window.fromMs : run.measuredMs, by)),
    'profile.related': ({ sessionId, path }) => ofRun(sessionId, (run) => fake.makeRelated(run.measuredMs, path)),
    'profile.slow': () => succeed(null),
    'profile.lines': () => succeed(null),
    'profile.text': () => succeed({ why: 'notOwn', path: null }),
    'profile.source': ({ url, line }) =>
      succeed(url.startsWith('file:') ? { path: url.slice('file://'.length), line, column: 1 } : { why: 'noFile' }),
    'export.text': ({ format }) => succeed({ fileName: `session.${format}`, text: '{}', isBase64: false }),
  };

  const answer = (name: RequestName, params: unknown): Outcome<unknown> | Promise<Outcome<unknown>> => {
    const checked = requests[name].params.safeParse(params);
    if (!checked.success) return fail('bad-request', { verbatim: `${name}: ${checked.error.issues[0]?.message}` });
    return (overrides.get(name) ?? handlers[name])(checked.data as never);
  };

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/upload') {
      request.resume();
      request.on('end', () => response.end(JSON.stringify(succeed({ sessionId: 'finished' }))));
      return;
    }
    if (pathname === KEY_PATH) {
      response.writeHead(204).end();
      return;
    }
    void serveFile(dist, pathname, response);
  });
  await listen(server, options.port ?? 0);
  const door = new WebSocketServer({ server, path: '/socket' });
  door.on('connection', (socket) => {
    sockets.set(socket, 1);
    socket.on('close', () => sockets.delete(socket));
    socket.on('message', (data) => {
      const { id, name, params } = JSON.parse(String(data)) as { id: number; name: RequestName; params: unknown };
      received.push({ name, params });
      const reply = (outcome: Outcome<unknown>): void => {
        if (outcome.ok && isColumns(outcome.value)) {
          const head = Buffer.alloc(8);
          head.writeUInt32LE(id);
          socket.send(Buffer.concat([head, encodeColumns(outcome.value)]));
        } else socket.send(JSON.stringify({ id, reply: outcome }));
      };
      const outcome = answer(name, params);
      if (outcome instanceof Promise) void outcome.then(reply);
      else reply(outcome);
    });
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    answerWith: (name, handler) => void overrides.set(name, handler),
    finishRuns: (count = Number.POSITIVE_INFINITY) => {
      const goesOn = [...comparisons.values()].find(({ running }) => running !== null);
      if (goesOn === undefined) throw new Error('No comparison goes on.');
      goesOn.finishRuns(count);
    },
    endMeasuring: () => {
      const measured = [...runs.values()].find(({ state }) => state === 'measuring');
      if (measured === undefined) throw new Error('No run is measured.');
      measured.endMeasuring();
    },
    dropSockets: () => {
      for (const socket of sockets.keys()) socket.terminate();
    },
    emit,
    close: async () => {
      for (const run of runs.values()) run.end();
      for (const comparison of comparisons.values()) comparison.end();
      for (const socket of sockets.keys()) socket.terminate();
      door.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** At `port`, or at any other if that is taken. */
async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || port === 0) throw error;
    await listen(server, 0);
  }
}

/** In place of a one-time link: pages of this engine have a key from the start. */
const KEY_SCRIPT = { path: '/fake-key.js', text: "localStorage.setItem('loopscope-key', 'fake')" };

async function serveFile(dist: string, pathname: string, response: ServerResponse): Promise<void> {
  const file = normalize(pathname === '/' ? '/index.html' : pathname);
  if (file === KEY_SCRIPT.path) return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(KEY_SCRIPT.text);
  try {
    const bytes = await readFile(join(dist, file));
    const body = file === '/index.html' ? bytes.toString().replace('<head>', `<head><script src="${KEY_SCRIPT.path}"></script>`) : bytes;
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': POLICY,
      // Files of `assets` have their hash in their name.
      'cache-control': file.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-cache',
    });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
}

if (process.argv[1] === import.meta.filename) {
  const at = process.argv.indexOf('--port');
  const engine = await startFakeEngine({ port: at > 0 ? Number(process.argv[at + 1]) : 5_199, empty: process.argv.includes('--empty') });
  console.log(`${engine.url}  (a finished session: ${engine.url}#/run/finished)`);
}
