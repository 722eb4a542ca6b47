/**
 * Asks a service that nothing is known of how many requests it works on at once. It knows only when responses come.
 *
 *   single requests ─► service time
 *   1, 2, 4, 8 ... all at once, until one of them waits ─► the step, then three times at n and at n + 1
 *   closed load at levels ─► capacity, scaling
 *   as many requests as it can take, and another route meanwhile ─► whether others wait
 *   requests that arrive at rates around its highest throughput ─► the last it keeps up with, and the first it does not
 *   requests at a rate that rises from 0 ─► a picture of where a queue begins
 *
 * Everything ends at `deadline`, when the user stops it, and when the service stops responding.
 */
import {
  capacityOf,
  highestThroughput,
  isFlat,
  judgeSynchronous,
  judgeWorkers,
  reachedBeyond,
  readStep,
  SHORTEST_SERVICE,
  stillGrows,
} from '../../../shared/analysis/probe/judge.ts';
import { planLevels, planRamp, planRates } from '../../../shared/analysis/probe/levels.ts';
import { findBracket } from '../../../shared/analysis/rate-bracket.ts';
import { fitScaling } from '../../../shared/analysis/usl.ts';
import { median } from '../../../shared/base/statistics/statistics.ts';
import type { Milliseconds, PerSecond, Seconds } from '../../../shared/base/units.ts';
import { ExactDistribution, toDistribution } from '../../../shared/load/distribution.ts';
import { judgeLevel } from '../../../shared/load/judge-level.ts';
import { computeParts } from '../../../shared/load/part-figures.ts';
import { type Failure, fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { scheduleOf } from '../../../shared/model/load-models.ts';
import {
  PROBE_PARTS,
  type ProbeArrivals,
  type ProbeCut,
  type ProbeLevel,
  type ProbeOrder,
  type ProbePart,
  type ProbeProgress,
  type ProbeRamp,
  type ProbeRate,
  type ProbeReport,
  type ProbeStage,
  type ProbeStep,
} from '../../../shared/model/probe.ts';
import type { LevelFigures } from '../../../shared/model/report.ts';
import { REDACTED } from '../../../shared/model/setup/hidden.ts';
import type { Load } from '../../../shared/model/setup/setup.ts';
import { redactUrl } from '../../../shared/privacy/redact-url.ts';
import { say } from '../../../shared/words/said.ts';
import type { Where } from '../load/load-runner.ts';
import { checkHost } from '../load/loopback.ts';
import { clockUs } from '../machine/clock.ts';
import { takeTurn } from '../machine/machine-lock.ts';
import { orStopped } from '../machine/starts.ts';
import { type Burst, type BurstRow, closedLoad, rateLoad, rowsOf, scheduledLoad, startBurst } from './burst.ts';

/** The code of first requests is slower than that of later ones. */
const WARM_UP = { requests: 5, atLeastMs: 200, atMost: 200 };
const SINGLES = 5;
/** Requests that take seconds are repeated less often. */
const SINGLES_MS: Milliseconds = 5_000;
const CONFIRMATIONS = 3;
const MOST_ATTEMPTS = 5;
/** Requests of each connection of a level before it is measured. */
const SETTLES = 0.2;
const LIGHT_REQUESTS = 20;
/** Time reserved for a ramp, as a multiple of its length: it has to be started, and requests wait when it ends. */
const AROUND_RAMP = 1.2;
/** Share of the whole time after which levels end, to leave time for the other route. */
const SHARE_OF_LEVELS = 0.75;

/** The parts that decide the number of workers. */
const JUDGED: ReadonlySet<ProbeStage['doing']> = new Set<ProbeStage['doing']>(['single', 'step', 'level']);

interface Step {
  /** Null: none was found. */
  readonly slots: number | null;
  readonly neverWaited: boolean;
}

const NO_STEP: Step = { slots: null, neverWaited: false };

/** Ends a part of the probe early; what is known by then is reported. */
class CutShort extends Error {
  constructor(readonly reason: ProbeCut) {
    super(reason);
  }
}

/** Refuses other machines unless they are named, and to run beside another measurement. `result`: fails if there is no response at all. */
export async function startProbe(
  order: ProbeOrder,
  signal: AbortSignal,
  onProgress: (progress: ProbeProgress) => void,
): Promise<Outcome<{ readonly result: Promise<Outcome<ProbeReport>> }>> {
  // Resolving a name may take long.
  const places = await orStopped(checkPlaces(order), signal);
  if (!places.ok) return places;
  const { where, light } = places.value;
  const probe = new Probe(order, where, light, signal, onProgress);
  const turn = takeTurn({ what: new URL(where.url).origin, leftMs: () => Math.max(0, probe.leftS() * 1e3) });
  if (!turn.ok) return turn;
  return succeed({ result: probe.run().finally(turn.value.release) });
}

async function checkPlaces({
  url,
  lightUrl,
  allowHost,
}: ProbeOrder): Promise<Outcome<{ readonly where: Where; readonly light: Where | null }>> {
  const where = await checkHost(url, allowHost);
  if (!where.ok) return where;
  const light = lightUrl === null ? null : await checkHost(resolveUrl(lightUrl, where.value.url), allowHost);
  if (light !== null && !light.ok) return light;
  return succeed({ where: where.value, light: light?.value ?? null });
}

function resolveUrl(typed: string, base: string): string {
  return URL.canParse(typed, base) ? new URL(typed, base).href : typed;
}

/** The query may hold a secret. */
function shownUrl({ url }: Where): string {
  return redactUrl(url, () => REDACTED, true);
}

/** Another route without responses says nothing about this one. */
function endsProbe({ during, reason }: ProbeReport['cuts'][number]): boolean {
  return during !== 'light' || reason !== 'no-answer';
}

class Probe {
  private readonly startedUs = clockUs();
  private readonly ends = new AbortController();
  private readonly steps: ProbeStep[] = [];
  private readonly levels: ProbeLevel[] = [];
  private readonly cuts: ProbeReport['cuts'][number][] = [];
  private readonly begun = new Set<ProbeStage['doing']>();
  /** What there was no time for, although nothing was cut short. */
  private readonly noRoom = new Set<ProbePart>();
  private failure: Failure | null = null;
  private serviceMs: Milliseconds | null = null;

  constructor(
    private readonly order: ProbeOrder,
    private readonly where: Where,
    private readonly lightWhere: Where | null,
    private readonly signal: AbortSignal,
    private readonly onProgress: (progress: ProbeProgress) => void,
  ) {}

  async run(): Promise<Outcome<ProbeReport>> {
    const timer = setTimeout(() => this.ends.abort(), this.order.budgetS * 1e3);
    const stop = (): void => this.ends.abort();
    this.signal.addEventListener('abort', stop);
    if (this.signal.aborted) stop();
    try {
      return await this.look();
    } finally {
      clearTimeout(timer);
      this.signal.removeEventListener('abort', stop);
    }
  }

  private async look(): Promise<Outcome<ProbeReport>> {
    const serviceMs = await this.part('single', () => this.single(this.where));
    this.serviceMs = serviceMs;
    if (this.failure !== null) return { ok: false, failure: this.failure };
    if (serviceMs === null && this.cuts[0]?.reason === 'no-answer')
      return fail('load-failed', say('probe.noAnswer', { url: shownUrl(this.where) }), say('probe.isItUp'));
    const isTooFast = serviceMs === null || serviceMs < SHORTEST_SERVICE;
    const step = (isTooFast ? null : await this.part('step', () => this.findStep(serviceMs))) ?? NO_STEP;
    if (serviceMs !== null) await this.part('level', () => this.holdLevels(step.slots, serviceMs));
    const light = serviceMs === null ? null : await this.part('light', () => this.compareLight(step.slots, serviceMs));
    if (this.failure !== null) return { ok: false, failure: this.failure };
    const rates = await this.part('rates', () => this.holdRates(serviceMs));
    if (this.failure !== null) return { ok: false, failure: this.failure };
    const meanwhileMs = light?.meanwhileMs ?? null;
    // Last, because nothing is concluded from it.
    const ramp = serviceMs === null ? null : await this.part('ramp', () => this.rise(serviceMs));
    if (this.failure !== null) return { ok: false, failure: this.failure };
    const capacity = serviceMs === null ? null : capacityOf(this.levels, serviceMs);
    return succeed({
      url: shownUrl(this.where),
      ...this.judge(serviceMs, capacity, step),
      atLeast: this.atLeast(serviceMs),
      capacity,
      serviceMs,
      synchronous: light === null || meanwhileMs === null ? null : judgeSynchronous(serviceMs!, light.aloneMs, meanwhileMs),
      light,
      steps: this.steps,
      levels: this.levels,
      scaling: fitScaling(this.levels),
      arrivals: rates,
      ramp,
      cuts: this.cuts,
      untried: this.findUntried(capacity),
      seconds: this.elapsedS(),
    });
  }

  private findUntried(capacity: number | null): NonNullable<ProbeReport['untried']> {
    const ended = this.cuts.find(endsProbe)?.reason ?? null;
    // At which rates to try is not known where throughput still grew, however much time there is.
    const mayGrow = capacity === null && !this.noRoom.has('level') && !this.cuts.some(({ during }) => JUDGED.has(during));
    const isAsked: Record<ProbePart, boolean> = {
      level: true,
      light: this.lightWhere !== null,
      rates: !mayGrow,
      ramp: !mayGrow || this.order.ramp !== undefined,
    };
    return PROBE_PARTS.flatMap((part) => {
      if (!isAsked[part]) return [];
      if (this.noRoom.has(part)) return [{ part, reason: 'budget' as const }];
      return ended === null || this.begun.has(part) ? [] : [{ part, reason: ended }];
    });
  }

  private judge(
    serviceMs: Milliseconds | null,
    capacity: number | null,
    { slots, neverWaited }: Step,
  ): Pick<ProbeReport, 'workers' | 'reason'> {
    // Parts after the levels do not decide the number of workers.
    const reason = this.cuts.find(({ during }) => JUDGED.has(during))?.reason ?? null;
    if (serviceMs === null) return { workers: null, reason };
    // Nor does it count when a server stops responding after its step is known.
    const cut = reason === 'no-answer' && slots !== null ? null : reason;
    const reached = slots === null ? null : reachedBeyond(this.levels, slots, serviceMs);
    return judgeWorkers({ serviceMs, slots, neverWaited, capacity, grows: stillGrows(this.levels, this.order.max), reached, cut });
  }

  /** Null: it was cut short, which is recorded in `cuts`. */
  private async part<T>(during: ProbeStage['doing'], work: () => Promise<T>): Promise<T | null> {
    if (this.isOver) return null;
    this.begun.add(during);
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CutShort)) throw error;
      this.cuts.push({ during, reason: error.reason });
      return null;
    }
  }

  /** Nothing else is begun. */
  private get isOver(): boolean {
    return this.failure !== null || this.cuts.some(endsProbe);
  }

  leftS(): Seconds {
    return this.order.budgetS - this.elapsedS();
  }

  private elapsedS(): Seconds {
    return (clockUs() - this.startedUs) / 1e6;
  }

  private onStage(stage: ProbeStage): void {
    this.onProgress({ stage, elapsedS: this.elapsedS(), serviceMs: this.serviceMs, steps: [...this.steps], levels: [...this.levels] });
  }

  /** The time left, without that reserved for a ramp. */
  private roomS(): Seconds {
    const { ramp } = this.order;
    const asked = ramp === undefined ? null : scheduleOf({ schedule: ramp });
    return this.leftS() - AROUND_RAMP * (asked?.seconds ?? 0);
  }

  private async burst(where: Where, load: Load): Promise<Burst & { readonly rows: readonly BurstRow[] }> {
    const { headers } = this.order;
    this.refuseToGoOn();
    const started = await startBurst(where, { load, headers }, this.ends.signal);
    const ended = started.ok ? await started.value.result : started;
    if (!ended.ok) {
      this.failure = ended.failure;
      throw new CutShort('stopped');
    }
    // A burst that was cut off cannot be used: requests in flight are missing in it.
    this.refuseToGoOn();
    const rows = rowsOf(ended.value);
    if (2 * rows.filter(({ failed }) => failed).length > rows.length || rows.length === 0) throw new CutShort('no-answer');
    return { ...ended.value, rows };
  }

  private refuseToGoOn(): void {
    if (this.signal.aborted) throw new CutShort('stopped');
    if (this.ends.signal.aborted) throw new CutShort('budget');
  }

  /** Median of requests one after the other, when the first ones have been left out. */
  private async single(where: Where): Promise<Milliseconds> {
    this.onStage({ doing: 'single' });
    const one = async (requests: number): Promise<Milliseconds[]> =>
      (await this.burst(where, closedLoad(1, { by: 'amount', requests }, this.order.timeoutS))).rows.map(
        ({ latencyUs }) => latencyUs / 1e3,
      );
    const [first] = await one(1);
    const warm = Math.min(WARM_UP.atMost, Math.max(WARM_UP.requests, Math.ceil(WARM_UP.atLeastMs / first!)));
    if (first! * warm < SINGLES_MS) await one(warm);
    const count = first! * SINGLES < SINGLES_MS ? SINGLES : 2;
    const times = await one(first! < 2 * SHORTEST_SERVICE ? 10 * SINGLES : count);
    return median(times);
  }

  /* ---- the step ---- */

  private async atOnce(connections: number, serviceMs: Milliseconds): Promise<'none' | number | null> {
    this.onStage({ doing: 'step', connections });
    const { rows } = await this.burst(this.where, closedLoad(connections, { by: 'amount', requests: connections }, this.order.timeoutS));
    const good = rows.filter(({ failed }) => !failed);
    const step = {
      connections,
      times: good.map(({ latencyUs }) => latencyUs / 1e3).sort((a, b) => a - b),
      failed: rows.length - good.length,
    };
    this.steps.push(step);
    return readStep(step, serviceMs);
  }

  private async findStep(serviceMs: Milliseconds): Promise<Step> {
    const { max } = this.order;
    for (let connections = 2; ; connections = Math.min(max, 2 * connections)) {
      const seen = await this.read(connections, serviceMs);
      if (seen === null) return { slots: null, neverWaited: false };
      const confirmed = seen === 'none' ? 'more' : await this.confirm(seen, serviceMs);
      // Not a real step: something else was happening on the machine.
      if (confirmed !== 'more') return { slots: confirmed, neverWaited: false };
      if (connections >= max) return { slots: null, neverWaited: seen === 'none' };
    }
  }

  /** A burst in which something else happened on the machine is repeated. */
  private async read(connections: number, serviceMs: Milliseconds): Promise<'none' | number | null> {
    for (let attempt = 0; attempt < CONFIRMATIONS; attempt++) {
      const seen = await this.atOnce(connections, serviceMs);
      if (seen !== null) return seen;
    }
    return null;
  }

  /** Confirms the step: of `slots` requests none waits, of one more exactly one does, three times in at most five. `more`: it takes more at once. Null: not confirmed. */
  private async confirm(slots: number, serviceMs: Milliseconds): Promise<number | 'more' | null> {
    let confirmed = 0;
    for (let attempt = 0; attempt < MOST_ATTEMPTS && confirmed < CONFIRMATIONS; attempt++) {
      const enough = await this.atOnce(slots, serviceMs);
      const more = await this.atOnce(slots + 1, serviceMs);
      if (enough === 'none' && more === slots) confirmed++;
      else if (more === 'none') return 'more';
    }
    return confirmed === CONFIRMATIONS ? slots : null;
  }

  private atLeast(serviceMs: Milliseconds | null): number {
    const free = serviceMs === null ? [] : this.steps.filter((step) => readStep(step, serviceMs) === 'none');
    return Math.max(serviceMs === null ? 0 : 1, ...free.map(({ connections }) => connections));
  }

  /* ---- the levels ---- */

  private async holdLevels(slots: number | null, serviceMs: Milliseconds): Promise<void> {
    const room = this.roomS() * SHARE_OF_LEVELS;
    const planned = planLevels(slots, this.order.max, serviceMs / 1e3, room);
    const all = planLevels(slots, this.order.max, serviceMs / 1e3, Number.POSITIVE_INFINITY);
    for (const { connections, seconds } of planned) {
      this.onStage({ doing: 'level', connections, seconds });
      const burst = await this.burst(this.where, closedLoad(connections, { by: 'duration', seconds }, this.order.timeoutS));
      this.levels.push(levelOf(connections, burst));
      const isBeyond = slots === null ? connections > 2 * (capacityOf(this.levels, serviceMs) ?? Number.POSITIVE_INFINITY) : false;
      if (isBeyond && isFlat(this.levels)) return;
    }
    if (planned.length < all.length) this.noRoom.add('level');
  }

  /* ---- at a rate ---- */

  /** Where to look is not known: more levels might have told. */
  private skip(part: ProbePart): null {
    if (this.noRoom.has('level')) this.noRoom.add(part);
    return null;
  }

  /** Null: it is not known where to look, or there is no time left for it. */
  private async holdRates(serviceMs: Milliseconds | null): Promise<ProbeArrivals | null> {
    if (serviceMs === null) return null;
    if (capacityOf(this.levels, serviceMs) === null) return this.skip('rates');
    const plan = planRates(highestThroughput(this.levels), this.roomS());
    if (plan === null) {
      this.noRoom.add('rates');
      return null;
    }
    this.onStage({ doing: 'rates' });
    const load = rateLoad(plan.rates, plan.holdS, this.order.timeoutS);
    const { batches, seconds } = await this.burst(this.where, load);
    const { levels } = await computeParts({ load, names: [], durationUs: seconds * 1e6 }, batches);
    const rates = levels.flatMap((level) => ('rate' in level && judgeLevel(level) !== 'cannot tell' ? [level] : []));
    const bracket = findBracket(rates);
    return bracket === null ? null : { rates: rates.map(rateOf), held: bracket.held, broke: bracket.broke };
  }

  /** Null: it is not known how far to rise, or there is no time left for it. */
  private async rise(serviceMs: Milliseconds): Promise<ProbeRamp | null> {
    const { ramp, timeoutS } = this.order;
    const isKnown = capacityOf(this.levels, serviceMs) !== null;
    if (ramp === undefined && !isKnown) return this.skip('ramp');
    const schedule = ramp ?? planRamp(highestThroughput(this.levels), serviceMs / 1e3, this.leftS());
    if (schedule === null) {
      this.noRoom.add('ramp');
      return null;
    }
    const load = scheduledLoad(schedule, timeoutS);
    this.onStage({ doing: 'ramp', seconds: scheduleOf(load)?.seconds ?? 0 });
    const { rows } = await this.burst(this.where, load);
    const inOrder = [...rows].sort((a, b) => a.dueUs - b.dueUs);
    return {
      schedule,
      dueS: inOrder.map(({ dueUs }) => dueUs / 1e6),
      latencyMs: inOrder.map(({ failed, latencyUs }) => (failed ? null : latencyUs / 1e3)),
    };
  }

  /* ---- the other route ---- */

  private async compareLight(
    slots: number | null,
    serviceMs: Milliseconds,
  ): Promise<{ readonly url: string; readonly aloneMs: Milliseconds; readonly meanwhileMs: Milliseconds | null } | null> {
    const { lightWhere, order } = this;
    if (lightWhere === null) return null;
    const aloneMs = await this.single(lightWhere);
    this.onStage({ doing: 'light' });
    this.refuseToGoOn();
    // All workers are to be busy all the time, and a queue before them.
    const connections = Math.min(order.max, Math.max(8, 2 * (slots ?? 4) + 1));
    const { headers, timeoutS } = order;
    const seconds = Math.max(1, this.leftS());
    const heavy = await startBurst(
      this.where,
      { load: closedLoad(connections, { by: 'duration', seconds }, timeoutS), headers },
      this.ends.signal,
    );
    if (!heavy.ok) {
      this.failure = heavy.failure;
      return null;
    }
    try {
      await new Promise((resolve) => setTimeout(resolve, 200 + serviceMs));
      const wait = (connections / (slots ?? 1)) * serviceMs;
      const requests = Math.max(3, Math.min(LIGHT_REQUESTS, Math.floor((this.leftS() * 500) / Math.max(1, wait))));
      // What it takes alone is known, even if this is cut short.
      const meanwhileMs = await this.part('light', async () => {
        const { rows } = await this.burst(lightWhere, closedLoad(1, { by: 'amount', requests }, timeoutS));
        return median(rows.filter(({ failed }) => !failed).map(({ latencyUs }) => latencyUs / 1e3));
      });
      return { url: shownUrl(lightWhere), aloneMs, meanwhileMs };
    } finally {
      heavy.value.stop();
      await heavy.value.result;
    }
  }
}

/**
 * By Little's law throughput of a closed load without think time is connections by mean latency; counting responses would depend on where in a
 * cycle of a slow service the level ended.
 */
function levelOf(connections: number, { rows, seconds }: Pick<Burst, 'seconds'> & { readonly rows: readonly BurstRow[] }): ProbeLevel {
  const settled = new ExactDistribution();
  for (const { failed, endUs, latencyUs } of rows) if (!failed && endUs >= SETTLES * seconds * 1e6) settled.record(latencyUs);
  const latencyMs = toDistribution(settled);
  return {
    connections,
    seconds,
    failed: rows.filter(({ failed }) => failed).length,
    throughput: latencyMs === null ? 0 : (1e3 * connections) / latencyMs.mean,
    latencyMs,
  };
}

function rateOf({ rate, offered, throughput, latencyMs, requests }: LevelFigures & { readonly rate: PerSecond }): ProbeRate {
  return { rate, offered, throughput, latencyMs, failed: requests.failed };
}
