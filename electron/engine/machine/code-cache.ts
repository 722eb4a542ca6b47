/**
 * V8's compiled form of a file of code, kept from one start to the next: reading and compiling a large file takes longer than Node itself. What is
 * kept is nobody's but ours and can be deleted; without it, or with a damaged one, the file is compiled. V8 refuses what another V8 or other flags
 * have made, but not what was damaged, which would crash it: that is told by a checksum. (`node:module` has such a cache from Node 22 on, for half
 * of the time.)
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { constants, Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import type { Milliseconds } from '../../../shared/base/units.ts';

/** Before the code: the checksums of its source and of itself. */
const HEAD_BYTES = 8;
/** What nobody has written anew for so long is of a version that is gone, or is made again. */
const KEPT_FOR: Milliseconds = 30 * 24 * 60 * 60 * 1_000;

/** Others could put code of theirs into a folder or file that they may write to. */
function isOursAlone({ uid, mode }: Stats): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}

/** Where the platform keeps what can be deleted. */
export function cacheDir(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: string): string {
  switch (platform) {
    case 'win32':
      return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Loopscope', 'Cache');
    case 'darwin':
      return join(home, 'Library', 'Caches', 'Loopscope');
    default:
      return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'loopscope');
  }
}

/** Null: there is none, or not one of ours alone. As root with the home of somebody else nothing is made there. */
function ownFolder(): string | null {
  if (process.env.NODE_DISABLE_COMPILE_CACHE) return null;
  try {
    const home = homedir();
    if (process.getuid !== undefined && statSync(home).uid !== process.getuid()) return null;
    const folder = cacheDir(process.env, process.platform, home);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return isOursAlone(statSync(folder)) ? folder : null;
  } catch {
    return null;
  }
}

/** Undefined: there is none for this source, or it is damaged. */
function readKept(path: string, sourceSum: number): Buffer | undefined {
  try {
    if (!isOursAlone(statSync(path))) return undefined;
    const kept = readFileSync(path);
    const code = kept.subarray(HEAD_BYTES);
    return kept.readUInt32LE(0) === sourceSum && kept.readUInt32LE(4) === crc32(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Never throws: nothing depends on it. */
function keep(folder: string, name: string, sourceSum: number, script: Script): void {
  const unfinished = join(folder, `${name}.${process.pid}`);
  try {
    const code = script.createCachedData();
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt32LE(sourceSum, 0);
    head.writeUInt32LE(crc32(code), 4);
    writeFileSync(unfinished, Buffer.concat([head, code]), { mode: 0o600, flag: 'wx' });
    renameSync(unfinished, join(folder, name));
    for (const other of readdirSync(folder)) removeOld(join(folder, other));
  } catch {
    remove(unfinished);
  }
}

function removeOld(path: string): void {
  if (Date.now() - statSync(path).mtimeMs > KEPT_FOR) remove(path);
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Somebody else has it, or there is no such folder.
  }
}

export interface Evaluated {
  /** Of the file. */
  readonly value: unknown;
  /** Keeps what was compiled until now, where there was nothing that could be used; may take 50 ms. */
  readonly keep: () => void;
}

/**
 * Evaluates a file of ASCII code. `use`: what of it this process will run, as part of a file name, because only functions that were run are kept;
 * null: nothing is kept. `folder`: where; null: nowhere.
 */
export function evaluateFile(file: string, use: string | null, folder: string | null = use === null ? null : ownFolder()): Evaluated {
  const source = readFileSync(file);
  const importing = { filename: file, importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER };
  if (folder === null) return { value: new Script(source.toString('latin1'), importing).runInThisContext(), keep: () => {} };
  const sourceSum = crc32(source);
  const name = [use, process.version, process.arch, crc32(file).toString(16)].join('-');
  const cachedData = readKept(join(folder, name), sourceSum);
  const script = new Script(source.toString('latin1'), { ...importing, ...(cachedData === undefined ? {} : { cachedData }) });
  const isUsed = cachedData !== undefined && script.cachedDataRejected === false;
  return {
    value: script.runInThisContext(),
    keep: () => {
      if (!isUsed) keep(folder, name, sourceSum, script);
    },
  };
}
