/** The highest rate that holds, of servers whose limit is known by construction: found within 15 % below it, never above. */

import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { LimitDocument } from '../../shared/report/limit-document.ts';
import { runJson, scratch } from '../helpers/command.ts';
import { twoOfThree } from '../helpers/two-of-three.ts';

const BUDGET_S = '60';

async function search(code: string, question: string, ...flags: string[]): Promise<LimitDocument> {
  const script = join(scratch(), 'server.js');
  writeFileSync(script, code);
  const { report } = await runJson(script, '--find-limit', question, '--budget', BUDGET_S, ...flags);
  console.log(report.answer.map(({ text }) => text).join(' '));
  return report.limit!;
}

/** Work of so many milliseconds, which `slower` adds to with each request. */
const working = (ms: number, slower = 0): string => `let ms = ${ms};
require('node:http').createServer((request, response) => {
  const end = performance.now() + ms;
  ms += ${slower};
  while (performance.now() < end);
  response.end('ok');
}).listen(0, '127.0.0.1');`;

function expectClose({ held, verdict }: LimitDocument, limit: number): void {
  expect(verdict).toBe('found');
  expect(held!.rate).toBeLessThanOrEqual(limit);
  expect(held!.rate).toBeGreaterThanOrEqual(0.85 * limit);
}

for (const [ms, limit] of [
  [10, 100],
  [25, 40],
] as const)
  twoOfThree(`one thread with ${ms} ms a request holds just below ${limit} a second`, async () => {
    const found = await search(working(ms), 'p90 < 400ms, errors <= 0%');
    expectClose(found, limit);
    expect(found).toMatchObject({ by: 'latency', resource: 'main thread' });
  });

twoOfThree('a pool of two for calls of 50 ms holds just below 40 a second, with an idle main thread', async () => {
  const peer = createServer((_, response) => setTimeout(() => response.end('ok'), 50)).listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => peer.once('listening', resolve));
    const { port } = peer.address() as AddressInfo;
    const found = await search(
      `const http = require('node:http');
const agent = new http.Agent({ keepAlive: true, maxSockets: 2 });
http.createServer((request, response) => {
  http.get({ host: '127.0.0.1', port: ${port}, agent }, (answer) => answer.resume().on('end', () => response.end('ok')));
}).listen(0, '127.0.0.1');`,
      'p90 < 400ms, errors <= 0%',
    );
    expectClose(found, 40);
    expect(found).toMatchObject({ resource: 'pool', gaveWay: { atOnce: 2 } });
  } finally {
    peer.closeAllConnections();
    peer.close();
  }
});

twoOfThree('of a server that gets slower with each request no limit is stated', async () => {
  const found = await search(working(4, 0.004), 'p90 < 100ms');
  expect(found.verdict).toBe('falling');
});

twoOfThree('where the load process is full, that is no limit of the server', async () => {
  // Eight processes, of which each response takes next to nothing.
  const found = await search(
    `const cluster = require('node:cluster');
if (cluster.isPrimary) for (let nth = 0; nth < require('node:os').availableParallelism(); nth++) cluster.fork();
else require('node:http').createServer((request, response) => response.end()).listen(0, '127.0.0.1');`,
    'p50 < 1s, errors <= 0%',
    ...['--capture', 'none'],
  );
  expect(found).toMatchObject({ verdict: 'at-least', by: 'generator', resource: 'load process' });
});
