/**
 * The load of a run that looks for a leak, behind the handle that load processes have: equal loads, each followed by a full collection, judged by what
 * lives after these (shared/analysis/leak/).
 *
 *   prepare ─► warm up ─► onWarm     measure ─► load, wait, collect, read levels ─► next step ─► ... ─► finished
 *                                                ▲                                      │
 *                                                └──────────────────────────────────────┘
 */
import { setTimeout as wait } from 'node:timers/promises';
import { type WrongRequests, warmUpFailure } from '../../../../../shared/analysis/failed-load.ts';
import { concludeLeak, nextStep } from '../../../../../shared/analysis/leak/next-step.ts';
import { levelIn } from '../../../../../shared/analysis/leak/series.ts';
import type { Bytes, Microseconds, Milliseconds, Ratio, Seconds } from '../../../../../shared/base/units.ts';
import { type Failure, FailureError, fail, type Outcome, succeed } from '../../../../../shared/model/failure.ts';
import {
  LEAK_LIMITS,
  LEAK_PLAN,
  type LeakCounts,
  type LeakCut,
  type LeakPlan,
  type LeakRound,
  type LeakRoundKind,
  type LeakWarmUp,
} from '../../../../../shared/model/leak.ts';
import { connectionsOf } from '../../../../../shared/model/load-models.ts';
import { type LiveLevels, outsideOf } from '../../../../../shared/model/memory.ts';
import { errorKindOf, isAsExpected, type PackedBatch, UNANSWERED } from '../../../../../shared/model/run.ts';
import type { LeakCapture as AskedCapture } from '../../../../../shared/model/setup/captures.ts';
import type { Load, LoadPlan } from '../../../../../shared/model/setup/setup.ts';
import { say } from '../../../../../shared/words/said.ts';
import type { Leader } from '../../../agent/processes.ts';
import type { LeakCapture } from '../../../captures/leak-capture.ts';
import { IDLE_GENERATOR } from '../../../load/generator-health.ts';
import type { LoadRunner, Where } from '../../../load/load-runner.ts';
import { clockUs } from '../../../machine/clock.ts';
import { orAborted } from '../../../machine/or-aborted.ts';
import { closedLoad, startLoadOnce } from '../../../probe/burst.ts';
import type { ClientRun } from './client-port.ts';
import { canLookInto, findLeak } from './find-leak.ts';
import { startGuardian } from './program-load.ts';

/** Requests of a round: as many as the server responds to in this time, and within these bounds; with more the heap of a leak is too large to look into. */
const ROUND: { readonly seconds: Seconds; readonly low: number; readonly high: number } = { seconds: 2.5, low: 200, high: 5_000 };
/**
 * Of the warm-up, each twice as long as the one before: a server that keeps much is seen early, one that takes seconds for a response has time for some.
 * Four are 5.25 s.
 */
const FIRST_BURST: Seconds = 0.35;
/** A server that has kept so much more since the first burst is warm: each further request only makes its heap larger. */
const WARM_AT: Bytes = 50_000_000;
/** Growth of a round that stands out far enough, 15 kB being what a healthy server grows by. More would fill the heap until it cannot be looked into. */
const ROUND_GROWS: Bytes = 10_000_000;
/** Requests: of 40 kB each as few were enough to tell a leak. */
const FEWEST_OF_ROUND = 50;
/** They wake caches that tidy up when they are asked. */
const AFTER_REST = 200;
/** Sockets close and timers fire. */
const SETTLE_MS: Milliseconds = 300;
/** Two mark-compacts of a heap of gigabytes, on a busy machine; a thread in a long loop answers only afterwards. */
const COLLECT_WITHIN_MS: Milliseconds = 30_000;
/** Of the last question. */
const END_WITHIN_MS: Milliseconds = 1_000;
/** Of a round. */
const MOST_FAILED = 0.01;
/** Requests of the warm-up: so many in a row are no server that is still starting. */
const ENOUGH_FAILED = 100;
/** A round that takes so many times as long as the first: the heap is too full to go on, or the server stands. */
const SLOW_ROUND = 5;
/** The heap until it is looked into, by another round and two loads. */
const GROWS_MEANWHILE: Ratio = 1.2;
/** Of what V8 allows. */
const NEAR_LIMIT = 0.8;

/** `asked`: the capture of the set-up. */
export async function startRounds(run: ClientRun, asked: AskedCapture, agents: LeakCapture): Promise<Outcome<LoadRunner>> {
  const guardian = await startGuardian(run.id, run.setup);
  return guardian.ok ? succeed(new RoundsLoad(run, asked, agents, guardian.value)) : guardian;
}

/** What is thrown to end it with what is known. */
class Cut extends Error {
  constructor(readonly reason: LeakCut) {
    super(reason);
  }
}

interface Loaded {
  readonly requests: number;
  readonly failed: number;
  readonly ms: Milliseconds;
  /** What failed, by request and cause. */
  readonly wrong: WrongCounts;
}

/** How many requests of the plan (by its place) went wrong by a cause, a kind of error or a status. */
class WrongCounts {
  private readonly counts = new Map<string, { readonly request: number; readonly cause: string; readonly count: number }>();

  add(request: number, cause: string, count: number): void {
    const key = `${request} ${cause}`;
    this.counts.set(key, { request, cause, count: count + (this.counts.get(key)?.count ?? 0) });
  }

  addAll(others: WrongCounts): void {
    for (const { request, cause, count } of others.counts.values()) this.add(request, cause, count);
  }

  /** `names`: of the requests of the plan; empty: there is one. */
  list(names: readonly string[]): WrongRequests[] {
    return [...this.counts.values()].map(({ request, cause, count }) => ({ request: names[request] ?? null, cause, count }));
  }
}

class RoundsLoad implements LoadRunner {
  private readonly rounds: LeakRound[] = [];
  private readonly ends = new AbortController();
  private plan: LeakPlan;
  private warmUp: LeakWarmUp = { requests: 0, failed: 0, ms: 0 };
  private where: Where = { url: '', address: '' };
  /** 0: nothing is measured yet. */
  private origin: Microseconds = 0;
  private sent = 0;
  private isDisposed = false;

  constructor(
    private readonly run: ClientRun,
    asked: AskedCapture,
    private readonly agents: LeakCapture,
    private readonly guardian: LoadRunner,
  ) {
    const { rounds, perRound, restS, atMostS } = asked;
    this.plan = {
      ...LEAK_PLAN,
      connections: connectionsOf(run.setup.load),
      judge: rounds,
      perRound: perRound === 0 ? null : perRound,
      restS,
      atMostS,
    };
  }

  get pids(): readonly number[] {
    return this.guardian.pids;
  }

  guard(leader: Leader): void {
    this.guardian.guard(leader);
  }

  prepare(where: Where): void {
    this.where = where;
    void this.attempt(async () => {
      await this.heat();
      this.run.events.onWarm({ sent: this.warmUp.requests, answered: this.warmUp.requests - this.warmUp.failed });
    });
  }

  measure(): void {
    const { events } = this.run;
    this.origin = clockUs();
    events.onStarted(this.origin);
    events.onResult({ type: 'leak-plan', plan: this.plan, warmUp: this.warmUp });
    void this.attempt(() => this.search())
      .then(() => this.agents.ask({ ask: 'end' }, END_WITHIN_MS))
      .then(() => this.finish());
  }

  /** What is known by then is kept. */
  stop(): void {
    this.ends.abort(new Cut('stopped-by-user'));
  }

  async dispose(): Promise<void> {
    this.isDisposed = true;
    this.stop();
    await this.guardian.dispose();
  }

  /** A bug must not leave the run without an end. */
  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof Cut) return;
      const { message, stack } = error as Error;
      this.fail(
        error instanceof FailureError ? error.failure : fail('internal', { verbatim: message }, say('engine.report'), stack).failure,
      );
    }
  }

  private async search(): Promise<void> {
    try {
      for (let step = this.next(null); step !== 'end'; step = this.next(null)) await this.round(step);
    } catch (error) {
      if (!(error instanceof Cut)) throw error;
      this.run.events.onResult({ type: 'leak-cut', cut: error.reason });
      // Where the rounds that there are can be judged, the rest still tells a cache from a leak.
      if (this.next(error.reason) === 'rest') await this.round('rest');
      return;
    }
    await this.locate();
  }

  /** Where there is a leak: what grew, and who keeps it. Loads of it are of no round. */
  private async locate(): Promise<void> {
    const { rounds, warmUp, plan, agents } = this;
    const { word, by } = concludeLeak(plan, { rounds, warmedUp: warmUp.requests, cut: null });
    if (word !== 'leak' || by === null) return;
    const found = await findLeak({
      ...{ agents, by, heap: levelIn(rounds.at(-1)!, { ...by, counter: 'heap' }) ?? 0, perRound: plan.perRound! },
      signal: this.ends.signal,
      until: (promise) => this.until(promise),
      load: (requests) => this.load({ by: 'amount', requests }),
    });
    this.run.events.onResult({ type: 'leak-found', found });
  }

  private next(cut: LeakCut | null) {
    const elapsedS = (clockUs() - this.origin) / 1e6;
    const isFull = !canLookInto(Math.max(0, ...(this.rounds.at(-1)?.threads ?? []).map(({ heap }) => heap)) * GROWS_MEANWHILE);
    return nextStep(this.plan, { rounds: this.rounds, warmedUp: this.warmUp.requests, elapsedS, isFull, cut });
  }

  private finish(): void {
    if (this.isDisposed) return;
    this.run.events.onFinished(clockUs() - this.origin, { sent: this.sent, inFlight: 0 }, IDLE_GENERATOR, []);
  }

  /** Until there were enough requests and enough time; its rate, and what each request keeps, say how many make a round. */
  private async heat(): Promise<void> {
    if (this.agents.isAlone) throw new FailureError(fail('not-available', say('leak.noAgent'), say('leak.nodeOnly')).failure);
    const kept = new KeptSoFar();
    const wrong = new WrongCounts();
    for (let seconds = FIRST_BURST; !this.isWarm && kept.bytes < WARM_AT && !this.isHopeless; seconds *= 2) {
      const burst = await this.load({ by: 'duration', seconds });
      const so = this.warmUp;
      this.warmUp = { requests: so.requests + burst.requests, failed: so.failed + burst.failed, ms: so.ms + burst.ms };
      wrong.addAll(burst.wrong);
      kept.add(this.warmUp.requests, await this.askLevels());
    }
    const { requests, failed, ms } = this.warmUp;
    if (requests === 0) throw new FailureError(fail('load-failed', say('leak.noRequests'), say('leak.checkServer')).failure);
    if (failed > MOST_FAILED * requests) {
      const names = (this.run.users?.plan.requests ?? []).map(({ name }) => name);
      throw new FailureError(warmUpFailure(requests, wrong.list(names.length < 2 ? [] : names)));
    }
    this.plan = { ...this.plan, perRound: this.plan.perRound ?? requestsOfRound(requests / (ms / 1e3), kept.perRequest) };
  }

  /** All of some requests failed: more of them would only take longer. */
  private get isHopeless(): boolean {
    const { requests, failed } = this.warmUp;
    return requests >= ENOUGH_FAILED && failed === requests;
  }

  private get isWarm(): boolean {
    const { requests, ms } = this.warmUp;
    const { requests: enough, atLeastS } = this.plan.warmUp;
    // A slow server gets twice the time, and no more.
    return ms >= (requests < enough ? 2 : 1) * atLeastS * 1e3;
  }

  private async round(kind: LeakRoundKind): Promise<void> {
    if (kind === 'rest') await this.pause(this.plan.restS * 1e3);
    const asked = kind === 'rest' ? Math.min(AFTER_REST, this.plan.perRound!) : this.plan.perRound!;
    const { requests, failed, ms } = await this.load({ by: 'amount', requests: asked });
    if (failed > MOST_FAILED * requests || requests < asked) throw new Cut('load-failed');
    await this.pause(SETTLE_MS);
    const { isNearLimit, ...levels } = await this.readLevels();
    const [first] = this.rounds;
    const round: LeakRound = { kind, requests, failed, ms, ...levels };
    this.rounds.push(round);
    this.run.events.onResult({ type: 'leak-round', round });
    // What the first requests have brought in is not looked for.
    if (this.rounds.length === this.plan.settle) await this.until(this.agents.ask({ ask: 'sample' }, COLLECT_WITHIN_MS));
    if (kind === 'rest') return;
    if (first !== undefined && ms > SLOW_ROUND * Math.max(first.ms, 1e3 * ROUND.seconds)) throw new Cut('slow-round');
    if (isNearLimit) throw new Cut('near-limit');
  }

  private async readLevels(): Promise<Pick<LeakRound, 'threads' | 'counts' | 'rss'> & { readonly isNearLimit: boolean }> {
    const reports = await this.askLevels();
    if (reports.length === 0) throw new Cut('not-collected');
    const all = reports.flatMap(({ pid, threads }) => threads.map((one) => ({ pid, ...one })));
    const threads = all.map(({ pid, thread, heap, external, arrayBuffers }) => ({ pid, thread, heap, external, arrayBuffers }));
    const counts: LeakCounts = {
      threads: threads.length,
      descriptors: sumOfKnown(reports.map(({ descriptors }) => descriptors)),
      resources: sumOfKnown(all.map(({ resources }) => resources)),
      contexts: sumOfKnown(all.map(({ contexts }) => contexts)),
    };
    return {
      threads,
      counts,
      rss: sumOfKnown(reports.map(({ rss }) => rss)),
      isNearLimit: all.some(({ heap, limit }) => heap > NEAR_LIMIT * limit),
    };
  }

  /** Of each process, after a collection. Empty: one of them did not answer. */
  private async askLevels() {
    const { answers, isWhole } = await this.until(this.agents.ask({ ask: 'levels' }, COLLECT_WITHIN_MS));
    return isWhole ? [...answers].flatMap(([pid, report]) => (report.told === 'levels' ? [{ pid, ...report }] : [])) : [];
  }

  private async load(end: Parameters<typeof closedLoad>[1]): Promise<Loaded> {
    this.ends.signal.throwIfAborted();
    const { setup, users } = this.run;
    const plan: LoadPlan = {
      requests: [{ ...setup.requests[0], url: this.where.url }],
      load: { ...closedLoad(this.plan.connections, end, setup.load.timeoutS), allowHost: setup.load.allowHost } as Load,
      client: setup.client as LoadPlan['client'],
    };
    const before = this.sent;
    const started = await startLoadOnce(this.where, plan, users, this.ends.signal, (batch, { sent, inFlight }, clock) => {
      if (this.origin === 0) return;
      this.sent = before + sent;
      const until = clockUs() - this.origin;
      this.run.events.onRows(laterBy(batch, clock - this.origin), { sent: this.sent, inFlight }, IDLE_GENERATOR, until);
    });
    const burst = started.ok ? await started.value.result : started;
    this.ends.signal.throwIfAborted();
    if (!burst.ok) throw new FailureError(burst.failure);
    const { batches, seconds } = burst.value;
    const wrong = new WrongCounts();
    let [requests, failed] = [0, 0];
    for (const { status, unmet, request } of batches)
      for (const [row, one] of status.entries()) {
        // What is in flight when the load of the warm-up ends has not failed.
        if (one === UNANSWERED) continue;
        requests++;
        if (isAsExpected(one, unmet?.[row])) continue;
        failed++;
        wrong.add(request?.[row] ?? 0, errorKindOf(one) ?? String(one), 1);
      }
    return { requests, failed, ms: seconds * 1e3, wrong };
  }

  private async pause(ms: Milliseconds): Promise<void> {
    await this.until(wait(ms));
  }

  private until<T>(promise: Promise<T>): Promise<T> {
    return orAborted(promise, this.ends.signal);
  }

  private fail(failure: Failure): void {
    if (!this.isDisposed) this.run.events.onFailed(failure);
  }
}

/** What a server keeps of the requests of its warm-up but the first ones, which bring in code. */
class KeptSoFar {
  private first: { readonly requests: number; readonly live: Bytes } | null = null;
  /** More than after the first requests. 0: not known. */
  bytes: Bytes = 0;
  perRequest: Bytes = 0;

  /** `reports`: after so many requests; empty: not known. */
  add(requests: number, reports: readonly { readonly threads: readonly Omit<LiveLevels, 'rss'>[] }[]): void {
    if (reports.length === 0) return;
    const live = sumOf(reports.flatMap(({ threads }) => threads.map((thread) => thread.heap + outsideOf(thread))));
    this.first ??= { requests, live };
    if (requests === this.first.requests) return;
    this.bytes = live - this.first.live;
    this.perRequest = this.bytes / (requests - this.first.requests);
  }
}

/** `rate`: a second; `keeps`: bytes of each request. */
function requestsOfRound(rate: number, keeps: Bytes): number {
  const fits = Math.min(Math.max(rate * ROUND.seconds, ROUND.low), ROUND.high);
  // A server that takes seconds for each request would otherwise be at a round for minutes.
  const slow = Math.max(LEAK_LIMITS.perRound.low, rate * SLOW_ROUND * ROUND.seconds);
  const small = keeps > 0 ? Math.max(FEWEST_OF_ROUND, ROUND_GROWS / keeps) : ROUND.high;
  return Math.round(Math.min(fits, slow, small));
}

/** Rows of one of several loads, on the axis of all of them. */
function laterBy(batch: PackedBatch, by: Microseconds): PackedBatch {
  const later = (times: Float64Array): Float64Array => times.map((time) => time + by);
  return { ...batch, start: later(batch.start), ...(batch.intended === undefined ? {} : { intended: later(batch.intended) }) };
}

/** Null: one of them is not known. */
function sumOfKnown(values: readonly (number | null)[]): number | null {
  return values.some((value) => value === null) ? null : sumOf(values as readonly number[]);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
