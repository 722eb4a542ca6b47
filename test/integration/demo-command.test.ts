/** `loopscope demo` as a user types it. */
import { expect, test } from 'vitest';
import { Engine } from '../../electron/engine/api/engine.ts';
import { loopscope, loopscopeHere, scratch, start } from '../helpers/command.ts';
import { comparisonOf } from '../helpers/studies.ts';

test('lists every form and every variant of every study with its description', async () => {
  const { code, stdout } = await loopscope('demo');
  expect(code).toBe(0);
  for (const form of [
    'quick',
    'published',
    'api',
    'api-published',
    'mixed',
    'mixed-full',
    'not-found',
    'redirect',
    'small-load',
    'careful',
    'long-api',
    'without-log',
  ]) {
    expect(stdout).toMatch(new RegExp(`^ {4}${form} +\\S.+$`, 'm'));
  }
});

test.each([
  [
    ['ssr', '--form', 'mixd'],
    'ssr has no form mixd. It has: quick, published, api, api-published, mixed, mixed-full, not-found, redirect, small-load.',
  ],
  [['nothing-changed', '--published'], 'The form quick of nothing-changed has no published version. nothing-changed has: quick, careful.'],
  [['ssr', '--variant', 'long', '--form', 'api'], '--variant is one run; --form and --published choose a comparison.'],
  [['ssr', '--variant', 'tall'], 'ssr has no variant tall. It has: long, small, long-api, small-api, long-mixed, small-mixed.'],
])('refuses demo %j with a message and exit code 2', async (args, sentence) => {
  const { code, stdout, stderr } = await loopscopeHere('demo', ...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(sentence);
});

test('starts a form by its name', async () => {
  const { child, ended, said, stderr } = start(['demo', 'ssr', '--form', 'mixed', '--no-open']);
  // Its runs are tried elsewhere: here it counts which ones they are.
  await said('Run 1 of 22');
  child.kill('SIGINT');
  expect((await ended).code).not.toBe(2);
  expect(stderr()).toContain('A A cheap route beside one long task against B A cheap route beside many small tasks: 20 measured runs');
});

test('estimates how long a form takes before its first run, and separately for each form', async () => {
  const engine = new Engine({ dataDir: scratch(), host: 'browser' });
  try {
    const secondsOf = async (form: string) => (await engine.comparisons.estimate(comparisonOf('ssr', form))).totalMs / 1e3;
    expect(await secondsOf('quick')).toBeLessThan(75);
    // A page of the published form is five and a half times as large.
    expect(await secondsOf('published')).toBeGreaterThan(2 * (await secondsOf('quick')));
  } finally {
    await engine.close();
  }
});
