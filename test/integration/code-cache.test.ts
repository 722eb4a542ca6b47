/** The command with and without compiled code of an earlier start: it says the same, and ends as it should. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../electron/engine/machine/paths.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { COMMAND, scratch } from '../helpers/command.ts';

beforeAll(ensureBuilt);

const SAMPLE = join(ROOT, 'resources/samples/slow-route.loopscope');

/** `home`: of the person who types it. */
async function typed(home: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { PATH: process.env.PATH, HOME: home, USERPROFILE: home, LOOPSCOPE_DATA_DIR: join(home, 'data') };
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [COMMAND, ...args], { env, maxBuffer: 1e8 })) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

const told = ({ code, stdout, stderr }: Awaited<ReturnType<typeof typed>>) => ({ code, stdout, stderr });

test('a session is shown in the same words', async () => {
  const home = scratch();
  const first = told(await typed(home, 'show', SAMPLE));
  expect(first.code).toBe(0);
  const cache = join(home, '.cache/loopscope');
  // Of the command, and of the process that reads.
  expect(readdirSync(cache).map((name) => name.split('-')[0])).toEqual(['read', 'show']);
  expect(told(await typed(home, 'show', SAMPLE))).toEqual(first);
  for (const name of readdirSync(cache)) {
    const bytes = readFileSync(join(cache, name));
    bytes.fill(0xff, bytes.length / 2);
    writeFileSync(join(cache, name), bytes);
  }
  expect(told(await typed(home, 'show', SAMPLE))).toEqual(first);
});

/** A process that reads and is not asked is kept for a minute. */
test('a call that is refused does not wait for the process that would have read', { timeout: 50_000 }, async () => {
  expect(await typed(scratch(), 'show', SAMPLE, '--nope')).toMatchObject({ code: 2 });
  expect(await typed(scratch(), 'export', SAMPLE)).toMatchObject({ code: 2 });
});

test('where nothing can be kept nothing is missed', async () => {
  const home = scratch();
  writeFileSync(join(home, '.cache'), '');
  expect(await typed(home, 'show', SAMPLE, '--nope')).toMatchObject({ code: 2, stderr: expect.stringContaining('no option --nope') });
  expect(await typed(join(home, 'gone'), 'show', SAMPLE)).toMatchObject({ code: 0 });
});

test('what is no command leaves nothing', async () => {
  const home = scratch();
  mkdirSync(join(home, '.cache'));
  expect(await typed(home, 'shwo', SAMPLE)).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean show?') });
  expect(await typed(home, '--version')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  expect(readdirSync(join(home, '.cache/loopscope'))).toEqual([]);
});
