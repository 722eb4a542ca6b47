import { expect, onTestFinished, test, vi } from 'vitest';
import type { FromEngine, ToEngine } from '../../../electron/engine/server/host-protocol.ts';
import type { EngineChannel } from '../../../electron/shell/engine-channel.ts';
import { EngineHost } from '../../../electron/shell/engine-host.ts';

/** Engines that do what the test says, and a host of them. */
function createHost({ cannotLaunch = 0, deaf = false }: { cannotLaunch?: number; deaf?: boolean } = {}) {
  const engines: { sent: ToEngine[]; say(message: FromEngine): void; end(how: string): void; killed: boolean }[] = [];
  const seen = { up: [] as unknown[], givenUp: [] as string[], runs: [] as unknown[], recent: [] as unknown[], log: [] as string[] };
  let refusals = cannotLaunch;
  const time = { now: 0 };
  const launch = async () => {
    if (refusals-- > 0) throw new Error('spawn EINVAL');
    const listeners: ((message: FromEngine) => void)[] = [];
    const ends: ((how: string) => void)[] = [];
    const end = (how: string): void => {
      for (const listener of ends.splice(0)) listener(how);
    };
    const engine = {
      sent: [] as ToEngine[],
      say: (message: FromEngine): void => {
        for (const listener of listeners) listener(message);
      },
      end,
      killed: false,
    };
    engines.push(engine);
    const channel: EngineChannel = {
      pid: engines.length,
      send: (message) => void engine.sent.push(message),
      onMessage: (listener) => void listeners.push(listener),
      onExit: (listener) => void ends.push(listener),
      kill: () => {
        engine.killed = true;
        if (!deaf) end('SIGKILL');
      },
    };
    return { channel, cannotRun: null };
  };
  const host = new EngineHost({
    launch,
    windowOrigin: 'app://loopscope',
    port: Promise.resolve(4000),
    now: () => time.now,
    log: (text) => seen.log.push(text),
    onGivenUp: (why) => seen.givenUp.push(why),
  });
  const watch = () =>
    host.watch({
      onRuns: (running) => seen.runs.push(running),
      onRecent: (paths) => seen.recent.push(paths),
      onUp: (address, isFirst) => seen.up.push({ ...address, isFirst }),
    });
  return { host, engines, seen, time, watch };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const ready = (port: number, token: string): FromEngine => ({ type: 'ready', port, token, node: '20.20.0' });

test('tells followers the address when the engine is ready, also with another port than requested', async () => {
  const { host, engines, seen, watch } = createHost();
  watch();
  await host.start();
  expect(engines[0]!.sent).toEqual([{ type: 'start', port: 4000, windowOrigin: 'app://loopscope', cannotRun: null }]);
  engines[0]!.say(ready(4001, 'a'));
  expect(await host.address()).toEqual({ port: 4001, token: 'a' });
  expect(await host.port()).toBe(4001);
  expect(await host.nodeVersion()).toBe('20.20.0');
  expect(seen.up).toEqual([{ port: 4001, token: 'a', isFirst: true }]);
});

test('replaces a crashed engine on the same port, ends its runs and tells the page', async () => {
  const { host, engines, seen, watch } = createHost();
  watch();
  await host.start();
  engines[0]!.say(ready(4001, 'a'));
  engines[0]!.say({ type: 'runs', running: [{ sessionId: 's', done: 0.5 }] });
  expect(host.running).toHaveLength(1);
  engines[0]!.end('SIGKILL');
  expect(host.running).toEqual([]);
  await settle();
  expect(engines[1]!.sent[0]).toMatchObject({ type: 'start', port: 4001 });
  const asked = host.address();
  engines[1]!.say(ready(4001, 'b'));
  expect(await asked).toEqual({ port: 4001, token: 'b' });
  expect(seen.up.at(-1)).toEqual({ port: 4001, token: 'b', isFirst: false });
});

test('gives up after four crashes in a minute, not with one per hour', async () => {
  const often = createHost();
  await often.host.start();
  for (let death = 0; death < 4; death++) {
    often.engines.at(-1)!.end('code 1');
    await settle();
  }
  expect(often.engines).toHaveLength(4);
  expect(often.seen.givenUp).toEqual(['code 1']);

  const seldom = createHost();
  await seldom.host.start();
  for (let death = 0; death < 8; death++) {
    seldom.time.now += 3_600_000;
    seldom.engines.at(-1)!.end('code 1');
    await settle();
  }
  expect(seldom.seen.givenUp).toEqual([]);
  expect(seldom.engines).toHaveLength(9);
});

test('closing asks the engine to close, waits for it and starts no other', async () => {
  const { host, engines } = createHost();
  await host.start();
  let closed = false;
  const closing = host.close().then(() => {
    closed = true;
  });
  await settle();
  expect(engines[0]!.sent.at(-1)).toEqual({ type: 'close' });
  expect(closed).toBe(false);
  engines[0]!.end('code 0');
  await closing;
  await settle();
  expect(engines).toHaveLength(1);
  expect(engines[0]!.killed).toBe(false);
});

test('ends an engine that becomes ready after closing has begun', async () => {
  const { host, engines } = createHost();
  const starting = host.start();
  await host.close();
  await starting;
  expect(engines[0]!.killed).toBe(true);
  expect(engines[0]!.sent).toEqual([]);
});

test('when the engine crashes before it is ready, waiting requests get the address of the next, which counts as the first', async () => {
  const { host, engines, seen, watch } = createHost();
  watch();
  await host.start();
  const asked = host.address();
  engines[0]!.end('SIGKILL');
  await settle();
  engines[1]!.say(ready(4000, 'b'));
  expect(await asked).toEqual({ port: 4000, token: 'b' });
  expect(seen.up).toEqual([{ port: 4000, token: 'b', isFirst: true }]);
});

test('tells later listeners what happened before', async () => {
  const { host, engines, seen, watch } = createHost();
  await host.start();
  engines[0]!.say(ready(4000, 'a'));
  engines[0]!.say({ type: 'recent', paths: ['/a.loopscope'] });
  engines[0]!.say({ type: 'runs', running: [{ sessionId: 's', done: null }] });
  watch();
  expect(seen.recent).toEqual([['/a.loopscope']]);
  expect(seen.runs).toEqual([[{ sessionId: 's', done: null }]]);
});

test('retries an engine that cannot be launched, and finally reports it', async () => {
  const once = createHost({ cannotLaunch: 1 });
  await once.host.start();
  await settle();
  expect(once.engines).toHaveLength(1);
  expect(once.seen.log.join()).toContain('spawn EINVAL');

  const never = createHost({ cannotLaunch: Number.POSITIVE_INFINITY });
  await never.host.start();
  await settle();
  expect(never.seen.givenUp).toEqual(['Error: spawn EINVAL']);
  await never.host.close();
});

test('ends and replaces an engine that never becomes ready', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { host, engines } = createHost();
  await host.start();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(engines[0]!.killed).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(engines[0]!.killed).toBe(true);
  expect(engines).toHaveLength(2);
  engines[1]!.say(ready(4000, 'b'));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(engines[1]!.killed).toBe(false);
});

test('closing completes even if the engine neither closes nor can be killed', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { host, engines } = createHost({ deaf: true });
  await host.start();
  engines[0]!.say(ready(4000, 'a'));
  let closed = false;
  void host.close().then(() => {
    closed = true;
  });
  await vi.advanceTimersByTimeAsync(14_000);
  expect({ closed, killed: engines[0]!.killed }).toEqual({ closed: false, killed: false });
  await vi.advanceTimersByTimeAsync(4_000);
  expect({ closed, killed: engines[0]!.killed }).toEqual({ closed: true, killed: true });
});
