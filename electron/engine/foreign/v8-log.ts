/** What the first line of a V8 log says; the rest is read where the Node that reads it is known (sessions/open-log.ts). */
import type { FileHead } from './read-head.ts';

const FIRST_LINE = /^v8-version,(\d{1,6}),(\d{1,6}),(\d{1,6}),(\d{1,6})/;

/** The version of V8 that has written the log; null: it is none. */
export function v8VersionOf({ bytes }: FileHead): string | null {
  return FIRST_LINE.exec(bytes.toString('latin1'))?.slice(1).join('.') ?? null;
}
