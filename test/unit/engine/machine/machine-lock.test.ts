/** One measurement at a time: who has the machine, who does not, and what is left by the dead. */
import { execFile, spawn } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDir } from '../../../../electron/engine/machine/lock-dir.ts';
import { describeBusy, findHolder, type Holder, inTurn, type Turn, takeTurn } from '../../../../electron/engine/machine/machine-lock.ts';
import { fail, succeed } from '../../../../shared/model/failure.ts';
import { messageOf, worded } from '../../../helpers/worded.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'loopscope lock '));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function take(what = 'app.js'): Turn {
  const turn = takeTurn({ what, leftMs: () => 18_000, dir });
  if (!turn.ok) throw new Error(messageOf(turn.failure));
  return turn.value;
}

/** As another process left it. */
function write(number: number, holder: Partial<Holder> | string): void {
  const whole = { pid: process.pid, started: null, what: 'old.js', since: Date.now(), until: null };
  writeFileSync(join(dir, `turn-${number}`), typeof holder === 'string' ? holder : JSON.stringify({ ...whole, ...holder }));
}

const busy = () => takeTurn({ what: 'second.js', leftMs: () => null, dir });

test('the second run is told what is running, and gets the lock when the first ends', () => {
  const first = take();
  expect(worded(busy())).toMatchObject({
    ok: false,
    failure: {
      code: 'busy',
      message: expect.stringMatching(new RegExp(`"app\\.js" .*process ${process.pid}: for 0\\ss so far, about 18\\ss`)),
    },
  });
  expect(findHolder(dir)).toMatchObject({ what: 'app.js', pid: process.pid });
  first.release();
  first.release();
  expect(findHolder(dir)).toBeNull();
  take().release();
  expect(readdirSync(dir)).toEqual(['turn-2']);
});

test('words how long a run has taken and how long it will still take', () => {
  const holder = { pid: 7, started: 1, what: 'a against b', since: 0, until: 300_000 };
  const said = (now: number, until: number | null = holder.until) =>
    messageOf(describeBusy({ ...holder, until }, now)).replaceAll('\u00a0', ' ');
  expect(said(65_000)).toBe('"a against b" is being measured on this machine by process 7: for 65 s so far, about 4 min to go.');
  expect(said(400_000)).toMatch(/for 7 min so far, longer than expected\.$/);
  expect(said(65_000, null)).toMatch(/for 65 s so far\.$/);
});

test('a lock of a dead process is ignored: its process has ended, or its pid belongs to another', async () => {
  const gone = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => gone.once('exit', resolve));
  for (const [number, holder] of [
    [5, { pid: gone.pid! }],
    [11, { started: 1 }],
    [21, ''],
    [31, '{"pid":'],
    [41, { pid: -1 }],
  ] as const) {
    write(number, holder);
    const turn = take();
    expect(readdirSync(dir)).toEqual([`turn-${number + 1}`]);
    turn.release();
  }
});

test('respects the lock of a running process and leaves its files unchanged', () => {
  write(3, { pid: process.ppid, started: Number(statOf(process.ppid)) });
  const before = readFileSync(join(dir, 'turn-3'), 'utf8');
  expect(busy().ok).toBe(false);
  expect(readFileSync(join(dir, 'turn-3'), 'utf8')).toBe(before);
});

function statOf(pid: number): string {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19]!;
}

test('releases the lock when a run fails to start and when it ends', async () => {
  const options = { what: 'app.js', leftMs: () => null, dir };
  expect(await inTurn(options, async () => fail('script-missing', { verbatim: 'It is not there.' }))).toMatchObject({ ok: false });
  expect(findHolder(dir)).toBeNull();
  await expect(
    inTurn(options, async () => {
      throw new Error('bug');
    }),
  ).rejects.toThrow('bug');
  expect(findHolder(dir)).toBeNull();
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  expect(await inTurn(options, async () => succeed({ value: 42, ended }))).toEqual({ ok: true, value: 42 });
  expect(findHolder(dir)).not.toBeNull();
  end();
  await ended;
  await Promise.resolve();
  expect(findHolder(dir)).toBeNull();
});

test('a lock folder that cannot be used is a failure with a hint, not a run without a lock', () => {
  const file = join(dir, 'file');
  writeFileSync(file, '');
  const turn = takeTurn({ what: 'app.js', leftMs: () => null, dir: join(file, 'below') });
  expect(worded(turn)).toMatchObject({ ok: false, failure: { code: 'cannot-write', hint: expect.stringContaining('LOOPSCOPE_LOCK_DIR') } });
});

test('uses the given lock folder, or one per user, independent of the data folder', () => {
  const runtime = join(dir, 'runtime');
  mkdirSync(runtime);
  expect(lockDir({ LOOPSCOPE_LOCK_DIR: '/a/b', XDG_RUNTIME_DIR: runtime }, 1234)).toBe('/a/b');
  expect(lockDir({ XDG_RUNTIME_DIR: runtime, LOOPSCOPE_DATA_DIR: '/data' }, 1234)).toBe(join(runtime, 'loopscope'));
  expect(lockDir({ XDG_RUNTIME_DIR: join(dir, 'missing') }, 987654)).toBe(join(tmpdir(), 'loopscope-lock-987654'));
  expect(lockDir({}, null)).toBe(join(tmpdir(), 'loopscope-lock'));
});

test('refuses a lock folder of another user', () => {
  const chosen = process.env.LOOPSCOPE_LOCK_DIR;
  delete process.env.LOOPSCOPE_LOCK_DIR;
  try {
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(dir, 12_345, 12_345);
    const turn = takeTurn({ what: 'app.js', leftMs: () => null, dir: isRoot ? dir : '/usr' });
    expect(worded(turn)).toMatchObject({ ok: false, failure: { message: expect.stringContaining('belongs to another user') } });
  } finally {
    process.env.LOOPSCOPE_LOCK_DIR = chosen;
  }
});

test('of several processes that find locks of dead processes, only one at a time gets the lock', async () => {
  const program = join(dir, 'contender.mjs');
  const [locks, inside] = [join(dir, 'locks'), join(dir, 'inside')];
  mkdirSync(inside);
  await build({
    entryPoints: [join(import.meta.dirname, '../../../fixtures/lock-contender.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  const run = promisify(execFile);
  const ended = await Promise.all(Array.from({ length: 4 }, () => run(process.execPath, [program, locks, inside, '60'])));
  expect(ended.map(({ stdout }) => JSON.parse(stdout))).toEqual(Array.from({ length: 4 }, () => ({ had: 60, together: 0 })));
});
