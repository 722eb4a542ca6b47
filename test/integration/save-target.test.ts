/** Where a session will be written is looked at before anything is launched, and when it fails all the same nothing is lost. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Library } from '../../electron/engine/sessions/library.ts';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { loopscopeHere, scratch, start } from '../helpers/command.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

/** A script that leaves a file when it is launched. */
function tellingScript(dir: string): { script: string; wasLaunched: () => boolean } {
  const [script, launched] = [join(dir, 'tells.cjs'), join(dir, 'launched')];
  writeFileSync(script, `require('node:fs').writeFileSync(${JSON.stringify(launched)}, ''); setInterval(() => {}, 1000);\n`);
  return { script, wasLaunched: () => existsSync(launched) };
}

const WRONG: [string, (dir: string) => string, RegExp][] = [
  ['a folder that is not there', (dir) => join(dir, 'nowhere', 'x.loopscope'), /the folder of .* does not exist/],
  ['a folder', (dir) => dir, /is a folder/],
  ['a file on the way', (dir) => join(dir, 'tells.cjs', 'x.loopscope'), /the folder of .* does not exist/],
  ['a device', () => '/dev/null', /is not a file/],
  ['a folder that takes no files', () => '/proc/x.loopscope', /Nothing was started/],
];

test.skipIf(process.platform !== 'linux').each(WRONG)(
  'run and compare refuse -o with %s before they launch anything',
  async (_, at, words) => {
    const dir = scratch();
    const { script, wasLaunched } = tellingScript(dir);
    const output = at(dir);
    const ran = await loopscopeHere('run', script, '-a', '10', '-o', output, '--json');
    const compared = await loopscopeHere('compare', script, script, '--pairs', '2', '-a', '10', '-o', output, '--json');
    for (const { code, stdout } of [ran, compared]) {
      expect(code).toBe(1);
      expect((JSON.parse(stdout) as ReportDocument).failure).toMatchObject({ code: 'cannot-write', message: expect.stringMatching(words) });
    }
    expect(wasLaunched()).toBe(false);
  },
);

test('demo refuses it as well', async () => {
  for (const variant of [[], ['--variant', 'small']]) {
    const { code, stdout } = await loopscopeHere('demo', 'ssr', ...variant, '-o', join(scratch(), 'nowhere', 'x'), '--json');
    expect(code).toBe(1);
    expect((JSON.parse(stdout) as ReportDocument).failure!.message).toMatch(/^Nothing was started/);
  }
});

test('when the folder disappears during the run, says where the recording is and how to recover it', async () => {
  const [dataDir, dir] = [scratch(), join(scratch(), 'gone later')];
  mkdirSync(dir);
  const args = [
    'run',
    join(TARGETS_DIR, 'server.cjs'),
    '-c',
    '2',
    '-d',
    '2',
    '--env',
    'LATE_MS=5',
    '-o',
    join(dir, 'x.loopscope'),
    '--json',
  ];
  const run = start(args, { LOOPSCOPE_DATA_DIR: dataDir });
  await run.said('measuring');
  rmSync(dir, { recursive: true });
  const { code, stdout } = await run.ended;
  const { failure, runs } = JSON.parse(stdout) as ReportDocument;
  expect(code).toBe(1);
  expect(runs[0]!.requests!.completed).toBeGreaterThan(0);
  const [recording] = await new Library(dataDir).recordings();
  expect(failure).toMatchObject({ code: 'cannot-write', message: expect.stringContaining(dir) });
  expect(failure!.hint).toContain(join(dataDir, 'recordings', recording!.id));
  expect(failure!.hint).toContain('loopscope serve');
});
