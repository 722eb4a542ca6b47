/** Requests as CSV (RFC 4180, dots as decimal points, CRLF), one row for each, in order of completion. */
import { ABSENT, errorKindOf, type RequestBatch } from '../model/run.ts';

const US_PER_MS = 1_000;
const HEADER = ['start_ms', 'connect_ms', 'first_byte_ms', 'latency_ms', 'status', 'error', 'bytes', 'connection'];
const END = '\r\n';

/** The whole text at once. For large runs `csvChunks` keeps the memory flat. */
export async function exportCsv(rows: AsyncIterable<RequestBatch>): Promise<string> {
  const chunks: string[] = [];
  for await (const chunk of csvChunks(rows)) chunks.push(chunk);
  return chunks.join('');
}

/** The header, then one chunk for each batch of rows. */
export async function* csvChunks(rows: AsyncIterable<RequestBatch>): AsyncGenerator<string> {
  yield HEADER.map(csvField).join(',') + END;
  for await (const batch of rows) yield batchToCsv(batch);
}

function batchToCsv(batch: RequestBatch): string {
  const lines: string[] = [];
  for (let row = 0; row < batch.start.length; row++) lines.push(rowToCsv(batch, row));
  return lines.join('');
}

function rowToCsv(batch: RequestBatch, row: number): string {
  const status = batch.status[row]!;
  const error = errorKindOf(status);
  const fields = [
    milliseconds(batch.start[row]!),
    optional(batch.connect[row]!),
    optional(batch.firstByte[row]!),
    milliseconds(batch.latency[row]!),
    error === null ? String(status) : '',
    error ?? '',
    String(batch.bytes[row]!),
    String(batch.connection[row]!),
  ];
  return fields.map(csvField).join(',') + END;
}

/** To the microsecond; a finer start is the rounding of clocks. */
const milliseconds = (us: number): string => (us / US_PER_MS).toFixed(3);
const optional = (us: number): string => (us === ABSENT ? '' : milliseconds(us));

/** What a spreadsheet would take for a formula. Numbers may start with a minus: they are no text. */
const FORMULA = /^[=+@\t\r]|^-(?!\d+(\.\d+)?$)/;

/** A field that a spreadsheet shows as what it is and never runs. */
export function csvField(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
