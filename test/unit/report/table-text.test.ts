import { describe, expect, test } from 'vitest';
import { csvField, tsvField } from '../../../shared/format/separated.ts';
import type { ReportTable } from '../../../shared/report/table.ts';
import { TABLE_WRITERS } from '../../../shared/report/table-text.ts';

const table: ReportTable = {
  caption: 'Functions',
  columns: [{ title: 'self, ms', numeric: true }, { title: 'function' }],
  rows: [
    ['1,234.5', '=HYPERLINK("http://x","y")'],
    ['−3.0', 'a|b\t<script>'],
    ['+3.0', 'safe\u202egnp.exe\nnext'],
  ],
};

describe('a table as text', () => {
  test('for a spreadsheet', () => {
    expect(TABLE_WRITERS.tsv.write(table)).toBe(
      [
        'self, ms\tfunction',
        '1,234.5\t\'=HYPERLINK("http://x","y")',
        '−3.0\ta|b\\u0009<script>',
        '+3.0\tsafe\\u202egnp.exe\\u000anext',
        '',
      ].join('\n'),
    );
  });

  test('as CSV', () => {
    expect(TABLE_WRITERS.csv.write(table)).toBe(
      [
        '"self, ms",function',
        '"1,234.5","\'=HYPERLINK(""http://x"",""y"")"',
        '−3.0,a|b\\u0009<script>',
        '+3.0,safe\\u202egnp.exe\\u000anext',
        '',
      ].join('\r\n'),
    );
  });

  test('as Markdown: its name, its figures at the right, and no markup out of names', () => {
    expect(TABLE_WRITERS.markdown.write(table)).toBe(
      [
        '**Functions**',
        '',
        '| self, ms | function |',
        '| ---: | --- |',
        '| 1,234.5 | =HYPERLINK("http://x","y") |',
        '| −3.0 | a\\|b\\\\u0009&lt;script&gt; |',
        '| +3.0 | safe\\\\u202egnp.exe\\\\u000anext |',
        '',
      ].join('\n'),
    );
  });
});

test('nothing from a program becomes a formula, and figures stay figures', () => {
  const fields = ['=cmd|a', '+1', '+cmd', '-2+3', '@x', '\tx', '＝1', '-12.5', '+1,204.5 %', '-', 'a"b', 'a,b'];
  expect(fields.map(csvField)).toEqual([
    "'=cmd|a",
    '+1',
    "'+cmd",
    "'-2+3",
    "'@x",
    "'\tx",
    "'＝1",
    '-12.5',
    '"+1,204.5 %"',
    "'-",
    '"a""b"',
    '"a,b"',
  ]);
  expect(['=1', 'a\tb\r\nc', '-12.5'].map(tsvField)).toEqual(["'=1", 'a b c', '-12.5']);
});
