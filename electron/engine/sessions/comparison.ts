/**
 * A comparison as the engine works with it: running, recovered, opened from a file or assembled
 * from sessions. Of finished runs it keeps the reports and, per variant, one merged distribution; everything else is reloaded
 * from disk when it is needed, so that a long series needs little memory.
 */

import { areStatusesAlike, describeOdd, isOdd } from '../../../shared/analysis/statuses.ts';
import { planPasses } from '../../../shared/analysis/verdicts/order.ts';
import type { TimeWindow } from '../../../shared/base/units.ts';
import { deriveReport } from '../../../shared/derive/sections/sections.ts';
import { ExactDistribution } from '../../../shared/load/distribution.ts';
import { type ComparisonSetup, variantLetter } from '../../../shared/model/comparison/comparison.ts';
import type { ComparisonState } from '../../../shared/model/comparison/comparison-info.ts';
import type { Exclusion } from '../../../shared/model/comparison/exclusion.ts';
import type { Pass } from '../../../shared/model/comparison/pass.ts';
import { type Failure, FailureError, fail } from '../../../shared/model/failure.ts';
import { type FirstResponse, isGoodResponse } from '../../../shared/model/kept-response.ts';
import type { Environment, RunReport } from '../../../shared/model/report.ts';
import type { ProfileKind } from '../../../shared/model/setup/captures.ts';
import { describeClockGap, hasClockGap } from '../../../shared/session/disturbance.ts';
import type { ComparisonEnding, ComparisonHeader, ComparisonManifest } from '../../../shared/session/format.ts';
import type { RunRecording } from '../../../shared/session/recording.ts';
import { type Said, say } from '../../../shared/words/said.ts';
import type { OpenSession } from './open-session.ts';
import { partOf } from './part-of-run.ts';

/** Reloads a finished run from its journal or its file. */
export type PassSource = () => Promise<OpenSession>;

/** What is kept of a run. */
export interface ComparisonPass {
  readonly index: number;
  readonly variant: number;
  readonly round: number;
  readonly kind: Pass['kind'];
  report: RunReport | null;
  /** Why it is excluded, judged by this run alone; null: it is not. */
  failed: Exclusion | null;
  /** Why it is excluded, judged by all runs; null: it is not. */
  excluded: Exclusion | null;
  /** What it has profiles of; empty: it has none. */
  profileKinds: readonly ProfileKind[];
  environment: Environment | null;
  /** Null: the run has not been made, or has no result. */
  source: PassSource | null;
}

function kindsOf(recording: RunRecording): readonly ProfileKind[] {
  return [...new Set(recording.allProfiles().flatMap(({ kind, sampleNode }) => (sampleNode.length > 0 ? [kind] : [])))];
}

/** Null for a plan with several requests, as no single response represents it. */
function firstOf({ answers }: RunReport): FirstResponse | null {
  const [first, ...others] = answers?.filter(isGoodResponse) ?? [];
  if (first === undefined || others.length > 0) return null;
  const { status, bytes, head, latencyMs } = first;
  if (first.body === null) return { status, bytes, head, latencyMs, body: null };
  const { text: _, isCut: __, ...body } = first.body;
  return { status, bytes, head, latencyMs, body };
}

/** Complete runs in memory at a time: two for a chart, and those viewed just before. */
const MOST_OPEN = 4;

export class Comparison {
  readonly kind = 'comparison';
  readonly passes: ComparisonPass[];
  /** What each variant sent first. */
  readonly firsts: (FirstResponse | null)[];
  notes = '';
  guess: string | null = null;
  ending: ComparisonEnding | null = null;
  failure: Failure | null = null;
  /** The current run. */
  running: { readonly index: number; readonly session: OpenSession } | null = null;
  isStopping = false;
  /** False: some runs are in memory only, because the disk accepted no more writes. */
  isOnDisk = true;
  /** The folder of the recording, until it is in a file. */
  onSaved: (() => Promise<void>) | null = null;
  /** Reads the runs from another file that contains all of them, too. */
  moveTo: ((path: string) => void) | null = null;
  /** Grows whenever a run has ended or the plan has changed. */
  version = 0;
  private readonly latencies: ExactDistribution[];
  /** How long requests without a response have waited: lower bounds of their latency. */
  private readonly censored: ExactDistribution[];
  /** Latencies of runs with many unexpected statuses: whether they count depends on the other runs. */
  private readonly oddLatencies: ExactDistribution[];
  /** Latencies of unfinished rounds, not merged yet. */
  private pending: { readonly pass: ComparisonPass; readonly latency: ExactDistribution; readonly censored: ExactDistribution }[] = [];
  private readonly opened = new Map<number, Promise<OpenSession>>();

  constructor(
    public header: ComparisonHeader,
    passes: readonly Omit<Pass, 'report'>[],
    readonly recovered = false,
  ) {
    this.passes = passes.map(toPlanned);
    this.firsts = this.setup.variants.map(() => null);
    this.latencies = header.setup.variants.map(() => new ExactDistribution());
    this.oddLatencies = header.setup.variants.map(() => new ExactDistribution());
    this.censored = header.setup.variants.map(() => new ExactDistribution());
  }

  get setup(): ComparisonSetup {
    return this.header.setup;
  }

  /** Its runs are shown as they are: no run is excluded because of another. */
  get isDescribed(): boolean {
    return this.header.made === 'sessions' || this.setup.grid !== undefined;
  }

  get state(): ComparisonState {
    if (this.ending === null) return this.isStopping ? 'stopping' : 'running';
    return this.ending === 'failed' ? 'failed' : 'done';
  }

  rename(name: string): void {
    this.header = { ...this.header, name };
  }

  /** Adds the figures of a run that has ended. `session` is kept only if its disk did not take all of it; otherwise it is read from `onDisk` again. */
  async finishPass(index: number, session: OpenSession, onDisk: PassSource, excluded: Exclusion | null): Promise<void> {
    const pass = this.passes[index]!;
    const { recording } = session;
    const isInMemory = session.isOnDisk === false;
    if (isInMemory) this.isOnDisk = false;
    pass.failed = excluded;
    pass.profileKinds = kindsOf(recording);
    pass.environment = recording.header?.environment ?? null;
    pass.source = isInMemory ? async () => session : onDisk;
    const report = await this.reportOf(pass, session, null);
    this.firsts[pass.variant] ??= firstOf(report);
    // Other kept responses stay in the recording: over all runs they would be many.
    pass.report = { ...report, answers: null };
    if (excluded === null && pass.kind === 'measured') {
      const { latency, unexpectedLatency, censored } = recording.load;
      this.pending.push({ pass, latency: latency.count > 0 ? latency : unexpectedLatency, censored: censored.latency });
    }
    this.judgeAll();
  }

  /** Whether this run or another one of its round was interrupted (a clock gap). */
  isInterrupted({ kind, round }: Pick<Pass, 'kind' | 'round'>): boolean {
    return kind === 'measured' && this.interruptedRun(round) !== undefined;
  }

  private interruptedRun(round: number): ComparisonPass | undefined {
    return this.passes.find((pass) => pass.kind === 'measured' && pass.round === round && pass.report !== null && hasClockGap(pass.report));
  }

  /** Merges the latencies of rounds whose runs have all ended: until then a run may exclude the whole round. */
  private settle(): void {
    const isOpen = ({ round }: ComparisonPass) =>
      this.passes.some((pass) => pass.kind === 'measured' && pass.round === round && pass.report === null && pass.failed === null);
    const settled = this.pending.filter(({ pass }) => !isOpen(pass));
    this.pending = this.pending.filter(({ pass }) => isOpen(pass));
    for (const { pass, latency, censored } of settled) {
      if (!this.takesPart(pass)) continue;
      this.latenciesOf(pass)[pass.variant]!.addAll(latency);
      if (!pass.report || !isOdd(pass.report)) this.censored[pass.variant]!.addAll(censored);
    }
  }

  private takesPart(pass: ComparisonPass): boolean {
    return this.isDescribed || !this.isInterrupted(pass);
  }

  private latenciesOf({ report }: ComparisonPass): ExactDistribution[] {
    return report && isOdd(report) ? this.oddLatencies : this.latencies;
  }

  /** Marks a run that was not made or has no result. */
  exclude(index: number, why: Exclusion): void {
    this.passes[index]!.failed = why;
    this.judgeAll();
  }

  /** Adds a round of measured runs, in the order it would have if it had been planned. Must come before the profiled runs. */
  addRound(): void {
    const { setup, passes } = this;
    const measured = passes.filter(({ kind }) => kind === 'measured');
    const rounds = 1 + Math.max(...measured.map(({ round }) => round));
    const added = planPasses({ ...setup, pairs: rounds + 1, profiled: false }).filter(({ round }) => round === rounds);
    const profiled = passes.slice(measured.length).map(({ index, variant, kind }) => {
      return toPlanned({ index: index + added.length, variant, round: rounds + 1, kind, excluded: null });
    });
    passes.splice(measured.length, profiled.length, ...added.map(toPlanned), ...profiled);
    this.version += 1;
  }

  /** Whether all variants responded with the same unexpected statuses: then those responses are compared. */
  private get isOddByPlan(): boolean {
    return areStatusesAlike(this.passes.filter(({ failed }) => failed === null));
  }

  /** Whether a run is excluded depends on the others. */
  private judgeAll(): void {
    this.version += 1;
    const acceptsOdd = this.isDescribed || this.isOddByPlan;
    for (const pass of this.passes) {
      const { report } = pass;
      pass.excluded =
        pass.failed ?? this.describeInterruption(pass) ?? (report && isOdd(report) && !acceptsOdd ? describeOdd(report) : null);
      if (report && report.excluded !== pass.excluded) pass.report = { ...report, excluded: pass.excluded };
    }
    this.settle();
  }

  /** Pairs cancel slow drift, which half a pair does not, so one excluded run excludes its whole round. */
  private describeInterruption(pass: ComparisonPass): Said | null {
    if (pass.report === null || pass.kind !== 'measured' || this.isDescribed) return null;
    const interrupted = hasClockGap(pass.report) ? pass : this.interruptedRun(pass.round);
    if (!interrupted) return null;
    const gap = describeClockGap(interrupted.report!);
    return interrupted === pass ? say('exclusion.interrupted', { gap }) : say('exclusion.otherInterrupted', { gap });
  }

  /** A run as a session. Throws FailureError if there is none. */
  async openPass(index: number): Promise<OpenSession> {
    if (this.running?.index === index) return this.running.session;
    const source = this.passes[index]?.source;
    if (!source) throw new FailureError(fail('not-found', say('comparison.runNotRecorded')).failure);
    const known = this.opened.get(index) ?? source();
    // The most recently used one comes last.
    this.opened.delete(index);
    this.opened.set(index, known);
    known.catch(() => this.opened.delete(index));
    for (const oldest of [...this.opened.keys()].slice(0, -MOST_OPEN)) this.opened.delete(oldest);
    return known;
  }

  /** The report as for a single run, with the responses it kept. */
  async passReport(index: number, window: TimeWindow | null): Promise<RunReport> {
    const pass = this.passes[index];
    if (!pass) throw new FailureError(fail('not-found', say('comparison.noSuchRun')).failure);
    return this.reportOf(pass, await this.openPass(index), window);
  }

  /** All latencies of a variant, from its measured runs that are not excluded. */
  latencyOf(variant: number): ExactDistribution {
    const acceptsOdd = this.passes.some((pass) => pass.report && isOdd(pass.report) && pass.excluded === null);
    const odd = acceptsOdd ? [this.oddLatencies[variant]!] : [];
    return merge(this.latencies[variant]!, [...odd, ...this.pendingOf(variant).map(({ latency }) => latency)]);
  }

  /** For the same runs: how long requests without a response have waited. */
  censoredOf(variant: number): ExactDistribution {
    const pending = this.pendingOf(variant).map(({ censored }) => censored);
    return merge(this.censored[variant]!, pending);
  }

  private pendingOf(variant: number): Comparison['pending'] {
    return this.pending.filter(({ pass }) => pass.variant === variant && pass.excluded === null);
  }

  /** The runs as the interface and the statistics see them. */
  toPasses(): Pass[] {
    return this.passes.map(({ index, variant, round, kind, report, excluded }) => ({ index, variant, round, kind, report, excluded }));
  }

  /** For each variant, the run whose profile is shown; null: there is none. */
  profiledPasses(): (number | null)[] {
    return this.setup.variants.map((_, variant) => {
      const candidates = this.passes.filter((pass) => pass.variant === variant && pass.profileKinds.length > 0 && pass.excluded === null);
      return (candidates.find(({ kind }) => kind === 'profiled') ?? candidates[0])?.index ?? null;
    });
  }

  /** What the profiles of those runs are of, by variant; empty: it has none. */
  profileKinds(): (readonly ProfileKind[])[] {
    return this.profiledPasses().map((index) => (index === null ? [] : this.passes[index]!.profileKinds));
  }

  /** The content of its manifest, apart from its runs. */
  toManifest(): ComparisonManifest {
    const { header, passes, notes, guess, ending, failure } = this;
    return {
      kind: 'comparison',
      comparison: header,
      // What depends on all runs is recomputed when the file is opened.
      passes: passes.map(({ index, variant, round, kind, failed, source }) => {
        return { index, variant, round, kind, excluded: failed, hasRun: source !== null };
      }),
      notes,
      guess,
      ending,
      failure,
    };
  }

  async close(): Promise<void> {
    this.opened.clear();
  }

  private async reportOf(pass: ComparisonPass, session: OpenSession, window: TimeWindow | null): Promise<RunReport> {
    const run = deriveReport(await partOf(session, window));
    const { imported } = session.recording;
    return {
      ...run,
      ...(imported?.load === undefined ? {} : { byCommand: imported.load }),
      variant: variantLetter(pass.variant),
      excluded: pass.excluded,
    };
  }
}

function toPlanned({ index, variant, round, kind, excluded }: Omit<Pass, 'report'>): ComparisonPass {
  const nothing = { report: null, profileKinds: [], environment: null, source: null };
  return { index, variant, round, kind, failed: excluded, excluded, ...nothing };
}

/** The comparison of a manifest, without its runs. */
export function comparisonOf(
  { comparison: header, passes, notes, guess, ending, failure }: ComparisonManifest,
  recovered: boolean,
): Comparison {
  const comparison = new Comparison(header, passes, recovered);
  comparison.notes = notes;
  comparison.guess = guess;
  comparison.ending = ending;
  comparison.failure = failure as Failure | null;
  return comparison;
}

function merge(first: ExactDistribution, others: readonly ExactDistribution[]): ExactDistribution {
  const more = others.filter(({ count }) => count > 0);
  if (more.length === 0) return first;
  const merged = new ExactDistribution();
  for (const part of [first, ...more]) merged.addAll(part);
  return merged;
}
