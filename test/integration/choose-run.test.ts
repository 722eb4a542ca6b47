/** Every profile of a comparison and of a cluster can be reached from the command line, and none is left out silently. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { loopscope, scratch } from '../helpers/command.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

interface Speedscope {
  profiles: { name: string }[];
}

test('of a cluster, a .cpuprofile export needs the process to be named; a speedscope export contains all of them', {
  tags: ['long'],
}, async () => {
  const folder = scratch();
  const file = join(folder, 'cluster.loopscope');
  expect((await loopscope('run', join(TARGETS_DIR, 'cluster.cjs'), '-c', '2', '-d', '1', '-o', file)).code).toBe(0);
  const to = (name: string): string[] => ['-o', join(folder, name)];

  const refused = await loopscope('export', file, '--format', 'cpuprofile', ...to('refused'));
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  const offered = [...refused.stderr.matchAll(/(\d+) \((main|cluster worker) cluster\.cjs, [\d,]+ samples\)/g)];
  expect(offered.map(([, , role]) => role).sort()).toEqual(['cluster worker', 'cluster worker', 'main']);
  expect(refused.stderr).toContain('--process');

  const worker = offered.find(([, , role]) => role === 'cluster worker')![1]!;
  // Each has a thread of its own beside its main one.
  const ofWorker = ['export', file, '--format', 'cpuprofile', '--process', worker];
  expect(await loopscope(...ofWorker, ...to('two'))).toMatchObject({ code: 1, stderr: expect.stringContaining('--thread') });
  expect(await loopscope(...ofWorker, '--thread', '0', ...to('one'))).toMatchObject({ code: 0 });
  const wrong = await loopscope('export', file, '--format', 'cpuprofile', '--process', '1', ...to('none'));
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining(worker) });
  const all = JSON.parse((await loopscope('export', file, '--format', 'speedscope', '-o', '-')).stdout) as Speedscope;
  expect(all.profiles).toHaveLength(5);

  const shown = JSON.parse((await loopscope('show', file, '--process', worker, '--json')).stdout) as ReportDocument;
  expect(shown.runs[0]!.server.map(({ pid }) => String(pid))).toEqual([worker]);
  const every = JSON.parse((await loopscope('show', file, '--json')).stdout) as ReportDocument;
  expect(shown.runs[0]!.profile!.samples).toBeLessThan(every.runs[0]!.profile!.samples);
  // Responses come from all processes, so the answer is not that of one.
  expect(shown.answer).toEqual(every.answer);
  const ofOne = (await loopscope('show', file, '--process', worker)).stdout;
  expect(ofOne.split('\n\n')[0]).toBe(`Whole run: ${(await loopscope('show', file)).stdout.split('\n\n')[0]}`);

  expect(await loopscope('show', file, '--run', '1')).toMatchObject({ code: 1, stderr: expect.stringContaining('a single run') });
  expect(await loopscope('show', file, '--from', '9', '--to', '12')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/--from is after the end of the run, which took 1\.\d s/),
  });
});

test('shows and exports the profile of each variant and each run of a comparison', { tags: ['long'] }, async () => {
  const file = join(scratch(), 'comparison.loopscope');
  const variants = ['--env-a', 'A=1', '--env-b', 'A=2'];
  // Its own functions are in each profile, however few requests there are.
  const script = join(TARGETS_DIR, 'busy.cjs');
  expect((await loopscope('compare', script, ...variants, '-c', '1', '-a', '200', '--pairs', '1', '-o', file)).code).toBe(0);

  const heavy = await loopscope('show', file, '--table', 'heavy');
  expect(heavy.stdout.match(/Self, .* Function/g)).toHaveLength(2);
  expect(heavy.stdout).toMatch(/^Run \d of 4: A .*, with a profile, not part of the verdict\n/);
  for (const [table, begins] of [
    ['own', 'Functions of your own'],
    ['packages', 'No package that is installed'],
  ] as const) {
    const { stdout } = await loopscope('show', file, '--table', table);
    expect(stdout.match(new RegExp(`^Run \\d of 4: [AB] .*, with a profile, not part of the verdict\n${begins}`, 'gm'))).toHaveLength(2);
  }

  const ofB = await loopscope('show', file, '--variant', 'b', '--json');
  expect((JSON.parse(ofB.stdout) as ReportDocument).runs).toMatchObject([{ variant: 'B', profile: { samples: expect.any(Number) } }]);
  expect(ofB.stderr).toMatch(/^Run \d of 4: B /);
  const first = await loopscope('show', file, '--run', '1', '--table', 'latency');
  expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('n 200, ') });

  const whole = await loopscope('export', file, '--format', 'cpuprofile', '-o', '-');
  expect(whole).toMatchObject({ code: 1, stderr: expect.stringContaining('--variant A') });
  const exported = await loopscope('export', file, '--format', 'cpuprofile', '--variant', 'A', '-o', '-');
  expect(JSON.parse(exported.stdout)).toMatchObject({ nodes: expect.any(Array), samples: expect.any(Array) });
  for (const wrong of [
    ['--run', '9'],
    ['--variant', 'C'],
  ])
    expect(await loopscope('export', file, '--format', 'html', ...wrong, '-o', '-')).toMatchObject({ code: 1, stdout: '' });
});
