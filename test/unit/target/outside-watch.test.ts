import { expect, test } from 'vitest';
import { readProcess } from '../../../electron/engine/agent/processes.ts';
import { parseInnermost } from '../../../electron/engine/target/agent-process.ts';
import { OutsideWatch } from '../../../electron/engine/target/outside-watch.ts';
import type { ServerSample } from '../../../shared/model/run.ts';
import { until } from '../../helpers/targets.ts';

test('a process whose agent sends no figures is watched from outside, and not called one without an agent', async () => {
  const samples: ServerSample[] = [];
  const unobserved: number[] = [];
  const watch = new OutsideWatch(
    { look: () => [readProcess(process.pid)!] },
    {
      mainPid: process.pid,
      expectsAgent: () => true,
      settleMs: 0,
      hasAgent: () => true,
      hasReported: () => true,
      reports: () => false,
      isServing: () => true,
      wantsPorts: () => false,
      isDeserted: () => false,
    },
    {
      onUnobserved: ({ pid }) => unobserved.push(pid),
      onEnded: () => {},
      onSample: (sample) => samples.push(sample),
      onPort: () => {},
      onThreads: () => {},
    },
  );
  await until(() => samples.length > 0, 'there are figures of it');
  watch.stop();
  expect(samples[0]).toMatchObject({ pid: process.pid, elu: Number.NaN });
  expect(samples[0]!.rss).toBeGreaterThan(1e6);
  expect(unobserved).toEqual([]);
});

test('a process whose agent has gone is read on from outside, and is not one that had none', async () => {
  const unobserved: number[] = [];
  const read: number[] = [];
  const watch = new OutsideWatch(
    { look: () => [readProcess(process.pid)!] },
    {
      mainPid: 1,
      expectsAgent: () => false,
      settleMs: 0,
      hasAgent: () => false,
      hasReported: () => true,
      reports: () => false,
      isServing: () => true,
      wantsPorts: () => false,
      isDeserted: () => false,
    },
    {
      onUnobserved: ({ pid }) => unobserved.push(pid),
      onEnded: () => {},
      onSample: () => {},
      onPort: () => {},
      onThreads: ({ pid }) => read.push(pid),
    },
  );
  await until(() => read.length > 0, 'its threads are read');
  watch.stop();
  expect(unobserved).toEqual([]);
});

test('the number that a process has in its own namespace is the last of those that Linux lists', () => {
  expect(parseInnermost('Name:\tnode\nNSpid:\t6555\t1\nNSpgid:\t6555\t0\n')).toBe(1);
  expect(parseInnermost('Name:\tnode\nNSpid:\t77\n')).toBe(77);
  expect(parseInnermost('Name:\tnode\n')).toBeNull();
});
