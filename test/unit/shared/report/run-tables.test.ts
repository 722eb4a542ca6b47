/** Every table of a run, and that each surface shows those that name it. */
import { beforeAll, describe, expect, test } from 'vitest';
import { formatReport, keyOf, PLAIN_TABLES, plainTable, TABLES } from '../../../../electron/cli/print/print-report.ts';
import type { MemoryFigures } from '../../../../shared/model/memory.ts';
import type { WeightUnit } from '../../../../shared/model/profile/weight-unit.ts';
import type { LevelFigures, PartFigures, PlannedFigures, Report, RunReport } from '../../../../shared/model/report.ts';
import { formatRunBrief } from '../../../../shared/report/brief.ts';
import { escapeMarkdown } from '../../../../shared/report/escape.ts';
import { toDocument } from '../../../../shared/report/report-document.ts';
import { formatRunHtml, formatRunMarkdown, type RunReportInput } from '../../../../shared/report/run-report.ts';
import { cellText, type ReportTable } from '../../../../shared/report/table.ts';
import { RUN_TABLES as ALL_TABLES, piecesOf } from '../../../../shared/report/tables/index.ts';
import type { Beside, Shows } from '../../../../shared/report/tables/run-table.ts';
import { EXACT_PASS, makeNoReply, makeRoutes, makeWaits, makeWaitsByPeer } from '../../../helpers/fake-data.ts';
import { unescapeHtml } from '../../../helpers/read-report.ts';
import { reportInput, syntheticRun } from '../../../helpers/report-input.ts';
import { drawLimits } from '../../../helpers/simulated-limits.ts';

/** Those of a load command, and of a search for a leak, are of another run than all others. */
const RUN_TABLES = ALL_TABLES.filter(({ section }) => section !== 'tool' && section !== 'leak');

const isOfLeak = (name: string): boolean => ALL_TABLES.some(({ id, section }) => id === name && section === 'leak');

let input: RunReportInput & { readonly run: RunReport };
let run: RunReport;

const MEMORY: MemoryFigures = {
  ...{
    allocatedPerRequestBytes: 5_600,
    liveBytes: { first: 8e6, last: 9e6 },
    growthPerRequestBytes: { value: 80, ci: null },
    ownBytes: 12e6,
  },
  gc: { count: 4, pauseMs: 9, percent: 0.2, kinds: [{ kind: 'minor', count: 4, pauseMs: 9, longestMs: 3, percent: 0.2 }] },
  levels: [
    { level: 'heap', first: 7e6, last: 9e6, liveFirst: 6e6, liveLast: 7e6 },
    { level: 'notHeap', first: 50e6, last: 60e6, liveFirst: null, liveLast: null },
  ],
};

/** A run that has something for every table. */
function richRun(of: RunReport): RunReport {
  const { from, to } = { from: 0, to: 5 };
  const { requests, status, errors, bytes, latencyMs } = of;
  const part: PartFigures = { from, to, requests, offered: 200, throughput: 190, latencyMs, latenessMs: null };
  const planned: PlannedFigures = { ...part, status, errors, bytes, name: 'GET /cart', share: 100 };
  const [limit] = drawLimits();
  const level: LevelFigures = { ...part, connections: 4, inFlight: 3.9, inFlightByLittle: 3.9, byRequest: [planned] };
  const [heavy] = of.profile!.heavy;
  const profile = {
    ...of.profile!,
    own: [{ ...heavy!, kind: 'own' as const }],
    packages: [{ name: 'react-dom', kind: 'dependency' as const, self: 5, selfPercent: 1, total: 10, totalPercent: 2 }],
    blocked: [{ call: 'readSync', function: 'load', url: 'file:///srv/a.js', line: 3, threads: 1, blockedMs: 4, percent: 100 }],
    lines: {
      window: null,
      weight: 10,
      samples: 4,
      base: 'cpu' as const,
      cpu: of.profile!.hot.cpu,
      rows: [{ ...heavy!, selfMargin: 1, isExact: true, functionUrl: heavy!.url, functionLine: heavy!.line }],
      files: [],
    },
  };
  return {
    ...of,
    byRequest: [planned],
    phases: [
      { ...part, rate: [10, 10] },
      { ...part, rate: [10, 20] },
    ],
    levels: [level],
    limit,
    periods: [{ from, to, requests, throughput: 190, latencyMs: { p50: 1, p90: 2, p99: 3, max: 4 } }],
    routes: makeRoutes(),
    waits: makeWaits(),
    waitsByPeer: makeWaitsByPeer(),
    waitsBeside: { outside: 2, lost: 0, noReply: makeNoReply() },
    timings: { rows: [{ name: 'render', kind: 'measure', count: 2, firstMs: 1, lastMs: 2, meanMs: 3, p50Ms: 3, maxMs: 4 }], lost: 0 },
    server: of.server.map((one) => ({
      ...one,
      startedMs: 100,
      endedMs: 900,
      exit: { code: 1, signal: null },
      system: { threads: { max: 9 }, openFiles: { max: 20, limit: null }, switchesPerSecond: { voluntary: 10, involuntary: 1 } },
    })),
    memory: MEMORY,
    captured: [{ capture: 'leavings', name: 'kept-files', pid: 7, thread: 0, value: 1_250, unit: 'ms' }],
    profile: { ...profile, exact: { ...profile, exactPass: EXACT_PASS } },
  } as RunReport;
}

const reportOf = (one: RunReport): Report => ({
  ...{ version: 1, failure: null, runs: [one], verdicts: [], probe: null, findings: [], environment: null, session: null },
});
const BESIDE: Beside = { intervals: true };
const shows = (on: keyof Shows) => RUN_TABLES.filter((one) => one.on[on] !== undefined);

beforeAll(async () => {
  input = await reportInput(syntheticRun());
  run = richRun(input.run);
  input = { ...input, run };
});

describe('a table', () => {
  test('has a name and a caption of its own', () => {
    expect(new Set(RUN_TABLES.map(({ id }) => id)).size).toBe(RUN_TABLES.length);
    const captions = RUN_TABLES.filter(({ section }) => section !== 'requests').map(({ of }) => of(run, BESIDE)?.caption);
    expect(new Set(captions).size).toBe(captions.length);
  });

  test.each(RUN_TABLES.map((one) => [one.id, one] as const))('%s has a cell for each of its columns in each of its rows', (_, { of }) => {
    const table = of(run, BESIDE)!;
    expect(table.rows.length).toBeGreaterThan(0);
    for (const row of table.rows) expect(row).toHaveLength(table.columns.length);
    expect(table.rows.flat().map(cellText).join(' ')).not.toMatch(/NaN|undefined|Infinity|\[object/);
  });

  test('of a load command has no figures of a client of ours, nor a sentence that there was no response', () => {
    const byCommand = { ...run, byCommand: null, latencyMs: null, throughput: null };
    for (const on of ['screen', 'html', 'markdown', 'brief'] as const)
      for (const section of ['speed', 'percentiles', 'counts'] as const) expect(piecesOf(byCommand, on, section)).toEqual([]);
  });
});

test('where no response counts, the expectation is that of the plan if there is one: all may have had a status from 200 to 399', () => {
  const { method, url } = run.load;
  const plan = { order: 'sequence', requests: [{ name: 'GET /cart', method, url, weight: 1 }] } as const;
  const none = { ...run, latencyMs: null, firstByteMs: null, serviceMs: null, latenessMs: null, sessionMs: null, connectMs: null };
  const saidOf = (of: RunReport) => piecesOf({ ...of, unexpectedLatencyMs: null, throughput: null }, 'html', 'speed');
  expect(saidOf(none)).toEqual([
    { id: 'latency', said: expect.stringMatching(/^No response with an expected status \(200 to 399\) arrived, /) },
    { id: 'throughput', said: expect.stringMatching(/^No response with an expected status \(200 to 399\) arrived before /) },
  ]);
  expect(saidOf({ ...none, load: { ...run.load, plan } })).toEqual([
    { id: 'latency', said: 'No response that the plan expects arrived, so there is no latency to show.' },
    { id: 'throughput', said: expect.stringMatching(/^No response that the plan expects arrived before the load ended, /) },
  ]);
});

test('how a throughput was spread is not told of fewer than two whole seconds, in any form', () => {
  const percentiles = { '1': 197, '2.5': 197, '50': 197, '97.5': 197 };
  const flat = (seconds: number) => ({ ...{ mean: 197, stdev: 0, min: 197, max: 197 }, percentiles, seconds });
  const short = { ...run, throughput: flat(0), bytesPerSecond: null };
  for (const on of ['html', 'markdown', 'terminal'] as const) {
    const found = piecesOf(short, on, 'speed').find(({ id }) => id === 'throughput');
    const { rows, note } = (found as { readonly table: ReportTable }).table;
    expect([on, rows[0]!.map(cellText)]).toEqual([on, ['Requests/s', '–', '–', '–', '–', '197', '–', '–']]);
    expect(note).toContain('Over 0 whole seconds: too short for percentiles, a standard deviation and a minimum.');
  }
  const rowOf = (of: RunReport) => plainTable('throughput', of)!.rows[0]!.map(cellText);
  expect(rowOf(short).filter((cell) => cell === '0')).toEqual([]);
  expect(rowOf({ ...short, throughput: flat(2) })).toEqual(['Requests/s', '197', '197', '197', '197', '197', '0', '197']);
});

test('numbers that captures have found out stand with the capture and the process that they are of', () => {
  const [piece] = piecesOf(run, 'html', 'captured');
  expect(piece).toMatchObject({ table: { caption: 'Captured figures', rows: [['leavings kept-files, process 7', '1,250 ms']] } });
});

/** Captions of the tables of a surface that its text does not have where a caption stands. */
const missingIn = (text: string, on: keyof Shows, asCaption: (caption: string) => string): string[] =>
  shows(on)
    .map(({ of }) => of(run, BESIDE)!.caption)
    .filter((caption) => !text.includes(asCaption(caption)));
const inMarkdown = (caption: string) => `**${escapeMarkdown(caption)}**`;

describe('every table that names a surface is shown there', () => {
  test('in HTML', () => {
    const html = unescapeHtml(formatRunHtml(input));
    expect(missingIn(html, 'html', (caption) => `<caption>${caption}</caption>`)).toEqual([]);
  });

  test('in Markdown', () => expect(missingIn(formatRunMarkdown(input), 'markdown', inMarkdown)).toEqual([]));

  test('in brief, of ticks where there is no profile', () => {
    const withoutProfile = formatRunBrief({ ...input, flame: null, run: { ...run, profile: null } });
    expect(missingIn(`${formatRunBrief(input)}\n${withoutProfile}`, 'brief', inMarkdown)).toEqual([]);
  });

  test('on the terminal, under its name or below another', () =>
    expect(missingIn(formatReport(reportOf(run), TABLES), 'terminal', (caption) => `\n${caption}\n`)).toEqual([]));
});

test('a table that is shown by its name has its figures in the JSON document', () => {
  const document = toDocument(reportOf(run));
  for (const name of TABLES.filter((one) => one !== 'autocannon' && one !== 'nginx' && !isOfLeak(one))) {
    const steps = keyOf(name).replaceAll('[]', '.0').split('.');
    const found = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document);
    expect([name, found]).toEqual([name, expect.anything()]);
  }
});

test('captions and notes of a profile speak of what it counts', () => {
  const of = (unit: WeightUnit) => ({ ...run, profile: { ...run.profile!, unit } });
  const told = (unit: WeightUnit) => {
    const tables = [...piecesOf(of(unit), 'terminal', 'functions'), ...piecesOf(of(unit), 'terminal', 'profile')];
    return tables.flatMap((piece) => ('table' in piece ? [piece.table.caption, piece.table.note ?? ''] : [])).join(' ');
  };
  expect(told('microseconds')).toMatch(/Functions by self time.*Self is the time in.*CPU profile/s);
  for (const unit of ['bytes', 'samples'] as const) expect(told(unit)).not.toMatch(/CPU profile|self time|total time|the time in/);
});

test('as a file a table has all rows, and that of processes what only the system knows', () => {
  for (const name of PLAIN_TABLES.filter((one) => !isOfLeak(one)))
    expect([name, plainTable(name, run)?.rows.length]).toEqual([name, expect.any(Number)]);
  expect(plainTable('server', run)!.columns).toHaveLength(12);
});
