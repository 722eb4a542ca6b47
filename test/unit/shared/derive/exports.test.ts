import { describe, expect, test } from 'vitest';
import { exportAutocannon } from '../../../../shared/derive/export-autocannon.ts';
import { RunPart } from '../../../../shared/derive/sections/section.ts';
import { deriveReport } from '../../../../shared/derive/sections/sections.ts';
import { exportCsv } from '../../../../shared/load/export-csv.ts';
import { exportHgrm } from '../../../../shared/load/hgrm.ts';
import { columnsOfFormat } from '../../../../shared/load/request-rows.ts';
import { answeredOf } from '../../../../shared/model/distribution.ts';
import type { RequestBatch } from '../../../../shared/model/run.ts';
import { RunRecording } from '../../../../shared/session/recording.ts';
import { AUTOCANNON_RESULT, emptyBatch, syntheticEntries } from '../../../helpers/synthetic-recording.ts';

const recording = new RunRecording();
const byAutocannon = new RunRecording();
for (const entry of syntheticEntries({ seed: 2, seconds: 5.5, rowsPerSecond: 500 })) {
  byAutocannon.apply(entry);
  if (entry.type !== 'autocannon') recording.apply(entry);
}
const report = deriveReport(new RunPart(recording));

describe('hgrm', async () => {
  const lines = (await exportHgrm(recording.load)).trim().split('\n');

  test('has the header and the summary that plotters look for', () => {
    expect(lines[0]!.trim().split(/\s+/)).toEqual(['Value', 'Percentile', 'TotalCount', '1/(1-Percentile)']);
    expect(lines.some((line) => line.startsWith('#[Mean'))).toBe(true);
  });

  test('every line is within 1 % of the exact percentile, in ms', () => {
    const rows = lines.filter((line) => /^\s*[\d.]+\s+[\d.]+\s+\d+/.test(line)).map((line) => line.trim().split(/\s+/).map(Number));
    expect(rows.length).toBeGreaterThan(30);
    for (const [value, fraction] of rows) {
      const exact = recording.load.latency.percentile(fraction! * 100) / 1_000;
      if (fraction! < 0.99) expect(Math.abs(value! - exact) / exact).toBeLessThan(0.01);
    }
    expect(rows.at(-1)![2]).toBe(recording.load.latency.count);
  });
});

describe('autocannon', () => {
  const result = JSON.parse(exportAutocannon(recording, report));

  test('has every key of `autocannon --json` 9.0', () => {
    const histogram = 'average mean stddev min max p0_001 p0_01 p0_1 p1 p2_5 p10 p25 p50 p75 p90 p97_5 p99 p99_9 p99_99 p99_999'.split(' ');
    expect(Object.keys(result)).toEqual(
      'url connections sampleInt pipelining workers duration samples start finish errors timeouts mismatches non2xx resets 1xx 2xx 3xx 4xx 5xx statusCodeStats latency requests throughput'.split(
        ' ',
      ),
    );
    expect(Object.keys(result.latency)).toEqual([...histogram, 'totalCount']);
    expect(Object.keys(result.requests)).toEqual([...histogram, 'total', 'sent']);
    expect(Object.keys(result.throughput)).toEqual([...histogram, 'total']);
  });

  test('is its own result where it was the client', () => {
    expect(JSON.parse(exportAutocannon(byAutocannon, report))).toEqual(AUTOCANNON_RESULT);
  });

  test('has the figures of the report', () => {
    expect(result).toMatchObject({
      connections: 50,
      duration: 5.5,
      samples: 5,
      errors: report.requests.failed,
      timeouts: report.requests.timedOut,
    });
    // autocannon knows nothing of what did not come back.
    const { count, percentiles } = answeredOf(report.latencyMs!);
    expect(result.latency).toMatchObject({ p50: percentiles['50'], totalCount: count });
    // autocannon counts every response, the report those with an expected status.
    const { completed, expected } = recording.load.wholeSeconds();
    const meanOf = (counts: ArrayLike<number>) => Array.from(counts).reduce((sum, one) => sum + one, 0) / counts.length;
    const mean = meanOf(completed);
    expect(result.requests).toMatchObject({ total: report.requests.completed, sent: report.requests.sent, mean });
    expect(mean).toBeGreaterThan(meanOf(expected));
    expect(result['2xx'] + result.non2xx).toBe(report.requests.completed);
    expect(result.throughput.total).toBe(report.bytes);
    // 0.9 s from launch to the measured phase, then 5.5 s.
    expect([result.start, result.finish]).toEqual(['2026-01-02T03:04:06.578Z', '2026-01-02T03:04:12.078Z']);
  });
});

describe('csv', () => {
  async function* once(batch: RequestBatch): AsyncGenerator<RequestBatch> {
    yield batch;
  }

  test('one row for each request, dots as decimal points, absent figures empty', async () => {
    const batch = emptyBatch(2);
    batch.start.set([-1.4, 1_234_567.25]);
    batch.latency.set([1_500, 25_000_000]);
    batch.connect.set([250], 0);
    batch.firstByte.set([900], 0);
    batch.status.set([200, 1]);
    batch.bytes.set([512, 0]);
    batch.connection.set([0, 49]);
    expect((await exportCsv(once(batch), columnsOfFormat(2))).split('\r\n')).toEqual([
      'start_ms,connect_ms,first_byte_ms,latency_ms,status,error,bytes,connection',
      '-0.001,0.250,0.900,1.500,200,,512,0',
      '1234.567,,,25000.000,,TIMEOUT,0,49',
      '',
    ]);
  });
});
