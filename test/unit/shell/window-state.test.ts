import { expect, test } from 'vitest';
import { DEFAULT_SIZE, parseWindowState, placeWindow, type WindowState } from '../../../electron/shell/window-state.ts';

const LAPTOP = { x: 0, y: 25, width: 1440, height: 875 };
const BESIDE = { x: 1440, y: 0, width: 1920, height: 1080 };
const at = (x: number, y: number, width = 900, height = 600): WindowState => ({
  version: 1,
  bounds: { x, y, width, height },
  maximized: false,
  theme: 'dark',
});

test('leaves the position at the first start to the system', () => {
  expect(placeWindow(null, [LAPTOP])).toEqual(DEFAULT_SIZE);
});

test('restores a window, also on a second display', () => {
  expect(placeWindow(at(100, 100), [LAPTOP])).toEqual({ x: 100, y: 100, width: 900, height: 600 });
  expect(placeWindow(at(2000, 50), [LAPTOP, BESIDE])).toEqual({ x: 2000, y: 50, width: 900, height: 600 });
});

test('centres a window with its size when its display is gone', () => {
  expect(placeWindow(at(2000, 50), [LAPTOP])).toEqual({ width: 900, height: 600 });
  expect(placeWindow(at(-5_000, -5_000), [LAPTOP])).toEqual({ width: 900, height: 600 });
});

test('centres a window of which too little is visible', () => {
  expect(placeWindow(at(1_400, 100), [LAPTOP])).not.toHaveProperty('x');
  expect(placeWindow(at(1_200, 100), [LAPTOP])).toHaveProperty('x', 1_200);
});

test('keeps the title bar below the menu bar of the system and the window within its display', () => {
  expect(placeWindow(at(10, 0, 5_000, 5_000), [LAPTOP])).toEqual({ x: 10, y: 25, width: 1440, height: 875 });
  expect(placeWindow(at(10, 30, 10, 10), [LAPTOP])).toMatchObject({ width: 640, height: 480 });
});

test('works without any display', () => {
  expect(placeWindow(at(10, 10), [])).toEqual({ width: 900, height: 600 });
});

test.each([
  '',
  '{',
  'null',
  '[]',
  '{"version":2}',
  '{"version":1,"maximized":false,"bounds":{"x":1}}',
  '{"version":1,"maximized":1,"bounds":{}}',
])('ignores a file with %j', (text) => expect(parseWindowState(text)).toBeNull());

test('an unknown theme becomes that of the system', () => {
  for (const theme of [undefined, 'pink', 1])
    expect(parseWindowState(JSON.stringify({ ...at(1, 2), theme }))).toEqual({ ...at(1, 2), theme: 'system' });
});

test('reads what was written', () => {
  expect(parseWindowState(JSON.stringify(at(1, 2)))).toEqual(at(1, 2));
  expect(parseWindowState(JSON.stringify({ ...at(1, 2), bounds: { x: 1e9, y: 0, width: 1, height: 1 } }))).toBeNull();
});
