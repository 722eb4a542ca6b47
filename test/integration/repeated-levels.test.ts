/** A level of a sweep that fails below one that holds is run again after it, as real load. */
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunReport } from '../../shared/model/report.ts';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { testCases } from '../helpers/cases.ts';
import { loopscope, scratch, start } from '../helpers/command.ts';
import { until } from '../helpers/targets.ts';

/** Its second and third connections, those of the second level, get errors; FOREVER: also those after the sweep, of which the first leaves a file. */
const SERVER = `let connections = 0;
const nth = new WeakMap();
require('node:http').createServer(({ socket }, response) => {
  if (!nth.has(socket)) nth.set(socket, ++connections);
  if (connections > 6) require('node:fs').writeFileSync(__dirname + '/again', '');
  const bad = [2, 3].includes(nth.get(socket)) || (process.env.FOREVER && nth.get(socket) > 6);
  response.writeHead(bad ? 500 : 200).end('done');
}).listen(0, '127.0.0.1');`;

const SWEEP = ['--url', '/load', '--sweep', '1,2,3', '--hold', '0.3', '--capture', 'none'];

function write(): { readonly script: string; readonly file: string } {
  const folder = scratch();
  writeFileSync(join(folder, 'server.js'), SERVER);
  return { script: join(folder, 'server.js'), file: join(folder, 'run.loopscope') };
}

const runOf = (stdout: string): RunReport => (JSON.parse(stdout) as ReportDocument).runs[0] as unknown as RunReport;

testCases(['1'], ['2'])(
  'one that holds then counts as held, and every table tells its runs apart; with %s load processes',
  async (workers) => {
    const { script, file } = write();
    const { code, stdout, stderr } = await loopscope('run', script, ...SWEEP, '-w', workers, '--json', '-o', file);
    expect(code, stderr).toBe(0);
    const { levels, bracket, requests } = runOf(stdout);
    expect(levels.map((level) => ['connections' in level && level.connections, level.repeatOf])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, undefined],
      [2, 1],
      [2, 1],
    ]);
    expect(bracket).toMatchObject({ held: 3, broke: null, heldTimes: { held: 1, times: 1 } });
    expect(bracket!.contradicts).toBeUndefined();
    expect(levels.reduce((sum, level) => sum + level.requests.sent, 0)).toBe(requests.sent);
    expect(levels.map(({ from }) => from)).toEqual(levels.map(({ from }) => from).sort((a, b) => a - b));
    const shown = await loopscope('show', file, '--table', 'levels');
    expect(shown.stdout.match(/│ +2, again/g)).toHaveLength(2);
    expect(JSON.parse((await loopscope('show', file, '--json')).stdout).runs[0].levels).toEqual(JSON.parse(stdout).runs[0].levels);
  },
);

test('one that fails again and again contradicts what held above it, which is said', { tags: ['long'] }, async () => {
  const { script } = write();
  const { stdout } = await loopscope('run', script, ...SWEEP, '--env', 'FOREVER=1', '--json');
  const { bracket, levels } = runOf(stdout);
  // The level above it was run again as well, and was not held either: as often as not is not held.
  expect(levels.map((level) => 'connections' in level && level.connections)).toEqual([1, 2, 3, 2, 3]);
  expect(bracket).toMatchObject({ held: 1, broke: 2, brokeTimes: { held: 0, times: 2 } });
});

test('Stop ends what is run again, and keeps it', { tags: ['long'] }, async () => {
  const { script, file } = write();
  const run = start(['run', script, '--url', '/load', '--sweep', '1,2,3', '--hold', '1', '--capture', 'none', '-o', file]);
  await until(() => existsSync(join(dirname(script), 'again')), 'a level is run again');
  run.child.kill('SIGINT');
  expect((await run.ended).code).toBe(0);
  const { levels } = runOf((await loopscope('show', file, '--json')).stdout);
  expect(levels.map(({ repeatOf }) => repeatOf)).toEqual([undefined, undefined, undefined, 1]);
});
