/** One measurement at a time on a machine: within an engine, between engines, and how the command line waits. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findHolder, takeTurn } from '../../electron/engine/machine/machine-lock.ts';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { scratch, start } from '../helpers/command.ts';
import { comparisonOf, makeEngine, runComparison, setupOf, unwrap } from '../helpers/comparisons.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';
import { messageOf } from '../helpers/worded.ts';

const SERVER = join(TARGETS_DIR, 'server.cjs');
const LONG = setupOf('one.cjs', {
  target: { script: SERVER, env: [{ name: 'LATE_MS', value: '20' }] },
  load: { end: { by: 'duration', seconds: 60 } },
});

test('of two runs started at the same time only one runs, in one engine and in two with separate data folders', async () => {
  const [first, second] = [makeEngine(scratch()), makeEngine(scratch())];
  try {
    const asked = { setup: LONG, name: 'mine' };
    const answers = await Promise.all([
      first.handle('run.start', asked),
      first.handle('run.start', asked),
      second.handle('run.start', asked),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const [busy, idle] = answers[2].ok ? [second, first] : [first, second];
    const comparison = comparisonOf([LONG, LONG]);
    const refused = [...answers.filter(({ ok }) => !ok), await idle.handle('compare.start', { comparison, name: null })];
    expect(refused).toHaveLength(3);
    for (const answer of refused) {
      expect(answer).toMatchObject({ ok: false, failure: { code: 'busy' } });
      expect(!answer.ok && messageOf(answer.failure)).toMatch(
        new RegExp(`^"mine" .* by process ${process.pid}: for .* so far, about .* to go\\.$`),
      );
    }
    // What was refused has left nothing behind.
    expect(await idle.handle('recordings.list', {})).toEqual({ ok: true, value: [] });
    for (const answer of answers) if (answer.ok) await busy.handle('run.stop', answer.value);
    expect((await idle.handle('run.start', asked)).ok).toBe(true);
  } finally {
    await first.close();
    await second.close();
  }
  expect(findHolder()).toBeNull();
});

test('a comparison holds the machine lock for its whole series', { tags: ['long'] }, async () => {
  const engine = makeEngine(scratch());
  const holders: (string | undefined)[] = [];
  engine.onEvent((event) => {
    if (event.type === 'compare.progress' && event.state === 'running') holders.push(findHolder()?.what);
  });
  try {
    await runComparison(
      engine,
      comparisonOf([setupOf('one.cjs', { target: { script: SERVER } }), setupOf('one.cjs', { target: { script: SERVER } })]),
    );
    expect(holders.length).toBeGreaterThan(4);
    expect(new Set(holders)).toEqual(new Set(['variant 0 against variant 1']));
    expect(findHolder()).toBeNull();
  } finally {
    await engine.close();
  }
});

test('the machine lock is held until the file is written, which uses a core and the disk', { tags: ['long'] }, async () => {
  const engine = makeEngine(scratch());
  const holders: (string | undefined)[] = [];
  engine.onEvent((event) => {
    if (event.type === 'session.saved') holders.push(findHolder()?.what);
  });
  try {
    const setup = setupOf('one.cjs', { target: { script: SERVER }, load: { end: { by: 'amount', requests: 20 } } });
    const run = unwrap(await engine.handle('run.start', { setup, name: 'one run' }));
    await engine.sessions.finished(run.sessionId);
    await runComparison(engine, comparisonOf([setup, setup], { pairs: 1 }));
    expect(holders).toEqual(['one run', 'variant 0 against variant 1']);
    expect(findHolder()).toBeNull();
  } finally {
    await engine.close();
  }
});

test('the command line says what is running; with --wait it waits until that ends or Ctrl-C', async () => {
  const running = start(['run', SERVER, '-c', '2', '-d', '300', '--env', 'LATE_MS=20']);
  await running.said('measuring');
  const sentence = `"server.cjs /" is being measured on this machine by process ${running.child.pid}: for `;

  const refused = await start(['run', SERVER, '-a', '30', '--json']).ended;
  expect(refused.code).toBe(1);
  const { failure } = JSON.parse(refused.stdout) as ReportDocument;
  expect(failure).toMatchObject({ code: 'busy', message: expect.stringContaining(sentence), hint: expect.stringContaining('--wait') });

  // What cannot be run is told, not that one has to wait for it.
  for (const wrong of [
    ['run', join(TARGETS_DIR, 'not-there.cjs'), '--wait'],
    ['compare', SERVER, join(TARGETS_DIR, 'not-there.cjs')],
  ]) {
    const { code, stderr } = await start(wrong).ended;
    expect(code).toBeGreaterThan(0);
    expect(stderr).toContain('not-there.cjs');
    expect(stderr).not.toContain(sentence);
    // Nor how long a comparison takes that will not be.
    expect(stderr).not.toContain('measured runs');
  }

  const given = start(['demo', 'console-log', '--variant', 'without-log', '--no-open', '--wait']);
  await given.said('Waiting: ');
  given.child.kill('SIGINT');
  await given.ended;
  expect(given.child.signalCode).toBe('SIGINT');

  const patient = start(['run', SERVER, '-c', '2', '-a', '30', '--json', '--wait']);
  await patient.said(`Waiting: ${sentence}`);
  expect(patient.stderr()).not.toContain('launching');
  running.child.kill('SIGINT');
  const { code, stdout } = await patient.ended;
  expect(code).toBe(0);
  expect((JSON.parse(stdout) as ReportDocument).runs[0]!.requests).toMatchObject({ completed: 30 });
  expect((await running.ended).code).toBe(0);
});

test.each([
  ['probe', 'http://127.0.0.1:1/'],
  ['demo', 'unknown-service'],
])('Ctrl-C while it waits ends %s %s, and nothing is probed', async (...command) => {
  const turn = unwrap(takeTurn({ what: 'another', leftMs: () => null }));
  try {
    const waiting = start([...command, '--wait']);
    await waiting.said('Waiting: "another" is being measured');
    waiting.child.kill('SIGINT');
    expect(await waiting.ended).toMatchObject({ code: 130, stdout: '', stderr: expect.stringContaining('Stopped while waiting') });
    expect(findHolder()?.what).toBe('another');
  } finally {
    turn.release();
  }
});
