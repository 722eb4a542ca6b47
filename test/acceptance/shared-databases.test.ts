/**
 * Work on connections to real databases: whose it is. The truth is what an exchange of each route takes when nothing else is done, times its requests;
 * what each route does itself is the same for all.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, type TestContext, test } from 'vitest';
import { needDatabase, type RunningDatabase } from '../helpers/databases.ts';
import { needFramework } from '../helpers/frameworks.ts';
import { record } from '../helpers/known-routes.ts';
import { needNode } from '../helpers/nodes.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';
import { mostAttemptsHold } from '../helpers/two-of-three.ts';
import type { Database } from '../setup/databases.mjs';
import { TARGET_MAJORS } from '../setup/nodes.mjs';

const SCRIPT = join(TARGETS_DIR, 'database-routes.cjs');
const ROWS = [300, 750, 3_000] as const;
const WEIGHTS = [3, 2, 1] as const;
const PLAN = `plan: 1
requests:
${ROWS.map((rows, i) => `  - { name: r${rows}, url: /r${rows}, weight: ${WEIGHTS[i]} }`).join('\n')}
`;
const REQUESTS = 1_200;
const POINTS_OF_SHARED = 10;
const POINTS_OF_OWN = 3;

const DRIVERS = [
  { driver: 'pg', database: 'postgres', styles: ['promise', 'callback'] },
  { driver: 'mysql2', database: 'mariadb', styles: ['promise', 'callback'] },
  { driver: 'ioredis', database: 'redis', styles: ['promise'] },
  { driver: 'redis', database: 'redis', styles: ['promise'] },
] as const satisfies readonly { driver: string; database: Database; styles: readonly string[] }[];

describe.each(DRIVERS)(
  'work on connections of $driver is shared, and who asked for it is told within 10 points, or not told',
  ({ driver, database, styles }) => {
    let running: RunningDatabase | undefined;
    let env: Record<string, string> = {};

    async function begin(context: TestContext): Promise<void> {
      if (running !== undefined) return;
      const DRIVERS = needFramework('drivers', context);
      running = await needDatabase(database, context);
      env = { DRIVERS, DRIVER: driver, DATABASE: String(running.port) };
      expect(alone(process.execPath, { ...env, FILL: '1' }).status).toBe(0);
    }
    afterAll(() => running?.stop());

    const cases = TARGET_MAJORS.flatMap((major) =>
      styles.flatMap((style) => (['request', 'before'] as const).map((open) => [major, style, open] as const)),
    );
    test.for(cases)('Node %j', async ([major, style, open], context) => {
      await begin(context);
      const node = needNode(major, context);
      const tell = (line: string): void => console.log(`${driver}, ${context.task.name}: ${line}`);
      await mostAttemptsHold(() => expectTruth(node, { ...env, STYLE: style, OPEN: open }, tell), tell);
    });
  },
);

function alone(node: string, env: Record<string, string>): { status: number | null; stdout: string } {
  return spawnSync(node, [SCRIPT], { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8', timeout: 120_000 });
}

async function expectTruth(node: string, env: Record<string, string>, tell: (line: string) => void): Promise<void> {
  const costs = JSON.parse(alone(node, { ...env, ALONE: '1' }).stdout) as Record<string, number>;
  const flags = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const { recording } = await record(SCRIPT, PLAN, '-a', String(REQUESTS), '-c', '5', '--node', node, ...flags);
  const { routes, shared, afterResponseMs } = recording.routes(null)!;
  const routeOf = (rows: number) => routes.find(({ route }) => route === `GET /r${rows}`)!;
  // In the style of callbacks the continuation, half a millisecond, is in the callback of the connection.
  const own = env.STYLE === 'callback' ? 500 : 0;
  const truth = sharesOf(ROWS.map((rows) => (costs[rows]! + own) * routeOf(rows).requests));
  const pool = shared!.find(({ name }) => name === `TCP 127.0.0.1:${env.DATABASE}`)!;
  const asked = ROWS.map((rows) => pool.askedBy?.[`GET /r${rows}`] ?? 0);
  const requests = sharesOf(ROWS.map((rows) => routeOf(rows).requests));
  const done = sharesOf(ROWS.map((rows) => routeOf(rows).requests * routeOf(rows).cpuMs!.mean));
  const list = (shares: readonly number[]) => shares.map((share) => share.toFixed(1)).join(' / ');
  tell(
    `asked ${list(asked)} of ${list(truth)}; own ${list(done)} of ${list(requests)}; shared ${Math.round(pool.ms)} ms, after ${Math.round(afterResponseMs!)} ms`,
  );
  // On one connection that pipelines it is often not known, and then not told.
  if (env.DRIVER !== 'redis') expect(pool.askedBy).not.toBeNull();
  for (const [i, rows] of ROWS.entries()) {
    if (pool.askedBy !== null) expect(Math.abs(asked[i]! - truth[i]!), `shared, ${rows} rows`).toBeLessThanOrEqual(POINTS_OF_SHARED);
    if (env.STYLE !== 'callback') expect(Math.abs(done[i]! - requests[i]!), `own, ${rows} rows`).toBeLessThanOrEqual(POINTS_OF_OWN);
  }
}

function sharesOf(values: readonly number[]): number[] {
  const all = values.reduce((sum, value) => sum + value, 0);
  return values.map((value) => (100 * value) / all);
}
