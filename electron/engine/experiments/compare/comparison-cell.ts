/** A session of many runs that are compared. */

import type { Milliseconds, TimeWindow } from '../../../../shared/base/units.ts';
import { type PrivatePart, textsOf } from '../../../../shared/copies/private-facts.ts';
import type { ComparisonSetup } from '../../../../shared/model/comparison/comparison.ts';
import type { ExportFormat } from '../../../../shared/model/export-formats.ts';
import { type Failure, FailureError, fail, type Outcome, succeed } from '../../../../shared/model/failure.ts';
import type { RecentSummary } from '../../../../shared/model/recent-session.ts';
import type { Report, RunReport } from '../../../../shared/model/report.ts';
import type { SessionInfo } from '../../../../shared/protocol/session-contract.ts';
import { say } from '../../../../shared/words/said.ts';
import type { Comparison } from '../../sessions/comparison.ts';
import { reportStudy } from '../../studies/study-of.ts';
import type { Cell, SessionIdentity, ShownComparison, ShownRun } from '../cell.ts';
import type { Exported, ExportedPart } from '../export/formats.ts';
import { exportComparison } from '../export/writers.ts';
import { summarizeStart } from '../recent-summary.ts';
import { RunView } from '../run/run-view.ts';
import { type ComparisonController, isPlanned } from './comparison-controller.ts';
import { comparisonSessionInfo, failureOf, reportComparison, summarizeComparison } from './comparison-info.ts';

export class ComparisonCell implements Cell, ShownComparison {
  readonly asked: ComparisonSetup;

  constructor(
    readonly open: Comparison,
    /** Null: it was opened, recovered, or assembled from sessions. */
    private readonly controller: ComparisonController | null = null,
    asked: ComparisonSetup = open.setup,
  ) {
    // Sessions side by side have no profiled runs of their own; a new series of them makes profiled runs, too.
    this.asked = open.header.made === 'sessions' ? { ...asked, profiled: true } : asked;
  }

  get name(): string {
    return this.open.header.name;
  }

  get ended(): Promise<unknown> | null {
    return this.controller?.result ?? null;
  }

  get isRunning(): boolean {
    return this.controller !== null && this.open.ending === null;
  }

  get done(): number {
    const { passes } = this.open;
    return passes.filter((pass) => !isPlanned(pass)).length / passes.length;
  }

  get isStopping(): boolean {
    return this.open.isStopping;
  }

  get hasMeasured(): boolean {
    return this.open.passes.some(({ source }) => source !== null);
  }

  readonly isSavable = true;

  /** Values that are not stored come from the last runs (given-values.ts). */
  get isWholeInFile(): boolean {
    return !this.isRunning;
  }

  get failure(): Failure | null {
    return failureOf(this.open);
  }

  get leftMs(): Milliseconds | null {
    return this.controller?.leftMs ?? null;
  }

  info(identity: SessionIdentity): SessionInfo {
    return comparisonSessionInfo(identity, this.open);
  }

  async report(_window: TimeWindow | null, path: string | null): Promise<Report> {
    return { ...reportComparison(this.open, path), study: await reportStudy(this.open) };
  }

  exportAs(format: ExportFormat, report: Report, { page }: ExportedPart): Promise<Outcome<Exported>> {
    return exportComparison(format, { comparison: this.open, report, page });
  }

  /** Its runs are read one after the other. */
  async *privateParts(): AsyncGenerator<PrivatePart> {
    yield { of: 'comparison', manifest: this.open.toManifest() };
    for (const { index, source } of this.open.passes)
      if (source !== null) yield { of: 'run', texts: textsOf((await this.open.openPass(index)).recording), folder: 'runs/*/' };
  }

  summary(): RecentSummary {
    return { ...summarizeComparison(this.open), ...summarizeStart(this.hasMeasured, this.failure) };
  }

  rename(name: string): void {
    this.open.rename(this.controller?.words(name) ?? name);
  }

  setNotes(text: string): Outcome<null> {
    this.open.notes = this.controller?.words(text) ?? text;
    return succeed(null);
  }

  async writeDown(): Promise<void> {
    await this.controller?.writeDown();
  }

  /** Reloaded if it is not in memory. */
  async run(index: number | null): Promise<ShownRun> {
    if (index === null) throw new FailureError(fail('not-available', say('session.isComparison'), say('session.askForRun')).failure);
    return new PassView(this.open, index, await this.open.openPass(index), this.controller?.livePass(index) ?? null);
  }

  comparison(): ShownComparison {
    return this;
  }

  async stop(): Promise<void> {
    await this.controller?.stop();
  }

  async close(): Promise<void> {
    await this.open.close();
  }
}

/** One run of a comparison: its figures are those that the comparison keeps. */
class PassView extends RunView {
  constructor(
    private readonly comparison: Comparison,
    private readonly index: number,
    ...run: ConstructorParameters<typeof RunView>
  ) {
    super(...run);
  }

  override get name(): string {
    return super.name ?? this.comparison.header.name;
  }

  protected override figures(window: TimeWindow | null): Promise<RunReport> {
    return this.comparison.passReport(this.index, window);
  }
}
