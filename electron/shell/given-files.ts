/** Files the program is given: as arguments, by a second start, by the dock. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { App } from 'electron';
import type { Desktop } from './desktop.ts';

/** No scripts: among the arguments may be some that are meant for Electron itself. They are dropped on the window. */
const OPENABLE = /\.(loopscope|cpuprofile)$/i;
/** Nobody means to open more at once; a wildcard in a terminal may. */
const MAX_FILES = 10;

/**
 * The files among the arguments, as absolute paths. The program itself and, from the source tree, its folder come first and
 * are none; Chromium's switches begin with a dash; everything else has to exist and to look like something that can be opened.
 */
export function filesIn(args: readonly string[], cwd: string, isFile: (path: string) => boolean = isRegularFile): string[] {
  return args
    .slice(1)
    .filter((arg) => !arg.startsWith('-') && OPENABLE.test(arg))
    .map((arg) => resolve(cwd, arg))
    .filter(isFile)
    .slice(0, MAX_FILES);
}

/** Before ready: macOS says `open-file` while the program is still starting. */
export function setupFiles(app: App, desktop: Desktop): void {
  const open = (path: string): void => desktop.commands.give({ type: 'open-path', path });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    open(path);
  });
  app.on('second-instance', (_event, args, cwd) => {
    for (const path of filesIn(args, cwd)) open(path);
    desktop.showWindow();
  });
  for (const path of filesIn(process.argv, process.cwd())) open(path);
}

function isRegularFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
