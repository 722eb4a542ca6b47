/** The window's last place, and where a new one may be put. Pure. */
import { THEME_CHOICES, type ThemeChoice } from '../../shared/model/theme.ts';

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface WindowState {
  readonly version: 1;
  readonly bounds: Rectangle;
  readonly maximized: boolean;
  /** The chosen theme. */
  readonly theme: ThemeChoice;
}

export const DEFAULT_SIZE = { width: 1280, height: 840 } as const;
export const MINIMUM_SIZE = { width: 640, height: 480 } as const;
/** At least this much of the window must be on a display for its place to be reused; less cannot be grabbed. */
const VISIBLE = { width: 200, height: 100 } as const;

/** The stored state; null if it is damaged or of another version. */
export function parseWindowState(text: string): WindowState | null {
  try {
    const value = JSON.parse(text) as Partial<WindowState> | null;
    const bounds = value?.bounds;
    if (value?.version !== 1 || typeof value.maximized !== 'boolean' || typeof bounds !== 'object' || bounds === null) return null;
    const { x, y, width, height } = bounds;
    if (![x, y, width, height].every((number) => Number.isSafeInteger(number) && Math.abs(number) < 100_000)) return null;
    // Earlier versions did not store it.
    const theme = THEME_CHOICES.find((one) => one === value.theme) ?? 'system';
    return { version: 1, bounds: { x, y, width, height }, maximized: value.maximized, theme };
  } catch {
    return null;
  }
}

/** The place of a new window. Without x and y the system centres it: a display may have been removed or become smaller. */
export function placeWindow(
  state: WindowState | null,
  displays: readonly Rectangle[],
): { x?: number; y?: number; width: number; height: number } {
  if (state === null) return { ...DEFAULT_SIZE };
  const { bounds } = state;
  const home = displays.find((display) => isVisibleOn(bounds, display));
  const room = home ?? displays[0] ?? { x: 0, y: 0, ...DEFAULT_SIZE };
  const width = clamp(bounds.width, MINIMUM_SIZE.width, room.width);
  const height = clamp(bounds.height, MINIMUM_SIZE.height, room.height);
  return home ? { x: bounds.x, y: Math.max(bounds.y, home.y), width, height } : { width, height };
}

function isVisibleOn(window: Rectangle, display: Rectangle): boolean {
  const width = Math.min(window.x + window.width, display.x + display.width) - Math.max(window.x, display.x);
  const height = Math.min(window.y + window.height, display.y + display.height) - Math.max(window.y, display.y);
  return width >= VISIBLE.width && height >= VISIBLE.height;
}

/** On a display smaller than the minimum size, the display's size applies. */
function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
