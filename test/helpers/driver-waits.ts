/** Real drivers of real databases, clients of a web server, and pools of threads: whose their calls are, and how long they were in line (fixtures/targets/driver-waits.cjs). */
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, type TestContext } from 'vitest';
import type { WaitKind } from '../../shared/model/waits.ts';
import type { Database } from '../setup/databases.mjs';
import { scratch } from './command.ts';
import { needDatabase, type RunningDatabase } from './databases.ts';
import { judgeWaits, type ProgramLog, ROUNDING_US } from './judged-waits.ts';
import { record } from './known-routes.ts';
import { TARGETS_DIR } from './targets.ts';

export interface Driver {
  readonly name: string;
  readonly asks: Database | 'web' | 'threads' | 'mongo';
  /** It has as many connections as it is allowed; otherwise one, or as many as it likes. */
  readonly hasPool: boolean;
  /** How long calls were in line is known; otherwise they may have waited longer, as the driver runs in between what belongs to the request. */
  readonly tellsLine: boolean;
  /** Whose calls were is known of all of them; otherwise of some. */
  readonly tellsOwner: boolean;
}

const POOL = { hasPool: true, tellsLine: true, tellsOwner: true };
const ALONE = { hasPool: false, tellsLine: false, tellsOwner: true };

function named(asks: Driver['asks'], names: readonly string[], facts: Omit<Driver, 'name' | 'asks'>): Driver[] {
  return names.map((name) => ({ name, asks, ...facts }));
}

export const DRIVERS: readonly Driver[] = [
  ...named('postgres', ['pg', 'pg with values', 'pg client', 'pg with TLS', 'knex', 'generic-pool'], POOL),
  // It puts several queries on a connection at once.
  ...named('postgres', ['postgres'], { ...POOL, tellsLine: false }),
  ...named('mariadb', ['mysql2 query', 'mysql2 execute'], POOL),
  ...named('mariadb', ['mariadb'], { ...POOL, tellsLine: false }),
  ...named('redis', ['ioredis', 'redis'], ALONE),
  // What it has put together it resolves in the context of one of the requests, which then is one more that goes on.
  ...named('redis', ['ioredis pipelining'], { ...ALONE, tellsOwner: false }),
  ...named('web', ['http.Agent', 'undici Pool'], POOL),
  ...named('web', ['fetch'], ALONE),
  ...named('mongo', ['mongodb'], POOL),
  ...named('threads', ['pool of threads'], POOL),
  // While it starts its threads, it gives what is in line to one of them in the name of whoever asks next.
  ...named('threads', ['piscina'], { ...POOL, tellsOwner: false }),
  ...named('threads', ['threads', 'comlink'], ALONE),
];

export interface DriverFigures {
  /** Calls that the program made, and those that were recorded. */
  readonly calls: number;
  readonly recorded: number;
  /** By whose it was said to be. */
  readonly right: number;
  readonly wrong: number;
  readonly unknown: number;
  /** Of those of which it is known: how many, and the sums of what was told and of what is true, ms. */
  readonly inLine: { readonly calls: number; readonly told: number; readonly truth: number };
  /** Begun before it was asked for, or ended after the program had its reply; in line for longer than since it was asked for. */
  readonly outOfTime: number;
  readonly tooLong: number;
}

const KINDS: Readonly<Partial<Record<Driver['asks'], WaitKind>>> = { web: 'http', threads: 'worker', mongo: 'socket' };
const REQUESTS = 200;
const CONNECTIONS = 40;
const US_PER_MS = 1_000;
const PLAN = 'plan: 1\nrequests: [{ name: one, url: / }]\n';

export interface DriverFacts {
  /** The folder that they are in. */
  readonly drivers: string;
  /** Of what they ask. */
  readonly port: number;
}

export async function measureDriver(
  { name, asks }: Driver,
  pool: number,
  node: string,
  { drivers, port }: DriverFacts,
): Promise<DriverFigures> {
  const log = join(scratch(), 'log.json');
  const env = { DRIVERS: drivers, DRIVER: name, POOL: String(pool), PORT_OF: String(port), LOG: log };
  const flags = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
  const script = join(TARGETS_DIR, 'driver-waits.cjs');
  const { recording } = await record(script, PLAN, '-a', String(REQUESTS), '-c', String(CONNECTIONS), '--node', node, ...flags);
  const known = JSON.parse(readFileSync(log, 'utf8')) as ProgramLog;
  const kind = KINDS[asks] ?? 'query';
  const judged = judgeWaits(
    recording,
    known,
    name === 'ioredis pipelining' ? 'ECHO' : kind === 'query' || kind === 'http' ? null : '',
  ).filter((one) => one.kind === kind);
  const withLine = judged.filter(({ lineUs }) => lineUs !== null);
  const sumMs = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0) / US_PER_MS;
  return {
    calls: known.calls.length,
    recorded: judged.length,
    right: judged.filter(({ isRight }) => isRight).length,
    wrong: judged.filter(({ isOwnerKnown, isRight }) => isOwnerKnown && !isRight).length,
    unknown: judged.filter(({ isOwnerKnown }) => !isOwnerKnown).length,
    inLine: {
      calls: withLine.length,
      told: sumMs(withLine.map(({ lineUs }) => lineUs!)),
      truth: sumMs(withLine.map(({ trueLineUs }) => trueLineUs)),
    },
    outOfTime: judged.filter(({ isWithin }) => !isWithin).length,
    tooLong: withLine.filter(({ lineUs, trueLineUs }) => lineUs! > trueLineUs + ROUNDING_US).length,
  };
}

export function tellFigures({ calls, recorded, right, wrong, unknown, inLine, outOfTime, tooLong }: DriverFigures): string {
  const line = `line ${inLine.told.toFixed(0)} of ${inLine.truth.toFixed(0)} ms in ${inLine.calls}`;
  return `${right}/${wrong}/${unknown} of ${calls}, ${recorded} recorded, ${outOfTime} out of time; ${line}, ${tooLong} too long`;
}

const REPLIES_AFTER_MS = 5;
const RESPONSE = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

/** What a driver asks. Skips the test where it cannot be had. */
export function startOther(asks: Driver['asks'], context: TestContext, need = needDatabase): Promise<RunningDatabase> {
  // The program starts them itself.
  if (asks === 'threads' || asks === 'mongo') return Promise.resolve({ port: 0, stop: async () => {} });
  return asks === 'web' ? startWeb() : need(asks, context);
}

/** A web server that takes any method, one request at a time on a connection. */
function startWeb(): Promise<RunningDatabase> {
  const server = createServer((socket) => {
    let head = '';
    socket.on('error', () => {});
    socket.setEncoding('latin1').on('data', (text: string) => {
      head += text;
      if (!head.endsWith('\r\n\r\n')) return;
      head = '';
      setTimeout(() => socket.write(RESPONSE), REPLIES_AFTER_MS);
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      const stop = async () => {
        server.close();
      };
      resolve({ port, stop });
    });
  });
}

/** What holds on any machine, however busy. */
export function expectOwners({ tellsOwner }: Driver, { calls, recorded, wrong, unknown, outOfTime, tooLong }: DriverFigures): void {
  expect({ recorded, wrong, outOfTime, tooLong }).toEqual({ recorded: calls, wrong: 0, outOfTime: 0, tooLong: 0 });
  if (tellsOwner) expect(unknown).toBe(0);
  else expect(unknown).toBeLessThan(calls);
}

const PERCENT_OF_LINE = 5;
/** Of each call, where that is more. */
const MS_OF_LINE = 0.3;
/** Calls for which a connection has to be opened first are none of them. */
const WITH_LINE = 0.9;

/** How long calls were in line is known of nearly all of them, and right in sum. */
export function expectLine({ tellsLine }: Driver, { calls, inLine: { calls: known, told, truth } }: DriverFigures): void {
  if (!tellsLine) return;
  expect(known / calls).toBeGreaterThan(WITH_LINE);
  expect(truth - told).toBeLessThanOrEqual(Math.max((truth * PERCENT_OF_LINE) / 100, MS_OF_LINE * known));
}
