import { expect, test } from 'vitest';
import { textTable } from '../../../electron/cli/text-table.ts';

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
