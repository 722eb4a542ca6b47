/** What the runs of a comparison waited for, without a profile: calls to other servers, whose times are planted. */
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import type { PeerCalls } from '../../shared/model/peer-calls.ts';
import { defaultCapture } from '../../shared/model/setup/captures.ts';
import { type Asked, askedServer, askedStore } from '../helpers/asked-server.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { comparisonOf, makeEngine, runComparison, setupOf, unwrap } from '../helpers/comparisons.ts';
import { needNode } from '../helpers/nodes.ts';
import { TARGETS_DIR, temporaryFolder } from '../helpers/targets.ts';
import { OLDEST_TARGET, ownMajor, TARGET_MAJORS } from '../setup/nodes.mjs';

const SCRIPT = join(TARGETS_DIR, 'asks-others.cjs');
const REQUESTS = 200;

beforeAll(() => ensureBuilt());

/** Variables of each variant. */
async function compared(
  variants: readonly Readonly<Record<string, string>>[],
  more: Parameters<typeof comparisonOf>[1] = {},
  node = process.execPath,
  records: readonly boolean[] = [],
) {
  const engine = makeEngine(temporaryFolder());
  const setups = variants.map((env, of) => {
    const named = Object.entries(env).map(([name, value]) => ({ name, value }));
    const setup = setupOf('plain.cjs', {
      target: { script: SCRIPT, node, env: named },
      load: { connections: 4, end: { by: 'amount', requests: REQUESTS } },
    });
    return { ...setup, capture: { ...defaultCapture('cpu'), waits: records[of] ?? true } };
  });
  try {
    const sessionId = await runComparison(engine, comparisonOf(setups, more));
    return unwrap(await engine.handle('compare.info', { sessionId }));
  } finally {
    await engine.close();
  }
}

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
    const info = await compared([env, { ...env, SOCKETS: '100' }], { pairs: 1 }, node);
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
  const info = await compared([env, env], { pairs: 1 }, process.execPath, [true, false]);
  expect(peersOf(info, 0)[0]!.length).toBe(2);
  expect(JSON.stringify(peersOf(info, 0))).not.toMatch(/planted|secret|hidden/);
  expect(info.passes.filter(({ variant }) => variant === 1).map(({ report }) => report!.peers)).toEqual([undefined]);
});
