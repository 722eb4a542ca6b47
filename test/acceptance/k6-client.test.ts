/** k6 and our own client on one synchronous worker: the same throughput and the same time from sending. Needs a k6 on PATH. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { loopscope, scratch } from '../helpers/command.ts';

beforeAll(ensureBuilt);

const hasK6 = spawnSync('k6', ['version']).status === 0;

/** Blocks for 20 ms, by the wall clock: it does not matter how many cores there are. */
const SERVER = `require('node:http').createServer((request, response) => {
  const end = process.hrtime.bigint() + 20_000_000n;
  while (process.hrtime.bigint() < end);
  response.end('done');
}).listen(0, '127.0.0.1');
`;

const PAIRS = 10;

test.skipIf(!hasK6).each(['throughput', 'p50'])(
  'the 95 %% interval of the ratio of %s is within 5 %%, of 10 pairs',
  async (question) => {
    const folder = scratch();
    writeFileSync(join(folder, 'server.js'), SERVER);
    const load = ['-c', '4', '-d', '4', '--warmup', '1', '--capture', 'none', '--pairs', String(PAIRS)];
    const clients = ['--client-a', 'loopscope', '--client-b', 'k6', '--question', question];
    const { code, stdout, stderr } = await loopscope('compare', join(folder, 'server.js'), ...load, ...clients, '--json');
    expect(code, stderr).toBe(0);
    const { verdicts } = JSON.parse(stdout) as ReportDocument;
    const [low, high] = verdicts.find(({ metric }) => metric === question)!.ci!;
    expect(low).toBeGreaterThan(-5);
    expect(high).toBeLessThan(5);
  },
  600_000,
);
