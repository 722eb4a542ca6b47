import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { suggestPath } from '../../../../electron/engine/experiments/suggest-path.ts';
import { temporaryFolder } from '../../../helpers/session-dir.ts';

const dir = temporaryFolder();
const inDir = (...parts: string[]): string => join(dir, ...parts);
const places = () => ({ ownDir: inDir('data/sessions'), lastDir: undefined as string | undefined, homeDir: dir });
const run = { name: 'app.js /slow?a=1', path: null, isForeign: false };

test('a session is offered the folder where one was last saved, or the home folder, and a name that is free there', () => {
  const kept = { ...run, path: inDir('data/sessions/kept.loopscope') };
  mkdirSync(inDir('last'));
  expect(suggestPath(kept, places())).toBe(inDir('app.js-slow-a=1.loopscope'));
  const last = { ...places(), lastDir: inDir('last') };
  expect([kept, run].map((one) => suggestPath(one, last))).toEqual(Array(2).fill(inDir('last/app.js-slow-a=1.loopscope')));
  expect(suggestPath(run, { ...places(), lastDir: inDir('gone') })).toBe(inDir('app.js-slow-a=1.loopscope'));
  writeFileSync(inDir('last/app.js-slow-a=1.loopscope'), '');
  expect(suggestPath(run, last)).toBe(inDir('last/app.js-slow-a=1-2.loopscope'));
});

test('what somebody has put somewhere stays in its folder; the file of another tool gets a session beside it', () => {
  mkdirSync(inDir('shop'));
  const last = { ...places(), lastDir: inDir('last') };
  writeFileSync(inDir('shop/before.loopscope'), '');
  expect(suggestPath({ name: 'before', path: inDir('shop/before.loopscope'), isForeign: false }, last)).toBe(
    inDir('shop/before-2.loopscope'),
  );
  expect(suggestPath({ name: 'a.profile', path: inDir('shop/1.x.cpuprofile'), isForeign: true }, last)).toBe(inDir('shop/1.x.loopscope'));
});
