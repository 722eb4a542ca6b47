/** What an engine that runs for days holds, and what several engines of one user share. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { ROOT } from '../../electron/engine/machine/paths.ts';
import { Library } from '../../electron/engine/sessions/library.ts';
import { defaultCapture } from '../../shared/model/setup/captures.ts';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { COMMAND, scratch, start } from '../helpers/command.ts';
import { makeEngine, setupOf, unwrap } from '../helpers/comparisons.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

const SERVER = join(TARGETS_DIR, 'server.cjs');

/** Of descriptors of this process: those of recordings in a folder. */
function openJournals(folder: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(folder) && path.includes('journal') ? [path] : [];
    } catch {
      return [];
    }
  });
}

async function makeRuns(runs: number): Promise<void> {
  const folder = scratch();
  const engine = makeEngine(folder);
  const short = setupOf('one.cjs', { target: { script: SERVER }, load: { end: { by: 'amount', requests: 5 } } });
  const setup = { ...short, capture: defaultCapture('none') };
  try {
    const ids: string[] = [];
    for (let nth = 0; nth < runs; nth++) {
      const { sessionId } = unwrap(await engine.handle('run.start', { setup, name: `run ${nth}` }));
      await engine.sessions.finished(sessionId);
      ids.push(sessionId);
    }
    await expect.poll(() => engine.sessions.keptCount).toBe(8);
    await expect.poll(() => readdirSync(join(folder, 'recordings')).length).toBe(8);
    expect(readdirSync(join(folder, 'sessions'))).toHaveLength(runs);
    if (process.platform === 'linux') expect(openJournals(folder)).toEqual([]);
    // One that was put away is there as before, and so are the rows of one that was not.
    for (const sessionId of [ids[0]!, ids.at(-1)!]) {
      const asked = { sessionId, filter: {}, order: { by: 'number', descending: false }, window: null, offset: 0, limit: 10, of: null };
      const page = await engine.handle('session.requests', asked as never);
      expect(page).toMatchObject({ ok: true });
      expect(unwrap(await engine.handle('session.report', { sessionId, window: null } as never))).toMatchObject({
        runs: [{ requests: { completed: 5 } }],
      });
    }
  } finally {
    await engine.close();
  }
}

test('an engine that makes one run after the other keeps the last ones only, and no descriptor of a saved one', { tags: ['long'] }, () =>
  makeRuns(24),
);

/** The library of an engine as a program of its own: it remembers so many sessions, or the same one until it is killed. */
const REMEMBERING = `import { Library } from './electron/engine/sessions/library.ts';
  const [dir, prefix, count] = process.argv.slice(2);
  const library = new Library(dir);
  const remember = async () => {
    await library.prepare();
    console.log('ready');
    for (let nth = 0; nth !== Number(count); nth++) {
      const name = prefix + (Number(count) > 0 ? nth : '');
      await library.remember(dir + '/' + name, name, null);
      await library.setSettings({ chartsHeight: nth });
    }
  };
  void remember();`;

async function bundleRemembering(): Promise<string> {
  const outfile = join(scratch(), 'remembering.cjs');
  const stdin = { contents: REMEMBERING, resolveDir: ROOT, loader: 'ts' as const };
  // As if it lay in the project, where its files are.
  const here = { 'import.meta.url': JSON.stringify(pathToFileURL(join(ROOT, 'x.js')).href), 'import.meta.dirname': JSON.stringify(ROOT) };
  await build({ stdin, bundle: true, platform: 'node', format: 'cjs', outfile, logLevel: 'error', define: here });
  return outfile;
}

test('engines that change the same list at the same time lose no entry, also when one of them is killed', async () => {
  const folder = scratch();
  const program = await bundleRemembering();
  const remembering = (prefix: string, count: number): ChildProcess =>
    spawn(process.execPath, [program, folder, prefix, String(count)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [first, second, killed] = [remembering('a', 20), remembering('b', 20), remembering('c', -1)];
  // They may end before the third is ready.
  const ended = Promise.all([first, second].map((child) => once(child, 'exit')));
  await once(killed.stdout!, 'data');
  killed.kill('SIGKILL');
  expect((await ended).map(([code]) => code)).toEqual([0, 0]);
  const names = (await new Library(folder).recent()).map(({ name }) => name).filter((name) => !name.startsWith('c'));
  expect(names.sort()).toEqual(['a', 'b'].flatMap((prefix) => Array.from({ length: 20 }, (_, nth) => `${prefix}${nth}`)).sort());
  expect(JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'))).toMatchObject({ value: { chartsHeight: 19 } });
});

test.skipIf(process.platform === 'win32')(
  'a load process that stands still is named, and what came until then is kept',
  { tags: ['long'] },
  async () => {
    const { child, said, ended } = start(['run', SERVER, '-c', '2', '-d', '300', '--timeout', '1', '--env', 'LATE_MS=5', '--json']);
    await said('complete');
    const [loader] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
      .split(' ')
      .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('load-process'));
    process.kill(Number(loader), 'SIGSTOP');
    const { code, stdout } = await ended;
    const { failure, runs } = JSON.parse(stdout) as ReportDocument;
    expect(code).toBe(1);
    expect(failure).toMatchObject({
      code: 'load-process-died',
      message: `The process that makes the requests, ${loader}, stands still: nothing came from it for 6 seconds.`,
    });
    expect(runs[0]!.requests!.completed).toBeGreaterThan(0);
  },
);

test('a folder for temporary files that is not there is named, with the variable that says which', async () => {
  const { code, stderr } = await start(['run', SERVER, '-a', '5'], { TMPDIR: '/no/such/folder' }).ended;
  expect(code).toBe(1);
  expect(stderr).toContain('Nothing can be written in the folder for temporary files, /no/such/folder (ENOENT).');
  expect(stderr).toContain('TMPDIR');
  expect(stderr).not.toContain('Please report it');
});

test.skipIf(process.platform === 'win32')('a command that is started in a folder that was deleted says so', async () => {
  const folder = scratch();
  const child = spawn('sh', ['-c', `rmdir "${folder}" && exec "${process.execPath}" "${COMMAND}" recent`], { cwd: folder });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code] = await once(child, 'close');
  rmSync(folder, { recursive: true, force: true });
  expect({ code, said }).toEqual({
    code: 1,
    said: expect.stringContaining('The folder that this was started in is not there any more. Change to a folder that exists'),
  });
});
