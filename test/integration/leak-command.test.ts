/** `loopscope leak` on servers that keep memory with each request, and on servers that do not. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { loopscope, scratch } from '../helpers/command.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

/** As few requests as tell it: large things are kept. */
const BRIEF = ['--per-round', '400', '--rest', '2', '--at-most', '10'];

async function search(what: string, bytes: number, ...more: string[]) {
  const { code, stdout, stderr } = await loopscope(
    'leak',
    join(TARGETS_DIR, 'keeps.cjs'),
    ...BRIEF,
    ...more,
    '--json',
    '--',
    what,
    String(bytes),
  );
  const document = JSON.parse(stdout) as ReportDocument;
  return { code, stderr, document, leak: document.leak! };
}

test('a server that keeps objects leaks so many bytes a request, and its session says so again', async () => {
  const file = join(scratch(), 'leak.loopscope');
  const { code, document, leak } = await search('objects', 2_000, '--per-round', '500', '-o', file);
  expect({ code, verdict: leak.verdict, counter: leak.counter, thread: leak.thread }).toEqual({
    ...{ code: 3, verdict: 'leak', counter: 'heap', thread: 0 },
  });
  expect(leak.bytesPerRequest).toBeGreaterThan(2_000);
  expect(leak.bytesPerRequest).toBeLessThan(2_300);
  expect(leak.ci![0]).toBeLessThanOrEqual(leak.bytesPerRequest!);
  const rounds = leak.rounds.filter(({ kind }) => kind !== 'rest');
  expect(rounds.length).toBeGreaterThanOrEqual(11);
  expect(new Set(rounds.map(({ requests, failed }) => `${requests} ${failed}`))).toEqual(new Set(['500 0']));
  expect(leak.rounds.at(-1)!.kind).toBe('rest');
  // What is kept of each request, by what, and where it was allocated.
  expect(leak.notFound).toBeNull();
  const [most] = leak.grown;
  expect(most).toMatchObject({ constructor: 'Array', heldBy: [{ name: 'sessions (Map)', place: 'targets/keeps.cjs:8' }] });
  expect(most!.countPerRequest).toBeCloseTo(1, 1);
  expect(leak.grown.find(({ constructor: of }) => of === 'Ticket')!.countPerRequest).toBeCloseTo(1, 1);
  // V8 counts what it inlines for its caller.
  expect(['Ticket', 'objects', '']).toContain(leak.sites[0]!.function);
  expect(leak.sites[0]!.place).toMatch(/^targets\/keeps\.cjs:\d+$/);
  // Requests of the rounds are among those of the run, and those between snapshots.
  expect(document.runs[0]).toMatchObject({ requests: { failed: 0 }, ending: 'completed' });
  expect(document.runs[0]!.requests!.completed).toBe(500 * rounds.length + 200 + 2 * 500);
  expect(document.answer.map(({ code: of }) => of)).toEqual(['leak']);
  expect(document.answer[0]!.text).toMatch(
    /^Leak: each request leaves 2\.\d+.kB (\([\d.]+.kB to [\d.]+.kB\) )?in the heap\. What grew most: Array[^.]*, kept alive by sessions \(Map\) in targets\/keeps\.cjs:8\. Judged over the [\d,]+ requests between the first and the last judged round and 2 s of rest: a cache/,
  );

  const again = JSON.parse((await loopscope('show', file, '--json')).stdout) as ReportDocument;
  expect(again.leak).toEqual(leak);
  expect(again.answer).toEqual(document.answer);
  const table = (await loopscope('show', file, '--table', 'leak-rounds')).stdout;
  expect(table).toContain('1 (settles)');
  expect((await loopscope('show', file, '--table', 'latency')).stdout).toContain('tables of that alone: leak, leak-grown');
  expect((await loopscope('export', file, '--format', 'markdown', '-o', '-')).stdout).toContain('What was alive after each round');
});

test('a server that keeps much is loaded so little that its heap can be looked into', { tags: ['long'] }, async () => {
  const { leak } = await search('objects', 40_000, '--per-round', '0');
  expect(leak).toMatchObject({ verdict: 'leak', notFound: null });
  expect(leak.grown[0]!.heldBy).toMatchObject([{ name: 'sessions (Map)' }]);
  const rounds = leak.rounds.filter(({ kind }) => kind !== 'rest');
  // Ten million bytes a round.
  for (const { requests } of rounds) expect(requests * leak.bytesPerRequest!).toBeLessThan(12e6);
  expect(rounds[0]!.liveBytes).toBeLessThan(250e6);
});

test('a server that keeps nothing does not, and neither does a cache that is full', { tags: ['long'] }, async () => {
  for (const what of ['nothing', 'cache']) {
    const { code, leak } = await search(what, 2_000, '--per-round', '2000');
    expect({ what, code, verdict: leak.verdict }).toEqual({ what, code: 0, verdict: 'no leak' });
    expect(leak.floorBytes).toBeLessThan(20);
  }
});

test('what is outside of the heap, or in a worker thread, is found there', { tags: ['long'] }, async () => {
  const buffers = await search('buffers', 20_000);
  expect(buffers.leak).toMatchObject({ verdict: 'leak', counter: 'outside', thread: 0 });
  expect(buffers.leak.bytesPerRequest).toBeGreaterThan(19_900);
  expect(buffers.leak.bytesPerRequest).toBeLessThan(21_000);
  const thread = await search('thread', 20_000);
  expect(thread.leak).toMatchObject({ verdict: 'leak', counter: 'heap', thread: expect.any(Number) });
  expect(thread.leak.thread).toBeGreaterThan(0);
  expect(thread.leak.bytesPerRequest).toBeGreaterThan(19_900);
});

test('what is given back in the rest is no leak', { tags: ['long'] }, async () => {
  const { code, leak } = await search('sessions', 10_000, '--rest', '12');
  expect({ code, verdict: leak.verdict, reason: leak.reason }).toEqual({ code: 0, verdict: 'no leak', reason: 'given-back' });
});

test('requests that fail keep it from being told, and what cannot be looked into is refused', { tags: ['long'] }, async () => {
  const { code, leak } = await search('fails', 0, '--per-round', '8000');
  expect({ code, verdict: leak.verdict, reason: leak.reason }).toEqual({ code: 4, verdict: 'cannot tell', reason: 'load-failed' });
  const refused = await loopscope('leak', join(TARGETS_DIR, 'keeps.cjs'), '--arrivals', '10/s for 5s');
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain('rounds of equal numbers of requests');
});

test('a server that takes seconds for each response has failed none when the load of its warm-up ends', { tags: ['long'] }, async () => {
  const { leak, stderr } = await search('slow', 0, '--per-round', '10');
  expect(leak, stderr).toBeDefined();
  expect(leak.rounds.filter(({ kind, failed }) => kind !== 'rest' && failed === 0).length).toBeGreaterThanOrEqual(11);
});

test('a status that the plan expects is no failure', { tags: ['long'] }, async () => {
  const plan = join(scratch(), 'missing.yaml');
  writeFileSync(plan, 'plan: 1\nrequests:\n  - name: missing\n    url: /\n    expect: [404]\n');
  const { code, leak } = await search('missing', 0, '--per-round', '2000', '--plan', plan);
  expect({ code, verdict: leak.verdict }).toEqual({ code: 0, verdict: 'no leak' });
  expect(leak.rounds.every(({ failed }) => failed === 0)).toBe(true);
});

test('a server that cannot be asked is refused before it is loaded', async () => {
  const server = join(scratch(), 'server.py');
  writeFileSync(
    server,
    'import http.server\nhttp.server.HTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler).serve_forever()\n',
  );
  const { code, stderr } = await loopscope('leak', '--command', `python3 ${server}`);
  expect(code).toBe(1);
  expect(stderr).toContain('can be asked to collect its garbage');
});

test('requests that all fail end it at once, and are told by request and status; no table says that nothing went wrong', async () => {
  const server = join(TARGETS_DIR, 'answers-no.cjs');
  const missing = await loopscope('leak', server, '--url', '/no');
  expect(missing.code).toBe(1);
  expect(missing.stderr).toMatch(
    /([\d,]+) of the first \1 requests failed \(\1 with status 404 \(Not Found\)\), so that rounds of equal load cannot be made: nothing was measured\./,
  );
  expect(missing.stderr).toContain('Check the path given as --url, and the method.');
  const plan = join(scratch(), 'plan.yaml');
  writeFileSync(plan, 'plan: 1\nrequests:\n  - { name: home, url: /, weight: 9 }\n  - { name: quote, url: /no }\n');
  const some = await loopscope('leak', server, '--plan', plan);
  expect(some.stderr).toMatch(/requests failed \(“quote”: [\d,]+ with status 404 \(Not Found\)\), so that/);
  const file = /^Session: (.+)$/m.exec(some.stdout)![1]!;
  for (const table of ['errors', 'plan', 'answers', 'latency']) {
    const { stdout } = await loopscope('show', file, '--table', table);
    expect(stdout).toContain('Nothing was measured, so there is no such table.');
    expect(stdout).not.toContain('cover what was recorded until then');
  }
});
