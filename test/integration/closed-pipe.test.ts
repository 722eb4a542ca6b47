/** `loopscope ... | head`: the reader has gone before everything was printed. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { start } from '../helpers/command.ts';

const SESSION = join(import.meta.dirname, '../fixtures/sessions/format-1.loopscope');

test('output into a pipe that is closed early causes no error', async () => {
  const { child, ended } = start(['show', SESSION]);
  child.stdout!.destroy();
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
});
