import { expect, test } from 'vitest';
import { redactSource, replaceInSource } from '../../../../shared/privacy/redact-source.ts';

test('in code a value is what stands in quotes; expressions and types stay', () => {
  const code = [
    'const token = readToken(request);',
    'interface Login { password: string; token?: string }',
    'for (const key of keys) secret = next(key);',
    "const apiKey = 'a plain word';",
    "connect('postgres://shop:hunter2@db/shop');",
    'export const id = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6";',
  ].join('\n');
  expect(redactSource(code).split('\n')).toEqual([
    'const token = readToken(request);',
    'interface Login { password: string; token?: string }',
    'for (const key of keys) secret = next(key);',
    'const apiKey = (not saved);',
    "connect('postgres://(not saved)@db/shop');",
    'export const id = "(not saved)";',
  ]);
});

test('a quote that does not end, and a key over several lines, leave the lines below where they are', () => {
  const code = 'const secret = `\nab\n`;\nconst pem = `-----BEGIN PRIVATE KEY-----\nMIIB\nxyz\n-----END PRIVATE KEY-----`;\nlast();';
  const redacted = redactSource(code).split('\n');
  expect(redacted).toHaveLength(code.split('\n').length);
  expect(redacted.at(-1)).toBe('last();');
  expect(redacted.join('')).not.toMatch(/MIIB|xyz/);
  expect(redactSource(redacted.join('\n'))).toBe(redacted.join('\n'));
  expect(replaceInSource('a\nVALUE\nOVER\nz', [{ from: 2, to: 12, by: '(not saved 1)' }])).toBe('a\n(not saved 1)\n\nz');
});
