/** What disturbs a run is recorded with it, in real runs: time that stood still, a clock that was set, another program. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { describeComparison } from '../../electron/engine/experiments/compare/comparison-info.ts';
import { openSession } from '../../electron/engine/sessions/session-file.ts';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { runJson, scratch, start } from '../helpers/command.ts';
import { comparisonOf, makeEngine, setupOf, unwrap } from '../helpers/comparisons.ts';
import { sleep, TARGETS_DIR } from '../helpers/targets.ts';
import { messageOf, wordedAll } from '../helpers/worded.ts';

const SERVER = join(TARGETS_DIR, 'server.cjs');

afterEach(() => vi.restoreAllMocks());

test('warns about a run whose engine was suspended for some seconds (Ctrl-Z)', { tags: ['long'] }, async () => {
  const run = start(['run', SERVER, '-c', '2', '-d', '6', '--env', 'LATE_MS=5', '--json']);
  await run.said('measuring');
  run.child.kill('SIGSTOP');
  // Longer by more than a second than the gap that counts: the machine is looked at once a second.
  await sleep(4_000);
  run.child.kill('SIGCONT');
  const { runs } = JSON.parse((await run.ended).stdout) as ReportDocument;
  expect(runs[0]!.machine!.clockGapMs).toBeGreaterThan(2_000);
  expect(runs[0]!.warnings[0]).toMatch(/^The run was interrupted: for .* was suspended/);
});

test('replaces the round of a comparison during which the system clock was changed', { tags: ['long'] }, async () => {
  const engine = makeEngine(scratch());
  const setup = setupOf('one.cjs', { target: { script: SERVER }, load: { end: { by: 'amount', requests: 60 } } });
  const now = Date.now.bind(Date);
  let setForwardMs = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + setForwardMs);
  engine.onEvent((event) => {
    if (event.type === 'run.state' && event.state === 'measuring' && event.sessionId.endsWith('#1')) setForwardMs = 3_600_000;
  });
  try {
    const { sessionId } = unwrap(await engine.handle('compare.start', { comparison: comparisonOf([setup, setup]), name: null }));
    await engine.sessions.finished(sessionId);
    const { passes, warnings } = describeComparison(engine.sessions.comparison(sessionId).open, null);
    const rounds = [0, 1, 2].map((round) => wordedAll(passes.filter((pass) => pass.round === round).map(({ excluded }) => excluded)));
    expect(rounds[0]).toEqual([expect.stringMatching(/^Another run of its round/), expect.stringMatching(/^This run was interrupted/)]);
    expect(rounds.slice(1)).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(wordedAll(warnings)).toContain('1 round added to the planned 2, to replace what could not be measured.');
  } finally {
    await engine.close();
  }
});

/** CPU time of a process in seconds. */
function cpuOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

test('records the CPU time of other programs each second, in the session file as well', { tags: ['long'] }, async () => {
  const burner = spawn(process.execPath, ['-e', 'for (;;);']);
  const file = join(scratch(), 'beside.loopscope');
  const [before, since] = [cpuOf(burner.pid!), performance.now()];
  const { report } = await runJson(SERVER, '-c', '2', '-d', '3', '-o', file);
  const itsPercent = (100e3 * (cpuOf(burner.pid!) - before)) / (performance.now() - since);
  burner.kill('SIGKILL');
  const { machine, warnings } = report.runs[0]!;
  expect(machine!.foreignPercent!.mean).toBeGreaterThan(itsPercent / 2);
  expect(warnings.some((warning) => warning.startsWith('Other programs used'))).toBe(machine!.foreignPercent!.mean / machine!.cores >= 5);
  // The load process was heard, the figures of each second are in the file, and the clocks agreed.
  expect(machine!.generatorPercent!.mean).toBeGreaterThan(0);
  const opened = await openSession(file);
  if (!opened.ok) throw new Error(messageOf(opened.failure));
  const { recording } = opened.value;
  expect(recording.machine.rows).toBeGreaterThanOrEqual(3);
  expect(recording.machine.columns(0, recording.originUs).atMs.every((at, row, all) => at > (all[row - 1] ?? 0))).toBe(true);
  expect(JSON.parse((await start(['show', file, '--json']).ended).stdout)).toEqual(report);
});
