/** What engines that were killed have left on the disk is gone after the next start, and nothing else is. */
import { fork, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Engine } from '../../electron/engine/api/engine.ts';
import { sweepPrivateFolders } from '../../electron/engine/machine/private-folder.ts';
import { ProductClient } from '../helpers/product-client.ts';
import { serveProduct } from '../helpers/serve.ts';

const TWO_HOURS_MS = 7_200_000;

function newDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'ls-left-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** The id of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

function age(path: string): void {
  const then = (Date.now() - TWO_HOURS_MS) / 1_000;
  utimesSync(path, then, then);
}

function leave(base: string, name: string, { old = true } = {}): string {
  const dir = join(base, name);
  mkdirSync(dir);
  writeFileSync(join(dir, 'open.html'), 'x');
  if (old) age(dir);
  return name;
}

test('removes temporary folders of killed engines, and keeps those of running engines, new ones and unrelated ones', async () => {
  const base = newDir();
  const dead = deadPid();
  const gone = leave(base, `loopscope-${dead}-AbC123`);
  const stays = [
    leave(base, `loopscope-${process.pid}-AbC123`),
    leave(base, `loopscope-${dead}-Young1`, { old: false }),
    leave(base, `loopscope-bench-AbC123`),
    leave(base, `loopscope-${dead}-mine-too`),
    leave(base, 'something-else'),
  ];
  symlinkSync(join(base, 'something-else'), join(base, `loopscope-${dead}-Linked`));
  await sweepPrivateFolders(base);
  expect(readdirSync(base)).not.toContain(gone);
  expect(readdirSync(base).sort()).toEqual([...stays, `loopscope-${dead}-Linked`].sort());
  expect(existsSync(join(base, 'something-else/open.html'))).toBe(true);
});

test('keeps a folder whose socket responds although its process cannot be seen: it may be in another container', async () => {
  const base = newDir();
  const dead = deadPid();
  const dir = join(base, `loopscope-${dead}-Socket`);
  mkdirSync(dir);
  const server = createServer().listen(join(dir, 'agent'));
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  age(dir);
  await sweepPrivateFolders(base);
  expect(readdirSync(base)).toEqual([`loopscope-${dead}-Socket`]);
});

test('removes the folder of a killed engine, whose socket no longer responds', async () => {
  const base = newDir();
  // Listens as an engine does and is killed in the middle of it.
  const script = join(base, 'listen.cjs');
  writeFileSync(
    script,
    `const dir = require('path').join(${JSON.stringify(base)}, 'loopscope-' + process.pid + '-Killed');
     require('fs').mkdirSync(dir);
     require('net').createServer().listen(dir + '/agent', () => process.send('up'));`,
  );
  const child = fork(script);
  await new Promise((resolve) => child.once('message', resolve));
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
  const dir = join(base, `loopscope-${child.pid}-Killed`);
  expect(existsSync(join(dir, 'agent'))).toBe(true);
  await sweepPrivateFolders(base);
  expect(existsSync(dir)).toBe(true);
  age(dir);
  await sweepPrivateFolders(base);
  expect(existsSync(dir)).toBe(false);
});

test('an upload interrupted by the end of the engine is removed at the next start', async () => {
  const dataDir = newDir();
  const sessions = join(dataDir, 'sessions');
  const product = await serveProduct({ dataDir });
  const client = await ProductClient.connect(product.link);
  onTestFinished(() => client.close());
  void client.upload('big.loopscope', endless()).catch(() => {});
  const files = () => (existsSync(sessions) ? readdirSync(sessions) : []);
  await expect.poll(() => files().map((name) => statSync(join(sessions, name)).size > 0)).toEqual([true]);
  process.kill(product.pid, 'SIGKILL');
  await product.stop();
  const [left] = files();
  age(join(sessions, left!));

  const engine = new Engine({ dataDir, host: 'browser' });
  onTestFinished(() => engine.close());
  expect(await engine.handle('recordings.list', {})).toMatchObject({ ok: true });
  expect(files()).toEqual([]);
});

/** A body whose end never comes. */
function endless(): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(100_000)) });
}
