/** How dist:check tells whether a .deb depends on enough. */
import { expect, test } from 'vitest';
import { bringAlong, type InstalledPackage, neededLibraries, parseDepends } from '../../../scripts/dist-check/depends.mjs';

test('dependencies are read with their alternatives, without versions', () => {
  expect(parseDepends('libasound2t64 | libasound2 (>= 1.2), libc6:any (>= 2.36), ')).toEqual([['libasound2t64', 'libasound2'], ['libc6']]);
  expect(parseDepends('')).toEqual([]);
});

test('libraries are read from what readelf prints', () => {
  const printed = `Dynamic section at offset 0x1 contains 3 entries:
 0x0000000000000001 (NEEDED)             Shared library: [libgbm.so.1]
 0x0000000000000001 (NEEDED)             Shared library: [libc.so.6]
 0x000000000000000e (SONAME)             Library soname: [libx.so]`;
  expect(neededLibraries(printed)).toEqual(['libgbm.so.1', 'libc.so.6']);
});

test('collects packages with their dependencies, including virtual packages', () => {
  const installed = new Map<string, InstalledPackage>(
    [
      { name: 'gtk', provides: ['libgtk'], depends: [['cairo'], ['nowhere', 'theme']] },
      { name: 'cairo', provides: [], depends: [['gtk']] },
      { name: 'theme', provides: [], depends: [] },
      { name: 'alone', provides: [], depends: [] },
    ].map((one) => [one.name, one]),
  );
  expect([...bringAlong([['libgtk64', 'libgtk']], installed)].sort()).toEqual(['cairo', 'gtk', 'theme']);
  expect([...bringAlong([['unknown']], installed)]).toEqual([]);
});
