/** k6 as the client, with a stand-in that writes what the real one has written: with k6 itself, see acceptance. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Ended, type OwnDocument, scratch, start } from '../helpers/command.ts';
import { until } from '../helpers/targets.ts';
import { alive } from '../helpers/zoo.ts';

const SERVER = `require('node:http').createServer((request, response) => response.end('hello')).listen(0, '127.0.0.1');
`;
/** Told to end, it says so, waits until the load has begun and that has been heard, and says that it is gone; or it goes at once. */
const ENDS_LATE = `${SERVER}
const fs = require('node:fs');
process.chdir(__dirname);
const end = () => { fs.writeFileSync('gone', ''); process.exit(); };
process.on('SIGTERM', () => {
  fs.writeFileSync('ends', '');
  if (fs.readFileSync('late', 'utf8') === 'gone') end();
  else setInterval(() => fs.existsSync('begun') && setTimeout(end, 300), 10);
});
`;
const PLAN = `plan: 1
sequence:
  - { name: first, url: /a }
  - { name: second, url: /missing, expect: { status: 404 } }
  - { name: third, url: /c, expect: { contains: nope } }
`;

/** Keeps the script it is given, and writes recorded points as if they had just happened: they are of 0.1 s. */
const STAND_IN = `#!${process.execPath}
const fs = require('node:fs');
process.chdir(__dirname + '/..');
const awaited = fs.existsSync('late') && fs.readFileSync('late', 'utf8');
if (fs.existsSync('stays') || awaited) process.on('SIGTERM', () => {});
fs.writeFileSync('k6-pid', String(process.pid));
fs.writeFileSync('k6-args', JSON.stringify([process.argv.slice(2), Object.keys(process.env).filter((name) => name.startsWith('K6_'))]));
fs.writeFileSync('script.js', fs.readFileSync(0, 'utf8'));
if (fs.existsSync('fails')) { console.error('time="x" level=error msg="no such thing"'); process.exit(107); }
const points = fs.readFileSync(${JSON.stringify(join(import.meta.dirname, '../fixtures/k6/points-of-a-run.ndjson'))}, 'utf8');
function begin() {
  const at = Date.now() - 150;
  console.error('time="x" level=info msg="loopscope: the load begins at ' + at + '" source=console');
  const by = at - Date.parse('2026-11-25T03:56:52.476Z');
  process.stdout.write(points.replace(/"time":"([^"]*)"/g, (_, time) => '"time":"' + new Date(Date.parse(time) + by).toISOString() + '"'));
}
if (fs.existsSync('stays')) setInterval(() => {}, 1000);
if (!awaited) begin();
else {
  const look = setInterval(() => {
    if (!fs.existsSync(awaited)) return;
    clearInterval(look);
    begin();
    fs.writeFileSync('begun', '');
  }, 10);
}
`;

function project(): string {
  const folder = scratch();
  writeFileSync(join(folder, 'server.js'), SERVER);
  writeFileSync(join(folder, 'plan.yaml'), PLAN);
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/k6'), STAND_IN);
  chmodSync(join(folder, 'bin/k6'), 0o755);
  return folder;
}

const variables = (folder: string): Record<string, string> => ({ PATH: `${join(folder, 'bin')}:${process.env.PATH}`, K6_VUS: '99' });

function loopscope(folder: string, ...args: string[]): Promise<Ended> {
  return start(args, variables(folder)).ended;
}

const runOf = (folder: string, ...flags: string[]): string[] => {
  return ['run', join(folder, 'server.js'), '--client', 'k6', '--capture', 'none', ...flags];
};

async function runJson(folder: string, ...flags: string[]): Promise<Pick<Ended, 'code' | 'stderr'> & { readonly report: OwnDocument }> {
  const { code, stdout, stderr } = await loopscope(folder, ...runOf(folder, '--json', ...flags));
  return { code, stderr, report: JSON.parse(stdout) as OwnDocument };
}

const ofPlan = (folder: string): string[] => ['--plan', join(folder, 'plan.yaml'), '-c', '2', '-a', '6'];

test('its points are the requests of the run, and it is given the plan as a script', { tags: ['long'] }, async () => {
  const cwd = project();
  const session = join(cwd, 'run.loopscope');
  const { code, report, stderr } = await runJson(cwd, ...ofPlan(cwd), '-o', session);
  expect(code, stderr).toBe(0);
  const [run] = report.runs;
  expect(run!.requests).toMatchObject({ sent: 6, completed: 4, failed: 2, unfinished: 0 });
  expect(run!.errors).toEqual({ UNMET_TEXT: 2 });
  expect(run!.latencyMs!.count).toBe(4);
  expect(run!.byRequest!.map(({ name, requests }) => [name, requests.completed, requests.failed])).toEqual([
    ['first', 2, 0],
    ['second', 2, 0],
    ['third', 0, 2],
  ]);
  const [args, named] = JSON.parse(readFileSync(join(cwd, 'k6-args'), 'utf8'));
  expect(args.slice(0, 1)).toEqual(['run']);
  expect(named).toEqual([]);
  const script = readFileSync(join(cwd, 'script.js'), 'utf8');
  expect(script).toContain('"executor": "shared-iterations"');
  expect(script).toContain(new URL(run!.target.url!).origin);
  const shown = await loopscope(cwd, 'show', session);
  expect(shown.stdout).toContain('From sending (k6)');
});

test('a k6 that fails is a failed run with the last it said', async () => {
  const cwd = project();
  writeFileSync(join(cwd, 'fails'), '');
  const { code, report } = await runJson(cwd, ...ofPlan(cwd));
  expect(code).toBe(1);
  expect(report.failure).toMatchObject({ message: 'k6 ended before the load did (exit code 107).' });
  expect(JSON.stringify(report.failure)).toContain('no such thing');
});

test('one that does not end is ended, and so is one whose Loopscope was killed', { tags: ['long'] }, async () => {
  const cwd = project();
  writeFileSync(join(cwd, 'stays'), '');
  const { code, report } = await runJson(cwd, '-c', '2', '-d', '0.2');
  expect({ code, sent: report.runs[0]?.requests?.sent }).toEqual({ code: 0, sent: 6 });
  const first = Number(readFileSync(join(cwd, 'k6-pid'), 'utf8'));
  expect(alive([first])).toEqual([]);
  const { child } = start(runOf(cwd, '-c', '2', '-d', '60'), variables(cwd));
  await until(() => Number(readFileSync(join(cwd, 'k6-pid'), 'utf8')) !== first, 'the second k6 runs');
  const second = Number(readFileSync(join(cwd, 'k6-pid'), 'utf8'));
  child.kill('SIGKILL');
  await until(() => alive([second]).length === 0, 'nothing of it is left');
});

test.each(['ends', 'gone'])(
  'stopped before its load has begun, a run has measured nothing, even if the load begins later (server: %s)',
  async (late) => {
    const cwd = project();
    writeFileSync(join(cwd, 'server.js'), ENDS_LATE);
    writeFileSync(join(cwd, 'late'), late);
    const session = join(cwd, 'run.loopscope');
    const { child, ended } = start(runOf(cwd, '-d', '60', '-o', session), variables(cwd));
    await until(() => existsSync(join(cwd, 'script.js')), 'k6 runs');
    child.kill('SIGINT');
    const { code, stdout } = await ended;
    expect(existsSync(join(cwd, 'begun'))).toBe(true);
    expect({ code, stdout, isSaved: existsSync(session) }).toEqual({ code: 130, stdout: '', isSaved: false });
  },
);

test.each([
  [['--arrivals', '10/s for 1s', '--poisson'], 'k6 spaces arrivals evenly'],
  [['-H', 'a: 1', '-H', 'A: 2'], 'The header "A" is sent several times'],
  [['-w', '2'], '-w and --client k6 cannot be combined'],
  [['--pipelining', '2'], '--pipelining and --client k6 cannot be combined'],
])('what it cannot do is refused by name: %j', async (flags, says) => {
  const cwd = project();
  const { code, stderr } = await loopscope(cwd, ...runOf(cwd, ...flags));
  expect(code).not.toBe(0);
  expect(stderr).toContain(says);
});

test('a machine without k6 says so', async () => {
  const cwd = project();
  const { code, stderr } = await start(runOf(cwd), { PATH: '/nowhere' }).ended;
  expect(code).toBe(1);
  expect(stderr).toContain('There is no k6 on the PATH.');
});

test('there is no verdict on latency of a load with a schedule', async () => {
  const cwd = project();
  const clients = ['--client-a', 'loopscope', '--client-b', 'k6'];
  const { code, stderr } = await loopscope(cwd, 'compare', join(cwd, 'server.js'), ...clients, '--arrivals', '10/s for 1s');
  expect(code).toBe(1);
  expect(stderr).toContain('k6 does not say when a request was due');
});
