import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLeadingFocus } from '../../../../renderer/charts/time-focus.ts';
import { createChartAxis } from '../../../../renderer/flame-chart/chart-axis.ts';
import { covers, fitSpan, panBy, reveal, type TimeSpan, withMargin, zoomAt } from '../../../../renderer/flame-chart/chart-view.ts';
import { makeCell } from '../../../../renderer/state/cell.ts';
import type { TimeWindow } from '../../../../shared/base/units.ts';

const WHOLE = { from: 0, to: 10_000 };

describe('panning and zooming', () => {
  test('zooming keeps the time under the pointer in place', () => {
    const view = zoomAt({ from: 2_000, to: 6_000 }, WHOLE, 3_000, 0.5);
    expect(view).toEqual({ from: 2_500, to: 4_500 });
    expect((3_000 - view.from) / (view.to - view.from)).toBe(0.25);
  });

  test('the view stops at both ends of the recording', () => {
    expect(zoomAt({ from: 0, to: 4_000 }, WHOLE, 0, 4)).toEqual(WHOLE);
    expect(panBy({ from: 2_000, to: 6_000 }, WHOLE, -9_000)).toEqual({ from: 0, to: 4_000 });
    expect(panBy({ from: 2_000, to: 6_000 }, WHOLE, 9_000)).toEqual({ from: 6_000, to: 10_000 });
    expect(zoomAt(WHOLE, WHOLE, 5_000, 1e-9)).toEqual({ from: 4_950, to: 5_050 });
  });

  test('fits a call into the middle with some time around it, and stays within the recording', () => {
    expect(fitSpan(WHOLE, { from: 4_000, to: 5_000 })).toEqual({ from: 3_950, to: 5_050 });
    expect(fitSpan(WHOLE, { from: 0, to: 1_000 })).toEqual({ from: 0, to: 1_100 });
  });

  test('a visible call does not move the view; any other is moved to the middle', () => {
    const view = { from: 2_000, to: 4_000 };
    expect(reveal(view, WHOLE, { from: 3_900, to: 9_000 })).toBe(view);
    expect(reveal(view, WHOLE, { from: 6_000, to: 6_400 })).toEqual({ from: 5_200, to: 7_200 });
  });

  test('the view is always within the recording', () => {
    const spans = fc.tuple(fc.double({ min: 0, max: 9_000, noNaN: true }), fc.double({ min: 100, max: 1_000, noNaN: true }));
    fc.assert(
      fc.property(
        spans,
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        ([from, length], by, place) => {
          const view = { from, to: from + length };
          const at = from + place * length;
          for (const next of [
            zoomAt(view, WHOLE, at, by),
            panBy(view, WHOLE, (by - 50) * 500),
            fitSpan(WHOLE, view),
            withMargin(view, WHOLE),
          ]) {
            expect(next.from).toBeGreaterThanOrEqual(0);
            expect(next.to).toBeLessThanOrEqual(10_000.001);
            expect(next.to - next.from).toBeGreaterThan(0);
          }
        },
      ),
    );
  });

  test('requests a new picture when the view leaves the old one or the resolution is too low or far too high', () => {
    const shown = { from: 0, to: 3_000, least: 10 };
    expect(covers(shown, { from: 1_000, to: 2_000 }, 10)).toBe(true);
    expect(covers(shown, { from: 1_000, to: 3_001 }, 10)).toBe(false);
    expect(covers(shown, { from: 1_000, to: 2_000 }, 9)).toBe(false);
    expect(covers(shown, { from: 0, to: 3_000 }, 50)).toBe(false);
  });
});

test('a chosen window is what is shown, until something else is asked for: a zoom, or all of it', () => {
  const zoomed = makeCell<TimeSpan | null>(null);
  const chosen = makeCell<TimeWindow | null>(null);
  const axis = createChartAxis(zoomed, chosen);
  const focus = createLeadingFocus(chosen, zoomed);
  axis.setWhole({ from: 0, to: 8_000_000 });
  focus.setWindow({ fromMs: 1_000, toMs: 2_000 });
  // With a little around it.
  expect(axis.view()).toEqual({ from: 950_000, to: 2_050_000 });
  expect(axis.view()).toBe(axis.view());
  axis.setView({ from: 1_200_000, to: 1_300_000 });
  expect(axis.view()).toEqual({ from: 1_200_000, to: 1_300_000 });
  axis.setView(axis.whole());
  expect(axis.view()).toEqual(axis.whole());
  axis.setWhole({ from: 0, to: 9_000_000 });
  expect(axis.view()).toEqual(axis.whole());
  focus.setWindow({ fromMs: 3_000, toMs: 4_000 });
  expect(axis.view()).toEqual({ from: 2_950_000, to: 4_050_000 });
  focus.setWindow(null);
  expect(axis.view()).toBe(axis.whole());
  // What the user has zoomed to is not lost when a window is let go.
  focus.setWindow({ fromMs: 3_000, toMs: 4_000 });
  axis.setView({ from: 1_200_000, to: 1_300_000 });
  focus.setWindow(null);
  expect(axis.view()).toEqual({ from: 1_200_000, to: 1_300_000 });
});

test('the view of everything grows with a live run; a zoomed one does not', () => {
  const axis = createChartAxis();
  axis.setWhole({ from: 0, to: 1_000 });
  axis.setWhole({ from: 0, to: 2_000 });
  expect(axis.view()).toEqual({ from: 0, to: 2_000 });
  axis.setView({ from: 500, to: 900 });
  axis.setWhole({ from: 0, to: 3_000 });
  expect(axis.view()).toEqual({ from: 500, to: 900 });
  axis.setView({ from: 0, to: 3_000 });
  axis.setWhole({ from: 0, to: 4_000 });
  expect(axis.view()).toEqual({ from: 0, to: 4_000 });
});
