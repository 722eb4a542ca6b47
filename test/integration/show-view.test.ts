/** "Copy a command that shows this": typed into a shell, the command prints what the screen shows. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { percent } from '../../electron/cli/print/format.ts';
import { ROOT } from '../../electron/engine/machine/paths.ts';
import { commandOfView } from '../../renderer/session/command-of-view.ts';
import { NO_VIEW, type ViewState } from '../../renderer/state/view-codec.ts';
import { calledFunction } from '../../shared/format/place.ts';
import { ALL_SAMPLES } from '../../shared/model/profile/selection.ts';
import { ownPercent, ownTime } from '../../shared/profile/tree/folds.ts';
import { passSessionId } from '../../shared/protocol/pass-id.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { COMMAND, loopscope, scratch } from '../helpers/command.ts';
import { unwrap } from '../helpers/comparisons.ts';
import { newEngine, openFileIn, WHOLE_PROFILE } from '../helpers/engines.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';

const dir = temporaryFolder();

/** As in a terminal; `loopscope` is on the path. */
function type(line: string): string {
  ensureBuilt();
  const folder = scratch();
  const bin = join(folder, 'loopscope');
  writeFileSync(bin, `#!/bin/sh\nexec '${process.execPath}' '${COMMAND}' "$@"\n`, { mode: 0o755 });
  const { stdout, stderr, status } = spawnSync('sh', ['-c', line], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}`, LOOPSCOPE_DATA_DIR: folder, COLUMNS: '300' },
  });
  expect({ stderr, status }).toEqual({ stderr: expect.not.stringContaining('rror'), status: 0 });
  return stdout;
}

async function openSample(name: string) {
  const folder = join(scratch(), `it's "here" $HOME; exit 7`);
  mkdirSync(folder);
  const file = join(folder, name);
  copyFileSync(join(ROOT, 'resources/samples', name), file);
  const engine = newEngine(dir);
  return { engine, sessionId: await openFileIn(engine, file) };
}

/** The first figures and names of each row of the printed table. */
const rowsOf = (printed: string) => printed.split('\n').filter((line) => /^\W*[\d.,]+ /.test(line));

test('the functions of a window, of one process and with what is folded, on a path that a shell would take apart', {
  tags: ['long'],
}, async () => {
  const { engine, sessionId } = await openSample('slow-route.loopscope');
  const info = unwrap(await engine.handle('session.info', { sessionId }));
  const { pid } = info.processes[0]!;
  const { rows } = unwrap(await engine.handle('profile.functions', { sessionId, ...WHOLE_PROFILE }));
  const [first, second] = rows.filter(({ url }) => url !== '').map(({ function: name, url, line }) => ({ function: name, url, line }));
  const views: Partial<ViewState>[] = [
    {},
    { window: { fromMs: 1_000, toMs: 2_000.5 } },
    { hide: ['core', 'native'], base: 'wall', pid },
    { folds: [{ how: 'mine' }] },
    {
      hide: ['native'],
      folds: [
        { how: 'function', ...first! },
        { how: 'recursion', ...second! },
      ],
    },
    { folds: [{ how: 'function', function: `it's; "$x", %`, url: 'file:///a b,c;d.js', line: 3 }] },
  ];
  for (const part of views) {
    const view = { ...NO_VIEW, ...part, tab: 'functions' };
    const { window, hide, folds, base } = view;
    const shown = unwrap(
      await engine.handle('profile.functions', {
        sessionId,
        window,
        hide: [...hide],
        folds: [...folds],
        selection: { ...ALL_SAMPLES, process: view.pid },
        base,
      }),
    );
    const heavy = [...shown.rows].sort((a, b) => ownTime(b) - ownTime(a)).slice(0, 5);
    const printed = rowsOf(type(commandOfView(info, view)!));
    expect(heavy.length).toBeGreaterThan(3);
    for (const [index, row] of heavy.entries()) {
      expect(printed[index]).toContain(calledFunction(row).slice(0, 40));
      // With its interval.
      for (const share of [ownPercent(row), row.totalPercent])
        expect(printed[index]).toMatch(new RegExp(`│ +${percent(share).replace(/\s%$/, '( ±[\\d.]+)?')} │`));
    }
  }
});

test('the overview of a run of a comparison', { tags: ['long'] }, async () => {
  const { engine, sessionId } = await openSample('ssr.loopscope');
  const of = passSessionId(sessionId, 1);
  const info = unwrap(await engine.handle('session.info', { sessionId: of }));
  const { runs } = unwrap(await engine.handle('session.report', { sessionId: of, window: null }));
  const command = commandOfView(info, NO_VIEW)!;
  expect(command).toMatch(/ --run 2$/);
  expect(type(command)).toContain(String(runs[0]!.requests?.completed));
  const whole = unwrap(await engine.handle('session.info', { sessionId }));
  expect(type(commandOfView(whole, NO_VIEW)!)).toContain('p50');
});

test('there is no command for what no table has, and none without a file', () => {
  const info = { id: 's', kind: 'run', path: '/x.loopscope', hasTicks: false, processes: [], exactPass: null, profileKinds: [] } as const;
  expect(commandOfView(info, { ...NO_VIEW, tab: 'output' })).toBeNull();
  expect(commandOfView({ ...info, path: null }, NO_VIEW)).toBeNull();
  expect(commandOfView(info, { ...NO_VIEW, tab: 'server', pid: 5, window: { fromMs: 1.5, toMs: 2_000 } })).toBe(
    'loopscope show /x.loopscope --table server --from 0.0015 --to 2',
  );
  expect(commandOfView(info, { ...NO_VIEW, tab: 'errors' })).toBe('loopscope show /x.loopscope --table errors');
  expect(commandOfView(info, { ...NO_VIEW, intervals: 'shown' })).toBe('loopscope show /x.loopscope --intervals');
  expect(commandOfView(info, { ...NO_VIEW, intervals: 'shown', tab: 'errors' })).toBe('loopscope show /x.loopscope --table errors');
  expect(commandOfView(info, { ...NO_VIEW, tab: 'routes', route: 'GET /a' })).toBe('loopscope show /x.loopscope --table routes');
  expect(commandOfView(info, { ...NO_VIEW, tab: 'waits', route: 'GET /a', which: 'failed' })).toBe(
    "loopscope show /x.loopscope --table waits --route 'GET /a' --failed",
  );
  const ofRoute = { ...NO_VIEW, route: 'GET /a', which: 'slowest5' } as const;
  expect(commandOfView(info, { ...ofRoute, tab: 'flame' })).toBe("loopscope show /x.loopscope --table heavy --route 'GET /a' --slowest 5%");
  expect(commandOfView(info, { ...NO_VIEW, tab: 'functions', which: 'failed' })).toBe('loopscope show /x.loopscope --table heavy --failed');
  // All samples, whatever the other tabs are narrowed to.
  expect(commandOfView(info, { ...ofRoute, tab: 'flameChart' })).toBe('loopscope show /x.loopscope --table heavy');
  expect(commandOfView(info, { ...NO_VIEW, tab: 'lines', hide: ['core'] })).toBe('loopscope show /x.loopscope --lines');
  expect(commandOfView(info, { ...ofRoute, tab: 'lines', file: 'file:///shop/a.js', thread: 0 })).toBe(
    "loopscope show /x.loopscope --lines file:///shop/a.js --thread 0 --route 'GET /a' --slowest 5%",
  );
  // A tab that there is not: the first one is shown.
  expect(commandOfView(info, { ...NO_VIEW, tab: 'constructor' })).toBe('loopscope show /x.loopscope');
});

test('what is folded is refused where it cannot be, and is written into a flame graph', async () => {
  const sample = join(ROOT, 'resources/samples/slow-route.loopscope');
  const fold = ['--fold', 'mine;core,native'];
  const { stdout } = await loopscope('export', sample, '--format', 'svg', ...fold, '-o', '-');
  expect(stdout).toMatch(/<title>[^<]*\bejs\b[^<]* folded<\/title>/);
  for (const [args, sentence] of [
    [['export', sample, '--format', 'cpuprofile', ...fold, '-o', '-'], 'use it with --format svg'],
    [['show', sample, '--fold', 'function,name'], 'It must be kinds (dependency, core, native)'],
    [['show', sample, '--fold', 'own'], 'Given: "own"'],
  ] as const)
    expect(await loopscope(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) });
});
