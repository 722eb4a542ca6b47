/** `loopscope probe` on services with hidden parameters. A busy machine may keep it from an answer; a wrong one is never given. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { ProbeReport } from '../../shared/model/probe.ts';
import { loopscope, loopscopeHere } from '../helpers/command.ts';

const SERVICE_MS = 60;

/** Works on `slots` requests at once; `/light` is answered at once. */
async function startService(slots: number): Promise<string> {
  const waiting: (() => void)[] = [];
  let busy = 0;
  const next = (): void => {
    if (busy >= slots || waiting.length === 0) return;
    busy++;
    waiting.shift()!();
    next();
  };
  const server: Server = createServer((request, response) => {
    if (request.url === '/light') return response.end('light');
    waiting.push(() =>
      setTimeout(() => {
        busy--;
        response.end('done');
        next();
      }, SERVICE_MS),
    );
    next();
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function probe(...args: string[]) {
  const { code, stdout, stderr } = await loopscope('probe', ...args, '--json');
  const document = JSON.parse(stdout) as {
    readonly failure: { readonly code: string } | null;
    readonly probe: ProbeReport;
    readonly answer: { readonly text: string }[];
  };
  return { code, printed: stdout + stderr, ...document };
}

const worksOn = (slots: number) => async () => {
  const url = await startService(slots);
  const { code, probe: found, answer, printed } = await probe(`${url}/?key=hush`, '--light-url', '/light', '--budget', '12', '--max', '6');
  expect(code).toBe(0);
  expect(found.url).toBe(`${url}/?key=(not saved)`);
  expect(printed).not.toContain('hush');
  expect([slots, null]).toContain(found.workers);
  expect([false, null]).toContain(found.synchronous);
  expect(found.serviceMs).toBeGreaterThanOrEqual(SERVICE_MS - 2);
  expect(found.steps[0]!.connections).toBe(2);
  const { held, broke } = found.arrivals ?? { held: null, broke: null };
  if (held !== null && broke !== null) expect(held).toBeLessThan(broke);
  if (found.workers !== null) expect(answer[0]!.text).toMatch(slots === 1 ? /one request at a time/ : /3 requests at once/);
};

test('a service that works on 1 at once', { tags: ['long'] }, worksOn(1));
test('a service that works on 3 at once; a query is in no output', worksOn(3));

test('without a limit none is told', { tags: ['long'] }, async () => {
  const { probe: found } = await probe(await startService(1_000), '--max', '4', '--budget', '10');
  expect(found.workers).toBeNull();
  expect(found.reason).toMatch(/^not-/);
  expect(found.levels.map(({ connections }) => connections)).toEqual([1, 2, 3, 4]);
});

test('where the time runs out it is said what was not tried, and what to do', async () => {
  const url = await startService(3);
  const { probe: found, answer } = await probe(url, '--light-url', '/light', '--budget', '1');
  expect(found.light).toBeNull();
  expect(found.untried?.map(({ part, reason }) => [part, reason])).toEqual(
    expect.arrayContaining(['light', 'rates', 'ramp'].map((part) => [part, 'budget'])),
  );
  expect(answer.map(({ text }) => text)).toContainEqual(
    expect.stringMatching(
      /^Not tried, .* for lack of time: .*the other route \(--light-url\), arrival rates, a rising rate\. Allow more \(--budget\)\.$/,
    ),
  );
});

test.each([
  ['another machine', 'http://192.0.2.1/', '192.0.2.1'],
  ['nothing there', 'http://127.0.0.1:1/', 'responded to a single request'],
  ['no URL', 'http://', 'is not a URL'],
  ['another protocol', 'ftp://127.0.0.1/', 'http and https'],
])('refused: %s', async (_, url, told) => {
  expect(await loopscopeHere('probe', url, '--budget', '10')).toMatchObject({ code: 1, stderr: expect.stringContaining(told) });
});
