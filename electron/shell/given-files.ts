/** Files the program is asked to open: as arguments, by a second start, by the dock. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { App, RelaunchOptions } from 'electron';
import { OPENABLE_EXTENSIONS } from '../../shared/protocol/file-names.ts';
import { MOST_FILES_AT_ONCE } from '../../shared/protocol/shell.ts';
import type { Desktop } from './desktop.ts';
import type { Leaving } from './leaving.ts';

/** Not scripts: an argument that is a script may be meant for Electron itself. Scripts are dropped onto the window instead. */
const OPENABLE = new RegExp(`\\.(${OPENABLE_EXTENSIONS.join('|')})$`, 'i');

/**
 * The files among the arguments, as absolute paths. The program itself and, in the source tree, its folder come first and are
 * skipped; Chromium's switches start with a dash; everything else must exist and have an extension that can be opened.
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

/** Some desktops pass file URLs instead of paths. */
function pathOf(arg: string): string {
  if (!/^file:/i.test(arg)) return arg;
  try {
    return fileURLToPath(arg);
  } catch {
    // A file on another machine, or not a URL after all.
    return arg;
  }
}

/** Arguments to restart the program with other files; all other arguments stay. Pure. */
export function startOptions(args: readonly string[], env: NodeJS.ProcessEnv, files: readonly string[]): RelaunchOptions {
  const kept = args.slice(1).filter((arg) => arg.startsWith('-') || !OPENABLE.test(arg));
  // The mount of an AppImage disappears when the program ends, and the binary inside with it.
  return { args: [...kept, ...files], ...(env.APPIMAGE ? { execPath: env.APPIMAGE } : {}) };
}

/** Registered before `ready`: macOS sends `open-file` while the program is still starting. */
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
