/** The door to the desktop window around the page; null in a browser. Files and folders are then chosen in the system's own dialogs. */
import type { DesktopBridge } from '../shared/protocol/shell.ts';

export const desktop: DesktopBridge | null = (globalThis as { loopscope?: DesktopBridge }).loopscope ?? null;
