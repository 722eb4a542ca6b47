/** The channel to an engine under a real Node: real processes, also ones that cannot be started. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runUnderNode } from '../../../electron/shell/engine-channel.ts';

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'loopscope-channel-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

const endOf = (channel: ReturnType<typeof runUnderNode>) => new Promise<string>((resolve) => channel.onExit(resolve));

test('reports the end of a program that does not exist', async () => {
  const log: string[] = [];
  const channel = runUnderNode(join(folder(), 'node'), 'engine.js', '/', (text) => log.push(text));
  channel.send({ type: 'close' });
  expect(await endOf(channel)).toContain('ENOENT');
  expect(log.join()).toContain('ENOENT');
  // Who asks later hears it as well; there is nothing to kill.
  channel.kill();
  expect(await endOf(channel)).toContain('ENOENT');
});

test('reports the end of a program that may not be executed', async () => {
  const program = join(folder(), 'node');
  writeFileSync(program, '');
  chmodSync(program, 0o600);
  expect(await endOf(runUnderNode(program, 'engine.js', '/', () => {}))).toContain('EACCES');
});

test('passes on messages of a running program and ends once', async () => {
  const file = join(folder(), 'engine.cjs');
  writeFileSync(file, "process.on('message', (m) => { process.send(m); process.exitCode = 3; process.disconnect(); });");
  const log: string[] = [];
  const channel = runUnderNode(process.execPath, file, '/', (text) => log.push(text));
  let ends = 0;
  channel.onExit(() => ends++);
  const heard = new Promise((resolve) => channel.onMessage(resolve));
  channel.send({ type: 'close' });
  expect(await heard).toEqual({ type: 'close' });
  expect(await endOf(channel)).toBe('code 3');
  // Sending to one that is gone is no trouble.
  channel.send({ type: 'close' });
  expect(ends).toBe(1);
  expect(log).toEqual([]);
});
