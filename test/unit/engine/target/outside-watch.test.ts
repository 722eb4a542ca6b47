import { expect, test } from 'vitest';
import { readProcess } from '../../../../electron/engine/agent/processes.ts';
import { parseInnermost } from '../../../../electron/engine/target/agent-process.ts';
import { type OutsideEvents, type OutsideOptions, OutsideWatch } from '../../../../electron/engine/target/outside-watch.ts';
import type { ServerSample } from '../../../../shared/model/run.ts';
import { until } from '../../../helpers/targets.ts';

/** Watches this process, of which an agent has reported, until `isSeen`. Returns the processes that were said to have none. */
async function watchThis(options: Partial<OutsideOptions>, events: Partial<OutsideEvents>, isSeen: () => boolean): Promise<number[]> {
  const unobserved: number[] = [];
  const never = () => false;
  const watch = new OutsideWatch(
    { look: () => [readProcess(process.pid)!] },
    {
      ...{ mainPid: 1, settleMs: 0, expectsAgent: never, hasAgent: never, reports: never, wantsPorts: never, isDeserted: never },
      ...{ hasReported: () => true, isServing: () => true },
      ...options,
    },
    { onUnobserved: ({ pid }) => unobserved.push(pid), onEnded() {}, onSample() {}, onPort() {}, onThreads() {}, ...events },
  );
  await until(isSeen, 'it is seen');
  watch.stop();
  return unobserved;
}

test('a process whose agent sends no figures is watched from outside, and not called one without an agent', async () => {
  const samples: ServerSample[] = [];
  const itself = { mainPid: process.pid, expectsAgent: () => true, hasAgent: () => true };
  const unobserved = await watchThis(itself, { onSample: (sample) => samples.push(sample) }, () => samples.length > 0);
  expect(samples[0]).toMatchObject({ pid: process.pid, elu: Number.NaN });
  expect(samples[0]!.rss).toBeGreaterThan(1e6);
  expect(unobserved).toEqual([]);
});

test('a process whose agent has gone is read on from outside, and is not one that had none', async () => {
  const read: number[] = [];
  expect(await watchThis({}, { onThreads: ({ pid }) => read.push(pid) }, () => read.length > 0)).toEqual([]);
});

test('the number that a process has in its own namespace is the last of those that Linux lists', () => {
  expect(parseInnermost('Name:\tnode\nNSpid:\t6555\t1\nNSpgid:\t6555\t0\n')).toBe(1);
  expect(parseInnermost('Name:\tnode\nNSpid:\t77\n')).toBe(77);
  expect(parseInnermost('Name:\tnode\n')).toBeNull();
});
