/** A session of a study of unknown services. */
import type { TimeWindow } from '../../../../shared/base/units.ts';
import type { PrivatePart } from '../../../../shared/copies/private-facts.ts';
import type { ExportFormat } from '../../../../shared/model/export-formats.ts';
import { FailureError, fail, type Outcome, succeed } from '../../../../shared/model/failure.ts';
import type { RecentSummary } from '../../../../shared/model/recent-session.ts';
import type { Report } from '../../../../shared/model/report.ts';
import { isTold, type RecordedServices } from '../../../../shared/model/services.ts';
import type { SessionInfo } from '../../../../shared/protocol/session-contract.ts';
import { reportedService, scoreOf } from '../../../../shared/report/services.ts';
import { servicesCommand } from '../../../../shared/report/services-page.ts';
import { say } from '../../../../shared/words/said.ts';
import type { OpenServices } from '../../sessions/open-services.ts';
import { type Cell, OF_NO_RUN, type SessionIdentity } from '../cell.ts';
import type { Exported, ExportedPart } from '../export/formats.ts';
import { exportServices } from '../export/writers.ts';

export class ServicesCell implements Cell {
  readonly ended = null;
  readonly isRunning = false;
  readonly done = null;
  readonly isStopping = false;
  readonly hasMeasured = true;
  readonly isSavable = true;
  readonly failure = null;

  constructor(
    readonly open: OpenServices,
    /** Whether its services are those of this engine, so that more may become known of them. */
    private readonly isCurrent: () => boolean = () => false,
  ) {}

  get name(): string {
    return this.open.recorded.name;
  }

  get isWholeInFile(): boolean {
    return !this.isCurrent();
  }

  info({ id, name, path }: SessionIdentity): SessionInfo {
    const { recorded, notes, leftOut } = this.open;
    const { plan, createdAt } = recorded;
    return {
      ...OF_NO_RUN,
      id,
      name,
      path,
      kind: 'services',
      createdAt,
      state: 'done',
      failure: null,
      recovered: false,
      command: servicesCommand(plan),
      notes,
      keepsValues: false,
      leftOut,
      hasProfile: false,
      hasTicks: false,
      measuredMs: 0,
    };
  }

  async report(_window: TimeWindow | null, path: string | null): Promise<Report> {
    return reportServices(this.open.recorded, path);
  }

  exportAs(format: ExportFormat, report: Report, { page }: ExportedPart): Promise<Outcome<Exported>> {
    return exportServices(format, { services: this.open, report, page });
  }

  async *privateParts(): AsyncGenerator<PrivatePart> {
    yield { of: 'services', manifest: this.open.toManifest() };
  }

  summary(): RecentSummary {
    const { recorded } = this.open;
    const { plan, services, createdAt } = recorded;
    return {
      kind: 'services',
      script: plan.title,
      connections: 0,
      completed: 0,
      failed: 0,
      p50Ms: null,
      p99Ms: null,
      requestsPerSecond: null,
      recordedAt: createdAt,
      services: {
        ...scoreOf(services),
        isTold: isTold(recorded),
        probed: services.filter(({ report }) => report !== null).length,
        count: services.length,
      },
    };
  }

  rename(name: string): void {
    this.open.recorded = { ...this.open.recorded, name };
  }

  setNotes(text: string): Outcome<null> {
    this.open.notes = text;
    return succeed(null);
  }

  async writeDown(): Promise<void> {}

  async run(): Promise<never> {
    return this.comparison();
  }

  comparison(): never {
    throw new FailureError(fail('not-available', say('session.isServices')).failure);
  }

  async stop(): Promise<void> {}

  async close(): Promise<void> {}
}

function reportServices({ plan, services }: RecordedServices, session: string | null): Report {
  const guesses = services.flatMap(({ name, guess }) => (guess === null ? [] : [{ name, ...guess }]));
  return {
    version: 1,
    failure: null,
    runs: [],
    verdicts: [],
    study: { name: plan.study, form: plan.form.name, guess: guesses.length === 0 ? null : guesses, seed: plan.seed },
    probe: null,
    services: services.map(reportedService),
    findings: [],
    environment: null,
    session,
  };
}
