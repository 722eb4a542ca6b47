import { expect, test } from 'vitest';
import { formatReport } from '../../../electron/cli/print-report.ts';
import type { ProfileReport, Report, RunReport } from '../../../shared/model/report.ts';
import { RunRecording } from '../../../shared/session/recording.ts';
import { computeRunReport } from '../../../shared/session/report.ts';
import { syntheticEntries } from '../../helpers/synthetic-recording.ts';

function runWithout(...left: readonly string[]): RunReport {
  const recording = new RunRecording();
  for (const entry of syntheticEntries({ seconds: 1 })) if (!left.includes(entry.type)) recording.apply(entry);
  return { ...computeRunReport(recording, null, null, 5), warnings: [] };
}

function reportOf(run: RunReport | ProfileReport): Report {
  return { version: 1, failure: null, runs: [run], verdicts: [], probe: null, findings: [], environment: null, session: null };
}

/** The heavy table of a run without a CPU profile. */
function heavyWithout(...left: readonly string[]): string {
  return formatReport(reportOf(runWithout('slice', ...left)), ['heavy']);
}

test('a table that there is nothing for says so, and what there is', () => {
  expect(heavyWithout()).toBe('There is no CPU profile of this run, but there are ticks: --table ticks.');
  expect(heavyWithout('ticks')).toBe('There is no CPU profile of this run; `--capture cpu` takes one.');
});

test('a table of own functions says so when a profile of another tool has none', () => {
  const run = runWithout();
  const foreign: ProfileReport = { ...run, load: null, requests: null, profile: { ...run.profile!, own: [] } };
  expect(formatReport(reportOf(foreign), ['own'])).toBe('No function of your own is in the profile.');
});

test('numbers that captures have found out are in the whole report', () => {
  const figure = { capture: 'leavings', name: 'kept-files', pid: 7, value: 1_250, unit: 'ms' };
  const captured = [
    { ...figure, thread: 0 },
    { ...figure, thread: 3 },
  ];
  const report = reportOf({ ...runWithout(), captured });
  expect(formatReport(report).replace(/[ │]+/g, ' ')).toContain(
    'leavings kept-files, process 7 1,250 ms \n leavings kept-files, process 7, thread 3 1,250 ms',
  );
  expect(formatReport(report, ['heavy'])).not.toContain('leavings');
});
