import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { isAskable, onEnter } from '../../../electron/cli/terminal-input.ts';

/** As /proc/PID/stat has it: group 100, and the group in the foreground. */
const stat = (foreground: number, name = 'node') => `100 (${name}) S 1 100 90 34816 ${foreground} 4194304 1 2`;

test('reads the terminal only in the foreground', () => {
  expect(isAskable({ isTTY: true }, stat(100))).toBe(true);
  expect(isAskable({ isTTY: true }, stat(90))).toBe(false);
  expect(isAskable({ isTTY: true }, stat(90, 'a) S 1 90 90 0 90'))).toBe(false);
  expect(isAskable({ isTTY: true }, null)).toBe(true);
  expect(isAskable({ isTTY: false }, stat(100))).toBe(false);
  expect(isAskable({}, stat(100))).toBe(false);
});

test('reports each line once, however its bytes arrive, until stopped', async () => {
  const stdin = new PassThrough();
  let lines = 0;
  const stop = onEnter(stdin as unknown as NodeJS.ReadStream, () => lines++);
  for (const chunk of ['\n', 'a', 'b\n', '\n\n', 'c']) stdin.write(chunk);
  await new Promise((resolve) => setImmediate(resolve));
  expect(lines).toBe(4);
  stop();
  stdin.write('\n');
  await new Promise((resolve) => setImmediate(resolve));
  expect(lines).toBe(4);
});
