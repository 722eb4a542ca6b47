import { expect, test } from 'vitest';
import { formatReport } from '../../../electron/cli/print-report.ts';
import { RunRecording } from '../../../shared/session/recording.ts';
import { computeRunReport } from '../../../shared/session/report.ts';
import { syntheticEntries } from '../../helpers/synthetic-recording.ts';

/** The heavy table of a run without a CPU profile. */
function heavyWithout(...left: readonly string[]): string {
  const recording = new RunRecording();
  for (const entry of syntheticEntries({ seconds: 1 })) if (!['slice', ...left].includes(entry.type)) recording.apply(entry);
  const run = { ...computeRunReport(recording, null, null, 5), warnings: [] };
  const report = {
    version: 1,
    failure: null,
    runs: [run],
    verdicts: [],
    probe: null,
    findings: [],
    environment: null,
    session: null,
  } as const;
  return formatReport(report, ['heavy']);
}

test('a table that there is nothing for says so, and what there is', () => {
  expect(heavyWithout()).toBe('There is no CPU profile of this run, but there are ticks: --table ticks.');
  expect(heavyWithout('ticks')).toBe('There is no CPU profile of this run; `--capture cpu` takes one.');
});
