/** The npm package as somebody gets it: packed, and installed without a network into an empty folder. */
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../electron/engine/machine/paths.ts';
import { copyStudyPackages } from '../../scripts/study-packages.mjs';
import { ensureBuilt } from './build.ts';

export interface Packed {
  /** The tarball. */
  readonly file: string;
  readonly bytes: number;
  /** Paths in it, with forward slashes. */
  readonly paths: readonly string[];
}

export interface Installed {
  /** Where somebody works; its name has a space. */
  readonly folder: string;
  /** Of Loopscope, in it. Nobody may write to it, as far as the system asks root. */
  readonly home: string;
  /** Its command, as a file of code. */
  readonly command: string;
}

/** Of a npm that knows no registry, and what an earlier one has fetched neither. */
export function npmAlone(cache: string): NodeJS.ProcessEnv {
  const settings = { cache, offline: 'true', audit: 'false', fund: 'false', update_notifier: 'false', yes: 'true' };
  const ofAnother = Object.keys(process.env).filter((name) => /^npm_/i.test(name));
  const env = { ...process.env, ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [`npm_config_${name}`, value])) };
  for (const name of ofAnother) if (!(name.replace('npm_config_', '') in settings)) delete env[name];
  return env;
}

function npm(cwd: string, cache: string, ...args: string[]): string {
  const env = npmAlone(cache);
  return execFileSync('npm', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
}

function pack(tree: string, to: string, ...flags: string[]): Packed {
  const said = npm(tree, join(to, '.npm'), 'pack', '--json', '--pack-destination', to, ...flags);
  const [made] = JSON.parse(said.slice(said.indexOf('[\n'))) as { filename: string; size: number; files: { path: string }[] }[];
  return { file: join(to, made!.filename), bytes: made!.size, paths: made!.files.map(({ path }) => path) };
}

/** As `npm pack` does it, which builds first. Nothing else may use the tree meanwhile. */
export function packTree(to: string): Packed {
  return pack(ROOT, to);
}

/** The same files from a copy of what is built, so that tests beside this one keep the tree. */
export async function packCopy(to: string): Promise<Packed> {
  ensureBuilt();
  if (!existsSync(join(ROOT, 'dist/renderer/index.html')))
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  const copy = join(to, 'tree');
  const { main, files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { main: string; files: string[] };
  for (const path of ['package.json', 'README.md', 'LICENSE', main, ...files])
    if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  await copyStudyPackages(ROOT, copy);
  return pack(copy, to, '--ignore-scripts');
}

/** What is typed in the project, without a network and with a data folder of its own. Rejects when it fails. */
export async function typedIn({ folder }: Installed, ...words: string[]): Promise<{ stdout: string; stderr: string }> {
  const [program, ...args] = words;
  const env = { ...npmAlone(join(folder, '.npm')), CI: 'true', LOOPSCOPE_DATA_DIR: join(folder, '.data') };
  const shell = process.platform === 'win32';
  return promisify(execFile)(program!, args, { cwd: folder, env, shell, maxBuffer: 1e8 });
}

/** Call `removeInstalled` on `folder` in the end. */
export function install({ file }: Packed): Installed {
  const folder = join(mkdtempSync(join(tmpdir(), 'loopscope-npm-')), 'some project');
  mkdirSync(folder);
  npm(folder, join(folder, '.npm'), 'install', '--no-save', file);
  const home = join(folder, 'node_modules/loopscope');
  forAll(home, (path) => chmodSync(path, statSync(path).mode & 0o555));
  return { folder, home, command: join(home, 'dist/cli/loopscope.js') };
}

export function removeInstalled({ folder, home }: Installed): void {
  forAll(home, (path) => chmodSync(path, statSync(path).mode | 0o200));
  rmSync(dirname(folder), { recursive: true });
}

/** Every file and folder with its size and the time it was last written to. */
export function stateOf(folder: string): string[] {
  const state: string[] = [];
  forAll(folder, (path) => {
    const { size, mtimeMs } = statSync(path);
    state.push(`${path} ${size} ${mtimeMs}`);
  });
  return state;
}

function forAll(path: string, visit: (path: string) => void): void {
  visit(path);
  if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) forAll(join(path, name), visit);
}
