/** All output goes through one door, which lets no control sequences through. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { print, printBytes, printFile, progressOn } from '../../../electron/cli/terminal.ts';

const CLI = join(import.meta.dirname, '../../../electron/cli');

test('only one file of electron/cli writes to the terminal', () => {
  const offenders = readdirSync(CLI)
    .filter((name) => name.endsWith('.ts') && name !== 'terminal.ts')
    .filter((name) => /\bprocess\s*\.\s*std(out|err)\b|\bconsole\s*\.|\.write\(/.test(readFileSync(join(CLI, name), 'utf8')));
  expect(offenders).toEqual([]);
});

/** A terminal that keeps what it is sent. */
function fake(isTTY: boolean) {
  const sent: string[] = [];
  return { sent, out: { isTTY, columns: 40, write: (text: string) => sent.push(text) } };
}

test('progress redraws itself with its own sequence only, whatever the names are', () => {
  const { sent, out } = fake(true);
  const screen = progressOn(out);
  screen.redraw('\u001b]0;owned\u0007\r\u001b[2Jscript\u202e.js');
  screen.line('a\u009b31mb');
  expect(sent).toEqual(['\r\u001b[K\\u001b]0;owned\\u0007\\u000d\\u001b[2Jscri', 'a\\u009b31mb\n']);
});

test('an export goes unchanged to another program, and escaped to a terminal', () => {
  const [terminal, pipe] = [fake(true), fake(false)];
  printFile('x\u001b[2J\n', terminal.out);
  printFile('x\u001b[2J\n', pipe.out);
  expect([terminal.sent, pipe.sent]).toEqual([['x\\u001b[2J\n'], ['x\u001b[2J\n']]);
});

test('an export that is no text goes to another program only', () => {
  const sent: Uint8Array[] = [];
  const out = (isTTY: boolean) => ({ isTTY, write: (bytes: Uint8Array) => sent.push(bytes) });
  expect([printBytes(Uint8Array.of(27, 91), out(true)), printBytes(Uint8Array.of(31, 139), out(false))]).toEqual([false, true]);
  expect(sent).toEqual([Uint8Array.of(31, 139)]);
});

test('the first line is marked where the terminal has colours, after what the text holds was made visible', () => {
  const [coloured, plain, pipe] = [fake(true), fake(true), fake(false)];
  print('99 %\u001b[2J\nmore', 'strong', { ...coloured.out, hasColors: () => true });
  print('99 %\nmore', 'strong', { ...plain.out, hasColors: () => false });
  print('99 %\nmore', 'strong', { ...pipe.out, hasColors: () => true });
  expect(coloured.sent).toEqual(['\u001b[1m99 %\\u001b[2J\u001b[0m\nmore\n']);
  expect([plain.sent, pipe.sent]).toEqual([['99 %\nmore\n'], ['99 %\nmore\n']]);
});
