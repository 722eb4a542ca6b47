/** A bug of Loopscope while a run ends: what was recorded is kept, what was started is stopped, and the run says what happened. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { AgentCapture } from '../../electron/engine/captures/agent-capture.ts';
import type { CapturePort } from '../../electron/engine/captures/capture-port.ts';
import { capturesFor } from '../../electron/engine/captures/captures.ts';
import { RunController, type RunHooks } from '../../electron/engine/experiments/run/run-controller.ts';
import type { Setup } from '../../shared/model/setup/setup.ts';
import type { RecordingEntry } from '../../shared/session/entries.ts';
import { RunRecording } from '../../shared/session/recording.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { testCases } from '../helpers/cases.ts';
import { COMPARE_FIXTURES, comparisonOf, runComparison, setupOf, unwrap } from '../helpers/comparisons.ts';
import { newEngine, openFileIn } from '../helpers/engines.ts';
import { newRunId, temporaryFolder } from '../helpers/targets.ts';
import { wordedAll } from '../helpers/worded.ts';
import { alive } from '../helpers/zoo.ts';

const REQUESTS = 50;
const BUG = { code: 'internal', detail: expect.stringContaining('a bug') };
const TOLD = 'Loopscope itself failed while it ended this run';

beforeAll(() => ensureBuilt());

function setup(script = join(COMPARE_FIXTURES, 'plain.cjs')): Setup {
  return setupOf('', { target: { script }, load: { end: { by: 'amount', requests: REQUESTS } } });
}

async function breaks(): Promise<never> {
  throw new Error('a bug');
}

/** A run whose profile is taken beside what another capture does, which has the bug. */
async function runWith(broken: Partial<CapturePort>, asked = setup(), hooks: Partial<RunHooks> = {}) {
  const recording = new RunRecording();
  const kinds = new Set<RecordingEntry['type']>();
  const calls: string[] = [];
  const log = (call: string) => async () => void calls.push(call);
  const capture: CapturePort = {
    name: 'breaks',
    prepareLaunch: async () => ({ nodeFlags: [], env: [] }),
    start: log('start'),
    stop: log('stop'),
    afterExit: log('afterExit'),
    onProcess: () => {},
    onMessage: () => false,
    onGone: log('gone'),
    ...broken,
  };
  const controller = new RunController(
    newRunId(),
    asked,
    {
      record: (entry) => {
        kinds.add(entry.type);
        recording.apply(entry);
      },
      onQuestion: () => false,
      profiles: () => recording.profiles(),
      ...hooks,
    },
    (kind, store) => [capture, ...capturesFor(kind, store)],
  );
  return { result: await controller.result, recording, kinds, calls };
}

function expectGone({ processes, exit }: Pick<RunRecording, 'processes' | 'exit'>): void {
  expect(exit).not.toBeNull();
  expect(processes.length).toBeGreaterThan(0);
  expect(alive(processes.map(({ pid }) => pid))).toEqual([]);
}

test.each<[string, Partial<CapturePort>, Partial<RunHooks>, string[]]>([
  ['when a capture is stopped', { stop: breaks }, {}, ['start', 'gone', 'afterExit']],
  ['when a capture reads what is left', { afterExit: breaks }, {}, ['start', 'stop', 'gone']],
  ['in what comes after a whole run', {}, { onCompleted: breaks }, ['start', 'stop', 'gone', 'afterExit']],
])('%s: the run ends with all that was recorded', async (_, broken, hooks, expected) => {
  const { result, recording, kinds, calls } = await runWith(broken, setup(), hooks);
  expect(result).toMatchObject({ ending: 'failed', failure: BUG });
  expect(wordedAll([result.failure!.says])).toEqual([expect.stringContaining(TOLD)]);
  expect(recording).toMatchObject({ state: 'done', ending: 'failed', failure: BUG, load: { completed: REQUESTS } });
  expect(calls).toEqual(expected);
  // Of the other capture, too.
  expect(recording.profileSources).toHaveLength(1);
  expect(kinds).toContain('sources');
  expectGone(recording);
});

test('what ended the run before remains its failure; the bug is a warning', async () => {
  const script = join(temporaryFolder(), 'dies.cjs');
  writeFileSync(
    script,
    `let requests = 0;
    require('node:http').createServer((_, response) => (++requests === 20 ? process.exit(7) : response.end('ok'))).listen(0, '127.0.0.1');`,
  );
  const { result, recording } = await runWith({ stop: breaks }, setup(script));
  expect(result).toMatchObject({ ending: 'target-exited', failure: { code: 'target-crashed' } });
  expect(wordedAll(recording.warnings)).toEqual(expect.arrayContaining([expect.stringContaining(TOLD)]));
  expect(recording.load.completed).toBeGreaterThan(0);
});

/** The end of the profile in the next run of this engine. */
function breakNextProfile(): void {
  const stop = vi.spyOn(AgentCapture.prototype, 'stop').mockImplementationOnce(breaks);
  onTestFinished(() => stop.mockRestore());
}

const GROUP = {
  kind: 'group',
  group: JSON.stringify({
    group: 1,
    members: [
      { name: 'first', script: 'plain.cjs' },
      { name: 'second', script: 'plain.cjs', loaded: true },
    ],
  }),
  groupFile: join(COMPARE_FIXTURES, 'group.yaml'),
  cwd: null,
  env: [],
  portTimeoutS: 20,
} satisfies Setup['target'];

testCases<[string, Setup]>([['a script', setup()]], [['a group', { ...setup(), target: GROUP }]])(
  'the run of %s is saved',
  async ([_, asked]) => {
    const dir = temporaryFolder();
    const engine = newEngine(dir);
    breakNextProfile();
    const { sessionId } = unwrap(await engine.startRun(asked, {}));
    const ended = await engine.sessions.finished(sessionId);
    expect(ended).toMatchObject({ saveFailure: null, failure: BUG });
    expectGone((await engine.sessions.view(sessionId)).open.recording);
    const { path } = await engine.sessions.info(sessionId);
    const other = newEngine(dir);
    const opened = await openFileIn(other, path!);
    const { runs } = unwrap(await other.handle('session.report', { sessionId: opened, window: null }));
    expect(runs[0]).toMatchObject({ ending: 'failed', requests: { completed: REQUESTS } });
  },
);

test('a comparison goes on without the run', { tags: ['long'] }, async () => {
  const engine = newEngine(temporaryFolder());
  breakNextProfile();
  const sessionId = await runComparison(engine, comparisonOf([setup(), setup()], { pairs: 1, profiled: true }));
  const { passes, state } = unwrap(await engine.handle('compare.info', { sessionId }));
  expect(state).toBe('done');
  expect(passes.every(({ report }) => report?.requests.completed === REQUESTS)).toBe(true);
  const told = wordedAll(passes.map(({ excluded }) => excluded)).map((excluded) => excluded?.includes(TOLD) ?? false);
  const profiled = passes.filter(({ kind }) => kind === 'profiled').map(({ index }) => told[index]);
  expect(profiled).toEqual([true, false]);
  expect(engine.sessions.get(sessionId).path).not.toBeNull();
});
