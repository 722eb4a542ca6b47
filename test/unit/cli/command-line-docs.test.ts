import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TABLES } from '../../../electron/cli/print/print-report.ts';
import { ROW_TABLES } from '../../../electron/cli/print/row-tables.ts';
import { fillTables } from '../../../scripts/command-line-docs.mjs';
import { COMPARED_TABLES } from '../../../shared/report/tables/compared/index.ts';

const DOCS = readFileSync(join(import.meta.dirname, '../../../docs/user/COMMAND-LINE.md'), 'utf8');

test('the tables of flags, and the names that --table takes, are in the manual as the commands have them', () => {
  expect(fillTables(DOCS), 'To write them again: node --import tsx scripts/command-line-docs.mjs').toBe(DOCS);
});

test('a table that is out of date is written anew, and what stands around it stays', () => {
  const old = 'before\n<!-- flags: serve -->\n| `--gone` |\n<!-- end -->\nafter\n';
  expect(fillTables(old)).toMatch(/^before\n<!-- flags: serve -->\n\n\| flag [\s\S]*`--port[\s\S]*\n<!-- end -->\nafter\n$/);
  expect(fillTables(old)).not.toContain('--gone');
});

test('a table of a command that is not there is refused', () => {
  expect(() => fillTables('<!-- flags: nothing -->\n<!-- end -->')).toThrow('There is no command nothing.');
});

test('the manual has every table that can be printed by its name', () => {
  const listed = (of: string) => new RegExp(`<!-- tables: ${of} -->([\\s\\S]*?)<!-- end -->`).exec(DOCS)![1]!;
  const names = (of: string) => [...listed(of).matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
  expect(names('run')).toEqual([...TABLES, ...ROW_TABLES]);
  expect(names('comparison')).toEqual(COMPARED_TABLES.map(({ id }) => id));
  expect(() => fillTables('<!-- tables: nothing -->\n<!-- end -->')).toThrow('There are no tables of nothing.');
});
