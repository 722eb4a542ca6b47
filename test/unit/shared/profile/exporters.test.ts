import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Profile } from '../../../../shared/model/profile/profile.ts';
import type { WeightUnit } from '../../../../shared/model/profile/weight-unit.ts';
import { exportCollapsed } from '../../../../shared/profile/export/export-collapsed.ts';
import { exportCpuProfile } from '../../../../shared/profile/export/export-cpuprofile.ts';
import { exportPprof } from '../../../../shared/profile/export/export-pprof.ts';
import { exportSpeedscope } from '../../../../shared/profile/export/export-speedscope.ts';
import type { V8Profile } from '../../../../shared/profile/import/v8-profile.ts';
import { computeCallTree, WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { computeFunctions } from '../../../../shared/profile/tree/functions.ts';
import { importText } from '../../../../shared/session/importers.ts';
import { importCpuProfile } from '../../../helpers/importers.ts';
import { messageOf } from '../../../helpers/worded.ts';
import { drawProfile, makeRandom, makeRandomProfile } from './draw.ts';
import { loadSpeedscope, type SpeedscopeProfile } from './speedscope.ts';

const SEED = readFileSync(join(import.meta.dirname, '../../../fixtures/profiles/split.cpuprofile'), 'utf8');
const REAL = importCpuProfile(SEED, 'split.cpuprofile');
if (!REAL.ok) throw new Error(messageOf(REAL.failure));
const PROFILES = [REAL.value, ...[1, 2, 3].map((seed) => makeRandomProfile(makeRandom(seed), 400, seed))];

const speedscope = loadSpeedscope();

type Totals = Record<string, [self: number, total: number]>;

/** Functions by name and place, self and total in us, as speedscope adds them up. Without time: left out, as our table does. */
function totalsOfSpeedscope(profile: SpeedscopeProfile): Totals {
  const totals: Totals = {};
  profile.forEachFrame((frame) => {
    const key = `${frame.name.replace(/^\(anonymous .*\)$/, '(anonymous)')} ${frame.file ?? ''}:${frame.line ?? 0}`;
    const [self, total] = totals[key] ?? [0, 0];
    if (frame.getTotalWeight() > 0) totals[key] = [self + frame.getSelfWeight(), total + frame.getTotalWeight()];
  });
  return totals;
}

function totalsOfOurs(profiles: readonly Profile[], base: 'cpu' | 'wall' = 'cpu'): Totals {
  const { rows } = computeFunctions(computeCallTree(profiles, { ...WHOLE_PROFILE, base }));
  return Object.fromEntries(
    rows
      .filter((row) => row.total > 0)
      .map((row) => [`${row.function} ${row.url}:${row.line}`, [Math.round(row.self), Math.round(row.total)]]),
  );
}

/** speedscope puts `(garbage collector)` and `(program)` on top of the stack before; under another name it does not. */
const renameSpecials = (text: string) => text.replaceAll('(garbage collector)', '(gc)').replaceAll('(program)', '(prog)');

test.each(PROFILES.map((profile, i) => [i, profile] as const))('totals of our .cpuprofile equal those of speedscope (%i)', (_, profile) => {
  const text = renameSpecials(exportCpuProfile(profile));
  const theirs = speedscope.importCpuProfile(JSON.parse(text));
  const ours = JSON.parse(renameSpecials(JSON.stringify(totalsOfOurs([profile]))));
  expect(Object.keys(ours).length).toBeGreaterThan(4);
  expect(totalsOfSpeedscope(theirs)).toEqual(ours);
  expect(theirs.getTotalNonIdleWeight()).toBe(computeCallTree([profile], WHOLE_PROFILE).base);
});

test.each(PROFILES.map((profile, i) => [i, profile] as const))('and self times are equal with the names V8 gives (%i)', (_, profile) => {
  const theirs = totalsOfSpeedscope(speedscope.importCpuProfile(JSON.parse(exportCpuProfile(profile))));
  const selfOf = (totals: Totals) => Object.fromEntries(Object.entries(totals).map(([key, [self]]) => [key, self]));
  expect(selfOf(theirs)).toEqual(selfOf(totalsOfOurs([profile])));
});

test('totals of our speedscope file equal ours, with one profile per process', () => {
  const { name, profiles } = speedscope.importSpeedscope(JSON.parse(exportSpeedscope(PROFILES, 'server.js')));
  expect(name).toBe('server.js');
  expect(profiles.length).toBe(PROFILES.length);
  profiles.forEach((theirs, i) => {
    expect(totalsOfSpeedscope(theirs)).toEqual(totalsOfOurs([PROFILES[i]!]));
  });
});

test.each(PROFILES.map((profile, i) => [i, profile] as const))('totals of our pprof equal those of speedscope (%i)', (_, profile) => {
  const theirs = totalsOfSpeedscope(speedscope.importPprof(exportPprof([profile], 0).slice().buffer));
  const inUs = Object.fromEntries(Object.entries(theirs).map(([key, times]) => [key, times.map((ns) => ns / 1e3)]));
  expect(inUs).toEqual(totalsOfOurs([profile], 'wall'));
});

test('a .cpuprofile is consistent: deltas fill the duration, hitCount counts samples, positions are those of V8', () => {
  for (const profile of PROFILES) {
    const file = JSON.parse(exportCpuProfile(profile)) as V8Profile;
    expect(file.timeDeltas.reduce((sum, delta) => sum + delta, 0)).toBe(file.endTime - file.startTime);
    expect(file.timeDeltas.every((delta) => delta >= 0)).toBe(true);
    expect(file.samples.length).toBe(file.timeDeltas.length);
    expect(file.samples.length).toBe(profile.sampleNode.length + 1);
    expect(file.nodes.reduce((sum, node) => sum + node.hitCount!, 0)).toBe(profile.sampleNode.length);
    for (const node of file.nodes) expect(node.hitCount).toBe(file.samples.slice(0, -1).filter((id) => id === node.id).length);
  }
  const original = JSON.parse(SEED) as V8Profile;
  const placesOf = ({ nodes }: V8Profile) =>
    nodes.map(({ callFrame: { functionName, url, lineNumber, columnNumber } }) => [functionName, url, lineNumber, columnNumber]);
  expect(placesOf(JSON.parse(exportCpuProfile(REAL.value)))).toEqual(placesOf(original));
});

test('a .cpuprofile starts after 0, which DevTools takes for no time, also when the profile began before 0', () => {
  const profile = drawProfile('time -20 -10 0 10\n a b a');
  const file = JSON.parse(exportCpuProfile(profile)) as V8Profile;
  expect([file.startTime, file.endTime, file.timeDeltas]).toEqual([1, 31, [0, 10, 10, 10]]);
  const atZero = JSON.parse(exportCpuProfile(drawProfile('time 0 10\n a b'))) as V8Profile;
  expect([atZero.startTime, atZero.endTime]).toEqual([1, 11]);
});

test('a speedscope file of samples reopens as samples, and one of weights as weights', () => {
  const counted = (unit: WeightUnit): Profile => ({
    ...drawProfile('time 0 10 30 60\n main main x'),
    unit,
    weights: Float64Array.of(5, 2, 9),
  });
  const reopened = (...units: readonly WeightUnit[]) => {
    const imported = importText(exportSpeedscope(units.map(counted), 'server.js'), 'x');
    if (!imported?.ok) throw new Error('It was not read');
    return [imported.value.profiles.map(({ unit }) => unit), 'values' in imported.value];
  };
  expect(reopened('samples')).toEqual([['samples'], false]);
  expect(reopened('ticks', 'samples')).toEqual([['samples', 'samples'], false]);
  expect(reopened('weight')).toEqual([['weight'], true]);
  expect(reopened('samples', 'weight')).toEqual([['weight', 'weight'], true]);
});

test('collapsed stacks', () => {
  const profile = drawProfile(`
    time  0    10      30  60    100
          main main    x;y (idle)
          .    read@core .  .`);
  expect(exportCollapsed([profile])).toBe('main 10\nmain;read 20\nx:y 30\n');
  expect(exportCollapsed([profile], { ...WHOLE_PROFILE, hide: ['core'], base: 'wall' })).toBe('main 30\nx:y 30\n(idle) 40\n');
  expect(exportCollapsed([])).toBe('');
});

test('collapsed stacks tell two functions of one name apart by their places', () => {
  const profile = drawProfile(`
    time  0       10           30            60
          hot@dep hot@dep:b    main
          .       .            hot@core:events`);
  expect(exportCollapsed([profile])).toBe('hot (hot/index.js:1) 10\nhot (b/index.js:1) 20\nmain;hot (node:events:1) 30\n');
});

test('collapsed stacks contain the whole time', () => {
  const lines = exportCollapsed(PROFILES).trimEnd().split('\n');
  const sum = lines.reduce((total, line) => total + Number(/ (\d+)$/.exec(line)![1]), 0);
  expect(sum).toBe(computeCallTree(PROFILES, WHOLE_PROFILE).base);
});

test('a function whose file is not known is still no built-in where it is read again', () => {
  const drawn = drawProfile(`
    time  0     10            20
          main  writeSync@native`);
  const frames = drawn.frames.map((frame) => (frame.name === 'main' ? { ...frame, url: '', line: -1, column: -1 } : frame));
  const again = importCpuProfile(exportCpuProfile({ ...drawn, frames }), 'x');
  expect(again.ok && again.value.frames.map(({ name, kind }) => [name, kind])).toEqual([
    ['(root)', 'native'],
    ['main', 'own'],
    ['writeSync', 'native'],
  ]);
});

test('collapsed stacks tell functions of one name apart by their files where it is not known on which line they begin', () => {
  const imported = importText('<module> (a.py:3);get (a.py:8) 4\n<module> (a.py:3);get (b.py:9) 5', 'x');
  expect(imported?.ok && exportCollapsed(imported.value.profiles)).toBe('<module>;get (a.py) 4\n<module>;get (b.py) 5\n');
});
