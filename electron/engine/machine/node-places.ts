/** Where Node binaries are usually found. Pure but for `list`, which returns the names in a folder (none when there is no such folder). */
import { posix, win32 } from 'node:path';
import { compareNames } from '../../../shared/format/compare-names.ts';

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  list(dir: string): readonly string[];
}

export interface NodePlace {
  readonly path: string;
  /** For people: PATH, nvm, fnm, volta, asdf, n, Homebrew, system. */
  readonly source: string;
}

/** Candidates, most likely first; they may not exist. */
export function listNodePlaces(machine: Machine): NodePlace[] {
  return [...onPath(machine), ...(machine.platform === 'win32' ? onWindows(machine) : onPosix(machine))];
}

function onPath({ platform, env }: Machine): NodePlace[] {
  const { join, delimiter } = platform === 'win32' ? win32 : posix;
  const path = Object.entries(env).find(([name]) => (platform === 'win32' ? name.toUpperCase() : name) === 'PATH')?.[1] ?? '';
  const file = platform === 'win32' ? 'node.exe' : 'node';
  return path
    .split(delimiter)
    .filter((dir) => dir !== '')
    .map((dir) => ({ path: join(dir, file), source: 'PATH' }));
}

function onPosix({ env, home, list, platform }: Machine): NodePlace[] {
  const { join } = posix;
  const versions = (source: string, dir: string, binary: string): NodePlace[] =>
    newestFirst(list(dir)).map((version) => ({ path: join(dir, version, binary), source }));
  const fnmDirs = [env.FNM_DIR, join(home, '.local/share/fnm'), join(home, '.fnm'), join(home, 'Library/Application Support/fnm')];
  const homebrew = platform === 'darwin' ? ['/opt/homebrew', '/usr/local'] : ['/home/linuxbrew/.linuxbrew'];
  return [
    ...versions('nvm', join(env.NVM_DIR ?? join(home, '.nvm'), 'versions/node'), 'bin/node'),
    ...present(fnmDirs).flatMap((dir) => versions('fnm', join(dir, 'node-versions'), 'installation/bin/node')),
    ...versions('volta', join(env.VOLTA_HOME ?? join(home, '.volta'), 'tools/image/node'), 'bin/node'),
    ...versions('asdf', join(env.ASDF_DATA_DIR ?? join(home, '.asdf'), 'installs/nodejs'), 'bin/node'),
    ...present([env.N_PREFIX, '/usr/local', join(home, 'n')]).flatMap((dir) => versions('n', join(dir, 'n/versions/node'), 'bin/node')),
    ...homebrew.flatMap((dir) => [
      { path: join(dir, 'bin/node'), source: 'Homebrew' },
      ...newestFirst(list(join(dir, 'opt')).filter((name) => /^node(@\d+)?$/.test(name))).map((name) => ({
        path: join(dir, 'opt', name, 'bin/node'),
        source: 'Homebrew',
      })),
    ]),
    ...['/usr/local/bin/node', '/usr/bin/node', '/usr/bin/nodejs', '/snap/bin/node'].map((path) => ({ path, source: 'system' })),
  ];
}

function onWindows({ env, home, list }: Machine): NodePlace[] {
  const { join } = win32;
  const roaming = env.APPDATA ?? join(home, 'AppData\\Roaming');
  const local = env.LOCALAPPDATA ?? join(home, 'AppData\\Local');
  const versions = (source: string, dir: string, binary: string): NodePlace[] =>
    newestFirst(list(dir)).map((version) => ({ path: join(dir, version, binary), source }));
  return [
    ...versions('nvm', env.NVM_HOME ?? join(roaming, 'nvm'), 'node.exe').filter(({ path }) => /\\v?\d[^\\]*\\node\.exe$/.test(path)),
    ...present([env.FNM_DIR, join(roaming, 'fnm')]).flatMap((dir) => versions('fnm', join(dir, 'node-versions'), 'installation\\node.exe')),
    ...versions('volta', join(env.VOLTA_HOME ?? join(local, 'Volta'), 'tools\\image\\node'), 'node.exe'),
    ...present([env.ProgramFiles, env['ProgramFiles(x86)']]).map((dir) => ({ path: join(dir, 'nodejs', 'node.exe'), source: 'system' })),
    { path: join(local, 'Programs', 'nodejs', 'node.exe'), source: 'system' },
    { path: join(home, 'scoop\\apps\\nodejs\\current\\node.exe'), source: 'Scoop' },
    { path: join(home, 'scoop\\apps\\nodejs-lts\\current\\node.exe'), source: 'Scoop' },
  ];
}

function present(dirs: readonly (string | undefined)[]): string[] {
  return dirs.filter((dir): dir is string => dir !== undefined && dir !== '');
}

function newestFirst(names: readonly string[]): string[] {
  return [...names].sort((a, b) => compareNames(b, a));
}
