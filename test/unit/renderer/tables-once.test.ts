/** A table of figures is declared once, in `shared/report`, and screens draw it from there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../renderer');

/** What draws tables that come from elsewhere. */
const RENDERERS = ['ui/table/FigureTable.tsx', 'ui/table/Table.tsx', 'ui/Markdown.tsx'];

/** Sorted, searched or opened row by row: their columns are those of reports and of the terminal. */
const SHARED_COLUMNS: Readonly<Record<string, string>> = {
  'comparison/FunctionsFigure.tsx': 'diffFunctionColumns',
  'screens/run/lines/LinesTab.tsx': 'lineColumns',
  'screens/run/profile/FunctionsTab.tsx': 'functionColumns',
  'screens/run/profile/GroupTable.tsx': 'groupColumns',
  'screens/run/requests/RequestsTab.tsx': 'requestColumns',
};

/** Nothing else shows the same as a table, with the reason. */
const ON_SCREENS_ONLY: Readonly<Record<string, string>> = {
  'ui/table/KeyValueTable.tsx': 'is edited',
  'forms/PrivateDialog.tsx': 'is a choice of what a copy leaves out',
  'forms/plan/PlanRequests.tsx': 'is edited',
  'frame/KeysDialog.tsx': 'has keys, no figures',
  'screens/home/RecentSessions.tsx': 'is a list of files to open',
  'charts/ChartTable.tsx': 'has the points of the chart in whose place it stands; reports draw the chart',
  'charts/RunDots.tsx': 'has the points of the chart in whose place it stands; reports draw the chart',
  'comparison/ResponseOrderFigure.tsx': 'has the points of the chart in whose place it stands; reports draw the chart',
  'flame-chart/ChartTable.tsx': 'has the calls that are in sight in the flame chart',
  'flame/CallTree.tsx': 'is a tree of frames that is opened and zoomed; reports draw the flame graph',
  'flame/use-diff-words.tsx': 'is the tooltip of a frame',
  'screens/run/ServerSamples.tsx': 'has every sample of a process; reports draw the chart',
};

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const drawing = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.tsx') && /<[Tt]able\b/.test(textOf(file)));

test('what draws a table by itself is listed with the reason; all others are drawn from their declarations', () => {
  const known = [...RENDERERS, ...[SHARED_COLUMNS, ON_SCREENS_ONLY].flatMap((listed) => Object.keys(listed))];
  expect(drawing.toSorted()).toEqual(known.toSorted());
});

test.each(Object.entries(SHARED_COLUMNS))('%s has the columns of %s', (file, columns) => {
  expect(textOf(file)).toMatch(new RegExp(`\\b${columns}\\b.*from '[./]*shared/report/`));
});
