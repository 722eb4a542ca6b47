import { describe, expect, test } from 'vitest';
import { ChartPicture, ROW_PX, STRIP_PX } from '../../../../renderer/flame-chart/chart-picture.ts';
import { FlameChart } from '../../../../shared/profile/time/flame-chart.ts';
import { toFlameChartColumns } from '../../../../shared/profile/time/flame-chart-columns.ts';
import { drawProfile } from '../../shared/profile/draw.ts';

const DRAWN = drawProfile(
  `
  time  0       10      20      30      31         32    40    50   60
        main    main    main    main    main       main  (idle) a   a
        .       render  render  .       read@core  .     .      .   x`.replace('50   60\n', '50   60   70\n'),
);

const picture = (least: number, titled = false) =>
  new ChartPicture(toFlameChartColumns([new FlameChart(DRAWN, { hide: [] })], { from: 0, to: 70, least }, '', 0), titled);
const nameAt = (of: ChartPicture, row: number, time: number, near = 0) => {
  const index = of.at(0, row, time, near);
  return index === null ? null : of.call(index).name;
};

describe('hit testing', () => {
  test('finds the call at a time; the end of a call belongs to the next one', () => {
    const exact = picture(0);
    expect([0, 39.9, 40, 45, 50].map((time) => nameAt(exact, 0, time))).toEqual(['main', 'main', null, null, 'a']);
    expect([9, 10, 30, 31.5].map((time) => nameAt(exact, 1, time))).toEqual([null, 'render', null, 'read']);
    expect(nameAt(exact, 2, 10)).toBe(null);
  });

  test('finds a narrow call a few pixels beside it, unless another call is there', () => {
    expect(nameAt(picture(0), 1, 30.2, 1)).toBe('read');
    expect(nameAt(picture(0), 1, 29.8, 3)).toBe('render');
    expect(nameAt(picture(0), 1, 45, 2)).toBe(null);
  });

  test('rows are below the marks and the title of their lane', () => {
    const top = 2 * STRIP_PX;
    expect(picture(0).rowAt(top + 1)).toEqual({ lane: 0, row: 0 });
    expect(picture(0).rowAt(top + ROW_PX)).toEqual({ lane: 0, row: 1 });
    expect(picture(0).rowAt(top - 1)).toBe(null);
    expect(picture(0, true).rowAt(top + 1)).toBe(null);
    expect(picture(0).rowAt(top + 2 * ROW_PX)).toBe(null);
  });
});

test('finds callers, callees and neighbours for the arrow keys', () => {
  const exact = picture(0);
  const name = (index: number | null) => (index === null ? null : exact.call(index).name);
  const first = exact.longest(0, 70)!;
  expect(name(first)).toBe('main');
  const render = exact.callee(first)!;
  expect(name(render)).toBe('render');
  expect(name(exact.caller(render))).toBe('main');
  expect(name(exact.beside(render, 1))).toBe('read');
  expect(exact.beside(render, -1)).toBe(null);
  expect(exact.caller(first)).toBe(null);
  expect(exact.path(render)!.map((call) => call.name)).toEqual(['main', 'render']);
});

test('joined calls have neither name nor path, and are not listed', () => {
  const coarse = picture(100);
  const joined = coarse.call(coarse.longest(0, 70)!);
  expect([joined.count, joined.name, coarse.path(joined.index)]).toEqual([2, '', null]);
  expect(coarse.list(0, 70, 10)).toEqual([]);
  expect(
    picture(0)
      .list(0, 70, 3)
      .map(({ name, start, end }) => [name, start, end]),
  ).toEqual([
    ['main', 0, 40],
    ['render', 10, 30],
    ['a', 50, 70],
  ]);
});

test('finds a call again in a newer picture, unless it is drawn differently there', () => {
  const call = picture(0).call(picture(0).at(0, 1, 12)!);
  expect(picture(5).find(call)).not.toBe(null);
  expect(picture(5).find({ ...call, start: 11 })).toBe(null);
});
