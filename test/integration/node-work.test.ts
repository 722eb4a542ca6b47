/** What requests wait for inside their own process: files, threads, names, connections, timers. The program itself has written down what is true. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type OutgoingWait, UNKNOWN_LINE } from '../../shared/model/waits.ts';
import type { RunRecording } from '../../shared/session/recording.ts';
import { scratch } from '../helpers/command.ts';
import { record } from '../helpers/known-routes.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

const SCRIPT = join(TARGETS_DIR, 'node-work.cjs');
const ROUTES = ['hash', 'file', 'synchronous', 'zip', 'name', 'connection', 'tls', 'timer'];
const PLAN = `plan: 1
requests:
${ROUTES.map((name) => `  - { name: ${name}, url: /${name} }`).join('\n')}
`;
const REQUESTS = 240;

/** Of the requests of a route, each with the waits it had. */
function waitsOf({ served, waits }: RunRecording, route: string): OutgoingWait[][] {
  const of = Array.from({ length: served.rows }, (_, i) => served.row(i)).filter((row) => served.routes[row.route] === `GET /${route}`);
  return of.map(({ pid, request }) => waits.ofRequest(pid, request));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const describe = (waits: readonly OutgoingWait[]): string[] => waits.map(({ kind, to, name }) => `${kind} ${to} ${name}`);

test('what Node does for a request besides JavaScript is a wait of it, and so is the time in line for the one thread of its pool', async () => {
  const log = join(scratch(), 'log.json');
  const { recording } = await record(SCRIPT, PLAN, '-a', String(REQUESTS), '-c', '6', '--env', `LOG=${log}`);
  for (const route of ROUTES) expect(waitsOf(recording, route).length, route).toBeGreaterThan(5);
  for (const waits of waitsOf(recording, 'file')) expect(describe(waits)).toEqual(Array(4).fill('file thread pool file operation'));
  for (const waits of waitsOf(recording, 'synchronous')) expect(waits).toEqual([]);
  for (const waits of waitsOf(recording, 'zip')) for (const one of describe(waits)) expect(one).toBe('threadpool thread pool Zlib');
  for (const waits of waitsOf(recording, 'name')) expect(describe(waits)).toEqual(['dns dns://localhost lookup']);
  for (const waits of waitsOf(recording, 'connection'))
    expect(describe(waits)).toEqual([expect.stringMatching(/^connect tcp:\/\/127\.0\.0\.1:\d+ connect$/)]);
  for (const waits of waitsOf(recording, 'tls')) {
    const to = /^connect tcp:\/\/127\.0\.0\.1:\d+ /.exec(describe(waits)[0]!)![0];
    expect(describe(waits)).toEqual([`${to}connect`, `${to}TLS handshake`]);
    const [tcp, handshake] = waits;
    expect(handshake!.start).toBeGreaterThanOrEqual(tcp!.end - 2);
    // The other end may have seen the connection first.
    expect(handshake!.end - tcp!.start).toBeGreaterThan(28_000);
  }
  for (const waits of waitsOf(recording, 'timer')) {
    expect(describe(waits)).toEqual(['timer timer 30 ms']);
    expect(waits[0]!.end - waits[0]!.start).toBeGreaterThan(28_000);
  }

  const hashes = JSON.parse(readFileSync(log, 'utf8')) as readonly { readonly asked: number; readonly ended: number }[];
  const told = waitsOf(recording, 'hash').flat();
  expect([...new Set(describe(told))]).toEqual(['threadpool thread pool Scrypt']);
  expect(told.length).toBe(hashes.length);
  expect(told.every(({ line }) => line !== UNKNOWN_LINE)).toBe(true);
  // All of it is what the program saw.
  const took = sum(told.map(({ end, start, line }) => end - start + line));
  const truth = sum(hashes.map(({ asked, ended }) => ended - asked));
  expect(Math.abs(took - truth) / truth).toBeLessThan(0.05);
  // With one thread, hashes follow each other; other routes use it for a moment only.
  const byEnd = [...hashes].sort((a, b) => a.ended - b.ended);
  const trueLine = sum(byEnd.map(({ asked }, i) => Math.max(0, (byEnd[i - 1]?.ended ?? 0) - asked)));
  const line = sum(told.map((one) => one.line));
  expect(trueLine).toBeGreaterThan(50_000);
  expect(line).toBeGreaterThan(0.85 * trueLine);
  expect(line).toBeLessThan(1.4 * trueLine);
});
