/** What requests allocate, and what is alive before and after them, of real servers whose truth is known. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { runJson } from '../helpers/command.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

/** As `--json` has it. */
type Worded = Extract<ReportDocument['runs'][number], { readonly load: object }>;

async function measured(requests: number, env: Readonly<Record<string, string>>, ...more: readonly string[]) {
  const variables = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const load = ['-c', '10', '-a', String(requests), '--capture', 'none'];
  const { code, report } = await runJson(join(TARGETS_DIR, 'allocates.cjs'), ...load, ...variables, ...more);
  expect(code).toBe(0);
  return { memory: (report.runs[0]! as Worded).memory!, codes: report.answer.map((sentence) => sentence.code) };
}

const OBJECT_BYTES = 80;
const OBJECTS = 1_000;

test.each(['main', 'worker'])('bytes of small objects that a request allocates in a %s thread are right to 2 percent', async (where) => {
  const none = await measured(1_500, { WHERE: where });
  const some = await measured(1_500, { WHERE: where, OBJECTS: String(OBJECTS) });
  const difference = some.memory.allocatedPerRequestBytes! - none.memory.allocatedPerRequestBytes!;
  expect(Math.abs(difference - OBJECTS * OBJECT_BYTES)).toBeLessThan(0.02 * OBJECTS * OBJECT_BYTES);
  // It is garbage: little of it is left.
  expect(some.memory.growthPerRequestBytes!.value).toBeLessThan(2_000);
});

test.each([
  ['objects', { KEPT: '8000' }],
  ['Buffers', { BUFFERS: '8000' }],
])('what a server keeps of %s is alive after a full collection', async (_, env) => {
  const { memory } = await measured(2_000, env);
  expect(memory.growthPerRequestBytes!.value).toBeGreaterThan(8_000);
  expect(memory.growthPerRequestBytes!.value).toBeLessThan(9_500);
  expect(memory.liveBytes!.last - memory.liveBytes!.first).toBeGreaterThan(16e6);
});

test('no garbage is collected for a run that asks for none, and what is alive is then unknown', async () => {
  const { memory } = await measured(200, {}, '--no-collect-garbage');
  expect(memory).toMatchObject({ liveBytes: null, growthPerRequestBytes: null, liveUnknown: 'switched-off' });
  expect(memory.allocatedPerRequestBytes).toBeGreaterThan(1_000);
});

test('where a thread works and never comes back to its event loop, what is allocated is unknown', async () => {
  const { memory } = await measured(200, { WHERE: 'busy' });
  expect(memory).toMatchObject({ allocatedPerRequestBytes: null, allocationUnknown: 'behind', liveBytes: null, liveUnknown: 'late' });
});
