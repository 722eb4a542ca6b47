/** The programs of a server as a stack: which processes are one part, and what they add up to. */
import { expect, test } from 'vitest';
import type { ServerLines, Values } from '../../../../shared/charts/chart-lines.ts';
import { computeParts } from '../../../../shared/charts/part-lines.ts';
import { serverCharts } from '../../../../shared/charts/run-charts.ts';
import type { ProcessRole } from '../../../../shared/model/run.ts';
import { lineName } from '../../../../shared/phrases/charts.ts';

/** One process a line: pid, role, title, member or -, then its CPU in each round (- for none). */
function serverOf(...rows: readonly string[]) {
  const processes = rows.map((row) => {
    const [pid, role, title, member, ...cpu] = row.split(' | ') as [string, ProcessRole, string, string, ...string[]];
    const values: Values = cpu.map((one) => (one === '-' ? null : Number(one)));
    return { pid: Number(pid), role, title, ...(member === '-' ? {} : { member }), values };
  });
  const cpu = processes.map(({ values }) => values);
  const lines: ServerLines = {
    x: cpu[0]!.map((_, at) => at),
    pids: processes.map(({ pid }) => pid),
    measures: {
      cpu,
      memory: cpu.map((values) => values.map((one) => (one === null ? null : one * 2))),
      heap: [],
      loop: [],
      stall: [],
      gc: [],
    },
  };
  const parts = computeParts(lines, processes);
  const charts = serverCharts(lines, parts);
  return { parts, charts, names: charts.find(({ id }) => id === 'cpuStack')?.lines.map(lineName) };
}

test('a member of a group is one part, whatever its processes are; another sample between two does not make a hole', () => {
  const { parts, charts, names } = serverOf(
    '1 | main | app.js | app | 10 | 20',
    '2 | main | app.js | app | 30 | -',
    '3 | main | nginx | nginx | 1 | 2',
    '4 | child | nginx | nginx | 4 | 5',
  );
  expect(names).toEqual(['app × 2', 'nginx × 2']);
  expect(parts.map(({ cpu }) => cpu)).toEqual([
    [40, 50],
    [5, 7],
  ]);
  expect(parts[0]!.memory).toEqual([80, 100]);
  // An area is as wide as its span: without one nothing would be drawn.
  expect(charts.find(({ id }) => id === 'memoryStack')!.spans).toEqual([
    { from: 0, to: 0 },
    { from: 0, to: 1 },
  ]);
});

test('workers are apart from what started them; a child that runs something else has its own name', () => {
  expect(serverOf('1 | main | gunicorn | - | 0', '2 | child | gunicorn | - | 9', '3 | child | gunicorn | - | 8').names).toEqual([
    'gunicorn',
    'gunicorn worker × 2',
  ]);
  expect(serverOf('1 | main | s.js | - | 0', '2 | cluster worker | s.js | - | 9', '3 | child | convert | - | 8').names).toEqual([
    's.js',
    's.js worker',
    'convert',
  ]);
});

test('one process has no stack; before its first sample a part is a gap, not zero', () => {
  expect(serverOf('1 | main | s.js | - | 5').charts.map(({ id }) => id)).toEqual(['cpu', 'memory', 'loop', 'stall', 'gc']);
  expect(serverOf('1 | main | s.js | - | 5 | 6', '2 | child | c | - | - | 7').parts[1]!.cpu).toEqual([null, 7]);
});
