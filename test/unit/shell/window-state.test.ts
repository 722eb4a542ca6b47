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

test('the first start is centred by the system', () => {
  expect(placeWindow(null, [LAPTOP])).toEqual(DEFAULT_SIZE);
});

test('a window comes back where it was, on the display beside, too', () => {
  expect(placeWindow(at(100, 100), [LAPTOP])).toEqual({ x: 100, y: 100, width: 900, height: 600 });
  expect(placeWindow(at(2000, 50), [LAPTOP, BESIDE])).toEqual({ x: 2000, y: 50, width: 900, height: 600 });
});

test('when its display is gone it keeps its size and is centred', () => {
  expect(placeWindow(at(2000, 50), [LAPTOP])).toEqual({ width: 900, height: 600 });
  expect(placeWindow(at(-5_000, -5_000), [LAPTOP])).toEqual({ width: 900, height: 600 });
});

test('of which too little is seen to be grabbed, likewise', () => {
  expect(placeWindow(at(1_400, 100), [LAPTOP])).not.toHaveProperty('x');
  expect(placeWindow(at(1_200, 100), [LAPTOP])).toHaveProperty('x', 1_200);
});

test('its title bar is never under the system’s own, and it is never larger than its display', () => {
  expect(placeWindow(at(10, 0, 5_000, 5_000), [LAPTOP])).toEqual({ x: 10, y: 25, width: 1440, height: 875 });
  expect(placeWindow(at(10, 30, 10, 10), [LAPTOP])).toMatchObject({ width: 640, height: 480 });
});

test('no display at all is survived', () => {
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
])('a file with %j is none', (text) => expect(parseWindowState(text)).toBeNull());

test('a theme nobody knows is the system’s', () => {
  for (const theme of [undefined, 'pink', 1])
    expect(parseWindowState(JSON.stringify({ ...at(1, 2), theme }))).toEqual({ ...at(1, 2), theme: 'system' });
});

test('what was written is read', () => {
  expect(parseWindowState(JSON.stringify(at(1, 2)))).toEqual(at(1, 2));
  expect(parseWindowState(JSON.stringify({ ...at(1, 2), bounds: { x: 1e9, y: 0, width: 1, height: 1 } }))).toBeNull();
});
