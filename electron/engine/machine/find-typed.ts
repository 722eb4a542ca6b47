/** What a path leads to that somebody has typed or pasted, in whatever form a terminal, a browser or a file manager gives it. */
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { say } from '../../../shared/words/said.ts';

export interface FoundPath {
  readonly kind: 'folder' | 'file';
  readonly path: string;
}

export interface TypedPlace {
  /** What a path that does not begin at the root begins at. */
  readonly from: string;
  readonly home: string;
  readonly isWindows: boolean;
}

const HERE: Omit<TypedPlace, 'from'> = { home: homedir(), isWindows: process.platform === 'win32' };

/** `from`: the folder that is shown. */
export async function findTyped(typed: string, from: string): Promise<Outcome<FoundPath>> {
  const plain = plainText(typed);
  if (/^(?!file:)[a-z][a-z0-9+.-]+:\/\//i.test(plain)) return fail('bad-request', say('machine.pathIsUrl', { url: plain }));
  const [first, ...others] = pathsMeant(typed, { ...HERE, from });
  if (first === undefined) return fail('bad-request', say('machine.pathElsewhere', { path: plain }));
  const tried = await look(first);
  if (tried.ok) return tried;
  for (const other of others) {
    const found = await look(other);
    if (found.ok) return found;
  }
  if (!HERE.isWindows && isOfWindows(plain)) return fail('file-missing', say('machine.pathOfWindows', { path: plain }));
  return tried;
}

/** What may be meant, the likeliest first; none: a file of another machine. Pure. */
export function pathsMeant(typed: string, { from, home, isWindows }: TypedPlace): string[] {
  const plain = plainText(typed);
  const path = /^file:/i.test(plain) ? pathOfUrl(plain, isWindows) : plain;
  if (path === null) return [];
  const absolute = (one: string): string => {
    const atHome = /^~(?:[/\\]|$)/.test(one) ? join(home, one.slice(1)) : one;
    return isAbsolute(atHome) ? resolve(atHome) : resolve(from, atHome);
  };
  const meant = [path];
  if (isWindows) {
    // As Git Bash and WSL write it.
    const drive = /^\/(?:mnt\/)?([a-z])(?:\/(.*))?$/is.exec(path);
    if (drive !== null) meant.push(`${drive[1]!.toUpperCase()}:\\${(drive[2] ?? '').replaceAll('/', '\\')}`);
  } else if (isOfWindows(path)) {
    // The same file, as Linux in Windows has it.
    const share = /^\\\\wsl(?:\$|\.localhost)\\[^\\]+(\\.*)?$/is.exec(path);
    const slashed = (share === null ? path : (share[1] ?? '')).replaceAll('\\', '/');
    meant.push(share !== null ? slashed || '/' : slashed.replace(/^([a-z]):/i, (_, letter: string) => `/mnt/${letter.toLowerCase()}`));
  } else {
    // A terminal marks spaces, an editor adds the line.
    meant.push(path.replace(/\\(.)/gs, '$1'));
  }
  meant.push(...meant.map((one) => one.replace(/(?<=[^:/\\]):\d+(?::\d+)?$/, '')));
  return [...new Set(meant.map(absolute))];
}

/** Without what surrounds a path that was copied: spaces, quotes, an end of line. */
function plainText(typed: string): string {
  const text = typed.trim();
  const [, inside] = /^(?:"([^"]*)"|'([^']*)'|`([^`]*)`|“([^”]*)”|<([^>]*)>)$/.exec(text)?.filter((part) => part !== undefined) ?? [];
  return (inside ?? text).trim();
}

function isOfWindows(path: string): boolean {
  return /^(?:[a-z]:[\\/]|\\\\)/i.test(path);
}

/** Null: of another machine. */
function pathOfUrl(url: string, isWindows: boolean): string | null {
  const [, host = '', coded = ''] = /^file:(?:\/\/([^/]*))?(\/.*)?$/is.exec(url) ?? [];
  const path = decoded(coded.replace(/[?#].*$/s, ''));
  const ofDrive = path.replace(/^\/(?=[a-z]:(?:\/|$))/i, '');
  if (host === '' || /^(?:localhost|127\.0\.0\.1)$/i.test(host)) return ofDrive === '' ? '/' : ofDrive;
  return isWindows ? `\\\\${host}${path.replaceAll('/', '\\')}` : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function look(path: string): Promise<Outcome<FoundPath>> {
  try {
    const info = await stat(path);
    if (info.isDirectory()) return succeed({ kind: 'folder', path });
    if (info.isFile()) return succeed({ kind: 'file', path });
    return fail('file-unreadable', say('machine.pathIsNeither', { path }));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') return fail('file-unreadable', say('file.unreadable', { path, code: String(code) }));
    const nearest = await nearestFolder(path);
    return fail(
      'file-missing',
      say('machine.pathMissing', { path }),
      nearest === null ? undefined : say('machine.nearest', { path: nearest }),
    );
  }
}

async function nearestFolder(path: string): Promise<string | null> {
  const parent = dirname(path);
  if (parent === path) return null;
  const isThere = await stat(parent).then(
    (info) => info.isDirectory(),
    () => false,
  );
  return isThere ? parent : nearestFolder(parent);
}
