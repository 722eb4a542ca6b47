/** Gathers what a report is made of, and has it written. The words and pictures are in shared/report. */
import type { Report } from '../../shared/model/report.ts';
import { computeCallTree, WHOLE_PROFILE } from '../../shared/profile/call-tree.ts';
import { toFlameColumns } from '../../shared/profile/flame-columns.ts';
import type { FlameColumns } from '../../shared/protocol/contract.ts';
import type { RunSeries } from '../../shared/report/run-charts.ts';
import { formatRunHtml, formatRunMarkdown, type RunReportInput } from '../../shared/report/run-report.ts';
import type { RunRecording } from '../../shared/session/recording.ts';
import { clockUs } from './clock.ts';
import type { Exported } from './export-session.ts';
import type { OpenSession } from './sessions/open-session.ts';

export type ReportFormat = 'html' | 'markdown';

/** More than a still picture can show; those it does show are the widest. */
const MOST_NODES = 5_000;
const EXTENSIONS: Readonly<Record<ReportFormat, string>> = { html: 'html', markdown: 'md' };

export function writeRunReport(session: OpenSession, format: ReportFormat, report: Report): Exported {
  const write = format === 'html' ? formatRunHtml : formatRunMarkdown;
  return { text: write(gatherRun(session, report)), extension: EXTENSIONS[format] };
}

function gatherRun({ recording }: OpenSession, { runs, environment }: Report): RunReportInput {
  const { header } = recording;
  return {
    name: recording.name,
    createdAt: header?.createdAt ?? '',
    run: runs[0]!,
    environment,
    command: header?.command ?? null,
    notes: recording.notes,
    series: seriesOf(recording),
    flame: flameOf(recording),
  };
}

function seriesOf(recording: RunRecording): RunSeries {
  const measuredMs = recording.measuredMs(clockUs());
  return { load: recording.load.series(0, measuredMs * 1e3), server: recording.serverSeries(0), measuredMs };
}

function flameOf(recording: RunRecording): FlameColumns | null {
  const profiles = recording.profiles();
  if (!profiles.some((profile) => profile.sampleNode.length > 0)) return null;
  return toFlameColumns(computeCallTree(profiles, WHOLE_PROFILE), MOST_NODES, { intervalUs: profiles[0]!.intervalUs });
}
