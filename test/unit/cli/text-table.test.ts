import { expect, test } from 'vitest';
import { reportTable, textTable } from '../../../electron/cli/print/text-table.ts';
import type { ReportTable } from '../../../shared/report/table.ts';

const HEAD = ['Process', 'CPU avg / max, %', 'File'];
const ROWS = [['4242', '98.1 / 104.0', 'node_modules/react-dom/cjs/react-dom-server.node.production.js:5200']];

test('as wide as its cells where there is room', () => {
  const lines = textTable(HEAD, ROWS, [0, 2]).split('\n');
  expect(lines).toHaveLength(5);
  expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
});

test('in a narrow terminal cells go on in the next line, paths behind a folder, and nothing is lost', () => {
  const wide = textTable(HEAD, ROWS, [0, 2]);
  const lines = textTable(HEAD, ROWS, [0, 2], 50).split('\n');
  expect(Math.max(...lines.map(({ length }) => length))).toBe(50);
  const letters = (text: string): string => [...text.replace(/[\s─│┌┬┐├┼┤└┴┘]/g, '')].sort().join('');
  expect(letters(lines.join(''))).toBe(letters(wide));
  expect(textTable(HEAD, ROWS, [0, 2], 44)).toBe(
    [
      '┌─────────┬───────────────┬────────────────┐',
      '│ Process │     CPU avg / │ File           │',
      '│         │        max, % │                │',
      '├─────────┼───────────────┼────────────────┤',
      '│ 4242    │  98.1 / 104.0 │ node_modules/  │',
      '│         │               │ react-dom/cjs/ │',
      '│         │               │ react-dom-     │',
      '│         │               │ server.node.   │',
      '│         │               │ production.    │',
      '│         │               │ js:5200        │',
      '└─────────┴───────────────┴────────────────┘',
    ].join('\n'),
  );
});

const FUNCTIONS: ReportTable = {
  caption: 'Functions',
  namesLast: true,
  columns: [
    { title: 'Function' },
    { title: 'Self, ms', numeric: true },
    { title: 'Drawn', axis: { reach: 10, band: 5 } },
    { title: 'File' },
    { title: 'Kind', detail: true },
  ],
  rows: [
    ['parse', '12.5', { text: '', mark: { at: 1, low: 0, high: 2, isStrong: true } }, { text: 'a.js:1', whole: '/srv/app/a.js:1' }, 'own'],
  ],
  more: 'The first 1 of 9.',
  note: 'Self is its own code.',
};

test('a table of a report has its caption and its note, whole places, and names last where they are long', () => {
  const rows = ['┌──────────┬──────────┬─────────────────┐', '│ Self, ms │ Function │ File            │'];
  const below = [
    '├──────────┼──────────┼─────────────────┤',
    '│     12.5 │ parse    │ /srv/app/a.js:1 │',
    '└──────────┴──────────┴─────────────────┘',
  ];
  const told = new Set<string>();
  expect(reportTable(FUNCTIONS, told).split('\n')).toEqual(['Functions', ...rows, ...below, 'The first 1 of 9. Self is its own code.']);
  expect(reportTable(FUNCTIONS, told).split('\n').at(-1)).toBe('The first 1 of 9.');
});

test('facts are lines without a frame, those that are a part of another further in', () => {
  const columns = [{ title: 'Name' }, { title: 'Value', numeric: true }];
  const rows = [
    ['Failed', { text: '3', tone: 'bad' as const }],
    [{ text: 'timed out', tone: 'sub' as const }, '1\u00a0k'],
  ];
  expect(reportTable({ caption: 'Requests', facts: true, columns, rows })).toBe('Requests\nFailed       3\n  timed out  1 k');
});
