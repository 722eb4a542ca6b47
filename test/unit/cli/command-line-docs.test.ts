import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fillFlags } from '../../../scripts/command-line-docs.mjs';

const DOCS = readFileSync(join(import.meta.dirname, '../../../docs/user/COMMAND-LINE.md'), 'utf8');

test('the tables of flags in the manual are those of the commands', () => {
  expect(fillFlags(DOCS), 'To write them again: node --import tsx scripts/command-line-docs.mjs').toBe(DOCS);
});

test('a table that is out of date is written anew, and what stands around it stays', () => {
  const old = 'before\n<!-- flags: serve -->\n| `--gone` |\n<!-- end -->\nafter\n';
  expect(fillFlags(old)).toMatch(/^before\n<!-- flags: serve -->\n\n\| flag [\s\S]*`--port[\s\S]*\n<!-- end -->\nafter\n$/);
  expect(fillFlags(old)).not.toContain('--gone');
});

test('a table of a command that is not there is refused', () => {
  expect(() => fillFlags('<!-- flags: nothing -->\n<!-- end -->')).toThrow('There is no command nothing.');
});
