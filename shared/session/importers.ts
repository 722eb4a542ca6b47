/** The one door for files of other tools: whose format it is says the content, never the name. */

import type { Glance, Imported, Importer } from '../foreign/importer.ts';
import { orRefused } from '../foreign/refuse.ts';
import { AB, AB_CSV, AB_TSV } from '../load/foreign/import-ab.ts';
import { ARTILLERY } from '../load/foreign/import-artillery.ts';
import { AUTOCANNON } from '../load/foreign/import-autocannon.ts';
import { K6_CSV, K6_POINTS } from '../load/foreign/import-k6-points.ts';
import { K6_MACHINE_SUMMARY, K6_SUMMARY } from '../load/foreign/import-k6-summary.ts';
import { WRK } from '../load/foreign/import-wrk.ts';
import { fail, type Outcome } from '../model/failure.ts';
import { openingBrackets, outermostKeys } from '../model/json-outline.ts';
import { COLLAPSED } from '../profile/import/import-collapsed.ts';
import { CPU_PROFILE, CPU_PROFILE_REPLY } from '../profile/import/import-cpuprofile.ts';
import { FIREFOX } from '../profile/import/import-firefox.ts';
import { HEAP_PROFILE } from '../profile/import/import-heapprofile.ts';
import { PERF } from '../profile/import/import-perf.ts';
import { isPprof, readPprof } from '../profile/import/import-pprof.ts';
import { SPEEDSCOPE } from '../profile/import/import-speedscope.ts';
import { TRACE } from '../profile/import/import-trace.ts';
import { PREPROCESSED } from '../profile/ticks/import-preprocessed.ts';
import { PROF_PROCESS } from '../profile/ticks/import-prof-process.ts';
import { ZERO_X_PAGE, ZERO_X_STACKS, ZERO_X_TICKS } from '../profile/ticks/import-zero-x-files.ts';
import { say } from '../words/said.ts';

const IMPORTERS: readonly Importer[] = [
  CPU_PROFILE,
  TRACE,
  HEAP_PROFILE,
  CPU_PROFILE_REPLY,
  SPEEDSCOPE,
  FIREFOX,
  PREPROCESSED,
  ZERO_X_TICKS,
  ZERO_X_STACKS,
  PROF_PROCESS,
  PERF,
  ZERO_X_PAGE,
  AUTOCANNON,
  ARTILLERY,
  K6_SUMMARY,
  K6_MACHINE_SUMMARY,
  K6_POINTS,
  K6_CSV,
  AB,
  AB_CSV,
  AB_TSV,
  WRK,
  COLLAPSED,
];

/**
 * Null: it is in none of the formats. A failure: it is, but broken, and the sentence names the place. `value`: which of several kinds of values is
 * read; null: what the file or its format prefers.
 */
export function importText(text: string, name: string, value: string | null = null): Outcome<Imported> | null {
  const importer = findImporter(text);
  if (importer !== null && value !== null && !importer.hasValues)
    return fail('bad-request', say('foreign.noValues', { name }), say('foreign.openWithout'));
  return importer && orRefused(() => sayHowMany(importer.read(text, name, value)));
}

/** The same for a format that is no text. */
export function importBytes(bytes: Uint8Array, name: string, value: string | null = null): Outcome<Imported> | null {
  return isPprof(bytes) ? orRefused(() => readPprof(bytes, name, value)) : null;
}

/** Several profiles make one tree if they have one unit. */
function sayHowMany(imported: Imported): Imported {
  const { profiles, notes } = imported;
  const count = profiles.length;
  if (count < 2) return imported;
  const shown = profiles.filter(({ unit }) => unit === profiles[0]!.unit).length;
  return {
    ...imported,
    notes: [shown === count ? say('foreign.several', { count }) : say('foreign.severalUnits', { count, shown }), ...notes],
  };
}

function findImporter(text: string): Importer | null {
  const brackets = openingBrackets(text);
  const keys = new Set<string>();
  const glance: Glance = {
    brackets,
    keys,
    lines: brackets === '' ? firstLines(text) : [],
    includes: (words) => text.includes(words),
    matches: (pattern) => pattern.test(text),
  };
  const known = (): Importer | undefined => IMPORTERS.find((importer) => importer.sniff(glance));
  if (!brackets.endsWith('{')) return known() ?? null;
  // Most files begin with the key that says what they are.
  for (const key of outermostKeys(text)) {
    keys.add(key);
    const importer = known();
    if (importer) return importer;
  }
  return null;
}

const LINES = 50;
/** Characters that are looked at, unless the first line is longer. */
const LOOKED_AT = 100_000;

function firstLines(text: string): string[] {
  const end = text.indexOf('\n');
  const isLong = end < 0 || end > LOOKED_AT;
  if (isLong) return [text.slice(0, end < 0 ? text.length : end).trimEnd()];
  const lines = text.slice(0, LOOKED_AT).split('\n', LINES);
  // The last one may have been cut.
  if (text.length > LOOKED_AT && lines.length < LINES) lines.pop();
  return lines.map((line) => line.trimEnd()).filter((line) => line !== '');
}
