/** A result of another tool joined to a recording of the server: where it lies, how that is told, what is refused. */
import { expect, test } from 'vitest';
import { joinedCharts } from '../../../../shared/charts/run-charts.ts';
import { joinLoad, tellJoined } from '../../../../shared/derive/join-load.ts';
import { RunPart } from '../../../../shared/derive/sections/section.ts';
import { deriveReport } from '../../../../shared/derive/sections/sections.ts';
import type { ImportedFile } from '../../../../shared/foreign/importer.ts';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { loadResult } from '../../../../shared/model/load/load-result.ts';
import { SERVED_COLUMNS, type ServedRows } from '../../../../shared/model/served.ts';
import { ARRAYS } from '../../../../shared/model/table.ts';
import { periodsTable } from '../../../../shared/report/external-tables.ts';
import { toExternalReport } from '../../../../shared/session/external-report.ts';
import { RunRecording } from '../../../../shared/session/recording.ts';
import { say } from '../../../../shared/words/said.ts';
import { syntheticEntries } from '../../../helpers/synthetic-recording.ts';
import { messageOf } from '../../../helpers/worded.ts';

const ZERO = Date.parse('2026-03-04T05:06:07.000Z');
const ORIGIN_US = 5_000_000;
/** In each second of the load. */
const RATES = [100, 300, 900, 900, 400, 900, 900, 200, 100, 100];

interface Recorded {
  readonly seconds?: number;
  /** In which second of it the server begins to work; null: it never does. */
  readonly busyFrom?: number | null;
  readonly loadCommand?: string | null;
}

function recording({ seconds = 40, busyFrom = 12, loadCommand = 'sleep 600' }: Recorded = {}): RunRecording {
  const made = new RunRecording();
  const [first] = syntheticEntries({ seconds: 1 });
  if (first?.type !== 'header') throw new Error('no header');
  const { header } = first;
  // Two seconds until the load command is started.
  made.apply({
    type: 'header',
    header: { ...header, createdAt: new Date(ZERO - 2_000).toISOString(), setup: { ...header.setup, loadCommand } },
  });
  made.apply({ type: 'state', state: 'launching', at: ORIGIN_US - 2_000_000 });
  made.apply({ type: 'origin', clock: ORIGIN_US });
  made.apply({ type: 'warning', says: say('load.commandNoUrl', { placeholder: '{url}', target: 'http://127.0.0.1/' }) });
  for (let at = 0; at <= seconds * 4; at++) {
    const rate = busyFrom === null ? 450 : (RATES[Math.floor((at - 1) / 4) - busyFrom] ?? 0);
    const figures = { rss: 1, heapUsed: 1, elu: 0, loopStall: 0, gcCount: 0, gcTime: 0 };
    made.apply({ type: 'server', samples: [{ at: ORIGIN_US + at * 250_000, pid: 1, cpuPercent: 1 + rate / 10, ...figures }] });
  }
  const counts = { sent: 0, inFlight: 0 };
  const generator = { cpuPercent: 0, latenessMs: null, limited: false };
  made.apply({ type: 'load-end', at: ORIGIN_US + seconds * 1e6, counts, generator });
  return made;
}

/** As k6 tells it, by a clock of its own; null: it does not say when. */
function result(startedMs: number | null, hasPeriods = true): ImportedFile {
  const periods = RATES.map((completed, at) => ({ fromMs: at * 1_000, completed, failed: 0, times: { p50: 3, p99: 9 + at, max: 30 } }));
  const load = loadResult({
    tool: 'k6',
    startedAt: startedMs === null ? null : new Date(startedMs).toISOString(),
    durationMs: 10_000,
    requests: { completed: 4_800 },
    times: { latency: { count: 4_800, min: 1, mean: 4, stdev: 1, max: 30, percentiles: { '50': 3 }, weak: [] } },
    periods: hasPeriods ? periods : [],
  });
  const notes = [say('foreign.ofK6')];
  return { format: 'k6-points', profiles: [], titles: [], hasPlaces: true, ticks: null, notes, load, file: 'points.json' };
}

function joined(of: Recorded, file: ImportedFile) {
  const made = recording(of);
  const outcome = joinLoad(made, file, 'api');
  if (!outcome.ok) return { refused: messageOf(outcome.failure), placed: null, told: [], made };
  return { refused: null, placed: outcome.value.placed, told: tellJoined(outcome.value, made.durationUs / 1_000).map(wordSaid), made };
}

test('it lies where its clock places it, and the CPU time of the server agrees', () => {
  const { placed, told } = joined({}, result(ZERO + 12_000));
  expect(placed!.startMs).toBe(12_000);
  expect(Math.abs(placed!.clock!.behindMs)).toBeLessThanOrEqual(500);
  expect(told).toEqual(['points.json lies on the time axis where its clock places it; the CPU time of the server agrees, within 0.5 s.']);
});

test('a clock that is wrong is found by the CPU time, and stated', () => {
  const { placed, told } = joined({}, result(ZERO + 5_000));
  expect(placed!.startMs).toBeGreaterThan(11_700);
  expect(placed!.startMs).toBeLessThan(12_300);
  expect(told.join()).toMatch(
    /^points\.json lies on the time axis where its throughput fits the CPU time of the server, within 0\.5 s; by that, its clock is (6\.[89]|7|7\.[12]) s behind that of the server\.$/,
  );
  // Its clock alone would have placed it after the recording.
  expect(joined({}, result(ZERO + 43_000)).told.join()).toMatch(/its clock is 3[01](\.\d)? s ahead of that of the server/);
});

test('requests that the server counted say more than its CPU time', () => {
  const made = recording({ busyFrom: null });
  const ends = RATES.flatMap((rate, second) => Array.from({ length: rate }, (_, at) => ORIGIN_US + (14 + second + at / rate) * 1e6));
  const columns = SERVED_COLUMNS.map(({ name, type }) => [name, new ARRAYS[type](ends.length)]);
  const rows = { ...Object.fromEntries(columns), end: Float64Array.from(ends) } as ServedRows;
  made.apply({ type: 'served', routes: ['GET /'], rows, lost: 0 });
  const outcome = joinLoad(made, result(ZERO + 12_000), 'api');
  expect(outcome).toMatchObject({
    ok: true,
    value: { placed: { startMs: 14_000, clock: { behindMs: 2_000, withinMs: 500, by: 'requests' } } },
  });
});

test('where the server does not say, the clocks do', () => {
  const { placed, told } = joined({ busyFrom: null }, result(ZERO + 12_000));
  expect(placed).toEqual({ startMs: 12_000, clock: null });
  expect(told.join()).toContain('Whether that agrees with the clock of the server is not known');
});

test('periods are those of the clock, where the first request was later', () => {
  expect(joined({ busyFrom: null }, result(ZERO + 12_345)).placed!.startMs).toBe(12_000);
  expect(joined({ busyFrom: null }, result(ZERO + 12_345, false)).placed!.startMs).toBe(12_345);
});

test('what the recording has of it is told', () => {
  expect(joined({ seconds: 18 }, result(ZERO + 12_000)).told.at(-1)).toBe('The recording has 6 s of the 10 s that its figures are of.');
});

test.each([
  ['a result that does not say when', {}, result(null), /points\.json does not say when the load was made/],
  [
    'one of another time',
    { busyFrom: null },
    result(ZERO + 999_000),
    /points\.json and api are of different times: the load began at 2026/,
  ],
  ['a load of ours', { loadCommand: null }, result(ZERO), /api is not a recording of a server under the load of another tool/],
])('%s is refused', (_, of, file, sentence) => {
  expect(joined(of, file).refused).toMatch(sentence);
});

test('its figures are those of the run, its periods are drawn on the time axis, and what was said of the load command is gone', () => {
  const { made } = joined({}, result(ZERO + 12_000));
  const outcome = joinLoad(made, result(ZERO + 12_000), 'api');
  if (!outcome.ok) throw new Error(messageOf(outcome.failure));
  made.apply({ type: 'joined', joined: outcome.value });
  const report = deriveReport(new RunPart(made));
  expect(report.byCommand).toMatchObject({ tool: 'k6', requests: { completed: 4_800 } });
  expect(report.joined).toMatchObject({ file: 'points.json', startMs: 12_000 });
  const warnings = report.warnings.map(wordSaid);
  expect(warnings[0]).toContain('lies on the time axis');
  expect(warnings.join()).toContain('k6 times requests from the actual send');
  expect(warnings.join()).not.toContain('load command');
  const [latency, throughput, ...others] = joinedCharts(report, 18_000);
  expect(others).toEqual([]);
  expect(latency).toMatchObject({ id: 'latency', tool: 'k6', x: [12.5, 13.5, 14.5, 15.5, 16.5, 17.5] });
  expect(throughput!.lines.map(({ key, values }) => [key, values])).toEqual([
    ['completed', [100, 300, 900, 900, 400, 900]],
    ['failed', [0, 0, 0, 0, 0, 0]],
  ]);
});

test.each([
  ['on whole seconds', 12_000, ['12 s', '13 s', '14 s']],
  ['between seconds', 12_340, ['12.3 s', '13.3 s', '14.3 s']],
])('the table of periods says the seconds of the charts: %s', (_, startMs, seconds) => {
  const { made } = joined({}, result(ZERO + 12_000));
  const outcome = joinLoad(made, result(ZERO + 12_000), 'api');
  if (!outcome.ok) throw new Error(messageOf(outcome.failure));
  made.apply({ type: 'joined', joined: { ...outcome.value, placed: { ...outcome.value.placed, startMs } } });
  const report = deriveReport(new RunPart(made));
  const table = periodsTable(toExternalReport(report, report.byCommand!));
  expect(table!.rows.slice(0, 3).map(([from]) => from)).toEqual(seconds);
  const throughput = joinedCharts(report, 40_000).find(({ id }) => id === 'throughput');
  expect(throughput!.spans.slice(0, 3).map(({ from }) => from)).toEqual([0, 1, 2].map((second) => startMs / 1_000 + second));
});
