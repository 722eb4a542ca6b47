import { describe, expect, test } from 'vitest';
import { csvField, tsvField } from '../../../../shared/base/separated.ts';
import { cutTable, htmlTable, narrowTable, type ReportTable } from '../../../../shared/report/table.ts';
import { TABLE_WRITERS } from '../../../../shared/report/table-text.ts';

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

describe('a table of a report', () => {
  const marked: ReportTable = {
    caption: 'A <b>',
    columns: [
      { title: 'Name' },
      { title: 'ms', numeric: true },
      { title: 'drawn', axis: { reach: 10, band: 5 } },
      { title: 'p', detail: true },
    ],
    rows: [
      [
        { text: 'a.js', tone: 'code', whole: '/srv/a.js' },
        { text: '(3)', tone: 'weak', title: 'few' },
        { text: '', mark: { at: 1, low: 0, high: 2, isStrong: true } },
        '0.1',
      ],
      ['b', '4', '', '0.2'],
    ],
    note: 'Of all.',
  };

  test('is drawn in HTML with what cells mean where they are pointed at, without what needs a drawing', () => {
    expect(htmlTable(marked).html).toBe(
      [
        '<div class="table" tabindex="0" role="region" aria-label="A &lt;b&gt;"><table class="figures"><caption>A &lt;b&gt;</caption>',
        '<thead><tr><th scope="col">Name</th><th scope="col" class="n">ms</th><th scope="col">p</th></tr></thead>',
        '<tbody>',
        '<tr><th scope="row" class="code" title="/srv/a.js">a.js</th><td class="n weak" title="few">(3)</td><td>0.1</td></tr>',
        '<tr><th scope="row">b</th><td class="n">4</td><td>0.2</td></tr>',
        '</tbody></table></div>',
        '<p class="note">Of all.</p>',
        '',
      ].join('\n'),
    );
  });

  test('loses its details on a narrow surface, and says of rows that are left out how many there are', () => {
    expect(narrowTable(marked)).toMatchObject({
      columns: [{}, {}, { title: 'drawn' }],
      rows: [
        [{}, {}, {}],
        ['b', '4', ''],
      ],
    });
    const cut = cutTable(marked, 1, (shown, all) => `${shown} of ${all}.`);
    expect(cut.rows).toHaveLength(1);
    expect(TABLE_WRITERS.markdown.write(cut)).toMatch(/\n\n1 of 2\. Of all\.\n$/);
    expect(TABLE_WRITERS.csv.write(marked).split('\r\n')[0]).toBe('Name,ms,p');
    expect(cutTable(marked, 2, () => '')).toBe(marked);
  });

  test('of a list that was cut before says also with all of its rows that there may be more', () => {
    const told = (most: number, isFirst: boolean) =>
      cutTable({ ...marked, isFirst }, most, (shown, all, isMore) => `${shown} of ${all}${isMore ? ' or more' : ''}.`).more;
    expect([told(1, true), told(2, true), told(5, true)]).toEqual(['1 of 2 or more.', '2 of 2 or more.', '2 of 2 or more.']);
    expect([told(1, false), told(2, false)]).toEqual(['1 of 2.', undefined]);
  });
});
