/** Calls of one request in lanes: drawn by hand, a character for a millisecond. */
import { expect, test } from 'vitest';
import { type CallLanes, callRuns, drawLanes, equalCalls } from '../../../../shared/charts/call-lanes.ts';
import type { CallMeanwhile } from '../../../../shared/model/request-story.ts';

const US = 1_000;

/** `..~~==.` : from 2 in line, from 4 in progress until 6, milliseconds. */
function call(drawn: string, name: string, more: Partial<CallMeanwhile> = {}): CallMeanwhile {
  const [line, from, to] = [drawn.search(/[~=]/), drawn.indexOf('='), drawn.lastIndexOf('=') + 1];
  return {
    ...{ kind: 'query', to: 'postgresql://db:5432', name, status: null },
    ...{ from: from * US, us: (to - from) * US, lineUs: (from - line) * US },
    ...more,
  };
}

/** A row for each lane: a character for a millisecond, `~` in line, `=` in progress. */
function draw({ items, lanes }: CallLanes, columns: number): string[] {
  const rows = Array.from({ length: lanes }, () => Array<string>(columns).fill('.'));
  for (const { lane, parts } of items)
    for (const { from, to, isLine } of parts) rows[lane]!.fill(isLine ? '~' : '=', Math.round(from / US), Math.round(to / US));
  return rows.map((row) => row.join(''));
}

const room = (columns: number, lanes = 6) => ({ lanes, pixels: columns, us: columns * US });

test('calls that overlap lie in lanes below each other, in no more than there are at one time', () => {
  const calls = [call('.====.....', 'a'), call('..~~===...', 'b'), call('.....~~==.', 'c'), call('........==', 'd')];
  expect(draw(drawLanes(calls, room(10)), 10)).toEqual(['.====~~==.', '..~~===.==']);
});

test('one that begins when another ends is in the same lane, and the order in which they are given says nothing', () => {
  const calls = [call('...===', 'b'), call('===...', 'a')];
  const { items, lanes } = drawLanes(calls, room(6));
  expect(lanes).toBe(1);
  expect(items.map(({ runs, next }) => [runs[0][0].name, next / US])).toEqual([
    ['a', 3],
    ['b', 6],
  ]);
});

test('of a call whose line is not known only the progress is drawn', () => {
  expect(draw(drawLanes([call('..~~==', 'a', { lineUs: null })], room(6)), 6)).toEqual(['....==']);
});

test('what needs more lanes than there are is counted, and what goes on after the response is cut off there', () => {
  const calls = [...Array.from({ length: 9 }, (_, nth) => call('.====', `q${nth}`)), call('........==', 'late')];
  const { lanes, left, items } = drawLanes(calls, room(3, 6));
  expect([lanes, left, items.length]).toEqual([6, 4, 6]);
  expect(items.every(({ from, to }) => from === US && to === 3 * US)).toBe(true);
});

test('equal calls in sequence are one run, in each lane by itself; fewer than five stay single', () => {
  const loop = Array.from({ length: 21 }, (_, nth) => call(`${'.'.repeat(2 + 2 * nth)}==`, 'select item'));
  const calls = [call('==', 'select order'), ...loop, call(`${'.'.repeat(44)}=`, 'update')];
  expect(callRuns(calls).map((run) => [run.length, run[0].name])).toEqual([
    [1, 'select order'],
    [21, 'select item'],
    [1, 'update'],
  ]);
  const beside = loop.map((one) => ({ ...one, from: one.from + 500 }));
  expect(callRuns([...loop, ...beside]).map((run) => run.length)).toEqual([21, 21]);
  expect(callRuns(loop.slice(0, 4)).map((run) => run.length)).toEqual([1, 1, 1, 1]);
  // Of another status or peer they are not the same.
  const failed = loop.map((one, nth) => ({ ...one, status: nth % 2 === 0 ? 200 : 0 }));
  expect(callRuns(failed)).toHaveLength(21);
});

test('all equal ones are together, the longest first, with their time in line', () => {
  const calls = [call('=', 'a'), call('.~~~=', 'b'), call('......==', 'a')];
  expect(equalCalls(calls).map((run) => [run[0].name, run.length])).toEqual([
    ['b', 1],
    ['a', 2],
  ]);
});

test('a thousand calls one after the other take no more places than pixels have room for, and none is left out', () => {
  const calls = Array.from({ length: 1_000 }, (_, nth) => ({
    ...call('=', nth % 2 === 0 ? 'a' : 'b'),
    ...{ from: nth * 10, us: 9, lineUs: 0 },
  }));
  const { items, lanes, left } = drawLanes(calls, { lanes: 6, pixels: 100, us: 10_000 });
  expect([lanes, left]).toEqual([1, 0]);
  expect(items.length).toBeLessThanOrEqual(100);
  expect(items.flatMap(({ runs }) => runs.flat())).toHaveLength(1_000);
  expect(items.flatMap(({ parts }) => parts).every(({ isLine, to, from }) => !isLine && to > from)).toBe(true);
});

test('a pixel shows what took more of its time, and what is shorter than one is still seen', () => {
  const alternating = Array.from({ length: 50 }, (_, nth) => ({ ...call('=', 'a'), from: nth * 20 + 15, us: 5, lineUs: 15 }));
  const { items } = drawLanes(alternating, { lanes: 1, pixels: 10, us: 1_000 });
  expect(items.flatMap(({ parts }) => parts.map(({ isLine }) => isLine))).toEqual([true]);
  const [short] = drawLanes([call('.....=', 'a', { us: 1, lineUs: 0 })], room(10)).items;
  expect(short!.parts).toEqual([{ from: 5_000, to: 5_001, isLine: false }]);
});
