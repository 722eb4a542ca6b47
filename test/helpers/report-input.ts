/** What reports are made of, from made-up runs. */
import { RunPart } from '../../shared/derive/sections/section.ts';
import { deriveReport } from '../../shared/derive/sections/sections.ts';
import type { RunReport } from '../../shared/model/report.ts';
import { computeCallTree, WHOLE_PROFILE } from '../../shared/profile/tree/call-tree.ts';
import { toFlameColumns } from '../../shared/profile/tree/flame-columns.ts';
import type { RunReportInput } from '../../shared/report/run-report.ts';
import { RunRecording } from '../../shared/session/recording.ts';
import { type SyntheticOptions, syntheticEntries } from './synthetic-recording.ts';

export function syntheticRun(options: SyntheticOptions = {}): RunRecording {
  const recording = new RunRecording();
  for (const entry of syntheticEntries({ seconds: 5.4, rowsPerSecond: 200, ...options })) recording.apply(entry);
  return recording;
}

export async function reportInput(
  recording: RunRecording,
  changes: Partial<RunReportInput> = {},
): Promise<RunReportInput & { readonly run: RunReport }> {
  const run = deriveReport(new RunPart(recording));
  const profiles = recording.profiles();
  return {
    name: recording.name,
    createdAt: recording.header?.createdAt ?? '',
    run,
    environment: recording.header?.environment ?? null,
    command: recording.header?.command ?? null,
    notes: recording.notes,
    series: {
      load: recording.load.series(0),
      server: recording.serverSeries(0),
      machine: recording.machine.columns(0, recording.originUs),
      measuredMs: recording.durationUs / 1_000,
      plan: recording.plan,
    },
    flame: profiles.length === 0 ? null : toFlameColumns(computeCallTree(profiles, WHOLE_PROFILE), 5_000),
    tickFlame: null,
    ...(changes as Partial<RunReportInput> & { run?: RunReport }),
  };
}
