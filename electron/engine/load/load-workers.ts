/**
 * The load of a run in as many processes as it asks for, behind the handle that one process has. They start at the same time 0 of the one
 * monotonic clock, and their rows leave here as those of one: in order of completion, with the counts of all.
 *
 *   process 0  connections 0 to 4  ──rows──┐
 *   process 1  connections 5 to 9  ──rows──┴──► RowMerger ──► onRows
 */

import type { Microseconds, Milliseconds } from '../../../shared/base/units.ts';
import { RowMerger } from '../../../shared/load/merge-rows.ts';
import type { Swept } from '../../../shared/load/part-figures.ts';
import type { Failure, Outcome } from '../../../shared/model/failure.ts';
import { succeed } from '../../../shared/model/failure.ts';
import { partsOfLoad } from '../../../shared/model/load-models.ts';
import type { GeneratorHealth, LoadCounts, PackedBatch } from '../../../shared/model/run.ts';
import { recordsSpans } from '../../../shared/model/setup/captures.ts';
import type { Load, LoadPlan, Setup } from '../../../shared/model/setup/setup.ts';
import type { WarmUpCounts } from '../../../shared/model/silence.ts';
import type { Leader } from '../agent/processes.ts';
import { clockUs } from '../machine/clock.ts';
import { type Core, chooseCores } from '../machine/pinning.ts';
import { IDLE_GENERATOR } from './generator-health.ts';
import { type LoadEvents, type LoadRunner, type LoadWorker, startLoadProcess, type Where } from './load-runner.ts';
import { divideLoad, type LoadShare, type UsersOrder } from './load-shares.ts';
import type { SignsOfLife } from './silence-meter.ts';
import type { LevelChoice } from './sources/level-choice.ts';
import { LimitSearch } from './sources/limit-search.ts';
import { SweepRepeats } from './sources/sweep-repeats.ts';

/**
 * Starts the load processes of a plan; they are ready when the promise resolves. `users`: of a request plan; null: there is one request.
 * `coresFor`: where so many of them stay, if the plan does not leave that to the system.
 */
export function startLoad(
  runId: string,
  plan: LoadPlan & Partial<Pick<Setup, 'capture'>>,
  users: UsersOrder | null,
  events: LoadEvents,
  coresFor: (processes: number) => readonly Core[] = chooseCores,
): Promise<Outcome<LoadRunner>> {
  const recordsPorts = plan.capture !== undefined && recordsSpans(plan.capture);
  const shares = divideLoad(plan).map((share) => ({ ...share, users: users ?? undefined, recordsPorts }));
  const cores = plan.client.pin ? coresFor(shares.length) : [];
  const parts = partsOfLoad(plan.load);
  const choice = parts?.are === 'levels' ? choiceOf(parts, plan.load, users) : null;
  const chosen = choice === null ? null : new ChosenLevels(choice, events);
  const started =
    shares.length === 1
      ? startAlone(runId, shares[0]!, chosen?.events ?? events, cores[0] ?? null, chosen)
      : startWorkers(runId, shares, chosen?.events ?? events, cores, chosen);
  return chosen === null ? started : started.then((outcome) => chosen.use(outcome));
}

function choiceOf(swept: Swept, load: Load, users: UsersOrder | null): LevelChoice | null {
  if (swept.search === undefined) return new SweepRepeats(swept, users);
  return swept.search === null ? null : new LimitSearch(swept.search, load, users);
}

/** Levels of which the next ones follow from those that are over, in one load process or several. */
class ChosenLevels {
  readonly events: LoadEvents;
  readonly #choice: LevelChoice;
  #runner: LoadRunner | null = null;
  #ends: NodeJS.Timeout | undefined;

  constructor(choice: LevelChoice, events: LoadEvents) {
    this.#choice = choice;
    this.events = {
      ...events,
      onWarm: (warmUp) => {
        choice.onWarm?.(warmUp);
        events.onWarm(warmUp);
      },
      onStarted: (clock) => {
        events.onStarted(clock);
        const { endsAfterMs } = choice;
        if (endsAfterMs !== undefined) this.#ends = setTimeout(() => this.#runner?.stop(), endsAfterMs).unref();
      },
      onFinished: (...end) => {
        clearTimeout(this.#ends);
        events.onFinished(...end);
      },
    };
  }

  use(started: Outcome<LoadRunner>): Outcome<LoadRunner> {
    if (started.ok) this.#runner = started.value;
    return started;
  }

  add(batch: PackedBatch): void {
    this.#choice.add(batch);
  }

  /** The phases that come now, when what is over has been recorded. */
  next(): readonly number[] {
    const seen = this.#choice.seen?.() ?? null;
    if (seen !== null) this.events.onResult(seen);
    return this.#choice.next();
  }
}

async function startAlone(
  runId: string,
  share: LoadShare,
  events: LoadEvents,
  core: Core | null,
  levels: ChosenLevels | null,
): Promise<Outcome<LoadRunner>> {
  if (levels === null) return startLoadProcess(runId, share, events, core);
  let worker: LoadWorker | null = null;
  const judged: LoadEvents = {
    ...events,
    onRows: (batch, ...rest) => {
      levels.add(batch);
      events.onRows(batch, ...rest);
    },
    onSwept: () => worker?.repeat(levels.next()),
  };
  const started = await startLoadProcess(runId, share, judged, core);
  if (started.ok) worker = started.value;
  return started;
}

async function startWorkers(
  runId: string,
  shares: readonly LoadShare[],
  events: LoadEvents,
  cores: readonly Core[],
  levels: ChosenLevels | null,
): Promise<Outcome<LoadRunner>> {
  const workers = new LoadWorkers(shares.length, events, levels);
  const started = await Promise.all(shares.map((share, nth) => startLoadProcess(runId, share, workers.eventsOf(nth), cores[nth] ?? null)));
  const runners = started.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
  const failed = started.find((outcome) => !outcome.ok);
  if (failed === undefined) return succeed(workers.use(runners));
  await Promise.all(runners.map((runner) => runner.dispose()));
  return failed;
}

/** All processes have the message before time 0: it takes less than a millisecond, on a busy machine tens. One that is late begins at once. */
const AHEAD: Milliseconds = 50;

/** Each process reports ten times a second, not all at once; what they have together is passed on about as often. */
const PASS_EVERY: Microseconds = 50_000;

interface WorkerState {
  isWarm: boolean;
  /** It waits for the others before the next level of a sweep. */
  isAtLevel: boolean;
  /** The same after the last. */
  hasSwept: boolean;
  hasEnded: boolean;
  counts: LoadCounts;
  generator: GeneratorHealth;
}

class LoadWorkers implements LoadRunner {
  readonly #events: LoadEvents;
  readonly #workers: readonly WorkerState[];
  readonly #merger: RowMerger;
  #runners: readonly LoadWorker[] = [];
  #isStarted = false;
  #hasFailed = false;
  #isDisposed = false;
  /** When the last process that has finished ended, µs since time 0; null: none has. */
  #end: Microseconds | null = null;
  #passedUntil: Microseconds = 0;
  /** Reported by one process; the phase ends in all of them. */
  #hasPhaseEnded = false;
  readonly #signs: SignsOfLife[] = [];
  readonly #warmUps: WarmUpCounts[] = [];

  readonly #levels: ChosenLevels | null;

  constructor(count: number, events: LoadEvents, levels: ChosenLevels | null) {
    this.#events = events;
    this.#levels = levels;
    this.#merger = new RowMerger(count);
    this.#workers = Array.from({ length: count }, () => ({
      isWarm: false,
      isAtLevel: false,
      hasSwept: false,
      hasEnded: false,
      counts: { sent: 0, inFlight: 0 },
      generator: IDLE_GENERATOR,
    }));
  }

  /** The processes that report to `eventsOf`, in this order. */
  use(runners: readonly LoadWorker[]): this {
    this.#runners = runners;
    return this;
  }

  eventsOf(nth: number): LoadEvents {
    const worker = this.#workers[nth]!;
    return {
      onWarm: (warmUp) => {
        worker.isWarm = true;
        if (warmUp !== undefined) this.#warmUps.push(warmUp);
        if (this.#workers.every(({ isWarm }) => isWarm)) this.#events.onWarm(joinWarmUps(this.#warmUps));
      },
      onStarted: (clock) => {
        if (!this.#isStarted) this.#events.onStarted(clock);
        this.#isStarted = true;
      },
      onRows: (batch, counts, generator, until) => {
        Object.assign(worker, { counts, generator });
        this.#levels?.add(batch);
        this.#merger.add(nth, batch, until);
        this.#passRows();
      },
      onLevel: () => {
        worker.isAtLevel = true;
        this.#beginLevel();
      },
      onSwept: () => {
        worker.hasSwept = true;
        this.#repeatLevels();
      },
      onResponses: (responses) => this.#events.onResponses(responses),
      onResult: (result) => this.#events.onResult(result),
      onPhaseEnd: (at) => {
        if (!this.#hasPhaseEnded) this.#events.onPhaseEnd?.(at);
        this.#hasPhaseEnded = true;
      },
      onFinished: (at, counts, generator, signs) => {
        Object.assign(worker, { counts, generator });
        this.#signs.push(...signs);
        this.#end = Math.max(at, this.#end ?? 0);
        this.#ended(nth);
      },
      onFailed: (failure) => this.#failed(nth, failure),
    };
  }

  get pids(): readonly number[] {
    return this.#runners.flatMap(({ pids }) => pids);
  }

  prepare(where: Where): void {
    for (const runner of this.#runners) runner.prepare(where);
  }

  measure(): void {
    const at = clockUs() + AHEAD * 1e3;
    for (const runner of this.#runners) runner.measure(at);
  }

  #beginLevel(): void {
    if (!this.#workers.every(({ isAtLevel }) => isAtLevel)) return;
    for (const worker of this.#workers) worker.isAtLevel = false;
    const at = clockUs() + AHEAD * 1e3;
    for (const runner of this.#runners) runner.level(at);
  }

  #repeatLevels(): void {
    if (!this.#workers.every(({ hasSwept }) => hasSwept)) return;
    for (const worker of this.#workers) worker.hasSwept = false;
    const phases = this.#levels?.next() ?? [];
    for (const runner of this.#runners) runner.repeat(phases);
  }

  stop(): void {
    for (const runner of this.#runners) runner.stop();
  }

  guard(leader: Leader): void {
    for (const runner of this.#runners) runner.guard(leader);
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await Promise.all(this.#runners.map((runner) => runner.dispose()));
  }

  /** Stops the others: with fewer connections it would be another load. What they have recorded until then is still reported. */
  #failed(nth: number, failure: Failure): void {
    const isFirst = !this.#hasFailed;
    this.#hasFailed = true;
    this.stop();
    if (isFirst && !this.#isDisposed) this.#events.onFailed(failure);
    this.#ended(nth);
  }

  #ended(nth: number): void {
    this.#workers[nth]!.hasEnded = true;
    this.#merger.end(nth);
    if (this.#isDisposed) return;
    if (this.#isStarted) this.#passRows();
    if (this.#end !== null && this.#workers.every(({ hasEnded }) => hasEnded))
      this.#events.onFinished(this.#end, this.#counts, this.#health, this.#signs);
  }

  #passRows(): void {
    const { until } = this.#merger;
    if (until - this.#passedUntil < PASS_EVERY) return;
    this.#passedUntil = until;
    const rows = this.#merger.take();
    this.#events.onRows(rows, this.#counts, this.#health, until);
  }

  get #health(): GeneratorHealth {
    return joinHealth(this.#workers.map(({ generator }) => generator));
  }

  /** Rows that are held back do not count yet: sent = rows + in flight holds for what has been passed on. */
  get #counts(): LoadCounts {
    const sum = (of: keyof LoadCounts): number => this.#workers.reduce((total, { counts }) => total + counts[of], 0);
    return { sent: sum('sent') - this.#merger.held, inFlight: sum('inFlight') };
  }
}

function joinWarmUps(all: readonly WarmUpCounts[]): WarmUpCounts | undefined {
  const sum = (of: keyof WarmUpCounts): number => all.reduce((total, counts) => total + counts[of], 0);
  return all.length === 0 ? undefined : { sent: sum('sent'), answered: sum('answered') };
}

/** CPU of all; whether a process was the bottleneck is decided by the busiest. */
function joinHealth(all: readonly GeneratorHealth[]): GeneratorHealth {
  const percents = all.flatMap(({ cpuPercent }) => (cpuPercent === null ? [] : [cpuPercent]));
  const latest = all.flatMap(({ latenessMs }) => (latenessMs === null ? [] : [latenessMs])).sort((a, b) => b.p99 - a.p99);
  const pinnedTo = all.flatMap((one) => one.pinnedTo ?? []);
  const late = all.flatMap(({ openedLate }) => openedLate ?? []);
  const waited = all.flatMap(({ waitedForCorePercent: percent }) => percent ?? []);
  const [stood] = all.flatMap(({ stoodStillMs }) => stoodStillMs ?? []).sort((a, b) => b.longest - a.longest);
  return {
    cpuPercent: percents.length === 0 ? null : percents.reduce((sum, percent) => sum + percent, 0),
    ...(percents.length === 0 ? {} : { busiestPercent: Math.max(...percents) }),
    ...(waited.length === 0 ? {} : { waitedForCorePercent: waited.reduce((sum, percent) => sum + percent, 0) }),
    ...(stood === undefined ? {} : { stoodStillMs: stood }),
    latenessMs: latest[0] ?? null,
    ...(late.length === 0 ? {} : { openedLate: late.reduce((sum, opened) => sum + opened, 0) }),
    ...(pinnedTo.length === 0 ? {} : { pinnedTo }),
    limited: all.some(({ limited }) => limited),
  };
}
