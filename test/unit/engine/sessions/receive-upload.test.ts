/** What a browser hands over, and what becomes of it when it is handed over again. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ReceivedFile, receiveUpload } from '../../../../electron/engine/sessions/receive-upload.ts';
import { messageOf } from '../../../helpers/worded.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'loopscope upload '));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function upload(bytes: string): Promise<ReceivedFile> {
  async function* body() {
    yield Buffer.from(bytes);
  }
  const received = await receiveUpload(dir, 'a.loopscope', body());
  if (!received.ok) throw new Error(messageOf(received.failure));
  return received.value;
}

test('uploading the same file again does not replace its copy', async () => {
  const { path, isNew } = await upload('a session');
  expect(isNew).toBe(true);
  const { ino } = statSync(path);
  expect(await upload('a session')).toEqual({ path, isNew: false });
  expect(statSync(path).ino).toBe(ino);
  writeFileSync(path, 'a session with notes');
  expect(await upload('a session')).toEqual({ path, isNew: false });
  expect(readFileSync(path, 'utf8')).toBe('a session with notes');
  expect((await upload('another one')).path).not.toBe(path);
  expect(readdirSync(dir)).toHaveLength(2);
});
