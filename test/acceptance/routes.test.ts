/** CPU time by route against servers that count it themselves: each handler reads what its work has used of the CPU. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, type TestContext, test } from 'vitest';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { loopscope, scratch } from '../helpers/command.ts';
import { needFramework } from '../helpers/frameworks.ts';
import { burning, PLAN, ROUTE_OF, record } from '../helpers/known-routes.ts';
import { needNode } from '../helpers/nodes.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';
import { mostAttemptsHold } from '../helpers/two-of-three.ts';
import { WITH_PERMISSIONS } from '../setup/nodes.mjs';

/** Of each share, in percent of it: with so many samples that chance alone is a third of that. */
const WITHIN = 3;
/** What a server does for a request besides is its route's as well, and is not counted by the handlers. */
const POINTS_WITH_THE_REST = 3;
const MOST_UNATTRIBUTED = 0.02;
const LONGER = 20;
/** All of them are answered, so that none is half counted: about 25 seconds of work. */
const REQUESTS = 300;

type Shares = ReadonlyMap<string, number>;

/** By route. */
function sharesOf(all: readonly (readonly [route: string, time: number])[]): Shares {
  const sum = all.reduce((total, [, time]) => total + time, 0);
  return new Map(all.map(([route, time]) => [route, time / sum]));
}

/** What the processes of the server have left. */
function countedIn(folder: string): Shares {
  const left = readdirSync(folder).map((name): Record<string, number> => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  return sharesOf(
    Object.entries(ROUTE_OF).map(([burn, route]) => [route, left.reduce((total, counted) => total + (counted[burn] ?? 0), 0)]),
  );
}

async function expectTruth(script: string, tell: (line: string) => void, ...flags: string[]): Promise<void> {
  const counted = scratch();
  const env = ['--env', `COUNTED=${counted}`, '--env', `LONGER=${LONGER}`];
  const { recording, file } = await record(join(TARGETS_DIR, script), PLAN, '-a', String(REQUESTS), ...env, ...flags);
  const truth = countedIn(counted);
  const samples = burning(recording);
  const found = sharesOf(Object.values(ROUTE_OF).map((route) => [route, samples.filter((one) => one.route === route).length]));
  const shown = JSON.parse((await loopscope('show', file, '--json')).stdout) as ReportDocument;
  const { routes, cpu } = shown.runs[0]!.routes!;
  const { activeMs, outsideMs, unfinishedMs, unknownMs } = cpu!;
  const table = sharesOf(routes.map(({ route, onCpuMs }) => [route, onCpuMs!]));
  const unattributed = (outsideMs + unfinishedMs + unknownMs) / activeMs;
  const percent = (share = Number.NaN) => (100 * share).toFixed(2);
  const told = [...truth].map(
    ([route, share]) => `${route} ${percent(found.get(route))} of ${percent(share)} %, with the rest ${percent(table.get(route))}`,
  );
  tell(`${told.join('; ')}; unattributed ${percent(unattributed)} %`);
  expect([...table.keys()].sort()).toEqual([...truth.keys()].sort());
  for (const [route, share] of truth) {
    expect(100 * Math.abs(found.get(route)! / share - 1), route).toBeLessThan(WITHIN);
    expect(100 * Math.abs(table.get(route)! - share), route).toBeLessThan(POINTS_WITH_THE_REST);
  }
  expect(unattributed).toBeLessThan(MOST_UNATTRIBUTED);
}

/** Under a Node that knows what a single thread has used. */
async function holds(context: TestContext, script: string, ...flags: string[]): Promise<void> {
  const node = needNode(WITH_PERMISSIONS, context);
  const tell = (line: string): void => console.log(`${context.task.name}: ${line}`);
  await mostAttemptsHold(() => expectTruth(script, tell, '--node', node, ...flags), tell);
}

describe('shares of CPU time by route are within 3 % of the truth', () => {
  test('in plain Node', (context) => holds(context, 'known-routes.cjs'));
  test('in a cluster of two', (context) => holds(context, 'known-routes.cjs', '--env', 'CLUSTER=1'));
  test('with Express', (context) => holds(context, 'known-routes-express.cjs'));
  test.for(['fastify', 'nest'] as const)('with %s', (framework, context) =>
    holds(context, `known-routes-${framework}.cjs`, '--env', `FRAMEWORK=${needFramework(framework, context)}`),
  );
});
