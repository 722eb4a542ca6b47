/** Work that several requests share is credited to none of them. What is true is known from the stacks: each kind of work has a function of its own. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isCollector } from '../../shared/model/profile/frame-kind.ts';
import { CPU_TIME } from '../../shared/model/profile/selection.ts';
import { AFTER_RESPONSE, FIRST_SHARED } from '../../shared/model/served.ts';
import type { RunRecording } from '../../shared/session/recording.ts';
import { loopscope } from '../helpers/command.ts';
import { record } from '../helpers/known-routes.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

const PLAN = `plan: 1
requests:
  - { name: small, url: /small, weight: 3 }
  - { name: big, url: /big, weight: 1 }
  - { name: called-small, url: /called-small, weight: 3 }
  - { name: called-big, url: /called-big, weight: 1 }
  - { name: agent, url: /agent }
  - { name: agent-other, url: /agent-other }
  - { name: fetch, url: /fetch }
  - { name: fetch-other, url: /fetch-other }
  - { name: hub, url: /hub }
  - { name: hub-joins, url: /hub-joins }
  - { name: batch, url: /batch }
  - { name: batch-other, url: /batch-other }
  - { name: queue, url: /queue }
  - { name: queue-other, url: /queue-other }
  - { name: scope, url: /scope }
  - { name: after, url: /after }
  - { name: interval, url: /interval }
`;

/** Whose the time of a function is: a route, or what `ownerOf` says; several: whichever of them came first. */
const OWNERS: Readonly<Record<string, string | readonly string[]>> = {
  parsePromised: 'TCP',
  parseCalled: 'TCP',
  renderSmall: 'GET /small',
  renderBig: 'GET /big',
  // Whoever calls back from the callback of a connection has lost the request.
  renderCalled: 'TCP',
  // Over one connection of the program's to another server.
  renderAgent: 'GET /agent',
  renderOtherAgent: 'GET /agent-other',
  renderFetch: 'GET /fetch',
  renderOtherFetch: 'GET /fetch-other',
  // Of whoever emits, though another route listens.
  workInHub: 'GET /hub',
  workAfterHub: 'GET /hub-joins',
  // Of whoever began the batch or the queue; what each does with the result is its own.
  workOfBatch: ['GET /batch', 'GET /batch-other'],
  workAfterBatch: 'GET /batch',
  workAfterOtherBatch: 'GET /batch-other',
  workOfQueue: ['GET /queue', 'GET /queue-other'],
  workInScope: 'GET /scope',
  workAfter: 'after the response',
  refresh: 'interval 20 ms',
  pollAlone: 'request 0',
};

/** Samples by function and owner. */
function ownersOf({ served, profiles }: Pick<RunRecording, 'served' | 'profiles'>): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>();
  for (const { frames, frame, parent, sampleNode, requests, pid } of profiles(CPU_TIME)) {
    sampleNode.forEach((node, i) => {
      if (isCollector(frames[frame[node]!]!)) return;
      const name = functionOf((at) => frames[frame[at]!]!.name, parent, node);
      if (name === null) return;
      const of = found.get(name) ?? new Map<string, number>();
      found.set(name, of);
      const owner = ownerOf(served, pid, requests?.[i] ?? 0);
      of.set(owner, (of.get(owner) ?? 0) + 1);
    });
  }
  return found;
}

function functionOf(nameOf: (node: number) => string, parent: ArrayLike<number>, node: number): string | null {
  for (let at = node; at > 0; at = parent[at]!) if (nameOf(at) in OWNERS) return nameOf(at);
  return null;
}

function ownerOf(served: RunRecording['served'], pid: number, request: number): string {
  if (request === AFTER_RESPONSE) return 'after the response';
  if (request <= FIRST_SHARED)
    return (served.sharedName(pid, FIRST_SHARED - request) ?? 'unnamed').replace(/^TCP 127\.0\.0\.1:\d+$/, 'TCP');
  const row = request > 0 ? served.rowOf(pid, request) : -1;
  return row < 0 ? `request ${Math.min(request, 1)}` : served.routes[served.get('route', row)]!;
}

test('what requests share is credited to none of them, and an estimate tells which routes asked for it', async () => {
  // 60 of each, 180 of the small ones. Of so few clients most responses of a database come alone, on a busy machine, too.
  const { file, recording } = await record(join(TARGETS_DIR, 'shared-work.cjs'), PLAN, '-a', '1260', '-c', '3');
  const owners = ownersOf({ served: recording.served, profiles: (kind) => recording.profiles(kind) });
  for (const [name, owner] of Object.entries(OWNERS)) {
    const of = owners.get(name) ?? new Map<string, number>();
    const sum = (counts: Iterable<number>): number => [...counts].reduce((total, count) => total + count, 0);
    const all = sum(of.values());
    const right = sum([owner].flat().map((one) => of.get(one) ?? 0));
    expect(all, name).toBeGreaterThan(5);
    // A sample at the very edge of a callback may be of its neighbour.
    expect(all - right, `${name}: ${JSON.stringify([...of])}`).toBeLessThanOrEqual(Math.max(2, 0.05 * all));
  }

  const { shared, afterResponseMs, routes, cpu } = recording.routes(null)!;
  const connections = shared!.filter(({ name }) => name.startsWith('TCP 127.0.0.1:'));
  const asked = (route: string) => connections.find(({ askedBy }) => askedBy !== null && route in askedBy)!.askedBy!;
  // Half of the parsing is for the big ones, a quarter of the requests, each of which is three times as big.
  expect(Object.keys(asked('GET /small')).sort()).toEqual(['GET /big', 'GET /small']);
  expect(Math.abs(asked('GET /big')['GET /big']! - 50)).toBeLessThanOrEqual(10);
  // In the style of callbacks what follows is part of it: 1.3 ms against 3.3 ms, and the end of the response.
  expect(Math.abs(asked('GET /called-big')['GET /called-big']! - 45)).toBeLessThanOrEqual(10);
  for (const { askedBy } of shared!) for (const percent of Object.values(askedBy ?? {})) expect(percent % 5).toBe(0);
  // Node's client and fetch go on in the context of their request: little is left on their connections of a millisecond for each.
  const databases = [asked('GET /small'), asked('GET /called-big')];
  const left = connections.filter(({ askedBy }) => askedBy === null || !databases.includes(askedBy));
  const ofClients = routes.filter(({ route }) => /^GET \/(agent|fetch)/.test(route)).reduce((sum, { onCpuMs }) => sum + onCpuMs!, 0);
  expect(left.reduce((sum, { ms }) => sum + ms, 0)).toBeLessThan(0.2 * ofClients);
  expect(shared!.find(({ name }) => name === 'interval 20 ms')!.askedBy).toBeNull();
  // Nor is Loopscope's own, nor one that was set before there was a request.
  expect(shared!.filter(({ name }) => name.startsWith('interval')).map(({ name }) => name)).toEqual(['interval 20 ms']);
  // Loopscope's own thread is none of the program's, which has no other.
  expect(recording.served.sharedWork!.names.flatMap(({ names }) => names)).not.toContain('worker threads');
  expect(afterResponseMs!).toBeGreaterThan(0);
  const ofRequests = routes.reduce((sum, { onCpuMs }) => sum + onCpuMs!, 0) + shared!.reduce((sum, { ms }) => sum + ms, 0);
  expect(ofRequests + afterResponseMs! + cpu!.unfinishedMs).toBeCloseTo(cpu!.requestsMs, 6);
  // What a request's own code took, and no more: parsing, the interval and what came later are not in it.
  const small = routes.find(({ route }) => route === 'GET /small')!;
  expect(small.cpuMs!.percentiles['50']).toBeGreaterThanOrEqual(0.45);
  expect(routes.find(({ route }) => route === 'GET /after')!.cpuMs!.percentiles['50']).toBeLessThan(1);

  const estimate = (await loopscope('show', file, '--table', 'shared')).stdout;
  expect(estimate).toMatch(/│ TCP 127\.0\.0\.1:\d+ +│ GET \/(small|big) +│ +\d+ │/);
  expect(estimate).toMatch(/│ interval 20 ms +│ not known/);
  const table = (await loopscope('show', file, '--table', 'routes')).stdout;
  expect(table).toContain('shared: interval 20 ms');
  expect(table).toContain('(after the response)');
  const of = await loopscope('show', file, '--route', '/small', '--table', 'own');
  expect(of.stdout).toContain('renderSmall');
  expect(of.stdout).not.toMatch(/parsePromised|refresh|workAfter/);
});
