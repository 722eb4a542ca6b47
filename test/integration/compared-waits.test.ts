/** What the runs of a comparison waited for, without a profile: calls to other servers, whose times are planted. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import type { PeerCalls } from '../../shared/model/peer-calls.ts';
import { type Asked, askedServer, askedStore } from '../helpers/asked-server.ts';
import { compareAsking } from '../helpers/compare-asking.ts';
import { needNode } from '../helpers/nodes.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';
import { OLDEST_TARGET, ownMajor, TARGET_MAJORS } from '../setup/nodes.mjs';

const REQUESTS = 200;

const peersOf = ({ passes }: ComparisonInfo, of: number): readonly PeerCalls[][] =>
  passes.filter(({ kind, variant }) => kind === 'measured' && variant === of).map(({ report }) => [...(report!.peers ?? [])]);

const found = (peers: readonly PeerCalls[], { url }: Asked): PeerCalls =>
  peers.find(({ to }) => to.endsWith(url) || to.endsWith(`:${url}`))!;

for (const major of TARGET_MAJORS)
  test(`runs without a profile add up calls and how long they took, under Node ${major}`, {
    tags: major === ownMajor || major === OLDEST_TARGET ? [] : ['long'],
  }, async (context) => {
    const node = needNode(major, context);
    const [upstream, store] = [await askedServer(), await askedStore(5)];
    const env = { UPSTREAM: `${upstream.url}/20`, STORE: store.url, SOCKETS: '2' };
    const info = await compareAsking([env, { ...env, SOCKETS: '100' }], { pairs: 1, requests: REQUESTS, node });
    for (const of of [0, 1]) {
      const [peers] = peersOf(info, of);
      const [http, redis] = [found(peers!, upstream), found(peers!, store)];
      expect(peers).toHaveLength(2);
      expect(http).toMatchObject({ kind: 'http', calls: REQUESTS });
      expect(redis).toMatchObject({ kind: 'query', calls: 2 * REQUESTS, lineTotalMs: null });
      // A timer is at most a millisecond early.
      expect(http.progressTotalMs / REQUESTS).toBeGreaterThan(19);
      expect(redis.progressTotalMs / (2 * REQUESTS)).toBeGreaterThan(4);
      expect(http.idleTotalMs).toBeGreaterThan(0.3 * http.progressTotalMs);
      expect(http.idleTotalMs).toBeLessThanOrEqual(http.progressTotalMs + 1);
    }
    const [few, many] = [0, 1].map((of) => found(peersOf(info, of)[0]!, upstream).lineTotalMs! / REQUESTS);
    // Of four requests at a time two are in line for a call of 20 ms, unless they are at the store.
    expect(few!).toBeGreaterThan(5);
    expect(many!).toBeLessThan(few! / 3);
  });

test('nothing is added up where waits are not to be recorded, nor kept of what was asked', async () => {
  const [upstream, store] = [await askedServer(), await askedStore(0)];
  const env = { UPSTREAM: `${upstream.url}/0?token=planted`, STORE: store.url };
  const info = await compareAsking([env, env], { pairs: 1, requests: REQUESTS, recordsWaits: [true, false] });
  expect(peersOf(info, 0)[0]!.length).toBe(2);
  expect(JSON.stringify(peersOf(info, 0))).not.toMatch(/planted|secret|hidden/);
  expect(info.passes.filter(({ variant }) => variant === 1).map(({ report }) => report!.peers)).toEqual([undefined]);
});

test('a program sees its connections as without it, and ends by the same errors', () => {
  const [observed, plain] = [{ OBSERVED: '1' }, {}].map((env) => {
    const script = join(TARGETS_DIR, 'tells-connections.ts');
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', 'tsx', script], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
    const [line = ''] = stdout.split('\n');
    return { ...(JSON.parse(line) as { seen: unknown[] }), status, error: /Error: .*/.exec(stderr)?.[0] };
  });
  expect(plain!.error).toContain('ECONNREFUSED');
  expect(plain).toMatchObject({ calls: 0 });
  expect(observed).toEqual({ ...plain, calls: 1 });
});
