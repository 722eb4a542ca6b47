import { expect, test } from 'vitest';
import type { RouteFigures, RunReport } from '../../../../shared/model/report.ts';
import type { TimePart } from '../../../../shared/model/time-parts.ts';
import { cellText, htmlTable, type MarkedCell } from '../../../../shared/report/table.ts';
import { ROUTE_TIME, routeTimeTable } from '../../../../shared/report/tables/route-time.ts';
import { makeRoutes, makeTimeParts } from '../../../helpers/fake-data.ts';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
const [FIRST] = makeRoutes().routes;

function tableOf(routes: readonly RouteFigures[], callsKnownPercent: number | null = 100) {
  return routeTimeTable({ routes: { ...makeRoutes(), routes, callsKnownPercent } })!;
}

const ofMean = (route: string, requests: number, mean: number, parts: RouteFigures['parts']): RouteFigures => ({
  ...{ ...FIRST!, route, requests, parts },
  serverMs: { ...FIRST!.serverMs!, mean },
});

test('the route that all requests were in the server for the longest comes first, with its part of that time', () => {
  const { rows, columns } = tableOf([
    ofMean('GET /often', 1_000, 2, makeTimeParts()),
    ofMean('GET /slow', 10, 800, makeTimeParts()),
    ofMean('GET /none', 0, 0, null),
  ]);
  const ofAll = columns.findIndex(({ title }) => title === 'Of all time, %');
  expect(rows.map((row) => [row[0], cellText(row[ofAll]!)])).toEqual([
    ['GET /slow', '80.0'],
    ['GET /often', '20.0'],
  ]);
});

const partsOf = (parts: readonly TimePart[]): MarkedCell => tableOf([ofMean('GET /', 9, 20, parts)]).rows[0]!.at(-2) as MarkedCell;

test('parts are told in words by whom is waited for, the longest beside the bar', () => {
  const { text, bar } = partsOf(makeTimeParts());
  expect(plain(text)).toBe(
    'work 2.00 ms, busy with others 1.00 ms, in line for 127.0.0.1:4555 10.0 ms, 127.0.0.1:4555 5.00 ms, postgresql://127.0.0.1:5432 1.00 ms, unexplained 1.00 ms',
  );
  expect(bar!.says).toBe('50 % in line for 127.0.0.1:4555');
  expect(bar!.parts.map(({ part, share }) => [part, share])).toEqual([
    ['work', 10],
    ['others', 5],
    ['inLine', 50],
    ['inProgress', 25],
    ['inProgress', 5],
    ['unexplained', 5],
  ]);
});

test('what is less than a hundredth is drawn and not told, nothing is neither, and what has one name is one part', () => {
  const part = (name: TimePart['part'], meanMs: number, kind: TimePart['kind'] = null): TimePart => ({
    ...{ part: name, kind, to: kind, meanMs, totalMs: meanMs, busyMs: 0 },
  });
  const { text, bar } = partsOf([
    ...[part('work', 99.5), part('others', 0), part('inLine', 30, 'file'), part('inLine', 20, 'threadpool')],
    ...[part('inProgress', 50, 'timer'), part('unexplained', 0.5)],
  ]);
  expect(plain(text)).toBe('work 99.5 ms, in line for a thread 50.0 ms, timers 50.0 ms');
  expect(bar!.parts.map(({ says }) => plain(says))).toEqual([
    ...['work 99.5 ms', 'in line for a thread 50.0 ms', 'timers 50.0 ms', 'unexplained 500 µs'],
  ]);
});

test('in a report the words may take several lines', () => {
  const of = tableOf([ofMean('GET /', 9, 20, makeTimeParts())]);
  expect(htmlTable(of).html).toMatch(/<td class="wraps">work [^<]*unexplained [^<]*<\/td>/);
});

test('a route of which too little is known has a dash, and it is said how many calls are known', () => {
  const both = [ofMean('GET /a', 9, 20, makeTimeParts()), ofMean('GET /b', 9, 10, null)];
  const { rows, note } = tableOf(both, 62);
  expect(cellText(rows[1]!.at(-2)!)).toBe('–');
  expect(note).toContain('fewer than 100 samples');
  expect(note).toContain('is known for 62 % of the calls');
  const whole = tableOf(both.slice(0, 1)).note;
  expect(whole).not.toContain('fewer than');
  expect(whole).not.toContain('% of the calls');
});

test('without any there is no table, and it is said why', () => {
  const run = (routes: readonly RouteFigures[], waits: RunReport['waits']) =>
    ({ routes: { ...makeRoutes(), routes }, waits }) as unknown as RunReport;
  const few = run([ofMean('GET /', 9, 20, null)], []);
  expect(ROUTE_TIME.of(few, {})).toBeNull();
  expect(ROUTE_TIME.alone!.none!(few)).toContain('too few to tell');
  expect(ROUTE_TIME.alone!.none!(run([], null))).toContain('record it again');
  expect(routeTimeTable({ routes: null })).toBeNull();
});
