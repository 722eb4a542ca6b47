import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatReport, plainTable, TABLES } from '../../../electron/cli/print/print-report.ts';
import { RunPart } from '../../../shared/derive/sections/section.ts';
import { deriveReport } from '../../../shared/derive/sections/sections.ts';
import type { ProfileFigures, ProfileReport, Report, RunReport } from '../../../shared/model/report.ts';
import { toDocument } from '../../../shared/report/report-document.ts';
import { toExternalReport } from '../../../shared/session/external-report.ts';
import { importText } from '../../../shared/session/importers.ts';
import { RunRecording } from '../../../shared/session/recording.ts';
import { syntheticEntries } from '../../helpers/synthetic-recording.ts';

function runWithout(...left: readonly string[]): RunReport {
  const recording = new RunRecording();
  for (const entry of syntheticEntries({ seconds: 1 })) if (!left.includes(entry.type)) recording.apply(entry);
  return { ...deriveReport(new RunPart(recording)), warnings: [] };
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

test('of a file of ticks it is said that there is no CPU profile in the file', () => {
  const { latencyMs: _, ...run } = runWithout('slice');
  const ofFile = { ...run, latencyMs: null, load: null, requests: null } as ProfileReport;
  expect(formatReport(reportOf(ofFile), ['own'])).toMatch(/^There is no CPU profile in this file, but there are ticks: --table ticks\./);
});

test('every table that is asked for by its name says something, also of a run that has nothing for it', () => {
  const run = runWithout();
  const bare: RunReport = {
    ...{ ...run, latencyMs: null, throughput: null, bytesPerSecond: null, server: [], byRequest: [], phases: [], levels: [], periods: [] },
    ...{
      routes: null,
      ticks: null,
      errors: {},
      answers: [],
      profile: { ...run.profile!, threads: [], blocked: [], own: [], packages: [] },
    },
  };
  for (const of of [bare, { ...bare, profile: null }])
    expect(TABLES.map((name) => [name, formatReport(reportOf(of), [name])]).filter(([, printed]) => printed === '')).toEqual([]);
  const blockedIn = (known: Pick<ProfileFigures, 'dividedBy' | 'unit'>): string =>
    formatReport(reportOf({ ...bare, profile: { ...bare.profile!, ...known } }), ['blocked']);
  expect(blockedIn({ dividedBy: 'kernel', unit: 'microseconds' })).toBe(
    'No thread with a profile was blocked in a call that is known to wait.',
  );
  expect(blockedIn({ dividedBy: null, unit: 'microseconds' })).toBe(
    'None of the calls known to block, such as spawnSync and reads of files, has a sample. Whether threads were blocked elsewhere, as in Atomics.wait, is not known: the profile does not say how long they ran.',
  );
  expect(blockedIn({ dividedBy: null, unit: 'samples' })).toBe(
    'In which calls threads were blocked is not known: this profile does not measure time.',
  );
  expect(formatReport(reportOf(bare), ['threads'])).toBe('There is nothing in the table threads.');
});

test('a table of own functions says so when a profile of another tool has none', () => {
  const run = runWithout();
  const foreign: ProfileReport = { ...run, load: null, requests: null, profile: { ...run.profile!, own: [] } };
  expect(formatReport(reportOf(foreign), ['own'])).toBe('No function of your own is in the profile.');
});

test('what is printed without --table has the answer and what each process of the server did', () => {
  const run = runWithout();
  const server = Array.from({ length: 5 }, (_, at) => ({ ...run.server[0]!, pid: 4_001 + at }));
  const report = reportOf({ ...run, server });
  const printed = formatReport(report).replace(/\s+/g, ' ');
  for (const { text } of toDocument(report).answer) expect(printed).toContain(text.replace(/\s+/g, ' '));
  for (const { pid } of server) expect(printed).toContain(` ${pid} `);
});

test('the head of a plan says how many requests it has, and no path, which would be that of none of them', () => {
  const run = runWithout();
  const planned = { ...run, load: { ...run.load, plan: { order: 'mix', requests: ['a', 'b', 'c'].map((name) => ({ name })) } as never } };
  const [, origin = ''] = /^(https?:\/\/[^/]+)\//.exec(run.target.url)!;
  expect(formatReport(reportOf(run))).toContain(`\n${run.target.url}: closed load`);
  expect(formatReport(reportOf(planned))).toContain(`\n3 requests of a plan, ${origin}: closed load`);
});

test('intervals are there on request: with the table of percentiles, in its rows and in the document', () => {
  const run = runWithout();
  const report = reportOf(run);
  const { latencyIntervalsMs } = run;
  expect(latencyIntervalsMs?.['99.999']).toBeNull();
  expect(formatReport(report)).not.toContain('95 % interval');
  const asked = formatReport(report, undefined, { intervals: true });
  expect(asked).toContain('95 % interval, ms');
  expect(asked).toContain('not enough data');
  expect(asked).toContain('It says nothing about how another run would differ');
  expect(formatReport(report, ['percentiles'])).not.toContain('interval');

  const rows = plainTable('percentiles', run, { intervals: true })!;
  expect(rows.columns[2]!.title).toBe('95 % interval, ms');
  expect(rows.rows.map((row) => row.length)).toEqual(rows.rows.map(() => 4));
  expect(plainTable('percentiles', run)!.columns).toHaveLength(3);

  expect(toDocument(report).runs[0]).not.toHaveProperty('latencyIntervalsMs');
  expect(toDocument(report, report, { intervals: true }).runs[0]).toHaveProperty('latencyIntervalsMs', latencyIntervalsMs);
});

test('what another load tool has measured is told in the document in the sentences that are printed first', () => {
  const outcome = importText(readFileSync(join(import.meta.dirname, '../../fixtures/load-results/wrk.txt'), 'utf8'), 'wrk.txt');
  if (!outcome?.ok) throw new Error('It was not read');
  const load = outcome.value.load!;
  const report = { ...reportOf(runWithout()), runs: [toExternalReport(runWithout(), load)] };
  const { answer } = toDocument(report);
  expect(answer.map(({ code }) => code)).toEqual(['load', 'load']);
  expect(answer[0]!.text).toBe('wrk counted 328 responses with a status other than 200 to 399 (10.0 %) and 1,641.55 requests/s.');
  const printed = formatReport(report).replace(/\s+/g, ' ');
  expect(printed.startsWith(answer.map(({ text }) => text).join(' '))).toBe(true);
  // Of a load command it stands behind what is known of the server.
  const byCommand = { ...runWithout(), byCommand: load };
  expect(toDocument(reportOf(byCommand)).answer.slice(-2)).toEqual(answer);
  expect(toDocument(reportOf({ ...byCommand, byCommand: null })).answer.map(({ code }) => code)).not.toContain('load');
});
