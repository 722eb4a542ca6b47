/**
 * Servers that misbehave, drawn at random, and what must be said of each of them. The truth is the server's own log: which requests it
 * took and which of them got a whole response (lying-server.cjs).
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeRandom } from '../../shared/base/statistics/random.ts';
import { runCommand } from './run-command.ts';

const SERVER = fileURLToPath(new URL('lying-server.cjs', import.meta.url));

interface Span {
  readonly from: number;
  /** Null: for ever. */
  readonly to: number | null;
}

/** What the server does; times in ms since its first request. */
export interface Lies {
  readonly serviceMs: number;
  readonly hang?: Span;
  readonly reset?: Span;
  readonly slow?: Span;
  readonly slowMs?: number;
  readonly slowRoute?: boolean;
  readonly oneIn?: number;
  readonly halfBodyOneIn?: number;
  readonly crashAt?: number;
  readonly stopAt?: number;
  readonly refusesFrom?: number;
  readonly spin?: { readonly at: number; readonly ms: number };
  readonly restarts?: { readonly pauseMs: number };
  readonly pool?: { readonly slots: number; readonly leaksOneIn?: number };
  readonly sleepsInThread?: boolean;
}

export interface LyingServer {
  readonly seed: number;
  /** What it is about. */
  readonly kind: string;
  readonly lies: Lies;
  /** Flags of the load; a plan's are `--plan` and a file in the folder. */
  readonly load: readonly string[];
  readonly plan: string | null;
  readonly seconds: number;
}

/** Longer than any run. */
const FOR_EVER_MS = 60_000;
const ROUTES = ['/slow', '/a', '/b', '/c', '/d', '/e'];

/** Draws a server and a load. Every kind of lie is as likely, and so is every model of load. */
export function drawLies(seed: number): LyingServer {
  const random = makeRandom(seed);
  const between = (from: number, to: number): number => from + (to - from) * random();
  const whole = (from: number, to: number): number => Math.floor(between(from, to + 1));
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const seconds = pick([2, 2.5, 3]);
  const end = seconds * 1000;
  const serviceMs = pick([1, 3, 8, 20]);
  const moment = (): number => Math.round(between(0.1, 0.9) * end);
  const kinds: Readonly<Record<string, () => Omit<Lies, 'serviceMs'>>> = {
    honest: () => ({}),
    'hangs from a moment on': () => ({ hang: { from: moment(), to: null } }),
    'hangs and recovers': () => {
      const from = Math.round(between(0.1, 0.5) * end);
      return { hang: { from, to: from + Math.round(between(0.1, 0.35) * end) } };
    },
    'never answers one in n': () => ({ oneIn: pick([3, 10, 30, 100, 300]) }),
    'sends half a body, one in n': () => ({ halfBodyOneIn: pick([5, 20, 100]) }),
    'becomes slow': () => ({ slow: { from: moment(), to: null }, slowMs: whole(50, 800) }),
    'resets connections': () => {
      const from = moment();
      return { reset: { from, to: from + whole(50, 500) } };
    },
    crashes: () => ({ crashAt: moment() }),
    'crashes and restarts': () => ({ crashAt: whole(200, 900), restarts: { pauseMs: whole(50, 400) } }),
    'sleeps in a thread': () => ({ sleepsInThread: true }),
    'shares a pool': () => ({ pool: { slots: whole(1, 4) } }),
    'leaks its pool': () => ({ pool: { slots: whole(2, 6), leaksOneIn: pick([20, 100]) } }),
    'spins for a while': () => ({ spin: { at: Math.round(between(0.1, 0.5) * end), ms: whole(100, 700) } }),
    'spins for ever': () => ({ spin: { at: moment(), ms: FOR_EVER_MS } }),
    'is stopped': () => ({ stopAt: moment() }),
    'does not accept any more': () => ({ refusesFrom: moment() }),
    'has one slow route of six': () => ({ slowRoute: true, slowMs: whole(200, 900) }),
  };
  const kind = pick(Object.keys(kinds));
  const lies: Lies = { serviceMs, ...kinds[kind]!() };
  const connections = pick([1, 2, 5, 10, 20, 30]);
  const loads: readonly (() => readonly string[])[] = [
    () => ['-c', String(connections), '-d', String(seconds)],
    () => ['-c', String(connections), '-d', String(seconds), '--no-keepalive'],
    () => ['-c', String(Math.max(connections, 2)), '-d', String(seconds), '-w', '2'],
    () => ['--arrivals', `${pick([10, 40, 100])}/s for ${seconds}s`],
    () => ['--arrivals', `${pick([10, 40, 100])}/s for ${seconds}s`, '--poisson', '--seed', String(seed)],
    () => ['-c', String(connections), '-d', String(seconds), '--client', 'autocannon'],
    () => ['-c', String(connections), '-d', String(seconds), '--timeout', '1'],
  ];
  const isPlanned = kind === 'has one slow route of six' || random() < 0.1;
  const plan = isPlanned ? `plan: 1\nrequests:\n${ROUTES.map((url) => `  - { name: "${url.slice(1)}", url: ${url} }`).join('\n')}\n` : null;
  const load = plan === null ? pick(loads)() : pick(loads.slice(0, 5))();
  return { seed, kind, lies, load, plan, seconds };
}

/** What was seen of one server. Times in ms since its first request; Infinity: never. */
export interface Truth {
  /** Percent of the requests which are old enough that got no whole response: the least that the margins of the end allow. */
  readonly unansweredPercent: number;
  /** Every request that was taken got a whole response, however young. */
  readonly isAllAnswered: boolean;
  readonly taken: number;
  /** No byte of a response was written in the whole last half. */
  readonly isSilentHalf: boolean;
  /** The process did nothing at all from a moment on that is long enough before the end: requests then waited which no log has. */
  readonly isStopped: boolean;
}

interface Taken {
  readonly at: number;
  finished: number;
}

/** Slack of the moments of the log against those of the load. */
const MARGIN_MS = 150;

export function truthOf(log: string, { seconds, lies }: LyingServer): Truth {
  const taken = new Map<string, Taken>();
  const bytes: number[] = [];
  for (const line of log.split('\n')) {
    const [what, id = '', time] = line.split(' ');
    const at = Number(time);
    if (what === 'a') taken.set(id, { at, finished: Number.POSITIVE_INFINITY });
    if (what === 'f') taken.get(id)!.finished = at;
    if (what === 'f' || what === 'b') bytes.push(at);
  }
  const all = [...taken.values()];
  const start = Math.min(...all.map(({ at }) => at));
  const end = start + seconds * 1000;
  const answered = all
    .filter(({ finished }) => Number.isFinite(finished))
    .map(({ at, finished }) => finished - at)
    .sort((a, b) => a - b);
  const p99 = answered[Math.ceil(0.99 * answered.length) - 1] ?? 0;
  const oldEnough = Math.max(seconds < 2 ? seconds * 500 : 1000, 3 * p99);
  const share = (age: number): number => {
    const old = all.filter(({ at }) => at <= end - age);
    return old.length === 0 ? 0 : (100 * old.filter(({ finished }) => !Number.isFinite(finished)).length) / old.length;
  };
  const shares = [share(oldEnough - MARGIN_MS), share(oldEnough), share(oldEnough + MARGIN_MS)];
  const half = start + seconds * 500;
  return {
    unansweredPercent: Math.min(...shares),
    isAllAnswered: answered.length === all.length,
    taken: all.length,
    isSilentHalf: !bytes.some((at) => at > half - MARGIN_MS && at < end),
    isStopped: (stoppedAt(lies) ?? Number.POSITIVE_INFINITY) < end - start - oldEnough - MARGIN_MS,
  };
}

function stoppedAt({ stopAt, spin }: Lies): number | undefined {
  return stopAt ?? (spin !== undefined && spin.ms >= FOR_EVER_MS ? spin.at : undefined);
}

/** What a first sentence that tells of requests without a response. */
const SAYS_SO =
  /no (?:whole )?response|not? answer|unanswered|stopped answering|failed|timed out|refused|reset|closed the connection|exited|ended|crash/i;

export interface Told {
  readonly exitCode: number;
  readonly first: string;
  readonly document: unknown;
}

/** Runs one server under its load. `limit`: with `--fail-if "errors > 1%"`. */
export async function tell(server: LyingServer, limit: boolean): Promise<{ told: Told; truth: Truth }> {
  const folder = mkdtempSync(join(tmpdir(), 'lies-'));
  try {
    const logFile = join(folder, 'log');
    writeFileSync(logFile, '');
    const planFile = join(folder, 'plan.yaml');
    if (server.plan !== null) writeFileSync(planFile, server.plan);
    const args = [
      ...['run', SERVER, ...server.load, '--json', '--wait', '--capture', 'none', '-o', join(folder, 's.loopscope')],
      ...['--env', `LIES=${JSON.stringify(server.lies)}`, '--env', `LOG=${logFile}`],
      ...(server.plan === null ? [] : ['--plan', planFile]),
      ...(limit ? ['--fail-if', 'errors > 1%'] : []),
    ];
    const { exitCode, stdout } = await runCommand(args);
    const document = JSON.parse(stdout) as { answer?: { text: string }[]; failure?: { message: string } | null };
    const first = document.answer?.[0]?.text ?? document.failure?.message ?? '';
    return { told: { exitCode, first, document }, truth: truthOf(readFileSync(logFile, 'utf8'), server) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fewer requests show nothing. */
const ENOUGH = 20;
/** A little more than the limit, as the requests that are counted are not quite the same. */
const CLEARLY_ABOVE_PERCENT = 1.2;

/** What is wrong with what was told, in words; empty: nothing. Between none and a little over 1 % without a response either is right. */
export function faultsOf(server: LyingServer, { exitCode, first }: Told, truth: Truth, limit: boolean): readonly string[] {
  if (truth.taken < ENOUGH) return [];
  const faults: string[] = [];
  const saysSo = SAYS_SO.test(first);
  const expectExit = (...right: number[]): void => {
    if (!right.includes(exitCode)) faults.push(`exit code ${exitCode} in place of ${right.join(' or ')}`);
  };
  // Who is not let in is in no log of the server.
  const mayFailOutside = server.lies.crashAt !== undefined || server.lies.refusesFrom !== undefined || stoppedAt(server.lies) !== undefined;
  if (truth.unansweredPercent > CLEARLY_ABOVE_PERCENT) {
    if (!saysSo) faults.push(`${truth.unansweredPercent.toFixed(1)} % got no response, and the first sentence is: ${first}`);
    if (!limit) expectExit(0, 1);
    else if (truth.isSilentHalf) expectExit(3, 1);
    else expectExit(3);
  } else if (truth.isStopped) {
    if (!saysSo) faults.push(`the server did nothing any more, and the first sentence is: ${first}`);
    if (truth.isSilentHalf) expectExit(3, 1);
  } else if (truth.isAllAnswered && !mayFailOutside) {
    if (saysSo) faults.push(`every request got a response, and the first sentence is: ${first}`);
    expectExit(0);
  }
  return faults;
}

/** The verdicts that call a server which stops answering faster than one which answers every request in twice the time. */
export async function falselyFaster(seed: number): Promise<readonly string[]> {
  const random = makeRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'lies-'));
  try {
    const log = join(folder, 'log');
    const honest: Lies = { serviceMs: 12 };
    const lying: Lies = {
      serviceMs: 6,
      ...(random() < 0.5 ? { hang: { from: Math.round(100 + 300 * random()), to: null } } : { oneIn: 10 + Math.floor(20 * random()) }),
    };
    const { stdout } = await runCommand([
      ...['compare', SERVER, '--pairs', '10', '-d', '1.5', '-c', '10', '--json', '--wait', '--capture', 'none'],
      ...['--env-a', `LIES=${JSON.stringify(honest)}`, '--env-b', `LIES=${JSON.stringify(lying)}`, '--env', `LOG=${log}`],
      ...['-o', join(folder, 's.loopscope')],
    ]);
    const { verdicts } = JSON.parse(stdout) as { verdicts: { metric: string; verdict: string }[] };
    return verdicts.filter(({ verdict }) => verdict === 'faster').map(({ metric }) => `${metric} of ${JSON.stringify(lying)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
