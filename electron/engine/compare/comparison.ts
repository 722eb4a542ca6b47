/**
 * A comparison as the engine works with it, whether it goes on, was recovered, was opened from a file or was put together
 * from sessions. Of a finished run it keeps the report and, per variant, one merged distribution; everything else is read
 * again from where it lies when somebody asks, so that a long series stays small.
 */
import { ExactDistribution } from '../../../shared/load/distribution.ts';
import { type ComparisonSetup, type Pass, variantLetter } from '../../../shared/model/comparison.ts';
import { type Failure, FailureError, fail } from '../../../shared/model/failure.ts';
import type { Environment, RunReport } from '../../../shared/model/report.ts';
import type { TimeWindow } from '../../../shared/model/units.ts';
import type { ComparisonState } from '../../../shared/protocol/comparison-contract.ts';
import type { ComparisonEnding, ComparisonHeader, ComparisonManifest } from '../../../shared/session/format.ts';
import { computeRunReport, HEAVY_LIMIT } from '../../../shared/session/report.ts';
import type { OpenSession } from '../sessions/open-session.ts';

/** Reads a finished run again, from its journal or its file. */
export type PassSource = () => Promise<OpenSession>;

/** What is kept of a run. */
export interface ComparisonPass {
  readonly index: number;
  readonly variant: number;
  readonly round: number;
  readonly kind: Pass['kind'];
  report: RunReport | null;
  excluded: string | null;
  hasProfile: boolean;
  environment: Environment | null;
  /** Null: it has not been run, or nothing came of it. */
  source: PassSource | null;
}

/** Whole runs in memory at a time: two sides of a picture, and those looked at just before. */
const MOST_OPEN = 4;

export class Comparison {
  readonly kind = 'comparison';
  readonly passes: ComparisonPass[];
  notes = '';
  guess: string | null = null;
  ending: ComparisonEnding | null = null;
  failure: Failure | null = null;
  /** The run that goes on. */
  running: { readonly index: number; readonly session: OpenSession } | null = null;
  isStopping = false;
  /** Where it is kept until it is in a file. */
  onSaved: (() => Promise<void>) | null = null;
  private readonly latencies: ExactDistribution[];
  private readonly opened = new Map<number, Promise<OpenSession>>();

  constructor(
    public header: ComparisonHeader,
    passes: readonly Omit<Pass, 'report'>[],
    readonly recovered = false,
  ) {
    this.passes = passes.map(({ index, variant, round, kind, excluded }) => {
      return { index, variant, round, kind, excluded, report: null, hasProfile: false, environment: null, source: null };
    });
    this.latencies = header.setup.variants.map(() => new ExactDistribution());
  }

  get setup(): ComparisonSetup {
    return this.header.setup;
  }

  get state(): ComparisonState {
    if (this.ending === null) return this.isStopping ? 'stopping' : 'running';
    return this.ending === 'failed' ? 'failed' : 'done';
  }

  rename(name: string): void {
    this.header = { ...this.header, name };
  }

  /** Takes the figures of a run that has ended. `session` is not kept. */
  async finishPass(index: number, session: OpenSession, source: PassSource, excluded: string | null): Promise<void> {
    const pass = this.passes[index]!;
    const { recording } = session;
    pass.excluded = excluded;
    pass.hasProfile = recording.profiles().some((profile) => profile.sampleNode.length > 0);
    pass.environment = recording.header?.environment ?? null;
    pass.source = source;
    pass.report = await this.reportOf(pass, session, null);
    if (excluded === null && pass.kind === 'measured') this.latencies[pass.variant]!.addAll(recording.load.latency);
  }

  /** A run as a session. Throws FailureError when there is none. */
  async openPass(index: number): Promise<OpenSession> {
    if (this.running?.index === index) return this.running.session;
    const source = this.passes[index]?.source;
    if (!source) throw new FailureError(fail('not-found', 'This run of the comparison has not been recorded.').failure);
    const known = this.opened.get(index) ?? source();
    // The one asked for last goes last.
    this.opened.delete(index);
    this.opened.set(index, known);
    known.catch(() => this.opened.delete(index));
    for (const oldest of [...this.opened.keys()].slice(0, -MOST_OPEN)) this.opened.delete(oldest);
    return known;
  }

  async passReport(index: number, window: TimeWindow | null): Promise<RunReport> {
    const pass = this.passes[index];
    if (!pass) throw new FailureError(fail('not-found', 'The comparison has no such run.').failure);
    if (window === null && pass.report) return pass.report;
    return this.reportOf(pass, await this.openPass(index), window);
  }

  /** All latencies of a variant: of its measured runs that take part. */
  latencyOf(variant: number): ExactDistribution {
    return this.latencies[variant]!;
  }

  /** As the interface and the statistics see them. */
  toPasses(): Pass[] {
    return this.passes.map(({ index, variant, round, kind, report, excluded }) => ({ index, variant, round, kind, report, excluded }));
  }

  /** Of each variant, the run whose profile is shown; null: there is none. */
  profiledPasses(): (number | null)[] {
    return this.setup.variants.map((_, variant) => {
      const candidates = this.passes.filter((pass) => pass.variant === variant && pass.hasProfile && pass.excluded === null);
      return (candidates.find(({ kind }) => kind === 'profiled') ?? candidates[0])?.index ?? null;
    });
  }

  toManifest(format: 2): ComparisonManifest {
    const { header, passes, notes, guess, ending, failure } = this;
    return {
      format,
      kind: 'comparison',
      comparison: header,
      passes: passes.map(({ index, variant, round, kind, excluded, source }) => {
        return { index, variant, round, kind, excluded, hasRun: source !== null };
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

  private async reportOf(pass: ComparisonPass, { recording, rows }: OpenSession, window: TimeWindow | null): Promise<RunReport> {
    const run = await computeRunReport(recording, window === null ? null : rows(), window, HEAVY_LIMIT);
    return { ...run, variant: variantLetter(pass.variant), excluded: pass.excluded };
  }
}

/** The comparison of a manifest, its runs still to be read. */
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
