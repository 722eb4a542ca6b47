/** Where the time of each route goes, of a program whose routes wait or work as they are built to. It has written down how long its calls waited. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasLoad, type Report, type RouteFigures } from '../../shared/model/report.ts';
import { loopscope, scratch } from '../helpers/command.ts';
import { record } from '../helpers/known-routes.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

const SCRIPT = join(TARGETS_DIR, 'parts-of-routes.cjs');
const PLAN = `plan: 1
requests:
  - { name: asks, url: /asks, weight: 6 }
  - { name: sleeps, url: /sleeps, weight: 2 }
  - { name: works, url: /works, weight: 2 }
`;
const REQUESTS = 400;

type Log = readonly { readonly lineMs: number; readonly progressMs: number }[];

function shareOf({ parts, serverMs }: RouteFigures, name: string): number {
  const ms = parts!.filter(({ part }) => part === name).reduce((sum, { meanMs }) => sum + meanMs, 0);
  return ms / serverMs!.mean;
}

test('the time of each route goes where the program spends it, and the parts add up to it', async () => {
  const log = join(scratch(), 'log.json');
  const { file } = await record(SCRIPT, PLAN, '-c', '12', '-a', String(REQUESTS), '--env', `LOG=${log}`);
  const { runs } = JSON.parse((await loopscope('show', file, '--json')).stdout) as Report;
  const { routes, callsKnownPercent } = runs.find(hasLoad)!.routes!;
  expect(callsKnownPercent).toBeGreaterThan(95);
  const [asks, sleeps, works] = ['asks', 'sleeps', 'works'].map((name) => routes.find(({ route }) => route === `GET /${name}`)!);
  for (const { parts, serverMs } of [asks!, sleeps!, works!])
    expect(parts!.reduce((sum, { meanMs }) => sum + meanMs, 0)).toBeCloseTo(serverMs!.mean, 6);

  const calls = JSON.parse(readFileSync(log, 'utf8')) as Log;
  const meanOf = (key: keyof Log[number]): number => calls.reduce((sum, one) => sum + one[key], 0) / calls.length;
  const [inLine, inProgress] = [meanOf('lineMs'), meanOf('progressMs')];
  // Eight of twelve wait for the four.
  expect(inLine).toBeGreaterThan(20);
  const upstream = asks!.parts!.filter(({ to }) => to !== null);
  expect(upstream).toMatchObject([
    { part: 'inLine', kind: 'http', to: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) },
    { part: 'inProgress', kind: 'http', to: upstream[0]!.to },
  ]);
  expect(Math.abs(upstream[0]!.meanMs / inLine - 1)).toBeLessThan(0.1);
  expect(Math.abs(upstream[1]!.meanMs / inProgress - 1)).toBeLessThan(0.1);
  expect(asks!.waitsMs!.mean).toBeGreaterThanOrEqual(upstream[0]!.meanMs + upstream[1]!.meanMs);
  expect(Math.abs(asks!.waitsMs!.mean / (inLine + inProgress) - 1)).toBeLessThan(0.1);

  expect(shareOf(works!, 'work')).toBeGreaterThan(0.8);
  expect(shareOf(sleeps!, 'work')).toBeLessThan(0.1);
  expect(sleeps!.parts!.filter(({ to }) => to !== null)).toMatchObject([{ part: 'inProgress', kind: 'timer' }]);
  expect(shareOf(sleeps!, 'inProgress')).toBeGreaterThan(0.9);
  expect(works).toMatchObject({ waitsMs: { max: 0 } });
});
