/** `loopscope recent`: what Home of the window lists, in a terminal. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMAND, type Ended, scratch, start } from '../helpers/command.ts';
import { runHere } from '../helpers/command-here.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

test('the newest first, each with how it ended and its path; words, kind and state narrow the list; hostile names are harmless', async () => {
  const data = scratch();
  const files = scratch();
  const env = { LOOPSCOPE_DATA_DIR: data };
  const run = (...args: readonly string[]): Promise<Ended> =>
    args[0] === 'run' ? start(args, env).ended : runHere([process.execPath, COMMAND, ...args], env);
  expect(await run('recent')).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('loopscope.js demo') });

  const [good, bad] = [join(files, 'good.loopscope'), join(files, 'bad\u001b[2J.loopscope')];
  expect((await run('run', join(TARGETS_DIR, 'server.cjs'), '-a', '50', '-o', good)).code).toBe(0);
  await run('run', join(TARGETS_DIR, 'fails-some.cjs'), '-a', '50', '-o', bad);

  const all = await run('recent');
  expect(all).toMatchObject({ code: 0, stderr: '' });
  const [first, second] = all.stdout.split('\n\n');
  expect(first).toMatch(/^fails-some\.cjs \/\n {2}\d+ % status 500, .*\/s, p50 .* ms, recorded now\n {2}.*bad\\u001b\[2J\.loopscope$/);
  expect(second).toMatch(/^server\.cjs \/\n {2}completed, 10 connections, 50 requests, .*, recorded .*\n {2}.*good\.loopscope\n$/);
  expect(all.stdout).not.toContain('\u001b');

  expect((await run('recent', 'good', 'SERVER')).stdout).toBe(second);
  expect((await run('recent', '--state', 'errors')).stdout.trim()).toBe(first);
  expect(await run('recent', '--kind', 'comparison')).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining('None of the 2'),
  });
  expect(await run('recent', '--kind', 'picture')).toMatchObject({ code: 2, stdout: '' });
  const document = JSON.parse((await run('recent', '--json')).stdout) as { recent: readonly { path: string; missing: boolean }[] };
  expect(document.recent.map(({ path, missing }) => ({ path, missing }))).toEqual([
    { path: bad, missing: false },
    { path: good, missing: false },
  ]);

  renameSync(good, join(files, 'moved.loopscope'));
  expect((await run('recent', 'good')).stdout).toContain('\n  missing, completed, ');
});
