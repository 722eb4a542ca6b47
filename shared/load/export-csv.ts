/** Requests as CSV (RFC 4180, dots as decimal points, CRLF), one row for each, in order of completion. */
import { csvField } from '../base/separated.ts';
import { errorKindOf, REQUEST_COLUMNS, type RequestBatch, type RequestColumnName } from '../model/run.ts';
import { rowCount } from './request-rows.ts';

const US_PER_MS = 1_000;
const END = '\r\n';

type Field = (batch: RequestBatch, row: number) => string;

/** Whether a row is to be written. */
type IsWanted = (batch: RequestBatch, row: number) => boolean;
const ALL: IsWanted = () => true;

/** The whole text at once. `columns`: those that say something of this run. For large runs `csvChunks` keeps the memory flat. */
export async function exportCsv(
  rows: AsyncIterable<RequestBatch>,
  columns: readonly RequestColumnName[],
  isWanted: IsWanted = ALL,
): Promise<string> {
  const chunks: string[] = [];
  for await (const chunk of csvChunks(rows, columns, isWanted)) chunks.push(chunk);
  return chunks.join('');
}

/** The header, then one chunk for each batch of rows. */
export async function* csvChunks(
  rows: AsyncIterable<RequestBatch>,
  columns: readonly RequestColumnName[],
  isWanted: IsWanted = ALL,
): AsyncGenerator<string> {
  const fields = REQUEST_COLUMNS.filter(({ name }) => columns.includes(name)).flatMap(fieldsOf);
  yield toLine(fields.map(([name]) => name));
  const values = fields.map(([, value]) => value);
  for await (const batch of rows) yield batchToCsv(batch, values, isWanted);
}

function batchToCsv(batch: RequestBatch, values: readonly Field[], isWanted: IsWanted): string {
  const lines: string[] = [];
  for (let row = 0; row < rowCount(batch); row++) if (isWanted(batch, row)) lines.push(toLine(values.map((value) => value(batch, row))));
  return lines.join('');
}

const toLine = (fields: readonly string[]): string => fields.map(csvField).join(',') + END;

/** The fields of one column, each with its name: times in milliseconds, and the status as what it says. */
function fieldsOf(column: (typeof REQUEST_COLUMNS)[number]): [name: string, value: Field][] {
  const { name, unit } = column;
  if (name === 'status') {
    return [
      ['status', (batch, row) => (errorKindOf(batch.status[row]!) === null ? String(batch.status[row]!) : '')],
      ['error', (batch, row) => errorKindOf(batch.status[row]!) ?? ''],
    ];
  }
  const title = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (unit !== 'us') return [[title, (batch, row) => String(batch[name][row]!)]];
  const absent = 'absent' in column ? column.absent : null;
  return [[`${title}_ms`, (batch, row) => (batch[name][row] === absent ? '' : milliseconds(batch[name][row]!))]];
}

/** To the microsecond; a finer start is the rounding of clocks. */
const milliseconds = (us: number): string => (us / US_PER_MS).toFixed(3);
