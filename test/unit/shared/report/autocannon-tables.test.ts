/** The tables say what autocannon itself prints of the same result, to the digit. */
import { createRequire } from 'node:module';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { AutocannonResult } from '../../../../shared/model/load/autocannon-result.ts';
import type { RunReport } from '../../../../shared/model/report.ts';
import { AUTOCANNON_RESULT as OF_AUTOCANNON } from '../../../../shared/report/autocannon-tables.ts';
import { cellText } from '../../../../shared/report/table.ts';
import { AUTOCANNON_RESULT as RESULT } from '../../../helpers/synthetic-recording.ts';

const { printResult } = createRequire(import.meta.url)('autocannon') as {
  printResult(result: AutocannonResult, options: { outputStream: NodeJS.WritableStream }): string;
};

/** Cells and closing lines, without the rules between them. */
function printed(result: AutocannonResult): string[] {
  return printResult(result, { outputStream: new PassThrough() })
    .split('\n')
    .filter((line) => line !== '' && !/^[┌├└]/.test(line))
    .map((line) => line.replace(/\s*│\s*/g, '|'));
}

const partsOf = (autocannon: readonly AutocannonResult[]) => OF_AUTOCANNON.parts({ autocannon } as unknown as RunReport);

function ours(result: AutocannonResult): string[] {
  const [part] = partsOf([result]);
  const tables = part!.tables.flatMap(({ columns, rows }) => [columns.map(({ title }) => title), ...rows.map((row) => row.map(cellText))]);
  return [...tables.map((cells) => `|${cells.join('|')}|`), ...part!.lines];
}

const zero = <T extends object>(histogram: T): T => Object.fromEntries(Object.keys(histogram).map((key) => [key, 0])) as T;

test.each<[string, Partial<AutocannonResult>]>([
  ['errors and other statuses', {}],
  ['nothing but good responses', { errors: 0, timeouts: 0, non2xx: 0 }],
  ['no response', { latency: zero(RESULT.latency), requests: zero(RESULT.requests), throughput: zero(RESULT.throughput), '2xx': 0 }],
  ['samples of a tenth of a second', { sampleInt: 100, samples: 60 }],
  [
    'large figures',
    {
      latency: { ...RESULT.latency, max: 1_234.567 },
      requests: { ...RESULT.requests, average: 98_765.43, min: 12_345.678, sent: 987_654 },
      throughput: { ...RESULT.throughput, p50: 999_999, average: 1e9, min: 12.345, total: 1.2e13 },
      errors: 1_500,
    },
  ],
])('%s', (_, change) => {
  const result = { ...RESULT, ...change };
  expect(ours(result)).toEqual(printed(result));
});

test('has separate tables for each load process', () => {
  expect(partsOf([RESULT, RESULT]).map(({ title }) => title)).toEqual([
    'As autocannon prints it, load process 1 of 2',
    'As autocannon prints it, load process 2 of 2',
  ]);
  expect(partsOf([])).toEqual([]);
});
