/** A session in other tools' formats. */

import { exportAutocannon } from '../../shared/load/export-autocannon.ts';
import { exportCsv } from '../../shared/load/export-csv.ts';
import { exportHgrm } from '../../shared/load/hgrm.ts';
import { fail, type Outcome, succeed } from '../../shared/model/failure.ts';
import { hasLoad, type Report } from '../../shared/model/report.ts';
import { exportCollapsed } from '../../shared/profile/export-collapsed.ts';
import { exportCpuProfile } from '../../shared/profile/export-cpuprofile.ts';
import { exportSpeedscope } from '../../shared/profile/export-speedscope.ts';
import type { Profile } from '../../shared/profile/profile.ts';
import type { RequestParams } from '../../shared/protocol/contract.ts';
import type { Comparison } from './compare/comparison.ts';
import type { OpenSession } from './sessions/session-file.ts';
import { writeComparisonReport, writeRunReport } from './write-report.ts';

export type TextFormat = RequestParams<'export.text'>['format'];
export interface Exported {
  readonly text: string;
  readonly extension: string;
}

const PROFILE_FORMATS: Partial<Record<TextFormat, { extension: string; write: (profiles: readonly Profile[], name: string) => string }>> = {
  // One file holds one process: the busiest.
  cpuprofile: { extension: 'cpuprofile', write: (profiles) => exportCpuProfile(busiest(profiles)) },
  speedscope: { extension: 'speedscope.json', write: exportSpeedscope },
  collapsed: { extension: 'collapsed.txt', write: (profiles) => exportCollapsed(profiles) },
};

export async function exportSession(session: OpenSession | Comparison, format: TextFormat, report: Report): Promise<Outcome<Exported>> {
  if (format === 'json') return succeed({ text: `${JSON.stringify(report, null, 2)}\n`, extension: 'json' });
  if (session.kind === 'comparison') {
    if (format === 'html' || format === 'markdown') return succeed(await writeComparisonReport(session, format));
    return fail(
      'not-available',
      `A comparison of several runs cannot be written as ${format}.`,
      'Write it as html, markdown or json, or export one of its runs.',
    );
  }
  return exportRun(session, format, report);
}

async function exportRun(session: OpenSession, format: TextFormat, report: Report): Promise<Outcome<Exported>> {
  if (format === 'html' || format === 'markdown') return succeed(writeRunReport(session, format, report));
  const { recording } = session;
  const asProfile = PROFILE_FORMATS[format];
  if (asProfile) {
    const profiles = recording.profiles().filter((profile) => profile.sampleNode.length > 0);
    if (profiles.length === 0)
      return fail('not-available', `There is no CPU profile in this session to write as ${format}.`, 'Record one with --capture cpu.');
    return succeed({ text: asProfile.write(profiles, recording.header?.name ?? 'Loopscope'), extension: asProfile.extension });
  }
  const run = report.runs.find(hasLoad);
  if (session.kind === 'profile' || run === undefined)
    return fail(
      'not-available',
      `There are no requests in this file to write as ${format}.`,
      'Export it as cpuprofile, speedscope or collapsed.',
    );
  switch (format) {
    case 'autocannon':
      return succeed({ text: exportAutocannon(recording, run), extension: 'autocannon.json' });
    case 'hgrm':
      return succeed({ text: await exportHgrm(recording.load), extension: 'hgrm' });
    default:
      return succeed({ text: await exportCsv(session.rows()), extension: 'csv' });
  }
}

function busiest(profiles: readonly Profile[]): Profile {
  return profiles.reduce((best, profile) => (profile.sampleNode.length > best.sampleNode.length ? profile : best));
}
