/** The whole product but the page: the built command, its door, the engine, a real script under load. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultCapture } from '../../shared/model/setup/captures.ts';
import type { Setup } from '../../shared/model/setup/setup.ts';
import type { ProfileQuery } from '../../shared/protocol/profile-contract.ts';
import { WHOLE_PROFILE } from '../helpers/engines.ts';
import { EXPRESS_APP } from '../helpers/express-app.ts';
import { planOf } from '../helpers/plans.ts';
import { ProductClient } from '../helpers/product-client.ts';
import { scriptTarget } from '../helpers/script-target.ts';
import { type ServedProduct, serveProduct } from '../helpers/serve.ts';
import { messageOf } from '../helpers/worded.ts';

let product: ServedProduct;
let client: ProductClient;
const home = mkdtempSync(join(tmpdir(), 'loopscope-product-'));

beforeAll(async () => {
  product = await serveProduct({ dataDir: join(home, 'data') });
  client = await ProductClient.connect(product.link);
});
afterAll(async () => {
  client.close();
  expect(await product.stop()).toBe(0);
  rmSync(home, { recursive: true, force: true });
});

const setup: Setup = {
  target: scriptTarget({ script: EXPRESS_APP, env: [{ name: 'LOG_INFO', value: '1' }] }),
  ...planOf({ url: '/work/slow', connections: 5, end: { by: 'amount', requests: 300 } }),
  capture: defaultCapture('cpu'),
  collectGarbage: false,
};

/** All the figures of a session that a page can ask for. */
async function figuresOf(sessionId: string) {
  const profile: ProfileQuery = { sessionId, ...WHOLE_PROFILE };
  const report = await client.ask('session.report', { sessionId, window: null });
  return {
    runs: report.runs,
    window: (await client.ask('session.report', { sessionId, window: { fromMs: 100, toMs: 300 } })).runs,
    load: await client.ask('session.load-series', { sessionId, fromBucket: 0 }),
    server: await client.ask('session.server-series', { sessionId, fromRow: 0 }),
    output: await client.ask('session.output', { sessionId }),
    functions: await client.ask('profile.functions', profile),
    flame: await client.ask('profile.flame', { ...profile, maxNodes: 20_000 }),
  };
}

test('a run from its set-up to a session that says the same after a download and an upload', async () => {
  expect(await client.ask('setup.check', { setup })).toEqual([]);
  const { sessionId } = await client.ask('run.start', { setup, name: 'Прогон <1>' });
  await client.until((event) => event.type === 'session.saved' && event.sessionId === sessionId);

  const states = client.events.flatMap((event) => (event.type === 'run.state' ? [event.state] : []));
  expect([...new Set(states)]).toEqual(expect.arrayContaining(['measuring', 'stopping', 'done']));
  const live = await figuresOf(sessionId);
  expect(live.runs[0]?.requests).toMatchObject({ sent: 300, completed: 300, failed: 0, unfinished: 0, unexpected: 0 });
  expect(live.functions.rows.some((row) => row.function === 'countPrimes' && row.kind === 'own')).toBe(true);
  expect(live.flame.self.length).toBeGreaterThan(10);

  const { status, disposition, bytes } = await client.download(sessionId);
  expect(status).toBe(200);
  expect(disposition).toContain(encodeURIComponent('Прогон'));
  const uploaded = await client.upload('anything.loopscope', bytes);
  if (!uploaded.ok) throw new Error(messageOf(uploaded.failure));
  expect(uploaded.value.sessionId).not.toBe(sessionId);
  expect(await figuresOf(uploaded.value.sessionId)).toEqual(live);
});

test('a file that is no session is refused with a sentence, and the sessions that are open stay', async () => {
  const answer = await client.upload('notes.loopscope', new TextEncoder().encode('just text') as Uint8Array<ArrayBuffer>);
  expect(answer).toMatchObject({ ok: false, failure: { code: 'not-a-session' } });
  expect((await client.download('no-such-session')).status).toBe(404);
  expect(await client.request('session.info', { sessionId: 'no-such-session' })).toMatchObject({
    ok: false,
    failure: { code: 'not-found' },
  });
  expect((await client.ask('sessions.recent', {})).length).toBeGreaterThan(0);
  expect(product.output()).not.toContain('this is a bug');
});
