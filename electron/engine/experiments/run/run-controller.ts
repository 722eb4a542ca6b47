/**
 * One run from launch to end. Decides the order of things and nothing else: what is measured is target/, requests are load/,
 * what comes in goes out through `hooks.record` as entries.
 *
 *   launching -> waiting -> warming -> measuring -> stopping -> done | failed
 *
 * Every way out (planned end, Stop, the script dying, a failure) goes through `finish` exactly once.
 */
import type { Microseconds } from '../../../../shared/base/units.ts';
import { rowCount } from '../../../../shared/load/request-rows.ts';
import { clientOf } from '../../../../shared/model/clients.ts';
import { type Failure, FailureError, fail } from '../../../../shared/model/failure.ts';
import type { Profile } from '../../../../shared/model/profile/profile.ts';
import type { GeneratorHealth, LoadCounts, RunEnding, RunState } from '../../../../shared/model/run.ts';
import { CAPTURES } from '../../../../shared/model/setup/captures.ts';
import type { Setup } from '../../../../shared/model/setup/setup.ts';
import { collectsGarbage } from '../../../../shared/model/setup/target-kinds.ts';
import type { WarmUpCounts } from '../../../../shared/model/silence.ts';
import type { RecordingEntry } from '../../../../shared/session/entries.ts';
import { type Said, say } from '../../../../shared/words/said.ts';
import { type Leader, readProcess } from '../../agent/processes.ts';
import type { CapturedEntry, CapturedRun } from '../../captures/capture-port.ts';
import { CaptureSet, capturesFor } from '../../captures/captures.ts';
import { LiveMemoryCapture } from '../../captures/live-memory-capture.ts';
import { watchesResponses } from '../../captures/watch-responses.ts';
import type { LoadRunner } from '../../load/load-runner.ts';
import type { UsersOrder } from '../../load/load-shares.ts';
import { checkHost } from '../../load/loopback.ts';
import { orderUsers } from '../../load/plan/plan-order.ts';
import { readResponse } from '../../load/read-response.ts';
import type { RawResponse } from '../../load/response-keeper.ts';
import { joinSigns, type SignsOfLife } from '../../load/silence-meter.ts';
import { clockUs } from '../../machine/clock.ts';
import { defer } from '../../machine/defer.ts';
import { MachineSampler, systemSources } from '../../machine/machine-sampler.ts';
import { orAborted } from '../../machine/or-aborted.ts';
import { helperProcesses, ownProcesses } from '../../machine/own-processes.ts';
import type { TargetPort } from '../../target/target-port.ts';
import { knownUrl, startTarget } from '../../target/targets.ts';
import { clientPortOf } from './clients.ts';
import { rowLimit } from './row-limit.ts';

export interface RunHooks {
  record(entry: RecordingEntry): void;
  /** The script opened several ports: follow with `chooseUrl` or `stop`. Null: a URL was chosen. Returns false if there is no user to ask. */
  onQuestion(urls: readonly string[] | null): boolean;
  /** The profiles recorded so far. */
  profiles(): readonly Profile[];
  /** Further work of the run, such as a second pass, after the measurement is complete and everything started has ended. */
  onCompleted?(): Promise<void>;
}

export interface RunResult {
  readonly ending: RunEnding;
  readonly failure: Failure | null;
}

interface LoadEnd {
  readonly at: Microseconds;
  readonly counts: LoadCounts;
  readonly generator: GeneratorHealth;
  readonly signs: readonly SignsOfLife[];
}

const NOTHING_SENT: LoadEnd = {
  at: 0,
  counts: { sent: 0, inFlight: 0 },
  generator: { cpuPercent: null, latenessMs: null, limited: false },
  signs: [],
};

/** Thrown inside a run to end it: by Stop, or by a failure to be reported. */
class RunEnded extends Error {
  constructor(readonly result: RunResult) {
    super(result.ending);
  }
}

export class RunController {
  readonly result: Promise<RunResult>;
  private state: RunState = 'launching';
  private readonly stopping = new AbortController();
  private readonly loadStarted = defer<void>();
  private readonly loadWarm = defer<WarmUpCounts | undefined>();
  private warmUp: WarmUpCounts | undefined;
  private readonly loadEnded = defer<LoadEnd>();
  private readonly chosenUrl = defer<string>();
  private readonly captures: CaptureSet;
  private target: TargetPort | null = null;
  private load: LoadRunner | null = null;
  /** Processes of the programs that were started. */
  private readonly leaders: Leader[] = [];
  private machine: MachineSampler | null = null;
  /** Resolves when all responses that have come so far are read. */
  private responsesRead: Promise<unknown> = Promise.resolve();
  private originUs: Microseconds = 0;
  private endUs: Microseconds | null = null;
  /** The load began before the run was ended; otherwise no request is recorded. */
  private hasBegun = false;
  private sampledAtEnd: Promise<void> | undefined;
  /** Recorded so far. */
  private rows = 0;
  private readonly mostRows = rowLimit();
  /** What ended the run first; later causes are consequences. */
  private cause: RunResult | null = null;
  /** The first one while the run was ending. */
  private bug: Failure | null = null;

  constructor(
    private readonly id: string,
    private readonly setup: Setup,
    private readonly hooks: RunHooks,
    makeCaptures = capturesFor,
  ) {
    const store = {
      record: (entry: CapturedEntry) => hooks.record(entry),
      profiles: () => hooks.profiles(),
      run: () => this.describe(),
    };
    const hidden = clientOf(setup).hidesUnanswered ? [watchesResponses] : [];
    const collecting = collectsGarbage(setup) ? [new LiveMemoryCapture(store)] : [];
    this.captures = new CaptureSet([...makeCaptures(setup.capture, store), ...collecting, ...hidden]);
    // There may be no listener for these when a run ends early.
    for (const { promise } of [this.loadStarted, this.loadWarm, this.loadEnded, this.chosenUrl]) promise.catch(() => {});
    this.result = this.run();
  }

  /** Ends the run and keeps what was recorded. Safe at any moment, any number of times. */
  stop(): Promise<RunResult> {
    // The measured phase is complete by then; only the wait is cut short.
    this.end({ ending: this.state === 'awaiting' ? 'completed' : 'stopped', failure: null });
    return this.result;
  }

  chooseUrl(url: string): void {
    this.chosenUrl.resolve(url);
  }

  private async run(): Promise<RunResult> {
    try {
      await this.prepare();
      await this.measure();
    } catch (error) {
      if (!(error instanceof RunEnded)) this.end({ ending: 'failed', failure: internal(say('engine.bugInRun'), error) });
    }
    return this.finish();
  }

  private async prepare(): Promise<void> {
    const { target: asked, requests, load } = this.setup;
    // Refuse a foreign host before anything is started.
    const known = knownUrl(asked, requests[0].url);
    const given = known === null ? null : await this.unwrap(this.until(checkHost(known, load.allowHost)));
    const { order: users, problems } = await this.until(orderUsers(this.setup));
    if (problems.length > 0) throw this.ended({ ending: 'failed', failure: problems[0]! });
    this.enter('launching');
    // Waits for both even if one fails, so that `finish` knows what to clean up.
    const [launched, started] = await Promise.allSettled([this.launch(), this.startLoad(users)]);
    if (launched.status === 'fulfilled') this.target = launched.value;
    if (started.status === 'fulfilled') this.takeLoad(started.value);
    if (launched.status === 'rejected') throw launched.reason;
    if (started.status === 'rejected') throw started.reason;
    const [target, runner] = [launched.value, started.value];
    target.ended.then((failure) => this.onTargetEnd(failure));
    this.throwIfEnded();
    this.enter('waiting');
    const found = await this.findUrl(target, given?.addresses ?? null);
    // Again, as now the target tells which of its addresses accepts connections; but a name means what it meant when it was checked.
    const { url, address } = await this.unwrap(
      this.until(checkHost(found, load.allowHost, given === null ? undefined : async () => [...given.addresses])),
    );
    this.hooks.record({ type: 'resolved', url, ...target.facts() });
    this.enter('warming');
    runner.prepare({ url, address });
    this.warmUp = await this.until(this.loadWarm.promise);
  }

  private async measure(): Promise<void> {
    await this.captures.start();
    this.throwIfEnded();
    this.machine = this.watchMachine();
    await this.until(this.target!.sample());
    this.load!.measure();
    await this.until(this.loadStarted.promise);
    this.captures.onMeasuring();
    await this.until(this.loadEnded.promise);
    this.end({ ending: 'completed', failure: null });
  }

  /** The only clean-up: load first, so that nothing is sent to a closing server; then the captures; then the target and what it started. */
  private async finish(): Promise<RunResult> {
    const measured = this.hasBegun;
    this.hooks.onQuestion(null);
    this.enter('stopping');
    await this.attempt(async () => {
      if (measured) this.recordLoadEnd(await this.endLoad());
      else this.load?.stop();
    });
    // Captures use CPU when they stop.
    if (measured) await this.attempt(() => this.sampleAtEnd());
    await this.attempt(() => this.responsesRead);
    await this.attempt(() => this.machine?.stop());
    if (measured) await this.attempt(() => this.captures.stop());
    await this.attempt(() => this.endProcesses());
    if (this.endUs !== null && CAPTURES[this.setup.capture.kind].readsAfterExit) this.enter('processing');
    await this.attempt(() => this.captures.afterExit());
    if (this.cause!.ending === 'completed' && this.bug === null) await this.attempt(() => this.hooks.onCompleted?.());
    const result = this.resultWithBug();
    // Once something was measured it is a result, even if the script died: it is shown and saved together with the failure.
    this.enter(result.failure !== null && !measured ? 'failed' : 'done');
    this.hooks.record({ type: 'end', ...result });
    return result;
  }

  /** A step of the end. A bug in it is reported, and does not keep the other steps from stopping, cleaning up or recording. */
  private async attempt(step: () => unknown): Promise<void> {
    try {
      await step();
    } catch (error) {
      this.bug ??= internal(say('engine.bugInEnd'), error);
    }
  }

  /** An earlier cause of the end takes precedence over the bug. */
  private resultWithBug(): RunResult {
    const { bug } = this;
    const { ending, failure } = this.cause!;
    if (bug === null) return this.cause!;
    if (failure === null) return { ending: ending === 'completed' ? 'failed' : ending, failure: bug };
    this.hooks.record({ type: 'warning', says: bug.says });
    return this.cause!;
  }

  private describe(): CapturedRun {
    const { originUs: from, endUs: to } = this;
    const facts = this.target?.facts();
    return {
      target: this.setup.target,
      node: facts ? { path: facts.nodePath, version: facts.node } : null,
      measured: to === null ? null : { from, to },
    };
  }

  private async endProcesses(): Promise<void> {
    try {
      const exit = await this.target?.stop();
      if (exit) this.hooks.record({ type: 'exit', exit });
    } finally {
      await this.load?.dispose();
    }
  }

  /** Called as soon as the load is over: what processes do while we wait for late responses, or while they stop, does not belong to it. */
  private sampleAtEnd(): Promise<void> | undefined {
    this.sampledAtEnd ??= this.target?.sample();
    return this.sampledAtEnd;
  }

  private async endLoad(): Promise<LoadEnd> {
    this.load?.stop();
    return Promise.race([this.loadEnded.promise.catch(() => null), wait(3_000)]).then((end) => end ?? NOTHING_SENT);
  }

  private keepResponses(raw: readonly RawResponse[]): void {
    const { keepBodies } = this.setup.load;
    const read = Promise.all(raw.map((response) => readResponse(response, keepBodies)));
    const kept = read.then((answers) => this.hooks.record({ type: 'answers', answers }));
    this.responsesRead = Promise.all([this.responsesRead, kept]);
    // The end of the run waits for it.
    this.responsesRead.catch(() => {});
  }

  private recordLoadEnd(end: LoadEnd): void {
    if (end === NOTHING_SENT) return;
    const { at, counts, generator, signs } = end;
    this.endUs = at;
    if (signs.length > 0)
      this.hooks.record({ type: 'liveness', liveness: { ...joinSigns(signs), ...(this.warmUp && { warmUp: this.warmUp }) } });
    this.hooks.record({ type: 'load-end', at, counts, generator });
  }

  private launch(): Promise<TargetPort> {
    const record = (entry: RecordingEntry) => this.hooks.record(entry);
    const guard = (leader: Leader) => {
      this.leaders.push(leader);
      this.load?.guard(leader);
    };
    return this.unwrap(startTarget(this.setup.target, { id: this.id, captures: this.captures, record, guard }));
  }

  private takeLoad(load: LoadRunner): void {
    this.load = load;
    for (const leader of this.leaders) load.guard(leader);
  }

  private startLoad(users: UsersOrder | null): Promise<LoadRunner> {
    return this.unwrap(
      clientPortOf(this.setup).start({
        id: this.id,
        setup: this.setup,
        users,
        captures: this.captures,
        events: {
          onWarm: (warmUp) => this.loadWarm.resolve(warmUp),
          onStarted: (clock) => {
            if (this.cause !== null) return;
            this.hasBegun = true;
            this.originUs = clock;
            this.hooks.record({ type: 'origin', clock });
            this.hooks.record({ type: 'answers', answers: [] });
            this.enter('measuring', clock);
            this.loadStarted.resolve();
          },
          onRows: (batch, counts, generator) => {
            if (!this.hasBegun) return;
            this.hooks.record({ type: 'requests', batch, counts });
            this.machine?.heard(generator);
            this.countRows(rowCount(batch));
          },
          onResponses: (responses) => this.hasBegun && this.keepResponses(responses),
          onResult: (result) => this.hasBegun && this.hooks.record(result),
          onPhaseEnd: (sinceOrigin) => {
            if (!this.hasBegun) return;
            this.hooks.record({ type: 'phase-end', at: this.originUs + sinceOrigin });
            // The failure is reported where it is awaited.
            this.sampleAtEnd()?.catch(() => {});
            if (this.state === 'measuring') this.enter('awaiting');
          },
          onFinished: (sinceOrigin, counts, generator, signs) =>
            this.loadEnded.resolve({ at: this.originUs + sinceOrigin, counts, generator, signs }),
          onFailed: (failure) => this.end({ ending: 'failed', failure }),
          onOutput: (stream, text) => this.hooks.record({ type: 'output', stream, text, at: clockUs() }),
          onWarning: (says) => this.hooks.record({ type: 'warning', says }),
        },
      }),
    );
  }

  /** Beyond the limit the run ends; rows that are already on their way are kept. */
  private countRows(rows: number): void {
    this.rows += rows;
    if (this.rows <= this.mostRows || this.cause !== null) return;
    this.hooks.record({ type: 'warning', says: say('recording.full', { limit: { figure: this.mostRows, as: 'count' } }) });
    this.end({ ending: 'full', failure: null });
  }

  private watchMachine(): MachineSampler {
    const rows = () => {
      // A load command is started later, and may start more.
      const own = [...ownProcesses(), ...this.load!.pids];
      const target = this.target!.processes();
      if (target === null) return null;
      const known = new Set(target.map(({ pid }) => pid));
      const ours = new Set([...own, ...helperProcesses()]);
      return [...target, ...[...ours].filter((pid) => !known.has(pid)).map(readProcess)].filter((row) => row !== null);
    };
    return new MachineSampler(systemSources(rows), (sample) => this.hooks.record({ type: 'machine', sample }));
  }

  private async findUrl(target: TargetPort, addresses: readonly string[] | null): Promise<string> {
    const [{ url }] = this.setup.requests;
    const outcome = await this.until(target.findUrl(url, addresses, this.stopping.signal));
    if (outcome.kind === 'found') return outcome.url;
    if (outcome.kind === 'failed') throw this.ended({ ending: 'failed', failure: outcome.failure });
    if (!this.hooks.onQuestion(outcome.urls)) throw this.ended({ ending: 'failed', failure: outcome.failure });
    const chosen = await this.until(this.chosenUrl.promise);
    this.hooks.onQuestion(null);
    return chosen;
  }

  private onTargetEnd(failure: Failure): void {
    if (this.state !== 'warming' && this.state !== 'measuring' && this.state !== 'awaiting') return; // before: findUrl tells; after: we stopped it
    this.end({ ending: 'target-exited', failure });
  }

  private enter(state: RunState, at: Microseconds = clockUs()): void {
    this.state = state;
    this.hooks.record({ type: 'state', state, at });
  }

  /** The first cause counts; `until` stops waiting. */
  private end(result: RunResult): void {
    this.cause ??= result;
    this.stopping.abort(new RunEnded(this.cause));
  }

  private ended(result: RunResult): RunEnded {
    this.end(result);
    return new RunEnded(this.cause!);
  }

  private throwIfEnded(): void {
    this.stopping.signal.throwIfAborted();
  }

  /** Waits for something, or throws if the run ends meanwhile. */
  private until<T>(promise: Promise<T>): Promise<T> {
    return orAborted(promise, this.stopping.signal);
  }

  private async unwrap<T>(promise: Promise<{ ok: true; value: T } | { ok: false; failure: Failure }>): Promise<T> {
    const outcome = await promise;
    if (outcome.ok) return outcome.value;
    throw this.ended({ ending: 'failed', failure: outcome.failure });
  }
}

function internal(says: Said, error: unknown): Failure {
  if (error instanceof FailureError) return error.failure;
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return fail('internal', says, say('engine.report'), stack).failure;
}

function wait(milliseconds: number): Promise<null> {
  return new Promise((done) => setTimeout(done, milliseconds, null).unref());
}
