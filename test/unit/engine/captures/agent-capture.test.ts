/** What a capture says of the processes it is taken in. */
import { expect, test } from 'vitest';
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
