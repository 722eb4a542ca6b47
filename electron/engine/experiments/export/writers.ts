/** What writes a run or a comparison in each of the formats. */
import { gzipSync } from 'node:zlib';
import type { TimeWindow } from '../../../../shared/base/units.ts';
import { exportAutocannon, millisecondsUntilOrigin } from '../../../../shared/derive/export-autocannon.ts';
import { exportCsv } from '../../../../shared/load/export-csv.ts';
import { exportHgrm } from '../../../../shared/load/hgrm.ts';
import type { LoadAccumulator } from '../../../../shared/load/load-accumulator.ts';
import { insideOf } from '../../../../shared/load/window.ts';
import { EXPORTS, type ExportFormat } from '../../../../shared/model/export-formats.ts';
import { fail, type Outcome, succeed } from '../../../../shared/model/failure.ts';
import { hasTimes, type Profile } from '../../../../shared/model/profile/profile.ts';
import { isOfPart } from '../../../../shared/model/profile/selection.ts';
import { hasLoad, type Report, type RunReport } from '../../../../shared/model/report.ts';
import { foldLines } from '../../../../shared/phrases/fold-words.ts';
import { sessionLine } from '../../../../shared/phrases/session-line.ts';
import { exportCollapsed } from '../../../../shared/profile/export/export-collapsed.ts';
import { exportCpuProfile } from '../../../../shared/profile/export/export-cpuprofile.ts';
import { exportFirefox } from '../../../../shared/profile/export/export-firefox.ts';
import { exportPprof } from '../../../../shared/profile/export/export-pprof.ts';
import { exportSpeedscope } from '../../../../shared/profile/export/export-speedscope.ts';
import { profileOfTicks } from '../../../../shared/profile/ticks/tick-profile.ts';
import { clipProfile } from '../../../../shared/profile/time/clip-profile.ts';
import { computeCallTree, WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { toFlameColumns } from '../../../../shared/profile/tree/flame-columns.ts';
import type { FoldOptions } from '../../../../shared/profile/tree/folds.ts';
import { type FlameFile, flameDocument } from '../../../../shared/report/drawings/flame-svg.ts';
import { formatServicesMarkdown, formatServicesPage, pageOfServices } from '../../../../shared/report/services-page.ts';
import { compactJson } from '../../../../shared/session/json.ts';
import type { RunRecording } from '../../../../shared/session/recording.ts';
import { say } from '../../../../shared/words/said.ts';
import type { Comparison } from '../../sessions/comparison.ts';
import type { OpenServices } from '../../sessions/open-services.ts';
import type { OpenSession } from '../../sessions/open-session.ts';
import { loadOfWindow } from '../../sessions/part-of-run.ts';
import { listProcesses, listThreads, profilesOf } from './choose-process.ts';
import { type Exported, type ExportedPart, nameOfPart, type PageChoice } from './formats.ts';
import { writeJson } from './write-json.ts';
import { writeLessonPage } from './write-lesson-page.ts';
import { type ReportFormat, writeComparisonReport, writeRunReport } from './write-report.ts';

/** More than a drawing of this width can show; it shows the widest. */
const MOST_FRAMES = 5_000;

/** A run, and what of it is written. `report`: of the same part of the run. */
interface RunToWrite extends ExportedPart {
  readonly session: OpenSession;
  readonly format: ExportFormat;
  readonly report: Report;
}

interface ComparisonToWrite {
  readonly comparison: Comparison;
  readonly report: Report;
  readonly page: PageChoice;
}

interface ServicesToWrite {
  readonly services: OpenServices;
  readonly report: Report;
  readonly page: PageChoice;
}

/** Null: the format cannot hold it. */
interface Writer {
  readonly run: ((asked: RunToWrite) => Promise<Outcome<Exported>>) | null;
  readonly comparison: ((asked: ComparisonToWrite) => Promise<Outcome<Exported>>) | null;
  /** Of a study of unknown services. Absent: as null. */
  readonly services?: (asked: ServicesToWrite) => Exported;
}

const WRITERS: { readonly [F in ExportFormat]: Writer } = {
  cpuprofile: ofProfile(([profile]) => ({ text: exportCpuProfile(profile!) })),
  speedscope: ofProfile((profiles, { name }) => ({ text: exportSpeedscope(profiles, name) })),
  pprof: ofProfile((profiles, { epochMs }) => ({
    text: gzipSync(exportPprof(profiles, epochMs)).toString('base64'),
    isBase64: true,
  })),
  firefox: ofProfile((profiles, { name, epochMs }) => ({ text: exportFirefox(profiles, name, epochMs) })),
  collapsed: ofProfile((profiles) => ({ text: exportCollapsed(profiles) })),
  svg: ofProfile((profiles, file, folding) => {
    const tree = computeCallTree(profiles, { ...WHOLE_PROFILE, ...folding });
    return { text: flameDocument(file, toFlameColumns(tree, MOST_FRAMES), MOST_FRAMES) };
  }),
  ticks: {
    run: async ({ session: { recording } }) =>
      recording.ticks === null
        ? fail('not-available', say('session.noTicks'), say('session.recordTicks'))
        : succeed({ text: compactJson(recording.ticks) }),
    comparison: null,
  },
  autocannon: ofRequests(({ session: { recording } }, run, load) => exportAutocannon(recording, run, load)),
  hgrm: ofRequests((_, _run, load) => exportHgrm(load)),
  csv: ofRequests(({ session, window }) => {
    const isInside = window === null ? undefined : insideOf(window, session.recording.durationUs);
    return exportCsv(session.rows(), session.recording.columns.names, isInside);
  }),
  json: {
    run: async (asked) => succeed(writeJson(asked.report, isOfPart(asked.selection))),
    comparison: async ({ report }) => succeed(writeJson(report)),
    services: ({ report }) => writeJson(report),
  },
  html: ofReport('html'),
  markdown: ofReport('markdown'),
  brief: ofReport('brief'),
  lesson: { run: null, comparison: ({ comparison, page }) => writeLessonPage(comparison, page), services: writeServicesPage },
};

export async function exportRun(asked: RunToWrite): Promise<Outcome<Exported>> {
  const { format, window } = asked;
  const { run } = WRITERS[format];
  if (run === null) return fail('not-available', say('study.pageOfRun'), say('study.pageOfComparison'));
  if (window !== null && !EXPORTS[format].holdsWindow)
    return fail('bad-request', say('session.wholeOnly', { format }), say('session.exportWhole'));
  return run(asked);
}

export async function exportComparison(format: ExportFormat, asked: ComparisonToWrite): Promise<Outcome<Exported>> {
  const { comparison } = WRITERS[format];
  return comparison === null
    ? fail('not-available', say('session.comparisonNotAs', { format }), say('session.writeOtherwise'))
    : comparison(asked);
}

export async function exportServices(format: ExportFormat, asked: ServicesToWrite): Promise<Outcome<Exported>> {
  const { services: write } = WRITERS[format];
  if (write === undefined) return fail('not-available', say('session.servicesNotAs', { format }), say('session.writeServices'));
  if ((asked.page.figures?.length ?? 0) > 0) return fail('not-available', say('study.noFigures'), say('study.withoutFigures'));
  return succeed(write(asked));
}

function writeServicesPage({ services: { recorded, notes }, page: { conclusion, language } }: ServicesToWrite): Exported {
  return { text: formatServicesPage(pageOfServices(recorded, conclusion ?? notes, language)) };
}

/** What it is called, and when its time 0 was; 0: not known. */
interface ProfileFile extends FlameFile {
  readonly epochMs: number;
}

function ofProfile(write: (profiles: readonly Profile[], file: ProfileFile, folding: FoldOptions) => Exported): Writer {
  return {
    run: async (asked) => {
      const { session, window, folding } = asked;
      const { recording } = session;
      const chosen = chooseProfiles(asked);
      if (!chosen.ok) return chosen;
      const name = nameOfPart(recording.name || 'Loopscope', window);
      return succeed(write(chosen.value, { name, about: aboutFlame(recording, folding), epochMs: epochOf(recording) }, folding));
    },
    comparison: null,
  };
}

/** Fails if there is nothing of what was chosen, or if the format cannot hold it. */
function chooseProfiles({ session: { recording }, format, selection, window }: RunToWrite): Outcome<readonly Profile[]> {
  const { holdsUnits = false, isOfOneThread = false } = EXPORTS[format];
  if (recording.imported?.heap !== undefined)
    return fail('not-available', say('session.notOfHeap', { format }), say('session.exportResult'));
  const chosen = profilesOf(recording, selection);
  if (!chosen.ok) return chosen;
  const recorded = holdsUnits && recording.imported !== null ? recording.allProfiles() : chosen.value;
  const ofTicks = recorded.length > 0 || recording.ticks === null ? null : profileOfTicks(recording.ticks);
  const whole = ofTicks === null ? recorded : [ofTicks];
  const clipped = window === null ? succeed(whole) : clipAll(whole, window);
  if (!clipped.ok) return clipped;
  const profiles = clipped.value;
  if (isOfOneThread && profiles.length > 1 && recording.imported !== null)
    return fail('bad-request', say('session.severalInFile', { count: profiles.length }), say('session.writeSpeedscope'));
  if (isOfOneThread && profiles.length > 1) return severalProfiles(recording, profiles);
  if (profiles.length === 0) return fail('not-available', say('session.noProfile', { format }), say('session.recordProfile'));
  if (isOfOneThread && (!hasTimes(profiles[0]!) || (recording.imported !== null && profiles[0]!.weights !== null)))
    return fail('not-available', say('session.profileWithoutTimes'), say('session.writeCounted'));
  return clipped;
}

function ofRequests(write: (asked: RunToWrite, run: RunReport, load: LoadAccumulator) => string | Promise<string>): Writer {
  return {
    run: async (asked) => {
      const { session, format, report, window } = asked;
      const run = report.runs.find(hasLoad);
      if (session.kind === 'load') return fail('not-available', say('session.notOfResult', { format }), say('session.exportResult'));
      if (session.kind === 'heap') return fail('not-available', say('session.notOfHeap', { format }), say('session.exportResult'));
      if (session.kind === 'profile' || run === undefined)
        return fail('not-available', say('session.noRequests', { format }), say('session.exportProfile'));
      const load = window === null ? session.recording.load : await loadOfWindow(session, window);
      return succeed({ text: await write(asked, run, load) });
    },
    comparison: null,
  };
}

function ofReport(format: ReportFormat): Writer {
  return {
    run: async (asked) => succeed(writeRunReport(asked.session, format, asked.report, isOfPart(asked.selection))),
    comparison: async ({ comparison }) => succeed(await writeComparisonReport(comparison, format)),
    services: (asked) =>
      format === 'html'
        ? writeServicesPage(asked)
        : { text: formatServicesMarkdown(pageOfServices(asked.services.recorded, asked.services.notes, null), format === 'markdown') },
  };
}

/** 0: not known, as of a file of another tool. */
function epochOf(recording: RunRecording): number {
  const createdMs = Date.parse(recording.header?.createdAt ?? '');
  return Number.isNaN(createdMs) ? 0 : createdMs + millisecondsUntilOrigin(recording);
}

function severalProfiles(recording: RunRecording, profiles: readonly Profile[]): Outcome<never> {
  const count = new Set(profiles.map(({ pid }) => pid)).size;
  if (count > 1)
    return fail(
      'bad-request',
      say('session.severalProfiles', { count }),
      say('session.sayProcess', { processes: listProcesses(recording, profiles) }),
    );
  return fail(
    'bad-request',
    say('session.severalThreads', { count: profiles.length }),
    say('session.sayThread', { threads: listThreads(recording, profiles) }),
  );
}

/** Its name is in the heading. */
function aboutFlame({ header, resolved }: RunRecording, folding: FoldOptions): string[] {
  const session = sessionLine({ name: '', setup: header?.setup ?? null, node: resolved?.node || null });
  return [session, ...foldLines(folding)];
}

/** An empty list stays one. */
function clipAll(profiles: readonly Profile[], { fromMs, toMs }: TimeWindow): Outcome<readonly Profile[]> {
  if (!profiles.every(hasTimes)) return fail('not-available', say('session.noTimesForWindow'), say('session.exportWhole'));
  const clipped = profiles.map((profile) => clipProfile(profile, fromMs * 1e3, toMs * 1e3));
  const isEmpty = clipped.length > 0 && clipped.every(({ sampleNode }) => sampleNode.length === 0);
  return isEmpty ? fail('not-available', say('session.noSamplesInWindow'), say('session.exportWhole')) : succeed(clipped);
}
