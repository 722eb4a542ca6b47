/**
 * What people have at hand that Loopscope does not read, by its first bytes, and the command that makes of it, or in its place, what it does read. A
 * refusal that only says "none of the formats" leaves them where they were.
 */
import { RECORD_AGAIN } from '../foreign/refuse.ts';
import { type Said, say } from '../words/said.ts';

interface Other {
  readonly is: (head: string, lines: readonly string[]) => boolean;
  /** What it is, and what to do. */
  readonly says: (name: string) => readonly [what: Said, hint: Said];
}

const startsWithLine = (pattern: RegExp) => (_: string, lines: readonly string[]) => lines.some((line) => pattern.test(line));

const OTHERS: readonly Other[] = [
  {
    is: (head) => /^(?:PERFILE2|2ELIFREP|PERFFILE)/.test(head),
    says: (name) => [say('foreign.isPerfData', { name }), say('foreign.usePerfScript')],
  },
  {
    // `go tool pprof -raw`, and its other reports as text.
    is: (_, lines) =>
      /^PeriodType: /.test(lines[0] ?? '') ||
      (lines.some((line) => /^Type: \S+$/.test(line)) &&
        lines.some((line) => /^(?:Showing nodes accounting for|-----------\+)/.test(line))),
    says: (name) => [say('foreign.isPprofText', { name }), say('foreign.usePprofProto')],
  },
  {
    is: (_, lines) => lines[0] === 'Summary:' && /^ {2}Total:\s/.test(lines[1] ?? ''),
    says: (name) => [say('foreign.isHey', { name }), say('foreign.useOtherLoadTool')],
  },
  {
    is: (_, lines) => lines[0] === 'response-time,DNS+dialup,DNS,Request-write,Response-delay,Response-read,status-code,offset',
    says: (name) => [say('foreign.isHey', { name }), say('foreign.useOtherLoadTool')],
  },
  {
    is: (_, lines) => lines.some((line) => /^Running .* test @ /.test(line)) && lines.some((line) => /^\d+ connections?\b/.test(line)),
    says: (name) => [say('foreign.isAutocannonText', { name }), say('foreign.useAutocannonJson')],
  },
  {
    is: startsWithLine(/^\s*(?:[✓✗] )?http_req_duration\.*: /),
    says: (name) => [say('foreign.isK6Text', { name }), say('foreign.useK6Summary')],
  },
  {
    is: startsWithLine(/^(?:http\.response_time:|(?:http\.requests|vusers\.created): \.+ \d+)$/),
    says: (name) => [say('foreign.isArtilleryText', { name }), say('foreign.useArtilleryOutput')],
  },
  {
    is: (head) => /^\s*(?:<\?xml[^>]*>\s*(?:<!DOCTYPE svg[^>]*>\s*)?)?<svg\b/.test(head),
    says: (name) => [say('foreign.isPicture', { name }), say('foreign.useCollapsed')],
  },
];

/** As much as is looked at, from the beginning and, as logs of a run may stand before its summary, from the end. */
const LOOKED_AT = 20_000;

/** Null: it is none of these, either. `text`: of a file in none of the formats. */
export function tellOtherFormat(text: string, name: string): readonly [what: Said, hint: Said] | null {
  const head = text.slice(0, LOOKED_AT);
  const tail = text.slice(Math.max(LOOKED_AT, text.length - LOOKED_AT));
  if ((head + tail).trim() === '') return [say('profile.empty', { name }), RECORD_AGAIN];
  const lines = `${head}\n${tail}`
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
  const other = OTHERS.find(({ is }) => is(head, lines))?.says(name) ?? null;
  // Its brackets are closed at its end.
  const isCut = /^\s*[[{]\s*["[{]/.test(head) && !/[\]}]$/.test((tail || head).trimEnd());
  return other ?? (isCut ? [say('foreign.cutJson', { name }), RECORD_AGAIN] : null);
}
