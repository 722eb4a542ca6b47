/**
 * Comparisons that are only acted: reports are made up from seeds, everything that is derived from them (order, dots,
 * verdicts) comes from the real analysis, so that no figure on the screen contradicts another.
 */

import { compareRequests } from '../../shared/analysis/by-request.ts';
import { describeDifferences } from '../../shared/analysis/verdicts/differences.ts';
import { computeGrid } from '../../shared/analysis/verdicts/grid.ts';
import { computeDots } from '../../shared/analysis/verdicts/metrics.ts';
import { planPasses } from '../../shared/analysis/verdicts/order.ts';
import { computeAllVerdicts } from '../../shared/analysis/verdicts/verdict.ts';
import type { ComparisonSetup } from '../../shared/model/comparison/comparison.ts';
import type {
  ComparisonInfo,
  ComparisonState,
  PercentileColumns,
  ResponseOrderColumns,
} from '../../shared/model/comparison/comparison-info.ts';
import { STOPPED_PASS } from '../../shared/model/comparison/exclusion.ts';
import type { Pass } from '../../shared/model/comparison/pass.ts';
import { answeredOf } from '../../shared/model/distribution.ts';
import type { DiffFlameColumns, DiffFunctionRow } from '../../shared/model/profile/profile-views.ts';
import type { TickFigures } from '../../shared/model/profile/ticks.ts';
import type { WeightUnit } from '../../shared/model/profile/weight-unit.ts';
import type { RunReport } from '../../shared/model/report.ts';
import { CAPTURES } from '../../shared/model/setup/captures.ts';
import { DEFAULT_CAPTURE } from '../../shared/model/setup/setup.ts';
import { subjectOf } from '../../shared/model/setup/subject.ts';
import type { EngineEvent } from '../../shared/protocol/contract.ts';
import type { SessionInfo } from '../../shared/protocol/session-contract.ts';
import * as fake from './fake-data.ts';
import { makeTicks } from './fake-ticks.ts';

export function makeComparison(pairs = 10, capture = DEFAULT_CAPTURE): ComparisonSetup {
  const variant = (title: string, script: string) => ({
    title,
    setup: { ...fake.makeSetup(`/opt/loopscope/resources/demos/ssr/${script}`, { end: { by: 'amount', requests: 200 } }), capture },
  });
  return {
    variants: [variant('One long task', 'server-long.js'), variant('Many small tasks', 'server-small.js')],
    pairs,
    question: 'spread',
    profiled: true,
    seed: 1,
    equivalencePercent: 5,
  };
}

/** B answers the usual request later and the unlucky one sooner, and all more alike; runs of one variant differ by about 2 %. */
const FACTORS = { mean: 1.12, p50: 1.1, p90: 0.9, p99: 0.62, stdev: 0.16 } as const;

/** B takes fewer ticks. */
export const tickFactorOf = (variant: number): number => (variant === 0 ? 1 : 0.7);

function ticksOf(setup: ComparisonSetup, { variant, kind }: Pass): TickFigures | null {
  if (kind !== 'profiled' || setup.variants[variant]!.setup.capture.kind !== 'ticks') return null;
  const { total, unaccounted, summary, libraries } = makeTicks(tickFactorOf(variant));
  return { total, unaccounted, summary, libraries };
}

function reportOf(setup: ComparisonSetup, pass: Pass): RunReport {
  const { variant, index } = pass;
  const report = { ...fake.makeRunReport(setup.variants[variant]!.setup, 5_000), ticks: ticksOf(setup, pass) };
  const wobble = 1 + 0.04 * (fake.noise(index * 7 + 3) - 0.5);
  const factor = (name: keyof typeof FACTORS) => wobble * (variant === 0 ? 1 : FACTORS[name]);
  const latency = answeredOf(report.latencyMs!);
  const percentiles = Object.fromEntries(
    Object.entries(latency.percentiles).map(([name, ms]) => [
      name,
      ms * factor(Number(name) >= 99 ? 'p99' : Number(name) >= 90 ? 'p90' : 'p50'),
    ]),
  );
  return { ...report, latencyMs: { ...latency, mean: latency.mean * factor('mean'), stdev: latency.stdev * factor('stdev'), percentiles } };
}

export class FakeComparison {
  state: ComparisonState = 'running';
  notes = '';
  made: ComparisonInfo['made'] = 'series';
  guess: string | null = null;
  name: string;
  readonly passes: Pass[];
  #timer: NodeJS.Timeout | undefined;

  constructor(
    readonly id: string,
    readonly setup: ComparisonSetup,
    name: string | null,
    readonly emit: (event: EngineEvent) => void,
  ) {
    this.name = name ?? setup.variants.map(({ title }) => title).join(' against ');
    this.passes = planPasses(setup);
  }

  get running(): number | null {
    const next = this.passes.findIndex(({ report, excluded }) => report === null && excluded === null);
    return this.state === 'running' && next >= 0 ? next : null;
  }

  /** One run each `everyMs`; null: only as `finishRuns` says. */
  start(everyMs: number | null): void {
    if (everyMs !== null) this.#timer = setInterval(() => this.finishRuns(1), everyMs);
    this.#tell();
  }

  finishAtOnce(): this {
    for (let index = this.running; index !== null; index = this.running) this.#finish(index);
    this.state = 'done';
    return this;
  }

  stop(): void {
    for (const [index, pass] of this.passes.entries()) if (pass.report === null) this.passes[index] = { ...pass, excluded: STOPPED_PASS };
    this.#end();
  }

  end(): void {
    clearInterval(this.#timer);
  }

  /** The next runs end, the whole comparison with the last of them. */
  finishRuns(count: number): void {
    for (let left = count; left > 0 && this.running !== null; left--) {
      this.#finish(this.running);
      if (this.running === null) this.#end();
      else this.#tell();
    }
  }

  #finish(index: number): void {
    const pass = this.passes[index]!;
    this.passes[index] = { ...pass, report: reportOf(this.setup, pass) };
  }

  #end(): void {
    this.end();
    this.state = 'done';
    this.#tell();
    this.emit({ type: 'session.saved', sessionId: this.id, path: this.path, failure: null });
  }

  #tell(): void {
    const finished = this.passes.filter(({ report, excluded }) => report !== null || excluded !== null).length;
    const leftMs = (this.passes.length - finished) * 4_000;
    this.emit({
      type: 'compare.progress',
      sessionId: this.id,
      state: this.state,
      running: this.running,
      finished,
      planned: this.passes.length,
      leftMs,
    });
  }

  get path(): string {
    return `/home/ana/.local/share/loopscope/sessions/${this.id}.loopscope`;
  }

  get info(): ComparisonInfo {
    const { setup, passes, state, running } = this;
    return {
      setup,
      made: this.made,
      state,
      running,
      leftMs: null,
      passes,
      verdicts: computeAllVerdicts(passes, setup, setup.variants.length),
      byRequest: compareRequests(passes, setup, setup.variants.length, state === 'done'),
      dots: computeDots(passes, setup.variants.length, setup.question),
      differences: describeDifferences(setup.variants.map((variant) => variant.setup)),
      environments: setup.variants.map(() => fake.makeEnvironment()),
      sensitivity: null,
      warnings: [],
      profileKinds: setup.variants.map(() => (this.id === 'allocated' ? ['cpu', 'allocated', 'alive'] : ['cpu'])),
      profiledPasses: setup.variants.map((_, variant) => {
        const isRecorded = setup.grid?.records && CAPTURES[setup.variants[variant]!.setup.capture.kind].yields === 'profile';
        const kind = isRecorded ? 'measured' : 'profiled';
        const at = passes.findIndex((pass) => pass.kind === kind && pass.variant === variant && pass.report?.ticks === null);
        return at < 0 ? null : at;
      }),
      ...(setup.grid === undefined ? {} : { cells: computeGrid(setup.grid, passes, running) }),
      study: subjectOf(setup.variants[0]!.setup).includes('/demos/ssr/') ? { name: 'ssr', guess: this.guess, stored: null } : null,
    };
  }

  get session(): SessionInfo {
    return {
      id: this.id,
      name: this.name,
      path: this.state === 'done' ? this.path : null,
      kind: 'comparison',
      createdAt: '2026-02-11T10:41:00.000Z',
      state: this.state === 'done' ? 'done' : 'measuring',
      elapsedMs: {},
      question: null,
      failure: null,
      recovered: false,
      setup: null,
      command: 'loopscope compare server-long.js server-small.js -c 50 -a 200',
      url: null,
      node: null,
      processes: [],
      threads: [],
      exactPass: null,
      profileKinds: [],
      exit: null,
      keepsValues: false,
      leftOut: [],
      notes: this.notes,
      hasProfile: true,
      hasTicks: false,
      imported: null,
      measuredMs: 0,
      progress: null,
    };
  }
}

const PERCENTILES = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 92, 94, 96, 98, 99, 99.5, 99.9, 99.99];

/** A rises steadily, B is nearly flat. */
export function makePercentiles(variants: number): PercentileColumns {
  const columns: Record<`ms${number}`, Float64Array> = {};
  for (let variant = 0; variant < variants; variant++) {
    columns[`ms${variant}`] = Float64Array.from(PERCENTILES, (percentile) => (variant === 0 ? 20 + percentile * 9.5 : 800 + percentile));
  }
  return {
    meta: { variants, counts: Array.from({ length: variants }, () => 2_000) },
    percentile: Float64Array.from(PERCENTILES),
    ...columns,
  };
}

/** The staircase and the block; one request of B failed. */
export function makeAnswerOrder(variant: number): ResponseOrderColumns {
  const count = 200;
  const at = (index: number) => (variant === 0 ? Math.min(index, 50) * 20 + 20 : 900 + (index % 50));
  return {
    meta: { shown: count, total: count },
    startMs: Float64Array.from({ length: count }, (_, index) => Math.max(0, index - 50) * 20),
    latencyMs: Float64Array.from({ length: count }, (_, index) => at(index)),
    status: Uint16Array.from({ length: count }, (_, index) => (variant === 1 && index === 120 ? 1 : 200)),
    unmet: new Uint16Array(count),
  };
}

interface Frame {
  readonly name: string;
  readonly parent: number;
  readonly kind: number;
  readonly a: number;
  readonly b: number;
  readonly noise?: boolean;
}

/** Total µs per request. `log` costs more in B, `parse` exists in A only, `cache` in B only, the garbage collector is noise. */
export const FRAMES: readonly Frame[] = [
  { name: '(root)', parent: -1, kind: 3, a: 1_000, b: 1_150 },
  { name: 'handle', parent: 0, kind: 0, a: 900, b: 1_040 },
  { name: 'log', parent: 1, kind: 0, a: 200, b: 500 },
  { name: 'parse', parent: 1, kind: 1, a: 150, b: 0 },
  { name: 'cache', parent: 1, kind: 0, a: 0, b: 40 },
  { name: 'render', parent: 1, kind: 1, a: 400, b: 402, noise: true },
  { name: '(garbage collector)', parent: 0, kind: 3, a: 90, b: 100, noise: true },
];

const selfOf = (index: number, side: 'a' | 'b'): number =>
  FRAMES[index]![side] - FRAMES.filter(({ parent }) => parent === index).reduce((sum, frame) => sum + frame[side], 0);

export function makeDiffFlame(): DiffFlameColumns {
  const names = FRAMES.map(({ name }) => name);
  const self = (side: 'a' | 'b') => Float64Array.from(FRAMES, (_, index) => selfOf(index, side));
  return {
    meta: {
      names,
      urls: ['', 'file:///home/ana/shop/server.mjs'],
      unit: 'microseconds',
      by: 'kernel',
      perRequestA: 1_000,
      perRequestB: 1_150,
      requestsA: 200,
      requestsB: 200,
      samplesA: 900,
      samplesB: 950,
      folded: 0,
      joined: [],
    },
    parent: Int32Array.from(FRAMES, ({ parent }) => parent),
    name: Uint32Array.from(FRAMES, (_, index) => index),
    url: Uint32Array.from(FRAMES, ({ kind }) => (kind === 3 ? 0 : 1)),
    line: Uint32Array.from(FRAMES, (_, index) => index * 10),
    kind: Uint8Array.from(FRAMES, ({ kind }) => kind),
    selfA: self('a'),
    foldedA: new Float64Array(FRAMES.length),
    totalA: Float64Array.from(FRAMES, ({ a }) => a),
    selfB: self('b'),
    foldedB: new Float64Array(FRAMES.length),
    totalB: Float64Array.from(FRAMES, ({ b }) => b),
    noise: Uint8Array.from(FRAMES, ({ noise }) => (noise ? 1 : 0)),
  };
}

const KINDS = ['own', 'dependency', 'core', 'native'] as const;

export function makeDiffFunctions(): { rows: DiffFunctionRow[]; unit: WeightUnit; requestsA: number; requestsB: number } {
  const rows = FRAMES.slice(1).map(({ name, kind, a, b, noise = false }, at) => {
    const [selfA, selfB] = [selfOf(at + 1, 'a'), selfOf(at + 1, 'b')];
    const position = kind === 3 ? { url: '', line: 0 } : { url: 'file:///home/ana/shop/server.mjs', line: (at + 1) * 10 };
    const differencePercent = selfA > 0 ? 100 * (selfB / selfA - 1) : null;
    return {
      function: name,
      ...position,
      kind: KINDS[kind]!,
      selfA,
      selfB,
      foldedA: 0,
      foldedB: 0,
      totalA: a,
      totalB: b,
      differencePercent,
      noise,
      foldedNoise: true,
    };
  });
  return { rows, unit: 'microseconds', requestsA: 200, requestsB: 200 };
}
