/** A run in other tools' formats. */
import { gzipSync } from 'node:zlib';

import { exportAutocannon, millisecondsUntilOrigin } from '../../../../shared/load/export-autocannon.ts';
import { exportCsv } from '../../../../shared/load/export-csv.ts';
import { exportHgrm } from '../../../../shared/load/hgrm.ts';
import { insideOf } from '../../../../shared/load/window.ts';
import { fail, type Outcome, succeed } from '../../../../shared/model/failure.ts';
import { hasLoad, type Report } from '../../../../shared/model/report.ts';
import type { TimeWindow } from '../../../../shared/model/units.ts';
import { computeCallTree, WHOLE_PROFILE } from '../../../../shared/profile/call-tree.ts';
import { clipProfile } from '../../../../shared/profile/clip-profile.ts';
import { exportCollapsed } from '../../../../shared/profile/export-collapsed.ts';
import { exportCpuProfile } from '../../../../shared/profile/export-cpuprofile.ts';
import { exportFirefox } from '../../../../shared/profile/export-firefox.ts';
import { exportPprof } from '../../../../shared/profile/export-pprof.ts';
import { exportSpeedscope } from '../../../../shared/profile/export-speedscope.ts';
import { toFlameColumns } from '../../../../shared/profile/flame-columns.ts';
import type { FoldOptions } from '../../../../shared/profile/folds.ts';
import { hasTimes, type Profile } from '../../../../shared/profile/profile.ts';
import { canHoldWindow } from '../../../../shared/protocol/export-formats.ts';
import { type FlameFile, flameDocument } from '../../../../shared/report/flame-svg.ts';
import { compactJson } from '../../../../shared/session/json.ts';
import type { RunRecording } from '../../../../shared/session/recording.ts';
import { foldLines } from '../../../../shared/words/fold-words.ts';
import { say } from '../../../../shared/words/said.ts';
import { sessionLine } from '../../../../shared/words/session-line.ts';
import type { OpenSession } from '../../sessions/open-session.ts';
import { loadOfWindow } from '../../sessions/window-loads.ts';
import { listProcesses, listThreads, profilesOf } from './choose-process.ts';
import { type Exported, type ExportedPart, nameOfPart, type TextFormat } from './formats.ts';
import { writeJson } from './write-json.ts';
import { isReport, writeRunReport } from './write-report.ts';

/** More than a drawing of this width can show; it shows the widest. */
const MOST_FRAMES = 5_000;

/** What it is called, and when its time 0 was; 0: not known. */
interface ProfileFile extends FlameFile {
  readonly epochMs: number;
}

const PROFILE_FORMATS: Partial<
  Record<
    TextFormat,
    { extension: string; isBase64?: true; write: (profiles: readonly Profile[], file: ProfileFile, folding: FoldOptions) => string }
  >
> = {
  cpuprofile: { extension: 'cpuprofile', write: ([profile]) => exportCpuProfile(profile!) },
  speedscope: { extension: 'speedscope.json', write: (profiles, { name }) => exportSpeedscope(profiles, name) },
  pprof: {
    extension: 'pb.gz',
    isBase64: true,
    write: (profiles, { epochMs }) => gzipSync(exportPprof(profiles, epochMs)).toString('base64'),
  },
  firefox: { extension: 'firefox.json', write: (profiles, { name, epochMs }) => exportFirefox(profiles, name, epochMs) },
  collapsed: { extension: 'collapsed.txt', write: (profiles) => exportCollapsed(profiles) },
  svg: {
    extension: 'svg',
    write: (profiles, file, folding) =>
      flameDocument(file, toFlameColumns(computeCallTree(profiles, { ...WHOLE_PROFILE, ...folding }), MOST_FRAMES), MOST_FRAMES),
  },
};

/** `report`: of the same part of the run. */
export async function exportRun(
  session: OpenSession,
  format: TextFormat,
  report: Report,
  { pid, thread, window, folding }: ExportedPart,
): Promise<Outcome<Exported>> {
  if (format === 'lesson') return fail('not-available', say('study.pageOfRun'), say('study.pageOfComparison'));
  if (window !== null && !canHoldWindow(format))
    return fail('bad-request', say('session.wholeOnly', { format }), say('session.exportWhole'));
  const isOfPart = pid !== null || thread !== null;
  if (format === 'json') return succeed(writeJson(report, isOfPart));
  if (isReport(format)) return succeed(writeRunReport(session, format, report, isOfPart));
  const { recording } = session;
  const asProfile = PROFILE_FORMATS[format];
  if (asProfile) {
    const chosen = profilesOf(recording, { pid, thread });
    if (!chosen.ok) return chosen;
    // Files of these hold profiles of several units.
    const whole = (format === 'speedscope' || format === 'firefox') && recording.imported !== null ? recording.allProfiles() : chosen.value;
    const clipped = window === null ? succeed(whole) : clipAll(whole, window);
    if (!clipped.ok) return clipped;
    const profiles = clipped.value;
    if (format === 'cpuprofile' && profiles.length > 1 && recording.imported !== null)
      return fail('bad-request', say('session.severalInFile', { count: profiles.length }), say('session.writeSpeedscope'));
    if (format === 'cpuprofile' && profiles.length > 1) return severalProfiles(recording, profiles);
    if (profiles.length === 0) return fail('not-available', say('session.noProfile', { format }), say('session.recordProfile'));
    if (format === 'cpuprofile' && !hasTimes(profiles[0]!))
      return fail('not-available', say('session.profileWithoutTimes'), say('session.writeCounted'));
    const { write, ...written } = asProfile;
    const file = {
      name: nameOfPart(recording.name || 'Loopscope', window),
      about: aboutFlame(recording, folding),
      epochMs: epochOf(recording),
    };
    return succeed({ text: write(profiles, file, folding), ...written });
  }
  if (format === 'ticks') {
    const { ticks } = recording;
    if (ticks === null) return fail('not-available', say('session.noTicks'), say('session.recordTicks'));
    return succeed({ text: compactJson(ticks), extension: 'ticks.json' });
  }
  const run = report.runs.find(hasLoad);
  if (session.kind === 'load') return fail('not-available', say('session.notOfResult', { format }), say('session.exportResult'));
  if (session.kind === 'profile' || run === undefined)
    return fail('not-available', say('session.noRequests', { format }), say('session.exportProfile'));
  const load = window === null ? recording.load : await loadOfWindow(session, window);
  switch (format) {
    case 'autocannon':
      return succeed({ text: exportAutocannon(recording, run, load), extension: 'autocannon.json' });
    case 'hgrm':
      return succeed({ text: await exportHgrm(load), extension: 'hgrm' });
    default: {
      const isInside = window === null ? undefined : insideOf(window, recording.durationUs);
      return succeed({ text: await exportCsv(session.rows(), session.recording.columns.names, isInside), extension: 'csv' });
    }
  }
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
