/** Profiles written as pprof and for Firefox Profiler are the same when they are read again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Profile as Pprof } from 'pprof-format';
import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../../shared/model/profile/profile.ts';
import { exportFirefox } from '../../../../shared/profile/export/export-firefox.ts';
import { exportPprof } from '../../../../shared/profile/export/export-pprof.ts';
import { clipProfile } from '../../../../shared/profile/time/clip-profile.ts';
import { computeCallTree, type ProfileQueryOptions, WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { computeFunctions } from '../../../../shared/profile/tree/functions.ts';
import { importBytes, importText } from '../../../../shared/session/importers.ts';
import { importCpuProfile } from '../../../helpers/importers.ts';
import { messageOf } from '../../../helpers/worded.ts';
import { drawProfile, makeRandom, makeRandomProfile } from './draw.ts';

const REAL = importCpuProfile(
  readFileSync(join(import.meta.dirname, '../../../fixtures/profiles/split.cpuprofile'), 'utf8'),
  'split.cpuprofile',
);
if (!REAL.ok) throw new Error(messageOf(REAL.failure));
const PROFILES = [REAL.value, ...[1, 2, 3].map((seed) => makeRandomProfile(makeRandom(seed), 400, seed))];
const EACH = PROFILES.map((profile, i) => [i, profile] as const);
const WALL: ProfileQueryOptions = { ...WHOLE_PROFILE, base: 'wall' };

/** Every function with its place, kind, self, total and samples. */
function rowsOf(profiles: readonly Profile[], options = WALL): unknown[] {
  const { rows, base, unit, samples } = computeFunctions(computeCallTree(profiles, options));
  const told = rows.map(({ function: name, url, line, column, kind, self, total, samples: taken }) =>
    JSON.stringify([name, url, line, column, kind, Math.round(self), Math.round(total), taken]),
  );
  return [unit, Math.round(base), samples, ...told.sort()];
}
const lengthOf = ({ startTime, endTime }: Profile): number => Math.round(endTime - startTime);

function readPprof(profiles: readonly Profile[]): readonly Profile[] {
  const outcome = importBytes(exportPprof(profiles, 1_700_000_000_000), 'x');
  if (outcome === null || !outcome.ok) throw new Error(outcome === null ? 'in none of the formats' : messageOf(outcome.failure));
  return outcome.value.profiles;
}
function readFirefox(profiles: readonly Profile[]): readonly Profile[] {
  const outcome = importText(exportFirefox(profiles, 'server.js', 1_700_000_000_000), 'x');
  if (outcome === null || !outcome.ok) throw new Error(outcome === null ? 'in none of the formats' : messageOf(outcome.failure));
  expect(outcome.value.format).toBe('firefox');
  return outcome.value.profiles;
}
/** Without samples per function: a pprof has one sample for each stack, with its count beside it. */
const withoutCounts = (rows: unknown[]): unknown[] => rows.map((row) => (typeof row === 'string' ? row.replace(/,\d+\]$/, ']') : row));

describe.each(EACH)('profile %i', (_, profile) => {
  test('as pprof', () => {
    const [unit, base, , ...rows] = withoutCounts(rowsOf(readPprof([profile])));
    const [ownUnit, ownBase, , ...own] = withoutCounts(rowsOf([profile]));
    expect([unit, base]).toEqual([ownUnit, ownBase]);
    expect(own.length).toBeGreaterThan(4);
    expect(rows).toEqual(own);
  });

  test('as pprof, with no system names, which pprof would shorten as those of C++', () => {
    const named = Pprof.decode(exportPprof([profile], 0)).function;
    expect(named.length).toBeGreaterThan(4);
    for (const { name, systemName } of named) expect([Number(name) > 0, Number(systemName)]).toEqual([true, 0]);
  });

  test('for Firefox Profiler, with its samples and its length', () => {
    const [read] = readFirefox([profile]);
    expect(rowsOf([read!])).toEqual(rowsOf([profile]));
    expect(rowsOf([read!], WHOLE_PROFILE)).toEqual(rowsOf([profile], WHOLE_PROFILE));
    expect(lengthOf(read!)).toBe(Math.round(profile.endTime - profile.sampleTime[0]!));
    expect(read!.sampleTime.length).toBe(profile.sampleTime.length);
  });

  test('a window of it', () => {
    const middle = Math.round((profile.startTime + profile.endTime) / 2);
    const clipped = clipProfile(profile, middle, middle + 20_000);
    expect(clipped.sampleNode.length).toBeGreaterThan(3);
    expect(withoutCounts(rowsOf(readPprof([clipped]))).slice(3)).toEqual(withoutCounts(rowsOf([clipped])).slice(3));
    const [read] = readFirefox([clipped]);
    expect(rowsOf([read!])).toEqual(rowsOf([clipped]));
  });
});

test('several processes: one tree in pprof, a thread each in Firefox Profiler', () => {
  const some = PROFILES.slice(1);
  expect(withoutCounts(rowsOf(readPprof(some))).slice(3)).toEqual(withoutCounts(rowsOf(some)).slice(3));
  const read = readFirefox(some);
  expect(read.map(({ thread }) => thread)).toEqual([0, 1, 2]);
  expect(rowsOf(read)).toEqual(rowsOf(some));
});

test.each(['bytes', 'samples'] as const)('what is counted in %s stays so', (unit) => {
  const drawn = drawProfile('time 0 10 20 30\n a a b\n . c .');
  const weights = Float64Array.from([100, 28, 8]);
  const counted: Profile = { ...drawn, unit, weights, sampleTime: new Float64Array(3), startTime: 0, endTime: 0 };
  for (const [read] of [readPprof([counted]), readFirefox([counted])]) {
    expect([read!.unit, read!.endTime]).toEqual([unit, 0]);
    expect(withoutCounts(rowsOf([read!]))).toEqual(withoutCounts(rowsOf([counted])));
  }
});

test('functions of a minified file that begin on one line stay apart', () => {
  const drawn = drawProfile('time 0 10 30\n a b');
  const frames = drawn.frames.map((frame, i) => (i === 0 ? frame : { ...frame, name: 't', line: 0, column: 10 * i }));
  const profile = { ...drawn, frames };
  expect(rowsOf(readPprof([profile])).slice(3)).toHaveLength(2);
  expect(withoutCounts(rowsOf(readPprof([profile]))).slice(3)).toEqual(withoutCounts(rowsOf([profile])).slice(3));
  expect(rowsOf(readFirefox([profile]))).toEqual(rowsOf([profile]));
});

test('nothing at all is written, too', () => {
  expect(exportPprof([], 0).length).toBeGreaterThan(0);
  expect(JSON.parse(exportFirefox([], 'x', 0)).threads).toEqual([]);
});
