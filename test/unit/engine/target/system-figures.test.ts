import { closeSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseSwitches, SystemSampler } from '../../../../electron/engine/target/system-figures.ts';
import { computeServerFigures } from '../../../../shared/session/server-figures.ts';
import { ServerSeries } from '../../../../shared/session/server-series.ts';

const onLinux = test.runIf(process.platform === 'linux');

onLinux('files that are opened are counted, and switches from one sample to the next', () => {
  const system = new SystemSampler();
  const first = system.sample(process.pid)!;
  const files = Array.from({ length: 10 }, () => openSync('/dev/null', 'r'));
  const second = system.sample(process.pid)!;
  for (const file of files) closeSync(file);
  expect(second.openFiles - first.openFiles).toBe(10);
  expect(second.openFilesLimit).toBeGreaterThan(second.openFiles);
  expect(first.threads).toBeGreaterThan(1);
  expect([first.voluntarySwitches, first.involuntarySwitches]).toEqual([Number.NaN, Number.NaN]);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  expect(system.sample(process.pid)!.voluntarySwitches).toBeGreaterThan(0);
});

test('nothing is known of a process that is not there', () => {
  expect(new SystemSampler().sample(2 ** 22 + 1)).toBeNull();
});

test('switches of a thread, as the kernel writes them', () => {
  expect(parseSwitches('Name:\tnode\nvoluntary_ctxt_switches:\t12\nnonvoluntary_ctxt_switches:\t3\n')).toEqual({
    voluntary: 12,
    involuntary: 3,
  });
  expect(parseSwitches('Name:\tnode\n')).toBeNull();
});

const SAMPLE = { pid: 7, cpuPercent: 1, rss: 1, heapUsed: Number.NaN, elu: Number.NaN, loopStall: Number.NaN, gcCount: 0, gcTime: 0 };
const PROCESS = { pid: 7, parentPid: 1, role: 'child', title: 'gunicorn', node: '', member: 'app' } as const;

test('of a process: most threads and files, its limit, and switches each second', () => {
  const series = new ServerSeries();
  const counted = { threads: 1, openFiles: 5, openFilesLimit: 1_024 };
  series.push({ ...SAMPLE, ...counted, at: 1e6, voluntarySwitches: Number.NaN, involuntarySwitches: Number.NaN });
  series.push({ ...SAMPLE, ...counted, at: 1.5e6, voluntarySwitches: 10, involuntarySwitches: 0 });
  series.push({ ...SAMPLE, ...counted, at: 3e6, threads: 4, openFiles: 9, voluntarySwitches: 30, involuntarySwitches: 2 });
  expect(computeServerFigures(series, [PROCESS], 0, 4e6, true)).toMatchObject([
    {
      pid: 7,
      member: 'app',
      system: { threads: { max: 4 }, openFiles: { max: 9, limit: 1_024 }, switchesPerSecond: { voluntary: 20, involuntary: 1 } },
    },
  ]);
});

test('recorded without them: not known', () => {
  const series = new ServerSeries();
  series.push({ ...SAMPLE, at: 1e6 });
  expect(computeServerFigures(series, [PROCESS], 0, 4e6, true)[0]!.system).toBeNull();
  expect(series.knowsSystem).toBe(false);
});
