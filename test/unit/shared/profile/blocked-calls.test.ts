/** In which calls a thread was blocked, and who made them. */
import { expect, test } from 'vitest';
import type { Profile } from '../../../../shared/model/profile/profile.ts';
import { listBlockedOf } from '../../../../shared/profile/time/blocked-calls.ts';
import { filesToTell } from '../../../../shared/profile/tree/files-to-tell.ts';
import { drawProfile } from './draw.ts';

const listed = (profile: Profile, others: Profile['frames'] = []) =>
  listBlockedOf(profile, null, filesToTell([...profile.frames, ...others]));

test('calls have the nearest function of the user’s own as their maker, whatever packages made them for it', () => {
  const profile = drawProfile(`
    time 0 1000 2000 3000 4000                5000                6000
    a      a    a    a    a                   a
    b      c    c    b    shell@dep           execa@dep
    .      .    .    .    spawnSync@core      spawnSync@core
    .      .    .    .    spawn@native        spawn@native`);
  expect(listed(profile)).toEqual([
    {
      call: 'spawnSync',
      blockedMs: expect.closeTo(1.96, 6),
      samples: 2,
      calledBy: { function: 'a', url: 'file:///app/main.js', line: 1 },
    },
  ]);
});

test('without a function of the user’s own it is the package, and without a package nobody', () => {
  const profile = drawProfile(`
    time 0                 1000                2000           4000
    execa@dep              exit@core           a
    run@dep                spawnSync@core      .
    spawnSync@core         spawn@native        .
    spawn@native           .                   .`);
  expect(listed(profile)).toEqual([
    {
      call: 'spawnSync',
      blockedMs: expect.closeTo(0.98, 6),
      samples: 1,
      calledByPackage: { name: 'run', kind: 'dependency', function: 'run' },
    },
    { call: 'spawnSync', blockedMs: expect.closeTo(0.98, 6), samples: 1 },
  ]);
});

test('a file whose name others have has the path that tells it from them; what works is no call', () => {
  const profile = drawProfile(`
    time 0                 1000        3000
    a                      a
    spawnSync@core         b
    spawn@native           .`);
  const other = { ...profile.frames.find(({ name }) => name === 'a')!, url: 'file:///app/admin/main.js' };
  expect(listed(profile, [other])).toMatchObject([{ calledBy: { function: 'a', file: 'app/main.js' } }]);
  expect(
    listed(
      drawProfile(`
    time 0  1000
    a
    map@native`),
    ),
  ).toEqual([]);
});
