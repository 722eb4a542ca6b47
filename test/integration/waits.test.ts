/** What requests waited for: of which request each call was, and how long it was in line. The program itself has written down what is true. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasLoad, type Report } from '../../shared/model/report.ts';
import { loopscope, scratch } from '../helpers/command.ts';
import { judgeWaits, type ProgramLog } from '../helpers/judged-waits.ts';
import { record } from '../helpers/known-routes.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

const SCRIPT = join(TARGETS_DIR, 'waiting-routes.cjs');
const PLAN = `plan: 1
requests:
  - { name: writes, url: /writes }
  - { name: hands, url: /hands }
  - { name: calls, url: /calls }
`;
const ONE = 'plan: 1\nrequests: [{ name: one, url: / }]\n';
/** Of each kind of route, two calls a request. */
const REQUESTS = 150;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

test('each call is of the request that made it, and was in line as long as the program says', async () => {
  const log = join(scratch(), 'log.json');
  const { file, recording } = await record(SCRIPT, PLAN, '-a', String(REQUESTS), '--env', `LOG=${log}`);
  const judged = judgeWaits(recording, JSON.parse(readFileSync(log, 'utf8')) as ProgramLog);
  for (const kind of ['query', 'http']) {
    const of = judged.filter((one) => one.kind === kind);
    expect(of.length).toBeGreaterThan(0.9 * REQUESTS * (kind === 'http' ? 2 / 3 : 4 / 3));
    const known = of.filter(({ isOwnerKnown }) => isOwnerKnown);
    expect(known.length / of.length).toBeGreaterThan(0.95);
    expect(known.filter(({ isRight }) => !isRight)).toEqual([]);
    const inLine = of.filter(({ lineUs }) => lineUs !== null);
    expect(inLine.length / of.length).toBeGreaterThan(0.9);
    const truth = sum(inLine.map(({ trueLineUs }) => trueLineUs));
    expect(truth / inLine.length).toBeGreaterThan(1_000);
    expect(Math.abs(sum(inLine.map(({ lineUs }) => lineUs!)) - truth) / truth, kind).toBeLessThan(0.1);
  }
  // What is looked for stays in the program.
  expect(recording.waits.names.join('\n')).not.toContain('planted');
  expect(recording.waits.lost).toBe(0);

  const table = await loopscope('show', file, '--table', 'waits');
  expect(table.stdout).toMatch(/│ postgresql:\/\/127\.0\.0\.1:\d+ +│ select "r\d+[ab]" from t where token = \? +│/);
  const [run] = (JSON.parse((await loopscope('show', file, '--json')).stdout) as Report).runs.filter(hasLoad);
  const calls = run!.waits!.filter(({ kind, route }) => kind === 'http' && route === null);
  // Each by itself, as each has a host of its own.
  expect(calls[0]).toMatchObject({ name: 'GET', atOnce: { max: 1, limit: 2 } });
  expect(run!.waits!.filter(({ kind }) => kind === 'query').every(({ atOnce }) => atOnce.max === 4 && atOnce.limit === null)).toBe(true);

  const ofRoutes = run!.waits!.filter(({ route, kind }) => route !== null && kind !== 'connect');
  expect(new Set(ofRoutes.map(({ route, kind }) => `${route} ${kind}`))).toEqual(
    new Set(['GET /writes query', 'GET /hands query', 'GET /calls http']),
  );
  // Each request makes two, of names of its own.
  const callsEach = sum(ofRoutes.flatMap(({ route, perRequest }) => (route === 'GET /calls' ? [perRequest!] : [])));
  expect(callsEach).toBeGreaterThan(1.9);
  expect(callsEach).toBeLessThan(2.000001);
  const chosen = await loopscope('show', file, '--table', 'waits', '--route', '/calls');
  expect(chosen.stdout).toMatch(/^What \d+ requests to GET \/calls waited for$/m);
  expect(chosen.stdout).toContain('http://r');
  expect(chosen.stdout).not.toContain('postgresql');
  const slowest = JSON.parse((await loopscope('show', file, '--json', '--route', '/calls', '--slowest', '10%')).stdout) as Report;
  const { waits, waitsOnly } = slowest.runs.filter(hasLoad)[0]!;
  expect(waitsOnly).toMatchObject({ route: 'GET /calls', slowest: 10, failed: false });
  const made = sum(waits!.flatMap((one) => (one.kind === 'http' ? [one.calls] : [])));
  expect(made).toBeGreaterThan(waitsOnly!.requests);
  expect(made).toBeLessThanOrEqual(2 * waitsOnly!.requests);

  // A copy without statements and hosts has the same rows, each by itself.
  const copy = join(scratch(), 'copy.loopscope');
  expect((await loopscope('export', file, '--format', 'session', '--without', 'statements,hosts', '-o', copy)).code).toBe(0);
  const [copied] = (JSON.parse((await loopscope('show', copy, '--json')).stdout) as Report).runs.filter(hasLoad);
  expect(copied!.waits!.map(({ calls }) => calls)).toEqual(run!.waits!.map(({ calls }) => calls));
  const names = copied!.waits!.flatMap(({ kind, to, name }) => (kind === 'http' ? [to] : kind === 'query' ? [name] : []));
  expect(names.length).toBeGreaterThan(2);
  expect(names.filter((name) => !/^(?:http:\/\/\(host \d+\)|\(statement \d+\))$/.test(name!))).toEqual([]);
  const tells = async (of: string) => (await loopscope('show', of, '--private')).stdout;
  expect(await tells(file)).toMatch(/Statements of databases +│ +\d+ +│ select "r/);
  expect(await tells(copy)).toMatch(/saved without: statements of databases, names of other machines\./);
});

test.each([
  ['with what requests wait for', []],
  ['without', ['--no-waits']],
])('by request, %s: nothing of the program is observed for what is not recorded', async (_, flags) => {
  const log = join(scratch(), 'log.json');
  const script = join(TARGETS_DIR, 'tells-observers.cjs');
  const { file, recording } = await record(script, ONE, '-a', '20', '--env', `LOG=${log}`, ...flags);
  const isOn = flags.length === 0;
  const observed = JSON.parse(readFileSync(log, 'utf8')) as Record<'methods' | 'channels', string[]>;
  expect([observed.methods.length > 0, observed.channels.length > 0]).toEqual([isOn, isOn]);
  expect([recording.waits.isKnown, recording.waits.rows > 0]).toEqual([isOn, isOn]);
  // Which request the main thread works for is known all the same.
  expect(recording.tellsRequestsApart).toBe(true);
  const { stdout } = await loopscope('show', file, '--table', 'waits');
  expect(stdout.includes('switched off (--no-waits)')).toBe(!isOn);
  const { runs } = JSON.parse((await loopscope('show', file, '--json')).stdout) as Report;
  const [run] = runs.filter(hasLoad);
  expect([run!.waits === null, run!.waitsOff ?? false]).toEqual([!isOn, !isOn]);
});

test('calls that get no reply are told: those that were given up, and those that were still open when the recording ended', async () => {
  const plan = 'plan: 1\nrequests: [{ name: a, url: /closes }, { name: b, url: /leaves }, { name: c, url: /ok }]\n';
  const { file } = await record(join(TARGETS_DIR, 'silent-upstream.cjs'), plan, '-a', '30', '-c', '2');
  const [run] = (JSON.parse((await loopscope('show', file, '--json')).stdout) as Report).runs.filter(hasLoad);
  const noReply = run!.waitsBeside!.noReply!;
  const of = (kind: string, name: string) => noReply.find((one) => one.kind === kind && one.name === name);
  const [closes, leaves, ok] = run!.byRequest!.map(({ requests }) => requests!.completed);
  expect(of('query', 'select closes from t')).toMatchObject({ failed: closes, stillOpen: 0, openSinceMs: null, share: null });
  const left = of('query', 'select leaves from t')!;
  expect(left).toMatchObject({ failed: 0, stillOpen: leaves, share: null });
  // Since the first of them was sent, until the recording ended.
  expect(left.openSinceMs).toBeGreaterThan(0);
  expect(left.longestMs).toBeGreaterThan(run!.load.durationMs! - left.openSinceMs!);
  const calls = of('http', 'GET')!;
  expect(calls).toMatchObject({ failed: closes, stillOpen: leaves });
  expect(calls.share).toBeGreaterThan(30);
  // As long as the program waits before it gives up; timers may be a little early.
  expect(of('query', 'select closes from t')!.longestMs).toBeGreaterThanOrEqual(50);
  const answered = run!
    .waits!.filter(({ kind, route }) => route === null && (kind === 'query' || kind === 'http'))
    .map(({ kind, name, calls: count }) => [kind, name, count]);
  expect(answered.sort()).toEqual([
    ['http', 'GET', ok],
    ['query', 'select ok from t', ok],
  ]);
  expect(noReply).toHaveLength(3);
  expect((await loopscope('show', file, '--table', 'waits')).stdout).toMatch(/Calls without a reply.*select leaves from t +│ +0 │ +\d+ /s);
});
