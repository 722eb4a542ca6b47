/** What a capture says of the processes it is taken in. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { AgentCapture } from '../../../../electron/engine/captures/agent-capture.ts';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { say } from '../../../../shared/words/said.ts';

test('a capture that fails in a process causes a warning with process and reason, and no wait', async () => {
  const warnings: string[] = [];
  const capture = new AgentCapture({
    name: 'cpu',
    options: {},
    what: say('recording.profile'),
    take: () => false,
    warn: (says) => warnings.push(wordSaid(says)),
  });
  const process = { pid: 4_711, role: 'main' as const, start: () => {}, stop: () => {} };
  capture.onProcess(process);
  const started = capture.start();
  capture.onMessage(process, { type: 'failed', why: 'Cannot start profiling' });
  capture.onMessage(process, { type: 'stopped' });
  await started;
  expect(warnings).toEqual(['The profile of process 4711 failed: Cannot start profiling']);
});

test('a process that does not respond until the end is said to have no profile, not one that lacks its end', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const warnings: string[] = [];
  const capture = new AgentCapture({
    name: 'cpu',
    options: {},
    what: say('recording.profile'),
    take: () => false,
    warn: (says) => warnings.push(wordSaid(says)),
  });
  const [launcher, server] = [1, 2].map((pid) => ({ pid, role: 'main' as const, start: () => {}, stop: () => {} }));
  for (const process of [launcher!, server!]) capture.onProcess(process);
  const started = capture.start();
  capture.onMessage(server!, { type: 'started' });
  await vi.advanceTimersByTimeAsync(3_000);
  await started;
  expect(warnings).toEqual(['Process 1 did not respond within 3 s: what it does before it responds is not in its profile.']);
  const stopped = capture.stop();
  await vi.advanceTimersByTimeAsync(3_000);
  await stopped;
  expect(warnings.slice(1)).toEqual([
    'Process 1 did not respond at any time of the recording: it has no profile.',
    'Process 2 did not respond within 3 s: the last part of its profile is missing.',
  ]);
});
