/** Files the program is given: as arguments, by a second start, by the dock. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { App, RelaunchOptions } from 'electron';
import { MOST_FILES_AT_ONCE } from '../../shared/protocol/shell.ts';
import type { Desktop } from './desktop.ts';
import type { Leaving } from './leaving.ts';

/** No scripts: among the arguments may be some that are meant for Electron itself. They are dropped on the window. */
const OPENABLE = /\.(loopscope|cpuprofile)$/i;

/**
 * The files among the arguments, as absolute paths. The program itself and, from the source tree, its folder come first and
 * are none; Chromium's switches begin with a dash; everything else has to exist and to look like something that can be opened.
 */
export function filesIn(args: readonly string[], cwd: string, isFile: (path: string) => boolean = isRegularFile): string[] {
  return args
    .slice(1)
    .filter((arg) => !arg.startsWith('-'))
    .map(pathOf)
    .filter((arg) => OPENABLE.test(arg))
    .map((arg) => resolve(cwd, arg))
    .filter(isFile)
    .slice(0, MOST_FILES_AT_ONCE);
}

/** Some desktops give addresses where paths were asked for. */
function pathOf(arg: string): string {
  if (!/^file:/i.test(arg)) return arg;
  try {
    return fileURLToPath(arg);
  } catch {
    // On another machine, or no address after all.
    return arg;
  }
}

/** How the program is started once more with other files: everything else that it was started with stays. Pure. */
export function startOptions(args: readonly string[], env: NodeJS.ProcessEnv, files: readonly string[]): RelaunchOptions {
  const kept = args.slice(1).filter((arg) => arg.startsWith('-') || !OPENABLE.test(arg));
  // The program inside an AppImage is gone with the mount when the program has ended.
  return { args: [...kept, ...files], ...(env.APPIMAGE ? { execPath: env.APPIMAGE } : {}) };
}

/** Before ready: macOS says `open-file` while the program is still starting. */
export function setupFiles(app: App, desktop: Desktop, leaving: Pick<Leaving, 'startAfterwards'>): void {
  const open = (path: string): void => desktop.commands.give({ type: 'open-path', path });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    if (!leaving.startAfterwards([path])) open(path);
  });
  app.on('second-instance', (_event, args, cwd) => {
    const files = filesIn(args, cwd);
    if (leaving.startAfterwards(files)) return;
    for (const path of files) open(path);
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
