/** Which functions allocate, of real servers whose truth is known. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { loopscope, runJson, scratch } from '../helpers/command.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

const SITES = join(TARGETS_DIR, 'allocates-at-sites.cjs');

/** As `--json` has it. */
type Worded = Extract<ReportDocument['runs'][number], { readonly load: object }>;

async function sampled(requests: number, ...flags: readonly string[]) {
  const { code, report } = await runJson(SITES, '-c', '10', '-a', String(requests), ...flags);
  expect(code).toBe(0);
  const run = report.runs[0]! as Worded;
  const heap = run.heap!;
  const of = (name: string) => heap.heavy.find((row) => row.function === name);
  return { run, heap, of, codes: report.answer.map((sentence) => sentence.code) };
}

test.each(['main', 'worker'])(
  'functions of a %s thread have their shares of what is allocated, where V8 inlines nothing',
  async (where) => {
    const { run, heap, of, codes } = await sampled(4_000, '--capture', 'heap', '--no-inlining', '--env', `WHERE=${where}`);
    // 90 kB a request at 128 kB a sample: 2,500 samples, which are good for 2 points.
    const sites = ['first', 'second', 'third'].map((name) => of(name)!.selfBytes);
    const all = sites.reduce((sum, bytes) => sum + bytes, 0);
    const shares = sites.map((bytes) => (100 * bytes) / all);
    for (const [nth, expected] of [45, 35, 20].entries()) expect(Math.abs(shares[nth]! - expected)).toBeLessThan(3);
    // Both ways of counting agree.
    const perRequest = heap.allocatedBytes! / run.requests.completed!;
    expect(Math.abs(perRequest / run.memory!.allocatedPerRequestBytes! - 1)).toBeLessThan(0.15);
    expect(heap).toMatchObject({ of: 'allocated', isInlined: false, liveBytes: null });
    expect(codes).toContain('allocates');
    const threads = run.profile!.threads.filter(({ weight = 0 }) => weight > all / 2);
    expect(threads.map(({ thread }) => thread)).toEqual([where === 'main' ? 0 : expect.any(Number)]);
  },
);

test('only what is alive at the end is told where that is asked for', async () => {
  const { run, heap, of } = await sampled(4_000, '--capture', 'heap', '--alive', '--sample-bytes', '16384', '--no-inlining');
  expect(heap).toMatchObject({ of: 'alive', allocatedBytes: null });
  expect(of('remember')!.selfPercent).toBeGreaterThan(70);
  expect(of('first')?.selfBytes ?? 0).toBeLessThan(0.05 * heap.liveBytes!);
  const perRequest = heap.liveBytes! / run.requests.completed!;
  expect(perRequest).toBeGreaterThan(800);
  expect(perRequest).toBeLessThan(1_600);
});

test('beside the CPU profile allocations are a profile of their own, which is shown where it is asked for', async () => {
  const file = join(scratch(), 'both.loopscope');
  const { run, heap } = await sampled(2_000, '--capture', 'cpu,heap', '-o', file);
  expect(run.profile).toMatchObject({ unit: 'microseconds' });
  expect(heap.allocatedBytes! / run.requests.completed!).toBeGreaterThan(60_000);
  const { stdout } = await loopscope('show', file, '--profile', 'allocated', '--json');
  const shown = JSON.parse(stdout).runs[0];
  expect(shown.profile).toMatchObject({ unit: 'bytes', ofHeap: { of: 'allocated', isInlined: true } });
  expect(shown.profile.weight).toBeCloseTo(heap.allocatedBytes!, 0);
  const ofRoute = await loopscope('show', file, '--profile', 'allocated', '--route', 'GET /', '--table', 'heavy');
  expect(ofRoute.code).not.toBe(0);
  expect(ofRoute.stderr).toContain('Allocations are not told apart by requests');
  const other = await loopscope('show', file, '--profile', 'alive', '--table', 'heavy');
  expect(other.code).toBe(1);
  expect(other.stderr).toContain('There is no profile “alive” in this run.');
});

test('a window has what was allocated in it', async () => {
  const file = join(scratch(), 'window.loopscope');
  const { code, report } = await runJson(SITES, '-c', '10', '-d', '3', '--capture', 'heap', '-o', file);
  expect(code).toBe(0);
  const whole = (report.runs[0]! as Worded).heap!;
  const parts = await Promise.all(
    [
      ['0', '1'],
      ['1', '3'],
    ].map(async ([from, to]) => {
      const { stdout } = await loopscope('show', file, '--from', from!, '--to', to!, '--json');
      return JSON.parse(stdout).runs[0].heap;
    }),
  );
  expect(parts[0].samples).toBeGreaterThan(0);
  expect(parts[0].samples + parts[1].samples).toBe(whole.samples);
});

test('two variants have the bytes per request by which each function differs', async () => {
  const file = join(scratch(), 'two.loopscope');
  const flags = [
    '--one-look',
    '-c',
    '10',
    '-a',
    '3000',
    '--capture',
    'heap',
    '--sample-bytes',
    '16384',
    '--no-inlining',
    '--env-b',
    'FIRST=900',
  ];
  const { code } = await loopscope('compare', SITES, ...flags, '-o', file);
  expect(code).toBe(0);
  const { stdout } = await loopscope('show', file, '--table', 'difference', '--format', 'tsv');
  const [head, ...rows] = stdout.split('\n').map((line) => line.split('\t'));
  expect(head!.slice(1, 4)).toEqual(['Self A, bytes', 'Self B, bytes', 'Difference, bytes']);
  const differenceOf = (name: string) =>
    Number(
      rows
        .find(([called]) => called === name)![3]!
        .replace('−', '-')
        .replace(/[,()]/g, ''),
    );
  // 450 objects of 80 bytes, and their places in a list that grows by half when it is full.
  expect(rows[0]![0]).toBe('first');
  expect(differenceOf('first')).toBeGreaterThan(36_000);
  expect(differenceOf('first')).toBeLessThan(60_000);
  // Nearly 5,000 samples of each: 6 % is four times what chance makes of them.
  expect(Math.abs(differenceOf('second'))).toBeLessThan(2_500);
  const report = join(scratch(), 'two.html');
  expect((await loopscope('export', file, '-o', report)).code).toBe(0);
  const written = readFileSync(report, 'utf8');
  expect(written).toContain('the server of A allocated');
  expect(written).toContain('Allocations: difference flame graph of B against A');
  // What each allocates is its own, and nothing was inlined.
  expect(written).not.toContain('V8 counts what a function allocates for the one');
});

test('a comparison refuses what depends on the number of requests, and a profile of CPU time beside one of bytes', async () => {
  const { code, stderr } = await loopscope('compare', SITES, SITES, '-a', '100', '--capture', 'heap', '--alive');
  expect(code).toBe(1);
  expect(stderr).toContain('depends on how many requests it had');
  const files = ['cpu', 'heap'].map((capture) => ({ capture, file: join(scratch(), `${capture}.loopscope`) }));
  for (const { capture, file } of files) await runJson(SITES, '-c', '10', '-a', '1000', '--capture', capture, '-o', file);
  const both = join(scratch(), 'unlike.loopscope');
  await loopscope('compare', files[0]!.file, files[1]!.file, '-o', both);
  const table = await loopscope('show', both, '--table', 'difference');
  expect(table.stdout).not.toContain('Self A');
});
