/** CPU time by request: which request each sample was taken in, and what follows from it. What is true is known from the stacks: each route has a function of its own. */
import { writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { clientRequestOf } from '../../electron/engine/sessions/client-request.ts';
import { openSession } from '../../electron/engine/sessions/session-file.ts';
import { longestWaitsOf } from '../../shared/derive/recording-queries.ts';
import { CPU_TIME } from '../../shared/model/profile/selection.ts';
import type { RequestStory } from '../../shared/model/request-story.ts';
import { loopscope, scratch } from '../helpers/command.ts';
import { EXPRESS_APP } from '../helpers/express-app.ts';
import { judge, LEAST_MS, PLAN, ROUTE_OF, record, stories } from '../helpers/known-routes.ts';
import { needServer } from '../helpers/servers.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';
import { unusedPort } from '../helpers/unused-port.ts';

const SCRIPT = join(TARGETS_DIR, 'known-routes.cjs');

test('each sample belongs to the request that was being worked on, through timers, files, threads and microtasks', {
  tags: ['long'],
}, async () => {
  const { file, recording } = await record(SCRIPT, PLAN);
  const { all, wrong, none } = judge(recording);
  expect(all).toBeGreaterThan(200);
  expect(wrong / all).toBeLessThan(0.01);
  expect(none / all).toBeLessThan(0.02);

  const figures = recording.routes(null)!;
  expect(figures.routes.map(({ route }) => route).sort()).toEqual(Object.values(ROUTE_OF).sort());
  expect(figures.lost).toBe(0);
  const { activeMs, outsideMs, collectorMs, unfinishedMs, unknownMs } = figures.cpu!;
  const ofRoutes = figures.routes.reduce((total, { onCpuMs }) => total + onCpuMs!, 0);
  const ofNoRoute = figures.shared!.reduce((total, { ms }) => total + ms, figures.afterResponseMs!);
  expect(ofRoutes + ofNoRoute + outsideMs + collectorMs + unfinishedMs + unknownMs).toBeCloseTo(activeMs, 6);
  expect(unknownMs).toBe(0);
  // The server worked for a request at least as long as its functions spin.
  for (const { route, cpuMs, serverMs, requests } of figures.routes) {
    expect(requests).toBeGreaterThan(0);
    // Waiting for a core is no CPU time: the request that waited least used it for as long as it span.
    expect(cpuMs!.max).toBeGreaterThanOrEqual(0.99 * LEAST_MS[route]!);
    expect(serverMs!.min).toBeGreaterThanOrEqual(cpuMs!.min);
  }

  const table = await loopscope('show', file, '--table', 'routes');
  for (const route of Object.values(ROUTE_OF)) expect(table.stdout).toContain(route);
  const dear = await loopscope('show', file, '--route', '/dear', '--table', 'own');
  expect(dear.stdout).toContain('burnDear');
  // What takes longest in the server is what waits while others run, and the dear ones among them.
  const slowest = await loopscope('show', file, '--slowest', '5%', '--table', 'own');
  expect(slowest.stdout).toContain('burn');
  const why = await loopscope('show', file, '--table', 'slow', '--slowest', '20%');
  expect(why.stdout).toMatch(/most of it in burnDear \(burning\.cjs:\d+\)|they wait longer|too few requests/);
  const ofDear = await loopscope('show', file, '--function', 'burnDear', '--limit', '5');
  expect(ofDear.stdout).toMatch(/^burnDear .*burning\.cjs:\d+: [\d.]+ % of the CPU time/);
  const paying = ofDear.stdout.split('ran for most')[1]!;
  expect(paying.match(/│ dear +│/g)).toHaveLength(5);
  const times = [...paying.matchAll(/│ dear +│ +[\d.,]+ │ +([\d.]+) │/g)].map(([, ms]) => Number(ms));
  expect(times).toEqual([...times].sort((a, b) => b - a));
  expect(times[0]).toBeGreaterThan(2);
  const nowhere = await loopscope('show', file, '--function', 'burnNothing');
  expect(nowhere).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('burnNothing') });
  const wrongName = await loopscope('show', file, '--route', '/nowhere');
  expect(wrongName.code).toBe(1);
  expect(wrongName.stderr).toContain('GET /middle');
});

test('what happened to each request is told, and adds up to its latency', async () => {
  const recorded = await record(SCRIPT, PLAN);
  const { told, untold } = await stories(recorded);
  expect(told.length).toBeGreaterThanOrEqual(0.95 * (told.length + untold.length));
  for (const { story, planned } of told) {
    expect(story.route).toBe(Object.values(ROUTE_OF)[planned]);
    expect(Object.values(story.totals).reduce((sum, us) => sum + us)).toBeCloseTo(story.latencyUs, 0);
    expect(story.stretches.at(-1)!.to).toBeCloseTo(story.latencyUs, 0);
  }
  // Together the samples cover what the callbacks took of the CPU; on a busy machine they cover the time of waiting for a core, too.
  const dear = told.filter(({ story }) => story.route === 'GET /dear').map(({ story }) => story);
  const sum = (of: (story: RequestStory) => number): number => dear.reduce((total, story) => total + of(story), 0);
  const ratio = sum(({ totals }) => totals.running + totals.collector) / sum(({ runningUs }) => runningUs!);
  expect(ratio).toBeGreaterThan(0.75);
  // One after the other they keep the loop busy: who waits, waits for others.
  expect(told.some(({ story }) => story.meanwhile.some(({ route, us }) => route === 'GET /dear' && us > 5_000))).toBe(true);

  const slowest = await loopscope('show', recorded.file, '--table', 'story');
  expect(slowest.stdout).toMatch(/took \d+(\.\d+)? m?s: .*\n(.*\n)*│ Latency +│/);
  const longestUs = Math.max(...told.map(({ story }) => story.latencyUs));
  // Told to a hundredth of a millisecond.
  expect(Math.abs(Number(/│ Latency +│ +([\d.]+)/.exec(slowest.stdout)![1]) - longestUs / 1_000)).toBeLessThan(0.006);
  const three = await loopscope('show', recorded.file, '--table', 'story', '--limit', '3', '--request', 'dear');
  expect(three.stdout.match(/GET \/dear took/g)).toHaveLength(3);
});

test('with spans alone, each request has its time in the server and each route its percentiles, and no sample is said to be of a request', {
  tags: ['long'],
}, async () => {
  const recorded = await record(SCRIPT, PLAN, '--spans');
  const { file, recording } = recorded;
  expect(recording.profiles(CPU_TIME).every(({ requests }) => requests === undefined)).toBe(true);
  const { routes, cpu, lost } = recording.routes(null)!;
  expect([cpu, lost]).toEqual([null, 0]);
  expect(routes.map(({ route }) => route).sort()).toEqual(Object.values(ROUTE_OF).sort());
  for (const { route, serverMs } of routes) expect(serverMs!.min).toBeGreaterThanOrEqual(0.99 * LEAST_MS[route]!);

  const { told, untold } = await stories(recorded);
  expect(told.length).toBeGreaterThanOrEqual(0.95 * (told.length + untold.length));
  for (const { story, planned } of told) {
    const { route, totals, latencyUs, runningUs, meanwhile } = story;
    expect(route).toBe(Object.values(ROUTE_OF)[planned]);
    expect(Object.values(totals).reduce((sum, us) => sum + us)).toBeCloseTo(latencyUs, 0);
    expect([totals.running, totals.others, totals.outside, runningUs, meanwhile]).toEqual([0, 0, 0, null, []]);
  }
  const dear = told.filter(({ story }) => story.route === 'GET /dear').map(({ story }) => story.totals.busy / story.latencyUs);
  expect(Math.max(...dear)).toBeGreaterThan(0.5);

  const table = await loopscope('show', file, '--table', 'routes');
  expect(table.stdout).toContain('GET /dear');
  expect(table.stdout).not.toContain('CPU share');
  const slowest = await loopscope('show', file, '--table', 'story');
  expect(slowest.stdout).toMatch(/took \d+(\.\d+)? m?s: .*\n(.*\n)*│ Latency +│/);
  const refused = await loopscope('show', file, '--route', '/dear', '--table', 'own');
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('--by-request') });
});

test('a story names the code that kept the main thread busy meanwhile, whomever it ran for', async () => {
  const folder = scratch();
  const script = join(folder, 'blocked.cjs');
  // Whoever asks waits for work that belongs to nobody.
  writeFileSync(
    script,
    `const text = JSON.stringify(Array.from({ length: 2000 }, (_, i) => i));
function rebuildIndex() {
  // By its own time on a core, so that it gets its samples on a busy machine, too.
  for (const start = process.cpuUsage(); process.cpuUsage(start).user < 900_000; ) JSON.parse(text);
  setTimeout(rebuildIndex, 300);
}
setTimeout(rebuildIndex, 300);
require('node:http').createServer((_, response) => response.end('x')).listen(0, '127.0.0.1');
`,
  );
  const file = join(folder, 'run.loopscope');
  const ended = await loopscope('run', script, '--url', '/', '-c', '1', '-d', '4', '--by-request-limit', '100', '-o', file);
  expect(ended.code, ended.stderr).toBe(0);
  // On a busy machine the slowest request may be one that waited for the load process.
  const slowest = await loopscope('show', file, '--table', 'story', '--limit', '5');
  expect(slowest.stdout.replace(/\s+/g, ' ')).toMatch(
    /While it was in flight: ([6-9]\d(?:\.\d+)?|100) % of CPU time is in rebuildIndex \(blocked\.cjs:2\) and what it calls\./,
  );
});

test('requests on connections of a proxy are not taken for those of the client', { tags: ['long'] }, async (context) => {
  vi.stubEnv('PATH', [dirname(needServer('nginx', context)), process.env.PATH].join(delimiter));
  onTestFinished(() => void vi.unstubAllEnvs());
  const recorded = await record(SCRIPT, PLAN, '--topology', 'nginx');
  const { told, untold } = await stories(recorded);
  expect(told).toEqual([]);
  expect(new Set(untold)).toEqual(new Set(['not-seen']));
});

test('what a request asks of other servers is part of its story, with how long it took, and what else it waited for is not explained', async () => {
  const folder = scratch();
  const script = join(folder, 'calls.cjs');
  const refused = `127.0.0.1:${await unusedPort()}`;
  writeFileSync(
    script,
    `const http = require('node:http');
const behind = http.createServer((request, response) => setTimeout(() => { response.statusCode = request.url === '/bad' ? 503 : 200; response.end('x'); }, 20));
const socketPath = ${JSON.stringify(join(folder, 'behind.sock'))};
const ask = (path) => new Promise((done) => http.get({ socketPath, path, headers: { host: 'behind' } }, (response) => response.resume().on('end', done)));
behind.listen(socketPath, () => http.createServer(async (request, response) => {
  await ask('/good?token=secret');
  await Promise.all([ask('/bad'), fetch('http://${refused}/').catch(() => {})]);
  // An interval is no timer that is due once: it is not seen.
  await new Promise((done) => { const timer = setInterval(() => { clearInterval(timer); done(); }, 40); });
  response.end('done');
}).listen(0, '127.0.0.1'));
`,
  );
  const file = join(folder, 'run.loopscope');
  expect((await loopscope('run', script, '--url', '/', '-c', '3', '-d', '1', '--by-request-limit', '100', '-o', file)).code).toBe(0);
  const opened = await openSession(file);
  if (!opened.ok || opened.value.kind !== 'run') throw new Error('not opened as a run');
  const { value } = opened;
  const { told } = await stories({ recording: value.recording, rows: () => value.rows() });
  // From what the server saw of it, the client's own record is found again.
  for (const { story, request, nth } of told.slice(0, 5))
    expect(await clientRequestOf(value, story.pid, story.request)).toEqual({ request, nth });
  expect(await clientRequestOf(value, told[0]!.story.pid, 1e6)).toBe('not-seen');
  const [longest, ...others] = longestWaitsOf(value.recording, { kind: 'http', to: 'http://behind', name: 'GET', requests: null }, null);
  expect(others.length).toBeGreaterThan(5);
  expect(Math.max(...others.map(({ inProgressMs, inLineMs }) => inProgressMs + (inLineMs ?? 0)))).toBeLessThanOrEqual(
    longest!.inProgressMs + (longest!.inLineMs ?? 0),
  );
  // Of the server behind, which is in the same process, each call is a request of its own.
  const calls = told.map(({ story }) =>
    story.calls.map(({ to, name, status, us }) => [`${name} ${to}`, status, status === 0 || us > 15_000]),
  );
  expect(calls.length).toBeGreaterThan(5);
  const isConnecting = ([to]: readonly unknown[]): boolean => String(to).startsWith('connect ');
  expect(calls.every((one) => one.some(([to]) => to === `connect tcp://${refused}`))).toBe(true);
  for (const one of calls)
    expect(one.filter((call) => !isConnecting(call)).sort()).toEqual([
      [`GET http://${refused}`, 0, true],
      ['GET http://behind', 200, true],
      ['GET http://behind', 503, true],
    ]);
  // Twice 20 ms for the calls, and 40 ms for the interval.
  const sum = (part: 'waiting' | 'unexplained' | 'idle'): number => told.reduce((total, { story }) => total + story.totals[part], 0);
  expect(sum('idle')).toBe(0);
  // While its calls were in progress the loop may have been busy with others.
  const waiting = sum('waiting') - told.reduce((total, { story }) => total + story.busyWaitingUs, 0);
  expect(sum('unexplained') / (waiting + sum('unexplained'))).toBeGreaterThan(0.35);
  expect(sum('unexplained') / (waiting + sum('unexplained'))).toBeLessThan(0.65);
  expect(told.filter(({ story }) => story.waitedFor[0] === 'http://behind').length).toBeGreaterThan(0.9 * told.length);
  const printed = (await loopscope('show', file, '--table', 'story')).stdout;
  expect(printed).toContain('What it waited for');
  expect(printed).not.toContain('secret');
});

test('in a cluster every process numbers its own requests', { tags: ['long'] }, async () => {
  const recorded = await record(SCRIPT, PLAN, '--env', 'CLUSTER=1');
  const { recording } = recorded;
  const { told, untold } = await stories(recorded);
  expect(told.length).toBeGreaterThanOrEqual(0.95 * (told.length + untold.length));
  expect(new Set(told.map(({ story }) => story.pid)).size).toBe(2);
  const { all, wrong, none } = judge(recording);
  expect(new Set(Array.from(recording.served.table().pid)).size).toBe(2);
  expect(all).toBeGreaterThan(200);
  expect(wrong / all).toBeLessThan(0.01);
  expect(none / all).toBeLessThan(0.02);
});

test('Express tells its routes, mounted ones with where they are', { tags: ['long'] }, async () => {
  const { recording } = await record(
    EXPRESS_APP,
    'plan: 1\nrequests: [{ url: / }, { url: /work/timer }, { url: /nowhere/17, expect: [404] }]\n',
  );
  const routes = recording.routes(null)!.routes;
  expect(routes.map(({ route }) => route).sort()).toEqual(['GET /', 'GET /nowhere/:id', 'GET /work/timer']);
  for (const { route, requests, failed } of routes) expect(failed, route).toBe(route.includes('nowhere') ? requests : 0);
});

test('where no request is seen, that is said', async () => {
  const folder = scratch();
  const [script, file] = [join(folder, 'raw.cjs'), join(folder, 'run.loopscope')];
  const answer = 'HTTP/1.1 200 OK\\r\\ncontent-length: 2\\r\\n\\r\\nok';
  writeFileSync(
    script,
    `require('node:net').createServer((socket) => socket.on('data', () => socket.write('${answer}'))).listen(0, '127.0.0.1');`,
  );
  const ended = await loopscope('run', script, '-c', '2', '-a', '50', '--spans', '-o', file);
  expect(ended.code, ended.stderr).toBe(0);
  expect(ended.stdout).toContain('What happened to requests in the server is not known');
  expect(ended.stdout).toContain('Requests to servers in worker threads are not seen.');
  const unasked = await loopscope('run', script, '-c', '2', '-a', '50', '-o', join(folder, 'unasked.loopscope'));
  expect(unasked.stdout).not.toContain('What happened to requests in the server');
  const waits = await loopscope('show', join(folder, 'unasked.loopscope'), '--table', 'waits');
  expect(waits.stdout).toContain('no request was seen to end in the server');
});

test('a run that was asked not to has nothing of it', { tags: ['long'] }, async () => {
  const folder = scratch();
  const file = join(folder, 'run.loopscope');
  expect((await loopscope('run', SCRIPT, '--url', '/middle', '-c', '2', '-d', '1', '--no-by-request', '-o', file)).code).toBe(0);
  const table = await loopscope('show', file, '--table', 'routes');
  expect(table.stdout).toContain('--by-request');
  const refused = await loopscope('show', file, '--slowest', '1%');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('--by-request');
});

test('where it costs too much to follow requests, it is given up, and said with the figure', async () => {
  const folder = scratch();
  const [script, file] = [join(folder, 'awaits.cjs'), join(folder, 'run.loopscope')];
  // Little but callbacks.
  writeFileSync(
    script,
    `require('node:http').createServer(async (_, response) => {
      for (let i = 0; i < 50; i++) await new Promise(setImmediate);
      response.end('ok');
    }).listen(0, '127.0.0.1');`,
  );
  const ended = await loopscope('run', script, '-c', '10', '-d', '4', '--by-request-limit', '1', '-o', file);
  expect(ended.code, ended.stderr).toBe(0);
  const opened = await openSession(file);
  if (!opened.ok) throw new Error(opened.failure.code);
  const { recording } = opened.value;
  const { cost, cpu } = recording.routes(null)!;
  expect(cost!.timePercent).toBeGreaterThan(1);
  expect(cost!.givenUpAtMs).toBeGreaterThan(1_000);
  expect([cpu, recording.tellsRequestsApart]).toEqual([null, false]);
  const table = await loopscope('show', file, '--table', 'routes');
  expect(table.stdout).toMatch(/Which request is worked on was recorded no further after \d/);
  expect(table.stdout).not.toContain('CPU share');
  const waits = await loopscope('show', file, '--table', 'waits');
  expect(waits.stdout).toContain('--by-request-limit 100');
});
