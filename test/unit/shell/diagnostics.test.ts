import { expect, test } from 'vitest';
import { diagnosticsText } from '../../../electron/shell/diagnostics.ts';
import { redactLog } from '../../../shared/privacy/redact-log.ts';

const facts = (log: string) => ({ versions: { Electron: '45.4.1' }, platform: 'linux x64', log });

/** A line of a log -> what must not be left of it. `ada` is a name, `s3cr3t` and `hunter` are values. */
const SECRETS: readonly (readonly [line: string, ...leaks: string[]])[] = [
  ['/home/ada/projects/shop/server.js', 'ada'],
  ['/home/grace/other.js', 'grace'],
  ['C:\\Users\\ada\\server.js', 'ada'],
  ['C:\\Users\\Ada Lovelace\\server.js', 'Ada', 'Lovelace'],
  ['{"script":"C:\\\\Users\\\\ada\\\\server.js"}', 'ada'],
  ['    at run (file:///C:/Users/ada/server.js:3:4)', 'ada'],
  ['/Users/ada/x', 'ada'],
  ['ada@example.com', 'ada', 'example'],
  ['http://127.0.0.1:3000/cart?user=ada&card=4111111111111111', 'ada', '4111'],
  ['http://ada:s3cr3t@localhost:3000/', 'ada', 's3cr3t'],
  ['Authorization: Bearer eyJhbGciOi', 'eyJ'],
  ['sk_live_4eC39HqLyjWDarjtT1zdp7dc', '4eC39'],
  ['TOKEN=s3cr3t-value', 's3cr3t'],
  ['PASSWORD="with spaces ada"', 'spaces', 'ada'],
  ["KEY='ada'", 'ada'],
  ['GREETING=two words', 'two', 'words'],
  ['FIRST=one more SECOND=last one', 'more', 'last'],
  ['{"TOKEN":"abc"}', 'abc'],
  ["  TOKEN: 'abc',", 'abc'],
  ['  GREETING: `good day`,', 'good', 'day'],
  ['"{\\"TOKEN\\":\\"abc\\"}"', 'abc'],
  ['password: hunter two', 'hunter', 'two'],
  ['node server.js --api-key hunter', 'hunter'],
  ['-----BEGIN PRIVATE KEY-----\nMIIE\nhunter\n-----END PRIVATE KEY-----', 'MIIE', 'hunter'],
];

test.each(SECRETS)('removes everything personal from %j', (line, ...leaks) => {
  const text = diagnosticsText(facts(`before\n${line}\nafter`), '/home/ada');
  for (const leak of leaks) expect(text, leak).not.toContain(leak);
  expect(text.split('\n').at(-1)).toBe('after');
});

test('keeps what is not secret', () => {
  expect(redactLog('/home/ada/projects/shop/server.js', '/home/ada')).toBe('~/projects/shop/server.js');
  expect(redactLog('{"cwd":"C:\\\\Users\\\\ada\\\\shop"}', 'C:\\Users\\ada')).not.toContain('ada');
  expect(redactLog('GET http://127.0.0.1:3000/cart?user=ada', '/home/ada')).toBe('GET http://127.0.0.1:3000/cart?…');
  const plain = [
    '2026-11-21T12:00:00.000Z engine: ended unexpectedly (SIGKILL)',
    "Error: spawn ENOENT { errno: -2, code: 'ENOENT', syscall: 'spawn' }",
    '    at Server.listen (node:net:1872:7)',
  ];
  for (const line of plain) expect(redactLog(line, '/home/ada')).toBe(line);
});

test('the log is cut at the start of a line, after removing secrets', () => {
  // Wherever the cut comes: in front of it stand a key and, after it, what the key made a secret.
  for (let length = 0; length < 60; length++) {
    const log = `TOKEN=abc ${'hunter '.repeat(300)}\n${'plain text\n'.repeat(150)}${'x'.repeat(length)}`;
    const text = diagnosticsText(facts(log), '/home/ada');
    expect(text).not.toContain('hunter');
    expect(text.split('log:\n')[1]).toMatch(/^plain text\n/);
  }
});

test('fits into a dialog that does not scroll, with the end of the log', () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => `line ${index}`);
  const text = diagnosticsText(facts(lines.join('\n')), '/home/ada');
  expect(text.split('\n').length).toBeLessThan(30);
  expect(text.endsWith('line 4998\nline 4999')).toBe(true);
  const wide = diagnosticsText(facts(Array.from({ length: 50 }, () => 'wide '.repeat(60)).join('\n')), '/home/ada');
  expect(wide.length).toBeLessThan(2_000);
  expect(wide.split('log:\n')[1]).toMatch(/^wide /);
});

test('a log without line breaks does not take quadratic time', () => {
  const data = ['a-'.repeat(200_000), 'a="'.repeat(100_000), '\\"'.repeat(100_000), 'x'.repeat(500_000)];
  for (const log of data) expect(diagnosticsText(facts(`${log}\nend`), '/home/ada')).toMatch(/\[a line of \d+ characters\]\nend$/);
});
