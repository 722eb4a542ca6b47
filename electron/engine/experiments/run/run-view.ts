/** A run as screens, reports and exports see it: in progress, from a file, or part of a comparison. */

import { findLoadFailure } from '../../../../shared/analysis/failed-load.ts';
import { findStoppedFailure } from '../../../../shared/analysis/silence.ts';
import { showHiddenInLines } from '../../../../shared/base/show-hidden.ts';
import type { TimeWindow } from '../../../../shared/base/units.ts';
import { type PrivatePart, textsOf } from '../../../../shared/copies/private-facts.ts';
import { deriveReport, deriveSections, SECTIONS, type SectionId } from '../../../../shared/derive/sections/sections.ts';
import type { ImportedFile } from '../../../../shared/foreign/importer.ts';
import type { ExportFormat } from '../../../../shared/model/export-formats.ts';
import type { Outcome } from '../../../../shared/model/failure.ts';
import { hasTimes, type Profile } from '../../../../shared/model/profile/profile.ts';
import type { ExternalReport, ProfileReport, Report, RunReport } from '../../../../shared/model/report.ts';
import type { ImportedInfo, PartialReport, SessionInfo } from '../../../../shared/protocol/session-contract.ts';
import { computeFindings } from '../../../../shared/rules/findings.ts';
import { offerAfterRun } from '../../../../shared/rules/offer.ts';
import { toExternalReport } from '../../../../shared/session/external-report.ts';
import { clockUs } from '../../machine/clock.ts';
import type { OpenSession } from '../../sessions/open-session.ts';
import { partOf } from '../../sessions/part-of-run.ts';
import type { SessionIdentity, ShownRun } from '../cell.ts';
import type { Exported, ExportedPart } from '../export/formats.ts';
import { exportRun } from '../export/writers.ts';
import { computeProgress, type LiveRun } from './live-run.ts';

function importedInfo({ file, format, notes, profiles, titles, values }: ImportedFile, isForeign: boolean): ImportedInfo {
  const of = (profile: Profile, index: number): ImportedInfo['profiles'][number] => ({
    title: titles[index] ?? '',
    unit: profile.unit,
    endMs: hasTimes(profile) && profile.sampleNode.length > 0 ? profile.endTime / 1e3 : null,
  });
  return { file, isForeign, format, notes, profiles: profiles.map(of), ...(values === undefined || !isForeign ? {} : { values }) };
}

function reportOfImported(run: RunReport, imported: ImportedFile | null): ProfileReport | ExternalReport {
  if (imported?.load !== undefined) return toExternalReport(run, imported.load);
  const { called, heap } = imported ?? {};
  return {
    ...run,
    load: null,
    requests: null,
    ...(called === undefined ? {} : { called }),
    ...(heap === undefined ? {} : { snapshot: heap }),
  };
}

export class RunView implements ShownRun {
  constructor(
    readonly open: OpenSession,
    readonly live: LiveRun | null,
  ) {}

  get name(): string | null {
    return this.open.isForeign ? null : this.open.recording.name;
  }

  info({ id, name, path }: SessionIdentity): SessionInfo {
    const { recording, kind, isForeign = false, recovered } = this.open;
    const { header } = recording;
    return {
      id,
      name,
      path,
      kind,
      createdAt: header?.createdAt ?? '',
      state: recording.state,
      elapsedMs: recording.elapsedMs(clockUs()),
      question: this.live?.question ?? null,
      failure: recording.failure,
      recovered,
      setup: header?.setup ?? null,
      command: header && showHiddenInLines(header.command),
      url: recording.resolved?.url ?? null,
      // Empty if the runtime of the server is not known.
      node: recording.resolved?.node || null,
      processes: recording.processes,
      threads: recording.threads,
      exactPass: recording.exactPass,
      profileKinds: [...new Set(recording.profileSources.map((source) => source.kind))],
      exit: recording.exit,
      notes: recording.notes,
      keepsValues: header?.keepsValues ?? false,
      leftOut: recording.leftOut,
      hasProfile: recording.allProfiles().some((profile) => profile.sampleNode.length > 0),
      hasTicks: recording.ticks !== null,
      imported: recording.imported && importedInfo(recording.imported, isForeign),
      ...(recording.joined === null ? {} : { joined: { tool: recording.joined.result.tool, file: recording.joined.file } }),
      measuredMs: recording.measuredMs(clockUs()),
      progress: header ? computeProgress(recording, header) : null,
    };
  }

  async report(window: TimeWindow | null, path: string | null, sections?: readonly SectionId[]): Promise<PartialReport> {
    const { recording, kind } = this.open;
    const run = await this.figures(window, sections);
    // Findings need all figures.
    const isWholeRun = kind === 'run' && sections === undefined;
    return {
      version: 1,
      failure: recording.failure ?? (window === null && isWholeRun ? (findLoadFailure(run) ?? findStoppedFailure(run)) : null),
      runs: [kind === 'run' ? run : reportOfImported(run, recording.imported)],
      verdicts: [],
      probe: null,
      findings: isWholeRun ? computeFindings(run, offerAfterRun(recording.header?.setup ?? null)) : [],
      environment: recording.header?.environment ?? null,
      session: path,
      ...(sections && { sections }),
    };
  }

  exportAs(format: ExportFormat, report: Report, part: ExportedPart): Promise<Outcome<Exported>> {
    return exportRun({ session: this.open, format, report, ...part });
  }

  async *privateParts(): AsyncGenerator<PrivatePart> {
    yield { of: 'run', texts: textsOf(this.open.recording), folder: '' };
  }

  /** `sections`: it has these alone. */
  protected async figures(window: TimeWindow | null, sections?: readonly SectionId[]): Promise<RunReport> {
    const part = await partOf(this.open, window);
    if (sections === undefined) return deriveReport(part);
    return deriveSections(
      part,
      SECTIONS.filter(({ id }) => sections.includes(id)),
    ) as RunReport;
  }
}
