/** Programs that the agent cannot be in: they run as without Loopscope, are watched from outside, and are called what they are. */
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '../../../electron/engine/machine/paths.ts';
import type { Report } from '../../../shared/model/report.ts';
import { loopscope } from '../../helpers/command.ts';
import { needNode } from '../../helpers/nodes.ts';
import { TARGETS_DIR, temporaryFolder } from '../../helpers/targets.ts';
import { unusedPort } from '../../helpers/unused-port.ts';
import { ensureDeno } from '../../setup/nodes.mjs';

const STARTS = join(TARGETS_DIR, '../starts');

async function measure(command: string, port: number, ...flags: string[]): Promise<Report['runs'][number]> {
  const ended = await loopscope(
    ...[
      'run',
      '--command',
      command,
      '--env',
      `PORT=${port}`,
      '--url',
      `http://127.0.0.1:${port}/`,
      '-d',
      '2',
      '-c',
      '2',
      ...flags,
      '--json',
    ],
  );
  expect(ended.code, ended.stdout + ended.stderr).toBe(0);
  return (JSON.parse(ended.stdout) as Report).runs[0]!;
}

test('Deno is not taken for Node', async (context) => {
  const deno = ensureDeno();
  if (deno === null) return context.skip('Deno could not be installed from the npm registry.');
  const port = await unusedPort();
  const { target, server, warnings } = await measure(`${deno} run -A ${join(STARTS, 'deno.ts')}`, port);
  expect(target).toMatchObject({ node: '', agent: false });
  expect(server).toMatchObject([{ role: 'main', elu: null }]);
  expect(server[0]!.cpuPercent.mean).toBeGreaterThan(0);
  expect(JSON.stringify(warnings)).toMatch(/deno\.ts \(process \d+\), run by Deno \d+\.\d+\.\d+, which cannot be looked into/);
});

test.for([10, 12, 14])('a server under Node %d runs, and it is said that this is too old to be looked into', async (major, context) => {
  const node = needNode(major, context);
  const { server, warnings } = await measure(`${node} ${join(STARTS, 'old-server.cjs')}`, await unusedPort());
  expect(server).toMatchObject([{ role: 'main', elu: null }]);
  expect(JSON.stringify(warnings)).toMatch(new RegExp(`Node ${major}\\.\\d+\\.\\d+ is too old for the agent`));
});

test('a server under Node 16 is profiled', async (context) => {
  const node = needNode(16, context);
  const { target, profile } = await measure(`${node} ${join(STARTS, 'old-server.cjs')}`, await unusedPort());
  expect(target.node).toMatch(/^16\./);
  expect(profile!.samples).toBeGreaterThan(0);
});

test('a worker that runs as another user serves, also where Loopscope is in a folder that others may not enter', async (context) => {
  if (process.getuid?.() !== 0) return context.skip('Only root can start a process as another user.');
  const home = join(temporaryFolder(), 'private');
  mkdirSync(home);
  for (const part of ['dist', 'package.json']) cpSync(join(ROOT, part), join(home, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(home, 'node_modules'));
  chmodSync(home, 0o700);
  const port = await unusedPort();
  const args = ['run', join(TARGETS_DIR, 'drops-privileges.cjs'), '--env', `PORT=${port}`, '--url', `http://127.0.0.1:${port}/`, '-d', '4'];
  const ended = await promisify(execFile)(process.execPath, [join(home, 'dist/cli/loopscope.js'), ...args, '--json'], {
    env: { ...process.env, LOOPSCOPE_DATA_DIR: temporaryFolder() },
  });
  const [run] = (JSON.parse(ended.stdout) as Report).runs;
  expect(run!.requests!.completed).toBeGreaterThan(0);
  expect(JSON.stringify(run!.warnings)).toContain('it runs as another user, who may not speak to Loopscope');
});
