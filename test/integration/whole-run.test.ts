/** Where less than a run is chosen, an answer that is still of the whole run says so, in every output. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { loopscope, scratch } from '../helpers/command.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';

const SERVER = `require('node:http').createServer(({ url }, response) => {
  const until = performance.now() + 2;
  while (performance.now() < until);
  response.end(url);
}).listen(0, '127.0.0.1');`;

const folder = temporaryFolder();
const file = join(folder, 'run.loopscope');
let pid = '';

beforeAll(async () => {
  const script = join(folder, 'server.js');
  writeFileSync(script, SERVER);
  const { code, stdout, stderr } = await loopscope('run', script, '-a', '60', '-c', '1', '--by-request-limit', '100', '--json', '-o', file);
  expect(code, stderr).toBe(0);
  pid = String((JSON.parse(stdout) as ReportDocument).runs[0]!.server[0]!.pid);
});

const chosen = (): readonly (readonly string[])[] => [
  ['--slowest', '3'],
  ['--thread', '0'],
  ['--process', pid],
  ['--route', 'GET /'],
];

test('how the times of the whole profile belong together is not said of a part of its samples', { tags: ['long'] }, async () => {
  for (const flags of chosen()) {
    const { stdout } = await loopscope('show', file, ...flags);
    expect(stdout, `${flags}`).toContain('RSS is the resident memory of the process');
    if (!flags.includes('--process')) expect(stdout, `${flags}`).not.toContain('where there was a sample');
  }
});

test('printed, the answer begins with what it is of', async () => {
  for (const flags of chosen()) {
    const { stdout, code, stderr } = await loopscope('show', file, ...flags);
    expect(code, `${flags} ${stderr}`).toBe(0);
    expect(stdout, `${flags}`).toMatch(/^Whole run: /);
  }
  expect((await loopscope('show', file)).stdout).not.toContain('Whole run: ');
  expect((await loopscope('show', file, '--thread', '0', '--from', '0', '--to', '0.1')).stdout).toMatch(/^All of this time: /);
});

test('the JSON document says what the answer is of', { tags: ['long'] }, async () => {
  const of = async (...flags: string[]) =>
    (JSON.parse((await loopscope('show', file, '--json', ...flags)).stdout) as ReportDocument).answerOf;
  for (const flags of chosen()) expect(await of(...flags), `${flags}`).toBe('run');
  expect(await of()).toBeUndefined();
  expect(await of('--thread', '0', '--from', '0', '--to', '0.1')).toBe('window');
});

test.each(['report.html', 'report.md', 'brief.md', 'report.json'])('an exported %s says so as well', async (name) => {
  const written = async (...flags: string[]) => {
    const to = join(scratch(), name);
    const brief = name === 'brief.md' ? ['--brief'] : [];
    const { code, stderr } = await loopscope('export', file, '-o', to, ...brief, ...flags);
    expect(code, stderr).toBe(0);
    return readFileSync(to, 'utf8');
  };
  const label = name.endsWith('.json') ? '"answerOf": "run"' : 'Whole run: ';
  expect(await written()).not.toContain(label);
  expect(await written('--process', pid)).toContain(label);
});
