/** The desktop window, started from a terminal. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../../engine/machine/paths.ts';
import { hasDisplay } from './open-in-browser.ts';

export type DesktopProgram =
  | { readonly ok: true; readonly program: string; readonly args: readonly string[] }
  | { readonly ok: false; readonly why: 'notPacked' | 'notInstalled' | 'noDisplay' | 'asRoot' };

/** A part of the window that Electron loads last. */
const WINDOW = 'dist/shell/preload.cjs';

/** Where Electron's own launcher looks for another build of it. */
const OVERRIDE_VARIABLE = 'ELECTRON_OVERRIDE_DIST_PATH';

export interface DesktopMachine {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly isRoot: boolean;
}

const THIS_MACHINE: DesktopMachine = { env: process.env, platform: process.platform, isRoot: process.getuid?.() === 0 };

/** What shows the window on this machine, or why nothing does. */
export function findDesktop(root = ROOT, machine = THIS_MACHINE): DesktopProgram {
  const { env, platform, isRoot } = machine;
  const installed = findInstalled(root, platform);
  // The npm package is without it.
  if (installed === null && !existsSync(join(root, WINDOW))) return { ok: false, why: 'notPacked' };
  const program = installed ?? findElectron(root, env);
  if (program === null) return { ok: false, why: 'notInstalled' };
  if (!hasDisplay(env, platform)) return { ok: false, why: 'noDisplay' };
  // It refuses to go without its sandbox, which root cannot have; and we do not ask it to.
  if (isRoot && platform === 'linux') return { ok: false, why: 'asRoot' };
  return { ok: true, program, args: installed === null ? [root] : [] };
}

const INSTALLED: Partial<Record<NodeJS.Platform, string>> = { darwin: 'MacOS/Loopscope', win32: 'Loopscope.exe' };

/** In a package this command lies beside the archive, and the program two folders above. */
function findInstalled(root: string, platform: NodeJS.Platform): string | null {
  if (basename(root) !== 'app.asar.unpacked') return null;
  const program = join(root, '../..', INSTALLED[platform] ?? 'loopscope-desktop');
  return existsSync(program) ? program : null;
}

function findElectron(root: string, env: NodeJS.ProcessEnv): string | null {
  const folder = join(root, 'node_modules/electron');
  const name = readName(join(folder, 'path.txt'));
  const override = env[OVERRIDE_VARIABLE];
  const program = override ? join(override, name ?? 'electron') : name && join(folder, 'dist', name);
  return program && existsSync(program) ? program : null;
}

/** Written when Electron was downloaded: what its program is called on this platform. */
function readName(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch {
    return null;
  }
}

/** A program that ends this soon and not well has shown no window. */
const SHOWN_AFTER_MS = 5_000;

/** Shows the window until it is closed. False: it did not come up. */
export function showDesktop({ program, args }: DesktopProgram & { ok: true }, file: string | null): Promise<boolean> {
  const from = performance.now();
  const child = spawn(program, [...args, ...(file === null ? [] : [file])], { stdio: 'ignore' });
  // The terminal's Ctrl-C reaches the window, too; it ends what it has started and then itself.
  const wait = (): void => {};
  process.on('SIGINT', wait);
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => {
      process.off('SIGINT', wait);
      resolve(code === 0 || performance.now() - from > SHOWN_AFTER_MS);
    });
  });
}
